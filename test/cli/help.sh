# Every page has examples first and fits in 100 columns.
lengthen help | sed 's/[0-9.]*: train short/VERSION: train short/'
lengthen --version | sed 's/[0-9][0-9.]*$/VERSION/'
grep -cx "version: $(lengthen --version | sed 's/.* //')" "$LENGTHEN_PRESETS/../CITATION.cff"
for verb in train eval list show sample score inspect analyze theorem bench doctor help; do
    lengthen $verb --help >page
    lengthen help $verb | cmp - page
    sed -n '1p; 3p' page
done
lengthen help options >options
grep -c -e '^  --' options | sed 's/.*[0-9].*/options/'
lengthen train --help | cat - options | awk 'length > 100'
try lengthen help nothing
try lengthen help trian

# --figures has names of figures in reports, and a folder in serve.
lengthen help --completion bash | grep -- '--figures)'| sed "s/-W '.*' --/-W NAMES --/"
lengthen help --completion zsh | grep -- '--figures)' | sed 's/names=(.*);/names=NAMES;/'
lengthen help --completion fish | grep -- '-l figures' | grep -cw curves
lengthen help --completion fish | grep -- '-l figures' | grep directories
