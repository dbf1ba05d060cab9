/* claim_file.c: reads the file of a claim. */
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/text.h"
#include "config/axes.h"
#include "report/claim/claim.h"

typedef struct reader {
    lg_claim *c;
    const char *path;
    lg_arena *arena;
    lg_error *err;
} reader;

/* Fails and reports the position of a node, or of its key, in the file. */
static bool fail_at(const reader *r, lg_yaml_mark at, const char *format, ...) __attribute__((format(printf, 3, 4)));
static bool fail_at(const reader *r, lg_yaml_mark at, const char *format, ...) {
    char where[4200];
    lg_error words = {0};
    va_list rest;
    va_start(rest, format);
    lg_fail_at(&words, LG_USAGE, format, rest);
    va_end(rest);
    snprintf(where, sizeof where, "%s:%d:%d", r->path, at.line, at.column);
    return lg_fail_at_location(r->err, LG_USAGE, where, "%s", words.text);
}

static bool no_memory(const reader *r) {
    return lg_fail(r->err, LG_FAILED, "out of memory: %s", r->path);
}

static void *take(const reader *r, size_t count, size_t size) {
    void *memory = lg_arena_alloc(r->arena, (count + 1) * size);
    if (!memory) no_memory(r);
    return memory;
}

static size_t count_nodes(const lg_yaml_node *n) {
    size_t count = 0;
    for (; n; n = n->next) count++;
    return count;
}

/* The first element of a list; if the node is not a list, the node itself. next_of continues. */
static const lg_yaml_node *first_of(const lg_yaml_node *n) {
    return n->kind == LG_YAML_LIST ? n->first : n;
}

static const lg_yaml_node *next_of(const lg_yaml_node *list, const lg_yaml_node *n) {
    return list->kind == LG_YAML_LIST ? n->next : NULL;
}

static bool expect_scalar(const reader *r, const lg_yaml_node *n) {
    return (n->kind == LG_YAML_SCALAR && !n->absent) ||
           fail_at(r, n->mark, "%s: expected one value", n->key ? n->key : "it");
}

static bool read_text(const reader *r, const lg_yaml_node *n, const char **out) {
    char shown[LG_SHOWN];
    if (!expect_scalar(r, n)) return false;
    for (const char *c = n->text; *c; c++)
        if (lg_text_control(c) > 0)
            return fail_at(r, n->mark, "'%s' has control characters (expected one line of text)",
                           lg_text_shown(n->text, shown));
    return *out = n->text, true;
}

static bool read_number(const reader *r, const lg_yaml_node *n, double *out) {
    return expect_scalar(r, n) &&
           (lg_text_real(n->text, out) ||
            fail_at(r, n->mark, "%s: '%s' is not a number (expected one like 0.9)", n->key, n->text));
}

/* Fails and suggests the most similar valid name, or lists all valid names. */
static bool fail_name(const reader *r, lg_yaml_mark at, const char *what, const char *name, const char *const *names) {
    size_t count = 0;
    const char *all = "";
    for (; names[count] && all; count++)
        all = lg_arena_printf(r->arena, "%s%s%s", all, count == 0 ? "" : ", ", names[count]);
    const char *meant = lg_nearest(name, names, count);
    if (meant) return fail_at(r, at, "there is no %s %s; did you mean %s?", what, name, meant);
    return all ? fail_at(r, at, "there is no %s %s; there are %s", what, name, all) : no_memory(r);
}

/* ---- conditions ---- */

/* Writes a value in its canonical form, as configs do. */
static bool write_plainly(const reader *r, const char *key, const char *value, lg_pair *out) {
    lg_option_value parsed;
    const lg_option *o = lg_key_option(key);
    if (!o || !lg_option_parse(o, value, &parsed, r->err)) return false;
    *out = (lg_pair){key, lg_arena_printf(r->arena, "%s", parsed.text), NULL};
    lg_option_value_free(&parsed);
    return out->value || no_memory(r);
}

