# A user's own pairs in characters, bytes and subwords: how a line is split, and a model for each kind of tokens, from
# training to its output.
export LENGTHEN_THREADS=2
cp "$(dirname "$LENGTHEN_PRESETS/.")/../test/corpus/strings.model" .
printf '12 May 2020\t2020-05-12\n3 June 1999\t1999-06-03\n7 ao\303\273t 2001\t2001-08-07\n21 Mai 1950\t1950-05-21\n' >train.tsv
printf '{"source": "13 May 2021", "target": "2021-05-13"}\n{"source": ["9", "Xan", "11"], "target": "2011-01-09"}\n' >test.jsonl
files="--data.train train.tsv --data.test test.jsonl"
printf '#version: 0.2\n2 0\n1 9\nM a\nMa y</w>\n' >merges

# The first line of the file, in words.
for split in '' '--data.tokens characters' '--data.tokens bytes' '--data.subwords strings.model' '--data.subwords merges'; do
    # shellcheck disable=SC2086
    lengthen show pairs --data.train train.tsv $split | sed '1,/^your file/d'
done
sed -n 3p train.tsv >third.tsv
lengthen show pairs --data.train third.tsv --data.tokens bytes --data.bucket 5 | sed '1,/^your file/d'
lengthen show translation --data.source train.tsv --data.subwords merges | sed '1,/^your file/d'
try lengthen show rope --data.train train.tsv
try lengthen show pairs rope --data.train train.tsv
try lengthen show scan --data.prefix false
try lengthen show text --data.file train.tsv | sed '1,/^source/d'

# Samples, as text and as tokens; other characters of the test file are <unk>, other bytes are not.
lengthen sample pairs $files --data.tokens characters --split test --length 8 --text
lengthen sample pairs $files --data.tokens bytes --split test --length 8 --text
lengthen sample pairs $files --data.tokens characters --length 11 --count 1 --json | grep -o '"input_symbols":.*\],"target_sym\|"text":.*'
lengthen sample pairs $files --data.subwords merges --length 6 --count 1

# A model for each kind of tokens. A stopped run resumes to the same bytes.
small="--width 16 --heads 2 --blocks 1 --model.feed_forward 16 --batch 4 --lr 0.01 --steps 8 --data.validation_fraction 0.25
--data.bucket 4"
for split in '--data.tokens characters' '--data.tokens bytes' '--data.subwords strings.model' '--data.subwords merges'; do
    name=by_${split##*[. ]}
    # shellcheck disable=SC2086
    lengthen train --data pairs $files $split $small --out $name >/dev/null 2>words
    grep -E '^(data: pairs|warning)' words
    cp -r $name before
    sed 's/"status": "done"/"status": "preempted"/' before/run.json >$name/run.json
    lengthen train --data pairs $files $split $small --out $name -q >/dev/null 2>&1
    cmp before/model.safetensors $name/model.safetensors && echo resumed
    lengthen eval $name --json -q | grep -o '"length":[0-9]*,"metric":"exact_match"\|"sequences":[0-9]*'
    lengthen eval $name --lengths 8 --metric perplexity --json -q | grep -c '"perplexity":[0-9]'
    lengthen generate $name --prompt 'May' --limit 4 --json -q | grep -o '"tokens":[0-9]*'
    printf '12 May 2020\n\n3 Mai\n' | lengthen translate $name -q | wc -l
    rm -r before
done
try lengthen generate by_characters --prompt '12 Xay 2020'
printf '12 Xay 2020\n' | lengthen translate by_characters -q | wc -l
lengthen generate by_bytes -q --prompt '12 Xay 2020' | wc -l
lengthen generate by_characters -q --prompt '12 May 2020<sep>20' | wc -l
mv strings.model moved.model
try lengthen eval by_model -q
lengthen eval by_model --data.subwords moved.model -q | grep -c '^by_model'
try lengthen eval by_model --data.subwords merges -q

# Errors, with file and line.
printf 'a\tb\nc d\n' >one_field.tsv
printf 'a\tb\nc \377\td\n' >no_utf8.tsv
printf 'a\tb\n\td\n' >empty.tsv
for file in one_field no_utf8 empty; do try lengthen show pairs --data.train $file.tsv --data.tokens bytes >/dev/null; done
try lengthen sample pairs $files --data.subwords none.model
try lengthen sample pairs $files --data.subwords train.tsv
try lengthen sample pairs $files --data.subwords merges --data.tokens bytes
try lengthen sample pairs $files --data.tokens letters
try lengthen train --data pairs $files --data.tokens characters --metric bits_per_character --out none
