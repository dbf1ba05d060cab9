/* sort_single.c: task of sorting a list of words in the order of the alphabet. */
#include "data/sorting.h"

#include <stdlib.h>
#include <string.h>

static lg_record_size bound(const lg_dataset *d, int length) {
    (void)d;
    return lg_sorting_bound(length, 1);
}

static int count_tokens(const lg_dataset *d, int length, lg_part part, const lg_scratchpad *s) {
    (void)d, (void)s;
    return lg_sorting_step_tokens(length, part, 1);
}

static void write_item(const lg_dataset *d, lg_text_writer *w, int64_t item) {
    lg_text_write(w, lg_text_task_symbol(d, item));
}

static void compose(const lg_dataset *d, const lg_text_example *x, lg_text_writer *source, lg_text_writer *target) {
    lg_sorting_compose(d, x, 0, lg_text_task_alphabet(d) - 1, write_item, source, target);
}

/* Reads a word and its rank. The ranks of words ascend in this order: digits, lowercase letters, capital letters, w62,
 * w63, ... */
static bool read_item(lg_text_reader *x, int64_t *rank) {
    const char *word = lg_read_word(x), c = *word;
    if (!lg_is_symbol(word)) return false;
    *rank = word[1] != '\0'        ? atoi(word + 1)
            : c >= '0' && c <= '9' ? c - '0'
            : c >= 'a' && c <= 'z' ? 10 + c - 'a'
                                   : 36 + c - 'A';
    return true;
}

static bool check(const lg_dataset *d, const lg_record *r, lg_text_reader source, lg_text_reader target) {
    (void)d;
    return lg_sorting_check(r->length, source, target, read_item);
}

static bool check_steps(const lg_dataset *d, const lg_record *r, lg_text_reader source, lg_step_reader *target_steps) {
    (void)d;
    return lg_sorting_check_steps(r->length, source, target_steps, read_item);
}

static const lg_steps steps = {LG_SORTING_STEPS, .tokens = count_tokens};

static const lg_option options[] = {LG_TEXT_TASK_OPTIONS("1250"), LG_SCRATCHPAD_OPTION, LG_ALPHABET_OPTION("50"), {0}};
static const lg_entry_default defaults[] = {LG_REASONING_DEFAULTS("2..8", "2..16", "1250")};

const lg_text_task lg_text_task_sort_single = {
    .name = "sort_single",
    .summary = "n words sorted alphabetically",
    .formula = "Sort the following list [ M, E, F, F, N ]. The sorted list is [ E, F, F, M, N ]. </s>\n"
               "3, 1, 2 -> 1, 2, 3\n"
               "b, 7, K, a -> 7, a, b, K\n"
               "Words are uniform in the alphabet 0..9, a..z, A..N, sorted in this order.\n" LG_SCRATCHPAD_FORMULA(
                   "[ b, 7 ]",
                   "in b comp The minimum of the unsorted portion out 7 re [ b ] # in b\n"
                   "comp The minimum of the unsorted portion out b re [ ] . Thus, The sorted list is [ 7, b ].",
                   "11101 (these steps have no part `[`)") LG_REASONING_EXAMPLES,
    .source = LG_REASONING_SOURCE,
    .options = options,
    .own_bytes = LG_OWN(lg_text_task_settings),
    .defaults = defaults,
    .chance = 0,
    .methods = &lg_text_task_methods,
    .words = lg_sorting_words,
    .between = " ",
    .alphabet = lg_alphabet_option,
    .longest = lg_sorting_longest,
    .bound = bound,
    .compose = compose,
    .check = check,
    .steps = &steps,
    .check_steps = check_steps,
    .same_answer = lg_same_list_answer,
};
