/* resolve.c: resolves settings to values, in three steps. Choices on axes are resolved first, because they decide which
 * options exist. Then the other keys get the values of their effective settings. Finally, checks that involve several
 * values are made. */
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/text.h"
#include "config/axes.h"
#include "config/block_resolve.h"
#include "config/config.h"
#include "config/describe.h"
#include "config/stream_options.h"
#include "config/sublayer_options.h"
#include "config/yaml.h"
#include "data/text_stream.h"
#include "metric/metric.h"
#include "nn/axes/architecture.h"
#include "nn/axes/encoding.h"
#include "nn/axes/mask.h"
#include "nn/model/order.h"
#include "rules/rules.h"
#include "train/ending.h"
#include "train/train.h"

#define HASH_MARK "<hash>"

static bool set(lg_values *v, const lg_assignment *r, lg_error *err) {
    lg_error words = {0}, more = {0};
    if (lg_values_set(v, r->key, r->value, &words)) return true;
    for (size_t i = 0; i < lg_values_count(v); i++)
        if (!strcmp(lg_values_option(v, i)->name, r->key) && !lg_row_check(lg_values_option(v, i), r->value, &more))
            words = more;
    return lg_fail_at_location(err, words.code, r->where, "%s", words.text);
}

static bool add(lg_values *v, const lg_option *table, lg_error *err) {
    return lg_values_add(v, table) || lg_fail(err, LG_FAILED, "out of memory: the config");
}

/* The entry chosen on an axis. */
static const lg_entry *chosen(const lg_axis_row *axis, const lg_values *v) {
    if (!strcmp(axis->key, "data")) return (const lg_entry *)lg_data_of(v);
    return lg_axis_entry(axis, lg_text(v, axis->key));
}

/* Does an entry on an earlier axis have a default for the key? The default of the earlier axis takes precedence. */
static bool has_earlier_default(const lg_axis_row *axis, const lg_values *v, const char *key) {
    for (const lg_axis_row *a = lg_axes; a != axis; a++)
        if (lg_entry_default_find(chosen(a, v)->defaults, key)) return true;
    return false;
}

/* May the value of a key follow from other choices? It may if the key was not set. */
static bool is_free(const lg_assignments *s, const char *key) {
    return !s->identity && !lg_assignments_effective(s, key);
}

/* Applies the defaults that the entries of a pattern have for other axes. The defaults form a pattern over the same
 * blocks. */
static bool set_defaults_of_blocks(const lg_assignments *s, const lg_axis_row *axis, const lg_pattern_items *p,
                                   lg_arena *arena, lg_values *v, lg_error *err) {
    for (int i = 0; i < p->count; i++)
        for (const lg_entry_default *d = p->items[i].entry->defaults; d && d->key; d++) {
            if (!is_free(s, d->key) || has_earlier_default(axis, v, d->key) || lg_is_pattern(lg_text(v, d->key)))
                continue;
            const char *value = lg_pattern_default(p, d->key, lg_text(v, d->key), arena);
            if (!value) return lg_fail(err, LG_FAILED, "out of memory: the config");
            if (!lg_values_set(v, d->key, value, err)) return false;
        }
    return true;
}

static bool set_pattern_defaults(const lg_assignments *s, const lg_axis_row *axis, lg_values *v, lg_error *err) {
    lg_pattern_items p;
    lg_arena *arena = lg_arena_new();
    const bool good = arena ? lg_pattern_items_read(axis, lg_text(v, axis->key), arena, &p, err) &&
                                  set_defaults_of_blocks(s, axis, &p, arena, v, err)
                            : lg_fail(err, LG_FAILED, "out of memory: the config");
    lg_arena_free(arena);
    return good;
}

/* Applies the defaults of the chosen entry of an axis to keys that are not set. If `axes`, the keys are axes, otherwise
 * other options. */
