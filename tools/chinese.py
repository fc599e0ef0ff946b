"""Compose the Chinese edition from the English sources, and check it: `make zh`.

    python tools/chinese.py              check; say what is missing or stale
    python tools/chinese.py --release    the same, and fail if anything is
    python tools/chinese.py --new PAGE   write a page to translate, and say its terms
    python tools/chinese.py --accept PAGE [PAGE#CELL …] --translator NAME
                                         its Chinese is right for today's English
    python tools/chinese.py --accept PAGE --reader NAME --back NAME
                                         who read it alone, or translated it back
    python tools/chinese.py --font FILE  make the font of figures from Noto Sans SC

Files and forms: translations/zh/README.md. `make book` calls `compose`.
"""

import argparse
import json
import re
import shutil
import sys
import tomllib
from functools import cache
from pathlib import Path

import chinese_checks as checks
import nbformat
import yaml
from chinese_locks import (
    WHOLE,
    blocks,
    digest,
    in_code,
    in_markdown,
    is_phrase,
    marked_stale,
    read,
    shown,
    strings,
    up_to_date,
)
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTCollection, TTFont

ROOT = Path(__file__).parents[1]
EDITION = "zh"
TEXTS = ROOT / "translations" / EDITION
TREE = ROOT / "_build" / EDITION
MODULE = "module"
BY = "by"  # in a lock: the names of those who did what
ROLES = {
    "translator": "have no translator's name",
    "reader": "nobody has read without the English",
    "back": "nobody has translated back",
}
ENGLISH = "english://"  # an address of the English site, for book/_ext/editions.py
NO_PAGES = "README", "style"
# what the composed tree takes over as it is
COPIED = "book", "data", "ldp_course", "ldp_checks"
COPIED_FILES = (
    "pyproject.toml",
    "hatch_build.py",
    "constraints.txt",
    "README.md",
    "LICENSE",
    "LICENSE-TEXT",
)
FONT = "figures.otf"
INCLUDED = re.compile(r"^```\{include\} (\S+)\n```$", re.M)  # as in book/data.md
PICTURE = re.compile(r"^:::\{picture\} (\S+)$", re.M)
PICTURE_TEXT = re.compile(r"(?<=>)[^<>\n]*[A-Za-z]{2}[^<>\n]*(?=</text>)")


def pages():
    """Return the source of each page that has a translation, by its name."""
    names = sorted(file.stem for file in TEXTS.glob("*.md"))
    return {name: source_of(name) for name in names if name not in NO_PAGES}


def source_of(name):
    files = [ROOT / "book" / f"{name}{end}" for end in (".ipynb", ".md")]
    return next(filter(Path.exists, files), None) or sys.exit(
        f"There is no page {name}."
    )


def exercises(name):
    """Return the file of Python that checks the exercises of a page, if it has any."""
    return f"ldp_checks/chapters/{name}.py"


def edition():
    return tomllib.loads((TEXTS / "edition.toml").read_text("utf-8"))


def parts_of(name):
    return read((TEXTS / f"{name}.md").read_text(encoding="utf-8"))


def parts_of_module():
    """Return the pairs of each file of Python, and of each picture."""
    files = [read(file.read_text("utf-8")) for file in (TEXTS / MODULE).glob("*.md")]
    return {path: pairs for file in files for path, pairs in file.items()}


def lock_of(name):
    file = TEXTS / f"{name}.lock"
    return json.loads(file.read_text("utf-8")) if file.exists() else {}


def cells_of(source):
    """Yield the name of each part of an English page, its text, and its cell."""
    if source.suffix == ".md":
        yield WHOLE, whole(source), None
        return
    for cell in nbformat.read(source, as_version=4).cells:
        yield cell.id, cell.source, cell


def whole(source):
    """Return the text of a page with the texts that it includes."""
    return INCLUDED.sub(
        lambda match: (source.parent / match[1]).read_text("utf-8").strip("\n"),
        source.read_text(encoding="utf-8"),
    )


