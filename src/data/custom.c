/* custom.c: see custom.h. Data is checked when it is registered, and each record when it is drawn. An invalid record is
 * noted as refused (data/refusal.h). The record then consists of zeros. The code that waits for the jobs finds the
 * refusal and fails. */
#include "data/custom.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "api/text.h"
#include "base/text.h"
#include "data/refusal.h"
#include "data/vocabulary.h"
#include "lengthen.h"

typedef struct lg_custom_entry {
    LG_DATA;
    lg_custom_data own;                              /* strings and arrays are copies */
    lg_custom_split splits[LG_SPLIT_VALIDATION + 1]; /* the records of each split */
    lg_data_methods own_methods;
    int end; /* id of the end word of targets; -1: none */
    const struct lg_custom_entry *next;
} lg_custom_entry;

enum { LONGEST_NAME = 64 };

/* ---- registration ---- */

static bool fail_member(const lg_custom_data *x, const char *member, const char *wanted, lg_error *err) {
    return lg_fail(err, LG_USAGE, "data %.64s: %s: expected %s", x->name, member, wanted);
}

static bool check_name(const lg_custom_list *l, const char *name, lg_error *err) {
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz";
    const bool begins = name && *name != '\0' && strchr(letters, *name);
    if (!begins || strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789_") != strlen(name) || strlen(name) > LONGEST_NAME)
        return lg_fail(err, LG_USAGE,
                       "data: name: '%.80s': expected lower-case letters, digits and underscores, a letter first, "
                       "%d at most",
                       name ? name : "", LONGEST_NAME);
    if (!lg_data_find(name) && !lg_custom_find(l, name)) return true;
    return lg_fail(err, LG_USAGE, "data: name: '%s' is already in use; choose another name", name);
}

/* Words must be printable, because records are displayed as words separated by blanks. */
static bool check_words(const lg_custom_data *x, const char *member, const char *const *words, int count,
                        lg_error *err) {
    if (!words || count < 1 || count > LG_VOCABULARY_MAX) return fail_member(x, member, "at least one word", err);
    for (int i = 0; i < count; i++) {
        const char *c = words[i];
        if (!c || *c == '\0') return fail_member(x, member, "words that are not empty", err);
        if (lg_text_has_control(c, "")) return fail_member(x, member, "words without control characters", err);
    }
    return true;
}

static bool check_split(const lg_custom_data *x, const lg_custom_split *s, const char *member, lg_error *err) {
    if (!s->lengths) return !s->counts || fail_member(x, member, "lengths for the counts", err);
    if (s->length_count == 0) return fail_member(x, member, "at least one length, or NULL for any", err);
    for (size_t i = 0; i < s->length_count; i++) {
        if (s->lengths[i] < 1 || s->lengths[i] > LG_LENGTH_MAX || (i > 0 && s->lengths[i] <= s->lengths[i - 1]))
            return fail_member(x, member, "ascending lengths in 1..100000", err);
        if (s->counts && s->counts[i] < 1) return fail_member(x, member, "at least one record of each length", err);
    }
    return true;
}

static bool check_data(const lg_custom_list *l, const lg_custom_data *x, lg_error *err) {
    return check_name(l, x->name, err) && check_words(x, "input_words", x->input_words, x->input_word_count, err) &&
           (!x->target_words || check_words(x, "target_words", x->target_words, x->target_word_count, err)) &&
           check_split(x, &x->splits[LG_SPLIT_TRAIN], "splits[LG_SPLIT_TRAIN]", err) &&
           check_split(x, &x->splits[LG_SPLIT_TEST], "splits[LG_SPLIT_TEST]", err) &&
           (!x->validation || check_split(x, x->validation, "validation", err)) &&
           (x->bound || fail_member(x, "bound", "a function", err)) &&
           (x->draw || fail_member(x, "draw", "a function", err));
}

/* ---- copies ---- */

static void *copy_bytes(lg_arena *arena, const void *from, size_t bytes) {
    void *to = lg_arena_alloc(arena, bytes);
    return to ? memcpy(to, from, bytes) : NULL;
}

static const char *const *copy_words(lg_arena *arena, const char *const *words, int count) {
    const char **to = lg_arena_alloc(arena, (size_t)count * sizeof *to);
    for (int i = 0; to && i < count; i++)
        if (!(to[i] = lg_arena_printf(arena, "%s", words[i]))) return NULL;
    return to;
}

static bool copy_split(lg_arena *arena, lg_custom_split *s) {
    const size_t n = s->length_count;
    if (!s->lengths) return true;
    s->lengths = copy_bytes(arena, s->lengths, n * sizeof *s->lengths);
    if (s->counts && !(s->counts = copy_bytes(arena, s->counts, n * sizeof *s->counts))) return false;
    return s->lengths;
}

/* Copies the splits. If there is no validation split, but the training split is endless, more records of the training
 * split are used for validation. */
static bool copy_splits(lg_arena *arena, lg_custom_entry *e) {
    const lg_custom_data *x = &e->own;
    const lg_custom_split *validation = x->validation ? x->validation : &x->splits[LG_SPLIT_TRAIN];
    e->splits[LG_SPLIT_TRAIN] = x->splits[LG_SPLIT_TRAIN];
    e->splits[LG_SPLIT_TEST] = x->splits[LG_SPLIT_TEST];
    e->splits[LG_SPLIT_VALIDATION] = *validation;
    for (lg_split s = LG_SPLIT_TRAIN; s <= LG_SPLIT_VALIDATION; s++)
        if (!copy_split(arena, &e->splits[s])) return false;
    return true;
}

static bool copy_data(lg_arena *arena, lg_custom_data *x) {
    x->name = lg_arena_printf(arena, "%s", x->name);
    x->summary = lg_arena_printf(arena, "%s", x->summary ? x->summary : "");
    x->input_words = copy_words(arena, x->input_words, x->input_word_count);
    if (x->target_words && !(x->target_words = copy_words(arena, x->target_words, x->target_word_count))) return false;
    return x->name && x->summary && x->input_words;
}

/* ---- records ---- */

static const lg_custom_entry *entry_of(const lg_dataset *d) {
    return (const lg_custom_entry *)d->entry;
}

static bool open_custom(lg_dataset *d, lg_error *err) {
    const lg_custom_entry *e = entry_of(d);
    const lg_custom_data *x = &e->own;
    (void)err;
    d->source = (lg_vocabulary){x->input_word_count, x->input_words};
    d->one_vocabulary = !x->target_words;
    d->target = d->one_vocabulary ? d->source : (lg_vocabulary){x->target_word_count, x->target_words};
    d->end = e->end;
    return true;
}

static const int *lengths_custom(const lg_dataset *d, lg_split split, size_t *count) {
    const lg_custom_split *s = &entry_of(d)->splits[split];
    *count = s->length_count;
    return s->lengths;
}

static int compare_lengths(const void *a, const void *b) {
    const int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}

static int64_t count_records(const lg_custom_split *s, int length) {
    if (!s->lengths) return LG_ENDLESS;
    const int *at = bsearch(&length, s->lengths, s->length_count, sizeof length, compare_lengths);
    return !at ? 0 : !s->counts ? LG_ENDLESS : s->counts[at - s->lengths];
}

static int64_t count_custom(const lg_dataset *d, lg_split split, int length) {
    return count_records(&entry_of(d)->splits[split], length);
}

/* Calls the program's `bound`. If the result is invalid, returns false and sets the size to 1 source token and
 * 1 target token, as for lengths without records. */
static bool ask_bound(const lg_dataset *d, int length, lg_record_size *z) {
    const lg_custom_data *x = &entry_of(d)->own;
    *z = (lg_record_size){1, 1};
    bool known = false;
    for (lg_split s = LG_SPLIT_TRAIN; s <= LG_SPLIT_VALIDATION; s++) known |= count_custom(d, s, length) > 0;
    if (!known) return true;
    x->bound(x->user, length, &z->n, &z->m);
    if (z->n >= 1 && z->n <= LG_LENGTH_MAX && z->m >= 1 && z->m <= LG_LENGTH_MAX) return true;
    lg_refusal_note(d->refusal, LG_USAGE,
                    "data %s: bound: length %d has %d input and %d target tokens; expected 1..%d each", x->name, length,
                    z->n, z->m, LG_LENGTH_MAX);
    *z = (lg_record_size){1, 1};
    return false;
}

static lg_record_size bound_custom(const lg_dataset *d, int length) {
    lg_record_size z;
    ask_bound(d, length, &z);
    return z;
}

/* Returns a message if one of the ids is not in 0..size-1; otherwise NULL. */
static const char *find_wrong_id(const int32_t *ids, int count, int size) {
    for (int i = 0; i < count; i++)
        if (ids[i] < 0 || ids[i] >= size) return "a token that is not in the vocabulary";
    return NULL;
}

static const char *find_fault(const lg_dataset *d, const lg_custom_record *r, lg_record_size bound) {
    const lg_custom_entry *e = entry_of(d);
    const int n = r->inputs, m = r->targets;
    if (n < 1 || n > bound.n || m < 1 || m > bound.m) return "more tokens than its bound, or none";
    if (e->own.exact && (n != bound.n || m != bound.m)) return "fewer tokens than its bound, but the data is exact";
    const char *wrong = find_wrong_id(r->input, n, d->source.size);
    if (!wrong) wrong = find_wrong_id(r->target, m, d->target.size);
    if (wrong) return wrong;
    if (e->end >= 0 && r->target[m - 1] != e->end) return "a target that does not end with end_word";
    for (int j = 0; j < m; j++)
        if (r->learned[j]) return NULL;
    return "no learned target token";
}

static lg_custom_record show_record(const lg_record *r) {
    return (lg_custom_record){r->length, r->n, r->m, r->source, r->target, r->learned, r->counted};
}

/* Writes a record of size z that consists of zeros. */
static void write_zeros(lg_record *out, int length, lg_record_size z) {
    lg_record_begin(out, length, z.n, z.m);
    memset(out->source, 0, sizeof *out->source * (size_t)z.n);
    memset(out->target, 0, sizeof *out->target * (size_t)z.m);
}

static void refuse_record(const lg_dataset *d, lg_split split, int length, int64_t index, bool drawn,
                          const char *fault) {
    const char *data = d->entry->name;
    if (drawn)
        lg_refusal_note(d->refusal, LG_USAGE, "data %s: draw: %s record %lld of length %d has %s", data,
                        lg_split_adjective(split), (long long)index, length, fault);
    else
        lg_refusal_note(d->refusal, LG_FAILED, "data %s: %s record %lld of length %d could not be drawn", data,
                        lg_split_adjective(split), (long long)index, length);
}

/* Draws a record. Memory is reserved for the maximum size, because the program may write that many tokens even if the
 * record has fewer. */
static void draw_custom(const lg_dataset *d, lg_split split, int length, int64_t index, lg_key key, lg_record *out) {
    const lg_custom_data *x = &entry_of(d)->own;
    lg_record_size z;
    const bool bounded = ask_bound(d, length, &z);
    const lg_key own = lg_key_fold(key, (uint64_t)index);
    lg_error words = {0};
    if (!lg_record_reserve(out, z.n, z.m, &words)) {
        lg_refusal_note(d->refusal, words.code, "%s", words.text);
        write_zeros(out, length, (lg_record_size){out->source_capacity, out->target_capacity});
        return;
    }
    write_zeros(out, length, z);
    if (!bounded) return; /* without a valid bound, the program could write beyond the end of the record */
    lg_custom_record r = show_record(out);
    const uint64_t seed = entry_of(d)->splits[split].counts ? 0 : (uint64_t)own.k[1] << 32 | own.k[0];
    const lg_split asked = split == LG_SPLIT_VALIDATION && !x->validation ? LG_SPLIT_TRAIN : split;
    const bool drawn = x->draw(x->user, asked, length, index, seed, &r);
    const lg_custom_record kept = {length, r.inputs, r.targets, out->source, out->target, out->learned, out->counted};
    const char *fault = drawn ? find_fault(d, &kept, z) : NULL;
    if (!drawn || fault) {
        refuse_record(d, split, length, index, drawn, fault);
        write_zeros(out, length, z);
        return;
    }
    out->n = r.inputs;
    out->m = r.targets;
    for (int j = 0; j < out->m; j++) out->learned[j] = !!out->learned[j], out->counted[j] = !!out->counted[j];
}

static bool check_custom(const lg_dataset *d, const lg_record *r) {
    const lg_custom_data *x = &entry_of(d)->own;
    const lg_custom_record shown = show_record(r);
    return x->check(x->user, &shown);
}

/* ---- the list ---- */

static lg_data_methods methods_of(const lg_custom_data *x) {
    const bool listed = x->splits[LG_SPLIT_TRAIN].lengths || x->splits[LG_SPLIT_TEST].lengths ||
                        (x->validation && x->validation->lengths);
    return (lg_data_methods){.exact = x->exact,
                             .finite = x->splits[LG_SPLIT_TRAIN].counts,
                             .validates = x->validation || !x->splits[LG_SPLIT_TRAIN].counts,
                             .open = open_custom,
                             .lengths = listed ? lengths_custom : NULL,
                             .count = listed ? count_custom : NULL,
                             .bound = bound_custom,
                             .draw = draw_custom,
                             .check = x->check ? check_custom : NULL};
}

/* Id of a word; -1: not found. */
static int find_word(const char *const *words, int count, const char *word) {
    for (int i = 0; word && i < count; i++)
        if (!strcmp(words[i], word)) return i;
    return -1;
}

static const lg_entry_default defaults_finite[] = {{"curriculum", "epochs"}, {0}};

bool lg_custom_register(lg_custom_list *l, const lg_custom_data *data, lg_error *err) {
    lg_custom_data x = *data;
    if (data->size != sizeof *data)
        return lg_fail(err, LG_USAGE, "data: size: expected sizeof(lg_custom_data), %zu, not %zu", sizeof *data,
                       data->size);
    if (!check_data(l, &x, err)) return false;
    const bool own_targets = x.target_words;
    const int end = find_word(own_targets ? x.target_words : x.input_words,
                              own_targets ? x.target_word_count : x.input_word_count, x.end_word);
    if (x.end_word && end < 0) return fail_member(&x, "end_word", "one of the target words", err);
    if (!l->arena) l->arena = lg_arena_new();
    lg_custom_entry *e = l->arena ? lg_arena_alloc(l->arena, sizeof *e) : NULL;
    if (!e || !copy_data(l->arena, &x)) return lg_fail(err, LG_FAILED, "out of memory: custom data");
    *e = (lg_custom_entry){.name = x.name, .summary = x.summary, .source = "the program", .chance = NAN, .own = x};
    if (!copy_splits(l->arena, e)) return lg_fail(err, LG_FAILED, "out of memory: custom data");
    e->own_methods = methods_of(&x);
    e->methods = &e->own_methods;
    if (e->own_methods.finite) e->defaults = defaults_finite;
    e->end = end;
    e->next = l->first;
    l->first = e;
    return true;
}

const lg_data *lg_custom_find(const lg_custom_list *l, const char *name) {
    for (const lg_custom_entry *e = l ? l->first : NULL; e; e = e->next)
        if (!strcmp(e->name, name)) return (const lg_data *)e;
    return NULL;
}

void lg_custom_free(lg_custom_list *l) {
    lg_arena_free(l->arena);
    *l = (lg_custom_list){0};
}
