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

# Completion: candidates for commands, verbs, flags, values, names and files, and whether the shell may add file names.
complete() { # WORD...
    echo "$*: $(lengthen __complete "$@" | cut -f1 | sed -n 1,4p | tr '\n' ' ')"
}
complete ''
complete sweep ''
complete sweep plan --
complete sweep plan ''
complete sweep nothing ''
complete nothing ''
complete nothing --
complete theorem ''
complete train ''
complete train --config ''
complete train --steps ''
complete train --data ''
complete train --data=re
complete train --data =
complete train --data = re
complete train --json ''
complete train --nothing ''
complete bench --variants ''
complete report --metric ''
complete translate --attention ''
complete report --tables ''
# In `report`, --figures takes names of figures. In `serve`, it takes a folder.
complete report --figures ''
complete serve --figures ''
for words in 'train --preset' 'show' 'sweep plan' 'list' 'help' 'sample'; do
    # shellcheck disable=SC2086
    lengthen __complete $words '' >candidates
    for name in quick rope randpe-table1-small options reverse_string; do
        grep -q "^$name	" candidates && echo "$words: $name"
    done
done
lengthen __complete train - | grep -c -e '^--encoding.base	' -e '^--steps	' -e '^--train.steps	' -e '^--preset	' -e '^--help	'
lengthen __complete train - | grep -- '^--quiet'
try lengthen __complete
# Completed file names become part of a command line, which a shell may expand: names that it could execute are skipped.
mkdir presets && echo 'model.width: 8' >'presets/$(touch run).yaml' && echo 'model.width: 8' >presets/own-1.yaml
LENGTHEN_PRESETS=presets lengthen __complete train --preset '' >candidates
grep -q '^own-1	' candidates && ! grep -q touch candidates && echo only plain names
# Completion in the installed shells. "a b" must be completed as one name.
mkdir 'a b' && touch 'a c' b
if need bash; then
    cat >words.bash <<'END'
eval "$(lengthen help --completion bash)"
for line in 're' 'sweep pl' 'sweep plan --d' 'train --preset qui' 'train --data=par' 'train --config a' 'serve --figures a'; do
    read -ra COMP_WORDS <<<"lengthen ${line/=/ = }"
    COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
    _lengthen
    printf 'bash: %s:' "$line"; printf ' <%s>' "${COMPREPLY[@]}"; echo
done
END
    bash words.bash
fi
if need fish; then
    for line in 're' 'sweep pl' 'sweep plan --d' 'train --preset qui' 'train --data=par' 'train --config a' 'serve --figures a'; do
        lengthen help --completion fish >words.fish
        HOME=$PWD fish -c "source words.fish; complete -C 'lengthen $line'" | cut -f1 | tr '\n' '|' | sed "s/^/fish: $line: /"
        echo
    done
fi
