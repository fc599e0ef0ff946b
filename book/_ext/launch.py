"""Fill each chapter's menu of places to run it.

In the browser: always, from the JupyterLite that tools/lite.py builds next to the
pages. Binder and Colab: the theme's own buttons, where the book's repository has an
address; without one the theme cannot make their links, and fails.
"""

IN_BROWSER = {
    "type": "link",
    "text": "In your browser (30 MB)",
    "tooltip": "Open this chapter in Jupyter, in your browser: "
    "about 30 MB on the first visit",
    "icon": "fas fa-play",
    "label": "launch-browser",
}


def leave_out_what_needs_an_address(app):
    options = app.config.html_theme_options
    if not options.get("repository_url"):
        options.pop("launch_buttons", None)


def add_launch_in_browser(app, pagename, templatename, context, doctree):
    if context.get("page_source_suffix") != ".ipynb":
        return
    menus = context["header_buttons"]
    menu = next((menu for menu in menus if menu.get("label") == "launch-buttons"), None)
    if menu is None:
        menu = {"type": "group", "label": "launch-buttons", "buttons": []}
        menu["icon"] = "fas fa-rocket"
        menus.insert(0, menu)
    menu["tooltip"] = "Run this chapter"
    start = context["pathto"]("lite/start.html", 1)
    menu["buttons"].insert(0, {**IN_BROWSER, "url": f"{start}?path={pagename}.ipynb"})


def setup(app):
    app.connect("builder-inited", leave_out_what_needs_an_address)
    # after the theme has made its buttons
    app.connect("html-page-context", add_launch_in_browser, priority=502)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
