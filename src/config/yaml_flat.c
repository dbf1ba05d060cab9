/* yaml_flat.c: flattens a YAML tree to the list of dotted keys of a config, and writes single values as YAML. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "api/text.h"
#include "base/text.h"
#include "config/yaml.h"
#include "lengthen/core.h"

typedef struct flattener {
    const char *name;
    lg_arena *arena;
    lg_yaml_item **tail; /* where the next item is linked: the end of the list */
    lg_error *err;
} flattener;

static bool fail_at(const flattener *f, lg_yaml_mark at, const char *words) {
    return lg_fail(f->err, LG_USAGE, "%s:%d:%d: %s", f->name, at.line, at.column, words);
}

static bool no_memory(const flattener *f) {
    return lg_fail(f->err, LG_FAILED, "out of memory: reading %s", f->name);
}

/* The scalars of a list, joined by commas. */
static const char *join(const flattener *f, const lg_yaml_node *list) {
    size_t size = 1;
    for (const lg_yaml_node *n = list->first; n; n = n->next) {
        if (n->kind != LG_YAML_SCALAR) return fail_at(f, n->mark, "a list may contain only single values"), NULL;
        size += strlen(n->text) + 1;
    }
    char *joined = lg_arena_alloc(f->arena, size), *to = joined;
    if (!joined) return no_memory(f), NULL;
    for (const lg_yaml_node *n = list->first; n; n = n->next)
        to += sprintf(to, "%s%s", n == list->first ? "" : ",", n->text);
    return joined;
}

static bool add(flattener *f, const char *key, const lg_yaml_node *n, bool first) {
    if (n->absent && !first)
        return fail_at(f, n->key_mark, "this key has no value (in braces, quote a text that contains a comma)");
    if (n->absent) return fail_at(f, n->key_mark, "this key has no value");
    lg_yaml_item *i = lg_arena_alloc(f->arena, sizeof *i);
    if (!i) return no_memory(f);
    *i = (lg_yaml_item){.key = key, .key_mark = n->key_mark, .value_mark = n->mark};
    i->value = n->kind == LG_YAML_LIST ? join(f, n) : n->text;
    *f->tail = i;
    f->tail = &i->next;
    return i->value;
}

static bool flatten(flattener *f, const char *prefix, const lg_yaml_node *first) {
    for (const lg_yaml_node *n = first; n; n = n->next) {
        const char *key = *prefix == '\0' ? n->key : lg_arena_printf(f->arena, "%s.%s", prefix, n->key);
        if (!key) return no_memory(f);
        if (n->kind == LG_YAML_MAP && !n->first) return fail_at(f, n->key_mark, "this key has no value");
        if (!(n->kind == LG_YAML_MAP ? flatten(f, key, n->first) : add(f, key, n, n == first))) return false;
    }
    return true;
}

bool lg_yaml_flat(const lg_yaml_node *first, const char *name, lg_arena *arena, lg_yaml_item **out, lg_error *err) {
    flattener f = {.name = name, .arena = arena, .tail = out, .err = err};
    *out = NULL;
    return flatten(&f, "", first);
}

bool lg_yaml_read(const char *text, size_t size, const char *name, lg_arena *arena, lg_yaml_item **out, lg_error *err) {
    lg_yaml_node *first;
    *out = NULL;
    return lg_yaml_tree(text, size, name, arena, &first, err) && lg_yaml_flat(first, name, arena, out, err);
}

/* ---- writing ---- */

/* Is this a word that YAML 1.1 or 1.2 parsers do not read as text? */
static bool special(const char *text) {
    static const char *const words[] = {"true", "false", "yes", "no", "on", "off", "y", "n", "null", "~"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (!strcasecmp(text, words[i])) return true;
    return false;
}

/* Can the text be written without quotes? It may contain only letters, digits, and a few characters that have no
 * meaning in YAML. */
static bool plain(const char *text) {
    const bool negative = text[0] == '-' && isdigit((unsigned char)text[1]);
    if (!isalnum((unsigned char)*text) && *text != '/' && *text != '_' && *text != '.' && !negative) return false;
    for (const char *c = text; *c != '\0'; c++)
        if (!(isascii(*c) && isalnum((unsigned char)*c)) && !strchr("_-./+<>,", *c)) return false;
    return !special(text);
}

const char *lg_yaml_scalar(const char *text, lg_arena *arena) {
    if (plain(text)) return text;
    char *quoted = lg_arena_alloc(arena, 4 * strlen(text) + 3), *to = quoted;
    if (!quoted) return NULL;
    *to++ = '"';
    for (const char *c = text; *c != '\0'; c++) {
        const size_t n = lg_text_control(c);
        if (*c == '"' || *c == '\\') *to++ = '\\';
        if (n > 0)
            to += sprintf(to, "\\x%02x", (unsigned char)c[n - 1]), c += n - 1;
        else
            *to++ = *c;
    }
    *to = '"';
    lg_text_utf8(quoted); /* replaces bytes that are not UTF-8, which could not be read back */
    return quoted;
}
