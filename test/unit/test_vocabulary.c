/* test_vocabulary.c: words and their ids: the order of a counted vocabulary, and lookup. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "data/vocabulary.h"

static int add(lg_word_table *t, const char *word) {
    return lg_word_table_add(t, word, strlen(word), NULL);
}

static int find(const lg_lexicon *x, const char *word) {
    return lg_lexicon_find(x, word, strlen(word));
}

static void counted_words_are_ordered_by_count_then_bytes(void **state) {
    static const char *const words[] = {"<pad>", "</s>", "b", "a", "ab", "\xc3\xa9", "b", "Z", "c", "c", "c"};
    static const char *const wanted[] = {"<pad>", "</s>", "c", "b", "Z", "a", "ab", "\xc3\xa9"};
    lg_word_table t = {0};
    lg_lexicon x;
    lg_arena *arena = lg_arena_new();
    int32_t ids[16];
    (void)state;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) add(&t, words[i]);
    assert_int_equal(t.count, 8);
    assert_int_equal(add(&t, "</s>"), 1); /* "</s>" has a fixed id, whatever its count */
    assert_true(lg_lexicon_from_table(&x, &t, 2, ids, arena, NULL));
    assert_int_equal(x.vocabulary.size, 8);
    for (int i = 0; i < 8; i++) {
        assert_string_equal(x.vocabulary.words[i], wanted[i]);
        assert_int_equal(find(&x, wanted[i]), i);
        assert_int_equal(ids[add(&t, wanted[i])], i);
    }
    lg_word_table_free(&t);
    lg_arena_free(arena);
}

static void words_that_are_not_there_are_not_found(void **state) {
    static const char *const words[] = {"copy", "cop", "b"};
    lg_lexicon x;
    lg_arena *arena = lg_arena_new();
    (void)state;
    assert_true(lg_lexicon_from_list(&x, words, 3, arena, NULL));
    assert_int_equal(find(&x, "copy"), 0);
    assert_int_equal(find(&x, "cop"), 1);
    assert_int_equal(lg_lexicon_find(&x, "copying", 4), 0);
    assert_int_equal(lg_lexicon_find(&x, "copying", 3), 1);
    assert_int_equal(find(&x, "co"), -1);
    assert_int_equal(find(&x, "copyi"), -1);
    assert_int_equal(find(&x, ""), -1);
    assert_int_equal(find(&x, "z"), -1);
    lg_arena_free(arena);
}

/* Ids do not depend on the order in which words were added, or on the size of the hash table. */
static void many_words(void **state) {
    lg_lexicon x[2];
    lg_arena *arena = lg_arena_new();
    static int32_t ids[20000];
    (void)state;
    for (int way = 0; way < 2; way++) {
        lg_word_table t = {0};
        for (int i = 0; i < 20000; i++) {
            char word[16];
            snprintf(word, sizeof word, "%d", way == 0 ? i : 19999 - i);
            for (int uses = 0; uses <= atoi(word) % 3; uses++) add(&t, word);
        }
        assert_true(lg_lexicon_from_table(&x[way], &t, 0, ids, arena, NULL));
        lg_word_table_free(&t);
    }
    for (int i = 0; i < 20000; i++) {
        assert_string_equal(x[0].vocabulary.words[i], x[1].vocabulary.words[i]);
        assert_int_equal(find(&x[0], x[1].vocabulary.words[i]), i);
    }
    assert_string_equal(x[0].vocabulary.words[0], "10001");
    assert_string_equal(x[0].vocabulary.words[19999], "9999");
    lg_arena_free(arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counted_words_are_ordered_by_count_then_bytes),
        cmocka_unit_test(words_that_are_not_there_are_not_found),
        cmocka_unit_test(many_words),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
