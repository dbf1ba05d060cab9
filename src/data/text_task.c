/* text_task.c: see text_task.h. */
#include "data/text_task.h"

#include <assert.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/permutation.h"

enum { PAD, END, BEGIN, SPECIAL };
static const char *const special[SPECIAL] = {"<pad>", "</s>", "<bos>"};
static const char letters[] = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
enum { LETTERS = sizeof letters - 1 };

typedef struct state {
    lg_lexicon words;
    int64_t alphabet;    /* size of the alphabet; its words are the last of the vocabulary */
    bool separated;      /* there is a token between source and target */
    int64_t train, pool; /* examples per bucket: for training; for training and validation together */
    lg_scratchpad scratchpad;
} state;

static const state *state_of(const lg_dataset *d) {
    return d->state;
}

static const lg_text_task *task_of(const lg_dataset *d) {
    return (const lg_text_task *)d->entry;
}

/* ---- vocabulary ---- */

/* Creates word i of the alphabet. */
static const char *make_symbol(int64_t i, lg_arena *arena) {
    return i < LETTERS ? lg_arena_printf(arena, "%c", letters[i]) : lg_arena_printf(arena, "w%d", (int)i);
}

static bool make_words(lg_dataset *d, state *s, lg_error *err) {
    const lg_text_task *t = task_of(d);
    int count = 0;
    while (t->words[count]) count++;
    const int first = SPECIAL + count, size = first + (int)s->alphabet;
    const char **words = lg_arena_alloc(d->arena, (size_t)size * sizeof *words);
    bool good = words;
    for (int i = 0; good && i < size; i++) {
        if (i < first)
            words[i] = i < SPECIAL ? special[i] : t->words[i - SPECIAL];
        else
            good = (words[i] = make_symbol(i - first, d->arena));
    }
    if (!good) return lg_fail(err, LG_FAILED, "out of memory: a vocabulary of %d words", size);
    return lg_lexicon_from_list(&s->words, words, size, d->arena, err);
}

/* ---- numbers of examples ---- */

static int cells_of(const lg_text_task *t, int length) {
    return t->cells ? t->cells(length) : 1;
}

/* Counts the buckets of the curriculum's lengths. */
static int64_t count_buckets(const lg_dataset *d) {
    const lg_text_task *t = task_of(d);
    const lg_length_list *x = &d->settings.trained;
    int64_t buckets = 0;
    if (x->count == 0) return 1;
    for (size_t i = 0; i < x->count; i++) buckets += t->bucket_per_cell ? cells_of(t, x->values[i]) : 1;
    return buckets;
}

/* Divides, but returns at least 1. */
static int64_t divide(int64_t examples, int64_t among) {
    return examples < among || among == 0 ? 1 : examples / among;
}

int64_t lg_text_task_bucket(const lg_dataset *d) {
    const lg_text_task_settings *own = lg_text_task_own(d);
    return divide(own->examples + llround(own->examples * own->validation), count_buckets(d));
}

static void set_sizes(lg_dataset *d, state *s) {
    const lg_text_task *t = task_of(d);
    if (t->count) return;
    s->pool = t->examples ? t->examples(d) : lg_text_task_bucket(d);
    s->train = divide(lg_text_task_own(d)->examples, count_buckets(d));
    if (s->train > s->pool) s->train = s->pool;
}

/* Number of examples per bucket. */
static int64_t count_examples(const lg_dataset *d, lg_split split) {
    const state *s = state_of(d);
    if (split == LG_SPLIT_TRAIN) return s->train;
    if (split == LG_SPLIT_VALIDATION) return s->pool - s->train;
    const int64_t tests = lg_text_task_own(d)->test_examples;
    return task_of(d)->examples && s->pool < tests ? s->pool : tests;
}

/* Number of examples per cell of a length. */
static int64_t count_in_cell(const lg_dataset *d, lg_split split, int length) {
    const lg_text_task *t = task_of(d);
    const int64_t count = count_examples(d, split);
    return t->bucket_per_cell || count == 0 ? count : divide(count, cells_of(t, length));
}

static int longest_of(const lg_dataset *d) {
    const lg_text_task *t = task_of(d);
    const int longest = t->longest ? t->longest(d) : INT_MAX;
    return state_of(d)->scratchpad.there && longest > LG_STEPS_LONGEST ? LG_STEPS_LONGEST : longest;
}

static int64_t count_records(const lg_dataset *d, lg_split split, int length) {
    const lg_text_task *t = task_of(d);
    if (length > longest_of(d) || cells_of(t, length) == 0 || !lg_dataset_is_multiple(d, length)) return 0;
    return t->count ? t->count(d, split, length) : count_in_cell(d, split, length) * cells_of(t, length);
}

static const int *list_lengths(const lg_dataset *d, lg_split split, size_t *count) {
    return task_of(d)->lengths(d, split, count);
}

/* ---- opening ---- */

