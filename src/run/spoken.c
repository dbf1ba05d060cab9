/* spoken.c: see spoken.h. */
#include "run/spoken.h"

#include <stdlib.h>

static bool reserve_text(lg_spoken *s, size_t bytes, lg_error *err) {
    if (bytes <= s->text_bytes) return true;
    char *text = realloc(s->text, bytes);
    if (!text) return lg_fail(err, LG_FAILED, "out of memory: a text of %zu bytes", bytes);
    s->text = text;
    s->text_bytes = bytes;
    return true;
}

static bool reserve_words(lg_spoken *s, int count, lg_error *err) {
    if (count <= s->capacity) return true;
    const char **words = realloc(s->words, (size_t)count * sizeof *words);
    if (!words) return lg_fail(err, LG_FAILED, "out of memory: %d tokens", count);
    s->words = words;
    s->capacity = count;
    return true;
}

bool lg_spoken_write(lg_spoken *s, const lg_dataset *d, const int32_t *ids, int count, bool ended, lg_error *err) {
    const int spoken = count - ended;
    const size_t bytes = lg_tokens_write(d, ids, spoken, NULL, 0) + 1;
    if (!reserve_text(s, bytes, err) || !reserve_words(s, count, err)) return false;
    lg_tokens_write(d, ids, spoken, s->text, bytes);
    lg_vocabulary_name(&d->target, ids, count, s->words);
    return true;
}

void lg_spoken_free(lg_spoken *s) {
    free(s->text);
    free(s->words);
    *s = (lg_spoken){0};
}
