/* test_rules.c: every row of the table of rules refuses what its message describes. The table of compatible choices
 * agrees with the choices that the check of a config accepts. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "models.h"
#include "rules/rules.h"

#define TWO     "architecture=encoder_decoder data=copy_cmc curriculum=uniform curriculum.lengths=2..5 "
#define DECODER "architecture=decoder data=copy_cmc curriculum=uniform curriculum.lengths=2..5 "
#define TEXT    "architecture=decoder data=text data.file=LICENSE data.test_fraction=0.1 encoding=relative "
#define TOKENS  "architecture.memory_tokens=2 "

/* For each rule, settings that break this rule and no earlier one. */
static const struct {
    const char *rule, *settings;
} examples[] = {
    {"attention_tells_order_alone", "attention=geometric encoding=rope"},
    {"cell_without_cells", "cell=elman"},
    {"store_without_cells", "store=stack"},
    {"norm_without_norms", "block=no_norm norm=rms_norm"},
    {"projection_over_latents", "architecture=perceiver_ar data=copy_cmc projection=primer"},
    {"centred_under_causal_mask", "projection=primer projection.centred=true mask=causal"},
    {"across_without_streams", "projection=primer projection.cross=true"},
    {"residual_without_post_norms", "residual=b2t block=pre_norm"},
    {"residual_beside_norms", "residual=scalar block=pre_norm"},
    {"initialisation_beside_norms", "initialisation=t_fixup block=post_norm"},
    {"initialisation_beside_embedding_norm", "initialisation=t_fixup model.embedding_norm=before_positions"},
    {"scaled_positions_without_positions", "initialisation=t_fixup initialisation.scale_positions=true encoding=none"},
    {"outputs_need_causal_mask", "model.decode=autoregressive mask=full"},
    {"outputs_in_place_need_equal_lengths", "model.decode=in_place data=even_pairs"},
    {"computation_in_place", "model.decode=in_place data=bucket_sort model.computation_steps=1"},
    {"targets_need_causal_mask", "architecture=decoder mask=full"},
    {"zeros_without_memory", "architecture=decoder architecture.memory_start=zeros"},
    {"memory_of_random_positions", TEXT "positions=randomized curriculum=segments architecture.memory=4"},
    {"memory_of_documents", TEXT "mask=document curriculum=segments architecture.memory=4"},
    {"memory_hidden_by_chunks", TEXT "mask=chunk curriculum=segments architecture.memory=4"},
    {"latents_take_no_encoding", "architecture=perceiver_io encoding=rope"},
    {"latents_have_no_order", "architecture=perceiver_io encoding=none attention=geometric"},
    {"latents_take_no_mask", "architecture=perceiver_io mask=causal"},
    {"latents_need_pre_norm", "architecture=perceiver_io block=post_norm"},
    {"step_signal_of_some_tokens", "architecture=perceiver_ar data=copy_cmc model.step_signal=true"},
    {"latents_begin_with_attention", "architecture=perceiver_ar data=copy_cmc model.order=fs"},
    {"tied_head_of_cells", "architecture=recurrent head=tied"},
    {"width_of_vectors_twice", DECODER "head=adaptive head.divisor=2 head.cutoffs=3 model.embedding_width=4"},
    {"smoothing_without_logits", DECODER "head=adaptive head.cutoffs=3 loss.smoothing=0.1"},
    {"half_loss_of_answers", "loss.half=true"},
    {"loss_z_without_logits", DECODER "head=adaptive head.cutoffs=3 loss.z=0.1"},
    {"own_norms_without_sharing", "model.share_norms=false"},
    {"sublayer_over_latents", "architecture=perceiver_ar data=copy_cmc model.order=sl"},
    {"whole_sublayer_under_mask", "model.order=sg mask=window"},
    {"whole_sublayer_with_memory", TEXT "curriculum=segments architecture.memory=4 model.order=sg protocol=pass"},
    {"store_without_segments", "model.order=skf encoding=none"},
    {"sublayer_without_softmax", "model.order=a attention=geometric encoding=none"},
    {"hidden_norm_of_experts", "model.order=se block=pre_norm block.hidden_norm=true"},
    {"hidden_norm_of_nothing", "model.order=s block=pre_norm block.hidden_norm=true"},
    {"attention_norm_of_gating", "model.order=sg block=pre_norm block.attention_norm=true"},
    {"form_without_memory_tokens", "architecture.memory_form=controller"},
    {"memory_tokens_under_causal_mask", TOKENS "mask=causal"},
    {"memory_tokens_without_softmax", TOKENS "attention=geometric encoding=none"},
    {"memory_tokens_have_no_neighbours", TOKENS "projection=primer"},
    {"memory_tokens_without_step_signal", TOKENS "model.step_signal=true"},
    {"memory_tokens_beside_mixing", TOKENS "model.order=lf"},
    {"memory_tokens_beside_whole", TOKENS "model.order=sb"},
    {"encoding_in_a_bottleneck", TOKENS "architecture.memory_form=bottleneck encoding=rope"},
    {"mask_in_a_bottleneck", TOKENS "architecture.memory_form=bottleneck mask=window"},
    {"encoding_without_attention", "model.order=lf encoding=rope"},
    {"attention_without_attention", "model.order=lf encoding=none attention=geometric"},
    {"head_scale_without_attention", "model.order=lf block=pre_norm block.head_scale=heads"},
    {"key_heads_without_attention", "model.order=lf model.key_heads=1"},
    {"qk_norm_without_attention", "model.order=lf model.qk_norm=rms"},
    {"scale_without_attention", "model.order=lf scale=log_n"},
    {"projection_without_attention", "model.order=lf projection=primer"},
    {"mask_without_attention", "model.order=lf mask=window"},
    {"attention_without_logits", "attention=linear encoding=rope"},
    {"scale_unused_by_attention", "attention=geometric encoding=none scale=log_n"},
    {"scale_of_stores", TEXT "curriculum=segments model.order=k scale=log_n"},
    {"factor_of_sources", "positions=augmented positions.source_factor=2"},
    {"positions_without_positions", "positions=clipped encoding=rope"},
    {"random_positions_unread", "positions=randomized encoding=none"},
    {"released_positions", "positions=released encoding=alibi"},
    {"drawn_distances_unread", "positions=randomized positions.draw=distances encoding=rope"},
    {"two_sides_unread", "positions=randomized positions.both_sides=true encoding=rope"},
    {"sample_of_blocks_embedded", "positions=randomized positions.per=block encoding=sinusoid"},
    {"sources_need_causal_mask", TWO "encoding=xpos"},
    {"encoding_needs_causal_mask", "encoding=xpos mask=full"},
    {"scale_of_plain_queries", "encoding=relative scale=formula scale.formula=1/dk+head"},
    {"heads_that_see_nothing", DECODER "encoding=alibi encoding.sides=split_heads"},
    {"real_positions_of_a_table", "positions=interpolated encoding=learned"},
    {"cross_in_one_timeline", TWO "encoding=none cross.encoding=sinusoid"},
    {"cross_clips", TWO "encoding=none cross.encoding=rope cross.encoding.clip=3"},
    {"cross_follows_length", TWO "encoding=none cross.encoding=rope cross.encoding.dynamic=true "
                                 "cross.encoding.frequencies=ntk cross.encoding.trained=9"},
    {"cross_splits_heads", TWO "encoding=none cross.encoding=alibi cross.encoding.sides=split_heads"},
    {"cross_without_positions", TWO "encoding=relative positions=clipped cross.encoding=rope"},
    {"positions_of_documents_in_two_sequences", TWO "positions=document encoding=rope"},
    {"positions_of_documents_over_latents", "architecture=perceiver_ar data=copy_cmc positions=document encoding=rope"},
    {"first_token_of_documents", "positions=document encoding=tupe encoding.first_token=free"},
    {"mask_of_documents_counts", "mask=document scale=log_n"},
    {"mask_of_documents_in_two_sequences", TWO "mask=document"},
    {"mask_of_documents_over_latents", "architecture=perceiver_ar data=copy_cmc mask=document"},
    {"mask_of_documents_beside_mixing", "mask=document model.order=sl"},
    {"mask_of_documents_beside_stores", TEXT "mask=document curriculum=segments model.order=k"},
    {"mask_of_documents_beside_projection", "mask=document projection=primer"},
    {"pattern_unread", TWO "encoding=rope,none encoder.encoding=t5 decoder.encoding=alibi"},
    {"pattern_of_latents", "architecture=perceiver_ar data=copy_cmc encoding=rope,none"},
    {"pattern_of_no_attention", "model.order=sl encoding=none,relative"},
    {"pattern_of_memory_tokens", TOKENS "encoding=rope,none"},
    {"pattern_of_cross_scales", TWO "encoding=rope scale=one,log_n"},
    {"pattern_of_embedded_positions", "encoding=sinusoid,rope"},
    {"pattern_of_shared_blocks", "model.share=all encoding=rope,none"},
    {"endless_data_in_epochs", "curriculum=epochs"},
    {"store_without_order", TEXT "model.order=skf protocol=pass"},
    {"memory_without_order", TEXT "architecture.memory=4 protocol=pass"},
    {"segments_of_records", DECODER "curriculum=segments"},
    {"segments_with_context", TEXT "curriculum=segments architecture.memory=4 data.context=2"},
    {"segments_of_several_lengths", TEXT "curriculum=segments curriculum.lengths=4,6"},
    {"test_in_segments_of_records", DECODER "protocol=memory"},
    {"test_in_segments_with_context", TEXT "protocol=memory eval.memory=4 data.context=2"},
    {"test_of_no_memory", TEXT "architecture=perceiver_ar protocol=memory eval.memory=4"},
    {"test_of_nothing_remembered", TEXT "protocol=memory"},
    {"stride_of_segments", TEXT "protocol=memory eval.memory=4 eval.stride=2"},
    {"limit_of_no_answers", DECODER "protocol=pass eval.max_tokens=9"},
    {"limit_of_whole_outputs", "model.decode=autoregressive mask=causal protocol=greedy eval.max_tokens=9"},
    {"texts_of_no_answers", DECODER "protocol=pass metric=bleu"},
    {"texts_cut_at_the_target", DECODER "protocol=greedy metric=bleu"},
    {"language_that_may_be_decoded", TEXT "architecture=encoder"},
    {"language_without_targets", TEXT "architecture=perceiver_io encoding=sinusoid"},
    {"questions_unread", "data=associative_recall architecture=encoder"},
    {"questions_would_be_generated", "data=associative_recall architecture=decoder protocol=greedy"},
    {"document_mask_in_generation", DECODER "mask=document protocol=greedy"},
    {"document_positions_in_generation", DECODER "positions=document protocol=greedy"},
    {"rates_beside_a_schedule", "optimizer=adafactor optimizer.step=relative schedule=linear"},
    {"outputs_at_once", "protocol=greedy"},
    {"search_over_whole_sequences", "model.decode=autoregressive mask=causal protocol=beam"},
    {"validation_without_a_split", NULL}, /* only a program's own data can lack a validation split: see below */
    {"best_of_no_validations", "eval.checkpoint=best eval.every=0"},
    {"metric_of_no_steps", "metric=step_accuracy"},
};
enum { EXAMPLES = sizeof examples / sizeof *examples };