static bool open_task(lg_dataset *d, lg_error *err) {
    const lg_text_task *t = task_of(d);
    const lg_text_task_settings *own = lg_text_task_own(d);
    state *s = d->state = lg_arena_alloc(d->arena, sizeof *s);
    if (!s) return lg_fail(err, LG_FAILED, "out of memory: a text task");
    if (t->suits && !t->suits(own, err)) return false;
    *s = (state){.alphabet = t->alphabet ? t->alphabet(d) : 0, .separated = strstr(t->between, "[SEP]")};
    assert(s->alphabet >= 0 && s->alphabet <= LG_ALPHABET_MAX);
    if (t->steps && !lg_scratchpad_read(own->scratchpad, d->entry, t->steps, &s->scratchpad, err)) return false;
    if (s->scratchpad.there) d->exact = false;
    set_sizes(d, s);
    if (!make_words(d, s, err)) return false;
    d->source = d->target = s->words.vocabulary;
    d->one_vocabulary = d->separated = true;
    d->end = END;
    d->before = own->prefix ? t->before : NULL;
    d->between = t->between;
    d->length_step = t->step;
    return true;
}

int lg_text_task_before(const lg_dataset *d) {
    return d->before ? 2 : 0;
}

int64_t lg_alphabet_option(const lg_dataset *d) {
    return lg_text_task_own(d)->alphabet;
}

/* ---- composing ---- */

int64_t lg_text_task_alphabet(const lg_dataset *d) {
    return state_of(d)->alphabet;
}

const char *lg_text_task_symbol(const lg_dataset *d, int64_t i) {
    const state *s = state_of(d);
    return d->source.words[d->source.size - s->alphabet + i % s->alphabet];
}

static lg_key length_key(const lg_dataset *d, lg_split split, int length) {
    const lg_key root = lg_key_root((uint64_t)lg_text_task_own(d)->seed);
    return lg_key_fold(lg_key_fold(root, (uint64_t)split), (uint64_t)length);
}

lg_key lg_text_task_key(const lg_dataset *d, const lg_text_example *x) {
    return lg_key_fold(length_key(d, x->split, x->length), (uint64_t)x->number);
}

int64_t lg_text_task_number(const lg_dataset *d, const lg_text_example *x) {
    const uint64_t pool = (uint64_t)state_of(d)->pool;
    return (int64_t)lg_permutation(length_key(d, x->split, x->length), pool, (uint64_t)x->number % pool);
}

void lg_text_task_write_symbols(const lg_dataset *d, lg_key key, int count, lg_text_writer *w) {
    lg_random r = lg_random_from(key);
    const uint32_t size = (uint32_t)state_of(d)->alphabet;
    for (int i = 0; i < count; i++) lg_text_write(w, lg_text_task_symbol(d, lg_random_below(&r, size)));
}

void lg_text_task_write_steps(const lg_dataset *d, void *x, lg_text_writer *target) {
    const state *s = state_of(d);
    if (s->scratchpad.there) lg_scratchpad_write(&s->scratchpad, task_of(d)->steps, x, target);
}

/* ---- records ---- */

/* Examples of a length with consecutive indices are in consecutive cells, cyclically. */
static lg_text_example example_of(const lg_dataset *d, lg_split split, int length, int64_t index) {
    const lg_text_task *t = task_of(d);
    const int cells = cells_of(t, length);
    lg_text_example x = {split, length, (int)(index % cells), index / cells};
    if (split != LG_SPLIT_VALIDATION || t->count) return x;
    x.number += count_in_cell(d, LG_SPLIT_TRAIN, length);
    x.split = LG_SPLIT_TRAIN;
    return x;
}

static lg_record_size bound_record(const lg_dataset *d, int length) {
    const lg_text_task *t = task_of(d);
    const state *s = state_of(d);
    const lg_record_size z = t->bound(d, length);
    const int steps = s->scratchpad.there ? lg_scratchpad_bound(&s->scratchpad, t->steps, d, length) : 0;
    return (lg_record_size){z.n + s->separated, steps + z.m + 1};
}

static void draw_record(const lg_dataset *d, lg_split split, int length, int64_t index, lg_key key, lg_record *out) {
    const lg_text_task *t = task_of(d);
    const lg_text_example x = example_of(d, split, length, index);
    const lg_lexicon *words = &state_of(d)->words;
    (void)key;
    lg_text_writer source = {.words = words, .ids = out->source, .capacity = out->source_capacity};
    lg_text_writer target = {.words = words, .ids = out->target, .capacity = out->target_capacity};
    if (d->before) lg_text_write(&source, d->before);
    t->compose(d, &x, &source, &target);
    lg_text_write(&source, t->between);
    lg_text_write(&target, special[END]);
    const lg_record_size z = bound_record(d, length);
    assert(source.count <= z.n && target.count <= z.m);
    assert(!d->exact || (source.count == z.n && target.count == z.m));
    lg_record_begin(out, length, source.count, target.count);
    out->cell = x.cell;
}

