"""A page with explorers and nothing else."""

from ldp_course.explore.page import script as explore_script
from ldp_course.explore.page import style


def page_text(explorers, theme="light", script_first=True):
    script = f"<script>{explore_script()}</script>"
    body = "\n".join(explorer.to_html() for explorer in explorers)
    return (
        f'<!doctype html><html lang="en" data-theme="{theme}">'
        '<head><meta charset="utf-8">'
        '<title>Explorers</title><meta name="viewport" content="width=device-width">'
        f"<style>body {{ margin: 8px; font-family: sans-serif }} {style()}</style>"
        f"{script if script_first else ''}</head>"
        f"<body>{body}{'' if script_first else script}</body></html>"
    )
