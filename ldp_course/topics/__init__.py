"""What the later chapters import: one room for each, with the chapter's name.

A room imports the core beside this folder, and seldom another room; the core imports no
room.
"""