/* Reads a value, which may be an alias from the literature for the values of several options. */
static bool read_choice(const reader *r, const char *key, const lg_yaml_node *n, lg_choice_set *out) {
    char where[4200];
    if (!expect_scalar(r, n)) return false;
    snprintf(where, sizeof where, "%s:%d:%d", r->path, n->mark.line, n->mark.column);
    if (!lg_value_check(NULL, key, n->text, where, r->err)) return false;
    const lg_second_name_row *second = lg_second_name_find(key, n->text);
    const lg_entry_default alone[] = {{key, n->text}, {NULL, NULL}}, *means = second ? second->means : alone;
    lg_pair *pairs = take(r, sizeof second->means / sizeof *second->means, sizeof *pairs);
    *out = (lg_choice_set){.label = n->text, .pairs = pairs};
    for (; pairs && means->key; means++)
        if (!write_plainly(r, means->key, means->value, &pairs[out->count++])) return false;
    return pairs;
}

static bool read_range(const reader *r, const lg_yaml_node *n, lg_condition *out) {
    char low[24];
    const char *dots = strstr(n->text, "..");
    const size_t size = dots ? (size_t)(dots - n->text) : sizeof low;
    out->is_range = true;
    snprintf(low, sizeof low, "%.*s", size < sizeof low ? (int)size : 0, n->text);
    return (dots && lg_text_int(low, &out->low) && lg_text_int(dots + 2, &out->high) && out->low <= out->high) ||
           fail_at(r, n->mark, "%s: '%.64s' is not a range of integers (expected one like 1..3)", n->key, n->text);
}

static bool read_tested(const reader *r, const lg_yaml_node *n, int out[2]) {
    lg_condition range = {0};
    if (!expect_scalar(r, n) || !read_range(r, n, &range)) return false;
    if (range.low < 1 || range.high > LG_LENGTH_MAX)
        return fail_at(r, n->mark, "lengths: expected a range within 1..%d", LG_LENGTH_MAX);
    return out[0] = (int)range.low, out[1] = (int)range.high, true;
}

static bool read_condition(const reader *r, const lg_yaml_node *n, lg_condition *out) {
    char where[4200];
    const char *key = lg_key_full_name(n->key);
    snprintf(where, sizeof where, "%s:%d:%d", r->path, n->key_mark.line, n->key_mark.column);
    if (!lg_key_check(key, where, r->err)) return false;
    if (n->absent || n->kind == LG_YAML_MAP)
        return fail_at(r, n->mark, "%s: expected a value, or a list of values", n->key);
    const lg_option *o = lg_key_option(key);
    *out = (lg_condition){.key = lg_arena_printf(r->arena, "%s", key)};
    if (!out->key) return no_memory(r);
    if (o && o->type == LG_INT && n->kind == LG_YAML_SCALAR && strstr(n->text, "..")) return read_range(r, n, out);
    lg_choice_set *choices = take(r, count_nodes(first_of(n)), sizeof *choices);
    out->choices = choices;
    for (const lg_yaml_node *e = first_of(n); choices && e; e = next_of(n, e))
        if (!read_choice(r, out->key, e, &choices[out->count++])) return false;
    return choices && (out->count > 0 || fail_at(r, n->mark, "%s has no values", n->key));
}

/* The label of an arm, made from the values of its options: "randomized relative". */
static const char *name_arm(const reader *r, const lg_yaml_node *n) {
    const char *label = "";
    for (const lg_yaml_node *e = n->first; e && label; e = e->next)
        for (const lg_yaml_node *v = first_of(e); v && label; v = next_of(e, v))
            label = lg_arena_printf(r->arena, "%s%s%s", label,
                                    *label == '\0'     ? ""
                                    : v == first_of(e) ? " "
                                                       : "/",
                                    v->kind == LG_YAML_SCALAR ? v->text : "");
    if (!label) no_memory(r);
    return label;
}

static bool read_arm(const reader *r, const lg_yaml_node *n, lg_claim_arm *out) {
    if (n->kind != LG_YAML_MAP)
        return fail_at(r, n->mark, "%s: expected options of its runs, like {positions: randomized}",
                       n->key ? n->key : "an arm");
    lg_condition *conditions = take(r, count_nodes(n->first), sizeof *conditions);
    *out = (lg_claim_arm){.label = name_arm(r, n), .conditions = conditions};
    for (const lg_yaml_node *e = n->first; conditions && e; e = e->next)
        if (strcmp(e->key, "lengths") ? !read_condition(r, e, &conditions[out->count++])
                                      : !read_tested(r, e, out->lengths))
            return false;
    return out->label && conditions;
}