static bool set_defaults(const lg_assignments *s, const lg_axis_row *axis, bool axes, lg_values *v, lg_error *err) {
    if (lg_is_pattern(lg_text(v, axis->key))) return !axes || set_pattern_defaults(s, axis, v, err);
    for (const lg_entry_default *d = chosen(axis, v)->defaults; d && d->key; d++) {
        if (!lg_axis_find(d->key) == axes || !is_free(s, d->key)) continue;
        if (has_earlier_default(axis, v, d->key)) continue;
        if (lg_values_has(v, d->key) && !lg_values_set(v, d->key, d->value, err)) return false;
    }
    return true;
}

static bool set_all_defaults(const lg_assignments *s, lg_values *v, lg_error *err) {
    for (const lg_axis_row *a = lg_axes; a->key; a++)
        if (!set_defaults(s, a, false, v, err)) return false;
    return true;
}

/* Marks the error in *err: the values of `keys` have no effect. Always returns false. */
static bool fail_idle(lg_error *err, const char *keys) {
    if (err) err->idle = true;
    return lg_blame(err, keys);
}

/* Refuses keys that the chosen entry of an axis ignores. But if the entry has a higher origin than a key, the key is
 * reset instead. For example, a preset may choose an encoding, and a flag may replace the preset's architecture by one
 * without encodings. */
static bool drop_ignored(const lg_assignments *s, const lg_axis_row *axis, lg_values *v, lg_error *err) {
    const lg_entry *entry = chosen(axis, v);
    for (const lg_entry_default *d = entry->ignored; d && d->key; d++) {
        const lg_assignment *r = lg_assignments_effective(s, d->key);
        if (!r || !lg_values_has(v, d->key) || !strcmp(lg_values_text(v, d->key), d->value)) continue;
        if (!lg_assignment_is_above(lg_assignments_effective(s, axis->key), r)) {
            lg_fail_at_location(err, LG_USAGE, r->where, "%s: %s has no effect with %s: %s (use --%s %s)", d->key,
                                lg_values_text(v, d->key), axis->key, entry->name, d->key, d->value);
            return fail_idle(err, d->key);
        }
        if (!lg_values_set(v, d->key, d->value, err)) return false;
    }
    return true;
}

static bool drop_all_ignored(const lg_assignments *s, lg_values *v, lg_error *err) {
    for (const lg_axis_row *a = lg_axes; a->key; a++)
        if (!drop_ignored(s, a, v, err)) return false;
    return true;
}

/* Is an option set to a number above zero? If it is not set, returns `fallback`. */
static bool is_positive(const lg_assignments *s, const char *key, bool fallback) {
    const lg_assignment *a = lg_assignments_effective(s, key);
    int64_t number;
    return a ? lg_text_int(a->value, &number) && number > 0 : fallback;
}

/* Sets defaults for a model that has memory or, as in Memorizing Transformers, stores keys and values. Training and
 * evaluation of such a model read a text in order. */
static bool follow_memory(const lg_assignments *s, lg_values *v, lg_error *err) {
    const lg_assignment *order = lg_assignments_effective(s, "model.order");
    const bool stores = order && lg_order_stores(order->value) && is_positive(s, "memorizing.size", true);
    if (!stores && !is_positive(s, "architecture.memory", false)) return true;
    return (!is_free(s, "curriculum") || lg_values_set(v, "curriculum", "segments", err)) &&
           (!is_free(s, "protocol") || lg_values_set(v, "protocol", "memory", err));
}

/* Resolves the choices of single streams, and adds the options of the chosen entries. */
static bool choose_for_streams(const lg_assignments *s, lg_values *v, lg_error *err) {
    for (const lg_axis_row *a = lg_stream_axes; a->key; a++) {
        const lg_assignment *r = lg_assignments_effective(s, a->key);
        if (!lg_values_has(v, a->key)) continue;
        if (r && !set(v, r, err)) return false;
        const lg_entry *e = lg_axis_entry(a, lg_text(v, a->key));
        const lg_option *table = e ? lg_stream_options(a, e) : NULL;
        if (e && !table) return lg_fail(err, LG_FAILED, "out of memory: the config");
        if (!add(v, table, err)) return false;
    }
    return true;
}

