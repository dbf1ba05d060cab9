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

/* Writes items separated by commas. */
static void write_items(const lg_dataset *d, lg_write_item_fn write_item, const int64_t *items, int count,
                        lg_text_writer *w) {
    for (int i = 0; i < count; i++) {
        if (i > 0) lg_text_append(w, ",");
        write_item(d, w, items[i]);
    }
}

/* ---- steps of a selection sort: a step swaps the first unsorted item with the smallest unsorted item (the first one,
 * if there are several) ---- */

typedef struct selection {
    const lg_dataset *d;
    lg_write_item_fn write_item;
    int64_t items[LG_SORTING_LONGEST];
    int count, at;  /* the first `at` items are sorted */
    int64_t before; /* the item that the last step moved away */
} selection;

bool lg_sorting_next(void *selection_of) {
    selection *x = selection_of;
    if (x->at == x->count) return false;
    int smallest = x->at;
    for (int i = x->at; i < x->count; i++)
        if (x->items[i] < x->items[smallest]) smallest = i;
    x->before = x->items[x->at];
    x->items[x->at] = x->items[smallest];
    x->items[smallest] = x->before;
    x->at++;
    return true;
}

void lg_sorting_write_input(const void *selection_of, lg_text_writer *w) {
    const selection *x = selection_of;
    x->write_item(x->d, w, x->before);
}

void lg_sorting_write_computation(const void *selection_of, lg_text_writer *w) {
    (void)selection_of;
    lg_text_write(w, "The minimum of the unsorted portion");
}

void lg_sorting_write_output(const void *selection_of, lg_text_writer *w) {
    const selection *x = selection_of;
    x->write_item(x->d, w, x->items[x->at - 1]);
}

void lg_sorting_write_rest(const void *selection_of, lg_text_writer *w) {
    const selection *x = selection_of;
    lg_text_write(w, "[");
    write_items(x->d, x->write_item, x->items + x->at, x->count - x->at, w);
    lg_text_write(w, "]");
}

int lg_sorting_step_tokens(int length, lg_part part, int tokens) {
    const int rest = 2 * length + (tokens + 1) * length * (length - 1) / 2 - (length - 1);
    const int all[LG_PARTS] = {tokens * length, 6 * length, tokens * length, 0, rest};
    return all[part];
}

/* ---- records ---- */

void lg_sorting_compose(const lg_dataset *d, const lg_text_example *x, int64_t low, int64_t high,
                        lg_write_item_fn write_item, lg_text_writer *source, lg_text_writer *target) {
    selection s = {.d = d, .write_item = write_item, .count = x->length};
    int64_t *items = s.items;
    lg_random r = lg_random_from(lg_text_task_key(d, x));
    for (int i = 0; i < x->length; i++) items[i] = lg_draw_between(&r, low, high);
    lg_text_write(source, "Sort the following list [");
    write_items(d, write_item, items, x->length, source);
    lg_text_write(source, "].");
    lg_text_task_write_steps(d, &s, target);
    qsort(items, (size_t)x->length, sizeof *items, compare_items);
    lg_text_write(target, "The sorted list is [");
    write_items(d, write_item, items, x->length, target);
    lg_text_write(target, "].");
}

/* ---- checking ---- */

/* Counts the items with this rank in a list, which must end the text. Returns -1 if the list is invalid. */
static int count_rank(int length, lg_text_reader x, int64_t rank, lg_read_item_fn read_item) {
    int64_t item;
    int count = 0;
    for (int i = 0; i < length; i++) {
        if ((i > 0 && !lg_read_words(&x, ",")) || !read_item(&x, &item)) return -1;
        count += item == rank;
    }
    return lg_read_words(&x, "] .") && lg_read_ended(&x) ? count : -1;
}

/* Checks that ranks do not decrease in the target, and that each rank occurs equally often in both lists. */
bool lg_sorting_check(int length, lg_text_reader source, lg_text_reader target, lg_read_item_fn read_item) {
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

/* An item's text in the source, and its rank. */
typedef struct item {
    lg_text_reader text;
    int64_t rank;
} item;

/* Checks the part `rest` of a step: the list of unsorted items. */
static bool check_rest(const lg_step_text *step, const item *items, int count) {
    lg_text_reader x = step->part[LG_PART_REST];
    if (!x.words) return true;
    if (!lg_read_words(&x, "[")) return false;
    for (int i = 0; i < count; i++)
        if ((i > 0 && !lg_read_words(&x, ",")) || !lg_read_text(&x, items[i].text)) return false;
    return lg_read_words(&x, "]") && lg_read_ended(&x);
}

static bool check_selection(lg_step_reader *steps, item *items, int count) {
    lg_step_text step;
    int first = 0;
    const item front = *items;
    for (int i = count - 1; i >= 0; i--)
        if (items[i].rank <= items[first].rank) first = i;
    const item smallest = items[first];
    items[first] = front;
    return lg_read_step(steps, &step) && lg_step_has(&step, LG_PART_INPUT, "", front.text, "") &&
           lg_step_says(&step, LG_PART_COMPUTATION, "The minimum of the unsorted portion") &&
           lg_step_has(&step, LG_PART_OUTPUT, "", smallest.text, "") && check_rest(&step, items + 1, count - 1);
}

bool lg_sorting_check_steps(int length, lg_text_reader source, lg_step_reader *steps, lg_read_item_fn read_item) {
    item items[LG_SORTING_LONGEST];
    lg_read_words(&source, "Sort the following list [");
    for (int i = 0; i < length; i++) {
        items[i].text = source;
        read_item(&source, &items[i].rank);
        items[i].text.count = source.at;
        lg_read_words(&source, ",");
    }
    for (int i = 0; i < length; i++)
        if (!check_selection(steps, items + i, length - i)) return false;
    return true;
}
