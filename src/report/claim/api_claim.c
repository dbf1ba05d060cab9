/* api_claim.c: implements api/claim.h: finds claims that are decided together, and their runs. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/text.h"
#include "config/context.h"
#include "report/claim/claim.h"
#include "report/claim/claims.h"
#include "sweep/sweep.h"

/* ---- files ---- */

static bool no_memory(const char *what, lg_error *err) {
    return lg_fail(err, LG_FAILED, "out of memory: %s", what);
}

static lg_claim_item *add_item(lg_claims *x, lg_error *err) {
    lg_claim_item *more = lg_arena_grow(x->arena, x->items, x->count, &x->capacity, sizeof *more);
    if (!more) return no_memory("a list of claims", err), NULL;
    x->items = more;
    more[x->count] = (lg_claim_item){.asked = true};
    return &more[x->count++];
}

static bool read_item(lg_claims *x, const char *path, bool asked, lg_error *err) {
    lg_claim_item *item = add_item(x, err);
    if (!item) return false;
    item->asked = asked;
    return lg_claim_read(path, x->arena, &item->claim, err);
}

static bool has_ending(const char *name, const char *ending) {
    const size_t size = strlen(name), end = strlen(ending);
    return size > end && !strcmp(name + size - end, ending);
}

typedef struct listing {
    lg_arena *arena;
    const char **names;
    size_t count, capacity;
} listing;

static bool add_name(void *user, const char *dir, const char *name, lg_error *err) {
    listing *l = user;
    if (!has_ending(name, ".yaml") || *name == '.') return true;
    const char **more = lg_arena_grow(l->arena, l->names, l->count, &l->capacity, sizeof *more);
    const char *path = lg_arena_printf(l->arena, "%s/%s", dir, name);
    if (!more || !path) return no_memory(dir, err);
    l->names = more;
    more[l->count++] = path;
    return true;
}

