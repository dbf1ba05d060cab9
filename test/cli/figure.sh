# A figure has its gnuplot script and data beside it. Script and data are written even without gnuplot.
lengthen train $tiny --task reverse_string --steps 10 --out a -q >/dev/null
mkdir tools doc
for program in sh sed; do ln -s "$(command -v $program)" tools/; done
ln -s "$(command -v lengthen)" tools/lengthen
PATH=$PWD/tools lengthen eval a --figure doc/a.svg --label "one, \"two\"" -q >/dev/null
echo "-> $?"
ls doc
head -n 2 doc/a.csv | sed 's/,[0-9.]*/,X/' | tr -d '\r'
grep -e 'set output' -e 'one, ' -e '^plot' -e 'using' doc/a.gp | sed "s/.*set output/set output/; s/screen [0-9.]*/screen X/g"
if need gnuplot; then
    lengthen eval a --figure doc/b.png --figure doc/a.svg -q >/dev/null && grep -L '</svg>' doc/a.svg
    [ -s doc/b.png ] || echo no second figure
    cp doc/a.svg doc/first.svg
    (cd doc && gnuplot -d a.gp && cmp a.svg first.svg)
fi

# gnuplot draws characters that the font lacks as lines across the picture. There is a warning, except for SVG and for
# characters that all fonts have.
if need gnuplot; then
    for label in 'modèle 模型 🐙' 'modèle ∂x'; do
        lengthen eval a --figure doc/d.png --label "$label" 2>&1 >/dev/null | grep -c 'if no font on this machine has 模,'
    done
    lengthen eval a --figure doc/e.svg --label 模型 2>&1 >/dev/null | grep -c 'no font'
fi

# gnuplot executes neither the text of names and labels nor its start-up file. Without gnuplot there is no picture.
draw() { # FIGURE
    if need gnuplot; then
        HOME=$PWD/home lengthen eval a --figure "$1" --label "$label" --title "$label" -q >/dev/null
        [ -s "$1" ] || echo "no $1"
    fi
}
label=$(printf 'one\nsystem("touch ran")\r%s' "' \`touch ran\`")
mkdir home names
echo 'system("touch ran")' >home/.gnuplot
try lengthen eval a --figure "names/$(printf 'a\nb').svg" -q
PATH=$PWD/tools lengthen eval a --figure doc/c.svg --label "$label" --title "$label" -q >/dev/null 2>&1
grep -e '^system' -e '^set label .one' doc/c.gp | sed "s/screen [0-9.]*/screen X/g"
label="'} {"
draw names/apostrophe.svg
label=$(printf 'one\nsystem("touch ran")\r%s' "' \`touch ran\`")
for name in label '|touch ran;' '<touch ran;' '-e system("touch ran")' '`touch ran`' '$x'; do
    draw "names/$name.svg"
done
[ "$(find names -name '*.svg' | wc -l)" = "$(if need gnuplot; then echo 7; else echo 0; fi)" ] || ls names
find . -name 'ran*'
