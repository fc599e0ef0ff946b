"""The little that a drawing script asks of a page, for the embedded JavaScript engine.

`still_explorers` and `still_moving` draw with it while the site is built. What is heard, or read by
no one but a script, is left out of the text of a part.
"""

PAGE = """
const escapedText = (text) => String(text).replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
class Part {
  constructor(namespaceURI, tag, dataset = {}) {
    Object.assign(this, { namespaceURI, tag, dataset, children: [] });
    Object.assign(this, { attributes: {}, style: {}, heard: {} });
  }
  setAttribute(name, value) { this.attributes[name] = value; }
  addEventListener(event, does) { this.heard[event] = does; }
  append(...parts) { parts.forEach((part) => this.appendChild(part)); }
  appendChild(part) { this.children.push(part); part.above = this; return part; }
  replaceChildren(...parts) { this.children = []; this.append(...parts); }
  remove() { this.above.children.splice(this.above.children.indexOf(this), 1); }
  get firstChild() { return this.children[0]; }
  get lastChild() { return this.children.at(-1); }
  set textContent(text) { this.children = text === "" ? [] : [escapedText(text)]; }
  get classList() {
    const names = new Set((this.attributes.class ?? "").split(" "));
    return { toggle: (name, isOn) => {
      names[isOn ? "add" : "delete"](name);
      this.attributes.class = [...names].join(" ");
    } };
  }
  all() {
    const parts = this.children.filter((part) => part instanceof Part);
    return parts.flatMap((part) => [part, ...part.all()]);
  }
  querySelector(name) { return this.all().find((part) => `.${part.attributes.class}` === name); }
  toString() {
    if (this.tag === "title" || this.style.opacity === 0) return "";
    const style = Object.entries(this.style).map(([name, value]) => `${name}:${value}`).join(";");
    const isSeen = ([name, value]) => !name.startsWith("data-") && value !== "none";
    const attributes = Object.entries(style ? { ...this.attributes, style } : this.attributes)
      .filter(isSeen).map(([name, value]) => ` ${name}="${escapedText(value)}"`).join("");
    return `<${this.tag}${attributes}>${this.children.join("")}</${this.tag}>`;
  }
}
globalThis.document = {
  createElement: (tag) => new Part("", tag),
  createElementNS: (namespace, tag) => new Part(namespace, tag),
};
"""
