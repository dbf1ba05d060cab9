/* pairs.c: the user's own pairs of word sequences, from a file to train on and one to test on. */
#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "data/data.h"
#include "data/pair_reader.h"
#include "data/vocabulary.h"

#define LARGEST_FILE ((size_t)1 << 30)

/* Tokens before the words of the file. */
enum { PAD, END, SEPARATOR, UNKNOWN, SPECIAL };
static const char *const special[SPECIAL] = {"<pad>", "</s>", "<sep>", "<unk>"};

typedef struct row {
    int length, n, m;
    size_t at; /* of its tokens: those of the source, then those of the target */
} row;

/* A split. */
typedef struct half {
    row *rows; /* by length, then in the order of the file */
    size_t count, capacity;
    int *lengths; /* [length_count], ascending */
    size_t length_count;
    size_t *first; /* [length_count + 1]: rows of a length */
    lg_record_size *bound;
} half;

typedef struct pairs {
    half halves[LG_SPLITS];
    int32_t *ids;
    size_t id_count, id_capacity;
    lg_word_table table; /* while the training file is read */
    lg_lexicon words;    /* afterwards */
} pairs;

/* While a file is read. */
typedef struct reading {
    pairs *pairs;
    half *half;
    const char *path;
} reading;

static const char *const keys[LG_SPLITS] = {"data.train", "data.test"};

/* ---- reading ---- */

/* The token of a word: its number in the table while that grows, then its id. */
static int token_of(pairs *p, const lg_word *w, lg_error *err) {
    if (!p->words.sorted) return lg_word_table_add(&p->table, w->text, w->size, err);
    const int id = lg_lexicon_find(&p->words, w->text, w->size);
    return id < 0 ? UNKNOWN : id;
}

static bool add_tokens(const reading *r, const lg_pair *pair, const lg_word *words, int count, int last,
                       lg_error *err) {
    pairs *p = r->pairs;
    for (int i = 0; i < count; i++) {
        const int token = token_of(p, &words[i], err);
        if (token < 0) return false;
        if (token < UNKNOWN)
            return lg_fail(err, LG_USAGE, "%s:%d: the word %s has a meaning here; write another one", r->path,
                           pair->line, special[token]);
        p->ids[p->id_count++] = token;
    }
    p->ids[p->id_count++] = last;
    return true;
}

static bool grow(pairs *p, half *h, size_t tokens, lg_error *err) {
    if (p->id_count + tokens > p->id_capacity) {
        int32_t *ids = realloc(p->ids, (2 * p->id_capacity + tokens) * sizeof *ids);
        if (!ids) return lg_fail(err, LG_FAILED, "out of memory: %zu tokens", 2 * p->id_capacity + tokens);
        p->ids = ids;
        p->id_capacity = 2 * p->id_capacity + tokens;
    }
    if (h->count < h->capacity) return true;
    row *rows = realloc(h->rows, (2 * h->capacity + 64) * sizeof *rows);
    if (!rows) return lg_fail(err, LG_FAILED, "out of memory: %zu pairs", h->count);
    h->rows = rows;
    h->capacity = 2 * h->capacity + 64;
    return true;
}

static bool add_pair(void *user, const lg_pair *x, lg_error *err) {
    const reading *r = user;
    pairs *p = r->pairs;
    if (!grow(p, r->half, (size_t)x->n + (size_t)x->m + 2, err)) return false;
    r->half->rows[r->half->count++] = (row){x->length, x->n + 1, x->m + 1, p->id_count};
    return add_tokens(r, x, x->source, x->n, SEPARATOR, err) && add_tokens(r, x, x->target, x->m, END, err);
}

static int by_length(const void *a, const void *b) {
    const row *x = a, *y = b;
    if (x->length != y->length) return x->length < y->length ? -1 : 1;
    return x->at < y->at ? -1 : 1;
}

