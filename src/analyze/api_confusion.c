/* api_confusion.c: implements the confusion matrix of tokens. A vocabulary can be large, but few of the possible pairs
 * of target and generated token occur. So the pairs that occur are stored in a list; duplicates are merged when the
 * list is full. */
#include <stdlib.h>

#include "analyze/answers.h"
#include "api/analysis.h"
#include "data/data.h"
#include "data/vocabulary.h"
#include "evaluate/evaluate.h"
#include "run/run.h"

/* A target token and the token generated in its place. */
typedef struct pair {
    uint64_t key; /* target * 2^32 + (predicted + 1); a missing token has predicted = -1 */
    int64_t count;
} pair;

typedef struct pairs {
    const lg_dataset *data;
    int length; /* of these pairs */
    pair *all;
    size_t count, capacity;
    lg_confusion_fn each;
    void *user;
    lg_error *err;
} pairs;

static int compare_pairs(const void *a, const void *b) {
    const pair *x = a, *y = b;
    return (x->key > y->key) - (x->key < y->key);
}

/* Sorts the pairs and merges duplicates. */
static void join_pairs(pairs *x) {
    size_t kept = 0;
    if (x->count > 0) qsort(x->all, x->count, sizeof *x->all, compare_pairs);
    for (size_t i = 0; i < x->count; i++) {
        if (kept > 0 && x->all[kept - 1].key == x->all[i].key)
            x->all[kept - 1].count += x->all[i].count;
        else
            x->all[kept++] = x->all[i];
    }
    x->count = kept;
}

static bool add_pair(pairs *x, int32_t target, int32_t predicted) {
    const bool full = x->count == x->capacity;
    if (full) join_pairs(x);
    if (full && 2 * x->count >= x->capacity) {
        const size_t capacity = x->capacity > 0 ? 2 * x->capacity : 4096;
        pair *more = realloc(x->all, capacity * sizeof *more);
        if (!more) return lg_fail(x->err, LG_FAILED, "out of memory: %zu pairs of tokens", capacity);
        x->all = more, x->capacity = capacity;
    }
    x->all[x->count++] = (pair){(uint64_t)(uint32_t)target << 32 | (uint32_t)(predicted + 1), 1};
    return true;
}

/* Reports the pairs of a length and clears them. */
static void report_length(pairs *x) {
    const lg_vocabulary *words = &x->data->target;
    join_pairs(x);
    for (size_t i = 0; i < x->count; i++) {
        const int32_t target = (int32_t)(x->all[i].key >> 32), predicted = (int32_t)(x->all[i].key & UINT32_MAX) - 1;
        const lg_confusion_report r = {.length = x->length,
                                       .target = target,
                                       .predicted = predicted,
                                       .target_word = lg_vocabulary_word(words, target),
                                       .predicted_word = predicted < 0 ? NULL : lg_vocabulary_word(words, predicted),
                                       .tokens = x->all[i].count};
        x->each(x->user, &r);
    }
    x->count = 0;
}

static void add_record(void *user, const lg_record_answer *s) {
    pairs *x = user;
    const lg_record *r = s->record;
    if (x->err->code) return;
    if (r->length != x->length) report_length(x);
    x->length = r->length;
    for (int j = 0; j < r->m; j++)
        if (r->counted[j] && !add_pair(x, r->target[j], j < s->count ? s->ids[j] : -1)) return;
}

lg_status lg_analyze_confusion(lg_run *r, const lg_callbacks *calls, lg_confusion_fn each, void *user) {
    lg_error *err = lg_context_begin(r->context);
    pairs x = {.each = each, .user = user, .err = err};
    if (lg_run_ready(r, err) && lg_session_check_lengths(&r->session, r->config->resolved, false, true, err)) {
        x.data = lg_trainer_data(r->session.trainer);
        if (lg_analyze_answers(r, calls, add_record, &x, err)) report_length(&x);
    }
    free(x.all);
    return err->code;
}
