/* translation.c: the user's own parallel text, in subwords or words. It comes from aligned files of lines, or from
 * files of pairs. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/text.h"
#include "data/pair_set.h"
#include "data/parallel_text.h"
#include "data/token_side.h"

#define LARGEST_FILE ((size_t)4 << 30)

#define SPLITS (LG_SPLIT_VALIDATION + 1)

enum { SOURCE, TARGET };

/* Options that name the files of a split: first for sources or pairs, then for targets. */
static const char *const files[SPLITS][2] = {
    [LG_SPLIT_TRAIN] = {"data.source", "data.target"},
    [LG_SPLIT_TEST] = {"data.test_source", "data.test_target"},
    [LG_SPLIT_VALIDATION] = {"data.validation_source", "data.validation_target"},
};
static const char *const fractions[SPLITS] = {
    [LG_SPLIT_TEST] = "data.test_fraction", [LG_SPLIT_VALIDATION] = "data.validation_fraction"};

typedef struct settings {
    const char *paths[SPLITS][2];
    double fractions[SPLITS]; /* fractions of the training pairs that may be cut off for other splits */
    const char *subwords[2];
    int least_uses, vocabulary, longest, longest_trained, concatenated, bucket;
} settings;

#define FILE_OPTION(key, member, text)                                                                                 \
    { .name = key, .type = LG_TEXT, .fallback = "", .help = text, .at = offsetof(settings, member) }
#define COUNT_OPTION(member, value, least, highest, text)                                                              \
    {                                                                                                                  \
        .name = "data." #member, .type = LG_INT, .fallback = value, .min = least, .max = highest, .help = text,        \
        .at = offsetof(settings, member)                                                                               \
    }
#define FRACTION_OPTION(key, split, value, text)                                                                       \
    {                                                                                                                  \
        .name = key, .type = LG_REAL, .fallback = value, .max = 0.999999, .help = text,                                \
        .at = offsetof(settings, fractions[split])                                                                     \
    }

static const lg_option options[] = {
    FILE_OPTION("data.source", paths[LG_SPLIT_TRAIN][SOURCE], "file of training sources, one per line, or of pairs"),
    FILE_OPTION("data.target", paths[LG_SPLIT_TRAIN][TARGET], "file of training targets; empty: data.source has pairs"),
    FILE_OPTION("data.test_source", paths[LG_SPLIT_TEST][SOURCE],
                "file of test sources; may be set when a trained model is evaluated"),
    FILE_OPTION("data.test_target", paths[LG_SPLIT_TEST][TARGET], "file of test targets"),
    FILE_OPTION("data.validation_source", paths[LG_SPLIT_VALIDATION][SOURCE],
                "file of validation sources (eval.validation)"),
    FILE_OPTION("data.validation_target", paths[LG_SPLIT_VALIDATION][TARGET], "file of validation targets"),
    FRACTION_OPTION("data.test_fraction", LG_SPLIT_TEST, "0.1",
                    "fraction of the pairs, at the end of the file, that is used for testing if no test file is given"),
    FRACTION_OPTION("data.validation_fraction", LG_SPLIT_VALIDATION, "0",
                    "fraction of the pairs, before the test pairs, used for validation if no validation "
                    "file is given"),
    FILE_OPTION("data.subwords", subwords[SOURCE],
                "SentencePiece model or subword-nmt codes; empty: words between blanks"),
    FILE_OPTION("data.target_subwords", subwords[TARGET],
                "SentencePiece model or subword-nmt codes of the targets; empty: one vocabulary for both sides"),
    COUNT_OPTION(least_uses, "1", 1, 1 << 30,
                 "tokens that occur fewer than N times in the training split become <unk>"),
    COUNT_OPTION(vocabulary, "0", 0, 1 << 24, "keep only the N most frequent tokens; 0: all"),
    COUNT_OPTION(longest, "1024", 1, LG_LENGTH_MAX - 1, "skip pairs with more than N tokens on either side"),
    COUNT_OPTION(longest_trained, "0", 0, LG_LENGTH_MAX - 1,
                 "skip training pairs with more than N tokens on either side, to train on shorter pairs than are "
                 "evaluated; 0: data.longest"),
    COUNT_OPTION(concatenated, "1", 1, 1000, "join N consecutive training pairs into one"),
    COUNT_OPTION(bucket, "10", 1, LG_LENGTH_MAX, "round lengths up to a multiple of N tokens for reporting"),
    {0},
};

