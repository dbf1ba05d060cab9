# An error on the command line is reported, and no work is done.
try lengthen trian
try lengthen zebra
try lengthen train --stepz 10
try lengthen train --no-such-thing 1
try lengthen list --steps 10
try lengthen train -x
try lengthen train --lr
try lengthen train --lr --seed 1
try lengthen train --json=yes
try lengthen train parity_check
try lengthen train --steps ten
try lengthen train --lr=-1
try lengthen train --task parity
try lengthen train --encoding ropee
try lengthen train --eval.dropout=maybe
try lengthen train --positions.L 64
try lengthen train --preset slow
try lengthen eval
try lengthen eval nowhere
try lengthen inspect
try lengthen inspect weights
try lengthen bench now
ls
