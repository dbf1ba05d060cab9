/* text_stream.c: see text_stream.h. */
#include "data/text_stream.h"

#include <assert.h>
#include <string.h>

#include "base/text.h"
#include "data/curriculum.h"
#include "data/targets.h"
#include "data/vocabulary.h"

enum { LG_UTF8 = 4 }; /* maximum number of bytes in a character */

/* ---- opening ---- */

/* Notes that no file is set. Fails unless architecture.vocabulary determines the number of tokens. */
static bool miss_file(lg_dataset *d, const char *option, lg_error *err) {
    d->missing = option;
    return d->settings.larger_vocabulary || lg_dataset_has_files(d, err);
}

static int context_of(const lg_dataset *d) {
    return lg_text_context(d->own);
}

static const lg_token_run *run_of(const lg_dataset *d, lg_split split) {
    return &((const lg_token_text *)d->state)->splits[split];
}

/* Is the split long enough for a window of this length? */
static bool has_window(const lg_dataset *d, lg_split split, int length) {
    return run_of(d, split)->size >= (size_t)context_of(d) + (size_t)length;
}

/* Finds two lengths of a split: the shortest at which it is evaluated, and the longest at which it has a window. 0:
 * there is none. The validation split is evaluated at the training lengths. */
static void find_lengths(const lg_dataset *d, lg_split split, int *shortest, int *longest) {
    const lg_data_settings *s = &d->settings;
    const lg_curriculum *c = s->curriculum;
    if (split == LG_SPLIT_VALIDATION && c) {
        const void *own = &s->curriculum_own;
        *longest = c->longest(own, s->steps);
        *shortest = 1;
        while (*shortest < *longest && !c->draws(own, *shortest, s->steps)) ++*shortest;
        while (*longest > 0 && (!has_window(d, split, *longest) || !c->draws(own, *longest, s->steps))) --*longest;
        return;
    }
    const int *lengths = s->tested.values;
    size_t count = s->tested.count;
    *shortest = lengths[0];
    while (count > 0 && !has_window(d, split, lengths[count - 1])) count--;
    *longest = count > 0 ? lengths[count - 1] : 0;
}

bool lg_text_stream_open(lg_dataset *d, const lg_text_form *form, lg_error *err) {
    lg_token_text *t = d->state = lg_arena_alloc(d->arena, sizeof *t);
    if (!t) return lg_fail(err, LG_FAILED, "out of memory: a text");
    *t = (lg_token_text){0};
    d->one_vocabulary = d->separated = true;
    d->end = -1;
    d->between = form->unit == LG_UNIT_WORD ? " " : "";
    if (*form->files[LG_SPLIT_TRAIN].path == '\0') return miss_file(d, form->option, err);
    if (!lg_token_text_open(t, d, form, err)) return false;
    for (lg_split i = 0; i < LG_TEXT_SPLITS; i++) find_lengths(d, i, &t->shortest[i], &t->longest[i]);
    return true;
}

void lg_text_stream_close(lg_dataset *d) {
    if (d->state) lg_token_text_free(d->state);
}

/* ---- the targets of evaluations ---- */

/* The first target is chosen so that enough tokens precede it: those that its window reads and, with a memory, the
 * tokens of the segments that fill the memory and the unscored tokens of the first counted segment. */
lg_targets lg_text_stream_targets(const lg_dataset *d, lg_split split, int length, int stride, int remembered) {
    const lg_token_text *t = d->state;
    const lg_data_settings *s = &d->settings;
    const int shortest = t->shortest[split], longest = t->longest[split] < length ? length : t->longest[split];
    const int64_t before = longest + context_of(d) - 1 + (remembered > 0 ? (int64_t)remembered + longest : 0);
    const int64_t wanted =
        split == LG_SPLIT_TEST ? lg_targets_wanted(s->targets, s->sequences, shortest) : s->sequences * shortest;
    if (stride == 0) stride = s->stride > 0 ? s->stride : t->score_whole_windows ? length : shortest;
    return lg_targets_place(lg_text_stream_size(d, split), wanted, before, stride < length ? stride : length);
}

/* ---- records ---- */

int64_t lg_text_stream_count(const lg_dataset *d, lg_split split, int length) {
    if (!has_window(d, split, length)) return 0;
    return split == LG_SPLIT_TRAIN ? LG_ENDLESS : lg_text_stream_targets(d, split, length, 0, 0).windows;
}

lg_record_size lg_text_stream_bound(const lg_dataset *d, int length) {
    return (lg_record_size){context_of(d), length};
}

