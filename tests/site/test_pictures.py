"""The figures on the page: what tests/test_figures.py takes for granted about a phone and the dark theme holds."""

import pytest

NARROWEST_ON_A_PHONE = 335.5  # pixels; PHONE in tests/test_figures.py, less rounding
DIMMED = "brightness(0.8) contrast(1.2)"  # in_dark_theme in tests/test_figures.py

PICTURES = """async () => {
  document.querySelectorAll('details').forEach((details) => { details.open = true; });
  const images = [...document.querySelectorAll('div.cell_output img')];
  images.forEach((image) => { image.loading = 'eager'; });
  await Promise.all(images.map((image) => image.decode()));
  return images.map((image) => ({
    alt: image.alt, width: image.clientWidth, height: image.clientHeight, padding: getComputedStyle(image).padding,
    ownWidth: image.naturalWidth, ownHeight: image.naturalHeight, filter: getComputedStyle(image).filter,
  }));
}"""


def test_figures_are_wide_sharp_and_in_shape(browser, site, page_name):
    page = browser.new_page()
    page.goto((site / page_name).as_uri(), wait_until="load")
    for width, theme in ((390, "light"), (390, "dark"), (1280, "light"), (1280, "dark")):
        page.set_viewport_size({"width": width, "height": 900})
        page.emulate_media(color_scheme=theme)
        page.wait_for_function(
            "theme => document.documentElement.dataset.theme === theme", arg=theme
        )
        for picture in page.evaluate(PICTURES):
            assert picture["alt"] and picture["padding"] == "0px", picture
            assert picture["width"] >= NARROWEST_ON_A_PHONE, picture
            assert picture["ownWidth"] >= 2 * picture["width"], picture
            shape = picture["ownHeight"] / picture["ownWidth"]
            assert picture["height"] == pytest.approx(shape * picture["width"], abs=1), picture
            assert picture["filter"] == (DIMMED if theme == "dark" else "none"), picture
    page.close()