typedef struct translation {
    lg_pair_set store;              /* must be the first member: lg_pair_set_of */
    lg_parallel_text texts[SPLITS]; /* training texts are freed after tokenization */
    size_t *text_of[SPLITS];        /* for each pair in the store: index of its first text pair */
    int64_t too_long[SPLITS];       /* number of pairs with too many tokens */
    lg_token_side sides[2];
    bool one; /* are targets, like sources, tokenized and numbered with sides[0]? */
    int bucket;
} translation;

static const settings *settings_of(const lg_dataset *d) {
    return d->own;
}

static const lg_token_side *side_of(const translation *t, int which) {
    return &t->sides[t->one ? SOURCE : which];
}

/* ---- which files and splits are needed ---- */

static bool is_asked(const lg_dataset *d, lg_split split) {
    return !(d->unread & LG_SPLIT_BIT(split));
}

/* Do the vocabularies come from subword models? If so, no text is needed to make the vocabularies. */
static bool has_vocabularies(const translation *t) {
    return lg_subwords_has_pieces(t->sides[SOURCE].subwords) &&
           (t->one || lg_subwords_has_pieces(t->sides[TARGET].subwords));
}

/* Are the tokens of a split needed? */
static bool needs_tokens(const lg_dataset *d, lg_split split) {
    return is_asked(d, split) || (split == LG_SPLIT_TRAIN && !has_vocabularies(d->state));
}

static bool has_file(const settings *s, lg_split split) {
    return *s->paths[split][SOURCE] != '\0';
}

/* Is a split cut off from the training pairs because it has no file? */
static bool is_cut(const lg_dataset *d, lg_split split) {
    return !has_file(d->own, split);
}

/* During training, was a split cut off from the training pairs, although it has a file now? The pairs that were cut off
 * are still excluded, because the vocabulary was made from the other pairs. */
static bool was_cut(const lg_dataset *d, lg_split split) {
    return !is_cut(d, split) && !has_file(d->trained_own, split);
}

/* Are the texts of a split needed? */
static bool needs_texts(const lg_dataset *d, lg_split split) {
    bool needed = needs_tokens(d, split);
    for (lg_split s = LG_SPLIT_TEST; split == LG_SPLIT_TRAIN && s < SPLITS; s++)
        needed = needed || (is_asked(d, s) && is_cut(d, s) && settings_of(d)->fractions[s] > 0);
    return needed;
}

/* ---- files ---- */

/* Reads the file that an option names, and stores its digest. If the option names no file, sets out->text to NULL. */
static bool read_file(lg_dataset *d, const char *option, const char *path, lg_named_text *out, lg_error *err) {
    *out = (lg_named_text){.name = path};
    if (*path == '\0') return true;
    out->text = lg_file_read_user(path, LARGEST_FILE, &out->size, err);
    if (out->text) lg_dataset_add_file(d, option, path, out->text, out->size);
    return out->text;
}

static bool add_texts(lg_dataset *d, lg_split split, const lg_named_text file[2], lg_error *err) {
    lg_parallel_text *t = &((translation *)d->state)->texts[split];
    if (file[TARGET].text) return lg_parallel_text_add_lines(t, &file[SOURCE], &file[TARGET], err);
    return lg_parallel_text_add_pairs(t, &file[SOURCE], err) &&
           lg_unread_members_tell(&t->unread, files[split][SOURCE], file[SOURCE].name, d->arena,
                                  &d->unread_members[split], err);
}

static bool read_texts(lg_dataset *d, lg_split split, lg_error *err) {
    translation *t = d->state;
    lg_named_text file[2] = {{0}};
    bool good = true;
    for (int i = 0; good && i < 2; i++)
        good = read_file(d, files[split][i], settings_of(d)->paths[split][i], &file[i], err);
    if (good && !file[SOURCE].text && (split == LG_SPLIT_TRAIN || file[TARGET].text))
        good = lg_fail(err, LG_USAGE,
                       "a file is missing (use --%s FILE); expected sources, one per line (with --%s FILE), or pairs: "
                       "JSON objects with source and target, or source <tab> target",
                       files[split][SOURCE], files[split][TARGET]);
    if (good && file[SOURCE].text) good = add_texts(d, split, file, err);
    if (good && file[SOURCE].text && t->texts[split].count == 0)
        good = lg_fail(err, LG_USAGE, "%s has no usable pairs: %lld of %lld have an empty side", file[SOURCE].name,
                       (long long)t->texts[split].empty, (long long)t->texts[split].read);
    for (int i = 0; i < 2; i++) free((char *)file[i].text);
    return good;
}

