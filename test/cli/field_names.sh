# Names that papers and other programs use for an option or a choice: the message gives our name.
for option in num_experts capacity_factor router_aux_loss_coef kernel_size sliding_window num_beams beam_size min_lr \
    encoding.group_size data.min_frequency store.stack_depth; do
    try lengthen train --preset quick --$option 2 --print-config
done
for choice in 'protocol teacher_forcing' 'protocol beam-search' 'encoding nope' 'encoding Transformer-XL' 'head untied' \
    'positions randpe' 'mask bidirectional' 'mask StreamingLLM' 'scale sqrt_dk' 'attention attention_sink' 'metric ppl' \
    'mixer gelu_new' 'initialisation glorot_uniform' 'schedule rsqrt' 'curriculum max_tokens' 'store nondeterministic_stack'; do
    try lengthen train --preset quick --$choice --print-config
done
# Some names of options are accepted. The config then has our name of the option, and the run the same hash.
second() { # NAME FIRST VALUE FLAGS
    for name in $1 $2; do lengthen train --preset quick $4 --$name $3 --print-config | sed 's/ *# .*//' >$name.yaml; done
    cmp $1.yaml $2.yaml && grep "^$2:" $1.yaml
}
second encoding.rerope encoding.clip 12 '--encoding rope'
second encoding.leaky_rerope encoding.compress 4 '--encoding rope --encoding.clip 12'
second encoding.self_extend encoding.group 2 '--encoding rope --encoding.clip 12'
second positions.distribution positions.law beta '--positions equal_mean --encoding rope'
printf 'base: quick\nencoding: rope\nencoding.rerope: 12\n' >own.yaml
lengthen train own.yaml --print-config | grep '^encoding.clip:'
