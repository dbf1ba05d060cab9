/* combinations.h: the models that the suites and the oracle test.
 *
 * A *factor* is something that a run chooses: an axis, or an option (of an entry or of all runs) with a short list of
 * values. Factors are read from the program's own lists, so a new entry, axis or option is tested without being listed
 * here. The program alone decides which values are compatible. Factors that depend on each other form a *group*. The
 * *states* of a group are the combinations of its values that the program accepts; they are found by trying all
 * combinations. Any states of different groups are compatible (test_combinations.c tests this compatibility).
 *
 * pairwise.h chooses among the combinations. */
#ifndef TEST_COMBINATIONS_H
#define TEST_COMBINATIONS_H

#include <stdint.h>

#include "config/axes.h"
#include "config/describe.h"
#include "models.h"

enum { FACTORS = 100, VALUES = 400, SETTINGS = 2000 };

typedef struct factor {
    const char *key;
    const lg_axis_row *axis; /* this axis, or the axis whose entries read this option; NULL: all runs read it */
    bool option;             /* an option, not an axis */
    int first, count;        /* range of its values; an option's first value is the default */
    int fallback;            /* the default */
    int group;
} factor;

/* A value for each factor, or -1: a combination, or a state of a group. */
typedef struct row {
    int value[FACTORS];
} row;

typedef struct row_list {
    row *row;
    size_t count, capacity;
} row_list;

typedef struct space {
    factor factors[FACTORS];
    int count, values;
    char name[VALUES][48];    /* names of values; the values of a factor are adjacent */
    int factor_of[VALUES];    /* factor of a value */
    row_list states[FACTORS]; /* states of each group */
    char more[SETTINGS];      /* further settings of every combination */
} space;

/* Options without a short list of values, and the values that are tested. */
static const char *const numbers[][2] = {{"model.computation_steps", "0 1"},
                                         {"norm.epsilon", "1e-05 0.1"},
                                         {"model.order", "sf fsf sandwich:1 sf|f"},
                                         {"model.share", "none all"},
                                         {"model.key_heads", "0 1"},
                                         {"model.embedding_width", "0 5"},
                                         {"encoding.fraction", "1 0.6"},
                                         {"encoding.first", "0 1"},
                                         {"model.dropout_embedding", "-1 0.25"},
                                         {"model.dropout_hidden", "0 0.3"},
                                         {"model.dropout_final", "0 0.2"},
                                         {"model.dropout_attention", "0 0.25"}};

/* Axes inside a block that only the pairwise array varies. The product uses their defaults; with all values it would
 * take days. */
static const char *const in_pairs_alone[] = {"residual",
                                             "block",
                                             "norm",
                                             "mixer",
                                             "initialisation",
                                             "head",
                                             "optimizer",
                                             "model.bias",
                                             "model.embedding_scale",
                                             "model.order",
                                             "projection",
                                             "model.share",
                                             "model.key_heads",
                                             "model.share_norms",
                                             "model.step_signal",
                                             "model.embedding_width",
                                             "model.embedding_norm",
                                             "model.qk_norm",
                                             "model.dropout_embedding",
                                             "model.dropout_attention",
                                             "model.dropout_hidden",
                                             "model.dropout_final",
                                             "encoding.fraction",
                                             "encoding.pairs",
                                             "encoding.layout",
                                             "encoding.first",
                                             NULL};

/* Options that are skipped here because they have tests of their own (test_convolutions.c, test_encoder_decoder.c,
 * test_position.c, test_encodings.c, test_frequencies.c, test_memory.c, test_memories.c, test_text_data.c,
 * test_exact_gradients.c). Some change only numbers of positions, keys or tokens, and do not interact with other
 * choices. All others would multiply the number of states of a group, for these reasons:
 * - The option that restricts a bias to one side would put encodings and masks into one group.
 * - Options of convolutions and memory tokens depend on the order of sublayers.
 * - Options of embedding tables depend on the vocabulary. */
