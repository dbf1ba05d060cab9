/* config_files.c: reads settings from YAML files with their bases, and from presets. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "api/text.h"
#include "base/file.h"
#include "base/quote.h"
#include "config/axes.h"
#include "config/config.h"
#include "config/preset.h"
#include "config/yaml.h"
#include "lengthen/core.h"

#define MAX_FILE  ((size_t)1 << 20) /* bytes of a config file */
#define MAX_BASES 16                /* maximum length of a chain of bases */

/* A file being read, and the file that names it as a base. */
typedef struct chain {
    const char *path;
    bool stored; /* in a run directory, so the user did not name it */
    bool of_run; /* must be the config of a run, not a sweep file; bases may be sweep files */
    dev_t device;
    ino_t inode;
    const struct chain *user;
} chain;

typedef struct source {
    const char *name; /* for error messages */
    lg_origin origin;
    bool stored; /* as in `chain` */
    int layer;
    size_t first; /* index of its first setting */
} source;

static void place(char where[], size_t size, const source *from, lg_yaml_mark at) {
    snprintf(where, size, "%s:%d:%d", from->name, at.line, at.column);
}

/* Checks a value. A stored config may name data that another program registered; the message then explains this. */
static bool check_value(const lg_assignments *s, const source *from, const char *key, const char *value,
                        const char *where, lg_error *err) {
    if (!from->stored || strcmp(key, "data") || lg_value_check(s->custom, key, value, where, NULL))
        return lg_value_check(s->custom, key, value, where, err);
    return lg_fail_keys(err, "data",
                        "%s: data '%.64s' is not registered: the program that trained this run registered it "
                        "(lg_context_register_data); do so before opening the run",
                        where, value);
}

/* Adds one item of a file as a setting. */
static bool take(lg_assignments *s, const source *from, const lg_yaml_item *item, lg_error *err) {
    char where[512], value_where[512];
    place(where, sizeof where, from, item->key_mark);
    place(value_where, sizeof value_where, from, item->value_mark);
    const char *key = lg_key_full_name(item->key);
    if (!lg_key_check(key, where, err)) return false;
    for (size_t i = from->first; i < s->count; i++)
        if (!strcmp(s->rows[i].key, key))
            return lg_fail(err, LG_USAGE, "%s: %s is set twice, first at %s", where, key, s->rows[i].where);
    return check_value(s, from, key, item->value, value_where, err) &&
           lg_assignments_add_to_layer(s, from->layer, key, item->value, from->origin, where, err);
}

static bool is_base(const lg_yaml_item *i) {
    return !strcmp(i->key, "base");
}

static bool take_all(lg_assignments *s, source *from, const lg_yaml_item *items, lg_error *err) {
    from->layer = ++s->layers;
    from->first = s->count;
    for (const lg_yaml_item *i = items; i; i = i->next)
        if (!is_base(i) && !take(s, from, i, err)) return false;
    return true;
}

static bool load(lg_assignments *s, chain c, lg_origin origin, lg_arena *arena, lg_error *err);

static bool is_path(const char *base) {
    const size_t n = strlen(base);
    return strchr(base, '/') || (n > 5 && !strcmp(base + n - 5, ".yaml")) || (n > 4 && !strcmp(base + n - 4, ".yml"));
}

/* Loads one base of the file `c`. A base is a preset or another file; relative paths start at the folder of `c`. */
static bool load_base(lg_assignments *s, const char *base, lg_origin origin, const chain *c, lg_arena *arena,
                      lg_error *err) {
    const char *path;
    if (is_path(base)) {
        const char *slash = strrchr(c->path, '/');
        const int folder = *base == '/' || !slash ? 0 : (int)(slash + 1 - c->path);
        path = lg_arena_printf(arena, "%.*s%s", folder, c->path, base);
    } else {
        path = lg_preset_path(LG_PRESET_RUN, base, arena, err);
        origin = LG_PRESET;
    }
    if (!path) return lg_fail(err, LG_FAILED, "out of memory: the base '%s'", base);
    return load(s, (chain){.path = path, .user = c}, origin, arena, err);
}