def texts_beside(cell):
    """Yield (where, key) of the words that a cell of code has beside its code."""
    about = cell.metadata.get("mystnb", {})
    yield from ((about, key) for key in about if key.startswith("code_prompt"))
    if "alt" in about.get("image", {}):
        yield about["image"], "alt"


def is_prose(cell):
    return cell is None or cell.cell_type == "markdown"


# ---- composing


def compose_page(name, source):
    """Return the Chinese page as text, and what of it stayed English."""
    parts, lock, word = parts_of(name), lock_of(name), edition()["settings"]["stale"]
    stayed = []
    notebook = source.suffix == ".ipynb" and nbformat.read(source, as_version=4)
    texts = {}
    for part, english, cell in cells_of(source):
        chinese = parts.get(part)
        if is_prose(cell):
            if chinese is None:
                text = "\n\n".join(marked_stale(one, word) for one in blocks(english))
                stale = blocks(english)
            else:
                then = lock.get(part, [])
                text, stale = in_markdown(english, chinese, then, word)
            stayed += [(part, one) for one in stale]
            texts[part] = text
        elif chinese:
            texts[part], _ = in_code(english, chinese)
    if not notebook:
        return texts[WHOLE] + "\n", stayed
    for cell in notebook.cells:
        cell.source = texts.get(cell.id, cell.source)
        if cell.cell_type == "code":
            cell.outputs, cell.execution_count = [], None
            for where, key in texts_beside(cell):
                where[key] = parts.get(cell.id, {}).get(where[key], where[key])
    return nbformat.v4.writes(notebook) + "\n", stayed


def compose_file(path, pairs):
    """Return a file of Python, or a picture, with its words in Chinese."""
    source = (ROOT / path).read_text(encoding="utf-8")
    if path.endswith(".svg"):
        return PICTURE_TEXT.sub(lambda one: pairs.get(one[0], one[0]), source)
    return in_code(source, pairs)[0]


def contents(toc):
    """Return the table of contents: a page without a translation is a link."""
    here, settings = pages(), edition()
    number, parts = 0, []
    for part in toc["parts"]:
        chapters = []
        for page in part["chapters"]:
            number += bool(part.get("numbered"))
            name = Path(page["file"]).name
            if name not in here:
                title = settings["titles"].get(name, name)
                title = f"{number}. {title}" if part.get("numbered") else title
                page = {"url": f"{ENGLISH}{page['file']}", "title": title}
            chapters.append(page)
        caption = settings["captions"][part["caption"]]
        parts.append(part | {"caption": caption, "chapters": chapters})
    return {**toc, "parts": parts}


def numbers(toc):
    """Return the numbers of the chapters that have a translation."""
    chapters = [
        page["file"]
        for part in toc["parts"]
        if part.get("numbered")
        for page in part["chapters"]
    ]
    names = pages()
    return {
        page: number
        for number, page in enumerate(chapters, start=1)
        if Path(page).name in names
    }


def settings(config, toc):
    """Return the English settings of the book with what is Chinese in them."""
    words = edition()["settings"]
    options = config["sphinx"]["config"]
    config |= {"title": words["title"], "author": words["author"]}
    # Binder and Colab would open the English notebooks
    del config["launch_buttons"]
    options |= {
        "language": words["language"],
        "edition": EDITION,
        "chapter_numbers": numbers(toc),
        "nb_code_prompt_show": words["show_code"],
        "nb_code_prompt_hide": words["hide_code"],
    }
    options["html_css_files"].insert(1, "chinese.css")
    theme = options["html_theme_options"]
    theme["search_bar_text"] = words["search"]
    theme["logo"]["text"] = words["title"]
    return config


