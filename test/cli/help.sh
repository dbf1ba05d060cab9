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
# Names of files are words of a script that a shell may expand: those that it could run are skipped.
mkdir presets && echo 'model.width: 8' >'presets/$(touch run).yaml' && echo 'model.width: 8' >presets/own-1.yaml
for shell in bash zsh fish; do
    LENGTHEN_PRESETS=presets lengthen help --completion $shell >script
    grep -qw own-1 script && ! grep -q touch script && echo plain names alone
done