size_t lg_text_stream_place(const lg_dataset *d, lg_split split, int length, int64_t index, lg_key key, int *skipped) {
    *skipped = 0;
    if (split != LG_SPLIT_TRAIN) {
        const lg_targets x = lg_text_stream_targets(d, split, length, 0, 0);
        *skipped = length - lg_targets_scored(&x, index);
        return (size_t)(lg_targets_end(&x, index) - length - context_of(d));
    }
    lg_random r = lg_random_from(lg_key_fold(key, (uint64_t)index));
    const size_t before = run_of(d, split)->size + 1 - (size_t)context_of(d) - (size_t)length;
    return (size_t)(lg_random_unit(&r) * (double)before);
}

int64_t lg_text_stream_size(const lg_dataset *d, lg_split split) {
    return (int64_t)run_of(d, split)->size;
}

void lg_text_stream_fill(const lg_dataset *d, lg_split split, int context, int length, size_t at, lg_record *out) {
    const lg_token_run *r = run_of(d, split);
    assert(at + (size_t)context + (size_t)length <= r->size);
    lg_record_begin(out, length, context, length);
    for (int i = 0; i < context; i++) out->source[i] = lg_token_at(r, at + (size_t)i);
    for (int j = 0; j < length; j++) out->target[j] = lg_token_at(r, at + (size_t)context + (size_t)j);
}

void lg_text_stream_segment(const lg_dataset *d, lg_split split, int length, int64_t at, lg_record *out) {
    lg_text_stream_fill(d, split, 1, length, (size_t)at, out);
}

void lg_text_stream_draw(const lg_dataset *d, lg_split split, int length, int64_t index, lg_key key, lg_record *out) {
    int skipped;
    const size_t at = lg_text_stream_place(d, split, length, index, key, &skipped);
    lg_text_stream_fill(d, split, context_of(d), length, at, out);
    lg_record_skip(out, skipped);
}

/* Writes bytes as text. UTF-8 characters are unchanged. Bytes that would move a cursor are written as words. */
static void write_bytes(const lg_dataset *d, const uint8_t *ids, size_t count, char *out, size_t size) {
    const char *end = out + size;
    char *next = out;
    for (size_t i = 0, n; i < count; i += n) {
        char character[LG_UTF8 + 1] = "", byte[LG_CHARACTER_NAME];
        for (size_t k = 0; k < LG_UTF8 && i + k < count; k++) {
            lg_character_of_name(d->source.words[ids[i + k]], byte);
            character[k] = *byte;
        }
        n = lg_text_character(character);
        const bool plain = n > 1 || *character == ' ';
        const char *word = plain ? character : d->source.words[ids[i]];
        const size_t length = plain ? n : strlen(word);
        if (n == 0) n = 1;
        if (next + length >= end) break;
        memcpy(next, word, length);
        next += length;
    }
    if (size > 0) *next = '\0';
}

/* Writes blanks unchanged, and all other characters as their words. */
static void write_characters(const lg_dataset *d, const int32_t *ids, size_t count, char *out, size_t size) {
    size_t at = 0;
    for (size_t i = 0; i < count; i++) {
        const char *word = lg_vocabulary_word(&d->source, ids[i]), *shown = strcmp(word, "\\x20") ? word : " ";
        const size_t length = strlen(shown);
        if (at + length >= size) break;
        memcpy(out + at, shown, length);
        at += length;
    }
    if (size > 0) out[at] = '\0';
}

static void write_tokens(const lg_dataset *d, const lg_token_run *r, size_t at, size_t count, char *out, size_t size) {
    if (!r->ids)
        write_bytes(d, r->bytes + at, count, out, size);
    else if (d->unit == LG_UNIT_CHARACTER)
        write_characters(d, r->ids + at, count, out, size);
    else
        lg_vocabulary_write(&d->source, r->ids + at, (int)count, out, size);
}

void lg_text_stream_write(const lg_dataset *d, lg_split split, int length, int64_t index, lg_key key, char *source,
                          char *target, size_t size) {
    const lg_token_run *r = run_of(d, split);
    int skipped;
    const size_t at = lg_text_stream_place(d, split, length, index, key, &skipped), context = (size_t)context_of(d);
    write_tokens(d, r, at, context, source, size);
    write_tokens(d, r, at + context, (size_t)length, target, size);
}

/* ---- defaults ---- */

#define LANGUAGE_MODEL                                                                                                 \
    {"architecture", "decoder"}, {"protocol", "pass"}, {"curriculum.lengths", "128"}, {                                \
        "eval.lengths", "64,128,256,512"                                                                               \
    }

const lg_entry_default lg_text_defaults[] = {LANGUAGE_MODEL, {"metric", "bits_per_token"}, {0}};
const lg_entry_default lg_words_defaults[] = {LANGUAGE_MODEL, {"metric", "perplexity"}, {0}};