/* Cuts pairs off the end of the training split, for a split that has no file, or had none in training. */
static bool cut_texts(lg_dataset *d, lg_split split, size_t whole, lg_error *err) {
    translation *t = d->state;
    lg_parallel_text unused = {0}, *from = &t->texts[LG_SPLIT_TRAIN], *to = &t->texts[split];
    if (!is_cut(d, split) && !was_cut(d, split)) return true;
    const size_t count = (size_t)ceil((double)whole * settings_of(d)->fractions[split]);
    if (count < from->count && (count > 0 || split == LG_SPLIT_VALIDATION)) {
        const bool good = lg_parallel_text_move(from, was_cut(d, split) ? &unused : to, count, err);
        lg_parallel_text_free(&unused);
        return good;
    }
    return lg_fail_keys(
        err, fractions[split], "%s: %zu of %zu pairs are for %s; expected pairs for every split (or use --%s FILE)",
        fractions[split], count, whole, split == LG_SPLIT_TEST ? "testing" : "validation", files[split][SOURCE]);
}

/* Like read_texts, but error messages name the option. */
static bool read_split(lg_dataset *d, lg_split split, lg_error *err) {
    lg_error words = {0};
    if (read_texts(d, split, &words)) return true;
    lg_fail_like(err, &words, "%s: %s%s", files[split][SOURCE], words.text,
                 lg_data_file_advice(settings_of(d)->paths[split][SOURCE]));
    return words.code == LG_USAGE ? lg_blame(err, files[split][SOURCE]) : false;
}

static bool read_splits(lg_dataset *d, lg_error *err) {
    const translation *t = d->state;
    for (lg_split s = 0; s < SPLITS; s++)
        if (needs_texts(d, s) && !read_split(d, s, err)) return false;
    if (!needs_texts(d, LG_SPLIT_TRAIN)) return true;
    const size_t whole = t->texts[LG_SPLIT_TRAIN].count;
    return cut_texts(d, LG_SPLIT_TEST, whole, err) && cut_texts(d, LG_SPLIT_VALIDATION, whole, err);
}

/* ---- subwords ---- */

static bool open_side(lg_dataset *d, int which, lg_error *err) {
    static const char *const subwords[] = {[SOURCE] = "data.subwords", [TARGET] = "data.target_subwords"};
    return lg_token_side_open(&((translation *)d->state)->sides[which], d, LG_UNIT_WORD, subwords[which],
                              settings_of(d)->subwords[which], err);
}

static bool open_sides(lg_dataset *d, lg_error *err) {
    translation *t = d->state;
    t->one = *settings_of(d)->subwords[TARGET] == '\0';
    return open_side(d, SOURCE, err) && (t->one || open_side(d, TARGET, err));
}

/* ---- tokens ---- */

/* State while the texts of a split are tokenized. */
typedef struct reading {
    translation *t;
    lg_split split;
    int longest;         /* maximum number of tokens of a source or target */
    lg_pieces pieces[2]; /* tokens of the pair being read */
} reading;

static bool split_text(reading *r, size_t number, lg_error *err) {
    const lg_parallel_text *x = &r->t->texts[r->split];
    const char *text[2] = {x->text + x->pairs[number].source, x->text + x->pairs[number].target};
    for (int i = 0; i < 2; i++)
        if (!lg_subwords_split(side_of(r->t, i)->subwords, text[i], strlen(text[i]), &r->pieces[i], err)) return false;
    return true;
}

static bool put_tokens(const reading *r, int which, int32_t *to, int last, lg_error *err) {
    to[r->pieces[which].count] = last;
    return lg_token_side_put(&r->t->sides[r->t->one ? SOURCE : which], &r->pieces[which], to, err);
}

/* The length under which a source of n tokens is reported. */
static int length_of(const translation *t, int n) {
    const int64_t length = ((int64_t)n + t->bucket - 1) / t->bucket * t->bucket;
    return length < LG_LENGTH_MAX ? (int)length : LG_LENGTH_MAX;
}

/* Adds the pair whose tokens are in `pieces`. They come from one or more text pairs; the first has the index `text`. If
 * a side is empty or has too many tokens, the pair is only counted. */