static bool read_a(const reader *r, const lg_yaml_node *n) {
    return read_arm(r, n, &r->c->a);
}

static bool read_where(const reader *r, const lg_yaml_node *n) {
    return read_arm(r, n, &r->c->where);
}

/* Reads arm b: options, or the word "chance". */
static bool read_one_b(const reader *r, const lg_yaml_node *n, lg_claim_arm *out) {
    *out = (lg_claim_arm){.label = "chance", .is_chance = n->kind == LG_YAML_SCALAR && !strcmp(n->text, "chance")};
    return out->is_chance || read_arm(r, n, out);
}

static bool read_b(const reader *r, const lg_yaml_node *n) {
    lg_claim_arm *arms = take(r, count_nodes(first_of(n)), sizeof *arms);
    r->c->b = arms;
    for (const lg_yaml_node *e = first_of(n); arms && e; e = next_of(n, e))
        if (!read_one_b(r, e, &arms[r->c->b_count++])) return false;
    return arms && (r->c->b_count > 0 || fail_at(r, n->mark, "b: expected an arm, or a list of arms"));
}

/* ---- pairs ---- */

static bool read_keys(const reader *r, const lg_yaml_node *n, const char *const **out, size_t *count) {
    char where[4200];
    const char **keys = take(r, count_nodes(first_of(n)), sizeof *keys);
    *out = keys;
    for (const lg_yaml_node *e = first_of(n); keys && e; e = next_of(n, e)) {
        if (e->kind != LG_YAML_SCALAR || e->absent)
            return fail_at(r, e->mark, "%s: expected names of options, like [task, encoding, seed]", n->key);
        const char *key = lg_key_full_name(e->text);
        snprintf(where, sizeof where, "%s:%d:%d", r->path, e->mark.line, e->mark.column);
        if (!lg_key_check(key, where, r->err)) return false;
        keys[*count] = lg_arena_printf(r->arena, "%s", key);
        if (!keys[(*count)++]) return no_memory(r);
    }
    return keys;
}

/* Drops the seed from the list, since runs are always paired by seed. */
static bool read_pair(const reader *r, const lg_yaml_node *n) {
    if (!read_keys(r, n, &r->c->pair, &r->c->pair_count)) return false;
    const char **keys = (const char **)r->c->pair;
    size_t kept = 0;
    for (size_t i = 0; i < r->c->pair_count; i++)
        if (strcmp(keys[i], "train.seed")) keys[kept++] = keys[i];
    r->c->pair_count = kept;
    return true;
}

static bool read_best(const reader *r, const lg_yaml_node *n) {
    return read_keys(r, n, &r->c->best, &r->c->best_count);
}

/* ---- the quantity ---- */

static bool read_metric(const reader *r, const lg_yaml_node *n) {
    static const char *const others[] = {"seconds", "steps_per_second", "time_to"};
    const char *names[LG_METRICS + 5] = {"score"};
    lg_claim *c = r->c;
    if (!expect_scalar(r, n)) return false;
    c->metric = LG_METRICS;
    if (!strcmp(n->text, "score") || lg_metric_find(lg_axis_first_name("metric", n->text), &c->metric)) return true;
    for (int i = 0; i < 3; i++)
        if (!strcmp(n->text, others[i])) return c->quantity = (lg_quantity)(LG_QUANTITY_SECONDS + i), true;
    for (size_t i = 0; i < LG_METRICS; i++) names[i + 1] = lg_metrics[i]->name;
    memcpy(&names[LG_METRICS + 1], others, sizeof others);
    return fail_name(r, n->mark, "metric", n->text, names);
}

static bool read_value(const reader *r, const lg_yaml_node *n) {
    return read_text(r, n, &r->c->value);
}

static bool read_rows(const reader *r, const lg_yaml_node *n) {
    if (n->kind != LG_YAML_MAP)
        return fail_at(r, n->mark, "rows: expected members of the rows that count, like {block: 0}");
    for (const lg_yaml_node *e = r->c->rows = n->first; e; e = e->next)
        if (!expect_scalar(r, e)) return false;
    return true;
}

