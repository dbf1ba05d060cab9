# The remaining work of a sweep is estimated from finished runs, and is equal in all outputs. Interrupted runs are
# distinguished from runs that were not begun.
small='model: {width: 8, heads: 2, blocks: 1, feed_forward: 8}, curriculum.lengths: 1..4, eval: {lengths: 1..8, sequences: 2}'
echo "{set: {$small, train: {steps: 10, batch: 4}}, grid: {seed: 1..4}}" >short.yaml
lengthen sweep plan short.yaml --out a -q
lengthen sweep worker a --shard 0/4 -q
lengthen sweep merge a -q >/dev/null
python3 - a/registry.sqlite <<'END'
import sqlite3, sys
registry = sqlite3.connect(sys.argv[1])
took = ("2026-01-01T00:00:00Z", "2026-01-01T00:02:00Z")
registry.execute("UPDATE runs SET attempts = 1, started = ?, finished = ?, seconds = 60 WHERE state = 'done'", took)
registry.commit()
END
lengthen sweep status a | grep -o 'about .* on one thread'
lengthen sweep status a --json | sed -n 's/.*"thread_seconds_left":\([0-9.e+]*\).*/\1/p' | xargs printf '%.3f\n'
timeout 5 lengthen sweep status a --watch | head -n 1

# Before any run is done, the estimate uses the speed so far, including the speed of interrupted runs.
lengthen sweep plan short.yaml --out d -q
lengthen sweep merge d -q >/dev/null
left_after() {
    python3 - "$1" <<'END'
import sqlite3, sys
registry = sqlite3.connect("d/registry.sqlite")
registry.execute("UPDATE runs SET step = 5, steps = 10, seconds = ? WHERE position = 0", (float(sys.argv[1]),))
registry.commit()
END
    lengthen sweep status d --json | sed -n 's/.*"thread_seconds_left":\([0-9.e+]*\).*/\1/p' | head -n 1
}
echo "$(left_after 60) $(left_after 600)" | awk '{ printf "%.3f times, %s\n", $2 / $1, ($1 > 60 ? "above" : "below") }'

echo "{set: {$small, train: {steps: 6000, batch: 4, checkpoint_every: 20}}, grid: {seed: 1..2}}" >long.yaml
lengthen sweep plan long.yaml --out b -q
lengthen sweep run b -j 1 >words 2>&1 &
run=$(sed -n 's/^{"id":"\([0-9a-f]*\)".*/\1/p' b/manifest.jsonl | head -n 1)
await b/runs/$run/state.safetensors
kill -TERM $!
wait $!
echo "TERM -> $?"
share=$(lengthen sweep status b | sed -n 's/^\([0-9]*\) % of the work.*/\1/p')
echo "its last line has the share that status tells: $(grep '^2 runs' words | tail -n 1 | grep -c "^2 runs $share%|")"
told() {
    lengthen sweep status b | sed -n 2,3p
    lengthen sweep status b --runs | awk -v run=$run '$1 == run { print $2, $3, ($NF > 19 ? "its step" : $NF) }'
}
told
rm b/registry.sqlite*
told

# Reports and status have the title of sweep.yaml, and agree about the state of each run: interrupted, or trained and
# evaluated at other lengths than those of the plan.
lengthen report b --tables runs,best --figures "" -q -o said
grep "$run" said/tables/runs.md | cut -d '|' -f 4
grep '^| reverse' said/tables/best.md
grep -o '[0-9]* interrupted.*tested)' said/report.md
echo "{set: {$small, train: {steps: 10, batch: 4}}, grid: {encoding: [none, rope]}}" >tests.yaml
lengthen sweep plan tests.yaml --out c -q
lengthen sweep run c -j 1 -q >/dev/null
sed 's/1..8/1..12/; s/^{/{title: Twelve tokens, /' tests.yaml >longer.yaml
lengthen sweep plan tests.yaml --out c | head -n 1
lengthen sweep plan longer.yaml --out c | head -n 1
lengthen sweep status c | sed 's/about .* left/about TIME left/' | head -n 4
lengthen sweep status c --json | grep -c '"thread_seconds_left":0.0}' # tests are counted
sed -i 's/Twelve/A dozen/' c/sweep.yaml
mv c "a folder"
lengthen sweep plan "a folder/sweep.yaml" | head -n 1
mv "a folder" c
lengthen sweep status c | head -n 1
lengthen report c --tables best,runs --figures ""
cat c/report/tables/best.md
cut -d '|' -f 1-5 c/report/tables/runs.md | sed 1,4d

# Without a registry, a run with an unreadable record is reported, counts as planned, and does not hide the others.
run=$(sed -n 's/^{"id":"\([0-9a-f]*\)".*/\1/p' c/manifest.jsonl | head -n 1)
mv c/runs/$run/run.json record
mkdir c/runs/$run/run.json
rm c/registry.sqlite*
try lengthen sweep status c | grep -e 'runs:' -e '->'
try lengthen sweep merge c
cp -r c e && rm -r e/runs/$run && try lengthen sweep merge e c
rmdir c/runs/$run/run.json
mv record c/runs/$run/run.json
try lengthen sweep merge c
