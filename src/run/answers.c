/* answers.c: see answers.h. */
#include "run/answers.h"

#include <stdlib.h>
#include <string.h>

#include "data/prompt.h"
#include "evaluate/evaluate.h"
#include "train/batch.h"

/* The index of the first counted target token that the answer lacks or has wrong; -1 if there is none. */
static int find_difference(const lg_record_answer *x) {
    const lg_record *r = x->record;
    for (int j = 0; j < r->m; j++)
        if (r->counted[j] && (j >= x->count || x->ids[j] != r->target[j])) return j;
    return -1;
}

/* Bytes of the text of target tokens, including the final NUL. */
static size_t count_bytes(const lg_dataset *d, const int32_t *ids, int count) {
    return lg_tokens_write(d, ids, count, NULL, 0) + 1;
}

static size_t larger(size_t a, size_t b) {
    return a > b ? a : b;
}

/* Reserves three texts of `size` bytes, and the words of target and answer. */
static bool reserve_texts(lg_answer_reporter *x, size_t size, size_t words) {
    char *text = realloc(x->text, 3 * size);
    if (text) x->text = text;
    const char **longer = realloc(x->words, (words + 1) * sizeof *longer);
    if (longer) x->words = longer;
    return (text && longer) || lg_fail(x->err, LG_FAILED, "out of memory: an answer of %zu tokens", words);
}

/* Number of tokens without the end token. */
static int count_without_end(const lg_dataset *d, const int32_t *ids, int count) {
    return count > 0 && ids[count - 1] == d->end ? count - 1 : count;
}

/* Writes the source as text. Also overwrites `target`; the caller writes that text afterwards. */
static void write_prompt(const lg_dataset *d, const lg_record_answer *x, char *prompt, char *target, size_t size) {
    const lg_batch_record *from = x->from;
    const size_t before = d->before ? strlen(d->before) : 0;
    memcpy(prompt, d->before ? d->before : "", before);
    lg_dataset_write(d, from->split, from->index, from->key, x->record, prompt + before, target, size - before);
}

/* Fills in all texts and words of a report except the cell; false: out of memory. */
static bool write_texts(lg_answer_reporter *x, const lg_dataset *d, const lg_record_answer *s, lg_answer_report *out) {
    const lg_record *r = s->record;
    const lg_batch_record *from = s->from;
    const size_t before = d->before ? strlen(d->before) : 0,
                 both = lg_dataset_write_size(d, from->split, from->index, r) + 1,
                 target = count_bytes(d, r->target, r->m), answer = count_bytes(d, s->ids, s->count),
                 size = before + larger(both, larger(target, answer));
    if (!reserve_texts(x, size, (size_t)r->m + (size_t)s->count)) return false;
    char *texts[] = {x->text, x->text + size, x->text + 2 * size};
    write_prompt(d, s, texts[0], texts[1], size);
    lg_tokens_write(d, r->target, count_without_end(d, r->target, r->m), texts[1], size);
    lg_tokens_write(d, s->ids, count_without_end(d, s->ids, s->count), texts[2], size);
    lg_vocabulary_name(&d->target, r->target, r->m, x->words);
    lg_vocabulary_name(&d->target, s->ids, s->count, x->words + r->m);
    out->prompt = texts[0];
    out->target = texts[1];
    out->answer = texts[2];
    out->target_words = x->words;
    out->words = x->words + r->m;
    return true;
}

static void on_answer(void *user, const lg_record_answer *s) {
    lg_answer_reporter *x = user;
    const lg_dataset *d = lg_trainer_data(x->trainer);
    const lg_record *r = s->record;
    char cell[64] = "";
    if (d->entry->methods->name_cell) d->entry->methods->name_cell(d, r->length, r->cell, cell, sizeof cell);
    lg_answer_report report = {.length = r->length,
                               .cell = *cell == '\0' ? NULL : cell,
                               .record = s->from->index,
                               .right = s->right,
                               .difference = find_difference(s),
                               .bytes = d->unit != LG_UNIT_WORD,
                               .targets = r->m,
                               .tokens = s->count,
                               .target_ids = r->target,
                               .ids = s->ids};
    if (!x->err->code && write_texts(x, d, s, &report)) x->calls->answer(x->calls->user, &report);
}

bool lg_answer_reporter_begin(lg_answer_reporter *x, lg_trainer *t, const lg_callbacks *calls, lg_error *err) {
    *x = (lg_answer_reporter){.trainer = t, .calls = calls, .err = err};
    return !calls || !calls->answer || lg_trainer_on_answer(t, on_answer, x, err);
}

void lg_answer_reporter_end(lg_answer_reporter *x) {
    lg_trainer_on_answer(x->trainer, NULL, NULL, NULL);
    free(x->text);
    free(x->words);
}