/* Chooses an entry on every axis, and adds the entry's options. An entry may have defaults for later axes. */
static bool choose(const lg_assignments *s, lg_values *v, lg_error *err) {
    for (const lg_axis_row *a = lg_axes; a->key; a++) {
        const lg_assignment *r = lg_assignments_effective(s, a->key);
        if (r && (!lg_value_check(s->custom, a->key, r->value, r->where, err) || !set(v, r, err))) return false;
        if (lg_is_pattern(lg_text(v, a->key)) && !lg_pattern_write_names(v, a, err)) return false;
    }
    for (const lg_axis_row *a = lg_axes; a->key; a++)
        if (!set_defaults(s, a, true, v, err)) return false;
    if (!drop_all_ignored(s, v, err)) return false;
    if (!follow_memory(s, v, err)) return false;
    for (const lg_axis_row *a = lg_axes; a->key; a++)
        if (!(lg_is_pattern(lg_text(v, a->key)) ? lg_pattern_add_options(v, a, err)
                                                : add(v, chosen(a, v)->options, err)))
            return false;
    return choose_for_streams(s, v, err);
}

/* ---- keys that the choices do not use ---- */

typedef struct readers {
    const lg_assignments *settings;
    const lg_values *values;
    const lg_assignment *row;
    bool silenced; /* the unused key is no error: a choice that takes precedence over `row` made the key unused */
    const lg_axis_row *axis;
    char now[256], others[512]; /* current choices; choices that use the key: "positions: randomized, shifted" */
} readers;

static void __attribute__((format(printf, 3, 4))) append(char *text, size_t size, const char *format, ...) {
    const size_t at = strlen(text);
    va_list words;
    va_start(words, format);
    vsnprintf(text + at, size - at, format, words);
    va_end(words);
}

/* Does the chosen entry of another axis ignore this axis, and was that entry set with precedence over r->row? */
static bool is_ignored(const readers *r, const lg_axis_row *axis) {
    for (const lg_axis_row *a = lg_axes; a->key; a++)
        if (lg_entry_default_find(chosen(a, r->values)->ignored, axis->key) &&
            lg_assignment_is_above(lg_assignments_effective(r->settings, a->key), r->row))
            return true;
    return false;
}

static bool note_reader(void *user, const lg_option *o, const lg_axis_row *axis, const lg_entry *entry) {
    readers *r = user;
    if (!axis || strcmp(o->name, r->row->key)) return true;
    if (lg_assignment_is_above(lg_assignments_effective(r->settings, axis->key), r->row) || is_ignored(r, axis))
        r->silenced = true;
    const bool first = *r->now == '\0';
    if (axis == r->axis) {
        append(r->others, sizeof r->others, ", %s", entry->name);
    } else {
        const char *key = lg_values_has(r->values, axis->key) ? axis->key : "architecture"; /* the axis of the option */
        append(r->now, sizeof r->now, "%s%s: %s", first ? "" : " and ", key, lg_text(r->values, key));
        append(r->others, sizeof r->others, "%s%s: %s", first ? "" : " or ", axis->key, entry->name);
    }
    r->axis = axis;
    return true;
}

/* Handles a setting whose key is not used by any chosen entry. This is an error, unless a choice that takes precedence
 * made the key unused. */
static bool unread(const lg_assignments *s, const lg_values *v, const lg_assignment *row, lg_error *err) {
    readers r = {.settings = s, .values = v, .row = row};
    lg_options_walk(note_reader, &r);
    if (r.silenced) return true;
    const char *flag = row->where + strspn(row->where, "-");
    const bool named = flag > row->where && !strcmp(lg_key_full_name(flag), row->key); /* `where` names the key */
    lg_fail_at_location(err, LG_USAGE, row->where, "%s is not used with %s; it belongs to %s", named ? "it" : row->key,
                        r.now, r.others);
    return fail_idle(err, row->key);
}

static bool set_all(const lg_assignments *s, lg_values *v, lg_error *err) {
    for (size_t i = 0; i < s->count; i++) {
        const lg_assignment *r = &s->rows[i];
        if (!lg_key_check(r->key, r->where, err)) return false;
        if (r != lg_assignments_effective(s, r->key) || lg_axis_find(r->key)) continue;
        if (!(lg_values_has(v, r->key) ? set(v, r, err) : unread(s, v, r, err))) return false;
    }
    return true;
}

