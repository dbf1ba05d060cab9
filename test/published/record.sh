#!/bin/sh
# record.sh PROGRAM CLONES JAX_PYTHON TORCH_PYTHON [REPOSITORY]
#
# Trains small models, and records the outputs of the published programs with the same parameters (tools/published.py
# --record). CLONES has a folder for each published program, with the name of its repository. The two Pythons have the
# packages that `tools/published.py --help` lists. A record has the inputs, the outputs of the published program, and
# the run. REPOSITORY: only models of this program. test/cli/published.sh compares our program with the records.
set -eu
[ $# = 4 ] || [ $# = 5 ] || { sed -n '2,9s/^# \{0,1\}//p' "$0" >&2; exit 2; }
absolute() { echo "$(cd "$(dirname "$1")" && pwd)/$(basename "$1")"; }
program=$(absolute "$1") clones=$(absolute "$2") jax=$(absolute "$3") torch=$(absolute "$4") only=${5:-}
here=$(cd "$(dirname "$0")" && pwd)
export LENGTHEN_PRESETS="$here/../../presets" PYTHONDONTWRITEBYTECODE=1
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"

record() { # PYTHON REPOSITORY NAME LENGTHS FLAGS...
    python=$1 repository=$2 name=$3 lengths=$4
    shift 4
    [ -z "$only" ] || [ "$only" = "$repository" ] || return 0
    mkdir -p "$repository"
    "$program" train --threads 1 --quiet --eval.sequences 8 --out "$repository/$name" "$@" >/dev/null
    "$python" "$here/../../tools/published.py" "$repository" "$clones/$repository" "$repository/$name" --lengths "$lengths" --sequences 2 \
        --record "$here/$repository-$name.zip"
}

small='--width 8 --heads 2 --blocks 2 --model.feed_forward 16'
for encoding in none sinusoid relative rope alibi; do
    # shellcheck disable=SC2086
    record "$jax" randomized_positional_encodings $encoding 1,10,40 $small --encoding $encoding --data reverse_string \
        --curriculum.lengths 1..10 --steps 300 --lr 3e-3 --lengths 15
done

recurrent() { # NAME FLAGS...
    name=$1
    shift
    record "$jax" neural_networks_chomsky_hierarchy "$name" 1,10,15 --architecture recurrent --architecture.hidden 8 \
        --encoding none --data reverse_string --curriculum.lengths 1..10 --steps 300 --lr 3e-3 --lengths 15 "$@"
}
recurrent rnn --cell elman
recurrent lstm --cell lstm
recurrent stack_rnn --cell elman --store stack --store.count 2 --store.joint --store.columns 4
recurrent tape_rnn --cell elman --store tape --store.count 2 --store.columns 4 --store.cells 20 --store.hidden 16 \
    --model.computation_steps 1

# Five segments of 5 tokens, or two segments of 16 tokens, fill the memory. The mean is over 1,600 tokens.
head -c 4000 "$here/../corpus/strings.en" >text
# shellcheck disable=SC2086
record "$torch" transformer-xl memory 5,16 $small --data text --data.file text --data.test_fraction 0.5 --architecture decoder \
    --architecture.memory 24 --encoding relative --encoding.shared_terms --head tied --head.bias --curriculum segments \
    --curriculum.lengths 16 --batch 4 --steps 300 --lr 5e-3 --dropout 0 --lengths 16 --eval.targets 1600

for encoding in none t5 sinusoid 'alibi --encoding.sides symmetric' 'rope --encoding.fraction 0.25'; do
    # shellcheck disable=SC2086
    record "$torch" length-generalization "${encoding%% *}" 2,8,30 --preset decoder-tiny --norm.epsilon 1e-6 --width 16 --heads 2 \
        --model.feed_forward 16 --encoding $encoding --data copy_cmc --data.alphabet 6 --curriculum.lengths 2..8 \
        --steps 300 --lr 3e-3 --lengths 12
done
