# Numbers behind the names.
lengthen inspect encoding alibi --length 3 --heads 2 --json
lengthen inspect encoding none --length 3
lengthen inspect positions standard --length 4 --json
lengthen inspect positions randomized --positions.L 16 --length 5 --seed 3 | sed '1!s/[0-9]/N/g'
echo '[[1,0,0,0],[0,1,0,0]]' >q.json
echo '[[1,2,3,4],[5,6,7,8]]' >k.json
echo '[[1,2,3,4]]' >short.json
echo '[[1,2],[3]]' >ragged.json
echo '[1,' >broken.json
lengthen inspect encoding none --heads 2 --q q.json --k k.json --json | grep scores
lengthen inspect encoding rope --heads 2 --q q.json --k k.json --npy=m
lengthen inspect encoding rope --heads 2 --q m-rotated_q.npy --k m-rotated_k.npy --json | grep -c scores
for f in short ragged broken missing; do try lengthen inspect encoding none --heads 2 --q q.json --k $f.json; done
try lengthen inspect encoding none --q q.json
try lengthen inspect encoding none --q q.json --k k.json --width 8
head -c 100 m-rotated_q.npy >cut.npy
try lengthen inspect encoding none --heads 2 --q cut.npy --k cut.npy

lengthen train $tiny --task stack_manipulation --steps 10 --out a -q >/dev/null
lengthen inspect run a | sed 's/  */ /g' | cut -d ' ' -f 1 | sed '$s/.*/total/'
lengthen inspect run a --json | head -n 1 | members
lengthen inspect logits a --input "0 1 4 2" --json | members
lengthen inspect logits a --input "0 1 4 2" --json >ids
lengthen inspect logits a --symbols "$(lengthen sample stack_manipulation --count 1 --length 1 | sed -n 's/^input *//p')" |
    sed -n '1p' | sed 's/  */ /g'
grep -o '"shape":[^"]*' ids
try lengthen inspect logits a
try lengthen inspect logits a --input "0 9"
try lengthen inspect logits a --input "0 x"
try lengthen inspect logits a --symbols "0 jump"
