# The picture has its script and data beside it; without gnuplot these two are written all the same.
lengthen train $tiny --task reverse_string --steps 10 --out a -q >/dev/null
mkdir tools doc
for program in sh sed; do ln -s "$(command -v $program)" tools/; done
ln -s "$(command -v lengthen)" tools/lengthen
PATH=$PWD/tools lengthen eval a --figure doc/a.svg --label "one, \"two\"" -q >/dev/null
echo "-> $?"
ls doc
head -n 2 doc/a.csv | sed 's/,[0-9.]*/,X/' | tr -d '\r'
grep -e '^set output' -e '^set label 10' -e '^plot' -e 'using' doc/a.gp | sed 's/first [0-9.]*/first X/'
if command -v gnuplot >/dev/null; then
    lengthen eval a --figure doc/b.png --figure doc/a.svg -q >/dev/null && grep -c '</svg>' doc/a.svg
    [ -s doc/b.png ] || echo no second figure
    cp doc/a.svg doc/first.svg
    (cd doc && gnuplot a.gp && cmp a.svg first.svg)
else
    echo 1
fi
