// A chapter shows what of it is read: a bar and the section's name, signs in its list of contents, a sum at its end.
// Its main text ends before the take-aways, and what is folded away has no height. May use: kept.js.
function follow(name, times) {
  const find = (css) => document.querySelector(css);
  const end = find("#take-aways");
  const all = [...document.querySelectorAll("article :is(section, section > p, figure, .live-poll)[id]:not(details *)")];
  const spots = all.slice(0, all.indexOf(end));
  const sections = spots.filter((spot) => spot.matches(":has(> h2)"));
  const ids = sections.map(({ id }) => id);
  const titles = sections.map((section) => section.querySelector("h2").textContent.slice(0, -1)); // its link is a #
  const isPassed = (spot) => spot.getBoundingClientRect().top < 0.3 * innerHeight;
  const bar = make("div", "place-bar"), line = make("div", "place-line");
  const box = make("div", "place", line, bar);
  box.ariaHidden = true; // the list of contents says it, too
  find(".bd-header-article").append(box);
  const count = ids.length, before = recall(name), there = ids.indexOf(before?.at);
  const seen = new Set(ids.filter((id) => before?.seen?.includes(id))), wait = times.map((time) => 10 * time);
  if (there > 0) {
    const begin = find("article a.first");
    begin.hash = before.near;
    begin.lastChild.data = ` ${filled(WORDS.here, { section: titles[there] }).join("")}`;
  }
  const sum = make("p", "place-sum");
  find("article").append(sum);
  const isRead = (id) => seen.has(id);
  let now = -1;

  function tell() {
    for (const link of document.querySelectorAll("#pst-page-toc-nav a")) {
      const mark = link.querySelector(".place-read");
      if (!isRead(link.hash.slice(1))) mark?.remove();
      else if (!mark) link.append(sign("place-read", WORDS.read));
    }
    for (const [button, before] of buttons) button.ariaPressed = before.every(isRead);
    sum.textContent = seen.size ? filled(WORDS.sum, { number: seen.size, count }).join("") : "";
  }
  // Who reads faster says so at the end of a sitting, and may take it back.
  const buttons = [...document.querySelectorAll(".sitting-end"), end].map((place) => {
    const before = ids.filter((_, k) => sections[k].compareDocumentPosition(place) & 4); // it begins before that place
    const button = make("button", "place-button", WORDS.read_here);
    button.addEventListener("click", () => {
      const change = before.every(isRead) ? "delete" : "add";
      for (const id of before) seen[change](id);
      stay();
    });
    place.append(button);
    return [button, before];
  });

  function look() { // a browser tells once a frame that it scrolls
    const rest = Math.max(0, end.getBoundingClientRect().top - innerHeight);
    now = sections.findLastIndex(isPassed);
    bar.style.transform = `scaleX(${scrollY / (scrollY + rest || 1)})`;
    line.textContent = now >= 0 && !isPassed(end) ? filled(WORDS.section, { title: titles[now], number: now + 1, count }).join("") : "";
  }
  // A section is read once a reader was in it as long as anybody needs (10 seconds for what takes a slow reader a minute), and its
  // end was in sight: lower than 100 pixels, where a jump to the next section leaves it.
  function stay() {
    look();
    if (document.hidden) return;
    wait[now]--;
    sections.forEach((section, k) => {
      const { bottom } = section.getBoundingClientRect();
      if (wait[k] <= 0 && bottom > 100 && bottom <= innerHeight) seen.add(ids[k]);
    });
    tell();
    if (now < 1) return; // nothing before the first section is kept
    const unread = ids.indexOf([...ids.slice(now + 1), ...ids].find((id) => !isRead(id)));
    const goesOn = unread < 0 || !(isRead(ids[now]) || isPassed(end)), to = goesOn ? now : unread;
    const place = {
      number: seen.size, count, minutes: ids.reduce((sum, id, k) => sum + (isRead(id) ? 0 : times[k]), 0), seen: [...seen],
      title: titles[to], at: ids[to], near: goesOn ? spots.findLast(isPassed).id : ids[to], lang: document.documentElement.lang, when: Date.now(),
    };
    try { localStorage.setItem("place " + name, JSON.stringify(place)); } catch {} // then nothing is kept
  }
  addEventListener("scroll", look);
  setInterval(stay, 1000);
}