def compose():
    """Write the Chinese tree, but for what was built of it; return what is stale."""
    TREE.mkdir(parents=True, exist_ok=True)
    for old in TREE.iterdir():
        if old.name != "_build":
            shutil.rmtree(old) if old.is_dir() else old.unlink()
    here = pages()
    for folder in COPIED:
        shutil.copytree(ROOT / folder, TREE / folder, ignore=left_out)
    for file in COPIED_FILES:
        shutil.copy(ROOT / file, TREE)
    stayed = {}
    for name, source in here.items():
        text, stayed[name] = compose_page(name, source)
        (TREE / "book" / source.name).write_text(text, encoding="utf-8")
    for path, pairs in parts_of_module().items():
        (TREE / path).write_text(compose_file(path, pairs), encoding="utf-8")
    overlay = json.dumps(up_to_date_words(), ensure_ascii=False, indent=1)
    (TREE / "book" / "words_translated.json").write_text(overlay, encoding="utf-8")
    words = TREE / "book" / "_ext" / "search_words.toml"
    words.write_text(search_words(), encoding="utf-8")
    subset(TTFont(TEXTS / FONT), signs()).save(TREE / "ldp_course" / FONT)
    toc = yaml.safe_load((ROOT / "_toc.yml").read_text("utf-8"))
    config = yaml.safe_load((ROOT / "_config.yml").read_text("utf-8"))
    write_yaml("_config.yml", settings(config, toc))
    write_yaml("_toc.yml", contents(toc))
    return stayed


def search_words():
    """Return the words of the search, and to them the English names of terms."""
    text = (TEXTS / "search_words.toml").read_text(encoding="utf-8")
    known = ", ".join(tomllib.loads(text)["synonyms"]).split(", ")
    lines = [
        f"{json.dumps(english.lower())} = {json.dumps(names, ensure_ascii=False)}"
        for english, names, _ in checks.rows()
        if english.lower() not in known
    ]
    return "\n".join([text, *lines, ""])


def left_out(folder, names):
    """Return what is not copied: pages and what programs leave behind."""
    is_page = Path(folder) == ROOT / "book"
    return [
        name
        for name in names
        if name in ("__pycache__", ".ipynb_checkpoints")
        or is_page
        and name.endswith((".ipynb", ".md"))
    ]


def write_yaml(name, value):
    text = yaml.safe_dump(value, allow_unicode=True, sort_keys=False)
    (TREE / name).write_text(text, encoding="utf-8")


# ---- checking


def check_page(name, lock):
    """Return what is wrong on a page, and what is missing or stale on it."""
    parts, source = parts_of(name), source_of(name)
    wrong, stale = [], []
    for part, english, cell in cells_of(source):
        chinese = parts.pop(part, None)
        if not is_prose(cell):
            pairs = chinese or {}
            known = {text for _, text, _ in strings(english)}
            known |= {where[key] for where, key in texts_beside(cell)}
            wrong_here, stale_here = check_pairs(pairs, known)
            wrong_here += checks.faults_of_labels(pairs)
            beside = [where[key] for where, key in texts_beside(cell)]
            stale_here += missing([*beside, *shown(english)], pairs, typed(source))
        elif chinese is None:
            wrong_here, stale_here = [], [f"no Chinese for {short(english)}"]
        else:
            wrong_here, stale_here = check_prose(english, chinese, lock.get(part, []))
        wrong += [f"{name}, {part}: {fault}" for fault in wrong_here]
        stale += [f"{name}, {part}: {text}" for text in stale_here]
    stale += [f"{name}, {part}: English has no such part" for part in parts]
    return wrong, stale


def check_prose(english, chinese, then):
    ours, theirs = blocks(english), blocks(chinese)
    if len(then) != len(theirs):
        english_yet = {
            number: f"no Chinese for {short(text)}"
            for number, (one, text) in enumerate(zip(ours, theirs), start=1)
            if one == text and checks.has_words(text)
        }
        found = checks.faults_of_markdown(english, chinese)
        wrong = [
            f"paragraph {number}: {fault}"
            for number, fault in found
            if number not in english_yet
        ]
        return wrong, [*english_yet.values(), f"not accepted yet: {short(chinese)}"]
    shown = up_to_date(ours, theirs, then)
    stale = [
        f"English has changed: {short(part)}"
        for part, text in zip(ours, shown, strict=True)
        if text is None
    ]
    if stale or len(ours) != len(theirs):
        pairs = [(part, text) for part, text in zip(ours, shown, strict=True) if text]
        found = [fault for pair in pairs for fault in checks.faults(*pair)]
        return found, stale or ["English has fewer paragraphs"]
    found = checks.faults_of_markdown(english, chinese)
    return [f"paragraph {number}: {fault}" for number, fault in found], []


