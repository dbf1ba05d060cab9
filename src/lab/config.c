/* config.c: collects settings: single ones, YAML files with their bases, presets, environment variables. What is wrong
 * on its own, whatever else is set, is refused here with the place where it stands; the rest is settled in settle.c. */
#include "lab/config.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/file.h"
#include "lab/axes.h"
#include "lab/preset.h"
#include "lab/yaml.h"

#define LARGEST_FILE  ((size_t)1 << 20) /* bytes of a config file */
#define DEEPEST_BASES 16                /* files that are bases of bases */
#define VARIABLE      "LENGTHEN_"

/* ---- one setting ------------------------------------------------------------------------------------------------ */

void lg_settings_clear(lg_settings *s) {
    for (size_t i = 0; i < s->count; i++) {
        free(s->rows[i].key);
        free(s->rows[i].value);
        free(s->rows[i].where);
    }
    free(s->rows);
    *s = (lg_settings){0};
}

static void drop_after(lg_settings *s, size_t count) {
    while (s->count > count) {
        const lg_set *r = &s->rows[--s->count];
        free(r->key);
        free(r->value);
        free(r->where);
    }
}

const char *lg_key_full(const char *key) {
    const char *of_flag = lg_option_of_flag(key);
    if (of_flag != NULL) return of_flag;
    const size_t length = strlen(key);
    for (const lg_axis_row *a = lg_axes; a->key != NULL; a++) {
        const size_t n = strlen(a->key);
        if (length == n + 5 && strncmp(key, a->key, n) == 0 && strcmp(key + n, ".name") == 0) return a->key;
    }
    return key;
}

static bool grow(lg_settings *s) {
    const size_t room = 2 * s->room + 16;
    lg_set *rows = realloc(s->rows, room * sizeof *rows);
    if (rows == NULL) return false;
    s->rows = rows;
    s->room = room;
    return true;
}

static bool put(lg_settings *s, const char *key, const char *value, const char *where, lg_origin origin, int layer,
                lg_error *err) {
    lg_set r = {strdup(lg_key_full(key)), strdup(value), strdup(where), origin, layer};
    if (r.key != NULL && r.value != NULL && r.where != NULL && (s->count < s->room || grow(s))) {
        s->rows[s->count++] = r;
        return true;
    }
    free(r.key);
    free(r.value);
    free(r.where);
    return lg_fail(err, LG_FAILED, "no memory for the setting %s", key);
}

bool lg_settings_put(lg_settings *s, const char *key, const char *value, lg_origin origin, const char *where,
                     lg_error *err) {
    return put(s, key, value, where == NULL ? "" : where, origin, 0, err);
}

bool lg_settings_override(lg_settings *s, const char *key, const char *value, lg_error *err) {
    return put(s, key, value, "", LG_FLAG, ++s->layers, err);
}

bool lg_settings_copy(lg_settings *to, const lg_settings *from, lg_error *err) {
    for (size_t i = 0; i < from->count; i++) {
        const lg_set *r = &from->rows[i];
        if (!put(to, r->key, r->value, r->where, r->origin, r->layer, err)) return false;
    }
    to->layers = from->layers;
    return true;
}

/* ---- is it right on its own? --------------------------------------------------------------------------------------
 */

typedef struct lookup {
    const char *key, *value;
    const lg_option *first; /* the first option of that name */
    bool fits;              /* some option of that name takes the value */
    const char **names;     /* all names that there are, for suggestions */
    size_t count, room;
    const char *tail; /* a name that ends in ".key" */
} lookup;

static bool find_option(void *user, const lg_option *o, const lg_axis_row *axis, const lg_entry *entry) {
    lookup *l = user;
    (void)axis, (void)entry;
    if (strcmp(o->name, l->key) != 0) return true;
    if (l->first == NULL) l->first = o;
    l->fits = l->value == NULL || lg_option_check(o, l->value, NULL);
    return !l->fits;
}

static bool gather(void *user, const lg_option *o, const lg_axis_row *axis, const lg_entry *entry) {
    lookup *l = user;
    (void)axis, (void)entry;
    const char *dot = strrchr(o->name, '.');
    if (dot != NULL && strcmp(dot + 1, l->key) == 0 && l->tail == NULL) l->tail = o->name;
    if (l->count == l->room) {
        const char **names = realloc(l->names, (2 * l->room + 64) * sizeof *names);
        if (names == NULL) return false;
        l->names = names;
        l->room = 2 * l->room + 64;
    }
    l->names[l->count++] = o->name;
    return true;
}

/* The known key that was meant, or NULL. */
static const char *meant(const char *key) {
    const char *of_flag = lg_option_of_flag(key);
    if (of_flag != NULL) return of_flag;
    lookup l = {.key = key};
    lg_options_walk(gather, &l);
    const char *name = l.tail != NULL ? l.tail : lg_nearest(key, l.names, l.count);
    free(l.names);
    return name;
}

