# Every command that makes a config takes the same flags, prints the same config, and refuses the same mistakes.
echo 'train.steps: 77' >my.yaml
lengthen train --config my.yaml --seed 5 --print-config >first
grep -c -e '^train.steps: 77 .*my.yaml' -e '^train.seed: 5 .*--seed' first
for command in sample "inspect encoding" "inspect positions" bench; do
    lengthen $command --config my.yaml --seed 5 --print-config | cmp first - && echo $command: the same
    try lengthen $command --config my.yaml --seed five
done
