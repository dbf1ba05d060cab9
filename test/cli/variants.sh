# One trained model, evaluated with several sets of options: --variant.
flags="$(tiny_but curriculum.lengths) --curriculum.lengths 1..5 --task reverse_string --encoding rope --steps 20"
lengthen train $flags --out a -q >/dev/null
lengthen train $flags --train.seed 2 --out b -q >/dev/null
near='near: mask: window, mask.width: 3'
stretched="stretched: encoding.frequencies: ntk, encoding.extension: 2, encoding.trained: 10"
shape() { sed 's/[0-9][0-9]*\.[0-9]/X/g; s/  */ /g; s/ *$//' | grep -v '▁\|█\|▅'; }
lengthen eval a --lengths 2,4,8 --variant "$near" --variant "$stretched" -q | sed '/^[a-z]*, [a-z ]* [^a-z]*$/s/ [^ a-z,].*/ marks/' | shape
# Each row equals an evaluation with its options as flags, and has its label.
values() { grep '"value"' | grep -o '"values":{[^}]*}'; }
lengthen eval a --lengths 2,4,8 --variant "$near" --variant "$stretched" --json >rows
for name in 'as trained' near stretched; do grep "\"variant\":\"$name\"" rows | values >"$name"; done
lengthen eval a --lengths 2,4,8 --json | values | cmp - 'as trained' && echo as trained
lengthen eval a --lengths 2,4,8 --mask window --mask.width 3 --json | values | cmp - near && echo near
lengthen eval a --lengths 2,4,8 --encoding.frequencies ntk --encoding.extension 2 --encoding.trained 10 --json | values | cmp - stretched && echo stretched
cmp -s near 'as trained' || echo others
grep -oE '"variant":"[^"]*"(,"changed":[^}]*})?' rows | uniq -c | tr -s ' '
grep '"score"' rows | grep -o '"variant":"[^"]*"'
# Of several runs, and together with flags and eval.with.
lengthen eval a b --lengths 2,8 --variant "$near" --format csv -q | cut -d , -f 1-2 | uniq -c | tr -s ' '
try lengthen eval a none --lengths 2,8 --variant "$near" --format csv -q | cut -d , -f 1-2
lengthen eval a --lengths 2,8 --scale log_n --variant "$near" -q | grep 'differs from'
lengthen train $flags --eval.with 'mask: window, mask.width: 5' --out cured -q >/dev/null
lengthen eval cured --lengths 8 --variant "full: eval.with: '', mask: full" --json | grep -o '"variant":"[^"]*"' | uniq
# The figure has a line for each variant. Its axis of lengths is logarithmic if lengths double, and otherwise linear.
figure() { rm -f x.*; lengthen eval "$@" --figure x.svg -q >/dev/null 2>&1 || true; }
figure a --lengths 2,4,8 --variant "$near" --variant "$stretched"
head -n 1 x.csv | tr -d '\r'
grep logscale x.gp
figure a b --lengths 2,4,8 --variant "$near"
head -n 1 x.csv | tr -d '\r'
figure a --lengths 4..8 --variant "$near"
grep logscale x.gp || echo linear
# Errors are reported before any test, with the variant and the option.
for variant in 'near' 'near: window' ': mask: window' 'mask: window, mask.width: 3' 'near: mask: windw' 'near: widht: 3' \
    'near: model.width: 24' 'near: mask: window, mask: full' 'near: mask.width: 3' 'near: positions: randomized, positions.L: 3' \
    'near: metric: exact_match' 'a name of more than thirty-nine characters: mask: full'; do
    try lengthen eval a --lengths 8 --variant "$variant"
done
try lengthen eval a --lengths 8 --variant "$near" --variant 'near: mask: full'
try lengthen eval a --lengths 8 --variant "$near" --show wrong
try lengthen eval cured --lengths 8 --variant 'full: mask: full'
lengthen eval a --lengths 8 --variant "$near" --print-config | grep -E '^mask' | sed 's/  */ /g'
# Warnings about extensions that lack an option, or that extend from a length on which the run was not trained.
lengthen eval a --lengths 8 --variant 'pi: positions: interpolated' --variant 'log: scale: log_n' 2>&1 >/dev/null | grep warning