static const char *const apart[] = {"positions.even",
                                    "positions.center",
                                    "positions.law",
                                    "mask.form",
                                    "mask.same_length",
                                    "encoding.shared_terms",
                                    "encoding.terms",
                                    "head.bias",
                                    "encoding.frequencies",
                                    "encoding.sides",
                                    "encoding.trained_slopes",
                                    "scale.times",
                                    "data.tokens",
                                    "data.line_ends",
                                    "data.newlines",
                                    "encoding.dynamic",
                                    "convolution.gate",
                                    "convolution.bias",
                                    "convolution.renorm_padding",
                                    "projection.centred",
                                    "projection.shared",
                                    "projection.cross",
                                    "loss.smoothing_over",
                                    "loss.half",
                                    "architecture.memory_form",
                                    "architecture.begin",
                                    "architecture.tables",
                                    "encoder.encoding",
                                    "encoder.positions",
                                    "decoder.encoding",
                                    "decoder.positions",
                                    "cross.encoding"};

/* Entries that are skipped here:
 * - Data that is equivalent to copy_cmc for a model, and data in which all words of a record are equal, so that queries
 *   have no gradient.
 * - Entries that are equivalent to another entry for a model: equal_mean (to interpolated), three_blocks (to window).
 *   Other initializers change only weights.
 * - xpos, cope, fox and hard_alibi need a causal mask. They would join the groups of mask and encoding into one with
 *   many times as many states.
 * - Sublayer orders with convolutions and no attention would depend on all options of attention.
 * - Heads with clusters are tested in test_adaptive.c.
 * - Perceivers depend on most axes. Suites test them separately (each_left_out, each_perceiver).
 * - Noam's schedule is inverse_sqrt with a peak that is too high for small models.
 * - token_batches are epochs with batches of other sizes (test_token_batches.c).
 * - Documents need a token that not all data have (test_documents.c).
 * - Outputs in place depend on the data, so all groups of factors would be one (each_in_place). */
static const char *const left_out[] = {
    "copy_rsc",  "copy_rsc2x", "copy_rdc",      "copy_cmc2x",    "reverse_mc",   "reverse_mc2x", "reverse_mcrv",
    "half_copy", "addition",   "summation",     "parity_text",   "polynomial",   "sort_single",  "sort_multi",
    "scan",      "pcfg",       "lego_chain",    "lego_perm",     "equal_mean",   "three_blocks", "xpos",
    "cope",      "hard_alibi", "normal",        "adaptive",      "perceiver_io", "perceiver_ar", "noam",
    "xavier",    "t_fixup",    "depth_rescale", "token_batches", "document",     "fox",
    "in_place"};

/* Data that tests one mechanism, and translation data. For a model such data is equivalent to copy_cmc, except if part
 * of a target is given (test_training.c). */
static const char *const mechanisms[] = {"reverse_symbols", "associative_recall",  "offset_recall",
                                         "pattern_search",  "substitution_cipher", "markov_chain",
                                         "toy_translation", "translation"};

/* Small values of options, used if the chosen entries read them. The window is symmetric, because a causal window would
 * depend on everything that needs a causal mask, such as xpos. */
static const char *const small_options[] = {"mask.width=5",           "mask.sinks=2",
                                            "mask.chunk=5",           "mask.block=3",
                                            "curriculum.length=6",    "curriculum.lengths=1..9",
                                            "curriculum.every=4",     "positions.L=210",
                                            "positions.shift=9",      "positions.width=5",
                                            "schedule.warmup=2",      "optimizer.step=schedule",
                                            "encoding.buckets=8",     "encoding.max_distance=12",
                                            "encoding.clip=3",        "scale.keys=9",
                                            "architecture.hidden=12", "store.cells=6",
                                            "store.columns=3",        "store.count=2",
                                            "store.hidden=5",         "data.alphabet=7",
                                            "data.examples=600",      "mask.form=symmetric"};

