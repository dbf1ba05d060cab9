/* api_catalogue.c: implements api/catalogue.h: returns axes, their entries and all options as structs of that header.
 * Composed texts are built once per process and never change. */
#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

#include "api/catalogue.h"
#include "base/arena.h"
#include "base/option.h"
#include "base/text.h"
#include "config/axes.h"
#include "config/config.h"
#include "config/stream_options.h"
#include "data/task.h"
#include "lengthen/metric.h"
#include "metric/metric.h"
#include "nn/axes/attention_function.h"
#include "nn/axes/encoding.h"
#include "nn/axes/mask.h"
#include "nn/axes/position.h"
#include "nn/axes/scale.h"
#include "nn/axes/sublayer.h"

/* The bounds of options as text. Options with equal bounds share one text. */
typedef struct bounds {
    double min, max;
    const char *text;
    struct bounds *next;
} bounds;

enum { OTHERS = sizeof((lg_second_name *)NULL)->also / sizeof(const char *) };

static struct catalogue {
    lg_arena *arena;
    lg_choice *choices;
    size_t count;
    bounds *bounds;
    const char **settings; /* [aliases]: the settings of each alias as text */
    const char **also;     /* [aliases][OTHERS]: the choices implied by each alias */
} all;                     /* written once, while `making` is locked */
static pthread_mutex_t making = PTHREAD_MUTEX_INITIALIZER;
static atomic_bool made;

/* ---- properties of entries ---- */

static const char *of_data(const lg_entry *e) {
    const lg_data *d = (const lg_data *)e;
    if (d->methods != &lg_task_methods)
        return isnan(d->chance) ? "" : lg_arena_printf(all.arena, "chance score: %g", d->chance);
    return lg_arena_printf(all.arena, "level: %s, chance score: %g", ((const lg_task *)e)->level, d->chance);
}

static const char *of_positions(const lg_entry *e) {
    const lg_position_sampler *p = (const lg_position_sampler *)e;
    const char *kind = p->real ? "real-valued" : "integer";
    return lg_arena_printf(
        all.arena, "%s: one %s%s%s%s%s%s", p->random ? "random" : "deterministic", kind,
        p->positions ? " position for each token" : "", p->positions && p->distances ? " and one" : "",
        p->distances ? " distance for each difference of token indices" : "", p->limit ? "; limited input length" : "",
        p->documents                ? "; computed from the tokens of each sequence"
        : p->per == LG_PER_SEQUENCE ? "; in training, one sample per sequence"
                                    : "");
}

static const char *of_encoding(const lg_entry *e) {
    const lg_encoding *x = (const lg_encoding *)e;
    static const char *const reads[] = {"no positions (random positions are refused, other positions have no effect)",
                                        "positions", "distances"};
    const char *numbers = x->integer_positions ? " (integers)" : " (integers or real numbers)",
               *samples = x->per_block ? "; random positions are sampled for each block"
                                       : "; random positions are sampled once for all blocks";
    return lg_arena_printf(all.arena, "reads %s%s%s%s%s%s\nparameters: %s; additional work%s: %s", reads[x->reads],
                           x->reads == LG_POSITION_INPUT_NONE ? "" : numbers,
                           x->shift_invariant ? "; shift-invariant" : "", x->limit ? "; limited input length" : "",
                           x->causal ? "; needs a causal mask" : "; works with any mask",
                           x->reads == LG_POSITION_INPUT_NONE ? "" : samples, x->trained ? x->trained : "none",
                           x->work ? " (T tokens, width d, H heads)" : "", x->work ? x->work : "none");
}

static const char *of_mask(const lg_entry *e) {
    const lg_mask *m = (const lg_mask *)e;
    return m->causal      ? "causal"
           : m->search    ? "given by its formula"
           : m->causal_if ? "bidirectional; causal with mask.form: causal"
                          : "bidirectional";
}

static const char *of_scale(const lg_entry *e) {
    const lg_own none = {0};
    const char *text = ((const lg_scale *)e)->formula_of(&none).text;
    return !text                         ? "given by its formula"
           : lg_formula_names(text, "n") ? "depends on the number of visible keys"
                                         : "constant";
}

