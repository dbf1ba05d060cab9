#!/bin/sh
# installed.sh: installs the wheel, trains and evaluates. run.sh runs it as an ordinary user, in a root file system with
# Python only.
set -eu
cd "$HOME"
python3 -m venv venv
venv/bin/pip install --quiet --no-compile --no-index --find-links /wheels 'lengthen[plot]'
export PATH="$HOME/venv/bin:$PATH" OMP_NUM_THREADS=1
lengthen train --preset quick --out runs/quick --quiet >said
lengthen eval runs/quick --lengths 5..20:5 --quiet >said
lengthen list >said
echo "ok      wheel: the program"
python /wheels/installed.py