static inline void give_up(const char *what, const char *which) {
    fprintf(stderr, "combinations: %s: %s\n", what, which);
    abort();
}

static inline void rows_add(row_list *all, const row *r) {
    if (all->count == all->capacity) {
        all->capacity = 2 * all->capacity + 64;
        all->row = realloc(all->row, all->capacity * sizeof *all->row);
        if (!all->row) give_up("memory", "rows");
    }
    all->row[all->count++] = *r;
}

/* ---- factors ---- */

static inline factor *factor_find(space *s, const char *key, size_t length) {
    for (int f = 0; f < s->count; f++)
        if (strlen(s->factors[f].key) == length && !strncmp(s->factors[f].key, key, length)) return &s->factors[f];
    return NULL;
}

static inline factor *factor_add(space *s, const char *key, const lg_axis_row *axis, bool option) {
    if (s->count == FACTORS) give_up("too many factors", key);
    factor *f = &s->factors[s->count];
    *f = (factor){.key = key, .axis = axis, .option = option, .first = s->values, .fallback = s->values};
    f->group = s->count++;
    return f;
}

static inline void value_add(space *s, factor *f, const char *name, size_t length) {
    if (s->values == VALUES || length >= sizeof s->name[0]) give_up("too many values", name);
    snprintf(s->name[s->values], sizeof s->name[0], "%.*s", (int)length, name);
    s->factor_of[s->values++] = (int)(f - s->factors);
    f->count++;
}

/* The value with that name; -1 if the factor has none. */
static inline int value_find(const space *s, const factor *f, const char *name, size_t length) {
    for (int v = f->first; v < f->first + f->count; v++)
        if (strlen(s->name[v]) == length && !strncmp(s->name[v], name, length)) return v;
    return -1;
}

static inline const char *choices_of(const lg_option *o) {
    if (o->type == LG_BOOL) return "false true";
    if (o->type == LG_NAME) return o->choices;
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        if (!strcmp(o->name, numbers[i][0])) return numbers[i][1];
    return NULL;
}

static inline bool is_named(const char *name, size_t length, const char *const *names, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (strlen(names[i]) == length && !strncmp(name, names[i], length)) return true;
    return false;
}

enum { LEFT_OUT = sizeof left_out / sizeof *left_out, MECHANISMS = sizeof mechanisms / sizeof *mechanisms };

static inline bool is_left_out(const char *name) {
    return is_named(name, strlen(name), left_out, LEFT_OUT) || is_named(name, strlen(name), mechanisms, MECHANISMS);
}

static inline bool is_apart(const char *name) {
    for (size_t i = 0; i < sizeof apart / sizeof *apart; i++)
        if (!strcmp(name, apart[i])) return true;
    return false;
}

/* Adds a factor. An option that several entries share is one factor, with one row (nn/axes/position.h). Options of the
 * optimizer are skipped: they depend on no other choice (test_optimizer.c). */
static inline bool add_option(void *user, const lg_option *o, const lg_axis_row *axis, const lg_entry *entry) {
    space *s = user;
    const char *choices = choices_of(o);
    if (entry && (is_left_out(entry->name) || !lg_axis_find(axis->key))) return true;
    if (!choices || is_apart(o->name) || !lg_key_is_identity(o->name) || !strncmp(o->name, "optimizer.", 10) ||
        factor_find(s, o->name, strlen(o->name)))
        return true;
    factor *f = factor_add(s, o->name, axis, true);
    value_add(s, f, o->fallback, strlen(o->fallback));
    for (size_t n; *choices != '\0'; choices += n, choices += strspn(choices, " ")) {
        n = strcspn(choices, " ");
        if (value_find(s, f, choices, n) >= 0 || is_named(choices, n, left_out, LEFT_OUT)) continue;
        value_add(s, f, choices, n);
    }
    return true;
}