/* Sorts the rows and finds where each length begins. */
static bool index_rows(const lg_dataset *d, half *h, lg_error *err) {
    size_t count = 0;
    qsort(h->rows, h->count, sizeof *h->rows, by_length);
    for (size_t i = 0; i < h->count; i++) count += i == 0 || h->rows[i].length != h->rows[i - 1].length;
    h->lengths = lg_arena_alloc(d->arena, count * sizeof *h->lengths);
    h->first = lg_arena_alloc(d->arena, (count + 1) * sizeof *h->first);
    h->bound = lg_arena_alloc(d->arena, count * sizeof *h->bound);
    if (!h->lengths || !h->first || !h->bound) return lg_fail(err, LG_FAILED, "out of memory: %zu lengths", count);
    for (size_t i = 0; i < h->count; i++) {
        const row *x = &h->rows[i];
        if (i == 0 || x->length != x[-1].length) {
            h->lengths[h->length_count] = x->length;
            h->first[h->length_count++] = i;
        }
        lg_record_size *z = &h->bound[h->length_count - 1];
        if (x->n > z->n) z->n = x->n;
        if (x->m > z->m) z->m = x->m;
    }
    h->first[count] = h->count;
    return true;
}

static bool read_file(lg_dataset *d, lg_split split, lg_error *err) {
    pairs *p = d->state;
    const char *path = lg_text(d->values, keys[split]);
    reading r = {p, &p->halves[split], path};
    size_t size;
    if (*path == '\0')
        return lg_fail(err, LG_USAGE,
                       "a file is missing; expected one of JSON objects with source and target, or of source <tab> "
                       "target, one a line (use --%s FILE)",
                       keys[split]);
    char *text = lg_file_read_user(path, LARGEST_FILE, &size, err);
    const bool good = text && lg_pairs_parse(text, size, path, add_pair, &r, err);
    if (good) lg_dataset_add_file(d, keys[split], path, text, size);
    free(text);
    if (!good) return false;
    return r.half->count > 0 ? index_rows(d, r.half, err) : lg_fail(err, LG_USAGE, "%s has no pairs", path);
}

/* The same, with words about the option. */
static bool read_split(lg_dataset *d, lg_split split, lg_error *err) {
    lg_error words = {0};
    if (read_file(d, split, &words)) return true;
    lg_fail_like(err, &words, "%s: %s", keys[split], words.text);
    return words.code == LG_USAGE ? lg_blame(err, keys[split]) : false;
}

/* Words are numbered as they come; when all are counted, they get their ids. */
static bool make_vocabulary(lg_dataset *d, lg_error *err) {
    pairs *p = d->state;
    int32_t *ids = malloc((size_t)p->table.count * sizeof *ids);
    if (!ids) return lg_fail(err, LG_FAILED, "out of memory: a vocabulary of %d words", p->table.count);
    const bool good = lg_lexicon_from_table(&p->words, &p->table, SPECIAL, ids, d->arena, err);
    for (size_t i = 0; good && i < p->id_count; i++) p->ids[i] = ids[p->ids[i]];
    free(ids);
    lg_word_table_free(&p->table);
    d->source = d->target = p->words.vocabulary;
    return good;
}

/* Of the test split, whose tokens begin at `first`: its words, and those that the training split lacks. */
static void count_words(lg_dataset *d, size_t first) {
    const pairs *p = d->state;
    d->unknown_in = "data.test";
    for (size_t i = first; i < p->id_count; i++) {
        d->test_words += p->ids[i] >= UNKNOWN;
        d->unknown_words += p->ids[i] == UNKNOWN;
    }
}

static bool open_pairs(lg_dataset *d, lg_error *err) {
    pairs *p = d->state = lg_arena_alloc(d->arena, sizeof *p);
    if (!p) return lg_fail(err, LG_FAILED, "out of memory: pairs");
    d->one_vocabulary = d->separated = true;
    d->end = END;
    d->between = " <sep> ";
    for (int i = 0; i < SPECIAL; i++)
        if (lg_word_table_add(&p->table, special[i], strlen(special[i]), err) < 0) return false;
    if (!read_split(d, LG_SPLIT_TRAIN, err) || !make_vocabulary(d, err)) return false;
    const size_t trained = p->id_count;
    if (!read_split(d, LG_SPLIT_TEST, err)) return false;
    count_words(d, trained);
    return true;
}

static void close_pairs(lg_dataset *d) {
    pairs *p = d->state;
    if (!p) return;
    for (int s = 0; s < LG_SPLITS; s++) free(p->halves[s].rows);
    free(p->ids);
    lg_word_table_free(&p->table);
}

/* ---- records ---- */

static const half *half_of(const lg_dataset *d, lg_split split) {
    return &((const pairs *)d->state)->halves[split];
}

