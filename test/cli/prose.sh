# The check of prose finds planted mistakes: sizes, phrases, links, verdicts, commands.
need git
mkdir -p tree/tools tree/doc
cp "$LENGTHEN_PRESETS/../tools/check_prose.py" tree/tools/
cd tree
git init -q .
printf 'all:\n' >Makefile
{ echo '# A title'; yes 'word' | head -n 2100; } >README.md
printf '| <a id="one"></a>c (one) | undecided | 1 |\n- <a id="two"></a>\n' >doc/claims.md
cat >CONTRIBUTING.md <<'END'
[undecided](doc/claims.md#one), [holds](doc/claims.md#one), [not
measured](doc/claims.md#two), [yes](doc/claims.md#two), [no](doc/claims.md#three)
[a heading](README.md#a-title), [no heading](README.md#b-title), [no file](doc/none.md)

    lengthen train --preset quick --width 32
    lengthen train --width none
    lengthen eval runs/a --lengths 1..5 | head
    lengthen eval runs/a --no_such_flag
    lengthen evaluate runs/a
    lengthen show no_such_entry
    make all
    make nothing
    sh tools/none.sh
END
printf 'int x; // callers are\n// told which\nconst char *text = "of equals"; int twins;\n' >tools/x.c
mkdir src && mv tools/x.c src/
yes 'some words' | head -n 17000 >doc/long.md
git add .
python3 tools/check_prose.py "$(command -v lengthen)" | cut -c 1-100
