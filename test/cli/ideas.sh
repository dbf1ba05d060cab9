# Trains and evaluates each idea of examples/ideas.txt, and checks that the run's config contains it.
n=0
grep '^--' "$LENGTHEN_PRESETS/../examples/ideas.txt" >ideas
while read -r flags; do
    n=$((n + 1))
    eval "set -- $flags"
    lengthen train $tiny --task reverse_string "$@" --steps 5 --out run$n -q >/dev/null </dev/null
    lengthen eval run$n --lengths 4..12:4 --json -q </dev/null | grep -c '"length"'
    grep -E '^(encoding.bias|encoding.frequency|mask.formula|scale.formula|mixer.formula|schedule.formula): "?[^"]' run$n/config.yaml
done <ideas

# A formula in a file is the same run as on the command line.
cat >root.yaml <<END
name: root
summary: a penalty that grows with a power of the distance
source: an idea
encoding:
  bias: -exp( s )*abs(d)^power
  parameters: {"s[head]": -2}
  numbers: {power: 0.5 >= 0 <= 1}
END
lengthen show root.yaml
lengthen show root.yaml --json | grep -o '"axis":"[^"]*","name":"[^"]*"'
lengthen train $tiny --task reverse_string --encoding root.yaml --steps 5 --out file -q >/dev/null
lengthen train $tiny --task reverse_string --encoding formula --encoding.bias '-exp(s)*abs(d)^power' \
    --encoding.parameters 's[head] = -2' --encoding.numbers 'power = 0.5 >= 0 <= 1' --steps 5 --out flags -q >/dev/null
cmp file/model.safetensors flags/model.safetensors && echo the same bytes
for run in file flags; do lengthen show $run --json | sed 's/.*"hash":"\([^"]*\)".*/\1/'; done | uniq | wc -l
lengthen inspect encoding root.yaml --length 3 --heads 1 --json
cat >grid.yaml <<END
base: flags/config.yaml
set: {train.steps: 2}
grid: {encoding: [rope, root.yaml]}
END
lengthen sweep plan grid.yaml --out s -q >/dev/null
lengthen sweep run s -q --format json | grep -o '"done":[0-9]*' | tail -n 1
# Another number, and other frequencies, at test time.
lengthen eval file --encoding.numbers 'power = 0.25' --lengths 4 --json -q | grep -c '"length"'
lengthen train $tiny --task reverse_string --encoding rope --steps 5 --out rope -q >/dev/null
lengthen eval rope --encoding.frequency 'base^(-2*k/r)/4' --lengths 4 --json -q | grep -c '"length"'
try lengthen train --encoding nowhere.yaml
try lengthen train --mask root.yaml
echo 'encoding: {bais: d}' >typo.yaml
try lengthen train --encoding typo.yaml
echo 'encoding: {bias: "exp(d"}' >wrong.yaml
try lengthen train --encoding wrong.yaml
echo 'name: nothing' >none.yaml
try lengthen show none.yaml
try lengthen eval file --encoding.bias 'w*d'
