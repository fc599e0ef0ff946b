"""Make slides from the chapters of the built site: _build/html/slides/<chapter>.html.

    python tools/slides.py        after `make book`; `make slides` does both

One idea a slide. A deck opens with the chapter's question. Then each section gives a slide for each
figure, table, explorer, formula, claim and list: a sentence from the text beside it, large, and
what follows from it behind a button. The parts of the lesson plan that the class sees are slides
too: the opening question, the activity, the exit question. At the end are the questions and the
take-aways. Speaker notes (the key N) hold the text around, and the plan with its minutes.

Explorers and questions work as on the page, and nothing is loaded from elsewhere.
"""

import re
from copy import copy
from pathlib import Path

import yaml
from bs4 import BeautifulSoup, NavigableString

ROOT = Path(__file__).parents[1]
SITE = ROOT / "_build" / "html"
HERE = Path(__file__).parent

NOT_ON_SLIDES = {"exercises", "notation", "further-reading"}
USELESS = (
    ".headerlink, .reading-time, .report-an-error, .question-hint, details.hide, .meanings, "
    "figure.moving"
)
VISUAL = ".cell_output :is(.drawn, table, figure.explorer)"
TOOLS = (
    'script:not([src*="/explorer/"], [src*="/questions/"]), '
    "link[rel=next], link[rel=prev], [media=print]"
)
CLAIMS = ("Claim", "Definition")
STARTS = re.compile(r"\s+(?=[A-Z0-9“‘ε])")
SENTENCE_ENDS = re.compile(rf"(?<=[.?!]){STARTS.pattern}")
ANSWER = re.compile(r"\s\((?:[^()]|\([^()]*\))*\.\)")  # a sentence in brackets is for the teacher
LONGEST_CODE = 12  # lines of a function that is shown
SHORTEST = 60  # letters of a sentence that may stand alone


def chapters():
    toc = yaml.safe_load((ROOT / "_toc.yml").read_text(encoding="utf-8"))
    return [
        Path(chapter["file"]).name
        for part in toc["parts"]
        if part.get("numbered")
        for chapter in part["chapters"]
    ]


def read(name):
    return BeautifulSoup((SITE / "book" / f"{name}.html").read_text("utf-8"), "html.parser")


def said(block):
    return " ".join(block.get_text().split())


# ---- sentences


def sentences(paragraph):
    """The sentences of a paragraph, each a list of nodes; formulas and links are not cut."""
    found = [[]]
    for child in paragraph.contents:
        if not isinstance(child, NavigableString):
            if found[-1] and re.search(r"[.?!]\s+$", str(found[-1][-1])):
                found.append([])
            found[-1].append(copy(child))
            continue
        text = str(child)
        if found[-1] and re.search(r"[.?!]$", found[-1][-1].get_text()) and STARTS.match(text):
            found.append([])
        for place, piece in enumerate(SENTENCE_ENDS.split(text)):
            if place:
                found.append([])
            found[-1].append(NavigableString(piece))
    return [sentence for sentence in found if "".join(node.get_text() for node in sentence).strip()]


def begins_with_a_whole_sentence(block):
    if block.name != "p":
        return False
    return not "".join(node.get_text() for node in sentences(block)[0]).rstrip().endswith(":")


def begins_in_lower_case(block):
    return block.name == "p" and said(block)[:1].islower()


def lead(block):
    """What stands in bold at the beginning of a paragraph, such as "Claim"."""
    first = next((node for node in block.contents if str(node).strip()), None)
    is_bold = block.name == "p" and getattr(first, "name", None) == "strong"
    return said(first).rstrip(".") if is_bold else ""


# ---- one slide


class Deck:
    def __init__(self, page):
        self.page = page
        self.slides = []

    def tag(self, name, content=(), **attributes):
        made = self.page.new_tag(name, attrs={k.rstrip("_"): v for k, v in attributes.items()})
        made.extend([NavigableString(content)] if isinstance(content, str) else content)
        return made

    def add(self, kicker, content, notes=(), kind="", level="h2"):
        slide = self.tag("section", class_=f"slide {kind}".strip())
        slide.append(self.tag(level, kicker, class_="kicker"))
        slide.extend(block for block in content if block is not None)
        if notes:
            aside = self.tag("aside", class_="notes", hidden="")
            aside.append(self.tag("p", [self.tag("strong", "Notes")]))
            aside.extend(without_ids(copy(block)) for block in notes)
            slide.append(aside)
        self.slides.append(slide)
        return slide

    def large(self, sentence):
        return self.tag("p", sentence, class_="lead") if sentence else None

    def reveal(self, question, answer):
        """A button, and what it shows."""
        if not answer:
            return None
        button = self.tag("button", question, type="button", aria_expanded="false")
        button["aria-expanded"] = button.attrs.pop("aria_expanded")
        return self.tag("div", [button, self.tag("div", answer, hidden="")], class_="reveal")

    def finish(self):
        for place, slide in enumerate(self.slides, start=1):
            minutes = slide.attrs.pop("data-minutes", "")
            told = f"{place} / {len(self.slides)}" + (f" · {minutes} minutes" if minutes else "")
            slide.append(self.tag("p", told, class_="place"))


