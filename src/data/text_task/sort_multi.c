/* sort_multi.c: task of sorting a list of integers, written digit by digit. */
#include "data/sorting.h"

#include <stdio.h>

typedef struct sort_multi {
    lg_text_task_settings common;
    int smallest, largest;
} sort_multi;

static const lg_option options[] = {
    LG_TEXT_TASK_OPTIONS("1250"),
    LG_SCRATCHPAD_OPTION,
    {"data.largest", LG_INT, "9999", 10, 999999999, NULL, "largest number", .at = offsetof(sort_multi, largest)},
    {"data.smallest", LG_INT, "10", 0, 999999999, NULL, "smallest number, at most data.largest",
     .at = offsetof(sort_multi, smallest)},
    {0}};

static bool suits(const void *own, lg_error *err) {
    const sort_multi *x = own;
    return x->smallest <= x->largest ||
           lg_fail_keys(err, "data.smallest data.largest", "data.smallest: %d is greater than data.largest: %d",
                        x->smallest, x->largest);
}

static int count_digits(const lg_dataset *d) {
    return snprintf(NULL, 0, "%d", ((const sort_multi *)d->own)->largest);
}

static lg_record_size bound(const lg_dataset *d, int length) {
    return lg_sorting_bound(length, count_digits(d));
}

static int count_tokens(const lg_dataset *d, int length, lg_part part, const lg_scratchpad *s) {
    (void)s;
    return lg_sorting_step_tokens(length, part, count_digits(d));
}

static void write_item(const lg_dataset *d, lg_text_writer *w, int64_t item) {
    (void)d;
    lg_text_write_integer(w, item);
}

static void compose(const lg_dataset *d, const lg_text_example *x, lg_text_writer *source, lg_text_writer *target) {
    const sort_multi *own = d->own;
    lg_sorting_compose(d, x, own->smallest, own->largest, write_item, source, target);
}

static bool read_item(lg_text_reader *x, int64_t *rank) {
    int digits;
    return lg_read_plain(x, rank, &digits) && *rank >= 0;
}

/* Are the numbers of a sorted, non-empty list in the range that the options set? */
static bool is_in_range(const lg_dataset *d, int length, lg_text_reader target) {
    const sort_multi *own = d->own;
    int64_t first, last = 0;
    lg_read_words(&target, "The sorted list is [");
    read_item(&target, &first);
    for (int i = 1; i < length; i++) lg_read_words(&target, ","), read_item(&target, &last);
    return first >= own->smallest && (length > 1 ? last : first) <= own->largest;
}

static bool check(const lg_dataset *d, const lg_record *r, lg_text_reader source, lg_text_reader target) {
    return lg_sorting_check(r->length, source, target, read_item) && is_in_range(d, r->length, target);
}

static bool check_steps(const lg_dataset *d, const lg_record *r, lg_text_reader source, lg_step_reader *target_steps) {
    (void)d;
    return lg_sorting_check_steps(r->length, source, target_steps, read_item);
}

static const lg_steps steps = {LG_SORTING_STEPS, .tokens = count_tokens};

static const lg_entry_default defaults[] = {LG_REASONING_DEFAULTS("2..8", "2..16", "1250")};

const lg_text_task lg_text_task_sort_multi = {
    .name = "sort_multi",
    .summary = "n multi-digit numbers sorted in ascending order",
    .formula = "Sort the following list [ 3 1, 1 5, 9 2 6 ]. The sorted list is [ 1 5, 3 1, 9 2 6 ]. </s>\n"
               "3 1, 1 5, 9 2 6 -> 1 5, 3 1, 9 2 6\n"
               "5 0, 5 0 -> 5 0, 5 0\n"
               "Numbers are uniform in data.smallest..data.largest.\n" LG_SCRATCHPAD_FORMULA(
                   "[ 3 1, 1 5 ]",
                   "in 3 1 comp The minimum of the unsorted portion out 1 5 re [ 3 1 ] # in 3 1\n"
                   "comp The minimum of the unsorted portion out 3 1 re [ ] . Thus, The sorted list is [ 1 5, 3 1 ].",
                   "11101 (these steps have no part `[`)") LG_REASONING_EXAMPLES,
    .source = LG_REASONING_SOURCE,
    .options = options,
    .own_bytes = LG_OWN(sort_multi),
    .defaults = defaults,
    .chance = 0,
    .methods = &lg_text_task_methods,
    .words = lg_sorting_words,
    .between = " ",
    .alphabet = lg_digits_alphabet,
    .longest = lg_sorting_longest,
    .suits = suits,
    .bound = bound,
    .compose = compose,
    .check = check,
    .steps = &steps,
    .check_steps = check_steps,
    .same_answer = lg_same_integers_answer,
};