static inline void find_factors(space *s) {
    for (int a = 0; lg_axes[a].key; a++) {
        if (!lg_key_is_identity(lg_axes[a].key)) continue; /* the axis does not change the model */
        factor *f = factor_add(s, lg_axes[a].key, &lg_axes[a], false);
        const char *fallback = lg_axis_options[a].fallback;
        for (const lg_entry *const *e = lg_axes[a].entries; *e; e++)
            if (!is_left_out((*e)->name)) value_add(s, f, (*e)->name, strlen((*e)->name));
        f->fallback = value_find(s, f, fallback, strlen(fallback));
    }
    lg_options_walk(add_option, s);
}

static inline bool is_in_pairs_alone(const factor *f) {
    const char *key = f->axis ? f->axis->key : f->key;
    for (int i = 0; in_pairs_alone[i]; i++)
        if (!strcmp(in_pairs_alone[i], key)) return true;
    return false;
}

/* ---- settings ---- */

static inline void append(char *out, const char *key, size_t length, const char *value) {
    const size_t at = strlen(out);
    const int n = snprintf(out + at, SETTINGS - at, "%s%.*s%s%s", at > 0 ? " " : "", (int)length, key,
                           *value == '\0' ? "" : "=", value);
    if (n < 0 || (size_t)n >= SETTINGS - at) give_up("settings are too long", out);
}

/* Appends the small values of these options. Skips options that act only in evaluation: they stay off. */
static inline void append_small(char *out, const lg_option *o) {
    for (; o && o->name; o++)
        for (size_t i = 0; i < sizeof small_options / sizeof *small_options; i++) {
            const char *small = small_options[i];
            if (strlen(o->name) == strcspn(small, "=") && !strncmp(small, o->name, strlen(o->name)) &&
                !o->in_evaluation)
                append(out, small, strlen(small), "");
        }
}

/* True if the architecture of the row ignores this factor, so that setting it is an error. */
static inline bool is_ignored(const space *s, const row *r, const factor *x) {
    const factor *architecture = factor_find((space *)s, "architecture", strlen("architecture"));
    const char *name = s->name[r->value[architecture - s->factors]];
    const lg_entry_default *ignored = lg_axis_entry(architecture->axis, name)->ignored;
    return lg_entry_default_find(ignored, x->key) || (x->axis && lg_entry_default_find(ignored, x->axis->key));
}

/* The settings of a row, as bench_open reads them. Options at their defaults are omitted, because not every entry has
 * them. */
static inline void write_settings(const space *s, const row *r, char out[SETTINGS]) {
    *out = '\0';
    for (int f = 0; f < s->count; f++) {
        const factor *x = &s->factors[f];
        const char *name = s->name[r->value[f]];
        if ((x->option && r->value[f] == x->fallback) || is_ignored(s, r, x)) continue;
        append(out, x->key, strlen(x->key), name);
        if (!x->option) append_small(out, lg_axis_entry(x->axis, name)->options);
    }
    if (*s->more != '\0') append(out, s->more, strlen(s->more), "");
}

/* True if activations grow too large to be compared: without norms, gates square token vectors of standard deviation 1
 * in every block. */
static inline bool is_too_large(const char *settings) {
    return strstr(settings, "block=no_norm") &&
           (strstr(settings, "initialisation=t5") || strstr(settings, "model.embedding_norm=") ||
            strstr(settings, "model.step_signal=true"));
}

static inline bool is_accepted_as_written(const space *s, const row *r) {
    char settings[SETTINGS];
    lg_error err = {0};
    write_settings(s, r, settings);
    if (is_too_large(settings)) return false;
    lg_resolved_config *d = bench_resolve(settings, &err);
    lg_model *m = d ? lg_model_of(d->values, lg_kernels_find(NULL), &err) : NULL;
    const bool good = m;
    lg_model_free(m);
    lg_resolved_config_free(d);
    return good;
}

