/* tokens.h: converts texts to tokens of a data set, for tests. */
#ifndef TEST_TOKENS_H
#define TEST_TOKENS_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "data/text_task.h"

/* Writes the tokens of a text and of its end, at most `capacity` of them. Returns their number. */
static inline int read_tokens(const lg_dataset *d, const char *text, const char *end, int32_t *ids, int capacity) {
    lg_arena *arena = lg_arena_new();
    lg_lexicon words;
    assert_true(lg_lexicon_from_list(&words, d->source.words, d->source.size, arena, NULL));
    lg_text_writer w = {.words = &words, .ids = ids, .capacity = capacity};
    lg_text_write(&w, text);
    lg_text_write(&w, end);
    lg_arena_free(arena);
    return w.count;
}

#endif
