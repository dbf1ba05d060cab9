lengthen show rope | grep -v '^  [^-]'
try lengthen show none | sed -n '1p; $p'
lengthen show encoding/none scale/one | grep /
lengthen show train.lr
lengthen show positions.L
lengthen show rope --json | members
lengthen show quick | grep '^train.steps' | sed 's|[^ ]*quick.yaml:[0-9:]*|quick.yaml|'

# `show` accepts every name that `list` prints (choices, presets, axes), and every option.
lengthen list --json | sed 's/.*"axis":"\([^"]*\)","name":"\([^"]*\)".*/\2 \1\/\2 \1/' >names
lengthen list --all | sed -n 's/^\([a-z]*\):.*/\1/p' >>names
lengthen show options --json | sed 's/.*"name":"\([^"]*\)".*/\1/' >>names
tr ' ' '\n' <names | sort -u >asked
alone() { # [--json]: checks that names missing on the page of all names, such as aliases, have a page of their own
    while read -r name; do [ -n "$(lengthen show $name "$@")" ] || echo "$name: nothing $*"; done
}
lengthen show $(cat asked) >page || echo "a name is refused: $?"
grep -o '[A-Za-z0-9_./-]*' page | sort -u | comm -23 asked - | alone
lengthen show $(cat asked) --json >json || echo "a name is refused, as JSON: $?"
# Lines of formulas and of examples are printed as they are written.
jq -r '.formula // "", .example // "" | split("\n")[] | "  " + .' json | sort -u >written
sort -u page | comm -23 written - | grep -v '^  $'
jq -r '.axis, .name, .axis + "/" + .name' json | sort -u | comm -23 asked - | alone --json
sort -u names | grep -c . | sed 's/^[1-9][0-9][0-9]$/more than a hundred names/'
lengthen show geometric | sed -n '1p; $p'
lengthen show presets/geometric | grep -e '^presets' -e '^attention:' | sed 's/ *#.*//'
lengthen show optimizer | grep -c -e '--optimizer'
lengthen show base sparse_all_mlp persistent | grep -e / -e letter
# Terms of the literature that are not choices: names of options, of sublayers, and ambiguous names.
lengthen show sandwich switch | grep -e '^[a-z]*/' -e another -e 'set by'
for name in light_convolution dynamic_convolution moe albert universal_transformer macaron sandwich_order gmlp sparse_mlp \
    label_smoothing z_loss weight_sharing embedding_norm qk_norm adafactor adamw deepnorm deepnet residual_dual rezero nd_stack_rnn perceiver pre_ln \
    post_ln cross_attention; do
    lengthen show $name | sed -n "s|^\([a-z]*/[a-z_]*\)$|$name: \1|p" | head -n 1
done
try lengthen train albert
# Published numbers.
lengthen show swiglu rms_norm | sed -n '/^published results/,/^$/p'
lengthen show encoding/none encoding/t5 encoding/rope | sed -n '/Kazemnejad.*figures/,/^$/p'
lengthen show gating. | grep -o "^ *--gating[.a-z]*"
try lengthen show
try lengthen show ropes
try lengthen show zebra
try lengthen show encodings/rop
try lengthen show presets/quik
try lengthen show preset/zebra
try lengthen show rope zebra | tail -n 1

# A run directory: the commands that repeat it, from its config and from flags alone.
lengthen train $tiny --task reverse_string --encoding relative --positions randomized --steps 10 --seed 3 --out "a b" -q >/dev/null
lengthen show "a b"
lengthen show "a b/" --json
again() { # MEMBER
    eval "$(lengthen show "a b" --json | sed "s/.*\"$1\":\"\([^\"]*\)\".*/\1/; s|runs/again|$1|") -q" >/dev/null
    cmp "a b/model.safetensors" "$1/model.safetensors" && cmp "a b/eval.jsonl" "$1/eval.jsonl" && echo the same
}
again repeat
again flags

# The flags include defaults set by choices and derived values, if the run would differ without them.
flags_repeat() { # FLAGS...
    lengthen train $(tiny_but lengths | sed "s|--curriculum[^ ]* [^ ]*||") --steps 2 --lengths 2,9 "$@" --out odd -q >/dev/null
    eval "$(lengthen show odd --json | sed 's/.*"flags":"\([^"]*\)".*/\1/; s|runs/again|even|') -q" >/dev/null
    grep -v '^out:\|^threads:' odd/config.yaml >odd.yaml && grep -v '^out:\|^threads:' even/config.yaml | cmp - odd.yaml && echo "the same: $*"
    rm -rf odd even
}
flags_repeat --task reverse_string --encoding tupe --scale inverse_sqrt --curriculum.lengths 1..4
flags_repeat --data addition --architecture encoder --curriculum.lengths 2..4
flags_repeat --data addition --protocol pass --metric token_accuracy --curriculum.lengths 2..4
flags_repeat --data copy_cmc --data.alphabet 5 --mask window --mask.width 4 --curriculum.lengths 2..4

# The output can be pasted into a shell, whatever characters the values have. Lines have at most a hundred columns,
# unless a single word is longer.
name=$(printf "it's  %070d --x\n\t" 0)
lengthen show "a b" | grep -c '.\{101\}'
lengthen train $tiny --task reverse_string --steps 10 --out "$name" -q >/dev/null
eval "$(lengthen show "$name" | sed -n '/^repeat this/,/^$/p' | sed '1d; s|runs/again|pasted|') -q" >/dev/null
eval "$(lengthen show "$name" | sed '1,/without/d; s|runs/again|flagged|') -q" >/dev/null
cmp "$name/eval.jsonl" pasted/eval.jsonl && cmp "$name/eval.jsonl" flagged/eval.jsonl && echo the same

# A run of a sweep by its ID alone.
mkdir -p sweep/runs && cp -r "a b" sweep/runs/0123456789abcdef
try lengthen show sweep/0123456789abcdef
cd sweep && try lengthen show 0123456789abcdef
cd ..

# Papers as BibTeX: each once, however often it is cited. Sources without a BibTeX record are printed as they are.
lengthen show rope rope alibi --bibtex
lengthen show elman --bibtex --json | members
try lengthen show made_up --bibtex
try lengthen show markov_chain reverse_symbols --bibtex
lengthen list --json | jq -r '.axis + "/" + .name' | grep -Ev '^(presets|sweeps|sublayer)/' | sort -u >every
lengthen show $(cat every) --bibtex >papers.bib
grep -c '^@' papers.bib | sed 's/^\([4-9][0-9]\|[1-9][0-9][0-9]\)$/more than forty/'
grep '^@' papers.bib | sort | uniq -d
lengthen show $(cat every) --bibtex --json | jq -r .cited >cited
lengthen list --json | grep -v experimental | jq -r 'select(.source and .axis != "sublayer") | .source' | grep -vFf cited | sort -u | grep .

# A word before a name, and existing files that are unreadable or too long.
try lengthen show preset quick
mkdir -p own/folder.yaml
{ printf 'grid: {seed: [1, 2]}\n' && yes '# a comment of thirty-two letters' | head -n 3000 && echo '# the end'; } >own/long.yaml
for name in folder sweeps/folder presets/folder; do LENGTHEN_PRESETS=own try lengthen show $name; done
LENGTHEN_PRESETS=own lengthen show sweeps/long | tail -n 1
mkdir -p planned && echo '{}' >planned/manifest.jsonl
try lengthen show planned

echo properties in plain words
for entry in randomized rope none; do lengthen show $entry | sed -n '/^properties/,/^$/p' | sed '1d'; done
