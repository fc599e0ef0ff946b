"""Scripts for an open page that return what readers could not read, reach or see."""

# Whatever reaches past the right edge, and is not cut off by a box that itself stays
# inside
PAST_THE_EDGE = """() => {
  const past = (node) => {
    const box = node.getBoundingClientRect();
    return Math.max(box.right, box.left + node.scrollWidth) > innerWidth + 1;
  };
  const cuts = (node) => getComputedStyle(node).overflowX !== 'visible' &&
    node.getBoundingClientRect().right <= innerWidth + 1;
  const cut = (node) => node && (cuts(node) || cut(node.parentElement));
  const fixed = (node) => node &&
    (getComputedStyle(node).position === 'fixed' || fixed(node.parentElement));
  return [...document.querySelectorAll('main *')]
    .filter((node) => past(node) && !cut(node.parentElement) && !fixed(node))
    .slice(-5).map((node) => node.outerHTML.slice(0, 120));
}"""

# What a node's color is behind, and how far two colors are apart
CONTRAST = """
  const channels = (color) => (color.match(/[\\d.]+/g) || []).map(Number);
  const light = (color) => {
    const linear = (c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
    const [r, g, b] = channels(color).map((c) => linear(c / 255));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const behind = (node) => {
    for (; node; node = node.parentElement) {
      const color = getComputedStyle(node).backgroundColor;
      const opacity = channels(color)[3];
      if (opacity === undefined || opacity === 1) return color;
    }
    return getComputedStyle(document.documentElement).backgroundColor;
  };
  const contrast = (one, other) => {
    const [low, high] = [light(one), light(other)].sort((a, b) => a - b);
    return (high + 0.05) / (low + 0.05);
  };"""

# Words whose color is too near to what is behind them (WCAG: 4.5 to 1, and 3 to 1 for
# large ones)
FAINT_WORDS = (
    "() => {"
    + CONTRAST
    + """
  const faint = [];
  const words =
    document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT);
  while (words.nextNode()) {
    const node = words.currentNode.parentElement;
    if (!words.currentNode.data.trim()) continue;
    if (node.closest('svg, math, script, style')) continue;
    const seen = { visibilityProperty: true, opacityProperty: true };
    if (!node.checkVisibility(seen)) continue;
    const style = getComputedStyle(node);
    const found = contrast(style.color, behind(node));
    const size = parseFloat(style.fontSize);
    const large = size >= 24 || (size >= 18.66 && style.fontWeight >= 700);
    const said = words.currentNode.data.trim().slice(0, 60);
    if (found < (large ? 3 : 4.5)) faint.push(`${found.toFixed(1)}: ${said}`);
  }
  return faint;
}"""
)

LIGHT_BOXES = """() => [...document.querySelectorAll('main *:not(img, svg *)')]
  .filter((node) => {
    const color = getComputedStyle(node).backgroundColor;
    const [r, g, b, opacity = 1] = (color.match(/[\\d.]+/g) || []).map(Number);
    return opacity > 0.5 && Math.min(r, g, b) > 128 && node.checkVisibility();
  })
  .map((node) => node.outerHTML.slice(0, 120))"""

# What a reader sees of each figure
PICTURES = """() => {
  document.querySelectorAll('details').forEach((details) => { details.open = true; });
  return [...document.querySelectorAll('.drawn svg')].map((figure) => {
    const { width, height } = figure.getBoundingClientRect();
    const box = figure.viewBox.baseVal;
    const words = figure.querySelector('text');
    return {
      width, height, shape: box.height / box.width,
      column: figure.closest('.cell_output').getBoundingClientRect().width,
      ground: getComputedStyle(figure.querySelector('path')).fill,
      page: getComputedStyle(document.body).backgroundColor,
      size: words.getBoundingClientRect().height,
    };
  });
}"""

# Words of drawn pictures that are too small, or reach past their box
SMALL_WORDS = """() => [
  ...document.querySelectorAll(':is(.moving, .picture) svg text')
].flatMap((words) => {
  const svg = words.ownerSVGElement;
  const scale = svg.getBoundingClientRect().width / svg.viewBox.baseVal.width;
  const size = parseFloat(getComputedStyle(words).fontSize) * scale;
  const around =
    words.closest('.tile, .box')?.querySelector('rect') ?? words.closest('figure');
  const [inner, outer] = [words, around].map((one) => one.getBoundingClientRect());
  const isIn = inner.left >= outer.left && inner.right <= outer.right;
  return size >= 11 && isIn ? [] : [`${words.textContent}: ${size} ${isIn}`];
})"""