static bool has_example(const char *rule) {
    for (size_t i = 0; i < EXAMPLES; i++)
        if (!strcmp(examples[i].rule, rule)) return true;
    return false;
}

static void every_rule_refuses(void **state) {
    int wrong = 0;
    (void)state;
    for (size_t i = 0; i < EXAMPLES; i++) {
        const char *rule = examples[i].rule, *settings = examples[i].settings;
        lg_error err = {0};
        lg_resolved_config *d = settings ? bench_resolve(settings, &err) : NULL;
        const bool refused = !settings || (!d && err.rule && !strcmp(err.rule, rule));
        if (!refused) print_message("%s: %s: %s\n", rule, settings, d ? "accepted" : err.text);
        wrong += !refused;
        lg_resolved_config_free(d);
    }
    assert_int_equal(wrong, 0);
}

static void data_may_have_no_validation_split(void **state) {
    lg_error err = {0};
    lg_description what;
    (void)state;
    lg_resolved_config *d = bench_resolve("eval.every=1 eval.validation=validation", &err);
    assert_non_null(d);
    lg_describe(d->values, NULL, &what);
    lg_data data = *what.data.entry;
    lg_data_methods methods = *data.methods;
    methods.validates = false;
    data.methods = &methods;
    what.data.entry = &data;
    assert_false(lg_description_check(&what, NULL, NULL, &err));
    assert_string_equal(err.rule, "validation_without_a_split");
    lg_resolved_config_free(d);
}