static bool add_pair(reading *r, size_t text, lg_error *err) {
    translation *t = r->t;
    const int n = r->pieces[SOURCE].count, m = r->pieces[TARGET].count;
    if (n > r->longest || m > r->longest) {
        t->too_long[r->split]++;
        return true;
    }
    if (n == 0 || m == 0) {
        t->texts[r->split].empty++;
        return true;
    }
    t->text_of[r->split][t->store.splits[r->split].count] = text;
    int32_t *to = lg_pair_set_add(&t->store, r->split, length_of(t, n), n + 1, m + 1, err);
    return to && put_tokens(r, SOURCE, to, LG_TOKEN_SEPARATOR, err) &&
           put_tokens(r, TARGET, to + n + 1, LG_TOKEN_END, err);
}

/* Adds pairs, each joined from `joined` consecutive text pairs. */
static bool add_pairs(reading *r, size_t joined, lg_error *err) {
    const size_t count = r->t->texts[r->split].count;
    r->t->text_of[r->split] = malloc((count + 1) * sizeof(size_t));
    if (!r->t->text_of[r->split]) return lg_fail(err, LG_FAILED, "out of memory: %zu pairs", count);
    for (size_t i = 0; i < count; i += joined) {
        for (int k = 0; k < 2; k++) lg_pieces_clear(&r->pieces[k]);
        for (size_t k = i; k < i + joined && k < count; k++)
            if (!split_text(r, k, err)) return false;
        if (!add_pair(r, i, err)) return false;
    }
    return true;
}

/* The maximum number of tokens per side in a split, and the option that sets this maximum. */
static int longest_of(const lg_dataset *d, lg_split split) {
    const settings *s = d->own;
    const bool less = split == LG_SPLIT_TRAIN && s->longest_trained > 0 && s->longest_trained < s->longest;
    return less ? s->longest_trained : s->longest;
}

static const char *longest_option(const lg_dataset *d, lg_split split) {
    return longest_of(d, split) < settings_of(d)->longest ? "data.longest_trained" : "data.longest";
}

static bool tokenise(lg_dataset *d, lg_split split, lg_error *err) {
    reading r = {.t = d->state, .split = split, .longest = longest_of(d, split)};
    const bool good = add_pairs(&r, split == LG_SPLIT_TRAIN ? (size_t)settings_of(d)->concatenated : 1, err);
    for (int i = 0; i < 2; i++) lg_pieces_free(&r.pieces[i]);
    if (!good || r.t->store.splits[split].count > 0 || r.t->texts[split].count == 0) return good;
    return lg_fail_keys(err, longest_option(d, split), "%s: no %s pair has at most %d tokens", longest_option(d, split),
                        lg_split_adjective(split), r.longest);
}

/* Converts the numbers of training tokens into ids. */
static bool number_sides(lg_dataset *d, lg_error *err) {
    translation *t = d->state;
    const settings *own = d->own;
    for (int i = 0; i < (t->one ? 1 : 2); i++)
        if (!lg_token_side_number(&t->sides[i], own->least_uses, own->vocabulary, d->arena, err)) return false;
    const lg_pair_split *x = &t->store.splits[LG_SPLIT_TRAIN];
    for (size_t i = 0; i < x->count; i++) {
        int32_t *id = t->store.ids + x->rows[i].at;
        for (int j = 0; j < x->rows[i].n; j++, id++) *id = side_of(t, SOURCE)->ids[*id];
        for (int j = 0; j < x->rows[i].m; j++, id++) *id = side_of(t, TARGET)->ids[*id];
    }
    d->one_vocabulary = t->one;
    d->source = side_of(t, SOURCE)->vocabulary;
    d->target = side_of(t, TARGET)->vocabulary;
    d->unknown = d->source.words[LG_TOKEN_UNKNOWN];
    return true;
}

/* ---- messages ---- */

/* Counts the words of the test split, and the unknown words among them. The tokens of the split begin at `first`. */
static void count_unknown(lg_dataset *d, size_t first, size_t end) {
    const lg_pair_set *s = &((const translation *)d->state)->store;
    d->unknown_in = files[is_cut(d, LG_SPLIT_TEST) ? LG_SPLIT_TRAIN : LG_SPLIT_TEST][SOURCE];
    for (size_t i = first; i < end; i++) {
        d->test_words += s->ids[i] >= LG_TOKEN_UNKNOWN;
        d->unknown_words += s->ids[i] == LG_TOKEN_UNKNOWN;
    }
}

/* Appends ", 3 WHAT" to a text. Appends nothing if the count is 0. */
static void append_count(char *text, size_t size, int64_t count, const char *what) {
    const size_t at = strlen(text);
    if (count > 0) snprintf(text + at, size - at, "%s %lld %s", at > 0 ? "," : "", (long long)count, what);
}