static bool read_lengths(const reader *r, const lg_yaml_node *n) {
    return read_tested(r, n, r->c->lengths);
}

static bool read_reach(const reader *r, const lg_yaml_node *n) {
    return read_number(r, n, &r->c->reach);
}

static bool read_never(const reader *r, const lg_yaml_node *n) {
    return read_number(r, n, &r->c->never);
}

static bool read_study(const reader *r, const lg_yaml_node *n) {
    const char *names[16] = {NULL};
    for (size_t i = 0; i + 1 < sizeof names / sizeof *names && lg_study_name(i); i++) names[i] = lg_study_name(i);
    if (!expect_scalar(r, n)) return false;
    r->c->study = lg_study_find(n->text);
    return r->c->study || fail_name(r, n->mark, "study", n->text, names);
}

static bool read_table(const reader *r, const lg_yaml_node *n) {
    static const char *const tables[] = {"mean", "best", NULL};
    if (!read_text(r, n, &r->c->table)) return false;
    for (int i = 0; tables[i]; i++)
        if (!strcmp(tables[i], n->text)) return true;
    return fail_name(r, n->mark, "table", n->text, tables);
}

static bool read_centred(const reader *r, const lg_yaml_node *n) {
    static const char *const names[] = {"row", "no", NULL};
    if (!expect_scalar(r, n)) return false;
    r->c->centred = !strcmp(n->text, "row");
    return r->c->centred || !strcmp(n->text, "no") || fail_name(r, n->mark, "centring", n->text, names);
}

/* ---- rules ---- */

static bool read_units(const reader *r, const lg_yaml_node *n) {
    static const char *const names[] = {"task", "seed", NULL};
    if (!expect_scalar(r, n)) return false;
    for (int u = 0; names[u]; u++)
        if (!strcmp(names[u], n->text)) return r->c->rule.unit = u == 0 ? LG_UNIT_TASK : LG_UNIT_SEED, true;
    return fail_name(r, n->mark, "unit", n->text, names);
}

static bool read_looks(const reader *r, const lg_yaml_node *n) {
    const size_t most = 10;
    int *looks = take(r, count_nodes(first_of(n)), sizeof *looks);
    lg_verdict_rule *rule = &r->c->rule;
    rule->looks = looks;
    for (const lg_yaml_node *e = first_of(n); looks && e; e = next_of(n, e)) {
        int64_t seeds;
        const int before = rule->look_count > 0 ? looks[rule->look_count - 1] : 0;
        if (e->kind != LG_YAML_SCALAR || !lg_text_int(e->text, &seeds) || seeds <= before || seeds > 1000)
            return fail_at(r, e->mark, "looks: expected ascending numbers of seeds, like [3, 6, 10]");
        looks[rule->look_count++] = (int)seeds;
    }
    return looks && (rule->look_count <= most || fail_at(r, n->mark, "looks: expected at most %zu numbers", most));
}

static bool read_solved(const reader *r, const lg_yaml_node *n) {
    return read_number(r, n, &r->c->rule.solved);
}

static bool read_learned(const reader *r, const lg_yaml_node *n) {
    double *learned = &r->c->rule.learned;
    return read_number(r, n, learned) && (*learned > 0 || fail_at(r, n->mark, "learned: expected a number above 0"));
}

static bool read_margin(const reader *r, const lg_yaml_node *n) {
    double *margin = &r->c->rule.margin;
    return read_number(r, n, margin) && (*margin > 0 || fail_at(r, n->mark, "margin: expected a number above 0"));
}

static bool read_hours(const reader *r, const lg_yaml_node *n) {
    return read_number(r, n, &r->c->hours) &&
           (r->c->hours >= 0 || fail_at(r, n->mark, "hours: expected a number, 0 or more"));
}

typedef struct form {
    const char *start; /* how the text begins, blanks removed; then comes a number, unless the form is bare */
    lg_claim_kind kind;
    bool below, within, bare;
} form;

