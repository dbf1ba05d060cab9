# Formulas of an attention bias and of a schedule. The config stores their canonical text, and another run with this
# config has the same bytes. The run can be evaluated and inspected like any other.
lengthen help formula | head -n 8
lengthen train $tiny --task reverse_string --encoding formula --encoding.bias ' -exp( s )*abs(d)^.50' \
    --encoding.parameters 's[head]=-2' --steps 10 --out a -q >/dev/null
grep -E '^encoding' a/config.yaml
lengthen inspect run a --json | grep -o '"name":"[^"]*formula[^"]*","shape":[^"]*'
lengthen train --config a/config.yaml --out b -q >/dev/null
cmp a/model.safetensors b/model.safetensors && echo the same bytes
lengthen show a --json | sed 's/.*"hash":"\([^"]*\)".*/\1/' >hash
lengthen show b --json | sed 's/.*"hash":"\([^"]*\)".*/\1/' | cmp - hash && echo the same run
lengthen inspect encoding formula --encoding.bias 'tanh(d/10)*(head+1)' --length 3 --heads 2 --json
lengthen eval a --lengths 1..20:10 --json -q | grep -c '"length"'
lengthen train $tiny --task reverse_string --schedule formula --schedule.formula 'min(step/5, 1)' --steps 10 --out c -q >/dev/null
grep -E '^schedule' c/config.yaml
# In a sweep a grid of formulas has labels.
cat >s.yaml <<END
base: a/config.yaml
set: {train.steps: 2}
grid:
  bias:
    root: {encoding.bias: -exp(s)*abs(d)^0.5}
    line: {encoding.bias: -exp(s)*abs(d)}
END
lengthen sweep plan s.yaml --out s --format csv -q | head -n 1
lengthen sweep run s -q --format json | grep -o '"done":[0-9]*' | tail -n 1
for bias in 'dd' 'exp(d' 'head' 'd/0' 'w[2]*d' 's*d'; do
    try lengthen train $tiny --task reverse_string --encoding formula --encoding.bias "$bias" --out x
done
try lengthen train $tiny --task reverse_string --encoding formula --encoding.parameters 's[dim]=1' --out x
try lengthen train $tiny --task reverse_string --schedule formula --schedule.formula 'stp' --out x
try lengthen eval a --encoding.bias d -q
try lengthen help formul