def check_pairs(pairs, known):
    wrong, stale = [], []
    for key, chinese in pairs.items():
        keyword, _, text = key.partition("=")
        english = text if key not in known and keyword.isidentifier() else key
        if english not in known:
            stale.append(f"English no longer says {short(key)}")
        if english not in known or english == chinese and not is_phrase(english):
            continue
        found = checks.faults(english, chinese, is_code=True)
        wrong += [f"{short(chinese)}: {fault}" for fault in found]
    return wrong, stale


@cache
def typed(source):
    """Return the texts that readers type: those of code in a page's prose."""
    prose = [text for _, text, cell in cells_of(source) if is_prose(cell)]
    code = re.findall(r"^```.*?^```|`[^`\n]+`", "\n\n".join(prose), re.M | re.S)
    return set(re.findall(r'"([^"\n]+)"', "\n".join(code)))


def missing(texts, pairs, stay=()):
    """Say which texts have no Chinese, not even as `keyword=text`."""
    known = {*pairs, *(key.partition("=")[2] for key in pairs), *stay}
    lacking = dict.fromkeys(text for text in texts if text not in known)
    return [f"no Chinese for {short(text)}" for text in lacking]


def short(text):
    text = " ".join(text.split())
    return repr(text if len(text) <= 60 else f"{text[:60]}…")


def pictures(source):
    """Return the files of a page's pictures."""
    text = "\n".join(text for _, text, _ in cells_of(source))
    return [f"book/_pictures/{name}.svg" for name in PICTURE.findall(text)]


def check_module():
    wrong, stale = [], []
    sources = {exercises(name): source for name, source in pages().items()}
    parts = {path: {} for path in sources if (ROOT / path).exists()}
    parts |= {path: {} for source in pages().values() for path in pictures(source)}
    for path, pairs in (parts | parts_of_module()).items():
        found = check_file(path, pairs, sources.get(path))
        wrong += found[0]
        stale += found[1]
    if lacking := set(signs()) - set(map(chr, TTFont(TEXTS / FONT).getBestCmap())):
        wrong.append(f"{FONT} lacks {''.join(sorted(lacking))}")
    return wrong, stale


def check_file(path, pairs, page):
    """Check a picture, or a file of Python; `page` is that of its exercises."""
    source, lacking = (ROOT / path).read_text(encoding="utf-8"), []
    if path.endswith(".svg"):
        texts = PICTURE_TEXT.findall(source)
        lacking = missing(texts, pairs)
    else:
        texts = [text for _, text, _ in strings(source)]
    wrong, stale = check_pairs(pairs, set(texts))
    if page:
        lacking = missing(shown(source), pairs, typed(page))
    return [[f"{path}: {text}" for text in part] for part in (wrong, stale + lacking)]


def tables_of_words():
    """Return the English and the Chinese table of page words."""
    folders = ROOT / "book", TEXTS
    return [tomllib.loads((at / "words.toml").read_text("utf-8")) for at in folders]


def up_to_date_words():
    """Return the Chinese table without what its English has left behind."""
    english, chinese = tables_of_words()
    ours, lock = flat(english), lock_of("words")

    def kept(table, before=""):
        if isinstance(table, str):
            key = before.removesuffix(".")
            return table if lock.get(key) == digest(ours.get(key, "")) else None
        if isinstance(table, list):
            parts = [kept(text, f"{before}{k}.") for k, text in enumerate(table)]
            return None if None in parts else parts
        parts = {key: kept(part, f"{before}{key}.") for key, part in table.items()}
        return {key: part for key, part in parts.items() if part is not None}

    return kept(chinese)