static const char *of_attention_function(const lg_entry *e) {
    return ((const lg_attention_function *)e)->encodes_order ? "encodes order itself; requires encoding: none" : "";
}

static const char *of_metric(const lg_entry *e) {
    const lg_metric_info *m = &((const lg_metric *)e)->info;
    char high[LG_REAL_TEXT] = "";
    if (isfinite(m->high)) lg_real_text(m->high * m->scale, high);
    return lg_arena_printf(all.arena, "unit: %s, %s is better, range: %g..%s", m->unit,
                           m->lower_is_better ? "lower" : "higher", m->low * m->scale, high);
}

static const char *properties_of(const lg_axis_row *axis, const lg_entry *e) {
    static const struct {
        const char *axis;
        const char *(*of)(const lg_entry *e);
    } makers[] = {{"data", of_data},    {"positions", of_positions}, {"encoding", of_encoding},
                  {"mask", of_mask},    {"scale", of_scale},         {"attention", of_attention_function},
                  {"metric", of_metric}};
    for (size_t i = 0; i < sizeof makers / sizeof *makers; i++)
        if (!strcmp(makers[i].axis, axis->key)) return makers[i].of(e);
    return "";
}

static const char *with_mark(const lg_entry *e, const char *own) {
    if (!e->experimental || !own) return own;
    return lg_arena_printf(all.arena, "experimental: not verified against PyTorch or a paper%s%s", *own ? "; " : "",
                           own);
}

/* ---- built once ---- */

static const char *bounds_of(const lg_option *o) {
    for (const bounds *b = all.bounds; b; b = b->next)
        if (b->min == o->min && b->max == o->max) return b->text;
    return NULL;
}

static bool add_bounds(void *user, const lg_option *o, const lg_axis_row *axis, const lg_entry *entry) {
    bool *good = user;
    (void)axis, (void)entry;
    if ((o->min == 0 && o->max == 0) || bounds_of(o)) return true;
    char low[LG_REAL_TEXT], high[LG_REAL_TEXT];
    lg_real_text(o->min, low);
    lg_real_text(o->max, high);
    bounds *b = lg_arena_alloc(all.arena, sizeof *b);
    const char *text = lg_arena_printf(all.arena, "%s..%s", low, high);
    *good = b && text;
    if (!*good) return false;
    *b = (bounds){o->min, o->max, text, all.bounds};
    all.bounds = b;
    return true;
}

static const char *text(const char *t) {
    return t ? t : "";
}

static bool add_choice(const char *axis, const lg_entry *e, const char *properties, const lg_data *data) {
    if (!properties) return false;
    all.choices[all.count++] = (lg_choice){
        axis,       e->name,          text(e->summary),   text(e->formula),          text(e->source),
        properties, text(e->example), text(e->published), data ? data->chance : NAN, data && data->order_invariant};
    return true;
}

/* The properties of a sublayer as text. A sublayer is not a choice on an axis but a letter of model.order. */
static const char *of_sublayer(const lg_sublayer *x) {
    if (!x->options) return lg_arena_printf(all.arena, "letter of model.order: %c", x->letter);
    return lg_arena_printf(all.arena, "letter of model.order: %c; options: `lengthen show %.*s.` (with the dot)",
                           x->letter, (int)strcspn(x->options->name, "."), x->options->name);
}

/* The properties of a named setting (lg_settings) as text: the flags that the name stands for. A named setting is not a
 * choice on an axis. */
static const char *of_setting(const lg_entry *e) {
    const char *flags = "set by:";
    for (const lg_entry_default *d = e->defaults; d->key && flags; d++)
        flags = lg_arena_printf(all.arena, "%s --%s %s", flags, d->key, d->value);
    return flags;
}

