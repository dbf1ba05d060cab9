# A reader that leaves is no error to talk about; a full disk is one, and so is a closed stream.
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
