# What papers and other programs call an option or a choice is answered with its name here.
for option in num_experts capacity_factor router_aux_loss_coef kernel_size sliding_window num_beams beam_size min_lr \
    positions.distribution eval.streams encoding.group_size data.min_frequency store.stack_depth; do
    try lengthen train --preset quick --$option 2 --print-config
done
for choice in 'protocol teacher_forcing' 'protocol beam-search' 'encoding nope' 'encoding Transformer-XL' 'head untied' \
    'positions randpe' 'mask bidirectional' 'mask StreamingLLM' 'scale sqrt_dk' 'attention attention_sink' 'metric ppl' \
    'mixer gelu_new' 'initialisation glorot_uniform' 'schedule rsqrt' 'curriculum max_tokens' 'store nondeterministic_stack'; do
    try lengthen train --preset quick --$choice --print-config
done
