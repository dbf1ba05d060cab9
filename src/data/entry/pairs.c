/* pairs.c: the user's own pairs of texts, in words, characters, bytes or subwords. They come from a training file, a
 * test file, and optionally a validation file. A part of the training file can serve for validation instead. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "data/pair_reader.h"
#include "data/pair_set.h"
#include "data/token_side.h"

#define LARGEST_FILE ((size_t)1 << 30)

typedef struct pairs {
    lg_pair_set store;  /* must be the first member: lg_pair_set_of */
    lg_token_side side; /* splits and numbers the tokens of sources and targets */
    bool counts, given; /* some lengths are token counts; some are given in files */
} pairs;

/* State while a file is read. */
typedef struct reading {
    lg_dataset *data;
    pairs *pairs;
    lg_split split;
    const char *path;
    double fraction;     /* fraction of the file's pairs that are held out, evenly spaced */
    bool held_out;       /* true: read only the held-out pairs; false: only all other pairs */
    int64_t number;      /* index of the next pair */
    lg_pieces pieces[2]; /* tokens of the source and target being read */
} reading;

enum { WORDS, CHARACTERS, BYTES };
static const struct {
    lg_unit unit;
    const char *name; /* plural, for messages */
} kinds[] = {[WORDS] = {LG_UNIT_WORD, "words"},
             [CHARACTERS] = {LG_UNIT_CHARACTER, "characters"},
             [BYTES] = {LG_UNIT_BYTE, "bytes"}};

typedef struct settings {
    const char *files[LG_SPLIT_VALIDATION + 1], *subwords;
    double validation_fraction;
    int tokens, bucket;
} settings;

static const lg_option options[] = {
    {"data.train", LG_TEXT, "", 0, 0, NULL, "file of training pairs", .at = offsetof(settings, files[LG_SPLIT_TRAIN])},
    {"data.test", LG_TEXT, "", 0, 0, NULL, "file of test pairs", .at = offsetof(settings, files[LG_SPLIT_TEST])},
    {"data.validation_file", LG_TEXT, "", 0, 0, NULL, "file of validation pairs (eval.validation)",
     .at = offsetof(settings, files[LG_SPLIT_VALIDATION])},
    {"data.validation_fraction", LG_REAL, "0", 0, 0.9, NULL,
     "fraction of the training pairs, spaced evenly over the file, that is held out for validation if no validation "
     "file is given",
     .at = offsetof(settings, validation_fraction)},
    {.name = "data.tokens",
     .type = LG_NAME,
     .fallback = "words",
     .choices = "words characters bytes",
     .help = "unit of a token: a word between blanks, a UTF-8 character, or a byte",
     .at = offsetof(settings, tokens)},
    {.name = "data.subwords",
     .type = LG_TEXT,
     .fallback = "",
     .help = "SentencePiece model or subword-nmt codes that split text into subword tokens; empty: split text as "
             "data.tokens says",
     .at = offsetof(settings, subwords)},
    {.name = "data.bucket",
     .type = LG_INT,
     .fallback = "1",
     .min = 1,
     .max = LG_LENGTH_MAX,
     .help = "round source lengths up to a multiple of N tokens for reporting",
     .at = offsetof(settings, bucket)},
    {0},
};
static const char *const keys[] = {"data.train", "data.test", "data.validation_file"};

static const settings *settings_of(const lg_dataset *d) {
    return d->own;
}

/* ---- reading ---- */

/* Fails if a word is written like a special token. */
static bool check_words(const reading *r, int line, const lg_pieces *pieces, lg_error *err) {
    const char *word = pieces->text;
    for (int i = 0; i < pieces->count; i++, word += strlen(word) + 1) {
        const int number = lg_word_table_find(&r->pairs->side.table, word, strlen(word));
        if (number >= 0 && number < LG_TOKEN_UNKNOWN)
            return lg_fail(err, LG_USAGE, "%s:%d: the word %s is a special token; use another word", r->path, line,
                           word);
    }
    return true;
}