/* The row with the default architecture, which ignores nothing. */
static inline row with_blocks(const space *s, const row *r) {
    static const char *const of_cells[] = {"architecture", "cell", "store"};
    row out = *r;
    for (int f = 0; f < s->count; f++)
        for (size_t i = 0; i < sizeof of_cells / sizeof *of_cells; i++) {
            const factor *x = &s->factors[f];
            if (!strcmp(x->axis ? x->axis->key : x->key, of_cells[i])) out.value[f] = x->fallback;
        }
    return out;
}

/* True if the program accepts this row. Choices that the architecture ignores are not written, but must be valid with
 * the default architecture. Without the second condition, all choices inside a block would join the group of the
 * architecture. */
static inline bool is_accepted(const space *s, const row *r) {
    const row blocks = with_blocks(s, r);
    bool ignores = false;
    for (int f = 0; f < s->count; f++) ignores |= is_ignored(s, r, &s->factors[f]);
    return is_accepted_as_written(s, r) && (!ignores || is_accepted_as_written(s, &blocks));
}

/* ---- groups ---- */

static inline row defaults(const space *s) {
    row r;
    for (int f = 0; f < FACTORS; f++) r.value[f] = f < s->count ? s->factors[f].fallback : -1;
    return r;
}

/* True if these values (-1: none) are accepted with all other factors at their defaults. */
static inline bool accepts_values(const space *s, int a, int b, int c) {
    const int values[] = {a, b, c};
    row r = defaults(s);
    for (int i = 0; i < 3; i++)
        if (values[i] >= 0) r.value[s->factor_of[values[i]]] = values[i];
    return is_accepted(s, &r);
}

/* For each value that is not accepted alone, finds its companion: a value of another factor with which it is accepted,
 * so that it can be tried together with further values. -1: there is none, or none is needed. */
static inline void find_companions(const space *s, const bool *alone, int *companion) {
    for (int a = 0; a < s->values; a++) {
        companion[a] = -1;
        for (int b = 0; b < s->values && !alone[a] && companion[a] < 0; b++)
            if (s->factor_of[b] != s->factor_of[a] && accepts_values(s, a, b, -1)) companion[a] = b;
    }
}

static inline void join_groups(space *s, int f, int g) {
    const int from = s->factors[g].group, to = s->factors[f].group;
    for (int h = 0; h < s->count; h++)
        if (s->factors[h].group == from) s->factors[h].group = to;
}

/* Joins the groups of two values if one is accepted with its companion, the other is accepted alone, but all three are
 * refused together. */
static inline void join_beside_companions(space *s, const bool *alone, const int *companion) {
    for (int a = 0; a < s->values; a++)
        for (int b = 0; b < s->values && companion[a] >= 0; b++) {
            const int f = s->factor_of[a], g = s->factor_of[b];
            if (!alone[b] || b == s->factors[g].fallback || g == s->factor_of[companion[a]]) continue;
            if (s->factors[f].group == s->factors[g].group) continue;
            if (!accepts_values(s, a, companion[a], b)) join_groups(s, f, g);
        }
}

/* Puts factors that depend on each other into one group. An option belongs to the group of its entry's axis. Any other
 * two factors are joined if there is a value of each for which one of these holds:
 * - The two values are accepted together, although at least one of them is refused alone.
 * - The two values are refused together, although both are accepted alone.
 * - The two values and the companion of one are refused together, although the other value is accepted alone.
 * A pair that contains a default value is not tried: it is accepted exactly if the other value is accepted alone. */
static inline void find_groups(space *s) {
    bool alone[VALUES];
    int companion[VALUES];
    for (int v = 0; v < s->values; v++) alone[v] = accepts_values(s, v, -1, -1);
    find_companions(s, alone, companion);
    for (int f = 0; f < s->count; f++)
        for (int g = 0; g < s->count; g++)
            if (s->factors[f].option && !s->factors[g].option && s->factors[f].axis == s->factors[g].axis)
                join_groups(s, g, f);
    for (int a = 0; a < s->values; a++)
        for (int b = a + 1; b < s->values; b++) {
            const int f = s->factor_of[a], g = s->factor_of[b];
            if (a == s->factors[f].fallback || b == s->factors[g].fallback) continue;
            if (s->factors[f].group == s->factors[g].group) continue;
            if (accepts_values(s, a, b, -1) != (alone[a] && alone[b])) join_groups(s, f, g);
        }
    join_beside_companions(s, alone, companion);
}

