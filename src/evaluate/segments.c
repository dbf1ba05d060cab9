/* segments.c: see segments.h. */
#include "evaluate/segments.h"

#include "data/curriculum.h"
#include "evaluate/evaluate.h"

lg_segment_rules lg_segments_rules(const lg_trainer *t) {
    return t->protocol.entry->segments(&t->protocol.own);
}

int lg_segments_kept(const lg_trainer *t) {
    const int memory = lg_segments_rules(t).memory;
    return memory > 0 ? memory : t->model->memory;
}

/* Number of tokens in the memory (lg_segments_kept) and in a segment of the longest training length together. */
static int span_of(const lg_trainer *t) {
    return lg_segments_kept(t) + t->curriculum.entry->longest(&t->curriculum.own, t->settings.steps);
}

int lg_segments_kept_at(const lg_trainer *t, int length) {
    const int span = span_of(t);
    if (!lg_segments_rules(t).same_span) return lg_segments_kept(t);
    return span > length ? span - length : 0;
}

int lg_trainer_remembers(const lg_trainer *t, int length) {
    return t->protocol.entry->segments ? lg_segments_kept_at(t, length) : -1;
}

bool lg_segments_check(const lg_trainer *t, int length, lg_error *err) {
    return lg_segments_kept_at(t, length) > 0 || t->model->memorized > 0 ||
           lg_fail_keys(err, "eval.same_span eval.lengths",
                        "eval.same_span: segments of %d tokens leave no room for memory: memory and segment "
                        "together have %d tokens, as in training (use --eval.lengths %d or less)",
                        length, span_of(t), span_of(t) - 1);
}
