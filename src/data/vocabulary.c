/* vocabulary.c: see vocabulary.h. */
#include "data/vocabulary.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct lg_counted_word {
    size_t at, size; /* position in the table's text */
    int64_t uses;
} lg_counted_word;

/* ---- counting ---- */

/* The hash FNV-1a, which is fast for short words. */
static uint64_t hash_of(const char *word, size_t size) {
    uint64_t hash = 0xcbf29ce484222325u;
    for (size_t i = 0; i < size; i++) hash = (hash ^ (unsigned char)word[i]) * 0x100000001b3u;
    return hash ^ hash >> 32;
}

/* Returns the slot of a word. If the word is not in the table, returns the empty slot for it. */
static int32_t *slot_of(const lg_word_table *t, const char *word, size_t size) {
    for (size_t i = hash_of(word, size);; i++) {
        int32_t *slot = &t->slots[i % t->slot_count];
        if (*slot < 0) return slot;
        const lg_counted_word *x = &t->words[*slot];
        if (x->size == size && !memcmp(t->text + x->at, word, size)) return slot;
    }
}

/* Keeps the hash table at most half full. */
static bool grow_slots(lg_word_table *t) {
    if ((size_t)t->count * 2 < t->slot_count) return true;
    const size_t slots = t->slot_count > 0 ? 2 * t->slot_count : 1024;
    int32_t *larger = malloc(slots * sizeof *larger);
    if (!larger) return false;
    memset(larger, -1, slots * sizeof *larger);
    free(t->slots);
    t->slots = larger;
    t->slot_count = slots;
    for (int i = 0; i < t->count; i++) *slot_of(t, t->text + t->words[i].at, t->words[i].size) = i;
    return true;
}

static bool grow_words(lg_word_table *t, size_t text) {
    if ((size_t)t->count == t->capacity) {
        lg_counted_word *larger = realloc(t->words, (2 * t->capacity + 256) * sizeof *larger);
        if (!larger) return false;
        t->words = larger;
        t->capacity = 2 * t->capacity + 256;
    }
    if (t->text_size + text <= t->text_capacity) return true;
    char *larger = realloc(t->text, 2 * t->text_capacity + text + 4096);
    if (!larger) return false;
    t->text = larger;
    t->text_capacity = 2 * t->text_capacity + text + 4096;
    return true;
}

int lg_word_table_add(lg_word_table *t, const char *word, size_t size, lg_error *err) {
    int32_t *slot = !grow_slots(t) ? NULL : slot_of(t, word, size);
    if (slot && *slot >= 0) {
        t->words[*slot].uses++;
        return *slot;
    }
    if (t->count == LG_VOCABULARY_MAX) {
        lg_fail(err, LG_USAGE, "more than %d different words", LG_VOCABULARY_MAX);
        return -1;
    }
    if (!slot || !grow_words(t, size + 1)) {
        lg_fail(err, LG_FAILED, "out of memory: a vocabulary of %d words", t->count);
        return -1;
    }
    t->words[t->count] = (lg_counted_word){t->text_size, size, 1};
    memcpy(t->text + t->text_size, word, size);
    t->text[t->text_size + size] = '\0';
    t->text_size += size + 1;
    return *slot = t->count++;
}

int lg_word_table_find(const lg_word_table *t, const char *word, size_t size) {
    return t->slot_count > 0 ? *slot_of(t, word, size) : -1;
}

int lg_word_table_used(const lg_word_table *t, int special, int64_t least) {
    int count = 0;
    for (int i = special; i < t->count; i++) count += t->words[i].uses >= least;
    return count;
}

void lg_word_table_free(lg_word_table *t) {
    free(t->words);
    free(t->text);
    free(t->slots);
    *t = (lg_word_table){0};
}

/* ---- lexicons ---- */

/* A word with its sort keys. */
typedef struct place {
    const char *word;
    int64_t uses;
    int number;
} place;

static int by_word(const void *a, const void *b) {
    return strcmp(((const place *)a)->word, ((const place *)b)->word);
}

static int by_uses(const void *a, const void *b) {
    const place *x = a, *y = b;
    return x->uses != y->uses ? (x->uses < y->uses ? 1 : -1) : by_word(a, b);
}

