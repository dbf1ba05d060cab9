# run.json has digests of a run's data files. If a file has changed, resuming and evaluating the run are refused.
printf 'a b c\tc b a\nq\tq\nx y\ty x\n' >train.tsv
printf 'c zebra\tzebra c\n' >test.tsv
small="$(tiny_but lengths | sed 's/--curriculum.lengths [^ ]*//')"
pairs="--data pairs --data.train train.tsv --data.test test.tsv $small --curriculum.lengths 1..3 --lengths 2"
told() { grep -E '^(data|warning)' words; }
lengthen train $pairs --steps 5 --out a >/dev/null 2>words && told
grep -A 3 '"files"' a/run.json
lengthen train $pairs --steps 5 --out a -q >/dev/null
lengthen eval a >first 2>words && told
cp test.tsv former.tsv

# The test file has other words.
printf 'c zebras\tzebras c\n' >test.tsv
try lengthen eval a
try lengthen train $pairs --steps 5 --out a
sed 's/"status": "done"/"status": "preempted"/' a/run.json >changed && cp changed a/run.json
try lengthen train $pairs --steps 5 --out a
try lengthen inspect run a
cp former.tsv test.tsv
try lengthen train $pairs --steps 5 --out a -q | tail -n 1
lengthen eval a -q | cmp - first && echo the same

# Another test file, with other words and lengths, may be given in evaluation. It does not change the run's record.
printf 'q c zebra b\tb zebra c q\na\ta\nb\tb\n' >other.tsv
cp -r a before
lengthen eval a --data.test other.tsv -q | sed 's/  */ /g; s/ $//; s/ [0-9]*\.[0-9]/ X/g'
lengthen eval a --data.test other.tsv --json 2>words | grep -o '"changed.*"length":[0-9]*\|"sequences":[0-9]*'; told
lengthen eval a --data.test other.tsv --lengths 4 --json -q | grep -c '"length":'
lengthen eval a --data.test test.tsv -q | cmp - first && echo the same
lengthen analyze attention a --data.test other.tsv --length 4 --json -q | grep -o '"length":[0-9]*'
for lengths in 2 1..4; do try lengthen eval a --data.test other.tsv --lengths $lengths -q; done
try lengthen eval a --data.test none.tsv
try lengthen eval a --data.train other.tsv
diff -r a before && echo the run is unchanged
try lengthen analyze activations a --length 2 --sequences 30
try lengthen analyze attention a --length 2 --sequence 1
try lengthen inspect probe a --length 4
mv test.tsv moved.tsv
try lengthen eval a --data.test other.tsv -q 2>/dev/null | tail -n 1
mv moved.tsv test.tsv

# The training file has another line.
echo 'q	q' >>train.tsv
try lengthen eval a

# A run whose record has no digests is opened, and gets them when its record is written again.
tr '\n' ' ' <a/run.json | sed 's/"files": {[^}]*}, //; s/"status": "done"/"status": "preempted"/' >changed && cp changed a/run.json
grep -c '"files"' a/run.json
try lengthen eval a -q | tail -n 1
try lengthen train $pairs --steps 5 --out a -q | tail -n 1
grep -c '"files"' a/run.json

# An unreadable run.json would hide a changed data file, so the run is refused, unless its data are generated.
echo broken >a/run.json
try lengthen eval a
lengthen train $tiny --steps 5 --out b -q >/dev/null
grep -c '"files"' b/run.json
echo broken >b/run.json
try lengthen eval b -q | tail -n 1

# A text file contains both the training and the test split.
printf 'To be, or not to be:\nthat is the question.\n' >play.txt
text="--data text --data.file play.txt --data.test_fraction 0.5 $small --curriculum.lengths 4 --lengths 4"
lengthen train $text --steps 5 --out t -q >/dev/null
grep -A 2 '"files"' t/run.json
echo more >>play.txt
try lengthen eval t

# Words that the training file does not have.
lengthen sample pairs --data.train train.tsv --data.test test.tsv --length 2 --split test --text
lengthen sample pairs --data.train train.tsv --data.test train.tsv --length 2 --split test --text

# Lengths without test records, or without training records, are refused before the first step.
yes 'to be or not to be' | head -n 40 >short.txt
short="--data text --data.file short.txt --width 8 --heads 1 --blocks 1 --batch 4 --steps 5 --curriculum.lengths 8 -q"
try lengthen train $short --out s
try lengthen train $short --lengths 32,99 --out s
try lengthen train --data addition --curriculum fixed --steps 5 --out s
try lengthen train --data lego_chain --curriculum uniform --curriculum.lengths 1..4 --steps 5 --out s
[ -e s ] || echo no trace
lengthen train $short --lengths 32,75 --out s | grep -c '^s '
try lengthen eval s --lengths 76

# In another directory, the same files have other paths, which also apply to eval.with.
mkdir there && mv train.tsv former.tsv there && cd there
lengthen train --data pairs --data.train train.tsv --data.test former.tsv $small --curriculum.lengths 1..3 --steps 5 \
    --lengths 2 --out e -q >/dev/null
lengthen eval e --json -q | sed 's/"run":[^,]*,//' >../first
cd ..
try lengthen eval there/e
here="--data.train $PWD/there/train.tsv --data.test there/former.tsv"
lengthen eval there/e $here --json -q | sed 's/"run":[^,]*,//; s/"changed":{[^}]*},//' | cmp - first && echo the same
lengthen eval there/e $here --eval.with 'mask: causal' --json -q | grep -c '"length"'
lengthen generate there/e $here --prompt 'a b' | wc -l
try lengthen generate there/e --prompt 'a b'
try lengthen inspect run there/e
try lengthen eval there/e --data.train there/former.tsv --data.test there/former.tsv
try lengthen eval there/e --data.train none.tsv --data.test there/former.tsv
for kind in attention activations curve distance sharpness context recl places cells outputs confusion shifts gradients load units; do
    lengthen analyze $kind there/e >said 2>&1
    [ $? = 2 ] || echo "$kind: $(cat said)"
done

# An empty text, invalid YAML, and a file in place of a directory.
: >empty.txt && try lengthen train --data text --data.file empty.txt --steps 1
printf 'train:\n\tlr: 1\n' >tab.yaml && try lengthen train tab.yaml
try lengthen train $tiny --steps 1 --out empty.txt