static void every_rule_has_an_example(void **state) {
    size_t count = 0;
    (void)state;
    for (const lg_rule *r = lg_rules; r->name; r++, count++)
        if (!has_example(r->name)) fail_msg("no example of %s", r->name);
    assert_int_equal(count, EXAMPLES);
}

/* Messages have no unexpanded brace, and each fact occurs in some rule. */
static void messages_are_complete(void **state) {
    bool used[LG_FACTS] = {[LG_FACT_NONE] = true};
    (void)state;
    for (size_t i = 0; i < EXAMPLES; i++) {
        lg_error err = {0};
        if (examples[i].settings) lg_resolved_config_free(bench_resolve(examples[i].settings, &err));
        if (strpbrk(err.text, "{}") || strstr(err.text, "...")) fail_msg("%s: %s", examples[i].rule, err.text);
    }
    for (const lg_rule *r = lg_rules; r->name; r++)
        for (const lg_literal *l = r->all; l < r->all + LG_LITERALS && l->fact; l++) used[l->fact] = true;
    for (int f = 0; f < LG_FACTS; f++)
        if (!used[f]) fail_msg("no rule uses the fact: %s", lg_fact_words(f));
}

/* Fails if `settings` with a suggested value are refused because of the value itself, not by a rule. */
static void check_suggestion(const char *rule, const char *settings, const char *key, const char *value) {
    char changed[600], begin[80];
    lg_error err = {0};
    snprintf(changed, sizeof changed, "%s %s=%s", settings, key, value);
    snprintf(begin, sizeof begin, "%s: ", key);
    lg_resolved_config_free(bench_resolve(changed, &err));
    if (err.code != LG_OK && !err.rule && !strncmp(err.text, begin, strlen(begin)))
        fail_msg("%s suggests --%s %s: %s", rule, key, value, err.text);
}

