# Published corpora: what is told of them, digests of their files, and what a wrong file says.
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

# Words have blanks between them.
lengthen sample penn_treebank --data.folder penn --length 3 --count 1 --split test --json 2>/dev/null | grep -o '"text":"[^"]*"'

# Texts that presets name and tools/corpus.sh makes: how, while they are not there.
try lengthen sweep plan blocks-text -n
try lengthen sweep plan shape-2021-small -n
try lengthen train --data text --data.file corpora/mine.txt $small --out f
mkdir -p corpora/bible.txt
try lengthen sweep plan blocks-text -n
