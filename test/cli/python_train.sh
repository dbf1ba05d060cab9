# What the package of Python starts: trainings, sweeps, reports and answers in processes of the program.
root=$LENGTHEN_PRESETS/..
export PYTHONPATH="$root/python" PYTHONDONTWRITEBYTECODE=1
try /usr/bin/python3 "$root/test/python_trains.py" 2>words
cat words