/* ---- canonical form ---- */

/* If cross-attention is in its standard position in model.order, removes it, because the canonical order omits it
 * there. */
static bool drop_cross(lg_values *v, lg_error *err) {
    const lg_architecture *a = lg_entry_find(lg_architectures, lg_text(v, "architecture"));
    const char *order = lg_text(v, "model.order");
    char with[LG_ORDER_SIZE], without[LG_ORDER_SIZE];
    if (!a->crosses || !lg_order_writes_cross(order) || !lg_order_place_cross(order, with, without)) return true;
    return lg_values_set(v, "model.order", without, err);
}

/* ---- defaults that depend on other values ---- */

/* Autoregressive models are evaluated with greedy decoding by default. */
static bool follow_decoding(const lg_assignments *s, lg_values *v, lg_error *err) {
    const bool one_by_one = lg_values_has(v, "model.decode") && !strcmp(lg_text(v, "model.decode"), "autoregressive");
    return !one_by_one || !is_free(s, "protocol") || lg_values_set(v, "protocol", "greedy", err);
}

/* By default, the feed-forward network is four times as wide as the model, as in Vaswani et al. 2017. */
static bool follow_width(const lg_assignments *s, lg_values *v, lg_error *err) {
    char columns[24];
    if (!is_free(s, "model.feed_forward")) return true;
    snprintf(columns, sizeof columns, "%" PRId64, 4 * lg_int(v, "model.width"));
    return lg_values_set(v, "model.feed_forward", columns, err);
}

static bool has_causal_encoding(const lg_values *v) {
    for (const char *at = lg_text(v, "encoding");; at++) {
        if (((const lg_encoding *)lg_axis_entry(lg_axis_find("encoding"), at))->causal) return true;
        at += strcspn(at, ",");
        if (*at == '\0') return false;
    }
}

static bool needs_causal_mask(const lg_values *v) {
    lg_chosen_architecture a;
    LG_CHOOSE(a, lg_architectures, v, "architecture");
    return lg_architecture_is_autoregressive(&a) || has_causal_encoding(v);
}

/* If the model needs a causal mask, sets the option that makes the mask causal, unless the user set this option. */
static bool follow_order(const lg_assignments *s, lg_values *v, lg_error *err) {
    char key[64];
    if (!needs_causal_mask(v)) return true;
    for (size_t i = 0; lg_masks[i]; i++) {
        const char *flag = lg_masks[i]->causal_flag; /* "mask.form causal" */
        if (!flag) continue;
        const int length = (int)strcspn(flag, " ");
        snprintf(key, sizeof key, "%.*s", length, flag);
        if (!lg_values_has(v, key) || !is_free(s, key)) continue;
        if (!lg_values_set(v, key, flag + length + 1, err)) return false;
    }
    return true;
}

/* Lengths as text, with consecutive lengths as ranges: "1..4,7". */
static const char *lengths_text(lg_arena *arena, const int *lengths, size_t count) {
    enum { LONGEST = 2 * 7 + 4 }; /* characters of a range and its comma */
    char *text = lg_arena_alloc(arena, count * LONGEST + 1), *end = text;
    for (size_t i = 0, last; text && i < count; i = last + 1) {
        for (last = i; last + 1 < count && lengths[last + 1] == lengths[last] + 1;) last++;
        end += sprintf(end, "%s%d", i > 0 ? "," : "", lengths[i]);
        if (last > i) end += sprintf(end, "..%d", lengths[last]);
    }
    return text;
}

/* If the key is not set, *text becomes the list of lengths that records of a split have. Otherwise *text is NULL. */
static bool find_lengths(const lg_assignments *s, const lg_values *v, const lg_dataset *d, lg_split split,
                         const char *key, const char **text, lg_error *err) {
    size_t count = 0;
    *text = NULL;
    if (!lg_values_has(v, key) || !is_free(s, key)) return true;
    const int *lengths = d->entry->methods->lengths(d, split, &count);
    if (!lengths || count == 0) return true;
    *text = lengths_text(d->arena, lengths, count);
    return *text || lg_fail(err, LG_FAILED, "out of memory: the config");
}