/* Splits a text into tokens and checks their number. least: the minimum. */
static bool split_text(reading *r, int line, const char *name, const lg_pair_text *text, int least, lg_pieces *to,
                       lg_error *err) {
    const lg_dataset *d = r->data;
    lg_pieces_clear(to);
    if (!lg_subwords_split(r->pairs->side.subwords, text->text, text->size, to, err)) return false;
    if (to->count < least || to->count >= LG_LENGTH_MAX)
        return lg_fail(err, LG_USAGE, "%s:%d: %s: %d %s; expected %d..%d (shorten it or remove the line)", r->path,
                       line, name, to->count, d->tokens, least, LG_LENGTH_MAX - 1);
    return d->splits_texts || check_words(r, line, to, err);
}

/* The length under which a source of n tokens is trained and reported. */
static int length_of(const reading *r, const lg_pair *x, int n) {
    const int64_t bucket = settings_of(r->data)->bucket, length = (n + bucket - 1) / bucket * bucket;
    if (x->length > 0) return x->length;
    return length < LG_LENGTH_MAX ? (int)length : LG_LENGTH_MAX;
}

static bool put_tokens(reading *r, const lg_pieces *pieces, int last, int32_t *to, lg_error *err) {
    to[pieces->count] = last;
    return lg_token_side_put(&r->pairs->side, pieces, to, err);
}

/* Is the next pair held out? Of the first n pairs, floor(fraction * n) are held out. */
static bool is_held_out(const reading *r) {
    const double before = floor(r->fraction * (double)r->number);
    return floor(r->fraction * (double)(r->number + 1)) > before;
}

static bool add_pair(void *user, const lg_pair *x, lg_error *err) {
    reading *r = user;
    lg_pieces *source = &r->pieces[0], *target = &r->pieces[1];
    const bool other = is_held_out(r) != r->held_out;
    r->number++;
    if (other) return true;
    if (!split_text(r, x->line, "source", &x->source, 1, source, err) ||
        !split_text(r, x->line, "target", &x->target, 0, target, err))
        return false;
    *(x->length > 0 ? &r->pairs->given : &r->pairs->counts) = true;
    int32_t *to = lg_pair_set_add(&r->pairs->store, r->split, length_of(r, x, source->count), source->count + 1,
                                  target->count + 1, err);
    return to && put_tokens(r, source, LG_TOKEN_SEPARATOR, to, err) &&
           put_tokens(r, target, LG_TOKEN_END, to + source->count + 1, err);
}

/* The split whose file contains the pairs of `split`. */
static lg_split file_of(const settings *s, lg_split split) {
    return split == LG_SPLIT_VALIDATION && *s->files[split] == '\0' ? LG_SPLIT_TRAIN : split;
}

static reading begin_reading(lg_dataset *d, lg_split split) {
    const settings *s = d->own;
    const lg_split file = file_of(s, split);
    reading r = {.data = d, .pairs = d->state, .split = split, .path = s->files[file]};
    if (file == LG_SPLIT_TRAIN && file_of(s, LG_SPLIT_VALIDATION) == file) r.fraction = s->validation_fraction;
    r.held_out = file != split;
    return r;
}

/* Parses a file. Held-out pairs are read in a second pass over the training file, after the vocabulary is made from the
 * other pairs. */
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
                       "a file is missing (use --%s FILE); expected JSON objects with source and target, or source "
                       "<tab> target, one per line",
                       keys[split]);
    char *text = lg_file_read_user(r.path, LARGEST_FILE, &size, err);
    const bool good = text && parse(d, &r, text, size, err);
    for (int i = 0; i < 2; i++) lg_pieces_free(&r.pieces[i]);
    free(text);
    if (!good) return false;
    if (r.pairs->store.splits[split].count > 0) return lg_pair_set_index(&r.pairs->store, split, d->arena, err);
    return r.held_out ? lg_fail(err, LG_USAGE,
                                "data.validation_fraction: %g of the %lld pairs of %s rounds to none (use a larger "
                                "fraction, or --data.validation_file FILE)",
                                r.fraction, (long long)r.number, r.path)
                      : lg_fail(err, LG_USAGE, "%s has no pairs", r.path);
}

/* Like read_file, but error messages name the option. */
static bool read_split(lg_dataset *d, lg_split split, lg_error *err) {
    lg_error words = {0};
    if (read_file(d, split, &words)) return true;
    lg_fail_like(err, &words, "%s: %s", keys[split], words.text);
    return words.code == LG_USAGE ? lg_blame(err, keys[split]) : false;
}

