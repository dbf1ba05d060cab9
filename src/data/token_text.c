/* token_text.c: see token_text.h. The vocabulary is that of the training split: <unk>, <eos> where lines end with one,
 * then by falling number of uses. */
#include "data/token_text.h"

#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/text.h"
#include "data/vocabulary.h"

#define LARGEST_FILE ((size_t)4 << 30)

enum { BYTES = 256, UNKNOWN = 0 };
static const char *const special[] = {"<unk>", "<eos>"};

/* ---- names of characters ---- */

void lg_byte_name(unsigned char byte, char out[LG_CHARACTER_NAME]) {
    static const char escaped[] = "\n\r\t\\", letters[] = "nrt\\";
    const char *at = byte == 0 ? NULL : strchr(escaped, byte);
    if (byte > ' ' && byte < 0x7f && byte != '\\')
        memcpy(out, (char[]){(char)byte, '\0'}, 2);
    else if (at)
        memcpy(out, (char[]){'\\', letters[at - escaped], '\0'}, 3);
    else
        memcpy(out, (char[]){'\\', 'x', "0123456789abcdef"[byte >> 4], "0123456789abcdef"[byte & 15], '\0'}, 5);
}

size_t lg_character_name(const char *text, char out[LG_CHARACTER_NAME]) {
    const size_t size = lg_text_character(text);
    if (size < 2) {
        lg_byte_name((unsigned char)*text, out);
        return 1;
    }
    memcpy(out, text, size);
    out[size] = '\0';
    return size;
}

static int hexadecimal(char digit) {
    return digit >= 'a' ? digit - 'a' + 10 : digit - '0';
}

size_t lg_character_of_name(const char *name, char out[LG_CHARACTER_NAME]) {
    static const char letters[] = "nrt\\", meant[] = "\n\r\t\\";
    const size_t size = strlen(name);
    if (name[0] != '\\' || size < 2) {
        memcpy(out, name, size < LG_CHARACTER_NAME ? size : LG_CHARACTER_NAME);
        return size < LG_CHARACTER_NAME ? size : LG_CHARACTER_NAME;
    }
    out[0] = name[1] == 'x' ? (char)(16 * hexadecimal(name[2]) + hexadecimal(name[3]))
                            : meant[strchr(letters, name[1]) - letters];
    return 1;
}

/* ---- files and splits ---- */

static const char *option_of(lg_split split) {
    return split == LG_SPLIT_TEST         ? "data.test_file"
           : split == LG_SPLIT_VALIDATION ? "data.validation_file"
                                          : "data.file";
}

static bool read_file(lg_token_text *t, lg_dataset *d, lg_split split, lg_error *err) {
    const char *path = lg_text(d->values, option_of(split));
    size_t size;
    lg_error words = {0};
    if (*path == '\0' && split != LG_SPLIT_TRAIN) return true;
    if (*path == '\0') return lg_fail(err, LG_USAGE, "data.file: a file is missing (use --data.file FILE: any text)");
    uint8_t *bytes = (uint8_t *)lg_file_read_user(path, LARGEST_FILE, &size, &words);
    if (!bytes) return lg_fail_like(err, &words, "%s: %s", option_of(split), words.text);
    t->files[t->file_count++] = bytes;
    lg_dataset_add_file(d, option_of(split), bytes, size);
    t->splits[split] = (lg_token_run){bytes, NULL, size};
    return true;
}

/* Where a token begins, at or behind `at`. */
static size_t next_token(const uint8_t *bytes, size_t size, size_t at, lg_unit unit) {
    if (unit == LG_UNIT_CHARACTER)
        while (at < size && (bytes[at] & 0xc0) == 0x80) at++;
    if (unit == LG_UNIT_WORD)
        while (at > 0 && at < size && bytes[at - 1] != '\n' && bytes[at - 1] != ' ') at++;
    return at;
}

/* The last `fraction` of the bytes of the training split are another one, or, where that has a file, are not read. */
static void cut_split(lg_token_text *t, const lg_dataset *d, lg_split split, size_t whole, double fraction) {
    lg_token_run *from = &t->splits[LG_SPLIT_TRAIN], *to = &t->splits[split];
    const size_t wanted = (size_t)((double)whole * fraction);
    const size_t at =
        next_token(from->bytes, from->size, from->size - (wanted < from->size ? wanted : from->size), d->unit);
    if (!to->bytes) *to = (lg_token_run){from->bytes + at, NULL, from->size - at};
    from->size = at;
}