/* True if a chosen entry of the row has this option. The program refuses all other options (test_config.c), so only
 * their defaults are tried. Axes precede their options, so the entry is known. */
static inline bool is_read(const space *s, const factor *x, const row *r) {
    if (!x->option || !x->axis) return true;
    const factor *axis = factor_find((space *)s, x->axis->key, strlen(x->axis->key));
    const lg_option *o = lg_axis_entry(x->axis, s->name[r->value[axis - s->factors]])->options;
    while (o && o->name && strcmp(o->name, x->key)) o++;
    return o && o->name;
}

/* Finds all states of a group, by trying all values of its factors with numbers from f on. */
static inline void find_states(space *s, int group, int f, row *r) {
    while (f < s->count && s->factors[f].group != group) f++;
    if (f == s->count) {
        if (is_accepted(s, r)) rows_add(&s->states[group], r);
        return;
    }
    const factor *x = &s->factors[f];
    const bool read = is_read(s, x, r);
    for (int v = x->first; v < x->first + x->count; v++) {
        r->value[f] = v;
        if (read || v == x->fallback) find_states(s, group, f + 1, r);
    }
    r->value[f] = x->fallback;
}

/* Finds the states of all groups. A state has the value -1 for factors of other groups. */
static inline void find_all_states(space *s) {
    for (int g = 0; g < s->count; g++) {
        row r = defaults(s);
        if (s->factors[g].group != g) continue;
        find_states(s, g, 0, &r);
        for (size_t i = 0; i < s->states[g].count; i++)
            for (int f = 0; f < s->count; f++)
                if (s->factors[f].group != g) s->states[g].row[i].value[f] = -1;
    }
}

/* ---- cached groups and states ---- */

/* Finding groups and states takes longer than some suites take. So combinations.c writes them to a file once per build,
 * and suites read this file if COMBINATIONS_STATES contains its path. Values are written by name, because their numbers
 * may differ between builds. */
static inline void write_states(const space *s, FILE *f) {
    fwrite(s->name, sizeof s->name, 1, f);
    for (int g = 0; g < s->count; g++) {
        fwrite(&s->factors[g].group, sizeof s->factors[g].group, 1, f);
        fwrite(&s->states[g].count, sizeof s->states[g].count, 1, f);
        fwrite(s->states[g].row, sizeof *s->states[g].row, s->states[g].count, f);
    }
    if (fflush(f) != 0 || ferror(f)) give_up("cannot be written", "states");
}

static inline bool read_group(factor *x, row_list *states, FILE *f) {
    row r;
    size_t count;
    if (fread(&x->group, sizeof x->group, 1, f) != 1 || fread(&count, sizeof count, 1, f) != 1) return false;
    while (count > 0 && fread(&r, sizeof r, 1, f) == 1) rows_add(states, &r), count--;
    return count == 0;
}

static inline void read_states(space *s, const char *path) {
    static char name[VALUES][sizeof s->name[0]];
    FILE *f = fopen(path, "rb");
    if (!f || fread(name, sizeof name, 1, f) != 1) give_up("cannot be read", path);
    if (memcmp(name, s->name, sizeof name)) give_up("is of another build", path);
    for (int g = 0; g < s->count; g++)
        if (!read_group(&s->factors[g], &s->states[g], f)) give_up("ends early", path);
    fclose(f);
}

