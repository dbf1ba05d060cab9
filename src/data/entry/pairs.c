/* pairs.c: the user's own pairs of word sequences, from a file to train on, one to test on, and perhaps one to validate
 * on, or a part of the first one. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "data/pair_reader.h"
#include "data/pair_store.h"
#include "data/vocabulary.h"

#define LARGEST_FILE ((size_t)1 << 30)

/* Tokens before the words of the file. */
enum { PAD, END, SEPARATOR, UNKNOWN, SPECIAL };
static const char *const special[SPECIAL] = {"<pad>", "</s>", "<sep>", "<unk>"};

typedef struct pairs {
    lg_pair_store store; /* first: lg_pair_store_of */
    lg_word_table table; /* while the training file is read */
    lg_lexicon words;    /* afterwards */
} pairs;

/* While a file is read. */
typedef struct reading {
    pairs *pairs;
    lg_split split;
    const char *path;
    double fraction; /* of its pairs that are held out, as evenly as they can be */
    bool held_out;   /* these are read, and not the others */
    int64_t number;  /* of the next pair */
} reading;

typedef struct settings {
    const char *files[LG_SPLIT_VALIDATION + 1];
    double validation_fraction;
} settings;

static const lg_option options[] = {
    {"data.train", LG_TEXT, "", 0, 0, NULL, "file of the pairs to train on",
     .at = offsetof(settings, files[LG_SPLIT_TRAIN])},
    {"data.test", LG_TEXT, "", 0, 0, NULL, "file of the pairs to test on",
     .at = offsetof(settings, files[LG_SPLIT_TEST])},
    {"data.validation_file", LG_TEXT, "", 0, 0, NULL, "file of the pairs to validate on (eval.validation)",
     .at = offsetof(settings, files[LG_SPLIT_VALIDATION])},
    {"data.validation_fraction", LG_REAL, "0", 0, 0.9, NULL,
     "fraction of the training pairs, taken evenly from the file, to validate on where no file is",
     .at = offsetof(settings, validation_fraction)},
    {0},
};
static const char *const keys[] = {"data.train", "data.test", "data.validation_file"};

/* ---- reading ---- */

/* The token of a word: its number in the table while that grows, then its id. */
static int token_of(pairs *p, const lg_word *w, lg_error *err) {
    if (!p->words.sorted) return lg_word_table_add(&p->table, w->text, w->size, err);
    const int id = lg_lexicon_find(&p->words, w->text, w->size);
    return id < 0 ? UNKNOWN : id;
}

/* Writes the tokens of words, and the last one. */
static bool put_tokens(const reading *r, const lg_pair *pair, const lg_word *words, int count, int last, int32_t *to,
                       lg_error *err) {
    for (int i = 0; i < count; i++) {
        const int token = token_of(r->pairs, &words[i], err);
        if (token < 0) return false;
        if (token < UNKNOWN)
            return lg_fail(err, LG_USAGE, "%s:%d: the word %s has a meaning here; write another one", r->path,
                           pair->line, special[token]);
        to[i] = token;
    }
    to[count] = last;
    return true;
}

/* Of n pairs floor(fraction n) are held out. */
static bool is_held_out(const reading *r) {
    const double before = floor(r->fraction * (double)r->number);
    return floor(r->fraction * (double)(r->number + 1)) > before;
}

static bool add_pair(void *user, const lg_pair *x, lg_error *err) {
    reading *r = user;
    const bool other = is_held_out(r) != r->held_out;
    r->number++;
    if (other) return true;
    int32_t *to = lg_pair_store_add(&r->pairs->store, r->split, x->length, x->n + 1, x->m + 1, err);
    return to && put_tokens(r, x, x->source, x->n, SEPARATOR, to, err) &&
           put_tokens(r, x, x->target, x->m, END, to + x->n + 1, err);
}

/* The split whose file has the pairs of this one. */
static lg_split file_of(const settings *s, lg_split split) {
    return split == LG_SPLIT_VALIDATION && *s->files[split] == '\0' ? LG_SPLIT_TRAIN : split;
}

static reading begin_reading(const lg_dataset *d, lg_split split) {
    const settings *s = d->own;
    const lg_split file = file_of(s, split);
    reading r = {.pairs = d->state, .split = split, .path = s->files[file]};
    if (file == LG_SPLIT_TRAIN && file_of(s, LG_SPLIT_VALIDATION) == file) r.fraction = s->validation_fraction;
    r.held_out = file != split;
    return r;
}

/* What is held out is read from the training file once more, when the vocabulary is that of the rest. */
static bool parse(lg_dataset *d, reading *r, const char *text, size_t size, lg_error *err) {
    lg_unread_members unread = {.count = 0};
    const lg_split s = r->split;
    if (!lg_pairs_parse(text, size, r->path, add_pair, r, &unread, err)) return false;
    if (r->held_out) return true;
    lg_dataset_add_file(d, keys[s], r->path, text, size);
    return lg_unread_members_tell(&unread, keys[s], r->path, d->arena, &d->unread_members[s], err);
}

