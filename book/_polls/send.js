// A thing to send on: words and their address, a button, and a way to ask one's friends. A phone opens what it sends with;
// elsewhere both are copied, or the address can be. Used by the card below a poll, and by the page of ten minutes.

function sendRow(card, said) {
  const part = (tag, attributes, words, parent) => {
    const made = Object.assign(document.createElement(tag), { textContent: words });
    for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
    return parent.appendChild(made);
  };
  const phone = navigator.share && matchMedia("(pointer: coarse)").matches;
  const row = part("div", { class: "poll-buttons" }, "", card);
  const button = part("button", { type: "button" }, phone ? WORDS.send : WORDS.copy, row);
  const field = part("input", { class: "poll-card-address", readonly: "", "aria-label": WORDS.address }, "", card);
  const label = (words) => { button.firstChild.data = words; };
  const copy = () => (navigator.clipboard?.writeText(`${said()} ${field.value}`) ?? Promise.reject())
    .then(() => label(WORDS.copied), () => { field.select(); label(WORDS.selected); });
  button.addEventListener("click", () => (phone ? navigator.share({ text: said(), url: field.value }).catch(() => {}) : copy()));
  button.dataset.room = [WORDS.copy, WORDS.copied, WORDS.selected].reduce((one, other) => (other.length > one.length ? other : one));
  part("a", { class: "poll-link", href: `class_poll.html#${new URLSearchParams({ make: WORDS.asked_friends })}` }, WORDS.ask_friends, row);
  return { row, field, to: (hash) => { field.value = Object.assign(new URL(location.href), { hash, search: "" }).href; } };
}

// The card of a page that has no poll: its own words, and the place that they lead to.
function mountSend(card) {
  const words = card.querySelector("p");
  sendRow(card, () => words.textContent).to(card.dataset.to);
}
