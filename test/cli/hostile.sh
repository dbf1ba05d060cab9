# Malicious config files: deeply nested, large, endless, or of other file types.
many() { # COUNT TEXT: the text that many times, on a line
    awk -v count="$1" -v text="$2" 'BEGIN { for (i = 0; i < count; i++) printf "%s", text; print "" }'
}
many 20000 '{a: ' >deep.yaml
many 20000 '[' >list.yaml
many 3000000 a >long.yaml
{
    echo 'a: &a 1'
    last=a
    for name in b c d e f g h i j k l m n o p; do
        echo "$name: &$name [*$last, *$last, *$last, *$last, *$last, *$last, *$last, *$last, *$last]"
        last=$name
    done
} >bomb.yaml
echo 'base: second.yaml' >first.yaml
echo 'base: first.yaml' >second.yaml
echo 'base: self.yaml' >self.yaml
printf 'train.steps: 1\0000\n' >zero.yaml
printf 'task: \351\n' >latin.yaml
echo '? {a: b} : 3' >key.yaml
echo 'train.steps: 1e400' >huge.yaml
echo 'train.steps:' >none.yaml
printf 'train.steps: 3\n---\ntrain.steps: 4\n' >two.yaml
mkdir folder.yaml
for name in deep list long bomb first self zero latin key huge none two folder; do
    try lengthen train --config $name.yaml --out out
done
try lengthen train --config /dev/full --out out
printf '\357\273\277train.steps: 5\n' >mark.yaml # a byte order mark is allowed
try lengthen train --config mark.yaml --print-config -q | grep -e '^train.steps' -e '->'
mkdir presets
printf '\357\273\277grid: {seed: 1..2}\n' >presets/marked_sweep.yaml
printf '\357\273\277# With a mark.\ntask: reverse_string\n' >presets/marked_run.yaml
LENGTHEN_PRESETS=presets lengthen list sweeps --json | grep -o '"marked.*'
LENGTHEN_PRESETS=presets lengthen list presets --json | grep -o '"marked.*'
[ ! -e out ] && echo no trace
