# Published corpora: their descriptions, digests of their files, and messages about wrong files.
small="--width 8 --heads 2 --blocks 1 --model.feed_forward 8 --batch 4 --steps 3 --curriculum.lengths 8 --lengths 8"
yes 'to be or not to be, that is the question' | head -c 2000 >enwik8
lengthen train --data enwik8 --data.file enwik8 --data.size 2000 $small --out e 2>words >/dev/null && grep '^data' words
grep -A 1 '"files"' e/run.json
try lengthen train --data enwik8 --data.file enwik8 $small --out f
try lengthen train --data text8 $small --out f

mkdir penn
yes ' the cat sat on the <unk> ' | head -n 20 >penn/ptb.train.txt
yes ' the cat ' | head -n 8 >penn/ptb.valid.txt
try lengthen train --data penn_treebank --data.folder penn $small --out f
yes ' the dog ' | head -n 8 >penn/ptb.test.txt
lengthen train --data penn_treebank --data.folder penn $small --out p 2>words >/dev/null && grep -E '^(data|warning)' words
grep -A 3 '"files"' p/run.json
echo more >>penn/ptb.valid.txt
try lengthen eval p
try lengthen train --data wikitext $small --out f

# Tokens that are words are printed with blanks between them.
lengthen sample penn_treebank --data.folder penn --length 3 --count 1 --split test --json 2>/dev/null | grep -o '"text":"[^"]*"'

# Some presets name texts that tools/corpus.sh makes. If such a text is missing, the message explains how to make it.
try lengthen sweep plan blocks-text -n
try lengthen sweep plan shape-2021-small -n
try lengthen train --data text --data.file corpora/mine.txt $small --out f
mkdir -p corpora/bible.txt
try lengthen sweep plan blocks-text -n

# Models that read no targets could only learn token frequencies of a text, so they are refused.
printf 'abcabcabc%.0s' 1 2 3 4 5 6 7 8 9 >abc.txt
blind="$(tiny_but lengths | sed 's/--curriculum.lengths [^ ]*//') --data text --data.file abc.txt --curriculum.lengths 4 --lengths 4 --steps 2"
try lengthen train $blind --architecture encoder --out blind
try lengthen train $blind --architecture lstm --out blind
try lengthen train $(echo "$blind" | sed 's/text --data.file abc.txt/markov_chain/') --architecture encoder --protocol pass --out blind
lengthen train $blind --architecture encoder --mask causal --model.decode autoregressive --protocol pass --out seeing -q | head -n 1 | wc -w