static const int *lengths(const lg_dataset *d, lg_split split, size_t *count) {
    *count = half_of(d, split)->length_count;
    return half_of(d, split)->lengths;
}

static int compare_lengths(const void *a, const void *b) {
    const int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}

/* Index of a length of a split, -1 if no pair has it. */
static ptrdiff_t find_length(const half *h, int length) {
    const int *at = bsearch(&length, h->lengths, h->length_count, sizeof *h->lengths, compare_lengths);
    return at ? at - h->lengths : -1;
}

static int64_t count(const lg_dataset *d, lg_split split, int length) {
    const half *h = half_of(d, split);
    const ptrdiff_t i = find_length(h, length);
    return i < 0 ? 0 : (int64_t)(h->first[i + 1] - h->first[i]);
}

static lg_record_size bound(const lg_dataset *d, int length) {
    lg_record_size z = {1, 1};
    for (lg_split s = 0; s < LG_SPLITS; s++) {
        const half *h = half_of(d, s);
        const ptrdiff_t i = find_length(h, length);
        if (i < 0) continue;
        if (h->bound[i].n > z.n) z.n = h->bound[i].n;
        if (h->bound[i].m > z.m) z.m = h->bound[i].m;
    }
    return z;
}

static const row *find_row(const lg_dataset *d, lg_split split, int length, int64_t index) {
    const half *h = half_of(d, split);
    const ptrdiff_t i = find_length(h, length);
    assert(i >= 0 && index >= 0 && index < count(d, split, length));
    return &h->rows[h->first[i] + (size_t)index];
}

static void draw(const lg_dataset *d, lg_split split, int length, int64_t index, lg_key key, lg_record *out) {
    const row *x = find_row(d, split, length, index);
    const int32_t *ids = ((const pairs *)d->state)->ids + x->at;
    (void)key;
    lg_record_begin(out, length, x->n, x->m);
    memcpy(out->source, ids, (size_t)x->n * sizeof *ids);
    memcpy(out->target, ids + x->n, (size_t)x->m * sizeof *ids);
}

/* Without the tokens at the ends. */
static void write_pair(const lg_dataset *d, lg_split split, int length, int64_t index, lg_key key, char *source,
                       char *target, size_t size) {
    const row *x = find_row(d, split, length, index);
    const int32_t *ids = ((const pairs *)d->state)->ids + x->at;
    (void)key;
    lg_vocabulary_write(&d->source, ids, x->n - 1, source, size);
    lg_vocabulary_write(&d->target, ids + x->n, x->m - 1, target, size);
}

static const lg_option options[] = {
    {"data.train", LG_TEXT, "", 0, 0, NULL, "file of the pairs to train on"},
    {"data.test", LG_TEXT, "", 0, 0, NULL, "file of the pairs to test on"},
    {0},
};
static const lg_entry_default defaults[] = {
    {"architecture", "decoder"}, {"curriculum", "epochs"}, {"metric", "exact_match"}, {0}};
static const lg_data_methods methods = {.finite = true,
                                        .test_file = "data.test",
                                        .open = open_pairs,
                                        .close = close_pairs,
                                        .lengths = lengths,
                                        .count = count,
                                        .bound = bound,
                                        .draw = draw,
                                        .write = write_pair};

const lg_data lg_data_pairs = {
    .name = "pairs",
    .summary = "pairs of word sequences from your own files",
    .formula = "A file has a pair a line: JSON objects, or source, target and perhaps length, separated by tabs.\n"
               "{\"source\": \"a b c\", \"target\": \"c b a\", \"length\": 3}\n"
               "a b c<tab>c b a<tab>3\n"
               "Words are separated by blanks; source and target may also be JSON lists of words. A pair is\n"
               "trained and reported under its length: the number of words of the source unless it is given.\n"
               "Vocabulary: 0 <pad>, 1 </s>, 2 <sep>, 3 <unk>, then the words of the training file by falling\n"
               "count; other words of the test file are <unk>.\n"
               "source: its words, then <sep>. target: its words, then </s>.\n"
               "a b c -> c b a: a b c <sep> -> c b a </s>\n"
               "a b -> b a: a b <sep> -> b a </s>",
    .source = "your own files",
    .options = options,
    .defaults = defaults,
    .chance = NAN,
    .methods = &methods,
};
