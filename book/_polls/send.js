// A thing to send on: words and their address; and a question for one's friends, with the address that asks it. A phone opens
// what it sends with; elsewhere both are copied, or the address can be. Used by the card below a poll, and by the page of
// ten minutes.

function sendRow(card, said) {
  const part = (tag, attributes, words, parent) => {
    const made = Object.assign(document.createElement(tag), { textContent: words });
    for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
    return parent.appendChild(made);
  };
  const phone = navigator.share && matchMedia("(pointer: coarse)").matches;
  const row = part("div", { class: "poll-buttons" }, "", card);
  const field = part("input", { class: "poll-card-address", readonly: "", "aria-label": WORDS.address }, "", card);
  const absolute = (page, hash) => Object.assign(new URL(page, location.href), { hash, search: "" }).href;
  let unsay = () => {}; // one button says that something is copied
  const sends = (words, text, address, done = () => {}) => {
    const button = part("button", { type: "button", "data-room": WORDS.selected }, words, row);
    const label = (words) => { button.firstChild.data = words; };
    const copy = (url) => (navigator.clipboard?.writeText(`${text()} ${url}`) ?? Promise.reject())
      .then(() => { unsay(); unsay = () => label(words); label(WORDS.copied); }, (fault) => { field.value = url; field.select(); label(WORDS.selected); throw fault; });
    button.addEventListener("click", () =>
      (phone ? navigator.share({ text: text(), url: address() }) : copy(address())).then(() => done(button), () => {}));
  };
  let place;
  sends(phone ? WORDS.send : WORDS.copy, said, () => place);
  const asked = WORDS.asked_friends;
  const question = new URLSearchParams({ q: asked, c: 2 });
  sends(WORDS.ask_friends, () => WORDS.friends, () => absolute("../poll.html", question), (button) => {
    const words = phone ? WORDS.count_friends : WORDS.copied_count;
    const link = part("a", { class: "poll-link", href: `class_poll.html#${new URLSearchParams({ make: asked })}` }, words, row);
    button.replaceWith(link);
    link.focus();
  });
  return { row, field, to: (page, hash) => { field.value = place = absolute(page, hash); } };
}

// The card of a page that has no poll: its own words, and the place that they lead to.
function mountSend(card) {
  const words = card.querySelector("p");
  sendRow(card, () => words.textContent).to("", card.dataset.to);
}
