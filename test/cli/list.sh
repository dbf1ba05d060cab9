# Every entry of every axis has a summary and a source.
lengthen list --json | sed 's/.*"axis":"\([^"]*\)","name":"\([^"]*\)".*/\1 \2/'
lengthen list --json | grep -v -e '"presets"' -e '"sweeps"' | grep -c -e '"summary":""' -e '"source":""'
lengthen list --json | grep -vc '^{"schema":"lengthen\.[a-z]*/1","axis":"[a-z]*","name":"[^"]*",'
# Formulas fit the page: no line of one is wrapped into a rest of a word or two.
for entry in $(lengthen list architecture protocol curriculum metric --json |
    sed 's/.*"axis":"\([^"]*\)","name":"\([^"]*\)".*/\1\/\2/'); do
    lengthen show $entry | awk -v entry=$entry '/^[a-z]/ { formula = $0 == "formula"; n += /^(formula|source)$/; last = 0 }
        formula && last > 85 && length < 20 && NF > 0 { print entry ": " $0 } { last = length }
        END { if (n < 2 || n % 2) print entry " has no formula or no source" }'
done
lengthen list mask | grep -c '^  [a-z]'
lengthen list encodings | tail -n 2
# A summary is the first line of the file, whatever stands in it.
mkdir mine && printf '# One thing; and another: a third\ngrid: {seed: 1..2}\n' >mine/two.yaml
LENGTHEN_PRESETS=mine lengthen list sweeps | sed -n 's/^ *two  *//p'
try lengthen list encodngs
try lengthen list zebra
