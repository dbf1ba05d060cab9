# Texts of two languages, from files to a trained model and its output; and errors in files.
corpus=$(dirname "$LENGTHEN_PRESETS/.")/../test/corpus
export LENGTHEN_THREADS=2
cp "$corpus"/strings.* .
tools=$corpus/..
files="--data translation --data.source strings.en --data.target strings.it"
small="--width 16 --heads 2 --blocks 1 --model.feed_forward 16 --batch 8 --threads 2 --eval.sequences 8 --steps 10"

# Subwords agree with those of other programs: test/bpe_judge.py for merges, and SentencePiece itself.
pieces() { # FILE.subwords FILE: the tokens of its lines, sorted
    lengthen sample translation --data.source $2 --data.target $2 --data.test_source $2 --data.test_target $2 \
        --data.subwords $1 --split all --json | grep '"split":"train"' |
        sed 's/.*"input_symbols":\["//; s/","<sep>"\].*//; s/","/ /g' | LC_ALL=C sort
}
python3 "$tools/bpe_judge.py" learn 150 strings.en strings.it >strings.codes
python3 "$tools/bpe_judge.py" learn-0.1 150 strings.en strings.it >older.codes
head -c 9 older.codes | grep -c version
for side in en it; do
    python3 "$tools/bpe_judge.py" apply strings.codes strings.$side | LC_ALL=C sort >wanted
    pieces strings.codes strings.$side | cmp - wanted && echo merges of $side: same
    python3 "$tools/bpe_judge.py" apply older.codes strings.$side | LC_ALL=C sort >wanted
    pieces older.codes strings.$side | cmp - wanted && echo merges of version 0.1 of $side: same
    spm_encode --model=strings.model <strings.$side | LC_ALL=C sort >wanted
    pieces strings.model strings.$side | cmp - wanted && echo pieces of $side: same
done

# A model.
lengthen train $files --data.subwords strings.model $small --out run >/dev/null 2>words
grep -E '^(data|warning)' words | sed 's/digest .*/digest D/'
grep -A 4 '"files"' run/run.json | sed 's/: ".*"/: D/'
lengthen eval run --json -q | grep -c '"perplexity":[0-9]'
lengthen eval run --json -q --metric exact_match | grep -o '"length":[0-9]*,"metric":"exact_match"\|"sequences":.*'
lengthen generate run --prompt 'Select a style.' --prompt 'Select a style. <sep> Seleziona' --limit 8 --json | members | uniq
lengthen sample translation --data.source strings.en --data.target strings.it --data.subwords strings.model --length 30 \
    --split test --text --count 3
try lengthen train $files --data.subwords strings.model $small --out run -q >/dev/null
printf 'A new text.\nThe style is invalid.\n' >other.en
printf 'Un testo nuovo.\nLo stile non \303\250 valido.\n' >other.it
lengthen eval run --data.test_source other.en --data.test_target other.it --json -q | grep -o '"length":[0-9]*\|"sequences":[0-9]*'
try lengthen eval run --data.subwords strings.codes
cp strings.codes strings.model
try lengthen eval run
try lengthen train $files --data.subwords strings.model $small --out run

# Words, with the numbers of pairs that training skips or joins; and pairs in one file.
lengthen train $files $small --data.longest_trained 6 --data.least_uses 2 --out short 2>&1 >/dev/null | grep -E '^(data: t|warning)'
lengthen train $files $small --data.concatenated 10 --data.validation_fraction 0.1 --data.bucket 1000 --eval.every 5 \
    --eval.validation validation --out joined 2>&1 >/dev/null | grep -E '^(data: t|warning)'
paste strings.en strings.it | head -n 20 >pairs.tsv
lengthen sample translation --data.source pairs.tsv --data.bucket 1 --length 6 --text --count 2

# Characters that change the direction of text are kept, also in the words of tokens.
printf 'a\342\200\217b c\nd e\n' >marked.en
lengthen sample translation --data.source marked.en --data.target marked.en --data.test_source marked.en \
    --data.test_target marked.en --data.subwords older.codes --split train --count 2 --text | grep a | cat -v

# Data with given records: the number of pairs that are skipped because of limits on the length.
counts() { grep -E '^data: .* uses ' words; }
some="$files --data.subwords older.codes $small --curriculum.lengths 10,20 --lengths 20"
lengthen train $some --out some >/dev/null 2>words && counts
lengthen train $some --out quiet -q >/dev/null 2>words && wc -l <words
lengthen eval some >/dev/null 2>words && counts
lengthen eval some --lengths 20,30,40 >/dev/null 2>words && counts
pieces="$files --data.subwords older.codes $small"
lengthen train $pieces --curriculum.lengths 20 --data.validation_fraction 0.1 --eval.every 5 --eval.validation validation \
    --out validated >/dev/null 2>words && counts
lengthen train $pieces --curriculum fixed --curriculum.length 20 --lengths 20 --eval.with 'protocol: pass' --out fixed \
    >/dev/null 2>words && counts
printf 'a b\tb a\na b c\tc b a\na\ta\n' >few.tsv
lengthen train --data pairs --data.train few.tsv --data.test few.tsv $small --curriculum.lengths 2,3 --out few \
    >/dev/null 2>words && counts
lengthen train --data reverse_string $small --curriculum.lengths 2,3 --lengths 2 --out task >/dev/null 2>words
counts || echo none of a task

# Errors.
head -n 199 strings.it >short.it
try lengthen train --data translation --data.source strings.en --data.target short.it
printf 'a\n\n' >two.en
printf 'b\nc\n' >two.it
try lengthen sample translation --data.source two.en --data.target two.it
printf '\n' >empty.en
try lengthen sample translation --data.source empty.en --data.target empty.en
printf 'caff\350\na\n' >latin.it
try lengthen sample translation --data.source two.en --data.target latin.it
try lengthen sample translation $(echo $files | cut -d ' ' -f 3-) --data.subwords pairs.tsv
sed 1d strings.codes >headless.codes
try lengthen sample translation $(echo $files | cut -d ' ' -f 3-) --data.subwords headless.codes
try lengthen sample translation
