# `lengthen list` prints every preset and every entry of every list, except for two sublayers that every order has. Each
# entry has a summary and a source.
root=$(cd "$LENGTHEN_PRESETS/.." && pwd)
lengthen list --json | sed -n 's/.*"axis":"[^"]*","name":"\([^"]*\)".*/\1/p' | sort -u >listed
cat "$root"/src/nn/axes/*.def "$root"/src/data/*.def "$root"/src/train/*.def "$root"/src/evaluate/*.def \
    "$root"/src/metric/metrics.def | sed -n 's/^[A-Z_]*(\([a-z0-9_]*\).*/\1/p' | sort -u >there
comm -13 listed there
ls "$root/presets" | sed 's/\.yaml$//' | sort -u | comm -13 listed -
lengthen list --json | grep -v -e '"presets"' -e '"sweeps"' | grep -c -e '"summary":""' -e '"source":""'
lengthen list --json | grep -vc '^{"schema":"lengthen\.[a-z]*/1","axis":"[a-z]*","name":"[^"]*",'
# Formulas fit the page: no line wraps and leaves a word or two.
for entry in $(lengthen list architecture protocol curriculum metric --json |
    sed 's/.*"axis":"\([^"]*\)","name":"\([^"]*\)".*/\1\/\2/'); do
    lengthen show $entry | awk -v entry=$entry '/^[a-z]/ { formula = $0 == "definition"; n += /^(definition|source)$/; last = 0 }
        formula && last > 85 && length < 20 && NF > 0 { print entry ": " $0 } { last = length }
        END { if (n < 2 || n % 2) print entry " has no formula or no source" }'
done
[ "$(lengthen list mask | grep -c '^  [a-z]')" = "$(grep -c '^MASK(' "$root/src/nn/axes/masks.def")" ] || echo "masks are missing"
lengthen list encodings | tail -n 2 | sed 's/   *an/  an/'
# The summary of a sweep file is its first line, whatever its contents.
mkdir mine && printf '# One thing; and another: a third\ngrid: {seed: 1..2}\n' >mine/two.yaml
LENGTHEN_PRESETS=mine lengthen list sweeps | sed -n 's/^  two  *//p'
try lengthen list encodngs
try lengthen list zebra

echo an overview
lengthen list | wc -l | awk '{ print ($1 <= 36) }'
lengthen list | grep -E '^  (encoding|cell|optimizer|presets) '
lengthen list | awk '{ print $1 }' | sed '/^$/,$d' | sort >axes
lengthen list --json | sed 's/.*"axis":"\([^"]*\)".*/\1/' | sort -u | diff - axes
for axis in encoding norm sweeps; do
    lengthen list --json | grep -c "\"axis\":\"$axis\"" | tr '\n' ' '
done
lengthen list --all | grep -c 'another name for rope with'
lengthen list --all | wc -l | awk '{ print ($1 > 400) }'
