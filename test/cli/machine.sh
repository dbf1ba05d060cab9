# `lengthen doctor` prints properties of the machine, and `lengthen bench` prints speeds. Only the output is tested, not
# the speed.
lengthen doctor --json | members
lengthen doctor --fast | cut -d ' ' -f 1 | grep -v warning
# Only the widest kernel set uses the instruction for bfloat16 products, if the processor has it. On processors with a
# matrix unit there is one more kernel set.
wanted=emulated
! grep -qsw avx512_bf16 /proc/cpuinfo || wanted=instruction
! grep -qsw amx_bf16 /proc/cpuinfo || wanted='matrix unit'
lengthen doctor --fast --json | grep -c "\"bf16_products\":\"$wanted\""
lengthen doctor --fast | grep -c "bfloat16 products: .*$wanted"
for set in portable ref; do
    LENGTHEN_KERNELS=$set lengthen doctor --fast | grep ^kernels | sed 's/, one of .*;/;/'
done
lengthen bench $tiny --task parity_check --encoding none --seconds 0.02 --json >lines
sed 's/.*"kind":"\([a-z]*\)".*/\1/' lines | sort -u
members <lines | sort -u
lengthen bench $tiny --task parity_check --encoding none --length 3 --seconds 0.02 -q | grep -c -e GFLOP -e "^training"
try lengthen bench --seconds 0
