/* records.c: see records.h. */
#include "analyze/records.h"

#include <string.h>

#include "api/analysis.h"
#include "config/values.h"
#include "data/curriculum.h"
#include "nn/model/order.h"

bool lg_analyze_lengths_check(const int *lengths, size_t count, lg_error *err) {
    if (count == 0) return lg_fail(err, LG_USAGE, "length: expected at least one");
    for (size_t i = 0; i < count; i++)
        if (lengths[i] < 1 || lengths[i] > LG_LENGTH_MAX)
            return lg_fail(err, LG_USAGE, "length: %d is not in 1..%d", lengths[i], LG_LENGTH_MAX);
    return true;
}

lg_split lg_analyze_records_split(const lg_trainer *t, int length) {
    const lg_dataset *d = lg_trainer_data(t);
    const int64_t there = lg_curriculum_trains(d, length) ? lg_dataset_count(d, LG_SPLIT_VALIDATION, length) : 0;
    return there > 0 && there != LG_ENDLESS ? LG_SPLIT_VALIDATION : LG_SPLIT_TEST;
}

void lg_analyze_split_begin(lg_trainer *t, int length) {
    lg_trainer_evaluate_split(t, lg_analyze_records_split(t, length));
}

void lg_analyze_split_end(lg_trainer *t) {
    lg_trainer_evaluate_split(t, LG_SPLIT_TEST);
}

bool lg_analyze_sequences(const lg_trainer *t, int length, int wanted, int usual, int *out, lg_error *err) {
    const lg_split split = lg_analyze_records_split(t, length);
    const int64_t there = lg_dataset_count(lg_trainer_data(t), split, length);
    *out = wanted > 0 ? wanted : there > 0 && there < usual ? (int)there : usual;
    return lg_trainer_has_records(t, split, length, 0, *out, err);
}

int64_t lg_analyze_records_of(const lg_analyze_records *x, int length) {
    const int64_t there =
        lg_dataset_count(lg_trainer_data(x->trainer), lg_analyze_records_split(x->trainer, length), length);
    return there < x->sequences ? there : x->sequences;
}

bool lg_analyze_records_check(const lg_analyze_records *x, lg_error *err) {
    const lg_dataset *d = lg_trainer_data(x->trainer);
    if (!lg_analyze_lengths_check(x->lengths, x->count, err)) return false;
    if (x->sequences < 1)
        return lg_fail(err, LG_USAGE, "sequences: %lld: expected at least 1", (long long)x->sequences);
    for (size_t i = 0; i < x->count; i++) {
        const int n = x->lengths[i];
        if (!lg_dataset_has(d, lg_analyze_records_split(x->trainer, n), n, err)) return false;
    }
    return true;
}

lg_attention_record lg_analyze_record(const lg_analyze_records *x, int length, int64_t index) {
    lg_attention_record r = lg_attention_eval_record(x->trainer, length, index);
    r.split = lg_analyze_records_split(x->trainer, length);
    r.whole = true;
    return r;
}

/* ---- the models that read the records ---- */

static bool same_words(const lg_vocabulary *a, const lg_vocabulary *b) {
    if (a->size != b->size) return false;
    for (int i = 0; i < a->size; i++)
        if (strcmp(a->words[i], b->words[i])) return false;
    return true;
}

bool lg_analyze_same_data(lg_run *first, lg_run *other, lg_error *err) {
    const lg_dataset *a = lg_trainer_data(first->session.trainer), *b = lg_trainer_data(other->session.trainer);
    if (strcmp(a->entry->name, b->entry->name))
        return lg_fail(err, LG_USAGE, "data: %s reads %s, and %s reads %s: expected runs on the same data", first->dir,
                       a->entry->name, other->dir, b->entry->name);
    return (same_words(&a->source, &b->source) && same_words(&a->target, &b->target)) ||
           lg_fail(err, LG_USAGE, "data: the vocabularies of %s in %s and %s differ: expected runs on the same data",
                   a->entry->name, other->dir, first->dir);
}

bool lg_analyze_heads(const lg_run *r, size_t *blocks, size_t *heads, lg_error *err) {
    *blocks = (size_t)lg_order_attentions(lg_trainer_order(r->session.trainer));
    *heads = (size_t)lg_int(r->session.values, "model.heads");
    return *blocks > 0 || lg_fail(err, LG_USAGE, "%s: the model has no blocks with attention", r->dir);
}

bool lg_analyze_check_size(lg_trainer *t, const lg_attention_record *x, size_t heads, lg_error *err) {
    lg_sizes z;
    if (!lg_attention_sizes(t, x, &z, err)) return false;
    return (double)heads * z.tokens * z.tokens <= LG_ANALYZE_NUMBERS ||
           lg_fail(err, LG_USAGE,
                   "length %d: attention between %d tokens in %zu heads (of all blocks and runs) is too large: "
                   "expected a shorter length",
                   x->length, z.tokens, heads);
}

/* ---- all records of an analysis ---- */

static double work_of(const lg_analyze_records *x, int length) {
    const double tokens = lg_trainer_sizes(x->trainer, length).tokens;
    return tokens * tokens;
}

typedef struct progress {
    const lg_analyze_records *records;
    lg_analyze_progress_fn report; /* or NULL */
    void *user;
    int64_t done, all;
    double work, all_work;
} progress;

static progress begin_progress(const lg_analyze_records *x, lg_analyze_progress_fn report, void *user) {
    progress p = {.records = x, .report = report, .user = user};
    for (size_t i = 0; i < x->count; i++) {
        const int64_t sequences = lg_analyze_records_of(x, x->lengths[i]);
        p.all += sequences;
        p.all_work += (double)sequences * work_of(x, x->lengths[i]);
    }
    return p;
}

static void count_step(progress *p, int length) {
    p->done++;
    p->work += work_of(p->records, length);
    if (p->report) p->report(p->user, p->done, p->all, p->work / p->all_work);
}

static bool read_length(const lg_analyze_records *x, const lg_analyze_steps *steps, int length, progress *p) {
    const int64_t all = lg_analyze_records_of(x, length);
    steps->begin(steps->user);
    for (int64_t k = 0; k < all; k++) {
        if (!steps->record(steps->user, length, k)) return false;
        count_step(p, length);
    }
    return steps->end(steps->user, length);
}

bool lg_analyze_records_each(const lg_analyze_records *x, const lg_analyze_steps *steps, lg_analyze_progress_fn report,
                             void *user) {
    progress p = begin_progress(x, report, user);
    for (size_t i = 0; i < x->count; i++)
        if (!read_length(x, steps, x->lengths[i], &p)) return false;
    return true;
}
