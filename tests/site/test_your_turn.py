"""A reader's line is judged in the page, from the disk too, and stays there."""

import pytest
from visits import page_names

PAGE = "book/accuracy.html"
RIGHT = "np.exp(epsilon) / (n * (np.exp(epsilon) - 1) ** 2)"


def test_only_pages_with_a_field_have_the_script():
    assert len(page_names('<form class="your-turn"')) >= 18
    assert page_names("your_turn.js") == page_names('<form class="your-turn"')


def test_a_line_is_judged_and_stays(go, site):
    page = go((site / PAGE).as_uri(), width=390)
    cell = page.locator(".tag_your-turn", has=page.locator("form")).first
    form = cell.locator("form")
    cell.scroll_into_view_if_needed()  # only then comes the script
    form.wait_for()
    field, said = form.get_by_label("Your line: privacy ="), form.get_by_role("status")
    field.fill("0.75 / n")
    field.press("Enter")
    assert said.inner_text().replace("\N{NO-BREAK SPACE}", " ") == (
        "✗ standard_error(1, 1,000, 0.5) = 0.03162 is not right: this is for two coins,"
        " at every ε"
    )
    assert field.bounding_box()["width"] > 350
    field.fill(RIGHT)
    assert said.inner_text() == ""
    form.get_by_role("button", name="Check").click()
    assert said.inner_text() == "✓ standard_error(epsilon, n, share) is right"
    page.reload()
    cell.scroll_into_view_if_needed()
    form.wait_for()
    assert field.input_value() == RIGHT
    assert said.inner_text() == "✓ standard_error(epsilon, n, share) is right"
    page.emulate_media(media="print")
    assert not form.is_visible() and page.complaints == []


@pytest.mark.deep
def test_without_a_script_there_is_the_cell_and_the_way_to_run_it(go, site):
    page = go((site / PAGE).as_uri(), java_script_enabled=False)
    cell = page.locator(".tag_your-turn").first
    assert "privacy = ..." in cell.inner_text()
    assert cell.get_by_role("link", name="Run this chapter").is_visible()
    assert not cell.get_by_role("textbox").is_visible()
