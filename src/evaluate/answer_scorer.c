/* answer_scorer.c: see answer_scorer.h. */
#include "evaluate/answer_scorer.h"

#include <stdlib.h>

#include "data/prompt.h"
#include "metric/text_sums.h"
#include "train/batch.h"

struct lg_answer_scorer {
    lg_text_scorers scorers;
    char *text; /* memory for the texts of source, target and answer */
    size_t bytes;
};

lg_answer_scorer *lg_answer_scorer_new(lg_error *err) {
    lg_answer_scorer *x = calloc(1, sizeof *x);
    if (!x) {
        lg_fail(err, LG_FAILED, "out of memory: texts of answers");
        return NULL;
    }
    if (lg_text_scorers_open(&x->scorers, err)) return x;
    lg_answer_scorer_free(x);
    return NULL;
}

void lg_answer_scorer_free(lg_answer_scorer *x) {
    if (!x) return;
    lg_text_scorers_close(&x->scorers);
    free(x->text);
    free(x);
}

bool lg_answer_scorer_suits(const lg_dataset *d, lg_error *err) {
    return d->end >= 0 || lg_fail_keys(err, "metric data",
                                       "metric: comparing answers as texts requires an end token, but data: %s has "
                                       "none (use --metric exact_match)",
                                       d->entry->name);
}

static bool reserve_texts(lg_answer_scorer *x, size_t bytes, lg_error *err) {
    if (bytes <= x->bytes) return true;
    char *text = realloc(x->text, bytes);
    if (!text) return lg_fail(err, LG_FAILED, "out of memory: texts of %zu bytes", bytes);
    x->text = text;
    x->bytes = bytes;
    return true;
}

/* Number of tokens without the end token. */
static int count_without_end(const lg_dataset *d, const int32_t *ids, int count) {
    return count > 0 && ids[count - 1] == d->end ? count - 1 : count;
}

bool lg_answer_scorer_measure(lg_answer_scorer *x, const lg_dataset *d, const lg_record_answer *generated,
                              double sums[LG_SUMS], lg_error *err) {
    const lg_record *r = generated->record;
    const lg_batch_record *from = generated->from;
    const int tokens = count_without_end(d, generated->ids, generated->count),
              wanted = count_without_end(d, r->target, r->m);
    const size_t both = lg_dataset_write_size(d, from->split, from->index, r) + 1,
                 one = lg_tokens_write(d, generated->ids, tokens, NULL, 0) + 1;
    if (!reserve_texts(x, 2 * both + one, err)) return false;
    char *source = x->text, *target = source + both, *answer = target + both;
    lg_tokens_write(d, generated->ids, tokens, answer, one);
    if (d->entry->methods->write)
        lg_dataset_write(d, from->split, from->index, from->key, r, source, target, both);
    else
        lg_tokens_write(d, r->target, wanted, target, both);
    return lg_text_scorers_measure(&x->scorers, answer, target, sums, err);
}
