#!/bin/sh
# run_python_models.sh FLOAT_PROGRAM DOUBLE_PROGRAM
#
# Compares random formulas in the package lengthen with the double program (tools/python_formulas.py), trains tiny models of
# all choices that it builds, and compares its logits with those of the programs (tools/python_models.py). Exit status
# 5: some differ. RUNS=folder keeps the runs.
set -eu

if [ $# != 2 ]; then
    sed -n '2,6s/^# \{0,1\}//p' "$0" >&2
    exit 2
fi
here=$(dirname "$0")
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
runs=${RUNS:-$scratch/runs}
tiny='--width 24 --heads 3 --model.feed_forward 40 --batch 8 --steps 30 --lr 3e-3 --lengths 9
--eval.sequences 4 --curriculum.lengths 1..9'

one() { # PROGRAM DIR FLAGS...: trains, leaves the probe, and the logits of the program where positions are standard
    program=$1 dir=$2 own=$tiny
    shift 2
    case "$*" in *--heads*) own=${tiny#*--heads 3 } ;; esac
    case "$*" in
    *--blocks*) ;;
    *) set -- --blocks 2 "$@" ;;
    esac
    # shellcheck disable=SC2086
    "$program" train $own "$@" --out "$dir" --threads 1 --quiet >"$scratch/words" 2>&1 &&
        "$program" inspect probe "$dir" --length 11 --sequences 5 --quiet >>"$scratch/words" 2>&1 ||
        { echo "$* failed:" && cat "$scratch/words" && exit 1; }
    case "$*" in
    *randomized* | *shifted* | *copy_cmc* | *reverse_symbols*) ;;
    *) "$program" inspect logits "$dir" --input "0 1 1 0 1 0 1" --json >"$dir/logits.json" ;;
    esac
}

