/* rules.c: the rules of rules.h. In messages (words.c):
 * - {encoding}: the name of the choice
 * - {encoding:}: the key and the name, "encoding: rope"
 * - {encoding.key}: the key; "encoder.encoding" for a stream with its own encoding
 * - {model.order}: the value of an option */
#include "rules/rules.h"

#define IF(name)                                                                                                       \
    { LG_FACT_##name, true }
#define UNLESS(name)                                                                                                   \
    { LG_FACT_##name, false }
#define RULE(name, scope, keys, words, ...)                                                                            \
    { #name, scope, keys, {__VA_ARGS__ }, words, false }
#define IDLE(name, scope, keys, words, ...)                                                                            \
    { #name, scope, keys, {__VA_ARGS__ }, words, true }

const lg_rule lg_rules[] = {
    /* ---- order of tokens ---- */
    RULE(attention_tells_order_alone, LG_OF_STREAM, "attention encoding",
         "{attention:} encodes order by itself and cannot be combined with {encoding:} (use --{encoding.key} none)",
         IF(attention_encodes_order), IF(encoding_reads_order)),
    RULE(attention_without_logits, LG_OF_STREAM, "attention encoding",
         "{attention:} cannot apply {encoding:}, because {attention:} supports no encoding that adds terms to logits "
         "or rotates queries and keys (use --{encoding.key} sinusoid, or --attention softmax)",
         IF(attention_takes_no_terms), IF(encoding_acts_in_attention)),

    /* ---- cells, norms, and choices that replace norms ---- */
    IDLE(cell_without_cells, LG_OF_CHOICE, "cell architecture",
         "{cell:} has no effect: {architecture:} has no cells (use --architecture recurrent, or the "
         "default, --cell lstm)",
         IF(cell_is_chosen), UNLESS(architecture_has_cells)),
    IDLE(store_without_cells, LG_OF_CHOICE, "store architecture",
         "{store:} has no effect: {architecture:} has no cells (use --architecture recurrent, or the "
         "default, --store none)",
         IF(store_is_chosen), UNLESS(architecture_has_cells)),
    IDLE(norm_without_norms, LG_OF_CHOICE, "norm block",
         "{norm:} has no effect: {block:} has no norms (use --block post_norm, or --norm layer_norm)",
         IF(norm_is_chosen), IF(block_has_no_norms), UNLESS(embedding_has_norm)),
    RULE(projection_over_latents, LG_OF_CHOICE, "projection architecture",
         "{projection:} mixes neighbouring tokens, but the blocks of {architecture:} run on latents (use --projection "
         "linear)",
         IF(projection_joins_neighbours), IF(architecture_has_latents)),
    IDLE(centred_under_causal_mask, LG_OF_MODEL, "projection.centred mask",
         "projection.centred has no effect: {mask:} hides later tokens (use --mask full)",
         IF(projection_sees_both_sides), IF(all_masks_are_causal), UNLESS(architecture_reads_sources)),
    IDLE(across_without_streams, LG_OF_CHOICE, "projection.cross architecture",
         "projection.cross has no effect: {architecture:} has no cross-attention (use --architecture encoder_decoder)",
         IF(projection_acts_across), UNLESS(architecture_reads_sources)),
    RULE(residual_without_post_norms, LG_OF_CHOICE, "residual block",
         "{residual:} needs a norm after each residual sum, but {block:} has no norm there (use --block post_norm, "
         "or --residual add)",
         IF(residual_needs_post_norms), UNLESS(block_is_post_norm)),
    RULE(residual_beside_norms, LG_OF_CHOICE, "residual block",
         "{residual:} replaces norms with factors, but {block:} has norms (use --block no_norm, or --residual add)",
         IF(residual_replaces_norms), UNLESS(block_has_no_norms)),
    RULE(initialisation_beside_norms, LG_OF_CHOICE, "initialisation block",
         "{initialisation:} is for models without norms, but {block:} has norms (use --block no_norm, or "
         "--initialisation truncated_normal)",
         IF(initialisation_replaces_norms), UNLESS(block_has_no_norms)),
    RULE(initialisation_beside_embedding_norm, LG_OF_CHOICE, "model.embedding_norm initialisation",
         "model.embedding_norm: {model.embedding_norm} undoes the small token vectors of {initialisation:} (use "
         "--model.embedding_norm none)",
         IF(initialisation_replaces_norms), IF(embedding_has_norm)),
    IDLE(scaled_positions_without_positions, LG_OF_CHOICE, "initialisation.scale_positions encoding",
         "initialisation.scale_positions has no effect: {encoding:} adds nothing to embeddings (use --encoding "
         "sinusoid)",
         IF(initialisation_scales_positions), UNLESS(some_stream_is_embedded)),

    /* ---- architectures ---- */
    RULE(outputs_need_causal_mask, LG_OF_CHOICE, "model.decode mask",
         "model.decode: autoregressive appends the outputs to the sequence and needs a causal mask, not {mask} (use "
         "--{mask.causal})",
         IF(architecture_is_autoregressive), IF(architecture_may_decode), UNLESS(mask_is_causal),
         UNLESS(architecture_has_cells)),
    RULE(outputs_in_place_need_equal_lengths, LG_OF_TRAINING, "model.decode data",
         "model.decode: in_place predicts a target at each source token, but sources and targets of {data:} "
         "differ in length (use --model.decode parallel, or --data masked_text)",
         IF(outputs_are_in_place), UNLESS(data_are_aligned)),
    IDLE(computation_in_place, LG_OF_CHOICE, "model.computation_steps model.decode",
         "model.computation_steps has no effect: with model.decode: in_place no tokens follow the source (use "
         "--model.decode parallel)",
         IF(outputs_are_in_place), IF(sequence_has_computation_tokens)),
    RULE(targets_need_causal_mask, LG_OF_CHOICE, "mask architecture",
         "{architecture:} predicts targets one after another and needs a causal mask, not {mask} (use "
         "--{mask.causal})",
         IF(architecture_is_autoregressive), UNLESS(architecture_may_decode), UNLESS(mask_is_causal)),
    IDLE(zeros_without_memory, LG_OF_CHOICE, "architecture.memory_start",
         "architecture.memory_start: zeros has no effect without architecture.memory", IF(memory_begins_with_zeros),
         UNLESS(model_remembers), UNLESS(test_remembers)),
    RULE(memory_of_random_positions, LG_OF_CHOICE, "architecture.memory eval.memory encoding positions mask",
         "{memory}: {positions:} draws positions for each segment separately, but distances across segments need "
         "continuous positions (use --positions standard)",
         IF(memory_is_used), IF(positions_are_random)),
    RULE(memory_of_documents, LG_OF_CHOICE, "architecture.memory eval.memory encoding positions mask",
         "{memory}: rows of earlier segments belong to none of the documents in the sequence (use --positions standard "
         "and --mask causal)",
         IF(memory_is_used), IF(model_reads_documents)),
    RULE(memory_hidden_by_chunks, LG_OF_CHOICE, "architecture.memory eval.memory encoding positions mask",
         "{memory}: {mask:} hides earlier segments (use --mask causal)", IF(memory_is_used), IF(mask_has_chunks)),
    RULE(latents_take_no_encoding, LG_OF_CHOICE, "encoding architecture",
         "{encoding:} needs self-attention over tokens, but in {architecture:} only latents attend to each other (use "
         "--encoding sinusoid)",
         IF(architecture_attends_within_latents), UNLESS(encoding_reads_none), UNLESS(encoding_is_embedded)),
    RULE(latents_have_no_order, LG_OF_CHOICE, "attention architecture",
         "{attention:} needs ordered tokens, but the latents of {architecture:} have no order (use --attention "
         "softmax)",
         IF(architecture_attends_within_latents), IF(attention_encodes_order)),
    RULE(latents_take_no_mask, LG_OF_CHOICE, "mask architecture",
         "{mask:} hides tokens from each other, but the latents of {architecture:} have no order (use --mask full)",
         IF(architecture_attends_within_latents), IF(mask_hides)),
    RULE(latents_need_pre_norm, LG_OF_CHOICE, "block architecture",
         "{block:} does not fit the cross-attention of {architecture:}, which normalizes its input as pre_norm does "
         "(use --block pre_norm)",
         IF(architecture_attends_within_latents), UNLESS(block_is_pre_norm)),
    RULE(step_signal_of_some_tokens, LG_OF_CHOICE, "model.step_signal architecture",
         "model.step_signal: the signal is added to all tokens, but the blocks of {architecture:} run on only some of "
         "them (use --architecture decoder)",
         IF(architecture_has_latents), IF(architecture_is_autoregressive), IF(blocks_know_the_step)),
    RULE(latents_begin_with_attention, LG_OF_CHOICE, "model.order architecture",
         "model.order: {architecture:} reads its tokens in the first sublayer, which must be self-attention (use an "
         "order that starts with s or a)",
         IF(architecture_has_latents), IF(architecture_is_autoregressive), UNLESS(order_begins_with_attention)),
    RULE(tied_head_of_cells, LG_OF_CHOICE, "head architecture",
         "{head:} reuses token embeddings, but {architecture:} has none (use --head linear)", IF(head_ties_tables),
         IF(architecture_has_cells)),

    /* ---- head and loss ---- */
    RULE(width_of_vectors_twice, LG_OF_CHOICE, "model.embedding_width head",
         "model.embedding_width: {head:} sets the widths of token vectors itself (use --head.divisor, or "
         "--head.embedding table)",
         IF(embedding_has_width), IF(head_sizes_vectors)),
    RULE(smoothing_without_logits, LG_OF_CHOICE, "loss.smoothing head",
         "loss.smoothing: {head:} does not compute the logits of all output symbols in training (use --head linear or "
         "tied, or 0)",
         IF(loss_is_smoothed), IF(head_has_a_loss)),
    RULE(half_loss_of_answers, LG_OF_TRAINING, "loss.half data",
         "loss.half: {data:} has answers, all of whose tokens must be trained (use --data text, or --loss.half false)",
         IF(loss_counts_half), UNLESS(data_are_one_text)),
    RULE(loss_z_without_logits, LG_OF_CHOICE, "loss.z head",
         "loss.z: {head:} does not compute the logits of all output symbols in training (use --head linear or tied, "
         "or 0)",
         IF(loss_has_z), IF(head_has_a_loss)),
    IDLE(own_norms_without_sharing, LG_OF_CHOICE, "model.share_norms model.share",
         "model.share_norms has no effect without model.share (use --model.share all)", IF(blocks_share_nothing),
         UNLESS(norms_are_shared)),

    /* ---- sublayers ---- */
    RULE(sublayer_over_latents, LG_OF_SUBLAYER, "model.order architecture",
         "model.order: sublayer {sublayer} mixes neighbouring tokens, but the blocks of {architecture:} run on "
         "latents (use --model.order sf)",
         IF(layer_mixes_tokens), UNLESS(layer_attends), IF(architecture_has_latents)),
    RULE(whole_sublayer_under_mask, LG_OF_SUBLAYER, "model.order mask",
         "model.order: sublayer {sublayer} mixes all tokens, or all earlier ones, and cannot apply {mask:} (use "
         "--mask full or --mask causal)",
         IF(layer_is_whole), UNLESS(mask_is_plain)),
    RULE(whole_sublayer_with_memory, LG_OF_SUBLAYER, "model.order architecture.memory",
         "model.order: sublayer {sublayer} cannot read earlier segments, but architecture.memory is "
         "{architecture.memory} (use --architecture.memory 0)",
         IF(layer_is_whole), IF(model_remembers)),
    RULE(store_without_segments, LG_OF_SUBLAYER, "model.order architecture",
         "model.order: sublayer {sublayer} stores keys and values of earlier segments, but {architecture:} reads no "
         "segments (use --architecture decoder)",
         IF(layer_stores), UNLESS(architecture_can_remember)),
    RULE(sublayer_without_softmax, LG_OF_SUBLAYER, "model.order attention",
         "model.order: sublayer {sublayer} adds keys to the softmax over tokens, but {attention:} has no softmax (use "
         "--attention softmax, or an order without {sublayer})",
         IF(layer_joins_softmax), UNLESS(attention_is_a_softmax)),
    RULE(hidden_norm_of_experts, LG_OF_CHOICE, "block.hidden_norm model.order",
         "block.hidden_norm: the experts of model.order: {model.order} have no hidden norm (use "
         "--block.hidden_norm=false, or --model.order sf)",
         IF(hidden_layer_has_norm), IF(order_has_experts)),
    RULE(hidden_norm_of_nothing, LG_OF_CHOICE, "block.hidden_norm model.order",
         "block.hidden_norm: model.order: {model.order} has no feed-forward network f (use --block.hidden_norm=false, "
         "or --model.order sf)",
         IF(hidden_layer_has_norm), UNLESS(order_has_experts), UNLESS(order_has_mixers)),
    RULE(attention_norm_of_gating, LG_OF_CHOICE, "block.attention_norm model.order",
         "block.attention_norm: sublayers g of model.order: {model.order} have no norm of attention (use "
         "--block.attention_norm=false)",
         IF(attention_has_inner_norm), IF(order_has_gating)),

    /* ---- memory tokens ---- */
    IDLE(form_without_memory_tokens, LG_OF_CHOICE, "architecture.memory_form architecture.memory_tokens",
         "architecture.memory_form has no effect without memory tokens (use --architecture.memory_tokens 10)",
         IF(memory_tokens_have_a_form), UNLESS(memory_tokens_are_there)),
    RULE(memory_tokens_under_causal_mask, LG_OF_CHOICE, "architecture.memory_tokens mask",
         "architecture.memory_tokens: with {mask:}, memory tokens could not attend to the sequence, because they "
         "precede it (use --mask full)",
         IF(memory_tokens_are_there), IF(mask_is_causal), UNLESS(architecture_reads_sources)),
    RULE(memory_tokens_without_softmax, LG_OF_CHOICE, "architecture.memory_tokens attention",
         "architecture.memory_tokens: memory tokens need a plain softmax, not {attention:} (use --attention softmax)",
         IF(memory_tokens_are_there), IF(attention_is_chosen)),
    RULE(memory_tokens_have_no_neighbours, LG_OF_CHOICE, "architecture.memory_tokens projection",
         "architecture.memory_tokens: memory tokens have no neighbours for {projection:} to read (use --projection "
         "linear)",
         IF(memory_tokens_are_there), IF(projection_is_chosen)),
    RULE(memory_tokens_without_step_signal, LG_OF_CHOICE, "architecture.memory_tokens model.step_signal",
         "architecture.memory_tokens: model.step_signal: true is added to tokens, not to memory tokens (use "
         "--model.step_signal false)",
         IF(memory_tokens_are_there), IF(blocks_know_the_step)),
    RULE(memory_tokens_beside_mixing, LG_OF_SUBLAYER, "architecture.memory_tokens model.order",
         "architecture.memory_tokens: sublayer {sublayer} of model.order ({sublayer.summary}) cannot read memory "
         "tokens (use an order of s and f)",
         IF(memory_tokens_are_there), IF(layer_mixes_tokens), UNLESS(layer_reads_beside)),
    RULE(memory_tokens_beside_whole, LG_OF_SUBLAYER, "architecture.memory_tokens model.order",
         "architecture.memory_tokens: sublayer {sublayer} of model.order ({sublayer.summary}) cannot read memory "
         "tokens (use an order of s and f)",
         IF(memory_tokens_are_there), IF(layer_is_whole)),
    RULE(encoding_in_a_bottleneck, LG_OF_STREAM, "architecture.memory_tokens encoding",
         "architecture.memory_tokens: in a bottleneck, tokens read only memory tokens, so {encoding:} does not apply "
         "(use --{encoding.key} sinusoid)",
         IF(memory_tokens_are_a_bottleneck), IF(stream_is_encoded), IF(encoding_acts_in_attention)),
    RULE(mask_in_a_bottleneck, LG_OF_CHOICE, "architecture.memory_tokens mask",
         "architecture.memory_tokens: in a bottleneck, tokens read only memory tokens, so {mask:} does not apply (use "
         "--mask full)",
         IF(memory_tokens_are_a_bottleneck), UNLESS(mask_is_full), UNLESS(architecture_reads_sources)),

    /* ---- orders without self-attention ---- */
    IDLE(encoding_without_attention, LG_OF_STREAM, "encoding model.order",
         "{encoding:} has no effect: model.order: {model.order} has no self-attention (use --{encoding.key} none)",
         UNLESS(order_attends), IF(encoding_reads_order), UNLESS(encoding_is_embedded), UNLESS(architecture_has_cells)),
    IDLE(attention_without_attention, LG_OF_CHOICE, "attention model.order",
         "{attention:} has no effect: model.order: {model.order} has no self-attention (use --attention softmax)",
         UNLESS(order_attends), IF(attention_is_chosen), UNLESS(architecture_has_cells)),
    IDLE(head_scale_without_attention, LG_OF_CHOICE, "block.head_scale model.order",
         "block.head_scale: {block.head_scale} has no effect: model.order: {model.order} has no self-attention (use "
         "--block.head_scale none)",
         UNLESS(order_attends), IF(heads_have_scales), UNLESS(architecture_has_cells)),
    IDLE(key_heads_without_attention, LG_OF_CHOICE, "model.key_heads model.order",
         "model.key_heads: {model.key_heads} has no effect: model.order: {model.order} has no self-attention (use "
         "--model.key_heads 0)",
         UNLESS(order_attends), IF(key_heads_are_grouped), UNLESS(architecture_reads_sources),
         UNLESS(architecture_has_cells)),
    IDLE(qk_norm_without_attention, LG_OF_CHOICE, "model.qk_norm model.order",
         "model.qk_norm: {model.qk_norm} has no effect: model.order: {model.order} has no self-attention (use "
         "--model.qk_norm none)",
         UNLESS(order_attends), IF(queries_have_norms), UNLESS(architecture_reads_sources),
         UNLESS(architecture_has_cells)),
    IDLE(scale_without_attention, LG_OF_CHOICE, "scale model.order",
         "{scale:} has no effect: model.order: {model.order} has no self-attention (use --scale inverse_sqrt)",
         UNLESS(order_attends), IF(scale_is_chosen), UNLESS(architecture_reads_sources),
         UNLESS(architecture_has_cells)),
    IDLE(projection_without_attention, LG_OF_CHOICE, "projection model.order",
         "{projection:} has no effect: model.order: {model.order} has no self-attention (use --projection linear)",
         UNLESS(order_attends), IF(projection_is_chosen), UNLESS(projection_acts_across),
         UNLESS(architecture_has_cells)),
    IDLE(mask_without_attention, LG_OF_CHOICE, "mask model.order",
         "{mask:} has no effect: model.order: {model.order} has no self-attention (use --mask full, or --mask causal)",
         UNLESS(order_attends), UNLESS(mask_is_plain), UNLESS(architecture_has_cells)),
    IDLE(scale_unused_by_attention, LG_OF_MODEL, "scale attention",
         "{scale:} has no effect: {attention:} does not use a scale (use --scale inverse_sqrt)", IF(scale_is_chosen),
         IF(attention_ignores_scales), UNLESS(architecture_reads_sources), UNLESS(architecture_has_cells)),
    IDLE(scale_of_stores, LG_OF_CHOICE, "scale model.order",
         "{scale:} has no effect: sublayer k of model.order: {model.order} trains a factor for each head instead (use "
         "--scale inverse_sqrt)",
         IF(scale_is_chosen), IF(order_scales_nothing)),

    /* ---- encodings, positions, masks ---- */
    IDLE(factor_of_sources, LG_OF_CHOICE, "positions.source_factor architecture",
         "positions.source_factor has no effect: {architecture:} has no source sequence (use --architecture "
         "encoder_decoder)",
         IF(positions_scale_sources), UNLESS(architecture_reads_sources)),
    RULE(positions_without_positions, LG_OF_STREAM, "encoding positions",
         "{encoding:} reads positions, but {positions:} has only distances (use --{encoding.key} relative, or "
         "--{positions.key} standard)",
         IF(encoding_reads_positions), IF(positions_are_distances_alone)),
    IDLE(random_positions_unread, LG_OF_STREAM, "positions encoding",
         "{positions:} has no effect: {encoding:} reads no positions (use --{positions.key} standard)",
         IF(positions_are_random), IF(encoding_reads_none), UNLESS(cross_attention_has_encoding),
         UNLESS(another_block_reads_positions)),
    RULE(released_positions, LG_OF_STREAM, "positions encoding",
         "{positions.key}: released reproduces the distances of the official code and works only with {encoding.key}: "
         "relative (use --{encoding.key} relative, or --{positions.key} randomized)",
         IF(positions_are_of_released_table), UNLESS(encoding_has_released_table)),
    RULE(drawn_distances_unread, LG_OF_STREAM, "positions.draw encoding",
         "{positions.key}.draw: distances needs an encoding that reads distances; {encoding:} reads positions",
         IF(positions_draw_distances), IF(encoding_reads_positions)),
    RULE(two_sides_unread, LG_OF_STREAM, "positions.both_sides encoding",
         "{positions.key}.both_sides: only sampled distances have two sides, but {encoding:} reads positions or "
         "their differences",
         IF(positions_have_two_sides), UNLESS(encoding_reads_none), UNLESS(distances_are_sampled)),
    RULE(sample_of_blocks_embedded, LG_OF_STREAM, "positions.per encoding",
         "{positions.key}.per: block needs an encoding that is applied in each block; {encoding:} is added to "
         "embeddings, once",
         IF(encoding_is_embedded), IF(positions_differ_by_block)),
    RULE(sources_need_causal_mask, LG_OF_STREAM, "encoding architecture",
         "{encoding:} needs a causal mask, but {architecture:} reads its sources without a causal mask (use "
         "--architecture decoder, or another encoding)",
         IF(encoding_is_causal), IF(mask_is_causal), IF(stream_is_of_sources), UNLESS(architecture_has_cells)),
    RULE(encoding_needs_causal_mask, LG_OF_STREAM, "encoding mask",
         "{encoding:} needs a causal mask, not {mask} (use --{mask.causal}, or --{encoding.key} none)",
         IF(encoding_is_causal), UNLESS(mask_is_causal), UNLESS(architecture_has_cells)),
    RULE(scale_of_plain_queries, LG_OF_STREAM, "scale encoding",
         "{encoding:} needs unscaled queries, but a trained or per-head scale multiplies them (use a scale.formula "
         "without parameters and head, or --{encoding.key} rope)",
         IF(encoding_reads_plain_queries), IF(scale_multiplies_queries), UNLESS(architecture_has_cells)),
    RULE(heads_that_see_nothing, LG_OF_STREAM, "encoding.sides mask",
         "{encoding.key}.sides: split_heads has heads that see only later keys, which {mask:} hides (use "
         "--{encoding.key}.sides symmetric)",
         IF(encoding_splits_heads), IF(mask_is_causal), IF(stream_is_own), UNLESS(architecture_has_cells)),
    RULE(real_positions_of_a_table, LG_OF_STREAM, "positions encoding",
         "{positions:} gives real-valued positions, but {encoding:} needs integers (use --{encoding.key} sinusoid)",
         IF(positions_are_real), IF(encoding_is_of_integers)),

    /* ---- cross-attention with an encoding ---- */
    RULE(cross_in_one_timeline, LG_OF_CROSS, "encoding",
         "{encoding:} needs queries and keys in one sequence, but cross-attention has them in two (expected none, or "
         "an encoding of distances: rope, alibi, t5, kerple, sandwich)",
         UNLESS(encoding_crosses)),
    RULE(cross_clips, LG_OF_CROSS, "encoding.clip",
         "{encoding.key}.clip: distances between two sequences cannot be clipped (use 0)", IF(encoding_clips)),
    RULE(cross_follows_length, LG_OF_CROSS, "encoding.dynamic",
         "{encoding.key}: {encoding} depends on one length, but source and target have different ones (use "
         "--{encoding.key}.dynamic=false with rope, or a formula without T)",
         IF(encoding_follows_length)),
    RULE(cross_splits_heads, LG_OF_CROSS, "encoding.sides",
         "{encoding.key}.sides: split_heads hides the keys on one side, which can be all keys of the other sequence "
         "(use --{encoding.key}.sides two_slopes)",
         IF(encoding_splits_heads)),
    RULE(cross_without_positions, LG_OF_CROSS, "encoding positions encoder.positions decoder.positions",
         "{encoding:} needs positions, and {distances} samples only distances (use --positions standard)",
         IF(some_sampler_has_distances_alone)),

    /* ---- documents ---- */
    RULE(positions_of_documents_in_two_sequences, LG_OF_STREAM, "positions architecture",
         "{positions.key}: document needs source and target in one sequence, but {architecture:} reads them as two "
         "sequences (use --architecture decoder)",
         IF(positions_read_documents), IF(architecture_reads_sources), UNLESS(architecture_has_latents)),
    RULE(positions_of_documents_over_latents, LG_OF_STREAM, "positions architecture",
         "{positions.key}: document needs blocks over tokens, but the blocks of {architecture:} run on latents (use "
         "--architecture decoder)",
         IF(positions_read_documents), IF(architecture_has_latents)),
    RULE(first_token_of_documents, LG_OF_STREAM, "positions encoding.first_token",
         "{positions.key}: document: {encoding.key}.first_token: {encoding.first_token} treats only the first token "
         "of the sequence differently, not that of each document (use --{encoding.key}.first_token alike)",
         IF(positions_read_documents), IF(encoding_sets_first_token_apart), UNLESS(architecture_has_cells)),
    RULE(mask_of_documents_counts, LG_OF_CHOICE, "mask scale",
         "mask: document hides different keys in each sequence, but {scale:} counts the same keys for all sequences "
         "(use --scale inverse_sqrt)",
         IF(mask_reads_documents), IF(scale_counts_keys), UNLESS(architecture_has_cells)),
    RULE(mask_of_documents_in_two_sequences, LG_OF_CHOICE, "mask architecture",
         "mask: document needs source and target in one sequence, but {architecture:} reads them as two sequences "
         "(use --architecture decoder)",
         IF(mask_reads_documents), IF(architecture_reads_sources), UNLESS(architecture_has_latents)),
    RULE(mask_of_documents_over_latents, LG_OF_CHOICE, "mask architecture",
         "mask: document needs blocks over tokens, but the blocks of {architecture:} run on latents (use "
         "--architecture decoder)",
         IF(mask_reads_documents), IF(architecture_has_latents)),
    RULE(mask_of_documents_beside_mixing, LG_OF_SUBLAYER, "mask model.order",
         "mask: document hides other documents only from attention, but sublayers {sublayer} of model.order: "
         "{model.order} read them (use --model.order sf)",
         IF(mask_reads_documents), IF(layer_mixes_tokens), UNLESS(layer_attends), UNLESS(architecture_has_cells)),
    RULE(mask_of_documents_beside_stores, LG_OF_SUBLAYER, "mask model.order",
         "mask: document hides other documents only from attention, but sublayers {sublayer} of model.order: "
         "{model.order} read them (use --model.order sf)",
         IF(mask_reads_documents), IF(layer_stores)),
    RULE(mask_of_documents_beside_projection, LG_OF_CHOICE, "mask projection",
         "mask: document hides other documents only from attention, but {projection:} mixes neighbouring tokens "
         "across documents (use --projection linear)",
         IF(mask_reads_documents), IF(projection_is_chosen), UNLESS(architecture_has_cells)),

    /* ---- blocks that differ ---- */
    IDLE(pattern_unread, LG_OF_MODEL, "encoding encoder.encoding decoder.encoding",
         "encoding: the list has no effect: encoder.encoding and decoder.encoding set all blocks of their streams "
         "(remove one of them, or the list)",
         IF(encodings_are_unread)),
    RULE(pattern_of_latents, LG_OF_MODEL, "encoding mask scale attention architecture",
         "{pattern}: {architecture:} has no attention blocks that could differ (use --architecture decoder, or one "
         "{pattern} for all)",
         IF(blocks_differ), IF(architecture_has_latents)),
    RULE(pattern_of_no_attention, LG_OF_MODEL, "encoding mask scale attention model.order",
         "{pattern}: with model.order: {model.order}, one choice of the list applies only to blocks without "
         "self-attention (use another order, or another list)",
         IF(blocks_differ), IF(order_attends), IF(some_choice_is_unread)),
    RULE(pattern_of_memory_tokens, LG_OF_MODEL, "architecture.memory_tokens encoding mask",
         "architecture.memory_tokens: all blocks read memory tokens in the same way, but {pattern} differs between "
         "blocks (use --architecture.memory_tokens 0)",
         IF(blocks_differ), IF(memory_tokens_are_there)),
    RULE(pattern_of_cross_scales, LG_OF_MODEL, "scale architecture",
         "scale: cross-attention of {architecture:} has the same scale in all blocks (use one for all, such as "
         "--scale inverse_sqrt)",
         IF(blocks_differ_in_scale), IF(architecture_crosses)),
    RULE(pattern_of_embedded_positions, LG_OF_MODEL, "encoding",
         "encoding: {embedded} is added to embeddings, once, and cannot apply to only some blocks (in a list, "
         "use none and encodings that act in attention, such as rope and alibi)",
         IF(some_blocks_are_embedded)),
    RULE(pattern_of_shared_blocks, LG_OF_MODEL, "model.share encoding mask",
         "model.share: {model.share} makes blocks identical, but {pattern} differs between them (use --model.share "
         "none)",
         IF(blocks_share_unlike)),

    /* ---- data, curriculum, protocol, metric ---- */
    RULE(endless_data_in_epochs, LG_OF_TRAINING, "curriculum data",
         "{curriculum:} needs a finite data set, but {data:} is unlimited (use --curriculum uniform)",
         IF(curriculum_counts_records), UNLESS(data_are_finite)),
    RULE(store_without_order, LG_OF_TRAINING, "curriculum memorizing.size model.order",
         "memorizing.size: sublayer k stores earlier segments, but records of {curriculum:} do not continue each "
         "other (use --curriculum segments, or --memorizing.size 0)",
         UNLESS(curriculum_reads_segments), UNLESS(model_remembers), IF(model_stores)),
    RULE(memory_without_order, LG_OF_TRAINING, "curriculum architecture.memory",
         "architecture.memory: {architecture.memory} tokens before a segment are remembered, but records of "
         "{curriculum:} do not continue each other (use --curriculum segments)",
         UNLESS(curriculum_reads_segments), IF(model_remembers)),
    RULE(segments_of_records, LG_OF_TRAINING, "curriculum data",
         "{curriculum:} reads one text from start to end, but {data:} has separate records (use --data text, or "
         "--curriculum uniform)",
         IF(curriculum_reads_segments), UNLESS(data_are_one_text)),
    RULE(segments_with_context, LG_OF_TRAINING, "data.context curriculum",
         "data.context: {curriculum:} starts a segment with the last token of the previous one, not with "
         "{data.context} tokens (use --data.context 1)",
         IF(curriculum_reads_segments), IF(data_begin_with_context)),
    RULE(segments_of_several_lengths, LG_OF_TRAINING, "curriculum.lengths",
         "curriculum.lengths: {curriculum:} has segments of one length, not of {curriculum.lengths} (use "
         "--curriculum.lengths {longest})",
         IF(curriculum_reads_segments), IF(lengths_are_several)),
    RULE(test_in_segments_of_records, LG_OF_TRAINING, "protocol data",
         "{protocol:} reads one text from start to end, but {data:} has separate records (use --protocol pass)",
         IF(protocol_reads_segments), UNLESS(data_are_one_text)),
    RULE(test_in_segments_with_context, LG_OF_TRAINING, "data.context protocol",
         "data.context: {protocol:} starts a segment with the last token of the previous one, not with {data.context} "
         "tokens (use --data.context 1)",
         IF(protocol_reads_segments), IF(data_begin_with_context)),
    RULE(test_of_no_memory, LG_OF_TRAINING, "protocol architecture",
         "{protocol:} needs a model with a memory, but {architecture:} cannot have a memory (use --architecture "
         "decoder)",
         IF(protocol_reads_segments), UNLESS(architecture_can_remember)),
    RULE(test_of_nothing_remembered, LG_OF_TRAINING, "protocol eval.memory architecture.memory",
         "{protocol:} needs a memory, but architecture.memory and eval.memory are 0 (use --eval.memory N, or "
         "--protocol pass)",
         IF(protocol_reads_segments), UNLESS(test_remembers), UNLESS(model_remembers), UNLESS(model_stores)),
    RULE(stride_of_segments, LG_OF_TRAINING, "eval.stride protocol",
         "eval.stride: {eval.stride} slides windows, but {protocol:} reads each token once (use --protocol pass)",
         IF(protocol_reads_segments), IF(stride_is_set)),
    RULE(limit_of_no_answers, LG_OF_TRAINING, "eval.max_tokens protocol",
         "eval.max_tokens limits decoding, but {protocol:} decodes nothing (use --protocol greedy, or "
         "--eval.max_tokens 0)",
         IF(answers_are_limited), UNLESS(protocol_decodes)),
    RULE(limit_of_whole_outputs, LG_OF_TRAINING, "eval.max_tokens architecture",
         "eval.max_tokens: the output of {architecture:} is always as long as the target (use --eval.max_tokens 0)",
         IF(answers_are_limited), UNLESS(architecture_steps)),
    RULE(texts_of_no_answers, LG_OF_TRAINING, "metric protocol",
         "{metric:} compares generated texts, but {protocol:} generates none (use --protocol beam, or --metric "
         "token_accuracy)",
         IF(metric_compares_texts), UNLESS(protocol_decodes)),
    RULE(texts_cut_at_the_target, LG_OF_TRAINING, "metric protocol eval.max_tokens",
         "{metric:} compares whole answers, but {protocol:} cuts them to the length of the target (use "
         "--eval.max_tokens N, or --protocol beam)",
         IF(metric_compares_texts), IF(protocol_decodes), UNLESS(protocol_searches), UNLESS(answers_are_limited)),
    RULE(language_that_may_be_decoded, LG_OF_TRAINING, "model.decode architecture data",
         "{data:} has targets that depend on earlier targets, but {architecture:} with model.decode: parallel reads "
         "no targets and would only learn token frequencies (use --model.decode autoregressive, or --architecture "
         "decoder)",
         IF(data_are_language), UNLESS(architecture_is_autoregressive), IF(architecture_may_decode)),
    RULE(language_without_targets, LG_OF_TRAINING, "architecture data",
         "{data:} has targets that depend on earlier targets, but {architecture:} reads no targets and would only "
         "learn token frequencies (use --architecture decoder)",
         IF(data_are_language), UNLESS(architecture_is_autoregressive), UNLESS(architecture_may_decode)),
    RULE(questions_unread, LG_OF_TRAINING, "data architecture",
         "{data:} has inputs (queries) among its targets, but {architecture:} reads no targets (use --architecture "
         "decoder)",
         IF(data_ask_among_targets), UNLESS(architecture_is_autoregressive)),
    RULE(questions_would_be_generated, LG_OF_TRAINING, "data protocol",
         "{data:} has inputs (queries) among its targets, but with {protocol:} the model would generate the queries "
         "(use --protocol pass)",
         IF(data_ask_among_targets), IF(protocol_is_autoregressive)),
    RULE(document_mask_in_generation, LG_OF_CHOICE, "mask protocol",
         "mask: document needs the whole sequence, but {protocol:} generates tokens one by one (use --protocol pass)",
         IF(protocol_is_autoregressive), IF(mask_reads_documents), UNLESS(architecture_has_cells)),
    RULE(document_positions_in_generation, LG_OF_CHOICE, "positions protocol",
         "positions: document needs the whole sequence, but {protocol:} generates tokens one by one (use --protocol "
         "pass)",
         IF(protocol_is_autoregressive), IF(positions_read_documents), UNLESS(architecture_has_cells)),
    RULE(rates_beside_a_schedule, LG_OF_TRAINING, "optimizer.step schedule schedule.warmup",
         "optimizer.step: {optimizer.step} sets its own learning rates, so {schedule:} with {schedule.warmup} warm-up "
         "steps would have no effect (use --optimizer.step schedule, or --schedule constant --schedule.warmup 0)",
         IF(optimizer_has_rates), UNLESS(schedule_is_constant)),
    RULE(outputs_at_once, LG_OF_TRAINING, "protocol architecture",
         "{protocol:} needs a model that generates targets one by one, but {architecture:} outputs all targets at "
         "once (use --architecture decoder, or --protocol pass)",
         IF(protocol_is_autoregressive), UNLESS(architecture_is_autoregressive)),
    RULE(search_over_whole_sequences, LG_OF_TRAINING, "protocol architecture",
         "{protocol:} needs a model that reads a sequence token by token, but {architecture:} reads it as a whole "
         "(use --protocol greedy, or --architecture decoder)",
         IF(protocol_searches), UNLESS(architecture_steps)),
    RULE(validation_without_a_split, LG_OF_TRAINING, "eval.validation eval.every data",
         "eval.validation: {data:} has no validation split (use --eval.validation test, or --eval.every 0)",
         IF(training_validates), IF(validation_has_a_split), UNLESS(data_have_validation)),
    RULE(best_of_no_validations, LG_OF_TRAINING, "eval.checkpoint eval.every train.steps",
         "eval.checkpoint: best is chosen by validation, but eval.every: {eval.every} never validates within "
         "train.steps: {train.steps}",
         IF(checkpoint_is_best), UNLESS(training_validates)),
    RULE(metric_of_no_steps, LG_OF_TRAINING, "metric data.scratchpad data",
         "{metric:} scores the scratchpad steps before an answer, but this data has no steps (expected a task with "
         "data.scratchpad: full)",
         IF(metric_is_of_steps), UNLESS(data_have_steps)),
    {0},
};