static int by_text(const void *a, const void *b) {
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static bool list_files(const char *dir, lg_arena *arena, listing *out, lg_error *err) {
    lg_file_kind kind;
    *out = (listing){.arena = arena};
    if (!lg_file_get_kind(dir, &kind, err)) return false;
    if (kind != LG_DIRECTORY)
        return lg_fail(err, LG_USAGE, "%s: there is no such directory (expected one with claim files, like claims)",
                       dir);
    if (!lg_file_each(dir, add_name, out, err)) return false;
    if (out->count > 0) qsort(out->names, out->count, sizeof *out->names, by_text);
    return true;
}

static bool is_known(const lg_claims *x, const char *path) {
    for (size_t i = 0; i < x->count; i++)
        if (!strcmp(x->items[i].claim.path, path)) return true;
    return false;
}

/* True if a file belongs to this family. Files that are not YAML or not claims belong to none. */
static bool is_of_family(const char *path, const char *family, lg_arena *arena) {
    size_t size;
    lg_yaml_node *first = NULL;
    bool claim = false, same = false;
    char *text = lg_file_read(path, LG_CLAIM_FILE_MAX, &size, NULL);
    if (text && lg_yaml_tree(text, size, path, arena, &first, NULL))
        for (const lg_yaml_node *n = first; n; n = n->next) {
            claim |= !strcmp(n->key, "claim");
            same |= !strcmp(n->key, "family") && n->kind == LG_YAML_SCALAR && !strcmp(n->text, family);
        }
    free(text);
    return claim && same;
}

/* Adds the other claims of the same family, which are in the same directory. */
static bool add_family(lg_claims *x, size_t at, lg_error *err) {
    const char *path = x->items[at].claim.path, *family = x->items[at].claim.family, *slash = strrchr(path, '/');
    listing files;
    if (!family) return true;
    const char *dir = slash ? lg_arena_printf(x->arena, "%.*s", (int)(slash - path), path) : ".";
    if (!dir || !list_files(dir, x->arena, &files, err)) return dir ? false : no_memory(path, err);
    for (size_t i = 0; i < files.count; i++) {
        const char *other = slash ? files.names[i] : files.names[i] + strlen("./");
        if (is_known(x, other) || !is_of_family(other, family, x->arena)) continue;
        if (!read_item(x, other, false, err)) return false;
    }
    return true;
}

/* ---- runs ---- */

static bool is_there(const char *path) {
    lg_file_kind kind;
    return path && lg_file_get_kind(path, &kind, NULL) && kind != LG_ABSENT;
}

/* The name in a path, without its ending: "small" for "sweeps/small.yaml". */
static const char *short_name(const char *path, lg_arena *arena) {
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    const size_t size = strlen(name), ending = has_ending(name, ".yaml") ? strlen(".yaml") : 0;
    return lg_arena_printf(arena, "%.*s", (int)(size - ending), name);
}

/* The path of a claim's runs: the first of these that exists, or NULL. SWEEP is the name in `sweep:` of the claim's
 * file.
 * - `runs:` of the claim's file
 * - sweeps/SWEEP, if `trained`
 * - doc/SWEEP/runs.jsonl.xz
 * `runs:` and doc/ are looked up in the current directory, then in the parent of the claim's directory. */
static const char *find_place(const lg_claim *c, bool trained, lg_arena *arena, lg_error *err) {
    const char *slash = strrchr(c->path, '/'), *sweep = c->sweep ? short_name(c->sweep, arena) : NULL;
    const char *up = !slash ? ".." : lg_arena_printf(arena, "%.*s/..", (int)(slash - c->path), c->path);
    if (!up || (c->sweep && !sweep)) return no_memory(c->path, err), NULL;
    const char *const places[] = {c->runs, c->runs ? lg_arena_printf(arena, "%s/%s", up, c->runs) : NULL,
                                  sweep && trained ? lg_arena_printf(arena, "sweeps/%s", sweep) : NULL,
                                  sweep ? lg_arena_printf(arena, "doc/%s/runs.jsonl.xz", sweep) : NULL,
                                  sweep ? lg_arena_printf(arena, "%s/doc/%s/runs.jsonl.xz", up, sweep) : NULL};
    for (size_t i = 0; i < sizeof places / sizeof *places; i++)
        if (is_there(places[i])) return places[i];
    return NULL;
}

/* Reads each path only once. */
static bool read_runs(lg_context *context, lg_claims *x, const char *place, const lg_kept_runs **out, lg_error *err) {
    for (lg_claim_place *p = x->places; p; p = p->next)
        if (!strcmp(p->runs.place, place)) return *out = &p->runs, true;
    lg_claim_place *p = lg_arena_alloc(x->arena, sizeof *p);
    if (!p) return no_memory(place, err);
    if (!lg_kept_runs_read(context, place, x->arena, &p->runs, err)) return false;
    p->next = x->places, x->places = p;
    return *out = &p->runs, true;
}

static bool explain_no_run(lg_claims *x, lg_claim_item *item, const char *place, lg_error *err) {
    const lg_claim *c = &item->claim;
    item->result.runs = place ? place : "";
    item->result.why = place       ? lg_arena_printf(x->arena, "%s holds no finished run", place)
                       : c->runs   ? lg_arena_printf(x->arena, "%s does not exist", c->runs)
                       : !c->sweep ? "it has no runs yet"
                                   : lg_arena_printf(x->arena, "%s has no runs", c->sweep);
    return item->result.why || no_memory(c->path, err);
}

static bool measure_item(lg_context *context, lg_claims *x, lg_claim_item *item, const char *runs, lg_error *err) {
    const lg_kept_runs *read = NULL;
    lg_error words = {0};
    const char *place = runs ? runs : find_place(&item->claim, true, x->arena, err);
    if (err->code != LG_OK) return false;
    if (lg_claim_waits(&item->claim)) place = NULL;
    if (place && !read_runs(context, x, place, &read, &words) && (words.code != LG_USAGE || !is_there(place)))
        return lg_fail_like(err, &words, "%s", words.text);
    if (!read && !explain_no_run(x, item, place, err)) return false;
    if (read) item->result.runs = place;
    if (read && item->claim.value && !lg_kept_values_file(place, x->arena)) {
        item->result.why = lg_arena_printf(x->arena, "%s has no values.jsonl", place);
        if (!item->result.why) return no_memory(place, err);
        read = NULL;
    }
    return lg_claim_measure(&item->claim, read, x->arena, &item->measured, err);
}

/* ---- families ---- */

static bool same_family(const lg_claim *a, const lg_claim *b) {
    return a->family && b->family && !strcmp(a->family, b->family);
}

/* Corrects the p values in the family of claim `first` (Holm); a claim that is not measured has p = 1. */
static bool correct_family(lg_claims *x, size_t first, double *p, size_t *members, lg_error *err) {
    size_t count = 0;
    for (size_t i = 0; i < x->count; i++)
        if (i == first || same_family(&x->items[first].claim, &x->items[i].claim)) {
            const double own = x->items[i].measured.p;
            members[count] = i, p[count++] = isnan(own) ? 1 : own;
        }
    if (!lg_holm(p, count)) return no_memory("a family of claims", err);
    for (size_t i = 0; i < count; i++) {
        x->items[members[i]].corrected = p[i];
        x->items[members[i]].result.in_family = count;
    }
    return true;
}

static bool decide_items(lg_claims *x, lg_error *err) {
    double *p = lg_arena_alloc(x->arena, (x->count + 1) * sizeof *p);
    size_t *members = lg_arena_alloc(x->arena, (x->count + 1) * sizeof *members);
    if (!p || !members) return no_memory("a list of claims", err);
    for (size_t i = 0; i < x->count; i++)
        if (x->items[i].result.in_family == 0 && !correct_family(x, i, p, members, err)) return false;
    for (size_t i = 0; i < x->count; i++) {
        lg_claim_item *item = &x->items[i];
        lg_claim_decide(&item->claim, &item->measured, item->corrected);
        if (!lg_claim_describe(&item->claim, &item->measured, x->arena, &item->result))
            return no_memory(item->claim.path, err);
    }
    return true;
}

static bool measure_all(lg_context *c, lg_claims *x, const char *runs, lg_error *err) {
    const locale_t before = lg_text_enter_plain(); /* the host program's locale must not change number formats */
    bool good = true;
    for (size_t i = 0; i < x->count && good; i++)
        good = lg_stop_go_on(&c->stop, err) && measure_item(c, x, &x->items[i], runs, err);
    good = good && decide_items(x, err);
    lg_text_leave_plain(before);
    return good;
}

/* ---- all ---- */

static lg_claims *new_claims(lg_error *err) {
    lg_arena *arena = lg_arena_new();
    lg_claims *x = arena ? lg_arena_alloc(arena, sizeof *x) : NULL;
    if (x)
        x->arena = arena;
    else
        lg_arena_free(arena), no_memory("a list of claims", err);
    return x;
}

/* Copies the error to the context at the end, since library calls in between overwrite the context's error. */
static lg_status hand_over(lg_context *c, lg_claims *x, bool good, const lg_error *words, lg_claims **out) {
    lg_error *err = lg_context_begin(c);
    *out = good ? x : NULL;
    if (!good) *err = *words, lg_claims_free(x);
    return err->code;
}

lg_status lg_claims_read(lg_context *c, const char *const *files, size_t count, const char *runs, lg_claims **out) {
    lg_error words = {0};
    lg_claims *x = new_claims(&words);
    bool good = x;
    for (size_t i = 0; i < count && good; i++) good = read_item(x, files[i], true, &words);
    for (size_t i = 0; i < count && good; i++) good = add_family(x, i, &words);
    return hand_over(c, x, good && measure_all(c, x, runs, &words), &words, out);
}

lg_status lg_claims_read_all(lg_context *c, const char *dir, const char *runs, lg_claims **out) {
    lg_error words = {0};
    listing files;
    lg_claims *x = new_claims(&words);
    bool good = x && list_files(dir, x->arena, &files, &words);
    for (size_t i = 0; good && i < files.count; i++) good = read_item(x, files.names[i], true, &words);
    return hand_over(c, x, good && measure_all(c, x, runs, &words), &words, out);
}

void lg_claims_free(lg_claims *x) {
    if (x) lg_arena_free(x->arena);
}

size_t lg_claims_count(const lg_claims *x) {
    size_t count = 0;
    for (size_t i = 0; i < x->count; i++) count += x->items[i].asked;
    return count;
}

const lg_claim_result *lg_claims_at(const lg_claims *x, size_t at) {
    for (size_t i = 0; i < x->count; i++)
        if (x->items[i].asked && at-- == 0) return &x->items[i].result;
    return NULL;
}

lg_status lg_claim_sweep(lg_context *c, const char *file, char **sweep, char **dir) {
    lg_error *err = lg_context_begin(c);
    lg_arena *arena = lg_arena_new();
    lg_claim claim;
    *sweep = *dir = NULL;
    if (arena ? lg_claim_read(file, arena, &claim, err) : no_memory(file, err)) {
        const char *name = claim.sweep ? claim.sweep : "", *alone = short_name(name, arena);
        const char *path = alone ? lg_arena_printf(arena, "sweeps/%s", alone) : NULL;
        if (path) *sweep = strdup(name), *dir = strdup(path);
        if (!*sweep || !*dir) no_memory(file, err);
    }
    lg_arena_free(arena);
    return err->code;
}

lg_status lg_claim_restore(lg_context *c, const char *file, lg_sweep *s, size_t *count) {
    lg_error words = {0};
    lg_arena *arena = lg_arena_new();
    lg_claim claim;
    lg_file_kind kind = LG_ABSENT;
    *count = 0;
    if (arena ? lg_claim_read(file, arena, &claim, &words) : no_memory(file, &words)) {
        const char *place = find_place(&claim, false, arena, &words);
        if (place && lg_file_get_kind(place, &kind, &words) && kind == LG_REGULAR)
            lg_kept_runs_restore(place, s->manifest, s->dir, count, &words);
    }
    lg_arena_free(arena);
    lg_error *err = lg_context_begin(c);
    *err = words;
    return err->code;
}