static bool tell_left_out(lg_dataset *d, lg_split split, lg_error *err) {
    const translation *t = d->state;
    const lg_parallel_text *x = &t->texts[split];
    const int64_t tokens = t->too_long[split], all = x->empty + x->too_long + tokens;
    char reasons[256] = "", lines[64], longest[96];
    if (all == 0 || !is_asked(d, split)) return true;
    snprintf(lines, sizeof lines, "with a line of more than %zu bytes", LG_PARALLEL_LINE_MAX);
    snprintf(longest, sizeof longest, "with more than %d tokens (%s)", longest_of(d, split), longest_option(d, split));
    append_count(reasons, sizeof reasons, x->empty, "with an empty side");
    append_count(reasons, sizeof reasons, x->too_long, lines);
    append_count(reasons, sizeof reasons, tokens, longest);
    d->left_out[split] = lg_arena_printf(d->arena, "%s: skipped %lld of %lld %s pairs:%s",
                                         files[is_cut(d, split) ? LG_SPLIT_TRAIN : split][SOURCE], (long long)all,
                                         (long long)x->read, lg_split_adjective(split), reasons);
    return d->left_out[split] || lg_fail(err, LG_FAILED, "out of memory: pairs");
}

/* Appends the number of pairs of a split if the split is needed. */
static void append_pairs(const lg_dataset *d, char *text, size_t size, lg_split split, const char *purpose) {
    const size_t at = strlen(text), count = lg_pair_set_of(d)->splits[split].count;
    if (is_asked(d, split)) snprintf(text + at, size - at, "%s %zu to %s", at > 0 ? "," : "; pairs:", count, purpose);
}

static bool tell_pairs(lg_dataset *d, lg_error *err) {
    const translation *t = d->state;
    char size[64], pairs[160] = "";
    append_pairs(d, pairs, sizeof pairs, LG_SPLIT_TRAIN, "train");
    append_pairs(d, pairs, sizeof pairs, LG_SPLIT_VALIDATION, "validate");
    append_pairs(d, pairs, sizeof pairs, LG_SPLIT_TEST, "test on");
    if (t->one)
        snprintf(size, sizeof size, "%d tokens", d->source.size);
    else
        snprintf(size, sizeof size, "%d and %d tokens", d->source.size, d->target.size);
    d->description = lg_arena_printf(d->arena, "translation, a vocabulary of %s%s", size, pairs);
    return d->description || lg_fail(err, LG_FAILED, "out of memory: pairs");
}

/* ---- opening ---- */

static bool take_split(lg_dataset *d, lg_split split, lg_error *err) {
    translation *t = d->state;
    const size_t first = t->store.id_count;
    if (needs_tokens(d, split) && !tokenise(d, split, err)) return false;
    if (split == LG_SPLIT_TRAIN && !number_sides(d, err)) return false;
    if (split == LG_SPLIT_TEST) count_unknown(d, first, t->store.id_count);
    return tell_left_out(d, split, err) && lg_pair_set_index(&t->store, split, d->arena, err);
}

static bool open_translation(lg_dataset *d, lg_error *err) {
    translation *t = d->state = lg_arena_alloc(d->arena, sizeof *t);
    if (!t) return lg_fail(err, LG_FAILED, "out of memory: pairs");
    d->separated = d->splits_texts = true;
    d->end = LG_TOKEN_END;
    d->between = " <sep> ";
    t->bucket = settings_of(d)->bucket;
    if (!open_sides(d, err) || !read_splits(d, err)) return false;
    for (lg_split s = 0; s < SPLITS; s++)
        if (!take_split(d, s, err)) return false;
    lg_parallel_text_free(&t->texts[LG_SPLIT_TRAIN]);
    return tell_pairs(d, err);
}

static void close_translation(lg_dataset *d) {
    translation *t = d->state;
    if (!t) return;
    lg_pair_set_free(&t->store);
    for (int s = 0; s < SPLITS; s++) {
        lg_parallel_text_free(&t->texts[s]);
        free(t->text_of[s]);
    }
    for (int i = 0; i < 2; i++) lg_token_side_free(&t->sides[i]);
}

static const char *find_first(const lg_dataset *d, int *length, int64_t *index) {
    return lg_pair_set_first(d, length, index) ? files[LG_SPLIT_TRAIN][SOURCE] : NULL;
}

/* ---- texts ---- */

static char *say(const lg_dataset *d, const int32_t *ids, int count) {
    return lg_token_side_write(side_of(d->state, TARGET), ids, count);
}

