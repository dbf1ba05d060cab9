"""Published programs that tools/published.py compares our models with: one file each, exporting PROGRAM."""