static bool add_choices(void) {
    size_t capacity = 0;
    for (const lg_axis_row *a = lg_axes; a->key; a++)
        for (const lg_entry *const *e = a->entries; *e; e++) capacity++;
    for (int i = 0; lg_sublayers[i]; i++) capacity++;
    for (const lg_entry *e = lg_settings; e->name; e++) capacity++;
    all.choices = lg_arena_alloc(all.arena, capacity * sizeof *all.choices);
    if (!all.choices) return false;
    for (const lg_axis_row *a = lg_axes; a->key; a++) {
        const bool data = (const void *)a->entries == (const void *)lg_data_entries;
        for (const lg_entry *const *e = a->entries; *e; e++)
            if (!add_choice(a->key, *e, with_mark(*e, properties_of(a, *e)), data ? (const lg_data *)*e : NULL))
                return false;
    }
    for (int i = 0; lg_sublayers[i]; i++) {
        const lg_entry *e = (const lg_entry *)lg_sublayers[i];
        if (e->summary && !add_choice("sublayer", e, with_mark(e, of_sublayer(lg_sublayers[i])), NULL)) return false;
    }
    for (const lg_entry *e = lg_settings; e->name; e++)
        if (!add_choice("setting", e, of_setting(e), NULL)) return false;
    return true;
}

static bool add_other(const char ***also, const char *axis, const char *name) {
    const char *choice = lg_arena_printf(all.arena, "%s/%s", axis, name);
    *(*also)++ = choice;
    return choice;
}

/* Lists the choices on axes that alias i sets. If the alias sets model.order, also lists the sublayers in the
 * value of model.order, except self-attention and feed-forward. */
static bool add_others(size_t i, const char **also) {
    bool good = true;
    for (const lg_entry_default *m = &lg_second_names[i].means[1]; m->key && good; m++) {
        if (lg_axis_find(m->key)) good = add_other(&also, m->key, m->value);
        for (const char *letter = strcmp(m->key, "model.order") ? "" : m->value; *letter != '\0' && good; letter++)
            if (!strchr("sf", *letter)) good = add_other(&also, "sublayer", lg_sublayer_find(*letter)->name);
    }
    return good;
}

static bool add_settings(void) {
    const size_t count = lg_second_name_count() + 1;
    const char **settings = lg_arena_alloc(all.arena, count * sizeof *settings);
    const char **also = lg_arena_alloc(all.arena, OTHERS * count * sizeof *also);
    if (!also) return false;
    for (size_t i = 0; settings && i < lg_second_name_count(); i++) {
        if (!add_others(i, also + OTHERS * i)) return false;
        settings[i] = "";
        for (const lg_entry_default *m = &lg_second_names[i].means[1]; m->key; m++) {
            const char *comma = *settings[i] ? ", " : "";
            settings[i] = lg_arena_printf(all.arena, "%s%s%s: %s", settings[i], comma, m->key, m->value);
            if (!settings[i]) return false;
        }
    }
    all.settings = settings;
    all.also = also;
    return settings;
}

static bool make_all(void) {
    all.arena = lg_arena_new();
    bool good = all.arena && add_settings();
    if (good) lg_options_walk(add_bounds, &good);
    return good && add_choices();
}

/* Builds the catalogue if necessary. Returns false if memory runs out; the next call then tries again. */
static bool make(void) {
    if (atomic_load(&made)) return true;
    pthread_mutex_lock(&making);
    if (!atomic_load(&made)) {
        if (make_all()) {
            atomic_store(&made, true);
        } else {
            lg_arena_free(all.arena);
            all = (struct catalogue){0};
        }
    }
    pthread_mutex_unlock(&making);
    return atomic_load(&made);
}

/* ---- the public calls ---- */

size_t lg_axis_count(void) {
    size_t count = 0;
    while (lg_axes[count].key) count++;
    return count;
}

lg_axis lg_axis_at(size_t i) {
    if (i >= lg_axis_count()) return (lg_axis){"", "", "", ""};
    return (lg_axis){lg_axes[i].key, lg_axes[i].summary, lg_axis_options[i].fallback, lg_option_flag(lg_axes[i].key)};
}

bool lg_choice_by_block(const char *axis, const char *name) {
    const lg_axis_row *row = lg_axis_find(axis);
    const lg_entry *e = row && lg_axis_has_patterns(row) ? lg_entry_find(row->entries, name) : NULL;
    return e && (strcmp(axis, "encoding") || !((const lg_encoding *)e)->embed);
}

