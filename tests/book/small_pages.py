"""The pages of the small books."""

from tests.book.small_book import notebook

GLOSSARY = r"""# Glossary

:::{glossary}
bias
unbiased
  How far an *estimate* is from the {term}`truth`. It is at most
  $e^\varepsilon-1$, or $1/\sqrt{N}$ & more.

channel
  One sentence. A second one that is so long that the meaning would have more than a
  hundred and fifty letters, so that it is left to the page itself, which has all of
  them.

hash function
  A fixed rule.

property
  What somebody has.

truth
  What is.

ε
  A number.
:::
"""
PROSE = [
    "# A bias in the title\n\n"
    "An `unbiased` [channel](glossary.md), $truth$: *Hash\nfunctions*. Pre-bias, εδ.",
    "An unbiased hash function.\n\n| truth |\n|---|\n| truth |",
    "> **Bias** again; the channel-less channels of two properties, and one property.",
    """## Check yourself

**1. What is the truth?**

a. The truth

b. No truth

<details><summary>Answer</summary>

**a.** The truth.

**b.** No truth.

</details>""",
    "## Exercises\n\nThe truth.",
    "## Take-aways\n\nThe untruth is no TRUTH.",
]


FORMULAS = r"""# Formulas

Inline $e^{\varepsilon}$, and {eq}`odds` below.

$$\frac{p}{1 - p} \le e^{\varepsilon}$$ (odds)

$$q = 1 - p$$

\begin{align}
a &= b \\
c &= d
\end{align}

\begin{align*}
e &= f
\end{align*}

With $n$, and 5 % of $k$ = 2.
"""


QUESTIONS = r"""# Numbers

## Check yourself

**1. Which of these is *even*?**

a. 3

b. $\sqrt{16}$

<details><summary>Answer</summary>

**b.** It is 4, and $4 = 2 \cdot 2$; see [numbers](numbers.md).

**a.** Dividing it by two leaves “1 & more”.

</details>

**2. How many sides has a square?**

a. four

b. five

c. The square of the number that nobody said.

<details><summary>Answer</summary>

**a.** Count them.

**b.** That is a pentagon.

**c.** Nobody said one.

</details>

## Exercises

<details><summary>Answer</summary>

**a.** Not a question.

</details>
"""


PICTURE = 'A curve with "two" tails & a middle part, which together are the whole area.'

ASKS = (
    '# One & only chapter\n\nBefore.\n\n> **The question.** How many of "us"?\n\n'
    + 500 * "word "
)
RUN = "# Run\n\n```{course-folder}\n```\n"
ERRATA = "# Errata\n\n## Report a mistake\n\nHow.\n"

WHOLE = {
    "start.md": "# Start\n\nNo truth is marked on a page that is no chapter.\n",
    "chapter.ipynb": notebook(*(f"#: {text}" for text in PROSE)),
    "glossary.md": GLOSSARY,
    "formulas.md": FORMULAS,
    "numbers.md": QUESTIONS,
    "shows.md": f"# Shows\n\n:::{{picture}} binomial\n{PICTURE}\n:::\n",
    "asks.md": ASKS,
    "errata.md": ERRATA,
    "reads.ipynb": notebook(
        "#: # Reads", "print(open('../ldp_course/module.py').read())"
    ),
    "run.md": RUN,
}

FAULTY_FORMULAS = [r"\frac{1", r"\nosuchcommand", r"a \\ b", "1 – 2"]
FAULTY = {
    "asks.md": ASKS,
    "errata.md": ERRATA,
    "run.md": RUN,
    "formulas.md": "# Faults\n\n"
    + "\n\n".join(f"${formula}$\n\n$${formula}$$" for formula in FAULTY_FORMULAS),
    "unexplained.md": QUESTIONS.replace("**b.** That is a pentagon.", ""),
    "wrong.md": "# Wrong\n\n:::{picture} nothing\n:::\n\n"
    ":::{picture} binomial\nA curve.\n:::\n",
    "raises.ipynb": notebook("1 / 0"),
}
