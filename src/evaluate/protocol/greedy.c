/* greedy.c: protocol that decodes targets greedily: the next token is the most probable token after the tokens
 * generated so far. */
#include "evaluate/protocols.h"
#include "nn/axes/architecture.h"
#include "nn/model/padding.h"

/* The first row that predicts a target token of a sequence. *count: number of such rows. */
static size_t target_rows(const lg_pass *p, int row, int *count) {
    const lg_model *m = p->engine->model;
    const lg_sequence_layout *t = &p->network->layout;
    const lg_record_size z = p->rows.sizes[row];
    *count = z.m;
    return (size_t)row * (size_t)t->rows + (size_t)m->architecture.entry->first_row(m, t, z.n);
}

/* Is every target token the most probable token after the targets before it? If so, greedy decoding generates the
 * target. */
static bool is_right(const lg_pass *p, int row) {
    int count;
    const size_t at = target_rows(p, row, &count);
    for (size_t j = at; j < at + (size_t)count; j++)
        if (p->best[j] != p->rows.targets[j]) return false;
    return true;
}

/* Writes the target as the answer. After the target, its last token is repeated up to the limit. */
static void say_target(const lg_pass *p, int row) {
    int count, limit;
    const int32_t *target = p->rows.targets + target_rows(p, row, &count);
    int32_t *answer = lg_pass_answer(p, row, &limit);
    for (int j = 0; j < limit; j++) answer[j] = target[j < count ? j : count - 1];
}

/* Adds the sequences that must be decoded. Losses use the true targets. If all tokens of a sequence are right under
 * teacher forcing, decoding can be skipped. This requires that decoding computes the same logits as this pass: there
 * must be no dropout, and no result of the model may depend on the number of tokens. All sources of a pass have one
 * length, so all prompts have one length. */
static void leave(const lg_eval_settings *e, const lg_pass *p, int sequences, lg_decoding *d, int *prompt) {
    bool same = !e->dropout;
    for (const lg_pass *x = p; x; x = x->next)
        same = same && lg_model_same_up_to(x->engine->model) >= x->network->layout.T;
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

/* Counts passes as if all sequences were decoded. The actual number is lower, because sequences that are already right
 * are skipped (`leave`). */
static int count_passes(const void *own, const lg_eval_settings *e, const lg_model *m, const lg_sequence_layout *t) {
    (void)own;
    return lg_protocol_passes(e, m, t, 1);
}

const lg_protocol lg_protocol_greedy = {
    .name = "greedy",
    .summary = "greedy decoding: each next token is the most probable token",
    .formula = "y_j = argmax over w of P(w | source, y_0 .. y_{j-1}), the lowest id among ties;\n"
               "decoding stops at the end token, or when the answer is as long as the target (with\n"
               "eval.max_tokens N: when source and answer together have N tokens)",
    .source = "Sutskever et al. 2014, section 3.2, with a beam of 1",
    .grouping = LG_GROUP_SOURCES,
    .autoregressive = true,
    .run = lg_pass_forward,
    .leave = leave,
    .limit = find_limit,
    .passes = count_passes,
};
