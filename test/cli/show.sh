lengthen show rope | grep -v '^  [^-]'
try lengthen show none | sed -n '1p; $p'
lengthen show encoding/none scale/one | grep /
lengthen show train.lr
lengthen show positions.L
lengthen show rope --json | members
lengthen show quick | grep '^train.steps' | sed 's|[^ ]*quick.yaml:[0-9:]*|quick.yaml|'
try lengthen show
try lengthen show ropes
try lengthen show zebra
