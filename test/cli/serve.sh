# `lengthen serve`: its answers, the requests that it refuses, and its end on a signal.
cat >two.yaml <<'EOF'
title: "Two </script> encodings"
set: {train.steps: 100, curriculum.lengths: 1..4, eval.lengths: 1..8}
grid: {task: [even_pairs, bucket_sort], seed: 0..1}
EOF
lengthen sweep plan two.yaml --out two -q >plan
lengthen serve two --port 0 --json >url 2>words &
server=$!
await url
url=$(sed 's/.*"url":"\([^"]*\)".*/\1/' url)
port=${url##*:}
sed 's/:[0-9]*\/"/:PORT"/' url
grep -v Node words

get() { # PATH FLAGS...: status and type
    path=$1
    shift
    curl -sS --path-as-is -o body -w "%{http_code} %{content_type} $path $*\n" "$@" "$url$path"
}
get ""
grep -c '^<!doctype html>' body
get api/sweep
sed 's/"left":[0-9.]*/"left":X/' body; echo
get api/page
head -c 42 body; echo
grep -c '"title":"Two \\u003C/script\\u003E encodings"' body
get api/page -I
curl -sS -N --max-time 2 "${url}api/events" 2>/dev/null | head -n 2 | cut -c 1-54
curl -sS -D - -o /dev/null "$url" | tr -d '\r' | grep -E '^(Content-Security-Policy|X-|Cache|Referrer)' | cut -c 1-40

# The sweep file may be edited while the server runs: the page gets the new layout; if the file has an error, the page
# stays unchanged.
becomes() { # TEXT: waits up to a minute until the page's data contains it
    for i in $(seq 60); do
        get api/page >answer
        grep -q "$1" body && break
        sleep 0.5
    done
    grep -o "$1" body
}
sed -i 's/^title:.*/select: {rows: seed, columns: task}/' two/sweep.yaml
becomes '"rows":\[1\],"columns":\[0\]'
sed -i 's/^select:.*/select: {rows: nobody}/' two/sweep.yaml
for i in $(seq 60); do grep -q "was not updated" words && break; sleep 0.5; done
grep -c "was not updated" words
sed -i 's/^select:.*/select: {rows: [task, seed]}/' two/sweep.yaml
becomes '"rows":\[0,1\]'

# The sweep is trained while no client is connected: then either the first page has its runs, or events announce newer
# data, and the next page has the runs.
lengthen sweep plan two.yaml --out idle -q >plan
lengthen serve idle --port 0 -q >place 2>idle_words &
idle=$!
await place
lengthen sweep run idle -q >plan 2>&1
curl -sS "$(cat place)api/page" >body
all='"state":\[2,2,2,2\]'
grep -q "$all" body || curl -sS -N --max-time 60 "$(cat place)api/events" 2>/dev/null | grep -m 1 '"version":[2-9]' >event
curl -sS "$(cat place)api/page" | grep -o "$all"
kill $idle
wait $idle
cat idle_words

# Other requests are refused: files, other addresses or methods, large requests.
get ../../../../../../etc/passwd
get %2e%2e/%2e%2e/etc/passwd
get api/pages
get api/../two/manifest.jsonl
get "" -X POST -d x=1
get "" -X DELETE
get "" -X GET -d body
get "" -H "Host: elsewhere.example"
get "" -H "Host: localhost:1"
long=$(head -c 40000 /dev/zero | tr '\0' x)
curl -sS -o body -w '%{http_code}\n' "$url$long"
curl -sS -o body -w '%{http_code}\n' -H "Long: $long" "$url"

# A second server cannot use the same port. Both servers end on a signal.
lengthen serve two --port "${port%/}" 2>&1 | sed 's/port [0-9]*/port N/'
kill -TERM $server
wait $server
echo "-> $?"
timeout --preserve-status -s INT 2 lengthen serve two --port 0 -q >/dev/null 2>&1
echo "-> $?"
try lengthen serve
try lengthen serve nowhere
try lengthen serve two --port 70000
