# The literature's names of rotary extensions, as choices, as values of encoding.scaling, and as other programs' flags.
for name in yarn ntk dynamic_ntk pi llama3 rerope self_extend partial_rotary; do
    lengthen show $name | head -1
    lengthen train --encoding $name --print-config | grep -c '^encoding: rope '
done
for name in yarn pi linear ntk dynamic llama3; do
    lengthen train --encoding rope --encoding.scaling $name --print-config | sed -n 's/^\(encoding.\(frequencies\|dynamic\|temperature\): [a-z0-9._]*\) .*/\1/p' | tr '\n' ' '
    echo
done
try lengthen train --encoding longrope
try lengthen train --encoding rope --encoding.scaling longrope --encoding.factors '1 x'
try lengthen train --encoding self_extend --encoding.compress 2
for name in rope-scaling rope_theta partial-rotary-factor; do
    try lengthen train --$name=1
done

# These names in the evaluation of a trained model, and in a grid.
lengthen train --task reverse_string --encoding rope --steps 5 --width 16 --heads 2 --blocks 1 --curriculum.lengths 1..5 \
    --lengths 4,9 --eval.sequences 4 --out run -q >log
lengthen eval run -q --variant 'yarn: encoding.scaling: yarn, encoding.extension: 2' | grep '^encoding.temperature\|run, yarn: differs'
printf 'title: t\nset: {encoding.extension: 2}\ngrid: {encoding: [self_extend, rope], encoding.scaling: [yarn, pi]}\n' >grid.yaml
lengthen sweep plan grid.yaml --dry-run | grep encoding
# With an extension factor of 1 these names change nothing.
lengthen eval run --encoding yarn --lengths 9 2>&1 | grep -o 'warning: .* is 1'
