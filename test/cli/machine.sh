# Speed is not tested, only told.
lengthen doctor --json | members
lengthen doctor --fast | cut -d ' ' -f 1 | grep -v warning
lengthen bench $tiny --task parity_check --encoding none --seconds 0.02 --json >lines
sed 's/.*"kind":"\([a-z]*\)".*/\1/' lines | sort -u
members <lines | sort -u
lengthen bench $tiny --task parity_check --encoding none --length 3 --seconds 0.02 -q | grep -c -e GFLOP -e speed-up
try lengthen bench --seconds 0