static const form forms[] = {{"a-b>margin", LG_CLAIM_DIFFERENCE, false, false, true},
                             {"a-b>", LG_CLAIM_DIFFERENCE, false, false, false},
                             {"a-b<", LG_CLAIM_DIFFERENCE, true, false, false},
                             {"a/b>", LG_CLAIM_RATIO, false, false, false},
                             {"a/b<", LG_CLAIM_RATIO, true, false, false},
                             {"correlation>", LG_CLAIM_CORRELATION, false, false, false},
                             {"a=b", LG_CLAIM_DIFFERENCE, false, true, true},
                             {"a>b", LG_CLAIM_DIFFERENCE, false, false, true},
                             {"a<b", LG_CLAIM_DIFFERENCE, true, false, true},
                             {NULL, LG_CLAIM_DIFFERENCE, false, false, false}};

/* Returns NULL if the text has none of the forms. x: the number, unless the form is bare. */
static const form *find_form(const char *text, double *x) {
    char plain[64];
    size_t size = 0;
    for (; *text && size + 1 < sizeof plain; text++)
        if (*text != ' ') plain[size++] = *text;
    plain[size] = '\0';
    for (const form *f = forms; f->start; f++) {
        const size_t start = strlen(f->start);
        if (strncmp(plain, f->start, start)) continue;
        if (f->bare ? plain[start] == '\0' : lg_text_real(plain + start, x)) return f;
    }
    return NULL;
}

static bool read_expect(const reader *r, const lg_yaml_node *n) {
    lg_claim *c = r->c;
    double x = 0;
    if (!read_text(r, n, &c->expect)) return false;
    const form *f = find_form(n->text, &x);
    if (!f)
        return fail_at(
            r, n->mark,
            "expect: '%s' is not known; expected `a - b > 0` (or another number), `a - b < 0`, `a = b` (within "
            "`margin:`), `a / b > 30` or `correlation > 0`",
            n->text);
    c->kind = f->kind, c->below = f->below;
    if (f->within) c->rule.expectation = LG_EXPECT_WITHIN;
    if (f->bare) return true; /* the rule compares with the margin, if any */
    if (c->kind == LG_CLAIM_RATIO && !(x > 0)) return fail_at(r, n->mark, "expect: expected a ratio above 0");
    x = c->kind == LG_CLAIM_RATIO ? log(x) : x;
    c->rule.margin = c->below ? -x : x;
    return true;
}

/* ---- all ---- */

typedef struct part {
    const char *name;
    bool (*read)(const reader *r, const lg_yaml_node *n);
    const char **text; /* used if `read` is NULL */
} part;

/* Reads the entries of a map. what: how error messages call an entry, such as "part of compare". */
static bool read_parts(const reader *r, const lg_yaml_node *n, const part *parts, const char *what) {
    const char *names[24] = {NULL};
    bool is_set[24] = {false};
    for (int i = 0; parts[i].name; i++) names[i] = parts[i].name;
    for (; n; n = n->next) {
        int i = 0;
        while (names[i] && strcmp(names[i], n->key)) i++;
        if (!names[i]) return fail_name(r, n->key_mark, what, n->key, names);
        if (is_set[i]) return fail_at(r, n->key_mark, "%s is set twice", n->key);
        is_set[i] = true;
        if (!(parts[i].read ? parts[i].read(r, n) : read_text(r, n, parts[i].text))) return false;
    }
    return true;
}

static bool read_compare(const reader *r, const lg_yaml_node *n) {
    static const part parts[] = {{"a", read_a, NULL},
                                 {"b", read_b, NULL},
                                 {"pair", read_pair, NULL},
                                 {"metric", read_metric, NULL},
                                 {"value", read_value, NULL},
                                 {"rows", read_rows, NULL},
                                 {"where", read_where, NULL},
                                 {"best", read_best, NULL},
                                 {"lengths", read_lengths, NULL},
                                 {"reach", read_reach, NULL},
                                 {"never", read_never, NULL},
                                 {"published", read_study, NULL},
                                 {"table", read_table, NULL},
                                 {"centred", read_centred, NULL},
                                 {NULL, NULL, NULL}};
    if (n->kind != LG_YAML_MAP)
        return fail_at(r, n->mark, "compare: expected {a: {...}, b: {...}, pair: [task, seed], metric: score}");
    return read_parts(r, n->first, parts, "part of compare");
}

