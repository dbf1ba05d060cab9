/* prompt.c: see prompt.h. */
#include "data/prompt.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/option.h"
#include "base/text.h"
#include "data/token_text.h"

/* ---- words ---- */

/* A word of a text being read. */
typedef struct word {
    const char *text; /* [size] */
    size_t size;
    int number; /* counted from 1 */
} word;

static bool next_word(const lg_dataset *d, const char **rest, word *w) {
    size_t (*const token_size)(const char *) = d->entry->methods->token_size;
    char name[LG_CHARACTER_NAME];
    if (d->unit == LG_UNIT_WORD) *rest += strspn(*rest, " ");
    if (**rest == '\0') return false;
    w->text = *rest;
    w->size = d->unit != LG_UNIT_WORD ? lg_unit_name(d->unit, *rest, name)
              : token_size            ? token_size(*rest)
                                      : strcspn(*rest, " ");
    w->number++;
    *rest += w->size;
    return true;
}

/* The id of a word; -1: not found. */
static int find_word(const lg_prompt_reader *x, const word *w) {
    char name[LG_CHARACTER_NAME];
    if (x->data->unit == LG_UNIT_WORD) return lg_lexicon_find(&x->words, w->text, w->size);
    lg_unit_name(x->data->unit, w->text, name);
    return lg_lexicon_find(&x->words, name, strlen(name));
}

enum { LONGEST_WORD = 96 };

/* The first word that starts with a letter or digit. */
static const char *first_word(const lg_vocabulary *v) {
    int i = 0;
    while (i + 1 < v->size && !isalnum((unsigned char)v->words[i][0])) i++;
    return v->words[i];
}

/* If each character of a word is itself a word of the vocabulary, writes them with blanks between, to suggest "5 3" for
 * "53". */
static bool spell_out(const lg_prompt_reader *x, const word *w, char *out, size_t size) {
    if (w->size < 2 || 2 * w->size > size) return false;
    for (size_t i = 0; i < w->size; i++) {
        if (lg_lexicon_find(&x->words, w->text + i, 1) < 0) return false;
        *out++ = w->text[i];
        *out++ = i + 1 < w->size ? ' ' : '\0';
    }
    return true;
}

/* Fails because a word is unknown. The message contains a hint: the word with blanks, a similar word, or some words of
 * the vocabulary. */
static bool refuse_word(const lg_prompt_reader *x, const char *where, const char *text, const word *w, lg_error *err) {
    const lg_vocabulary *v = &x->words.vocabulary;
    const char *first = first_word(v), *last = v->words[v->size - 1];
    char copy[LONGEST_WORD], shown[LG_SHOWN], spelt[2 * LONGEST_WORD], hint[3 * LONGEST_WORD] = "";
    snprintf(copy, sizeof copy, "%.*s", (int)w->size, w->text);
    const char *near = lg_nearest(copy, v->words, (size_t)v->size);
    if (spell_out(x, w, spelt, sizeof spelt))
        snprintf(hint, sizeof hint, "separate words by blanks: '%s'", spelt);
    else if (near)
        snprintf(hint, sizeof hint, "did you mean '%.*s'?", LONGEST_WORD, near);
    else
        snprintf(hint, sizeof hint, "its %d words include %.*s%s%.*s", v->size, LONGEST_WORD, first,
                 strcmp(first, last) ? " and " : "", LONGEST_WORD, strcmp(first, last) ? last : "");
    return lg_fail(err, LG_USAGE, "%s: word %d, '%s' at character %d, is not in the vocabulary of %s; %s", where,
                   w->number, lg_text_shown(copy, shown), (int)(w->text - text) + 1, x->data->entry->name, hint);
}

/* Appends the tokens of a text. The capacity must suffice. unknown: see lg_prompt_read. */
static bool add_words(const lg_prompt_reader *x, const char *text, const char *where, int32_t *ids, int *count,
                      int *unknown, lg_error *err) {
    const char *other = unknown ? x->data->unknown : NULL;
    word w = {0};
    for (const char *rest = text; next_word(x->data, &rest, &w);) {
        int id = find_word(x, &w);
        if (id < 0 && other) {
            id = lg_lexicon_find(&x->words, other, strlen(other));
            ++*unknown;
        }
        if (id < 0) return refuse_word(x, where, text, &w, err);
        ids[(*count)++] = id;
    }
    return true;
}