def check_words(lock):
    """Compare the tables of page words, key by key."""
    ours, theirs = map(flat, tables_of_words())
    wrong = [f"words.toml: no English {key}" for key in theirs.keys() - ours.keys()]
    stale = [f"words.toml: no Chinese {key}" for key in ours.keys() - theirs.keys()]
    for key in sorted(ours.keys() & theirs.keys()):
        found = checks.faults(ours[key], theirs[key], is_code=True)
        wrong += [f"words.toml, {key}: {fault}" for fault in found]
        if lock.get(key) != digest(ours[key]):
            stale.append(f"words.toml, {key}: English has changed: {short(ours[key])}")
    return wrong, stale


def flat(table, before=""):
    """Return the texts of a table of tables by their whole keys."""
    texts = {}
    for key, value in table.items():
        if isinstance(value, list):
            value = dict(enumerate(value))
        if isinstance(value, dict):
            texts |= flat(value, f"{before}{key}.")
        elif isinstance(value, str):
            texts[f"{before}{key}"] = value
    return texts


def check():
    """Return, for each page and table, what is wrong and what is missing or stale."""
    return {name: check_one(name) for name in [*pages(), MODULE, "words"]}


@cache
def check_one(name):
    if name == MODULE:
        return check_module()
    if name == "words":
        return check_words(lock_of(name))
    return check_page(name, lock_of(name))


# ---- accepting, and beginning


def accept(name, by):
    """Note who has done what for a page, unless something of it is wrong or missing.

    What its translator takes for right is locked: all of it, or one cell, `page#cell`.
    """
    name, _, only = name.partition("#")
    old = lock_of(name)
    lock = old if only or "translator" not in by else {}
    if "translator" in by:
        lock |= hashes(name, only)
    lock[BY] = old.get(BY, {}) | by
    found = check_words(lock) if name == "words" else check_page(name, lock)
    path = exercises(name)
    if (ROOT / path).exists():
        pairs = parts_of_module().get(path, {})
        found = [*found, *check_file(path, pairs, source_of(name))]
    here = f"{name}, {only}: " if only else ""
    if texts := [text for part in found for text in part if text.startswith(here)]:
        sys.exit("\n".join([*texts, f"{name} is not accepted."]))
    text = json.dumps(lock, indent=0, sort_keys=True)
    (TEXTS / f"{name}.lock").write_text(text + "\n", encoding="utf-8")


def hashes(name, only=""):
    if name == "words":
        return {key: digest(text) for key, text in flat(tables_of_words()[0]).items()}
    return {
        part: list(map(digest, blocks(english)))
        for part, english, cell in cells_of(source_of(name))
        if is_prose(cell) and part in parts_of(name) and only in ("", part)
    }


def begin(name):
    """Write a page to translate, and the feedback of its exercises; say its terms.

    What is not translated yet stands in English, and a phrase of code has "". What
    another page says in Chinese already is there.
    """
    source, known = source_of(name), {}
    for parts in (parts_of_module(), *map(parts_of, pages())):
        for pairs in parts.values():
            known |= pairs if isinstance(pairs, dict) else {}

    def pairs_of(texts):
        texts = dict.fromkeys(text for text in texts if text not in typed(source))
        found = {
            text: known.get(text, "" if is_phrase(text) else text) for text in texts
        }
        return "\n".join(
            ": ".join(json.dumps(one, ensure_ascii=False) for one in pair)
            for pair in found.items()
        )

    cells = {}
    for part, english, cell in cells_of(source):
        cells[part] = english
        if not is_prose(cell):
            beside = [where[key] for where, key in texts_beside(cell)]
            single = [
                text
                for _, text, _ in strings(english)
                if re.fullmatch("[A-Za-z]{2,}", text)
            ]
            cells[part] = pairs_of([*beside, *shown(english), *single])
    write_new(TEXTS / f"{name}.md", cells)
    if (ROOT / exercises(name)).exists():
        code = (ROOT / exercises(name)).read_text("utf-8")
        write_new(
            TEXTS / MODULE / f"{name}.md", {exercises(name): pairs_of(shown(code))}
        )
    prose = "\n".join(text for _, text, cell in cells_of(source) if is_prose(cell))
    prose = prose.lower()
    for term, names, row in checks.rows():
        if checks.says(prose, term):
            never = f" (never {row['forbidden']})" if row["forbidden"] else ""
            print(f"{term}: {' or '.join(names)}{never}  {row['note']}")
    marked = re.findall(
        r"(?<!\w)\*{1,2}([a-z][\w-]*(?: [\w-]+){0,2})\*{1,2}(?!\w)", prose
    )
    terms = {term.lower() for term, _, _ in checks.rows()}
    print("New?", ", ".join(dict.fromkeys(one for one in marked if one not in terms)))