/* Sorts the words for look-ups. `places` is scratch memory. */
static bool sort_words(lg_lexicon *x, place *places, lg_arena *arena) {
    const int size = x->vocabulary.size;
    int32_t *sorted = lg_arena_alloc(arena, (size_t)size * sizeof *sorted + 1);
    if (!sorted) return false;
    for (int i = 0; i < size; i++) places[i] = (place){x->vocabulary.words[i], 0, i};
    qsort(places, (size_t)size, sizeof *places, by_word);
    for (int i = 0; i < size; i++) sorted[i] = places[i].number;
    x->sorted = sorted;
    return true;
}

/* Stores the words of a lexicon in the order of `places`. */
static bool list_words(lg_lexicon *x, place *places, int count, lg_arena *arena) {
    const char **words = lg_arena_alloc(arena, (size_t)count * sizeof *words + 1);
    if (!words) return false;
    for (int i = 0; i < count; i++) words[i] = places[i].word;
    x->vocabulary = (lg_vocabulary){count, words};
    return sort_words(x, places, arena);
}

static bool out_of_memory(int count, lg_error *err) {
    return lg_fail(err, LG_FAILED, "out of memory: a vocabulary of %d words", count);
}

bool lg_lexicon_from_list(lg_lexicon *x, const char *const *words, int count, lg_arena *arena, lg_error *err) {
    place *places = malloc((size_t)count * sizeof *places + 1);
    for (int i = 0; places && i < count; i++) places[i] = (place){words[i], 0, i};
    const bool good = places && list_words(x, places, count, arena);
    free(places);
    return good || out_of_memory(count, err);
}

bool lg_lexicon_from_table(lg_lexicon *x, const lg_word_table *t, int special, int32_t *ids, lg_arena *arena,
                           lg_error *err) {
    place *places = malloc((size_t)t->count * sizeof *places + 1);
    char *text = lg_arena_alloc(arena, t->text_size + 1);
    bool good = places && text;
    if (good) {
        if (t->text_size > 0) memcpy(text, t->text, t->text_size);
        for (int i = 0; i < t->count; i++) places[i] = (place){text + t->words[i].at, t->words[i].uses, i};
        qsort(places + special, (size_t)(t->count - special), sizeof *places, by_uses);
        for (int i = 0; i < t->count; i++) ids[places[i].number] = i;
        good = list_words(x, places, t->count, arena);
    }
    free(places);
    return good || out_of_memory(t->count, err);
}

/* Like strcmp, but the first word has `size` bytes and no 0 at its end. */
static int compare(const char *word, size_t size, const char *other) {
    const int order = strncmp(word, other, size);
    return order != 0 || other[size] == '\0' ? order : -1;
}

int lg_lexicon_find(const lg_lexicon *x, const char *word, size_t size) {
    int from = 0, to = x->vocabulary.size;
    while (from < to) {
        const int middle = from + (to - from) / 2, id = x->sorted[middle];
        const int order = compare(word, size, x->vocabulary.words[id]);
        if (order == 0) return id;
        if (order < 0)
            to = middle;
        else
            from = middle + 1;
    }
    return -1;
}

const char *lg_vocabulary_word(const lg_vocabulary *v, int32_t id) {
    return id >= 0 && id < v->size ? v->words[id] : "<unused>";
}

void lg_vocabulary_name(const lg_vocabulary *v, const int32_t *ids, int count, const char **words) {
    for (int i = 0; i < count; i++) words[i] = lg_vocabulary_word(v, ids[i]);
}

/* Writes a text at index `at` of `out`, truncated at `size` bytes. Returns the index where the whole text would end. */
static size_t put_text(const char *text, char *out, size_t size, size_t at) {
    const size_t length = strlen(text), room = at + 1 < size ? size - 1 - at : 0, fits = length < room ? length : room;
    if (fits > 0) {
        memcpy(out + at, text, fits);
        out[at + fits] = '\0';
    }
    return at + length;
}

size_t lg_vocabulary_write(const lg_vocabulary *v, const int32_t *ids, int count, char *out, size_t size) {
    size_t at = 0;
    if (size > 0) *out = '\0';
    for (int i = 0; i < count; i++) {
        if (i > 0) at = put_text(" ", out, size, at);
        at = put_text(lg_vocabulary_word(v, ids[i]), out, size, at);
    }
    return at;
}
