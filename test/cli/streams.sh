# A closed pipe ends the program without a message; a full disk and a closed stream are errors.
{ lengthen sample bucket_sort --count 20000 --json; echo "-> $?" >status; } | head -n 1 | cut -c 1-40
cat status
{ lengthen sample bucket_sort --count 1000000000; echo "-> $?" >status; } | head -n 1 | cut -c 1-5
cat status
lengthen list >/dev/full
echo "-> $?"
lengthen sample bucket_sort --count 1000 --json >/dev/full
echo "-> $?"
lengthen list >&-
echo "-> $?"