/* Finds both lists before setting one, because setting an option may free lists of lengths that the data set uses. */
static bool follow_lengths(const lg_assignments *s, const lg_dataset *d, lg_values *v, lg_error *err) {
    const char *train, *test;
    return find_lengths(s, v, d, LG_SPLIT_TRAIN, "curriculum.lengths", &train, err) &&
           find_lengths(s, v, d, LG_SPLIT_TEST, "eval.lengths", &test, err) &&
           (!train || lg_values_set(v, "curriculum.lengths", train, err)) &&
           (!test || lg_values_set(v, "eval.lengths", test, err));
}

/* By default, scores are means over lengths beyond the training lengths. If user data has no such lengths, all lengths
 * are scored. */
static bool follow_score(const lg_assignments *s, lg_values *v, lg_error *err) {
    const lg_data_methods *m = lg_data_of(v)->methods;
    size_t trained, tested;
    if (!(m->lengths || m->segment) || !lg_values_has(v, "curriculum.lengths")) return true;
    const int *train = lg_lengths(v, "curriculum.lengths", &trained), *test = lg_lengths(v, "eval.lengths", &tested);
    if (test[tested - 1] > train[trained - 1] || !is_free(s, "eval.score")) return true;
    return lg_values_set(v, "eval.score", "all", err);
}

/* If a data set has records of certain lengths only, these are the default lengths of training and evaluation. */
static bool follow_data(const lg_assignments *s, lg_values *v, lg_error *err) {
    const lg_data *data = lg_data_of(v);
    const bool asked = !is_free(s, "curriculum.lengths") && !is_free(s, "eval.lengths");
    if (!data->methods->lengths || asked) return true;
    lg_dataset *d = lg_dataset_of(v, err);
    const bool good = d && follow_lengths(s, d, v, err);
    lg_dataset_close(d);
    return good;
}

/* ---- texts ---- */

bool lg_key_is_identity(const char *key) {
    for (const lg_option *o = lg_run_options; o->name; o++)
        if (!strcmp(o->name, key)) return false;
    if (!strcmp(key, "eval.with")) return true; /* unlike other eval.* options, changes what a model computes */
    return strncmp(key, "eval.", 5) && strcmp(key, "metric") && strcmp(key, "protocol");
}

/* The value of a key as printed in a message. */
static const char *shown(const lg_values *v, const char *key) {
    if (!lg_values_has(v, key)) return "(not read)";
    return *lg_values_text(v, key) == '\0' ? "''" : lg_values_text(v, key);
}

/* Returns the next key that affects results and has different values: first among the keys of a, then among the keys of
 * b that a lacks. *from: state of the iteration, initially 0. Returns NULL at the end. */
static const char *next_difference(const lg_values *a, const lg_values *b, size_t *from) {
    const size_t first = lg_values_count(a), all = first + lg_values_count(b);
    while (*from < all) {
        const size_t i = (*from)++;
        const char *key = i < first ? lg_values_option(a, i)->name : lg_values_option(b, i - first)->name;
        const bool seen = i >= first && lg_values_has(a, key);
        if (!seen && lg_key_is_identity(key) && strcmp(shown(a, key), shown(b, key))) return key;
    }
    return NULL;
}

/* Lists the keys with different values. If `shared`, the keys are those that both configs have, otherwise those that
 * only one has. Returns the number of keys. */
static int name_differences(const lg_values *a, const lg_values *b, bool shared, char *text, size_t size) {
    size_t at = 0, from = 0;
    int count = 0;
    for (const char *key; (key = next_difference(a, b, &from));) {
        if ((lg_values_has(a, key) && lg_values_has(b, key)) != shared) continue;
        if (at < size)
            at += (size_t)snprintf(text + at, size - at, "%s%s %s instead of %s", count > 0 ? ", " : "", key,
                                   shown(b, key), shown(a, key));
        count++;
    }
    return count;
}

