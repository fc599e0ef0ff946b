// What is kept of a chapter, in this browser only: where its reader goes on (the section and its paragraph or figure), how many
// of its sections are read, which, the minutes of the others, and when. Uses WORDS.

function recall(name) {
  try { return JSON.parse(localStorage.getItem("place " + name)); } catch {} // then nothing was kept
}
function make(tag, name, ...children) {
  const made = document.createElement(tag);
  made.className = name;
  made.append(...children);
  return made;
}
const sign = (name, label) => Object.assign(make("span", name), { role: "img", ariaLabel: label });
const filled = (words, values) => words.split(/\{(\w+)\}/).map((part, k) => (k % 2 ? values[part] : part));