size_t lg_choice_count(void) {
    return make() ? all.count : 0;
}

lg_choice lg_choice_at(size_t i) {
    if (i >= lg_choice_count()) return (lg_choice){"", "", "", "", "", "", "", "", NAN, false};
    return all.choices[i];
}

/* Does `name` refer to this choice? `name` is NAME or AXIS/NAME. */
static bool named(const lg_choice *c, const char *name) {
    const char *slash = strchr(name, '/');
    if (!slash) return !strcmp(c->name, name);
    const size_t n = (size_t)(slash - name);
    return strlen(c->axis) == n && !strncmp(c->axis, name, n) && !strcmp(c->name, slash + 1);
}

bool lg_choice_find(const char *name, lg_choice *out) {
    const lg_choice *found = NULL;
    for (size_t i = 0; i < lg_choice_count(); i++) {
        if (!named(&all.choices[i], name)) continue;
        if (found) return false; /* ambiguous: two axes have a choice of this name */
        found = &all.choices[i];
    }
    if (found) *out = *found;
    return found;
}

size_t lg_second_name_count(void) {
    size_t count = 0;
    while (lg_second_names[count].name) count++;
    return count;
}

lg_second_name lg_second_name_at(size_t i) {
    if (i >= lg_second_name_count()) return (lg_second_name){"", "", "", "", {NULL}};
    const bool good = make();
    const lg_second_name_row *r = &lg_second_names[i];
    lg_second_name s = {r->axis, r->name, r->means[0].value, good ? text(all.settings[i]) : "", {NULL}};
    for (int k = 0; good && k < OTHERS; k++) s.also[k] = all.also[i * OTHERS + (size_t)k];
    return s;
}

static lg_option_info info(const lg_option *o) {
    static const char *const types[] = {"bool", "int", "real", "name", "text", "lengths"};
    if (!o) return (lg_option_info){"", "", "", "", "", "", ""};
    const bool good = make();
    return (lg_option_info){o->name,
                            types[o->type],
                            text(o->fallback),
                            text(o->choices),
                            good ? text(bounds_of(o)) : "",
                            lg_option_flag(o->name),
                            text(o->help)};
}

const char *lg_option_full_name(const char *name) {
    return lg_key_full_name(name);
}

size_t lg_stream_axis_count(void) {
    size_t count = 0;
    while (lg_stream_axes[count].key) count++;
    return count;
}

lg_axis lg_stream_axis_at(size_t i) {
    if (i >= lg_stream_axis_count()) return (lg_axis){"", "", "", ""};
    const lg_axis_row *a = &lg_stream_axes[i];
    return (lg_axis){a->key, a->summary, lg_key_option(a->key)->fallback, ""};
}

static const lg_option *options_of(const char *axis, const char *name) {
    const lg_axis_row *a = lg_axis_find(axis);
    for (const lg_axis_row *s = lg_stream_axes; s->key; s++) {
        const lg_entry *of_stream = strcmp(s->key, axis) ? NULL : lg_axis_entry(s, name);
        if (of_stream) return lg_stream_options(s, of_stream);
    }
    const lg_entry *e = a ? lg_axis_entry(a, name) : NULL;
    return e ? e->options : NULL;
}

static size_t count(const lg_option *table) {
    size_t n = 0;
    while (table && table[n].name) n++;
    return n;
}

size_t lg_choice_options(const char *axis, const char *name) {
    return count(options_of(axis, name));
}

lg_option_info lg_choice_option(const char *axis, const char *name, size_t i) {
    const lg_option *table = options_of(axis, name);
    return info(i < count(table) ? &table[i] : NULL);
}

size_t lg_common_option_count(void) {
    size_t n = 0;
    for (const lg_option *const *t = lg_common_tables; *t; t++) n += count(*t);
    return n;
}

lg_option_info lg_common_option(size_t i) {
    for (const lg_option *const *t = lg_common_tables; *t; i -= count(*t++))
        if (i < count(*t)) return info(&(*t)[i]);
    return info(NULL);
}