static bool read_splits(lg_token_text *t, lg_dataset *d, lg_error *err) {
    if (!read_file(t, d, LG_SPLIT_TRAIN, err) || !read_file(t, d, LG_SPLIT_TEST, err) ||
        !read_file(t, d, LG_SPLIT_VALIDATION, err))
        return false;
    const size_t whole = t->splits[LG_SPLIT_TRAIN].size;
    cut_split(t, d, LG_SPLIT_TEST, whole, lg_real(d->values, "data.test_fraction"));
    cut_split(t, d, LG_SPLIT_VALIDATION, whole, lg_real(d->values, "data.validation_fraction"));
    return true;
}

/* ---- tokens ---- */

/* Goes through the tokens of a split. */
typedef struct scan {
    const char *text, *end;
    lg_unit unit;
    bool line_ends;
    const char *word; /* of the token, [size] */
    size_t size;
    char name[LG_CHARACTER_NAME];
} scan;

static scan scan_of(const lg_token_run *r, const lg_dataset *d) {
    const char *text = (const char *)r->bytes;
    return (scan){.text = text,
                  .end = text + r->size,
                  .unit = d->unit,
                  .line_ends = lg_bool(d->values, "data.line_ends")};
}

static bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\v' || c == '\f' || c == '\0';
}

static bool next_word(scan *s) {
    while (s->text < s->end && is_blank(*s->text) && !(s->line_ends && *s->text == '\n')) s->text++;
    if (s->text == s->end) return false;
    if (*s->text == '\n') {
        s->word = special[1], s->size = strlen(special[1]);
        s->text++;
        return true;
    }
    s->word = s->text;
    while (s->text < s->end && !is_blank(*s->text)) s->text++;
    s->size = (size_t)(s->text - s->word);
    return true;
}

/* Text that is no UTF-8 has no characters. */
static bool next_character(scan *s) {
    if (s->text == s->end) return false;
    s->text += lg_character_name(s->text, s->name);
    s->word = s->name, s->size = strlen(s->name);
    return true;
}

static bool next(scan *s) {
    return s->unit == LG_UNIT_WORD ? next_word(s) : next_character(s);
}

static bool check_characters(const lg_token_run *r, lg_split split, lg_error *err) {
    const char *text = (const char *)r->bytes, *end = text + r->size;
    for (const char *at = text; at < end;) {
        const size_t size = (unsigned char)*at < 0x80 ? 1 : lg_text_character(at);
        if (size == 0 || at + size > end)
            return lg_fail(err, LG_USAGE, "%s: the byte at %zu is no UTF-8 (use --data.tokens bytes)", option_of(split),
                           (size_t)(at - text));
        at += size;
    }
    return true;
}

/* ---- the vocabulary ---- */

static bool count_words(const lg_token_text *t, const lg_dataset *d, int specials, lg_word_table *table,
                        lg_error *err) {
    scan s = scan_of(&t->splits[LG_SPLIT_TRAIN], d);
    for (int i = 0; i < specials; i++)
        if (lg_word_table_add(table, special[i], strlen(special[i]), err) < 0) return false;
    while (next(&s))
        if (lg_word_table_add(table, s.word, s.size, err) < 0) return false;
    return true;
}

/* How many words, most frequent first, are kept. */
static int count_kept(const lg_dataset *d, const lg_word_table *table, int specials) {
    const int64_t least = lg_int(d->values, "data.least_uses"), most = lg_int(d->values, "data.vocabulary");
    int64_t kept = lg_word_table_used(table, specials, least);
    if (most > 0 && kept > most) kept = most;
    return specials + (int)kept;
}

static bool make_lexicon(const lg_token_text *t, lg_dataset *d, lg_lexicon *words, lg_error *err) {
    lg_word_table table = {0};
    lg_lexicon all;
    const int specials = 1 + (d->unit == LG_UNIT_WORD && lg_bool(d->values, "data.line_ends"));
    bool good = count_words(t, d, specials, &table, err);
    int32_t *ids = good ? malloc((size_t)table.count * sizeof *ids + 1) : NULL;
    if (good && !ids) good = lg_fail(err, LG_FAILED, "out of memory: a vocabulary of %d words", table.count);
    good = good && lg_lexicon_from_table(&all, &table, specials, ids, d->arena, err) &&
           lg_lexicon_from_list(words, all.vocabulary.words, count_kept(d, &table, specials), d->arena, err);
    free(ids);
    lg_word_table_free(&table);
    return good;
}

