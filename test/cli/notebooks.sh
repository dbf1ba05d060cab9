# The examples as notebooks.
root=$LENGTHEN_PRESETS/..
export PYTHONPATH="$root/python" PYTHONDONTWRITEBYTECODE=1
try /usr/bin/python3 "$root/test/run_notebook.py" "$root/examples/first-steps.ipynb" "$root/examples/own-encoding.ipynb" 2>words
cat words