static const char *colon(const char *where) {
    return *where == '\0' ? "" : ": ";
}

bool lg_key_check(const char *key, const char *where, lg_error *err) {
    lookup l = {.key = key};
    lg_options_walk(find_option, &l);
    if (l.first != NULL) return true;
    const char *suggestion = meant(key);
    if (suggestion == NULL) return lg_fail(err, LG_USAGE, "%s%sthere is no setting '%.64s'", where, colon(where), key);
    return lg_fail(err, LG_USAGE, "%s%sthere is no setting '%.64s'; did you mean '%s'?", where, colon(where), key,
                   suggestion);
}

/* All names on an axis, for an error text. */
static void entry_names(const lg_axis_row *axis, char *text, size_t size) {
    size_t at = 0;
    for (const lg_entry *const *e = axis->entries; *e != NULL && at < size; e++)
        at += (size_t)snprintf(text + at, size - at, "%s%s", at > 0 ? ", " : "", (*e)->name);
}

/* The entry that was meant: one that begins like it, or is spelt almost like it. NULL if there is none. */
static const char *meant_entry(const lg_axis_row *axis, const char *name) {
    const char *names[128];
    size_t count = 0;
    for (const lg_entry *const *e = axis->entries; *e != NULL && count < 128; e++) names[count++] = (*e)->name;
    for (size_t i = 0; i < count && *name != '\0'; i++)
        if (strncmp(names[i], name, strlen(name)) == 0) return names[i];
    return lg_nearest(name, names, count);
}

static bool entry_check(const lg_axis_row *axis, const char *name, const char *where, lg_error *err) {
    if (lg_axis_entry(axis, name) != NULL) return true;
    const char *suggestion = meant_entry(axis, name);
    char words[700];
    if (suggestion != NULL)
        snprintf(words, sizeof words, "did you mean '%s'?", suggestion);
    else
        snprintf(words, sizeof words, "there are: "), entry_names(axis, words + 11, sizeof words - 11);
    return lg_fail(err, LG_USAGE, "%s%sthere is no %s '%.64s'; %s", where, colon(where), axis->key, name, words);
}

bool lg_value_check(const char *key, const char *value, const char *where, lg_error *err) {
    const lg_axis_row *axis = lg_axis_find(key);
    if (axis != NULL) return entry_check(axis, value, where, err);
    lookup l = {.key = key, .value = value};
    lg_options_walk(find_option, &l);
    if (l.fits || l.first == NULL) return true;
    lg_error words = {0};
    lg_option_check(l.first, value, &words);
    return lg_fail(err, words.code, "%s%s%s", where, colon(where), words.text);
}

/* ---- files ----------------------------------------------------------------------------------------------------------
 */

/* A file that is being read, and the one whose base it is. */
typedef struct chain {
    const char *path;
    dev_t device;
    ino_t inode;
    const struct chain *user;
} chain;

typedef struct source {
    const char *name; /* in error texts */
    lg_origin origin;
    int layer;
    size_t first; /* its settings start here */
} source;

static void place(char where[], size_t size, const source *from, lg_yaml_mark at) {
    snprintf(where, size, "%s:%d:%d", from->name, at.line, at.column);
}

/* One item of a file becomes a setting. */
static bool take(lg_settings *s, const source *from, const lg_yaml_item *item, lg_error *err) {
    char where[512], value_where[512];
    place(where, sizeof where, from, item->key_mark);
    place(value_where, sizeof value_where, from, item->value_mark);
    const lg_axis_row *axis = lg_axis_find(item->key);
    const char *key = axis == NULL && lg_option_of_flag(item->key) != NULL ? item->key : lg_key_full(item->key);
    if (!lg_key_check(key, where, err)) return false;
    for (size_t i = from->first; i < s->count; i++)
        if (strcmp(s->rows[i].key, key) == 0)
            return lg_fail(err, LG_USAGE, "%s: %s is set twice, first at %s", where, key, s->rows[i].where);
    return lg_value_check(key, item->value, value_where, err) &&
           put(s, key, item->value, where, from->origin, from->layer, err);
}

static bool is_base(const lg_yaml_item *i) {
    return strcmp(i->key, "base") == 0;
}

static bool take_all(lg_settings *s, source *from, const lg_yaml_item *items, lg_error *err) {
    from->layer = ++s->layers;
    from->first = s->count;
    for (const lg_yaml_item *i = items; i != NULL; i = i->next)
        if (!is_base(i) && !take(s, from, i, err)) return false;
    return true;
}

/* Reads a whole file; to be freed. A path that cannot be read is the user's mistake, a lack of memory is not. */
static char *slurp(const char *path, size_t *size, lg_error *err) {
    lg_error words = {0};
    char *text = lg_file_read(path, LARGEST_FILE, size, &words);
    if (text == NULL) lg_fail(err, errno == ENOMEM ? LG_FAILED : LG_USAGE, "%s", words.text);
    return text;
}