/* The whole space, which is found once. The number of a group is the number of one of its factors. */
static inline const space *whole_space(void) {
    static space *whole;
    const char *kept = getenv("COMBINATIONS_STATES");
    if (whole) return whole;
    whole = calloc(1, sizeof *whole);
    if (!whole) give_up("memory", "space");
    find_factors(whole);
    if (kept && *kept != '\0') {
        read_states(whole, kept);
        return whole;
    }
    find_groups(whole);
    find_all_states(whole);
    return whole;
}

/* ---- part of the space ---- */

static inline void keep_states(space *s, int f, int value) {
    row_list *states = &s->states[s->factors[f].group], kept = {0};
    for (size_t i = 0; i < states->count; i++)
        if (states->row[i].value[f] == value) rows_add(&kept, &states->row[i]);
    free(states->row);
    *states = kept;
}

/* ---- experimental entries ---- */

/* True if the choice on this axis is experimental. About such entries, tests assume only what holds for all entries. */
static inline bool is_tried(const char *settings, const char *axis) {
    const size_t length = strlen(axis);
    for (const char *at = settings; (at = strstr(at, axis)); at += length) {
        char name[64];
        if ((at > settings && at[-1] != ' ') || at[length] != '=') continue;
        snprintf(name, sizeof name, "%.*s", (int)strcspn(at + length + 1, " "), at + length + 1);
        const lg_entry *e = lg_axis_entry(lg_axis_find(axis), name);
        if (e && e->experimental) return true;
    }
    return false;
}

/* True if any choice is experimental. It is unknown which inputs such a model uses. */
static inline bool is_any_tried(const char *settings) {
    bool tried = false;
    for (int a = 0; lg_axes[a].key; a++) tried |= is_tried(settings, lg_axes[a].key);
    return tried;
}

/* Skips experimental entries: the oracle does not implement them. */
static bool published_only;

static inline void drop_experimental(space *s, int f) {
    const factor *x = &s->factors[f];
    row_list *states = &s->states[x->group], kept = {0};
    for (size_t i = 0; i < states->count; i++)
        if (!lg_axis_entry(x->axis, s->name[states->row[i].value[f]])->experimental)
            rows_add(&kept, &states->row[i]);
    free(states->row);
    *states = kept;
}

/* Removes all experimental values. True if each group still has a state. */
static inline bool drop_all_experimental(space *s) {
    bool left = true;
    for (int f = 0; f < s->count; f++)
        if (!s->factors[f].option) drop_experimental(s, f);
    for (int g = 0; g < s->count; g++) left &= s->factors[g].group != g || s->states[g].count > 0;
    return left;
}

static inline void space_free(space *s) {
    for (int g = 0; g < FACTORS; g++) free(s->states[g].row);
    free(s);
}

static inline space *space_copy(const space *from) {
    space *s = malloc(sizeof *s);
    if (!s) give_up("memory", "space");
    *s = *from;
    for (int g = 0; g < FACTORS; g++) {
        s->states[g] = (row_list){0};
        for (size_t i = 0; i < from->states[g].count; i++) rows_add(&s->states[g], &from->states[g].row[i]);
    }
    return s;
}

/* The part of the whole space in which factors have these values ("mask=causal train.lr=0.1"). Settings that are not
 * factors are set in all combinations. */
static inline space *space_part(const char *fixed) {
    space *s = space_copy(whole_space());
    for (size_t n; *fixed != '\0'; fixed += n, fixed += strspn(fixed, " ")) {
        n = strcspn(fixed, " ");
        const size_t key = strcspn(fixed, "=");
        char name[64];
        snprintf(name, sizeof name, "%.*s", (int)key, fixed);
        const char *full = lg_key_full_name(name);
        const factor *f = factor_find(s, full, strlen(full));
        if (!f) {
            append(s->more, fixed, n, "");
            continue;
        }
        const int value = value_find(s, f, fixed + key + 1, n - key - 1);
        if (value < 0) give_up("no such value", fixed);
        keep_states(s, (int)(f - s->factors), value);
    }
    if (published_only) drop_all_experimental(s);
    return s;
}

#endif
