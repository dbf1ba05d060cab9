/* token_words.h: reads the tokens of a split as words, for tests of texts. */
#ifndef TOKEN_WORDS_H
#define TOKEN_WORDS_H

#include "data/data.h"
#include "data/vocabulary.h"

/* Asserts the tokens of a split, as words: the first input token, followed by all targets. */
static inline void expect_tokens(const lg_dataset *d, lg_split split, const char *want) {
    const lg_data_methods *m = d->entry->methods;
    const int count = (int)m->stream(d, split);
    char words[400];
    lg_record r = {0};
    assert_true(lg_record_reserve(&r, 1, count - 1, NULL));
    m->segment(d, split, count - 1, 0, &r);
    int32_t ids[200] = {r.source[0]};
    memcpy(ids + 1, r.target, sizeof *ids * (size_t)(count - 1));
    lg_vocabulary_write(&d->source, ids, count, words, sizeof words);
    assert_string_equal(words, want);
    lg_record_free(&r);
}

#endif
