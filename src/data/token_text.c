/* token_text.c: see token_text.h. The vocabulary comes from the training split. It consists of <unk>, of <eos> if each
 * line ends with <eos>, then of all other tokens in decreasing order of frequency. */
#include "data/token_text.h"

#include <stdlib.h>
#include <string.h>

#include "api/text.h"
#include "base/text.h"
#include "data/vocabulary.h"
#include "lengthen/core.h"

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

size_t lg_unit_name(lg_unit unit, const char *text, char out[LG_CHARACTER_NAME]) {
    if (unit == LG_UNIT_CHARACTER) return lg_character_name(text, out);
    lg_byte_name((unsigned char)*text, out);
    return 1;
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

static bool read_file(lg_token_text *t, lg_dataset *d, const lg_text_form *form, lg_split split, lg_error *err) {
    const struct lg_text_file *file = &form->files[split];
    lg_file_view *v = &t->files[split];
    lg_error words = {0};
    if (!file->path) return true;
    if (!lg_file_view_open(v, file->path, &words))
        return lg_fail_like(err, &words, "%s: %s%s", file->label, words.text, lg_data_file_advice(file->path));
    lg_dataset_add_file(d, file->label, file->path, v->bytes, v->size);
    const size_t mark = form->unit == LG_UNIT_BYTE ? 0 : lg_text_mark((const char *)v->bytes, v->size);
    t->splits[split] = (lg_token_run){v->bytes + mark, NULL, v->size - mark};
    return true;
}

/* Start of the first token at or after index `at`. */
static size_t next_token(const uint8_t *bytes, size_t size, size_t at, lg_unit unit) {
    if (unit == LG_UNIT_CHARACTER)
        while (at < size && (bytes[at] & 0xc0) == 0x80) at++;
    if (unit == LG_UNIT_WORD)
        while (at > 0 && at < size && bytes[at - 1] != '\n' && bytes[at - 1] != ' ') at++;
    return at;
}

/* Removes the end of the training split. The removed part becomes `split`; if `split` has its own file, the removed
 * part is not used. */
static void cut_split(lg_token_text *t, const lg_text_form *form, lg_split split, size_t whole) {
    lg_token_run *from = &t->splits[LG_SPLIT_TRAIN], *to = &t->splits[split];
    const size_t wanted = (size_t)((double)whole * form->files[split].fraction);
    const size_t at =
        next_token(from->bytes, from->size, from->size - (wanted < from->size ? wanted : from->size), form->unit);
    if (!to->bytes) *to = (lg_token_run){from->bytes + at, NULL, from->size - at};
    from->size = at;
}

static bool read_splits(lg_token_text *t, lg_dataset *d, const lg_text_form *form, lg_error *err) {
    const struct lg_text_file *train = &form->files[LG_SPLIT_TRAIN];
    for (lg_split s = 0; s < LG_TEXT_SPLITS; s++)
        if (!read_file(t, d, form, s, err)) return false;
    const size_t whole = t->splits[LG_SPLIT_TRAIN].size;
    if (form->size > 0 && whole != form->size)
        return lg_fail(err, LG_USAGE, "%s: %s has %zu bytes; expected %zu (%s)", train->label, train->path, whole,
                       form->size, form->advice);
    cut_split(t, form, LG_SPLIT_TEST, whole);
    cut_split(t, form, LG_SPLIT_VALIDATION, whole);
    return true;
}

/* ---- tokens ---- */

/* Iterates over the tokens of a split. */
typedef struct scan {
    const char *text, *end;
    lg_unit unit;
    bool line_ends;
    const char *word; /* text of the current token, [size] */
    size_t size;
    char name[LG_CHARACTER_NAME];
} scan;

static scan scan_of(const lg_token_run *r, const lg_text_form *form) {
    const char *text = (const char *)r->bytes;
    return (scan){.text = text, .end = text + r->size, .unit = form->unit, .line_ends = form->line_ends};
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

/* The text must be valid UTF-8. */
static bool next_character(scan *s) {
    if (s->text == s->end) return false;
    s->text += lg_character_name(s->text, s->name);
    s->word = s->name, s->size = strlen(s->name);
    return true;
}

static bool next(scan *s) {
    return s->unit == LG_UNIT_WORD ? next_word(s) : next_character(s);
}

/* Number of bytes of the character at `at`; 0: invalid. Does not read past `end`, because a mapped file ends there. */
static size_t size_of_character(const char *at, const char *end) {
    char last[5] = "";
    if ((unsigned char)*at < 0x80) return 1;
    if (end - at >= 4) return lg_text_character(at);
    memcpy(last, at, (size_t)(end - at));
    return lg_text_character(last);
}

/* The split whose file contains this split. */
static lg_split file_of(const lg_text_form *form, lg_split split) {
    return form->files[split].path ? split : LG_SPLIT_TRAIN;
}

static bool check_characters(const lg_token_text *t, const lg_text_form *form, lg_split split, lg_error *err) {
    const lg_token_run *r = &t->splits[split];
    const lg_split file = file_of(form, split);
    const char *text = (const char *)r->bytes, *end = text + r->size;
    for (const char *at = text; at < end;) {
        const size_t size = size_of_character(at, end);
        if (size == 0 || at + size > end)
            return lg_fail(err, LG_USAGE, "%s: the byte at offset %zu is not UTF-8 (use --data.tokens bytes)",
                           form->files[file].label, (size_t)((const uint8_t *)at - t->files[file].bytes));
        at += size;
    }
    return true;
}

/* ---- the vocabulary ---- */

static bool count_words(const lg_token_text *t, const lg_text_form *form, int specials, lg_word_table *table,
                        lg_error *err) {
    scan s = scan_of(&t->splits[LG_SPLIT_TRAIN], form);
    for (int i = 0; i < specials; i++)
        if (lg_word_table_add(table, special[i], strlen(special[i]), err) < 0) return false;
    while (next(&s))
        if (lg_word_table_add(table, s.word, s.size, err) < 0) return false;
    return true;
}

/* Size of the vocabulary: the special words, and as many of the most frequent words as the limits of `form` allow. */
static int count_kept(const lg_text_form *form, const lg_word_table *table, int specials) {
    int64_t kept = lg_word_table_used(table, specials, form->least);
    if (form->most > 0 && kept > form->most) kept = form->most;
    return specials + (int)kept;
}

static bool make_lexicon(const lg_token_text *t, const lg_text_form *form, lg_arena *arena, lg_lexicon *words,
                         lg_error *err) {
    lg_word_table table = {0};
    lg_lexicon all;
    const int specials = 1 + (form->unit == LG_UNIT_WORD && form->line_ends);
    bool good = count_words(t, form, specials, &table, err);
    int32_t *ids = good ? malloc((size_t)table.count * sizeof *ids + 1) : NULL;
    if (good && !ids) good = lg_fail(err, LG_FAILED, "out of memory: a vocabulary of %d words", table.count);
    good = good && lg_lexicon_from_table(&all, &table, specials, ids, arena, err) &&
           lg_lexicon_from_list(words, all.vocabulary.words, count_kept(form, &table, specials), arena, err);
    free(ids);
    lg_word_table_free(&table);
    return good;
}

/* Converts a split to ids; *unknown: number of tokens outside the vocabulary. */
static bool make_ids(lg_token_text *t, const lg_text_form *form, lg_split split, const lg_lexicon *words,
                     int64_t *unknown, lg_error *err) {
    lg_token_run *r = &t->splits[split];
    size_t count = 0;
    *unknown = 0;
    for (scan s = scan_of(r, form); next(&s);) count++;
    int32_t *ids = t->made[split] = malloc(count * sizeof *ids + 1);
    if (!ids) return lg_fail(err, LG_FAILED, "out of memory: %zu tokens", count);
    size_t i = 0;
    for (scan s = scan_of(r, form); next(&s); i++) {
        const int id = lg_lexicon_find(words, s.word, s.size);
        ids[i] = id < 0 ? UNKNOWN : id;
        *unknown += id < 0;
    }
    *r = (lg_token_run){r->bytes, ids, count};
    return true;
}

static bool tokenise(lg_token_text *t, lg_dataset *d, const lg_text_form *form, lg_error *err) {
    lg_lexicon words;
    int64_t unknown[LG_TEXT_SPLITS] = {0};
    for (lg_split s = 0; form->unit == LG_UNIT_CHARACTER && s < LG_TEXT_SPLITS; s++)
        if (!check_characters(t, form, s, err)) return false;
    if (!make_lexicon(t, form, d->arena, &words, err)) return false;
    for (lg_split s = 0; s < LG_TEXT_SPLITS; s++)
        if (!make_ids(t, form, s, &words, &unknown[s], err)) return false;
    t->vocabulary = words.vocabulary;
    d->test_words = (int64_t)t->splits[LG_SPLIT_TEST].size;
    d->unknown_words = unknown[LG_SPLIT_TEST];
    d->unknown_in = form->files[file_of(form, LG_SPLIT_TEST)].label;
    return true;
}

/* ---- bytes ---- */

static bool name_bytes(lg_token_text *t, const uint8_t *bytes, int count, lg_arena *arena, lg_error *err) {
    char(*names)[LG_CHARACTER_NAME] = lg_arena_alloc(arena, BYTES * sizeof *names);
    const char **words = lg_arena_alloc(arena, BYTES * sizeof *words);
    if (!names || !words) return lg_fail(err, LG_FAILED, "out of memory: a vocabulary");
    for (int i = 0; i < count; i++) {
        lg_byte_name(bytes[i], names[i]);
        words[i] = names[i];
    }
    t->vocabulary = (lg_vocabulary){count, words};
    return true;
}

/* Finds the bytes that occur in any split, in ascending order, and sets the id of each. Returns the number of these
 * bytes. */
static int find_bytes(const lg_token_text *t, bool no_newlines, uint8_t bytes[BYTES], uint8_t ids[BYTES]) {
    bool occurs[BYTES] = {false};
    int count = 0;
    for (lg_split s = 0; s < LG_TEXT_SPLITS; s++)
        for (size_t i = 0; i < t->splits[s].size; i++) occurs[t->splits[s].bytes[i]] = true;
    if (no_newlines) occurs['\n'] = false;
    for (int byte = 0; byte < BYTES; byte++) {
        ids[byte] = (uint8_t)count;
        if (occurs[byte]) bytes[count++] = (uint8_t)byte;
    }
    return count;
}

static bool number_bytes(lg_token_text *t, const lg_text_form *form, lg_split split, const uint8_t ids[BYTES],
                         lg_error *err) {
    lg_token_run *r = &t->splits[split];
    size_t count = 0;
    uint8_t *made = t->made[split] = malloc(r->size + 1);
    if (!made) return lg_fail(err, LG_FAILED, "out of memory: %zu tokens", r->size);
    for (size_t i = 0; i < r->size; i++)
        if (!form->no_newlines || r->bytes[i] != '\n') made[count++] = ids[r->bytes[i]];
    *r = (lg_token_run){made, NULL, count};
    return true;
}

static bool take_bytes(lg_token_text *t, lg_dataset *d, const lg_text_form *form, lg_error *err) {
    uint8_t bytes[BYTES], ids[BYTES];
    int count = BYTES;
    for (int i = 0; i < BYTES; i++) bytes[i] = (uint8_t)i;
    if (form->occurring) count = find_bytes(t, form->no_newlines, bytes, ids);
    for (lg_split s = 0; form->occurring && s < LG_TEXT_SPLITS; s++)
        if (!number_bytes(t, form, s, ids, err)) return false;
    return name_bytes(t, bytes, count, d->arena, err);
}

/* ---- opening ---- */

static const char *unit_name(lg_unit unit) {
    return unit == LG_UNIT_BYTE ? "bytes" : unit == LG_UNIT_CHARACTER ? "characters" : "words";
}

static bool check_sizes(const lg_token_text *t, const lg_text_form *form, lg_error *err) {
    const struct lg_text_file *file = &form->files[LG_SPLIT_TRAIN];
    const size_t train = t->splits[LG_SPLIT_TRAIN].size, test = t->splits[LG_SPLIT_TEST].size;
    const size_t validation = t->splits[LG_SPLIT_VALIDATION].size;
    if (train >= 2 && test >= 2 && validation != 1) return true;
    if (train + test + validation == 0) return lg_fail(err, LG_USAGE, "%s: %s is empty", file->label, file->path);
    return lg_fail(err, LG_USAGE,
                   "%s: %s has %zu %s for training, %zu for validation and %zu for testing; expected 2 or more for "
                   "each (validation may have none)",
                   file->label, file->path, train, unit_name(form->unit), validation, test);
}

bool lg_token_text_open(lg_token_text *t, lg_dataset *d, const lg_text_form *form, lg_error *err) {
    d->unit = form->unit;
    d->tokens = unit_name(form->unit);
    if (!read_splits(t, d, form, err)) return false;
    if (d->unit == LG_UNIT_BYTE ? !take_bytes(t, d, form, err) : !tokenise(t, d, form, err)) return false;
    d->source = d->target = t->vocabulary;
    return check_sizes(t, form, err);
}

void lg_token_text_free(lg_token_text *t) {
    for (lg_split s = 0; s < LG_TEXT_SPLITS; s++) {
        lg_file_view_close(&t->files[s]);
        free(t->made[s]);
    }
    *t = (lg_token_text){0};
}
