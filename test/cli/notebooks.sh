# The examples as notebooks, run by Jupyter.
root=$LENGTHEN_PRESETS/..
export PYTHONPATH="$root/python" PYTHONDONTWRITEBYTECODE=1
export IPYTHONDIR="$PWD/ipython" MPLCONFIGDIR="$PWD/matplotlib" JUPYTER_RUNTIME_DIR="$PWD/runtime"
export PYDEVD_DISABLE_FILE_VALIDATION=1 # otherwise Jupyter warns about its debugger
try /usr/bin/python3 "$root/test/run_notebook.py" "$root/examples/first-steps.ipynb" "$root/examples/own-encoding.ipynb" 2>words
cat words