/* Loads the bases of a file before its own settings; later bases override earlier ones. */
static bool load_bases(lg_assignments *s, const lg_yaml_item *items, lg_origin origin, const chain *c, lg_arena *arena,
                       lg_error *err) {
    const lg_yaml_item *found = NULL;
    for (const lg_yaml_item *i = items; i; i = i->next) {
        if (!is_base(i)) continue;
        if (found)
            return lg_fail(err, LG_USAGE, "%s:%d:%d: base is set twice; use a list: base: [one, two]", c->path,
                           i->key_mark.line, i->key_mark.column);
        found = i;
    }
    if (!found) return true;
    char *names = lg_arena_printf(arena, "%s", found->value), *rest = names;
    if (!names) return lg_fail(err, LG_FAILED, "out of memory: reading %s", c->path);
    for (char *name; (name = strsep(&rest, ","));) {
        lg_error words = {0};
        if (!load_base(s, name, origin, c, arena, &words))
            return lg_fail_like(err, &words, "%s:%d:%d: base: %s", c->path, found->value_mark.line,
                                found->value_mark.column, words.text);
    }
    return true;
}

/* Rejects a file that is its own base, directly or indirectly. */
static bool check_chain(chain *c, lg_error *err) {
    struct stat about;
    if (stat(c->path, &about) != 0) {
        if (c->stored) return lg_file_fail(err, "read", c->path, errno);
        const int number = errno;
        if (number == ENOENT && lg_is_preset(c->path))
            return lg_fail(err, LG_USAGE, "there is no file %s; it is a preset (use --preset %s)", c->path, c->path);
        return lg_fail(err, LG_USAGE, "cannot read %s: %s", c->path, strerror(number));
    }
    c->device = about.st_dev;
    c->inode = about.st_ino;
    int depth = 1;
    for (const chain *u = c->user; u; u = u->user, depth++)
        if (u->device == c->device && u->inode == c->inode)
            return lg_fail(err, LG_USAGE, "%s is a base of itself", c->path);
    return depth <= MAX_BASES || lg_fail(err, LG_USAGE, "%s: `base:` chain deeper than %d", c->path, MAX_BASES);
}

/* Adds the settings of the file `c`, bases first. */
static bool take_file(lg_assignments *s, const lg_yaml_item *items, lg_origin origin, const chain *c, lg_arena *arena,
                      lg_error *err) {
    source from = {.name = c->path, .origin = origin, .stored = c->stored};
    return load_bases(s, items, origin, c, arena, err) && take_all(s, &from, items, err);
}

/* The parts of a sweep file that hold for all its runs: the item `base` and the contents of `set:`. */
static const lg_yaml_node *shared_by_runs(lg_yaml_node *first) {
    lg_yaml_node *base = NULL, *set = NULL;
    for (lg_yaml_node *n = first; n; n = n->next) {
        if (!strcmp(n->key, "base")) base = n;
        if (!strcmp(n->key, "set") && n->kind == LG_YAML_MAP) set = n->first;
    }
    if (!base) return set;
    base->next = set;
    return base;
}

static bool read_items(const char *text, size_t size, const char *path, lg_arena *arena, lg_yaml_item **out,
                       lg_error *err) {
    lg_yaml_node *first;
    if (lg_preset_kind_of(text) == LG_PRESET_RUN) return lg_yaml_read(text, size, path, arena, out, err);
    return lg_yaml_tree(text, size, path, arena, &first, err) &&
           lg_yaml_flat(shared_by_runs(first), path, arena, out, err);
}

static bool check_run(const char *text, const char *path, lg_error *err) {
    char word[LG_SHELL_WORD];
    return lg_preset_kind_of(text) == LG_PRESET_RUN ||
           lg_fail(err, LG_USAGE,
                   "%s is a sweep file: use lengthen sweep run %s (or base: %s for the options that its runs share)",
                   path, lg_text_shell_word(path, word), path);
}

static bool load(lg_assignments *s, chain c, lg_origin origin, lg_arena *arena, lg_error *err) {
    lg_yaml_item *items;
    size_t size;
    char *text = !check_chain(&c, err) ? NULL
                 : c.stored            ? lg_file_read(c.path, MAX_FILE, &size, err)
                                       : lg_file_read_user(c.path, MAX_FILE, &size, err);
    if (text && c.stored && text[strspn(text, " \n")] == '\0')
        lg_fail(err, LG_CORRUPT, "%s is empty: restore its contents", c.path), free(text), text = NULL;
    const bool good = text && (!c.of_run || check_run(text, c.path, err)) &&
                      read_items(text, size, c.path, arena, &items, err) && take_file(s, items, origin, &c, arena, err);
    free(text);
    return good;
}