/* The ids of a split; *unknown: how many of the tokens the vocabulary lacks. */
static bool make_ids(lg_token_text *t, const lg_dataset *d, lg_split split, const lg_lexicon *words, int64_t *unknown,
                     lg_error *err) {
    lg_token_run *r = &t->splits[split];
    size_t count = 0;
    *unknown = 0;
    for (scan s = scan_of(r, d); next(&s);) count++;
    int32_t *ids = t->ids[split] = malloc(count * sizeof *ids + 1);
    if (!ids) return lg_fail(err, LG_FAILED, "out of memory: %zu tokens", count);
    size_t i = 0;
    for (scan s = scan_of(r, d); next(&s); i++) {
        const int id = lg_lexicon_find(words, s.word, s.size);
        ids[i] = id < 0 ? UNKNOWN : id;
        *unknown += id < 0;
    }
    *r = (lg_token_run){r->bytes, ids, count};
    return true;
}

static bool tokenise(lg_token_text *t, lg_dataset *d, lg_error *err) {
    lg_lexicon words;
    int64_t unknown[LG_TEXT_SPLITS] = {0};
    for (lg_split s = 0; d->unit == LG_UNIT_CHARACTER && s < LG_TEXT_SPLITS; s++)
        if (!check_characters(&t->splits[s], s, err)) return false;
    if (!make_lexicon(t, d, &words, err)) return false;
    for (lg_split s = 0; s < LG_TEXT_SPLITS; s++)
        if (!make_ids(t, d, s, &words, &unknown[s], err)) return false;
    t->vocabulary = words.vocabulary;
    d->test_words = (int64_t)t->splits[LG_SPLIT_TEST].size;
    d->unknown_words = unknown[LG_SPLIT_TEST];
    return true;
}

static bool name_bytes(lg_token_text *t, lg_dataset *d, lg_error *err) {
    char(*names)[LG_CHARACTER_NAME] = lg_arena_alloc(d->arena, BYTES * sizeof *names);
    const char **words = lg_arena_alloc(d->arena, BYTES * sizeof *words);
    if (!names || !words) return lg_fail(err, LG_FAILED, "out of memory: a vocabulary");
    for (int byte = 0; byte < BYTES; byte++) {
        lg_byte_name((unsigned char)byte, names[byte]);
        words[byte] = names[byte];
    }
    t->vocabulary = (lg_vocabulary){BYTES, words};
    return true;
}

/* ---- all ---- */

static bool check_sizes(const lg_token_text *t, const lg_dataset *d, lg_error *err) {
    const size_t train = t->splits[LG_SPLIT_TRAIN].size, test = t->splits[LG_SPLIT_TEST].size;
    const size_t validation = t->splits[LG_SPLIT_VALIDATION].size;
    if (train >= 2 && test >= 2 && validation != 1) return true;
    return lg_fail(err, LG_USAGE,
                   "data.file: of the %zu %s of %s, %zu are to train, %zu to validate and %zu to test on; expected 2 or "
                   "more to train and to test on",
                   train + test + validation, lg_text(d->values, "data.tokens"), lg_text(d->values, "data.file"), train,
                   validation, test);
}

static lg_unit unit_of(const char *tokens) {
    return !strcmp(tokens, "bytes") ? LG_UNIT_BYTE : !strcmp(tokens, "characters") ? LG_UNIT_CHARACTER : LG_UNIT_WORD;
}

bool lg_token_text_open(lg_token_text *t, lg_dataset *d, lg_error *err) {
    d->unit = unit_of(lg_text(d->values, "data.tokens"));
    if (!read_splits(t, d, err)) return false;
    if (d->unit == LG_UNIT_BYTE ? !name_bytes(t, d, err) : !tokenise(t, d, err)) return false;
    d->source = d->target = t->vocabulary;
    return check_sizes(t, d, err);
}

void lg_token_text_free(lg_token_text *t) {
    for (size_t i = 0; i < t->file_count; i++) free(t->files[i]);
    for (lg_split s = 0; s < LG_TEXT_SPLITS; s++) free(t->ids[s]);
    *t = (lg_token_text){0};
}