static void write_record(const lg_dataset *d, lg_split split, int length, int64_t index, lg_key key, char *source,
                         char *target, size_t size) {
    lg_text_writer to_source = {.text = source, .size = size}, to_target = {.text = target, .size = size};
    const lg_text_example x = example_of(d, split, length, index);
    (void)key;
    *source = *target = '\0'; /* in case nothing is written below */
    task_of(d)->compose(d, &x, &to_source, &to_target);
}

static void name_cell(const lg_dataset *d, int length, int cell, char *out, size_t size) {
    const lg_text_task *t = task_of(d);
    if (t->cells)
        t->name_cell(length, cell, out, size);
    else
        *out = '\0';
}

/* ---- checking ---- */

bool lg_is_symbol(const char *word) {
    if (strlen(word) == 1) return strchr(letters, *word);
    return *word == 'w' && strspn(word + 1, "0123456789") == strlen(word + 1) && atoi(word + 1) >= LETTERS;
}

static bool all_words(const lg_dataset *d, const int32_t *ids, int count) {
    for (int i = 0; i < count; i++)
        if (ids[i] < SPECIAL || ids[i] >= d->source.size) return false;
    return true;
}

static bool is_framed(const lg_dataset *d, const lg_record *r) {
    const int separators = state_of(d)->separated;
    if (r->length < 1 || r->n < separators + 1 || r->m < 1) return false;
    if (!all_words(d, r->source, r->n) || !all_words(d, r->target, r->m - 1)) return false;
    if (r->target[r->m - 1] != END || (separators && strcmp(d->source.words[r->source[r->n - 1]], "[SEP]")))
        return false;
    for (int j = 0; j < r->m; j++)
        if (r->learned[j] != 1 || r->counted[j] != 1) return false;
    return true;
}

static bool check_record(const lg_dataset *d, const lg_record *r) {
    const lg_text_task *t = task_of(d);
    if (!is_framed(d, r) || r->length > longest_of(d) || !lg_dataset_is_multiple(d, r->length)) return false;
    if (r->cell < 0 || r->cell >= cells_of(t, r->length)) return false;
    const lg_text_reader source = {d->source.words, r->source, r->n - state_of(d)->separated, 0};
    lg_text_reader target = {d->source.words, r->target, r->m - 1, 0};
    const lg_scratchpad *s = &state_of(d)->scratchpad;
    lg_step_reader steps;
    if (!s->there) return t->check(d, r, source, target);
    return lg_read_scratchpad(&target, s, &steps) && t->check(d, r, source, target) &&
           t->check_steps(d, r, source, &steps) && steps.ended;
}

/* Reads tokens up to the first </s> or invalid id, which is not included. */
static lg_text_reader read_answer(const lg_dataset *d, const int32_t *ids, int count) {
    int words = 0;
    while (words < count && ids[words] != END && ids[words] >= 0 && ids[words] < d->source.size) words++;
    return (lg_text_reader){d->source.words, ids, words, 0};
}

static bool accepts_answer(const lg_dataset *d, const int32_t *answer, int count, const int32_t *target, int m) {
    const lg_text_task *t = task_of(d);
    return t->same_answer && t->same_answer(read_answer(d, answer, count), read_answer(d, target, m));
}

static bool compare_steps(const lg_dataset *d, const int32_t *answer, int answer_count, const int32_t *target, int m,
                          double scores[LG_STEP_SCORES]) {
    const lg_scratchpad *s = &state_of(d)->scratchpad;
    if (s->there) lg_steps_compare(s, read_answer(d, answer, answer_count), read_answer(d, target, m), scores);
    return s->there;
}

static const char *const *place_cell(const lg_dataset *d, int length, int cell, int place[2]) {
    const lg_text_task *t = task_of(d);
    if (!t->cells) return NULL;
    t->place_cell(length, cell, place);
    return t->grid;
}

/* ---- methods ---- */

static bool has_steps(const void *own) {
    const char *scratchpad = ((const lg_text_task_settings *)own)->scratchpad;
    return scratchpad && strcmp(scratchpad, "none");
}

#define METHODS                                                                                                        \
    .finite = true, .validates = true, .validation_option = "--data.validation 0.15", .has_steps = has_steps,          \
    .open = open_task, .count = count_records, .bound = bound_record, .draw = draw_record, .write = write_record,      \
    .token_size = lg_text_token_size, .name_cell = name_cell, .place_cell = place_cell, .check = check_record,         \
    .accepts = accepts_answer, .compare_steps = compare_steps
const lg_data_methods lg_text_task_methods = {METHODS};
const lg_data_methods lg_text_exact_methods = {METHODS, .exact = true};
const lg_data_methods lg_text_list_methods = {METHODS, .lengths = list_lengths};
