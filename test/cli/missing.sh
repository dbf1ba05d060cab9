# Every command ends with the same status if a file or folder does not exist, whether to be read or written.
touch file
mkdir folder
echo '[[1,2],[3,4]]' >q.json
for command in train sample bench "inspect encoding" "inspect positions"; do
    try lengthen $command --config nowhere.yaml
    try lengthen $command --config file/nowhere.yaml
    try lengthen $command --config folder
    try lengthen $command --preset nowhere
done
echo 'base: nowhere.yaml' >base.yaml
try lengthen train --config base.yaml
for command in eval "inspect run" "inspect logits" "inspect probe"; do
    input=
    [ "$command" != "inspect logits" ] || input="--input 0"
    for run in nowhere file folder ""; do try lengthen $command "$run" $input; done
done
for path in nowhere.json file/nowhere.json folder; do
    try lengthen inspect encoding none --heads 1 --q $path --k q.json
    try lengthen inspect encoding none --heads 1 --q q.json --k $path
done
try lengthen inspect encoding alibi --npy=nowhere/a
try lengthen inspect positions standard --npy=file/a
try lengthen eval folder --figure nowhere/a.svg
try lengthen eval folder --figure file/a.svg
try lengthen show nowhere
try lengthen help nowhere
try lengthen doctor nowhere
try lengthen list nowhere
find . | sort