/* Lists differences in shared keys first, because they are the cause of the others: an option that only one config has
 * belongs to a choice in which the configs differ. */
bool lg_configs_differ(const lg_values *a, const lg_values *b, char *text, size_t size) {
    char options[256] = "";
    const int choices = name_differences(a, b, true, text, size);
    if (choices == 0) return name_differences(a, b, false, text, size) > 0;
    const int unread = name_differences(a, b, false, options, sizeof options);
    if (unread == 1) append(text, size, ", %s", options);
    if (unread > 1) append(text, size, ", and %d options that only one of the two uses", unread);
    return true;
}

bool lg_config_extends(const lg_values *longer, const lg_values *shorter) {
    size_t from = 0;
    bool some = false;
    const lg_train_settings later = lg_train_settings_of(longer), earlier = lg_train_settings_of(shorter);
    for (const char *key; (key = next_difference(longer, shorter, &from)); some = true)
        if (!lg_ending_is_later(key, &later, &earlier)) return false;
    return some;
}

/* A line of a text: `key: value`. */
typedef struct line {
    const char *key, *value;
} line;

static int by_key(const void *a, const void *b) {
    return strcmp(((const line *)a)->key, ((const line *)b)->key);
}

/* The text of a value, as YAML or unchanged. */
static const char *value_text(const lg_values *v, size_t i, bool yaml, lg_arena *arena) {
    const lg_option *o = lg_values_option(v, i);
    const char *value = lg_values_text_at(v, i);
    return o->type == LG_BOOL || !yaml ? value
                                       : lg_yaml_scalar(value, arena); /* a YAML boolean, which must have no quotes */
}

/* Was the option added after the format of ids was defined, and does it have its default? */
static bool is_newer_default(const lg_values *v, size_t i) {
    const lg_option *o = lg_values_option(v, i);
    return o->since && !strcmp(lg_values_text_at(v, i), o->fallback);
}

/* Returns `key: value` lines, sorted by key. In an identity, newer options with their default are omitted
 * (is_newer_default). */
static const char *write_lines(const lg_values *v, lg_key_filter wanted, bool identity, bool yaml, lg_arena *arena) {
    size_t count = 0, size = 1;
    line *lines = lg_arena_alloc(arena, (lg_values_count(v) + 1) * sizeof *lines);
    for (size_t i = 0; lines && i < lg_values_count(v); i++) {
        const char *key = lg_values_option(v, i)->name;
        if (wanted && !wanted(key)) continue;
        if (identity && is_newer_default(v, i)) continue;
        lines[count] = (line){key, value_text(v, i, yaml, arena)};
        if (!lines[count].value) return NULL;
        size += strlen(lines[count].key) + strlen(lines[count].value) + sizeof ": \n";
        count++;
    }
    char *text = !lines ? NULL : lg_arena_alloc(arena, size), *end = text;
    if (!text) return NULL;
    qsort(lines, count, sizeof *lines, by_key);
    for (size_t i = 0; i < count; i++) end += sprintf(end, "%s: %s\n", lines[i].key, lines[i].value);
    return text;
}

const char *lg_identity_lines(const lg_values *v, lg_key_filter wanted, bool yaml, lg_arena *arena) {
    return write_lines(v, wanted, true, yaml, arena);
}

/* Replaces <hash> in `out` by the hash. */
static bool name_out(lg_resolved_config *d, lg_error *err) {
    const char *out = lg_text(d->values, "out"), *mark = strstr(out, HASH_MARK);
    if (*out == '\0') return lg_fail(err, LG_USAGE, "out: expected the name of a directory");
    if (!mark) return true;
    const char *named =
        lg_arena_printf(d->arena, "%.*s%s%s", (int)(mark - out), out, d->hash, mark + strlen(HASH_MARK));
    if (!named) return lg_fail(err, LG_FAILED, "out of memory: the config");
    return lg_values_set(d->values, "out", named, err);
}

const char *lg_origin_name(lg_origin o) {
    static const char *const words[] = {"default", "preset", "file", "environment", "flag"};
    return words[o];
}

