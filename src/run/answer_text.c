/* answer_text.c: see answer_text.h. */
#include "run/answer_text.h"

#include <stdlib.h>

static bool reserve_text(lg_answer_text *s, size_t bytes, lg_error *err) {
    if (bytes <= s->text_bytes) return true;
    char *text = realloc(s->text, bytes);
    if (!text) return lg_fail(err, LG_FAILED, "out of memory: a text of %zu bytes", bytes);
    s->text = text;
    s->text_bytes = bytes;
    return true;
}

static bool reserve_words(lg_answer_text *s, int count, lg_error *err) {
    if (count <= s->capacity) return true;
    const char **words = realloc(s->words, (size_t)count * sizeof *words);
    if (!words) return lg_fail(err, LG_FAILED, "out of memory: %d tokens", count);
    s->words = words;
    s->capacity = count;
    return true;
}

bool lg_answer_text_write(lg_answer_text *s, const lg_dataset *d, const int32_t *ids, int count, bool ended,
                          lg_error *err) {
    const int tokens = count - ended;
    const size_t bytes = lg_tokens_write(d, ids, tokens, NULL, 0) + 1;
    if (!reserve_text(s, bytes, err) || !reserve_words(s, count, err)) return false;
    lg_tokens_write(d, ids, tokens, s->text, bytes);
    lg_vocabulary_name(&d->target, ids, count, s->words);
    return true;
}

void lg_answer_text_free(lg_answer_text *s) {
    free(s->text);
    free(s->words);
    *s = (lg_answer_text){0};
}