def write_new(file, parts):
    if file.exists():
        sys.exit(f"{file} is there already.")
    texts = [f"<!-- {part} -->\n{text}\n" for part, text in parts.items() if text]
    file.write_text(
        parts[WHOLE] + "\n" if WHOLE in parts else "\n".join(texts), "utf-8"
    )


# ---- the font of figures


def signs():
    """Return the Chinese signs that figures can show: those of code."""
    texts = [text for pairs in parts_of_module().values() for text in pairs.values()]
    for name in pages():
        for part in parts_of(name).values():
            texts += part.values() if isinstance(part, dict) else []
    return "".join(sorted({sign for sign in "".join(texts) if sign > "\u2e80"}))


def make_font(file):
    """Keep of Noto Sans SC, a font or a collection of fonts, what figures may need.

    These are the 3,755 common signs of GB 2312, its punctuation, and what texts use.
    """
    fonts = TTCollection(file).fonts if file.endswith(".ttc") else [TTFont(file)]
    font = next(font for font in fonts if "SC" in font["name"].getDebugName(4))
    codes = [(row, k) for row in (*range(1, 4), *range(16, 56)) for k in range(1, 95)]
    common = [bytes(160 + k for k in code).decode("gb2312", "ignore") for code in codes]
    files = [file for file in TEXTS.rglob("*.*") if file.suffix in (".md", ".toml")]
    used = "".join(file.read_text("utf-8") for file in files)
    subset(font, "".join(common) + used).save(TEXTS / FONT)


def subset(font, text):
    subsetter = Subsetter(Options(layout_features=[], name_IDs=[0, 1, 2, 4, 6, 13, 14]))
    subsetter.populate(text=text)
    subsetter.subset(font)
    return font


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--release", action="store_true")
    parser.add_argument("--new", metavar="PAGE")
    parser.add_argument("--accept", nargs="+", default=[], metavar="PAGE")
    for role in ROLES:
        parser.add_argument(f"--{role}", metavar="NAME")
    parser.add_argument("--font", metavar="FILE")
    options = parser.parse_args()
    by = {role: name for role in ROLES if (name := getattr(options, role))}
    if options.accept and not by:
        parser.error("--accept wants to know who: --translator, --reader or --back")
    if options.new:
        return begin(options.new)
    if options.font:
        make_font(options.font)
    for name in options.accept:
        accept(name, by)
    found = check()
    for wrong, stale in found.values():
        print(*wrong, *stale, sep="\n", end="\n" if wrong or stale else "")
    wrong = sum(len(faults) for faults, _ in found.values())
    stale = sum(len(texts) for _, texts in found.values())
    print(f"{len(pages())} pages: {wrong} faults, {stale} texts missing or stale.")
    locks = [lock_of(name).get(BY, {}) for name in pages()]
    undone = {role: sum(role not in by for by in locks) for role in ROLES}
    print(*(f"{number} {ROLES[role]}." for role, number in undone.items() if number))
    return bool(wrong or options.release and stale)


if __name__ == "__main__":
    sys.exit(main())