/* ---- fixed text ---- */

static bool read_frame(const lg_prompt_reader *x, const char *text, lg_frame_tokens *out, lg_error *err) {
    *out = (lg_frame_tokens){0};
    if (!text) return true;
    out->ids = lg_arena_alloc(x->arena, sizeof *out->ids * (strlen(text) + 1));
    if (!out->ids) return lg_fail(err, LG_FAILED, "out of memory: a prompt");
    return add_words(x, text, x->data->entry->name, out->ids, &out->count, NULL, err);
}

bool lg_prompt_reader_open(lg_prompt_reader *x, const lg_dataset *d, lg_error *err) {
    *x = (lg_prompt_reader){.data = d, .arena = lg_arena_new()};
    if (!x->arena) return lg_fail(err, LG_FAILED, "out of memory: a vocabulary");
    if (lg_lexicon_from_list(&x->words, d->source.words, d->source.size, x->arena, err) &&
        read_frame(x, d->before, &x->before, err) && read_frame(x, d->between, &x->between, err))
        return true;
    lg_prompt_reader_close(x);
    return false;
}

void lg_prompt_reader_close(lg_prompt_reader *x) {
    lg_arena_free(x->arena);
    *x = (lg_prompt_reader){0};
}

static bool begins_with(const int32_t *ids, int count, const lg_frame_tokens *frame) {
    if (frame->count == 0) return true;
    return frame->count <= count && !memcmp(ids, frame->ids, sizeof *ids * (size_t)frame->count);
}

/* Index of the token where the text between source and target begins. If there is no such text, returns `count`. */
static int find_end(const int32_t *ids, int count, const lg_frame_tokens *between) {
    int at = 0;
    while (between->count > 0 && at < count && !begins_with(ids + at, count - at, between)) at++;
    return between->count > 0 ? at : count;
}

/* ---- prompts ---- */

static void copy_tokens(int32_t *to, const int32_t *from, int count) {
    if (count > 0) memcpy(to, from, sizeof *to * (size_t)count);
}

/* Splits `count` tokens into source and target. The tokens do not include the fixed text before the source. In a token
 * stream, the source is the first token. */
static void divide(const lg_prompt_reader *x, const int32_t *ids, int count, lg_record *out) {
    const lg_frame_tokens *before = &x->before, *between = &x->between;
    const int end = x->data->entry->methods->stream ? 1 : find_end(ids, count, between);
    const int rest = end < count ? end + between->count : count;
    const int n = before->count + end + between->count;
    lg_record_begin(out, n, n, count - rest);
    copy_tokens(out->source, before->ids, before->count);
    copy_tokens(out->source + before->count, ids, end);
    copy_tokens(out->source + before->count + end, between->ids, between->count);
    copy_tokens(out->target, ids + rest, count - rest);
}

static bool refuse_empty(const lg_prompt_reader *x, const char *where, lg_error *err) {
    return lg_fail(err, LG_USAGE, "%s: the prompt is empty; expected the beginning of a record of %s", where,
                   x->data->entry->name);
}

/* Finds the text between source and target, without its blanks. If it is missing, returns the end of `text`. */
static const char *find_between(const lg_dataset *d, const char *text, size_t *size) {
    const char *between = d->between + strspn(d->between, " ");
    *size = strcspn(between, " ");
    for (const char *at = text; *at != '\0'; at++)
        if (!strncmp(at, between, *size)) return at;
    *size = 0;
    return text + strlen(text);
}

/* Counts the unknown tokens. Fails if there are some and `unknown` is NULL. */
static bool count_unknown(const lg_prompt_reader *x, const char *where, const int32_t *ids, int count, int *unknown,
                          lg_error *err) {
    const char *other = x->data->unknown, *tokens = x->data->tokens;
    const int id = other ? lg_lexicon_find(&x->words, other, strlen(other)) : -1;
    int found = 0, first = 0;
    for (int i = 0; i < count; i++) {
        if (ids[i] == id && found == 0) first = i;
        found += ids[i] == id;
    }
    if (unknown) *unknown = found;
    return unknown || found == 0 ||
           lg_fail(err, LG_USAGE,
                   "%s: %d of the %d %s of the prompt, the first at position %d, are not in the vocabulary of the "
                   "training data (lengthen translate reads them as <unk>)",
                   where, found, count, tokens ? tokens : "tokens", first + 1);
}

