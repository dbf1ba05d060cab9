# What the Python package starts: training, sweeps, reports and generation in processes of the program.
root=$LENGTHEN_PRESETS/..
export PYTHONPATH="$root/python" PYTHONDONTWRITEBYTECODE=1
try /usr/bin/python3 "$root/test/python_trains.py" 2>words
cat words