/* Gives tokens their final ids. Until all tokens are counted, they are numbered in order of appearance. */
static bool make_vocabulary(lg_dataset *d, lg_error *err) {
    pairs *p = d->state;
    if (!lg_token_side_number(&p->side, 1, 0, d->arena, err)) return false;
    for (size_t i = 0; i < p->store.id_count; i++) p->store.ids[i] = p->side.ids[p->store.ids[i]];
    d->source = d->target = p->side.vocabulary;
    d->unknown = d->source.words[LG_TOKEN_UNKNOWN];
    return true;
}

/* Counts the words of the test split, and those outside the training vocabulary. The tokens of the split begin at
 * `first`. */
static void count_words(lg_dataset *d, size_t first) {
    const lg_pair_set *s = &((const pairs *)d->state)->store;
    d->unknown_in = "data.test";
    for (size_t i = first; i < s->id_count; i++) {
        d->test_words += s->ids[i] >= LG_TOKEN_UNKNOWN;
        d->unknown_words += s->ids[i] == LG_TOKEN_UNKNOWN;
    }
}

static bool open_tokens(lg_dataset *d, lg_error *err) {
    const settings *s = d->own;
    const bool has_model = *s->subwords != '\0';
    if (has_model && s->tokens != WORDS)
        return lg_fail_keys(err, "data.tokens data.subwords",
                            "data.tokens: %s and data.subwords: %s both split texts (set only one of them)",
                            kinds[s->tokens].name, s->subwords);
    d->tokens = has_model ? "subwords" : kinds[s->tokens].name;
    d->splits_texts = has_model || s->tokens != WORDS;
    d->between = d->splits_texts && !has_model ? "<sep>" : " <sep> "; /* no blanks if blanks are tokens */
    return lg_token_side_open(&((pairs *)d->state)->side, d, kinds[s->tokens].unit, "data.subwords", s->subwords, err);
}

/* Writes the description of the data: unit of tokens, size of the vocabulary, and definition of length. */
static bool tell_pairs(lg_dataset *d, lg_error *err) {
    const pairs *p = d->state;
    const int bucket = settings_of(d)->bucket;
    char rounded[64] = "";
    if (bucket > 1 && p->counts) snprintf(rounded, sizeof rounded, ", rounded up to a multiple of %d", bucket);
    d->description = lg_arena_printf(d->arena, "pairs of %s, a vocabulary of %d; a length is %s%s%s%s%s", d->tokens,
                                     d->source.size, p->counts ? "the number of " : "", p->counts ? d->tokens : "",
                                     p->counts ? " of a source" : "", rounded,
                                     !p->given   ? ""
                                     : p->counts ? ", or as given in the line"
                                                 : "as given in the line");
    return d->description || lg_fail(err, LG_FAILED, "out of memory: pairs");
}

static bool open_pairs(lg_dataset *d, lg_error *err) {
    const settings *s = d->own;
    pairs *p = d->state = lg_arena_alloc(d->arena, sizeof *p);
    if (!p) return lg_fail(err, LG_FAILED, "out of memory: pairs");
    d->one_vocabulary = d->separated = true;
    d->end = LG_TOKEN_END;
    if (!open_tokens(d, err) || !read_split(d, LG_SPLIT_TRAIN, err) || !make_vocabulary(d, err)) return false;
    const bool validates = file_of(s, LG_SPLIT_VALIDATION) != LG_SPLIT_TRAIN;
    if (validates || s->validation_fraction > 0)
        if (!read_split(d, LG_SPLIT_VALIDATION, err)) return false;
    const size_t before = p->store.id_count;
    if (!read_split(d, LG_SPLIT_TEST, err)) return false;
    count_words(d, before);
    return tell_pairs(d, err);
}

static void close_pairs(lg_dataset *d) {
    pairs *p = d->state;
    if (!p) return;
    lg_pair_set_free(&p->store);
    lg_token_side_free(&p->side);
}

static const char *find_first(const lg_dataset *d, int *length, int64_t *index) {
    return lg_pair_set_first(d, length, index) ? keys[LG_SPLIT_TRAIN] : NULL;
}

/* ---- texts ---- */

static char *say(const lg_dataset *d, const int32_t *ids, int count) {
    return lg_token_side_write(&((const pairs *)d->state)->side, ids, count);
}