/* Reads a prompt for data that splits texts into tokens itself (splits_texts). */
static bool read_texts(const lg_prompt_reader *x, const char *text, const char *where, lg_record *out, int *unknown,
                       lg_error *err) {
    const lg_dataset *d = x->data;
    size_t gap;
    const char *end = find_between(d, text, &gap), *rest = end + gap;
    const size_t size = (size_t)(end - text);
    const int n = d->entry->methods->read(d, false, text, size, NULL, 0);
    const int m = d->entry->methods->read(d, true, rest, strlen(rest), NULL, 0);
    if (n < 0 || m < 0) return lg_fail(err, LG_FAILED, "out of memory: a prompt");
    if (n == 0) return refuse_empty(x, where, err);
    const int all = n + x->between.count;
    if (all > LG_LENGTH_MAX || m >= LG_LENGTH_MAX)
        return lg_fail(err, LG_USAGE, "%s: the prompt is longer than %d tokens", where, LG_LENGTH_MAX);
    if (!lg_record_reserve(out, all, m + 1, err)) return false;
    lg_record_begin(out, all, all, m);
    if (d->entry->methods->read(d, false, text, size, out->source, n) != n ||
        d->entry->methods->read(d, true, rest, strlen(rest), out->target, m) != m)
        return lg_fail(err, LG_FAILED, "out of memory: a prompt");
    copy_tokens(out->source + n, x->between.ids, x->between.count);
    return count_unknown(x, where, out->source, n, unknown, err);
}

bool lg_prompt_read(const lg_prompt_reader *x, const char *text, const char *where, lg_record *out, int *unknown,
                    lg_error *err) {
    const size_t most = strlen(text) + (size_t)x->before.count + (size_t)x->between.count + 1;
    int count = 0;
    if (most > LG_LENGTH_MAX)
        return lg_fail(err, LG_USAGE, "%s: the prompt is longer than %d bytes", where, LG_LENGTH_MAX);
    if (x->data->splits_texts) return read_texts(x, text, where, out, unknown, err);
    if (!lg_record_reserve(out, (int)most, 2 * (int)most, err)) return false;
    if (unknown) *unknown = 0;
    int32_t *ids = out->target + most; /* scratch: the tokens before they are divided into source and target */
    if (!add_words(x, text, where, ids, &count, unknown, err)) return false;
    if (begins_with(ids, count, &x->before)) {
        ids += x->before.count;
        count -= x->before.count;
    }
    if (count == 0 || find_end(ids, count, &x->between) == 0) return refuse_empty(x, where, err);
    divide(x, ids, count, out);
    return true;
}

/* ---- generated text ---- */

/* Writes the characters of the tokens. Byte 0, which would end the text, becomes "?". */
static size_t write_characters(const lg_vocabulary *v, const int32_t *ids, int count, char *out, size_t size) {
    size_t at = 0;
    for (int i = 0; i < count; i++) {
        char character[LG_CHARACTER_NAME];
        const size_t n = lg_character_of_name(lg_vocabulary_word(v, ids[i]), character);
        for (size_t k = 0; k < n; k++, at++)
            if (at + 1 < size) out[at] = character[k] == '\0' ? '?' : character[k];
    }
    if (size > 0) out[at < size ? at : size - 1] = '\0';
    return at;
}

size_t lg_tokens_write(const lg_dataset *d, const int32_t *ids, int count, char *out, size_t size) {
    char *text = d->splits_texts ? d->entry->methods->say(d, ids, count) : NULL;
    if (text) {
        const size_t length = strlen(text);
        if (size > 0) snprintf(out, size, "%s", text);
        free(text);
        return length;
    }
    return d->unit == LG_UNIT_WORD ? lg_vocabulary_write(&d->target, ids, count, out, size)
                                   : write_characters(&d->target, ids, count, out, size);
}