/* Returns the source or target of a pair as text: the text of the file or, for training pairs, text made from the
 * tokens. The caller frees it. */
static char *text_of(const lg_dataset *d, lg_split split, int length, int64_t index, int which) {
    const translation *t = d->state;
    const lg_pair_row *x = lg_pair_set_row(&t->store, split, length, index);
    const int32_t *ids = t->store.ids + x->at;
    if (split == LG_SPLIT_TRAIN)
        return which == SOURCE ? lg_token_side_write(side_of(t, SOURCE), ids, x->n - 1)
                               : lg_token_side_write(side_of(t, TARGET), ids + x->n, x->m - 1);
    const lg_parallel_pair *pair = &t->texts[split].pairs[t->text_of[split][x->number]];
    return strdup(t->texts[split].text + (which == SOURCE ? pair->source : pair->target));
}

static void write_text(const lg_dataset *d, lg_split split, int length, int64_t index, int which, char *out,
                       size_t size) {
    char *text = text_of(d, split, length, index, which);
    snprintf(out, size, "%s", text ? text : "");
    free(text);
}

static void write_pair(const lg_dataset *d, lg_split split, int length, int64_t index, lg_key key, char *source,
                       char *target, size_t size) {
    (void)key;
    write_text(d, split, length, index, SOURCE, source, size);
    write_text(d, split, length, index, TARGET, target, size);
}

static size_t write_size(const lg_dataset *d, lg_split split, int length, int64_t index) {
    size_t size[2];
    for (int i = 0; i < 2; i++) {
        char *text = text_of(d, split, length, index, i);
        size[i] = text ? strlen(text) : 0;
        free(text);
    }
    return size[SOURCE] > size[TARGET] ? size[SOURCE] : size[TARGET];
}

static int read_text(const lg_dataset *d, bool of_target, const char *text, size_t size, int32_t *ids, int most) {
    return lg_token_side_read(side_of(d->state, of_target ? TARGET : SOURCE), text, size, ids, most);
}

/* ---- the entry ---- */

static const lg_entry_default defaults[] = {
    {"architecture", "encoder_decoder"}, {"curriculum", "epochs"}, {"metric", "perplexity"}, {0}};
static const lg_data_methods methods = {.finite = true,
                                        .validates = true,
                                        .validation_option =
                                            "--data.validation_fraction 0.05, --data.validation_source FILE",
                                        .by_split = true,
                                        .test_files = "data.test_source data.test_target",
                                        .open = open_translation,
                                        .close = close_translation,
                                        .lengths = lg_pair_set_lengths,
                                        .count = lg_pair_set_count,
                                        .bound = lg_pair_set_bound,
                                        .first = find_first,
                                        .draw = lg_pair_set_draw,
                                        .write = write_pair,
                                        .write_size = write_size,
                                        .read = read_text,
                                        .say = say};

const lg_data lg_data_translation = {
    .name = "translation",
    .summary = "translation pairs from your own files, as subwords or words",
    .formula = "Line k of data.source matches line k of data.target. Without data.target, data.source has one\n"
               "pair per line, as in data: pairs (JSON objects with source and target, or source <tab> target).\n"
               "Files are UTF-8. Pairs with an empty side, or with a side of more than data.longest tokens, are\n"
               "skipped and counted in a message.\n"
               "data.subwords: a FILE.model of spm_train, or codes of subword-nmt (greedy merges by rank, with @@\n"
               "where a word continues). If empty, tokens are words between blanks.\n"
               "Vocabulary: 0 <pad>, 1 </s>, 2 <sep>, 3 <unk>, then the pieces of the spm_train model, or,\n"
               "without such a model, the tokens of the training split by decreasing count.\n"
               "source: its tokens, then <sep>. target: its tokens, then </s>. Length: number of source tokens,\n"
               "rounded up to a multiple of data.bucket.\n"
               "The pair \"a b c\", \"c b a\" as words: a b c <sep> -> c b a </s>, length 10\n"
               "Settings of Kiyono et al. 2021: VANILLA is the default; EXTRAPOLATE is data.longest_trained: 50,\n"
               "which skips training pairs with a longer side; INTERPOLATE is data.concatenated: 10, which joins\n"
               "ten consecutive training pairs into one.",
    .source = "your own files; subwords: Kudo & Richardson 2018, Sennrich et al. 2016",
    .options = options,
    .own_bytes = LG_OWN(settings),
    .defaults = defaults,
    .chance = NAN,
    .methods = &methods,
};