static int read_text(const lg_dataset *d, bool of_target, const char *text, size_t size, int32_t *ids, int most) {
    (void)of_target;
    return lg_token_side_read(&((const pairs *)d->state)->side, text, size, ids, most);
}

/* Converts the tokens of a pair back to text: source and target. The caller frees them. NULL: out of memory. */
static void say_pair(const lg_dataset *d, lg_split split, int length, int64_t index, char *texts[2]) {
    const lg_pair_set *store = lg_pair_set_of(d);
    const lg_pair_row *x = lg_pair_set_row(store, split, length, index);
    const int32_t *ids = store->ids + x->at;
    texts[0] = say(d, ids, x->n - 1);
    texts[1] = say(d, ids + x->n, x->m - 1);
}

static void write_pair(const lg_dataset *d, lg_split split, int length, int64_t index, lg_key key, char *source,
                       char *target, size_t size) {
    char *texts[2], *const to[] = {source, target};
    (void)key;
    say_pair(d, split, length, index, texts);
    for (int i = 0; i < 2; i++) {
        snprintf(to[i], size, "%s", texts[i] ? texts[i] : "");
        free(texts[i]);
    }
}

static size_t write_size(const lg_dataset *d, lg_split split, int length, int64_t index) {
    char *texts[2];
    size_t size = 0;
    say_pair(d, split, length, index, texts);
    for (int i = 0; i < 2; i++) {
        if (texts[i] && strlen(texts[i]) > size) size = strlen(texts[i]);
        free(texts[i]);
    }
    return size;
}

/* ---- the entry ---- */

static const lg_entry_default defaults[] = {
    {"architecture", "decoder"}, {"curriculum", "epochs"}, {"metric", "exact_match"}, {0}};
static const lg_data_methods methods = {.finite = true,
                                        .validates = true,
                                        .validation_option =
                                            "--data.validation_fraction 0.05, --data.validation_file FILE",
                                        .test_files = "data.test",
                                        .open = open_pairs,
                                        .close = close_pairs,
                                        .lengths = lg_pair_set_lengths,
                                        .count = lg_pair_set_count,
                                        .bound = lg_pair_set_bound,
                                        .first = find_first,
                                        .draw = lg_pair_set_draw,
                                        .write = write_pair,
                                        .write_size = write_size,
                                        .read = read_text,
                                        .say = say};

const lg_data lg_data_pairs = {
    .name = "pairs",
    .summary = "pairs of texts from your own files, as words, characters, bytes or subwords",
    .formula = "Each line is one pair: a JSON object, or text with tabs between its fields. The fields are source,\n"
               "target and, optionally, length.\n"
               "{\"source\": \"a b c\", \"target\": \"c b a\", \"length\": 3}\n"
               "a b c<tab>c b a<tab>3\n"
               "Files are UTF-8. source and target may also be JSON lists of words, joined by single blanks.\n"
               "data.tokens sets the unit of a token: a word between blanks, a character (blanks too), or a byte.\n"
               "data.subwords: a model of spm_train, or codes of subword-nmt, which split texts into tokens.\n"
               "If the line has no length, the length of a pair is the number of source tokens, rounded up to a\n"
               "multiple of data.bucket. Training and reports use this length.\n"
               "Vocabulary: 0 <pad>, 1 </s>, 2 <sep>, 3 <unk>, then all 256 bytes, or the pieces of the model, or\n"
               "the tokens of the training file by decreasing count. Other tokens of the test file become <unk>.\n"
               "data.validation_fraction f moves pair i of data.train, counted from 0, to the validation split if\n"
               "floor((i + 1) f) > floor(i f). Training and the vocabulary do not use these pairs.\n"
               "Members of an object other than source, target and length are ignored; a warning names them.\n"
               "source: its tokens, then <sep>. target: its tokens, then </s>.\n"
               "The pair \"a b\", \"b a\" as words: a b <sep> -> b a </s>, length 2\n"
               "The same pair as characters: a \\x20 b <sep> -> b \\x20 a </s>, length 3\n"
               "`lengthen show pairs --data.train FILE --data.tokens characters` shows your first pair.",
    .source = "your own files; subwords: Kudo & Richardson 2018, Sennrich et al. 2016",
    .options = options,
    .own_bytes = LG_OWN(settings),
    .defaults = defaults,
    .chance = NAN,
    .methods = &methods,
};