static bool load(lg_settings *s, const char *path, lg_origin origin, const chain *user, lg_arena *arena, lg_error *err);

static bool is_path(const char *base) {
    const size_t n = strlen(base);
    return strchr(base, '/') != NULL || (n > 5 && strcmp(base + n - 5, ".yaml") == 0) ||
           (n > 4 && strcmp(base + n - 4, ".yml") == 0);
}

/* One base of the file `c`: another file, relative to it, or a preset. */
static bool load_base(lg_settings *s, const char *base, lg_origin origin, const chain *c, lg_arena *arena,
                      lg_error *err) {
    const char *path;
    if (is_path(base)) {
        const char *slash = strrchr(c->path, '/');
        const int folder = *base == '/' || slash == NULL ? 0 : (int)(slash + 1 - c->path);
        path = lg_arena_text(arena, "%.*s%s", folder, c->path, base);
    } else {
        path = lg_preset_path(base, arena, err);
        origin = LG_PRESET;
    }
    if (path == NULL) return lg_fail(err, LG_FAILED, "no memory for the base '%s'", base);
    return load(s, path, origin, c, arena, err);
}

/* The bases of a file, before its own settings; a later base overrides an earlier one. */
static bool load_bases(lg_settings *s, const lg_yaml_item *items, lg_origin origin, const chain *c, lg_arena *arena,
                       lg_error *err) {
    const lg_yaml_item *found = NULL;
    for (const lg_yaml_item *i = items; i != NULL; i = i->next) {
        if (!is_base(i)) continue;
        if (found != NULL)
            return lg_fail(err, LG_USAGE, "%s:%d:%d: base is set twice; a list takes several: base: [one, two]",
                           c->path, i->key_mark.line, i->key_mark.column);
        found = i;
    }
    if (found == NULL) return true;
    char *names = lg_arena_text(arena, "%s", found->value), *rest = names;
    if (names == NULL) return lg_fail(err, LG_FAILED, "%s: no memory to read it", c->path);
    for (char *name; (name = strsep(&rest, ",")) != NULL;) {
        lg_error words = {0};
        if (!load_base(s, name, origin, c, arena, &words))
            return lg_fail(err, words.code, "%s:%d:%d: base: %s", c->path, found->value_mark.line,
                           found->value_mark.column, words.text);
    }
    return true;
}

/* A file cannot be its own base, not even in a roundabout way. */
static bool no_cycle(chain *c, lg_error *err) {
    struct stat about;
    if (stat(c->path, &about) != 0) return true; /* reading it will fail, with words */
    c->device = about.st_dev;
    c->inode = about.st_ino;
    int depth = 1;
    for (const chain *u = c->user; u != NULL; u = u->user, depth++)
        if (u->device == c->device && u->inode == c->inode)
            return lg_fail(err, LG_USAGE, "%s is a base of itself", c->path);
    return depth <= DEEPEST_BASES || lg_fail(err, LG_USAGE, "%s: too many bases of bases", c->path);
}

static bool load(lg_settings *s, const char *path, lg_origin origin, const chain *user, lg_arena *arena,
                 lg_error *err) {
    chain c = {.path = path, .user = user};
    source from = {.name = path, .origin = origin};
    lg_yaml_item *items;
    size_t size;
    char *text = no_cycle(&c, err) ? slurp(path, &size, err) : NULL;
    const bool good = text != NULL && lg_yaml_read(text, size, path, arena, &items, err) &&
                      load_bases(s, items, origin, &c, arena, err) && take_all(s, &from, items, err);
    free(text);
    return good;
}

/* Everything or nothing. */
static bool keep(lg_settings *s, size_t before, bool good) {
    if (!good) drop_after(s, before);
    return good;
}

bool lg_settings_load(lg_settings *s, const char *path, lg_origin origin, lg_error *err) {
    lg_arena *arena = lg_arena_new();
    if (arena == NULL) return lg_fail(err, LG_FAILED, "%s: no memory to read it", path);
    const size_t before = s->count;
    const bool good = keep(s, before, load(s, path, origin, NULL, arena, err));
    lg_arena_free(arena);
    return good;
}

bool lg_settings_read(lg_settings *s, const char *text, size_t size, const char *name, lg_error *err) {
    lg_arena *arena = lg_arena_new();
    if (arena == NULL) return lg_fail(err, LG_FAILED, "%s: no memory to read it", name);
    source from = {.name = name, .origin = LG_FILE};
    lg_yaml_item *items;
    const size_t before = s->count;
    bool good = size <= LARGEST_FILE || lg_fail(err, LG_USAGE, "%s: too large for a config file", name);
    good = good && lg_yaml_read(text, size, name, arena, &items, err);
    for (const lg_yaml_item *i = good ? items : NULL; i != NULL; i = i->next)
        if (is_base(i))
            good =
                lg_fail(err, LG_USAGE, "%s:%d:%d: there is no base here", name, i->key_mark.line, i->key_mark.column);
    good = keep(s, before, good && take_all(s, &from, items, err));
    lg_arena_free(arena);
    return good;
}

