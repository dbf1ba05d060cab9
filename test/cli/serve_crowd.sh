# A server of a sweep after damaged requests, and with 200 clients at once, half of which listen to events: all are
# served, damaged requests are refused, and it still ends on a signal.
printf 'set: {train.steps: 100}\ngrid: {task: [even_pairs, bucket_sort], seed: 0..9}\n' >two.yaml
lengthen sweep plan two.yaml --out two -q >plan
lengthen serve two --port 0 -q >url 2>words &
server=$!
await url
python3 $LENGTHEN_PRESETS/../test/fuzz_server.py "$(cat url)" 200 200 2>answers || cat answers
kill -TERM $server
wait $server
echo "-> $?"
cat words

# When clients disconnect, the server accepts new ones.
lengthen serve two --port 0 -q >place 2>words &
server=$!
await place
python3 $LENGTHEN_PRESETS/../test/closed_pages.py "$(cat place)"
kill -TERM $server
wait $server
echo "-> $?"
cat words