/* Messages suggest "--KEY VALUE" or "--KEY=VALUE". A value in capitals, such as FILE, stands for the user's
 * own. */
static void suggested_values_exist(void **state) {
    int count = 0;
    (void)state;
    for (size_t i = 0; i < EXAMPLES; i++) {
        lg_error err = {0};
        char key[64], value[64];
        if (examples[i].settings) lg_resolved_config_free(bench_resolve(examples[i].settings, &err));
        for (const char *at = strstr(err.text, "(use --"); at && (at = strstr(at, "--")); at += 2)
            if (sscanf(at, "--%63[A-Za-z_.]%*1[ =]%63[a-z0-9_:.]", key, value) == 2)
                check_suggestion(examples[i].rule, examples[i].settings, key, value), count++;
    }
    assert_true(count > 100);
}

/* A rule is marked `idle`, so that grids skip combinations that break it, if and only if its message says "has no
 * effect". */
static void rules_say_what_has_no_effect(void **state) {
    (void)state;
    for (const lg_rule *r = lg_rules; r->name; r++)
        if (r->idle != !!strstr(r->words, "has no effect")) fail_msg("%s: %s", r->name, r->words);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_rule_refuses),
        cmocka_unit_test(every_rule_has_an_example),
        cmocka_unit_test(data_may_have_no_validation_split),
        cmocka_unit_test(messages_are_complete),
        cmocka_unit_test(suggested_values_exist),
        cmocka_unit_test(rules_say_what_has_no_effect),
    };
    return cmocka_run_group_tests_name("rules", tests, NULL, NULL);
}