static bool load_first(lg_assignments *s, chain c, lg_origin origin, lg_error *err) {
    lg_arena *arena = lg_arena_new();
    if (!arena) return lg_fail(err, LG_FAILED, "out of memory: reading %s", c.path);
    const size_t before = s->count;
    const bool good = lg_assignments_commit(s, before, load(s, c, origin, arena, err));
    lg_arena_free(arena);
    return good;
}

bool lg_assignments_load(lg_assignments *s, const char *path, lg_origin origin, lg_error *err) {
    return load_first(s, (chain){.path = path, .of_run = true}, origin, err);
}

bool lg_assignments_load_saved(lg_assignments *s, const char *path, lg_error *err) {
    const bool good = load_first(s, (chain){.path = path, .stored = true}, LG_FILE, err);
    s->stored = s->count;
    return good;
}

lg_resolved_config *lg_resolve_saved(const char *path, const struct lg_custom_list *custom, lg_error *err) {
    lg_assignments s = {.custom = custom};
    lg_resolved_config *d = lg_assignments_load_saved(&s, path, err) ? lg_assignments_resolve(&s, err) : NULL;
    lg_assignments_clear(&s);
    return d;
}

bool lg_assignments_add_items(lg_assignments *s, const lg_yaml_item *items, const char *path, lg_error *err) {
    chain c = {.path = path};
    lg_arena *arena = lg_arena_new();
    if (!arena) return lg_fail(err, LG_FAILED, "out of memory: reading %s", path);
    const size_t before = s->count;
    const bool good = check_chain(&c, err) && take_file(s, items, LG_FILE, &c, arena, err);
    lg_arena_free(arena);
    return lg_assignments_commit(s, before, good);
}

/* Reads a text without bases. */
static bool read_text(lg_assignments *s, const char *text, size_t size, source from, lg_arena *arena, lg_error *err) {
    const char *name = from.name;
    lg_yaml_item *items;
    const size_t before = s->count;
    bool good = size <= MAX_FILE || lg_fail(err, LG_USAGE, "%s: too large for a config file", name);
    good = good && lg_yaml_read(text, size, name, arena, &items, err);
    for (const lg_yaml_item *i = good ? items : NULL; i; i = i->next)
        if (is_base(i))
            good = lg_fail(err, LG_USAGE, "%s:%d:%d: base is not allowed here", name, i->key_mark.line,
                           i->key_mark.column);
    return lg_assignments_commit(s, before, good && take_all(s, &from, items, err));
}

bool lg_assignments_read(lg_assignments *s, const char *text, size_t size, const char *name, lg_error *err) {
    lg_arena *arena = lg_arena_new();
    if (!arena) return lg_fail(err, LG_FAILED, "out of memory: reading %s", name);
    const bool good = read_text(s, text, size, (source){.name = name, .origin = LG_FILE}, arena, err);
    lg_arena_free(arena);
    return good;
}

bool lg_assignments_add_list(lg_assignments *s, const char *list, lg_origin origin, const char *name, lg_error *err) {
    lg_arena *arena = lg_arena_new();
    const char *text = arena ? lg_arena_printf(arena, "{%s\n}", list) : NULL;
    const bool good = text ? read_text(s, text, strlen(text), (source){.name = name, .origin = origin}, arena, err)
                           : lg_fail(err, LG_FAILED, "out of memory: reading %s", name);
    lg_arena_free(arena);
    return good;
}

bool lg_assignments_load_preset(lg_assignments *s, const char *name, lg_error *err) {
    lg_arena *arena = lg_arena_new();
    if (!arena) return lg_fail(err, LG_FAILED, "out of memory: the preset %s", name);
    const size_t before = s->count;
    const char *path = lg_preset_path(LG_PRESET_RUN, name, arena, err);
    const bool good = lg_assignments_commit(s, before, path && load(s, (chain){.path = path}, LG_PRESET, arena, err));
    lg_arena_free(arena);
    return good;
}
