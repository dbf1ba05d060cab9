/* step_reader.c: see step_reader.h. */
#include "data/step_reader.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static const char frame[] = "Thinking step by step :";

/* Index of a word in a text. If the word is missing, returns the end of the text. */
static int find_word(const lg_text_reader *x, const char *word) {
    lg_text_reader y = *x;
    while (!lg_read_ended(&y) && strcmp(lg_read_next(&y), word)) y.at++;
    return y.at;
}

bool lg_read_scratchpad(lg_text_reader *x, const lg_scratchpad *s, lg_step_reader *steps) {
    lg_text_reader end = *x;
    if (!lg_read_words(&end, frame)) return false;
    *steps = (lg_step_reader){s, end, false};
    if (!lg_read_past_last(&end, ". Thus ,")) return false;
    steps->text.count = end.at - 3;
    *x = end;
    return true;
}

/* Ends the contents of a part before index `end`. The part "variables" must also end with a bracket. */
static bool end_part(lg_step_text *step, int part, int end) {
    lg_text_reader *x = &step->part[part];
    x->count = end;
    if (part != LG_PART_VARIABLES) return true;
    x->count--;
    return x->count >= x->at && !strcmp(x->words[x->ids[x->count]], "]");
}

/* Splits a step into its parts. The marker of a part is its first occurrence after the previous marker. */
static bool cut_parts(const lg_scratchpad *s, lg_step_text *step) {
    lg_text_reader x = step->whole;
    int last = -1;
    for (int p = 0; p < LG_PARTS; p++) {
        step->part[p] = (lg_text_reader){0};
        if (!s->has[p]) continue;
        const int at = find_word(&x, lg_part_markers[p]);
        if (at == x.count || (last < 0 ? at != x.at : !end_part(step, last, at))) return false;
        x.at = at + 1;
        step->part[p] = x;
        last = p;
    }
    return last < 0 ? lg_read_ended(&x) : end_part(step, last, x.count);
}

bool lg_read_step(lg_step_reader *x, lg_step_text *step) {
    if (x->ended) return false;
    const int end = find_word(&x->text, "#");
    step->whole = x->text;
    step->whole.count = end;
    x->ended = end == x->text.count;
    x->text.at = end + 1;
    return cut_parts(x->scratchpad, step);
}

/* ---- scores ---- */

static bool is_same(lg_text_reader a, lg_text_reader b) {
    const size_t size = sizeof *a.ids * (size_t)(a.count - a.at);
    return a.count - a.at == b.count - b.at && (size == 0 || !memcmp(a.ids + a.at, b.ids + b.at, size));
}

/* Advances to the first occurrence of these words. */
static bool find_words(lg_text_reader *x, const char *words) {
    for (lg_text_reader y = *x; !lg_read_ended(x); x->at++, y = *x)
        if (lg_read_words(&y, words)) return true;
    return false;
}

/* Compares the steps of answer and target. For each part, adds to `same` the number of steps in which the part is
 * equal. Returns the number of steps. Returns 0 if answer and target have different numbers of steps, or if a step
 * cannot be parsed. */
static int count_same(lg_step_reader *answer, lg_step_reader *target, double same[LG_STEP_SCORES]) {
    lg_step_text a, b;
    int steps = 0;
    for (; !target->ended; steps++) {
        if (!lg_read_step(target, &b) || !lg_read_step(answer, &a)) return 0;
        for (int p = 0; p < LG_PARTS; p++) same[LG_STEP_INPUT + p] += is_same(a.part[p], b.part[p]);
        same[LG_STEP_WHOLE] += is_same(a.whole, b.whole);
    }
    return answer->ended ? steps : 0;
}

void lg_steps_compare(const lg_scratchpad *s, lg_text_reader answer, lg_text_reader target,
                      double scores[LG_STEP_SCORES]) {
    double same[LG_STEP_SCORES] = {0};
    lg_step_reader a, b;
    const bool read =
        find_words(&answer, frame) && lg_read_scratchpad(&answer, s, &a) && lg_read_scratchpad(&target, s, &b);
    const int steps = read ? count_same(&a, &b, same) : 0;
    scores[LG_STEP_COUNT] = steps > 0;
    for (int i = LG_STEP_INPUT; i < LG_STEP_SCORES; i++) scores[i] = steps > 0 ? same[i] / steps : 0;
    for (int p = 0; p < LG_PARTS; p++)
        if (!s->has[p]) scores[LG_STEP_INPUT + p] = (double)NAN;
}

/* ---- for `check` ---- */

bool lg_step_says(const lg_step_text *step, lg_part part, const char *words, ...) {
    char wanted[100];
    va_list more;
    lg_text_reader x = step->part[part];
    va_start(more, words);
    vsnprintf(wanted, sizeof wanted, words, more);
    va_end(more);
    return !x.words || (lg_read_words(&x, wanted) && lg_read_ended(&x));
}

bool lg_step_has(const lg_step_text *step, lg_part part, const char *before, lg_text_reader text, const char *after) {
    lg_text_reader x = step->part[part];
    return !x.words ||
           (lg_read_words(&x, before) && lg_read_text(&x, text) && lg_read_words(&x, after) && lg_read_ended(&x));
}