models() { # a line of flags for each
    for encoding in none sinusoid learned relative rope alibi t5; do
        for architecture in encoder decoder; do
            echo "--encoding $encoding --architecture $architecture --data duplicate_string"
            [ $encoding = none ] ||
                echo "--encoding $encoding --architecture $architecture --data reverse_string --positions randomized"
        done
        echo "--encoding $encoding --data bucket_sort --block pre_norm --norm rms_norm --mixer gelu --mask causal"
    done
    for data in even_pairs modular_arithmetic parity_check cycle_navigation stack_manipulation \
        modular_arithmetic_brackets solve_equation missing_duplicate_string odds_first binary_addition \
        binary_multiplication compute_sqrt; do
        echo "--data $data --block pre_norm"
    done
    cat <<'END'
--data reverse_string --encoding rope --encoding.fraction 0.6 --encoding.pairs halves --encoding.base 500
--data reverse_string --encoding sinusoid --encoding.layout interleaved --encoding.first 3 --encoding.base 300
--data reverse_string --encoding relative --encoding.shared_terms --scale one --model.embedding_scale one
--data reverse_string --encoding t5 --encoding.buckets 8 --encoding.max_distance 9 --scale inverse_sqrt_2d
--data reverse_string --encoding t5 --model.bias=false --block pre_norm --norm.epsilon 1e-3
--data reverse_string --encoding relative --positions randomized --positions.both_sides
--data reverse_string --encoding alibi --encoding.sides symmetric --positions randomized
--data reverse_string --encoding alibi --encoding.sides split_heads --heads 3 --width 24
--data reverse_string --encoding alibi --encoding.sides two_slopes --encoding.right_slope 3
--data reverse_symbols --encoding learned
--data reverse_string --encoding fox
--data duplicate_string --encoding fox,rope --mask window:6:form=causal,causal --model.qk_norm rms --architecture decoder
--data reverse_string --encoding rope --model.qk_norm rms
--data reverse_string --encoding rope --encoding.scaling ntk --encoding.extension 3
--data reverse_string --encoding rope --encoding.scaling yarn --encoding.extension 3 --encoding.trained 300 --mask causal
--data reverse_string --encoding rope --encoding.scaling parts_rotations --encoding.extension 3 --encoding.trained 300
--data reverse_string --encoding rope --encoding.scaling parts_unrounded --encoding.extension 3 --encoding.trained 300
--data reverse_string --encoding rope --encoding.scaling llama3 --encoding.extension 3 --encoding.trained 60
--data reverse_string --encoding rope --encoding.scaling dynamic --encoding.trained 5 --encoding.fraction 0.6
--data reverse_string --encoding rope --encoding.scaling longrope --encoding.trained 9 --encoding.factors 1,1.5,2 --encoding.extension 2
--data reverse_string --encoding rope --encoding.clip 4 --encoding.pairs halves --encoding.fraction 0.6
--data duplicate_string --encoding rope --encoding.clip 4 --encoding.compress 2 --encoding.scaling yarn --encoding.extension 3
--data reverse_string --encoding rope --encoding.clip 4 --encoding.group 2 --mask causal
--data reverse_string --encoding relative --model.qk_norm layer --norm rms_norm --width 32 --heads 8 --model.key_heads 2
--data reverse_string --encoding rope --attention sink --mask causal
--data reverse_string --encoding alibi --attention softmax1,softmax,sink --blocks 3 --architecture decoder
--data reverse_string --encoding rope --width 32 --heads 8 --model.key_heads 1
--data reverse_string --encoding relative --width 32 --heads 8 --model.key_heads 2
--data duplicate_string --encoding alibi --width 32 --heads 8 --model.key_heads 4 --architecture decoder
--data copy_cmc --data.alphabet 7 --data.examples 600 --architecture decoder --encoding alibi
--data reverse_string --encoding rope,none --mask window:6,full
--data reverse_string --encoding t5,t5:buckets=8:max_distance=16 --mask window:5:form=half,window:4:form=edge_shift
--data reverse_string --encoding none,t5 --mask window:3:form=causal,causal --scale one,inverse_sqrt_2d
--data reverse_string --encoding t5 --mask full,causal
--data reverse_string --encoding alibi:symmetric,rope:base=300:pairs=halves --positions randomized
--data reverse_string --encoding none,relative:shared_terms=true --block pre_norm
--data reverse_string --encoding sinusoid --mask full,window:7 --positions randomized
--data reverse_string --encoding rope,alibi,none,t5,rope --blocks 5 --mask window:9,causal,window:5,causal
--data reverse_string --encoding relative,t5,none --blocks 6 --architecture decoder --positions randomized
--data copy_cmc --data.alphabet 7 --data.examples 600 --architecture decoder --encoding t5:buckets=8,t5 --blocks 4
--data reverse_string --encoding kerple --encoding.kernel power --encoding.bias_in_scale --positions randomized
--data reverse_string --encoding kerple,hard_alibi:local_heads=2,kerple --blocks 3 --mask causal
--data reverse_string --encoding rope --mask lambda:width=3:sinks=2,bca:block=3 --scale log_n --scale.times one
--data reverse_string --encoding t5 --mask three_blocks:block=3,full --scale log_n,one --scale.at_least_one --scale.keys 9
--data reverse_string --encoding relative --mixer swiglu --mixer.width two_thirds_8 --block dual_norm --residual channel
--data reverse_string --encoding rope --mixer glu --mixer.width two_thirds --model.bias=false --block primer --projection primer
--data reverse_string --encoding alibi --residual channel --residual.sublayers feed_forward --positions shifted
--data duplicate_string --encoding rope --residual deepnorm --blocks 3 --architecture decoder --mixer squared_relu
--data reverse_string --encoding rope --residual b2t --projection primer --width 32 --heads 8 --model.key_heads 2
END
    while read -r bias parameters more; do # formulas, without blanks
        echo "--data reverse_string --encoding formula --encoding.bias=$bias --encoding.parameters=$parameters $more"
    done <<'END'
-exp(s)*abs(d)^0.5 s[head]=-2
-exp(a)*log1p(exp(b)*abs(d)) a[head]=0;b[head]=-1 --encoding.shared_bias --architecture decoder
w[bucket(d,32,128)] w[head,32]=normal(0,0.02) --mask causal
-2*tanh(exp(s)*abs(d)/8) s=0.5 --positions randomized
-exp(s)*abs(p_i-p_j)/(1+p_i/9)+log1p(p_j)*s/dk s[head]=-1
m=sqrt(exp(half)*d);if(d>0and(not(d>9)),-half*m,sum(k,4,lambda[k]*cos(k*d/2))) half=-1;lambda[4]=uniform(0,1) --block pre_norm
END
    while read -r flags; do # of other places, each an idea in one line
        echo "--data reverse_string $flags"
    done <<'END'
--encoding none,formula --encoding.bias=s*d --encoding.parameters=s=-1 --encoding.shared_bias --blocks 4
--encoding formula --architecture decoder
--encoding formula --encoding.bias=-expm*abs(d)^power/width --encoding.numbers=expm=0.5>=0;power=1.5;width=1e1
--encoding formula --encoding.bias=-(exp(rate*abs(d))-1) --encoding.parameters=rate[head]=0.1>=0<=0.5
--encoding formula --encoding.frequency=10000^(-2*k/(r/2))*(k<r/4) --positions randomized
--encoding formula --encoding.frequency=b^-k/T --encoding.bias=-b*s*abs(d) --encoding.numbers=b=2 --encoding.parameters=s=0.1
--encoding rope --encoding.frequency=base^(-2*k/r)*(k<0.75*r/2) --encoding.base 500 --encoding.pairs halves
--encoding rope,none --encoding.frequency=(base*max(1,T/trained)^(r/(r-2)))^(-2*k/r) --encoding.trained 6 --encoding.fraction 0.6
--encoding rope,formula --encoding.frequency=2^-k --encoding.bias=-abs(d)/9 --encoding.fraction 0.6 --positions randomized
--encoding alibi --mask formula --mask.formula=(j<=i)and((i-j<width)or(j<2)) --mask.numbers=width=4
--encoding alibi --mask formula,full --mask.formula=abs(i-j)<=2+floor(i/4) --scale formula,one --scale.formula=s/dk --scale.parameters=s=2
--encoding none --scale formula --scale.formula=s*log(n)/sqrt(dk) --scale.parameters=s[head]=0.5 --mask causal --architecture decoder
--encoding t5 --scale formula --scale.formula=(w[bucket(n,4,9)]*head+a*n/H)/sqrt(dk) --scale.parameters=w[head,4]=normal(1,0.1) --scale.numbers=a=0.2
--encoding t5 --mask formula --mask.formula=d=i-j;d>=0and(d<width) --mask.numbers=width=5
--encoding rope --mixer formula --mixer.formula=relu(x)^2
--encoding none --mixer formula --mixer.formula=y=a*x;x*sigmoid(y)+0.1*sin(y) --mixer.numbers=a=1.7 --model.bias=false
END
}

/usr/bin/python3 "$here/python_formulas.py" "$2" 200
models >"$scratch/models"
for program in "$1" "$2"; do
    count=0
    while read -r flags; do
        count=$((count + 1))
        # shellcheck disable=SC2086
        one "$program" "$runs/$(basename "$(dirname "$program")")-$count" $flags
    done <"$scratch/models"
done
OMP_NUM_THREADS=1 /usr/bin/python3 "$here/python_models.py" "$runs"/*