bool lg_claim_waits(const lg_claim *c) {
    return (c->needs || c->hours >= 0) && !c->a.conditions && !c->study;
}

static bool check_whole(const reader *r) {
    const lg_claim *c = r->c;
    const char *wrong = NULL;
    const bool published = c->kind == LG_CLAIM_CORRELATION;
    if (!c->claim)
        wrong = "a claim needs `claim:`, a sentence";
    else if (lg_claim_waits(c))
        return true; /* such a claim is listed, although it cannot be measured yet */
    else if (!c->expect)
        wrong = "a claim needs `expect:`, like a - b > 0";
    else if (published && !c->study)
        wrong = "`expect: correlation` needs compare: {published: STUDY}, like randpe-2023";
    else if (!published && (!c->a.conditions || c->b_count == 0))
        wrong = "a claim needs compare: {a: {...}, b: {...}}";
    else if (!c->sweep && !c->runs)
        wrong = "a claim needs `sweep:`, the name or file of its sweep, or `runs:`, their directory";
    else if (c->rule.expectation == LG_EXPECT_WITHIN && !(c->rule.margin > 0 && c->reason))
        wrong = "`expect: a = b` needs `margin:`, in the unit of the metric, and `reason:`, why differences within it "
                "do not matter";
    else if (c->quantity == LG_QUANTITY_TIME_TO && isnan(c->reach))
        wrong = "`metric: time_to` needs compare: {reach: SCORE}";
    else if (c->value && (c->quantity != LG_QUANTITY_METRIC || c->metric != LG_METRICS))
        wrong = "`value:` takes the place of `metric:`; expected one of them";
    else if (c->rows && !c->value)
        wrong = "`rows:` needs compare: {value: NAME}, a member of the rows of an analysis";
    return !wrong || lg_fail(r->err, LG_USAGE, "%s: %s", r->path, wrong);
}

static bool read_nodes(const reader *r, const lg_yaml_node *first) {
    lg_claim *c = r->c;
    const part parts[] = {{"claim", NULL, &c->claim},    {"source", NULL, &c->source},
                          {"sweep", NULL, &c->sweep},    {"runs", NULL, &c->runs},
                          {"family", NULL, &c->family},  {"note", NULL, &c->note},
                          {"needs", NULL, &c->needs},    {"reason", NULL, &c->reason},
                          {"expect", read_expect, NULL}, {"compare", read_compare, NULL},
                          {"units", read_units, NULL},   {"looks", read_looks, NULL},
                          {"solved", read_solved, NULL}, {"margin", read_margin, NULL},
                          {"hours", read_hours, NULL},   {"learned", read_learned, NULL},
                          {NULL, NULL, NULL}};
    static const char *const task[] = {"data"}, *const cell[] = {"data", "positions", "encoding", "data.scratchpad",
                                                                 "cell", "store"};
    if (!read_parts(r, first, parts, "part of a claim") || !check_whole(r)) return false;
    if (!c->pair && c->study) c->pair = cell, c->pair_count = sizeof cell / sizeof *cell;
    if (!c->pair) c->pair = task, c->pair_count = 1;
    if (!c->table) c->table = "mean";
    if (c->value) c->quantity = LG_QUANTITY_VALUE;
    return true;
}

static const char *name_of(const char *path, lg_arena *arena) {
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path, *dot = strrchr(name, '.');
    return lg_arena_printf(arena, "%.*s", dot ? (int)(dot - name) : (int)strlen(name), name);
}

bool lg_claim_read(const char *path, lg_arena *arena, lg_claim *out, lg_error *err) {
    size_t size;
    lg_yaml_node *first;
    *out = (lg_claim){.path = lg_arena_printf(arena, "%s", path),
                      .name = name_of(path, arena),
                      .rule = {.solved = NAN},
                      .hours = NAN,
                      .metric = LG_METRICS,
                      .reach = NAN,
                      .never = NAN};
    const reader r = {out, out->path, arena, err};
    if (!out->path || !out->name) return no_memory(&r);
    char *text = lg_file_read_user(path, LG_CLAIM_FILE_MAX, &size, err);
    const bool good = text && lg_yaml_tree(text, size, out->path, arena, &first, err) && read_nodes(&r, first);
    free(text);
    return good;
}
