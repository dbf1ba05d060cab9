# The Python package starts processes of the program for training, sweeps, reports and generation.
root=$LENGTHEN_PRESETS/..
export PYTHONPATH="$root/python" PYTHONDONTWRITEBYTECODE=1
try /usr/bin/python3 "$root/test/python_trains.py" 2>words
cat words
