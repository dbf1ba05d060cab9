# `lengthen theorem` proves theorems by construction. Numbers differ between kernels and precisions: only the statements
# that hold are compared.
lengthen theorem 1 >one
sed -n 1,3p one
awk '/^claim/ { on = 1 } on { print $1, $2, $5 }' one
lengthen theorem 2 --length 20 --width 16 --heads 2 --seed 3 >two
sed -n 1,3p two
awk '/^claim/ { on = 1 } on { print $1, $2, $5 }' two

# Coordinate 3 of the tokens 1, 8, 16, ...: the theorem's value and the model's, rounded.
awk '/^token  / { on = 1; next } /^$/ { on = 0 } on { printf "%d %.2f %.2f %.2f %.2f\n", $1, $2, $3, $4, $5 }' one

# Both theorems; the same numbers again with the same seed; other numbers with another seed.
lengthen theorem | grep -c holds
lengthen theorem --json >lines
lengthen theorem --json --seed 0 | cmp lines -
lengthen theorem --json --seed 1 | cmp -s lines - && echo the same numbers
members <lines | sort | uniq -c | sed 's/^ *//'
sed 's/.*"theorem":\([12]\),"claim":"\([a-z_]*\)".*"block":"\([a-z_]*\)".*"holds":\([a-z]*\),.*"shape":\([^]]*\]\).*/\1 \2 \3 \4 \5/' lines

lengthen theorem 2 -v --length 9 | sed -n 4,9p

# The smallest sizes.
lengthen theorem 1 --length 2 | grep -c holds
lengthen theorem 2 --length 4 --width 5 --heads 1 | grep -c holds

try lengthen theorem 3
try lengthen theorem one
try lengthen theorem 1 2
try lengthen theorem 1 --length 1
try lengthen theorem --length 3
try lengthen theorem 1 --width 4
try lengthen theorem 1 --heads 5
try lengthen theorem 1 --lenght 5
try lengthen theorem 1 --encoding rope
try env LENGTHEN_KERNELS=foo lengthen theorem 1