static bool write_texts(lg_resolved_config *d, lg_error *err) {
    d->text = write_lines(d->values, NULL, false, true, d->arena);
    d->identity = lg_identity_lines(d->values, lg_key_is_identity, true, d->arena);
    if (!d->text || !d->identity) return lg_fail(err, LG_FAILED, "out of memory: the config");
    lg_digest(d->identity, strlen(d->identity), d->hash);
    return true;
}

/* The setting that decided the value of a key: the key's own setting, or that of a pattern whose items set the option.
 * NULL: the value is the default. */
static const lg_assignment *deciding(const lg_assignments *s, const lg_resolved_config *d, const char *key) {
    char name[32];
    snprintf(name, sizeof name, "%.*s", (int)strcspn(key, "."), key);
    const lg_axis_row *axis = lg_axis_find(name);
    const lg_assignment *of_axis = axis && strcmp(name, key) ? lg_assignments_effective(s, name) : NULL;
    if (!of_axis || !lg_axis_has_patterns(axis) || !lg_pattern_sets(axis, of_axis->value, key, d->arena))
        return lg_assignments_effective(s, key);
    return lg_pattern_sets(axis, lg_text(d->values, name), key, d->arena) ? NULL : of_axis;
}

/* Records the origin and the location of each value. */
static bool note_locations(const lg_assignments *s, lg_resolved_config *d, lg_error *err) {
    const size_t count = lg_values_count(d->values);
    d->origins = lg_arena_alloc(d->arena, (count + 1) * sizeof *d->origins);
    d->locations = lg_arena_alloc(d->arena, (count + 1) * sizeof *d->locations);
    bool good = d->origins && d->locations;
    for (size_t i = 0; i < count && good; i++) {
        const lg_assignment *r = deciding(s, d, lg_values_option(d->values, i)->name);
        d->origins[i] = !r ? LG_DEFAULT : r->origin;
        d->locations[i] = !r ? "" : lg_arena_printf(d->arena, "%s", r->where);
        good = d->locations[i];
    }
    return good || lg_fail(err, LG_FAILED, "out of memory: the config");
}

/* ---- checks of several values ---- */

/* Finds a key among words separated by blanks; NULL: not found. */
static const char *named(const char *keys, const char *key) {
    const size_t n = strlen(key);
    for (const char *at = keys; *at != '\0'; at += strspn(at, " ")) {
        if (!strncmp(at, key, n) && (at[n] == ' ' || at[n] == '\0')) return at;
        at += strcspn(at, " ");
    }
    return NULL;
}

/* The location of the key to blame: the key with the highest origin. Among keys of the same origin, the first in
 * `keys`. "" if all have their default. */
static const char *location_of(const lg_resolved_config *d, const char *keys) {
    const char *where = "", *first = NULL;
    lg_origin highest = LG_DEFAULT;
    for (size_t i = 0; i < lg_values_count(d->values); i++) {
        const char *at = named(keys, lg_values_option(d->values, i)->name);
        if (!at || d->origins[i] == LG_DEFAULT || d->origins[i] < highest) continue;
        if (d->origins[i] == highest && at > first) continue;
        first = at;
        highest = d->origins[i];
        where = d->locations[i];
    }
    return where;
}

bool lg_resolved_config_fail(const lg_resolved_config *d, const lg_error *words, lg_error *err) {
    if (err) err->rule = words->rule;
    lg_fail_at_location(err, words->code, location_of(d, words->keys), "%s", words->text);
    return words->idle && fail_idle(err, words->keys);
}

/* Checks a metric that was chosen by an alias such as bits_per_byte: does it fit the tokens of the data? */
static bool check_alias_metric(const lg_assignments *s, const lg_values *v, lg_error *err) {
    const lg_assignment *r = lg_assignments_effective(s, "metric");
    const lg_second_name_row *second = r && r->alias ? lg_second_name_find("metric", r->alias) : NULL;
    const lg_chosen_data data = lg_data_choose(v);
    const bool words = data.entry->methods->spelled && lg_values_has(v, "data.tokens");
    return !second || !second->spelled || lg_data_is_spelled(data.entry, &data.own) ||
           lg_fail_at_location(
               err, LG_USAGE, r->where,
               "metric: %s needs tokens that are bytes or characters, not those of data: %s%s (use --metric %s)",
               r->alias, lg_text(v, "data"), words ? ", data.tokens: words" : "", r->value);
}

