"""The markup: readable without a script, safe, the same everywhere."""

import re
import subprocess
import sys
from pathlib import Path

from ldp_course.explore import Bars, Picture, explore
from tests.explore.specimens import grid, make, picture

ROOT = Path(__file__).parents[2]


def test_it_can_be_read_without_a_script():
    text = make(try_this="Move ε.", notice="It <b>shrinks</b>.").to_html()
    readable = re.sub(r"<script.*?</script>", "", text, flags=re.DOTALL)
    assert "Jobs at ε" in readable and "At ε = 1 with 1,000 people." in readable
    assert "Move ε." in readable and "It &lt;b&gt;shrinks&lt;/b&gt;." in readable
    cells = re.findall(r"<t[hd]\b[^>]*>(.*?)</t[hd]>", readable)
    assert cells[:5] == ["job", "true", "estimate", "estimate, low", "estimate, high"]
    assert cells[5:7] == ["Sales", "3650"] and cells[15:17] == ["&lt;none&gt;", "32561"]


def test_no_text_of_a_chapter_can_end_the_script():
    nasty = explore(
        lambda n: Picture(
            [Bars("</script><b>", x=["</script>", "<!--"], y=[n, 2])], "</script>"
        ),
        n=[1, 2],
        title="</script> a",
        x="<i>",
        y="&",
    )
    assert nasty.to_html().count("</script>") == 2
    assert grid(nasty)["series"][0]["label"] == "</script><b>"
    table = "Numbers: &lt;/script&gt; a"
    assert f'aria-label="{table}"' in nasty.to_html()


def test_drawn_sliders_are_written_out():
    epsilon, n = grid(make(epsilon=[0.001, 1 / 3, 2], n=[100, 10**9]))["sliders"]
    assert epsilon["label"] == "ε (privacy loss)" and n["label"] == "N (people)"
    assert epsilon["values"] == ["0.001", "0.3333", "2"] and n["values"] == [
        "100",
        "1,000,000,000",
    ]
    named = explore(
        lambda bits_sent: picture(1, bits_sent),
        bits_sent=[1, 2],
        title="t",
        x="x",
        y="y",
    )
    assert grid(named)["sliders"][0]["label"] == "bits sent"
    assert grid(make(labels={"n": "size N"}))["sliders"][1]["label"] == "size N"


def test_the_markup_is_the_same_in_another_process():
    code = (
        "import sys; from tests.explore.specimens import make; "
        "sys.stdout.buffer.write(make().to_html().encode())"
    )
    other = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, check=True, cwd=ROOT
    )
    assert other.stdout.decode() == make().to_html()