def without_ids(block):
    for node in [block, *block.find_all(id=True)]:
        node.attrs.pop("id", None)
    return block


# ---- the lesson plan


class Plan:
    """The lesson plan of a chapter on the page of lesson plans: its parts, or none."""

    def __init__(self, name):
        self.parts = {}
        for section in read("teaching_lessons").article.select("section section"):
            asked = section.select(f'a[href="{name}.html#question-1"]')
            if any(said(link).startswith("Questions 1") for link in asked):  # all of its questions
                for row in section.select("tbody tr"):
                    cells = row.find_all("td")
                    if cells[0].get_text(strip=True).isdigit():
                        self.parts[said(cells[1])] = int(said(cells[0])), cells[2]
                break

    def minutes(self, part):
        return self.parts[part][0]

    def quote(self, part):
        """What the plan says in quotation marks: for the class to read."""
        found = re.search("“(.+?)”", said(self.parts[part][1]))
        return found[1] if found else said(self.parts[part][1])

    def explorers(self):
        links = self.parts["demonstration"][1].select("a[href]")
        return [link["href"].partition("#")[2].partition("?")[0] for link in links]


def part_slide(deck, plan, part, kicker, text=None):
    if part not in plan.parts:
        return
    minutes, cell = plan.parts[part]
    notes = [deck.tag("p", f"{part.capitalize()}: {minutes} minutes."), said_note(deck, cell)]
    sentence = text if text is not None else plan.quote(part)
    slide = deck.add(kicker, [deck.large(sentence)], notes, kind="from-plan")
    slide["data-minutes"] = str(minutes)


def said_note(deck, cell):
    return deck.tag("p", [copy(node) for node in cell.contents])


# ---- the slides of a section


def is_text(block):
    return block.name == "p" and not lead(block)


def around(blocks, place):
    """The paragraph before a block, perhaps with code between, and the one right after, or None."""
    before = None
    for block in reversed(blocks[:place]):
        if not block.css.match("div.cell") or block.select_one(VISUAL):
            before = block if is_text(block) else None
            break
    after = blocks[place + 1] if place + 1 < len(blocks) and is_text(blocks[place + 1]) else None
    return before, after


def last_sentence(paragraph):
    """The last sentence, with the one before it where it is too short to be understood."""
    if paragraph is None:
        return None
    found = sentences(paragraph)
    taken = found[-1]
    for sentence in reversed(found[:-1]):
        if len("".join(node.get_text() for node in taken)) >= SHORTEST:
            break
        taken = [*sentence, NavigableString(" "), *taken]
    return taken


def visual_slide(deck, kicker, blocks, place, plan):
    before, after = around(blocks, place)
    output = copy(blocks[place].select_one(".cell_output"))
    explorer = output.select_one("figure.explorer")
    notes = [block for block in (before, after) if block is not None]
    content = [deck.large(last_sentence(before)), output]
    if after is not None and explorer is None and not begins_in_lower_case(after):
        content.insert(1, deck.reveal("What does it show?", sentences(after)[0]))
    planned = "demonstration" in plan.parts and explorer is not None
    if planned and explorer.get("id") in plan.explorers():
        minutes, cell = plan.parts["demonstration"]
        notes.insert(0, said_note(deck, cell))
        count = len(set(plan.explorers()))
        each = f", with {count} explorers" if count > 1 else ""
        notes.insert(0, deck.tag("p", f"Demonstration: {minutes} minutes in all{each}."))
    deck.add(kicker, content, notes, kind="explores" if explorer else "shows")


def formula_slide(deck, kicker, blocks, place):
    before, after = around(blocks, place)
    content = [deck.large(last_sentence(before))]
    content.append(copy(blocks[place]))
    if after is not None and begins_in_lower_case(after):
        content.append(deck.large(sentences(after)[0]))
    deck.add(kicker, content, [block for block in (before, after) if block is not None])


def claim_slide(deck, kicker, blocks, place):
    """A claim or a definition, up to its proof or its formula; the proof is behind a button."""
    stated, proof = [blocks[place]], []
    for block in blocks[place + 1 :]:
        if lead(block) == "Proof" or (proof and said(proof[-1])[-1] != "∎"):
            proof.append(block)
        elif proof or not (block.css.match("div.math") or begins_in_lower_case(block)):
            break
        else:
            stated.append(block)
    content = [copy(block) for block in stated]
    content[0]["class"] = "lead"
    content.append(deck.reveal("Why?", [without_ids(copy(block)) for block in proof]))
    deck.add(kicker, content)
    return len(stated) + len(proof)


def code_of(block):
    """The lines of a function that the page shows."""
    code = block.select_one(".cell_input pre")
    lines = code.get_text().strip().splitlines() if code else []
    is_function = any(line.startswith("def ") for line in lines)
    return lines if is_function and len(lines) <= LONGEST_CODE else []


