/* greedy.c: target tokens one after another, each the most probable one after those that the model said before. */
#include "evaluate/protocols.h"
#include "nn/axes/architecture.h"
#include "nn/model/padding.h"

/* The rows of a sequence that predict its target. */
static size_t target_rows(const lg_pass *p, int row, int *count) {
    const lg_model *m = p->engine->model;
    const lg_sequence_layout *t = &p->network->layout;
    const lg_record_size z = p->rows.sizes[row];
    *count = z.m;
    return (size_t)row * (size_t)t->rows + (size_t)m->architecture.entry->first_row(m, t, z.n);
}

/* With the true targets before it, is every token the most probable one? Then these are the tokens that it says. */
static bool is_right(const lg_pass *p, int row) {
    int count;
    const size_t at = target_rows(p, row, &count);
    for (size_t j = at; j < at + (size_t)count; j++)
        if (p->best[j] != p->rows.targets[j]) return false;
    return true;
}

/* Says the target, and what is said after it: its last token. */
static void say_target(const lg_pass *p, int row) {
    int count, limit;
    const int32_t *target = p->rows.targets + target_rows(p, row, &count);
    int32_t *said = lg_pass_said(p, row, &limit);
    for (int j = 0; j < limit; j++) said[j] = target[j < count ? j : count - 1];
}

/* Losses are those of the true targets. A sequence need not be decoded where every token is right with the true targets
 * before it, if that pass has the logits of passes over the tokens so far: without dropout, and where nothing depends
 * on the number of tokens. Sequences of a pass have sources of one length, so their prompts have too. */
static void leave(const lg_eval_settings *e, const lg_pass *p, int sequences, lg_decoding *d, int *prompt) {
    const lg_model *m = p->engine->model;
    const bool same = lg_model_same_up_to(m) >= p->network->layout.T && !e->dropout;
    *prompt = lg_protocol_prompt(p);
    for (int row = 0; row < sequences; row++) {
        if (!same || !is_right(p, row))
            lg_protocol_leave(e, p, row, d);
        else if (p->limit >= 0)
            say_target(p, row);
    }
}

static int find_limit(const void *own, const lg_eval_settings *e, const lg_model *m, int n) {
    (void)own, (void)m;
    return lg_protocol_limit(e, n);
}

/* Sequences that are right are not decoded. */
static int count_passes(const void *own, const lg_eval_settings *e, const lg_model *m, const lg_sequence_layout *t) {
    (void)own;
    return lg_protocol_passes(e, m, t, 1);
}

const lg_protocol lg_protocol_greedy = {
    .name = "greedy",
    .summary = "greedy decoding: one token after another, each the most probable next token",
    .formula = "y_j = argmax over w of P(w | source, y_0 .. y_{j-1}), the lowest id among ties;\n"
               "decoding stops at the end token or at the length of the target; or, with eval.max_tokens N, when\n"
               "source and answer have N tokens together",
    .source = "Sutskever et al. 2014, section 3.2, with a beam of 1",
    .grouping = LG_GROUP_SOURCES,
    .autoregressive = true,
    .run = lg_pass_forward,
    .leave = leave,
    .limit = find_limit,
    .passes = count_passes,
};
