/* text_task.c: see text_task.h. */
#include "data/text_task.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/permutation.h"

enum { PAD, END, BEGIN, SPECIAL };
static const char *const special[SPECIAL] = {"<pad>", "</s>", "<bos>"};
static const char letters[] = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
enum { LETTERS = sizeof letters - 1 };

typedef struct state {
    lg_lexicon words;
    int64_t alphabet; /* words of it, the last of the vocabulary */
    int64_t bucket;   /* training examples of a length */
} state;

static const state *state_of(const lg_dataset *d) {
    return d->state;
}

static const lg_text_task *task_of(const lg_dataset *d) {
    return (const lg_text_task *)d->entry;
}

/* ---- opening ---- */

/* Word i of the alphabet. */
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

int64_t lg_text_task_bucket(const lg_dataset *d) {
    size_t lengths = 1;
    if (lg_values_has(d->values, "curriculum.lengths")) lg_lengths(d->values, "curriculum.lengths", &lengths);
    const int64_t each = lg_int(d->values, "data.examples") / (int64_t)lengths;
    return each > 0 ? each : 1;
}

static bool open_task(lg_dataset *d, lg_error *err) {
    const lg_text_task *t = task_of(d);
    state *s = d->state = lg_arena_alloc(d->arena, sizeof *s);
    if (!s) return lg_fail(err, LG_FAILED, "out of memory: a text task");
    *s = (state){.alphabet = t->alphabet(d)};
    s->bucket = t->examples ? t->examples(d) : lg_text_task_bucket(d);
    assert(s->alphabet >= 1 && s->alphabet <= LG_ALPHABET_MAX);
    if (!make_words(d, s, err)) return false;
    d->source = d->target = s->words.vocabulary;
    d->one_vocabulary = d->separated = true;
    d->end = END;
    d->between = *t->separator == '\0' ? " " : lg_arena_printf(d->arena, " %s ", t->separator);
    return d->between || lg_fail(err, LG_FAILED, "out of memory: a text task");
}

int64_t lg_alphabet_option(const lg_dataset *d) {
    return lg_int(d->values, "data.alphabet");
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
    const lg_key root = lg_key_root((uint64_t)lg_int(d->values, "data.seed"));
    return lg_key_fold(lg_key_fold(root, (uint64_t)split), (uint64_t)length);
}

lg_key lg_text_task_key(const lg_dataset *d, lg_split split, int length, int64_t index) {
    return lg_key_fold(length_key(d, split, length), (uint64_t)index);
}

int64_t lg_text_task_example(const lg_dataset *d, lg_split split, int length, int64_t index) {
    const int64_t bucket = state_of(d)->bucket, i = index % bucket;
    if (split == LG_SPLIT_TRAIN) return i;
    return (int64_t)lg_permutation(length_key(d, split, length), (uint64_t)bucket, (uint64_t)i);
}

void lg_text_task_write_symbols(const lg_dataset *d, lg_key key, int count, lg_text_writer *w) {
    lg_random r = lg_random_from(key);
    const uint32_t size = (uint32_t)state_of(d)->alphabet;
    for (int i = 0; i < count; i++) lg_text_write(w, lg_text_task_symbol(d, lg_random_below(&r, size)));
}

/* ---- records ---- */

static int64_t count_records(const lg_dataset *d, lg_split split, int length) {
    const state *s = state_of(d);
    const int64_t tests = lg_int(d->values, "data.test_examples");
    (void)length;
    return split == LG_SPLIT_TRAIN || (task_of(d)->examples && s->bucket < tests) ? s->bucket : tests;
}

static lg_record_size bound_record(const lg_dataset *d, int length) {
    const lg_text_task *t = task_of(d);
    const lg_record_size z = t->size(length);
    return (lg_record_size){z.n + (*t->separator != '\0'), z.m + 1};
}

static void draw_record(const lg_dataset *d, lg_split split, int length, int64_t index, lg_key key, lg_record *out) {
    const state *s = state_of(d);
    const lg_record_size z = bound_record(d, length);
    (void)key;
    lg_record_begin(out, length, z.n, z.m);
    lg_text_writer source = {.words = &s->words, .ids = out->source, .capacity = z.n};
    lg_text_writer target = {.words = &s->words, .ids = out->target, .capacity = z.m};
    task_of(d)->compose(d, split, length, index, &source, &target);
    lg_text_write(&source, task_of(d)->separator);
    lg_text_write(&target, special[END]);
    assert(source.count == z.n && target.count == z.m);
}

static void write_record(const lg_dataset *d, lg_split split, int length, int64_t index, lg_key key, char *source,
                         char *target, size_t size) {
    lg_text_writer to_source = {.text = source, .size = size}, to_target = {.text = target, .size = size};
    (void)key;
    task_of(d)->compose(d, split, length, index, &to_source, &to_target);
}

/* ---- judging ---- */

bool lg_is_symbol(const char *word) {
    if (strlen(word) == 1) return strchr(letters, *word);
    return *word == 'w' && strspn(word + 1, "0123456789") == strlen(word + 1) && atoi(word + 1) >= LETTERS;
}

static bool all_below(const int32_t *ids, int count, int size) {
    for (int i = 0; i < count; i++)
        if (ids[i] < SPECIAL || ids[i] >= size) return false;
    return true;
}

static bool judge_record(const lg_dataset *d, const lg_record *r) {
    const lg_text_task *t = task_of(d);
    const lg_record_size z = t->size(r->length);
    const int separators = *t->separator != '\0';
    if (r->length < 1 || r->n != z.n + separators || r->m != z.m + 1) return false;
    if (!all_below(r->source, r->n, d->source.size) || !all_below(r->target, z.m, d->source.size)) return false;
    if (r->target[z.m] != END || (separators && strcmp(lg_word_at(d, r->source, z.n), t->separator))) return false;
    for (int j = 0; j < r->m; j++)
        if (r->learned[j] != 1 || r->counted[j] != 1) return false;
    return t->judge(d, r);
}

const lg_data_methods lg_text_task_methods = {
    .exact = true,
    .finite = true,
    .open = open_task,
    .count = count_records,
    .bound = bound_record,
    .draw = draw_record,
    .write = write_record,
    .judge = judge_record,
};