def is_code_to_show(blocks, place):
    """A function on the page, unless a figure or a table follows: that says the same and more."""
    following = blocks[place + 1 : place + 2]
    return (
        blocks[place].css.match("div.cell")
        and bool(code_of(blocks[place]))
        and not any(block.select_one(VISUAL) for block in following)
    )


def section_slides(deck, section, plan):
    heading, *blocks = section.find_all(recursive=False)
    kicker = said(heading)
    start = len(deck.slides)
    place, has_code = 0, False
    while place < len(blocks):
        block, step = blocks[place], 1
        before, _ = around(blocks, place)
        if block.name == "section":
            section_slides(deck, block, plan)
        elif lead(block).startswith(CLAIMS):
            step = claim_slide(deck, kicker, blocks, place)
        elif lead(block).startswith("Your turn"):
            task = copy(block)
            task["class"] = "lead"
            deck.add(kicker, [task])
        elif block.css.match("div.math"):
            formula_slide(deck, kicker, blocks, place)
        elif block.css.match("div.cell") and block.select_one(VISUAL):
            visual_slide(deck, kicker, blocks, place, plan)
        elif not has_code and is_code_to_show(blocks, place):
            has_code = True
            notes = [] if before is None else [before]
            deck.add(kicker, [deck.large(last_sentence(before)), copy(block)], notes)
        elif block.css.match("ul, ol, .pst-scrollable-table-container"):
            deck.add(kicker, [deck.large(last_sentence(before)), copy(block)])
        place += step
    own_slide = (*CLAIMS, "Proof", "Your turn")
    bold = [block for block in blocks if lead(block) and not lead(block).startswith(own_slide)]
    if len(bold) > 1:
        points = [deck.tag("li", f"{lead(block)}.") for block in bold]
        deck.add(kicker, [deck.tag("ul", points, class_="points")], bold)
    elif len(deck.slides) == start:
        text = [block for block in blocks if begins_with_a_whole_sentence(block)]
        if text:
            deck.add(kicker, [deck.large(sentences(text[0])[0])], text)


# ---- the deck of a chapter


def make(page, name):
    chapter, plan = page.article.find("section"), Plan(name)
    for useless in chapter.select(USELESS):
        useless.decompose()
    for term in chapter.select("a.term"):
        term.unwrap()
    chapter.smooth()
    deck = Deck(page)
    title, *blocks = chapter.find_all(recursive=False)
    sections = [block for block in blocks if block.name == "section"]
    opening = [block for block in blocks if block.name in ("p", "ul", "blockquote")]
    question = next(block for block in opening if block.name == "blockquote")
    opening.remove(question)
    deck.add(said(title), [copy(question)], opening, kind="title", level="h1")
    part_slide(deck, plan, "opening question", "To begin with")
    for section in sections:
        if section["id"] not in {*NOT_ON_SLIDES, "check-yourself", "take-aways"}:
            section_slides(deck, section, plan)
    if "activity" in plan.parts:
        task = ANSWER.sub("", said(plan.parts["activity"][1]))
        part_slide(deck, plan, "activity", "In groups", task)
    for section in sections:
        if section["id"] == "check-yourself":
            question_slides(deck, section, plan)
    part_slide(deck, plan, "exit question", "Before you go")
    for section in sections:
        if section["id"] == "take-aways":
            heading, *rest = section.find_all(recursive=False)
            deck.add(said(heading), [copy(block) for block in rest], kind="points")
    deck.finish()
    return deck.slides


def question_slides(deck, section, plan):
    questions = section.select("div.question")
    for place, question in enumerate(questions):
        notes = []
        if place == 0 and "check yourself" in plan.parts:
            minutes, cell = plan.parts["check yourself"]
            told = f"Check yourself: {minutes} minutes in all, for {len(questions)} questions."
            notes = [deck.tag("p", told), said_note(deck, cell)]
        deck.add(said(section.h2), [copy(question)], notes, kind="asks")


def _only(content, box, until):
    """Leave nothing in the box but this content, nothing around it but the box, and so on."""
    around_it = box.parent
    box.clear()
    box.extend(content)
    if box is not until:
        _only([box], around_it, until)


def deck(name):
    """The page of a chapter, with slides in the place of its text."""
    page = read(name)
    _only(make(page, name), page.article, until=page.body)
    for useless in page.head.select(TOOLS):
        useless.decompose()
    page.html["data-theme"] = "light"
    for link in page.article.find_all("a", href=True):
        if ":" not in link["href"] and not link["href"].startswith(("#", "../")):
            link["href"] = "../book/" + link["href"]
        elif link["href"].startswith("#"):
            link["href"] = f"../book/{name}.html{link['href']}"
    for kind, tag in (("css", "style"), ("js", "script")):
        added = page.new_tag(tag)
        added.string = (HERE / f"slides.{kind}").read_text(encoding="utf-8")
        page.body.append(added)
    return str(page)


def write(name):
    """Write the deck of a chapter, and return its path."""
    path = SITE / "slides" / f"{name}.html"
    path.parent.mkdir(exist_ok=True)
    path.write_text(deck(name), encoding="utf-8")
    return path


def main():
    for name in chapters():
        print(write(name).as_uri())


if __name__ == "__main__":
    main()
