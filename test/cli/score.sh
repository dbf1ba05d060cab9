# Scores of translations: the examples of the specification, several references and systems, and wrong input.
cat >hyp <<'END'
The cat sat on the mat.
Dogs bark loudly .
END
cat >ref <<'END'
The cat is on the mat.
The dogs bark very loudly.
END
printf 'Die Katze sass auf der Matte .\nHunde bellen laut , sehr laut , immer und immer wieder .\n' >src
printf 'The cat was on the mat.\nDogs bark very loudly.\n' >new
lengthen score hyp ref
lengthen score hyp ref --json
lengthen score hyp ref --metric chrf
lengthen score hyp ref --metric chrf++ --json
lengthen score - ref --json <hyp | sed 's/"standard input"/"hyp"/' >piped
lengthen score hyp ref --json | cmp - piped && echo the same from a pipe
{ printf '\357\273\277' && cat hyp; } | lengthen score - ref --json | sed 's/"standard input"/"hyp"/' | cmp - piped && echo marked

echo by segment
lengthen score hyp ref --sentence
lengthen score hyp ref --sentence --versus new --metric chrf
lengthen score hyp ref --sentence --json | grep -o '"segment".*"signature":"[^"]*"'

echo several references, one of them blank
printf '\nDogs bark loudly.\n' >second
lengthen score hyp ref second --json | grep -o '"nrefs[^"]*"'
lengthen score hyp ref ref --json | grep -o '"nrefs[^"]*"'
lengthen score hyp second
printf '\n\n' >blank
lengthen score blank ref

echo tokens, smoothing, case
for tokens in 13a intl zh char none; do lengthen score hyp ref --tokenize $tokens --sentence | paste -s; done
for smooth in exp floor add-k none; do lengthen score hyp ref --smooth $smooth --sentence | paste -s; done
lengthen score hyp ref --smooth floor --smooth-value 0.5 --lowercase --json | grep -o '"score.*"counts'
printf 'Hello world' >two
lengthen score two two | sed -n 2p
lengthen score two two --effective-order | sed -n 2p
lengthen score hyp ref --metric chrf --char-order 3 --word-order 1 --beta 1 | sed -n '2p;$p'

echo systems side by side
lengthen score hyp ref --versus new --versus ref --resamples 200 --seed 3 >versus
cat versus
lengthen score hyp ref --versus new --versus ref --resamples 200 --seed 3 | cmp - versus && echo the same again
lengthen score hyp ref --versus hyp --json | grep -o '"signature":"[^|]*|[^|]*|[^|]*|\|"mean.*'
lengthen score hyp ref --resamples 100 | sed 1q

echo by length of the source
lengthen score hyp ref --versus new --resamples 10 --source src | sed 1,6d
lengthen score hyp ref --source src --bucket 5 --json | grep -o '"schema":"[^"]*",\|"first.*"metric'

echo other forms
lengthen score hyp ref --versus new --resamples 200 --format csv | cut -d , -f 1-5,15,16,19
lengthen score hyp ref --sentence --format csv | cut -d , -f 1-5
lengthen score hyp ref --sentence --format markdown | head -n 3
lengthen score hyp ref --source src --metric chrf --format csv | cut -d , -f 1-4,10
lengthen score hyp ref --source src --metric chrf --format latex | grep '&'

echo wrong
head -1 ref >short
try lengthen score
try lengthen score hyp
try lengthen score hyp nowhere
try lengthen score nowhere ref
try lengthen score hyp .
try lengthen score hyp short
try lengthen score hyp ref --versus short
try lengthen score hyp ref --source short
: >empty
try lengthen score empty ref
printf 'a\0b\nc\n' >zero
try lengthen score hyp zero
try lengthen score - - <hyp
try lengthen score hyp ref --metric blue
try lengthen score hyp ref --tokenize 13
try lengthen score hyp ref --smooth flor
try lengthen score hyp ref --smooth-value 1
try lengthen score hyp ref --smooth floor --smooth-value -1
try lengthen score hyp ref --metric chrf --tokenize 13a
try lengthen score hyp ref --beta 3
try lengthen score hyp ref --metric chrf --char-order 0
try lengthen score hyp ref --metric chrf --char-order 12 --word-order 5
try lengthen score hyp ref --seed 1
try lengthen score hyp ref --bucket 5
try lengthen score hyp ref --sentence --source src
try lengthen score hyp ref --sentence --resamples 5
try lengthen score hyp ref --tokenise 13a