static bool check_ending(const lg_values *v, lg_error *err) {
    lg_ending_rule rule;
    return lg_ending_of(v, &rule, err);
}

static const char *value_of(const void *values, const char *key) {
    return lg_values_has(values, key) ? lg_values_text(values, key) : NULL;
}

static bool check(const lg_resolved_config *d, lg_error *err) {
    lg_error words = {0};
    lg_description what;
    lg_describe(d->values, NULL, &what);
    return (lg_description_check(&what, value_of, d->values, &words) &&
            lg_sublayer_options_check(d->values, &what.model, &words) && check_ending(d->values, &words)) ||
           lg_resolved_config_fail(d, &words, err);
}

/* Writes all values as YAML. Call this when the values are final. */
static bool write_yaml(lg_resolved_config *d, lg_error *err) {
    const size_t count = lg_values_count(d->values);
    d->yaml = lg_arena_alloc(d->arena, (count + 1) * sizeof *d->yaml);
    bool good = d->yaml;
    for (size_t i = 0; i < count && good; i++) good = (d->yaml[i] = value_text(d->values, i, true, d->arena));
    return good || lg_fail(err, LG_FAILED, "out of memory: the config");
}

/* ---- phases ---- */

/* Gives every option its value, and brings the config into canonical form. */
static bool fill(const lg_assignments *s, lg_values *v, lg_error *err) {
    for (const lg_option *const *t = lg_common_tables; *t; t++)
        if (!add(v, *t, err)) return false;
    return set_all_defaults(s, v, err) && set_all(s, v, err) && follow_order(s, v, err) &&
           lg_patterns_resolve(v, s, err) && drop_all_ignored(s, v, err) && drop_cross(v, err);
}

/* Applies defaults that follow from other values. They are stored as explicit values, so stored configs and hashes do
 * not change if the rules for these defaults change. */
static bool follow(const lg_assignments *s, lg_values *v, lg_error *err) {
    return follow_decoding(s, v, err) && follow_width(s, v, err) && follow_data(s, v, err) && follow_score(s, v, err);
}

/* Writes texts, hash and the name of the run directory. */
static bool name(lg_resolved_config *d, lg_error *err) {
    return write_texts(d, err) && name_out(d, err) && write_yaml(d, err);
}

static bool resolve(const lg_assignments *s, lg_resolved_config *d, lg_error *err) {
    lg_values *v = d->values;
    return add(v, lg_axis_options, err) && choose(s, v, err) && fill(s, v, err) && follow(s, v, err) &&
           note_locations(s, d, err) && check_alias_metric(s, v, err) && check(d, err) && name(d, err);
}

lg_resolved_config *lg_assignments_resolve(const lg_assignments *s, lg_error *err) {
    lg_resolved_config *d = calloc(1, sizeof *d);
    if (d) {
        d->arena = lg_arena_new();
        d->values = lg_values_new();
    }
    if (d && d->values) lg_values_set_custom(d->values, s->custom);
    if (!d || !d->arena || !d->values)
        lg_fail(err, LG_FAILED, "out of memory: the config");
    else if (resolve(s, d, err))
        return d;
    lg_resolved_config_free(d);
    return NULL;
}

void lg_resolved_config_free(lg_resolved_config *d) {
    if (!d) return;
    lg_values_free(d->values);
    lg_arena_free(d->arena);
    free(d);
}

int lg_resolved_blocks(const lg_values *v) {
    const lg_model_settings s = lg_model_settings_of(v);
    const lg_own sublayers[LG_SUBLAYERS] = {0};
    lg_order o;
    const int blocks = lg_order_read(&o, &s, sublayers) ? o.blocks : 0;
    lg_order_free(&o);
    return blocks;
}
