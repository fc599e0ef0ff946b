// A thing to send on: words and their address; and a question for one's friends, with the address that asks it. Used by the
// card below a poll, and by the page of ten minutes. Uses hand_over.js and WORDS.

function sendRow(card, said) {
  const part = (tag, attributes, words, parent) => {
    const made = Object.assign(document.createElement(tag), { textContent: words });
    for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
    return parent.appendChild(made);
  };
  const row = part("div", { class: "poll-buttons" }, "", card);
  const field = part("input", { class: "poll-card-address", readonly: "", "aria-label": WORDS.address }, "", card);
  const absolute = (page, hash) => Object.assign(new URL(page, location.href), { hash, search: "" }).href;
  let unsay = () => {}; // one button says that something is copied
  const sends = (words, text, address, done = () => {}) => {
    const button = part("button", { type: "button", "data-room": WORDS.selected }, words, row);
    const label = (words) => { button.firstChild.data = words; };
    button.addEventListener("click", () => handOver(text(), address()).then((isCopied) => {
      if (isCopied) { unsay(); unsay = () => label(words); label(WORDS.copied); }
      done(button, isCopied);
    }, (fault) => {
      if (fault.name === "AbortError") return;
      field.value = address();
      field.select();
      label(WORDS.selected);
    }));
  };
  let place;
  sends(isPhone ? WORDS.send : WORDS.copy, said, () => place);
  const question = WORDS.asked_friends;
  const asks = (given) => absolute("../poll.html", new URLSearchParams(given));
  sends(WORDS.ask_friends, () => WORDS.friends, () => asks({ q: question, c: 2 }), (button, isCopied) => {
    const words = isCopied ? WORDS.copied_count : WORDS.count_friends;
    const link = part("a", { class: "poll-link", href: asks({ make: question, c: 2, yes1: "" }) }, words, row);
    button.replaceWith(link);
    link.focus();
  });
  return (page, hash) => { field.value = place = absolute(page, hash); };
}

// The card of a page that has no poll: its own words, and the place that they lead to.
function mountSend(card) {
  const words = card.querySelector("p").textContent;
  sendRow(card, () => `${words}${WORDS.between}${WORDS.ten_minutes_how}`)("", card.dataset.to);
}
