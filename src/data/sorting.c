/* sorting.c: see sorting.h. */
#include "data/sorting.h"

#include <stdlib.h>

const char *const lg_sorting_words[] = {"Sort",    "the", "following", "list",    "[",           ",", "]",
                                        ".",       "The", "sorted",    "is",      LG_STEP_WORDS, ":", "in",
                                        "minimum", "of",  "unsorted",  "portion", NULL};

int lg_sorting_longest(const lg_dataset *d) {
    (void)d;
    return LG_SORTING_LONGEST;
}

lg_record_size lg_sorting_bound(int length, int tokens) {
    const int list = length * (tokens + 1) - 1;
    return (lg_record_size){list + 7, list + 7};
}

static int compare_items(const void *a, const void *b) {
    const int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

void lg_sorting_compose(const lg_dataset *d, const lg_text_example *x, int64_t low, int64_t high,
                        void (*write_item)(const lg_dataset *d, lg_text_writer *w, int64_t item),
                        lg_text_writer *source, lg_text_writer *target) {
    static const char *const before[] = {"Sort the following list [", "The sorted list is ["};
    lg_text_writer *const both[] = {source, target};
    int64_t items[LG_SORTING_LONGEST];
    lg_random r = lg_random_from(lg_text_task_key(d, x));
    for (int i = 0; i < x->length; i++) items[i] = lg_draw_between(&r, low, high);
    for (int side = 0; side < 2; side++) {
        lg_text_write(both[side], before[side]);
        for (int i = 0; i < x->length; i++) {
            if (i > 0) lg_text_append(both[side], ",");
            write_item(d, both[side], items[i]);
        }
        lg_text_write(both[side], "].");
        qsort(items, (size_t)x->length, sizeof *items, compare_items);
    }
}

/* Reads a list up to its end, and how many of its items have this rank. */
static int count_rank(int length, lg_text_reader x, int64_t rank, bool (*read_item)(lg_text_reader *x, int64_t *rank)) {
    int64_t item;
    int count = 0;
    for (int i = 0; i < length; i++) {
        if ((i > 0 && !lg_read_words(&x, ",")) || !read_item(&x, &item)) return -1;
        count += item == rank;
    }
    return lg_read_words(&x, "] .") && lg_read_ended(&x) ? count : -1;
}

/* Ranks do not fall, and each comes as often in both lists. */
bool lg_sorting_judge(int length, lg_text_reader source, lg_text_reader target,
                      bool (*read_item)(lg_text_reader *x, int64_t *rank)) {
    int64_t rank, last = INT64_MIN;
    if (!lg_read_words(&source, "Sort the following list [") || !lg_read_words(&target, "The sorted list is ["))
        return false;
    lg_text_reader x = target;
    for (int i = 0; i < length; i++, last = rank) {
        if ((i > 0 && !lg_read_words(&x, ",")) || !read_item(&x, &rank) || rank < last) return false;
        if (i > 0 && rank == last) continue;
        const int count = count_rank(length, source, rank, read_item);
        if (count < 0 || count != count_rank(length, target, rank, read_item)) return false;
    }
    return true;
}