static bool read_file(lg_dataset *d, lg_split split, lg_error *err) {
    reading r = begin_reading(d, split);
    size_t size;
    if (*r.path == '\0')
        return lg_fail(err, LG_USAGE,
                       "a file is missing; expected one of JSON objects with source and target, or of source <tab> "
                       "target, one a line (use --%s FILE)",
                       keys[split]);
    char *text = lg_file_read_user(r.path, LARGEST_FILE, &size, err);
    const bool good = text && parse(d, &r, text, size, err);
    free(text);
    if (!good) return false;
    if (r.pairs->store.splits[split].count > 0) return lg_pair_store_index(&r.pairs->store, split, d->arena, err);
    return r.held_out ? lg_fail(err, LG_USAGE,
                                "none of the %lld pairs of %s is left to validate on: data.validation_fraction is %g "
                                "(use a larger one, or --data.validation_file FILE)",
                                (long long)r.number, r.path, r.fraction)
                      : lg_fail(err, LG_USAGE, "%s has no pairs", r.path);
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
    for (size_t i = 0; good && i < p->store.id_count; i++) p->store.ids[i] = ids[p->store.ids[i]];
    free(ids);
    lg_word_table_free(&p->table);
    d->source = d->target = p->words.vocabulary;
    return good;
}

/* Of the test split, whose tokens begin at `first`: its words, and those that the training split lacks. */
static void count_words(lg_dataset *d, size_t first) {
    const lg_pair_store *s = &((const pairs *)d->state)->store;
    d->unknown_in = "data.test";
    for (size_t i = first; i < s->id_count; i++) {
        d->test_words += s->ids[i] >= UNKNOWN;
        d->unknown_words += s->ids[i] == UNKNOWN;
    }
}

static bool open_pairs(lg_dataset *d, lg_error *err) {
    const settings *s = d->own;
    pairs *p = d->state = lg_arena_alloc(d->arena, sizeof *p);
    if (!p) return lg_fail(err, LG_FAILED, "out of memory: pairs");
    d->one_vocabulary = d->separated = true;
    d->end = END;
    d->between = " <sep> ";
    d->unknown = special[UNKNOWN];
    for (int i = 0; i < SPECIAL; i++)
        if (lg_word_table_add(&p->table, special[i], strlen(special[i]), err) < 0) return false;
    if (!read_split(d, LG_SPLIT_TRAIN, err) || !make_vocabulary(d, err)) return false;
    const bool validates = file_of(s, LG_SPLIT_VALIDATION) != LG_SPLIT_TRAIN;
    if (validates || s->validation_fraction > 0)
        if (!read_split(d, LG_SPLIT_VALIDATION, err)) return false;
    const size_t before = p->store.id_count;
    if (!read_split(d, LG_SPLIT_TEST, err)) return false;
    count_words(d, before);
    return true;
}

static void close_pairs(lg_dataset *d) {
    pairs *p = d->state;
    if (!p) return;
    lg_pair_store_free(&p->store);
    lg_word_table_free(&p->table);
}

/* ---- records ---- */

/* Without the tokens at the ends. */
static void write_pair(const lg_dataset *d, lg_split split, int length, int64_t index, lg_key key, char *source,
                       char *target, size_t size) {
    const lg_pair_store *store = lg_pair_store_of(d);
    const lg_pair_row *x = lg_pair_store_row(store, split, length, index);
    const int32_t *ids = store->ids + x->at;
    (void)key;
    lg_vocabulary_write(&d->source, ids, x->n - 1, source, size);
    lg_vocabulary_write(&d->target, ids + x->n, x->m - 1, target, size);
}

static const lg_entry_default defaults[] = {
    {"architecture", "decoder"}, {"curriculum", "epochs"}, {"metric", "exact_match"}, {0}};
static const lg_data_methods methods = {.finite = true,
                                        .validates = true,
                                        .validation_option =
                                            "--data.validation_fraction 0.05, --data.validation_file FILE",
                                        .test_files = "data.test",
                                        .open = open_pairs,
                                        .close = close_pairs,
                                        .lengths = lg_pair_store_lengths,
                                        .count = lg_pair_store_count,
                                        .bound = lg_pair_store_bound,
                                        .draw = lg_pair_store_draw,
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
               "data.validation_fraction f holds pair i of data.train out, i from 0, where floor((i + 1) f) >\n"
               "floor(i f): these are no part of training or vocabulary, but of the validation split.\n"
               "Other members of an object are not read; a warning names them.\n"
               "source: its words, then <sep>. target: its words, then </s>.\n"
               "a b c -> c b a: a b c <sep> -> c b a </s>\n"
               "a b -> b a: a b <sep> -> b a </s>",
    .source = "your own files",
    .options = options,
    .own_bytes = LG_OWN(settings),
    .defaults = defaults,
    .chance = NAN,
    .methods = &methods,
};
