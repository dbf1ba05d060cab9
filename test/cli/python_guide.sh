# Runs every code block of doc/python.md, from top to bottom.
root=$LENGTHEN_PRESETS/..
export PYTHONPATH="$root/python" PYTHONDONTWRITEBYTECODE=1 MPLBACKEND=agg MPLCONFIGDIR="$PWD/matplotlib"
try /usr/bin/python3 "$root/test/run_notebook.py" "$root/doc/python.md" 2>words
cat words