bool lg_settings_preset(lg_settings *s, const char *name, lg_error *err) {
    lg_arena *arena = lg_arena_new();
    if (arena == NULL) return lg_fail(err, LG_FAILED, "no memory to look for the preset %s", name);
    const size_t before = s->count;
    const char *path = lg_preset_path(name, arena, err);
    const bool good = keep(s, before, path != NULL && load(s, path, LG_PRESET, NULL, arena, err));
    lg_arena_free(arena);
    return good;
}

/* ---- environment
 * ------------------------------------------------------------------------------------------------------ */

/* LENGTHEN_TRAIN_LR is the variable of train.lr: its name after the prefix. */
static const char *variable_of(const char *key, lg_arena *arena) {
    char *name = lg_arena_text(arena, "%s", key);
    for (char *c = name; c != NULL && *c != '\0'; c++) *c = *c == '.' ? '_' : (char)toupper((unsigned char)*c);
    return name;
}

/* Variables that are no settings. */
static bool reserved(const char *name) {
    return strcmp(name, "LENGTHEN_KERNELS") == 0 || strcmp(name, "LENGTHEN_PRESETS") == 0;
}

/* The variable that was meant: of a short name (STEPS), of the last part of a name (LOG_EVERY), or one that is spelt
 * almost like it. NULL if there is none. */
static const char *meant_variable(const char *name, const lookup *all, const char *const *variables, lg_arena *arena) {
    char *flag = lg_arena_text(arena, "%s", name);
    for (char *c = flag; c != NULL && *c != '\0'; c++) *c = (char)tolower((unsigned char)*c);
    const char *of_flag = flag == NULL ? NULL : lg_option_of_flag(flag);
    for (size_t i = 0; i < all->count; i++) {
        const char *key = all->names[i], *dot = strrchr(key, '.');
        const bool last_part = dot != NULL && strcmp(variables[i] + (dot + 1 - key), name) == 0;
        if (of_flag != NULL ? strcmp(key, of_flag) == 0 : last_part) return variables[i];
    }
    return lg_nearest(name, variables, all->count);
}

/* Puts NAME=value in as the setting that it is the variable of. */
static bool take_variable(lg_settings *s, const char *text, const lookup *all, const char *const *variables,
                          lg_arena *arena, lg_error *err) {
    const char *name = lg_arena_text(arena, "%.*s", (int)strcspn(text, "="), text);
    if (name == NULL) return lg_fail(err, LG_FAILED, "no memory for the environment");
    const char *value = text + strlen(name) + (text[strlen(name)] == '=');
    if (reserved(name)) return true;
    for (size_t i = 0; i < all->count; i++)
        if (strcmp(variables[i], name + strlen(VARIABLE)) == 0)
            return lg_value_check(all->names[i], value, name, err) &&
                   put(s, all->names[i], value, name, LG_ENVIRONMENT, 0, err);
    const char *other = meant_variable(name + strlen(VARIABLE), all, variables, arena);
    if (other == NULL) return lg_fail(err, LG_USAGE, "%s: there is no setting of that name", name);
    return lg_fail(err, LG_USAGE, "%s: there is no setting of that name; did you mean " VARIABLE "%s?", name, other);
}

static bool take_variables(lg_settings *s, char *const *list, const lookup *all, lg_arena *arena, lg_error *err) {
    const char **variables = lg_arena_take(arena, (all->count + 1) * sizeof *variables);
    for (size_t i = 0; variables != NULL && i < all->count; i++)
        if ((variables[i] = variable_of(all->names[i], arena)) == NULL) variables = NULL;
    if (variables == NULL) return lg_fail(err, LG_FAILED, "no memory for the environment");
    for (char *const *v = list; v != NULL && *v != NULL; v++)
        if (strncmp(*v, VARIABLE, strlen(VARIABLE)) == 0 && !take_variable(s, *v, all, variables, arena, err))
            return false;
    return true;
}

bool lg_settings_environment(lg_settings *s, char *const *variables, lg_error *err) {
    lg_arena *arena = lg_arena_new();
    if (arena == NULL) return lg_fail(err, LG_FAILED, "no memory for the environment");
    lookup all = {.key = ""};
    lg_options_walk(gather, &all);
    const size_t before = s->count;
    const bool good = keep(s, before, take_variables(s, variables, &all, arena, err));
    free(all.names);
    lg_arena_free(arena);
    return good;
}
