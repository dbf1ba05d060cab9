/* yaml.c: walks the events of libfyaml's parser. Events rather than documents, because every event carries its line and
 * column, and because nothing is expanded: a config file cannot grow in memory beyond its own size. */
#include "lab/yaml.h"

#include <ctype.h>
#include <errno.h>
#include <jansson.h>
#include <libfyaml.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/mman.h>

#define DEEPEST 8 /* maps in maps; our keys have two or three parts */

typedef struct reader {
    const char *name;
    struct fy_diag *diag;
    struct fy_parser *parser;
    struct fy_event *event; /* the one being looked at */
    lg_yaml_mark mark;      /* where it starts; where the last one with a mark did, if it has none */
    lg_arena *arena;
    lg_yaml_item **tail; /* where the next item goes */
    lg_error *err;
} reader;

static bool fail_at(reader *r, lg_yaml_mark at, const char *words) {
    return lg_fail(r->err, LG_USAGE, "%s:%d:%d: %s", r->name, at.line, at.column, words);
}

static bool no_memory(reader *r) {
    return lg_fail(r->err, LG_FAILED, "%s: no memory to read it", r->name);
}

/* The parser's own words about what it could not read. It has none for an allocation that failed. */
static bool syntax_error(reader *r) {
    void *at = NULL;
    if (errno == ENOMEM) return no_memory(r);
    const struct fy_diag_error *e = fy_diag_errors_iterate(r->diag, &at);
    if (e == NULL || e->msg == NULL) return lg_fail(r->err, LG_USAGE, "%s: this is not YAML", r->name);
    return lg_fail(r->err, LG_USAGE, "%s:%d:%d: this is not YAML: %s", r->name, e->line, e->column, e->msg);
}

static bool next(reader *r) {
    fy_parser_event_free(r->parser, r->event);
    errno = 0;
    r->event = fy_parser_parse(r->parser);
    if (r->event == NULL) return syntax_error(r);
    const struct fy_mark *m = fy_event_start_mark(r->event);
    if (m != NULL) r->mark = (lg_yaml_mark){m->line + 1, m->column + 1};
    return true;
}

static enum fy_event_type seen(const reader *r) {
    return r->event->type;
}

/* Appends the text of a scalar to a stream, piece by piece: libfyaml 0.7's fy_token_get_text leaks memory for every
 * scalar with many escapes. */
static bool copy_text(struct fy_token *token, FILE *to) {
    int failed = 0;
    const struct fy_iter_chunk *piece = NULL;
    struct fy_token_iter *i = fy_token_iter_create(token);
    if (i == NULL) return false;
    while ((piece = fy_token_iter_chunk_next(i, piece, &failed)) != NULL) fwrite(piece->str, 1, piece->len, to);
    fy_token_iter_destroy(i);
    return failed == 0;
}

/* The text of the scalar being looked at. A NUL inside would end it early and hide the rest: refused. */
static const char *scalar(reader *r) {
    struct fy_token *token = r->event->scalar.value;
    char *text = NULL;
    size_t length = 0;
    FILE *f = open_memstream(&text, &length);
    bool good = f != NULL && (token == NULL || copy_text(token, f));
    if (f != NULL) good = fclose(f) == 0 && good;
    const char *copy = good ? lg_arena_text(r->arena, "%s", text) : NULL;
    if (copy == NULL) {
        no_memory(r);
    } else if (strlen(text) != length) {
        copy = NULL;
        fail_at(r, r->mark, "a zero byte does not belong into a value");
    }
    free(text);
    return copy;
}

static bool add(reader *r, const lg_yaml_item *item) {
    if (*item->value == '\0' && item->value_mark.line == 0) return fail_at(r, item->key_mark, "this key has no value");
    lg_yaml_item *i = lg_arena_take(r->arena, sizeof *i);
    if (i == NULL) return no_memory(r);
    *i = *item;
    *r->tail = i;
    r->tail = &i->next;
    return true;
}

/* The scalars of a list, joined by commas. */
static const char *list(reader *r) {
    char *joined = NULL;
    size_t length = 0;
    FILE *f = open_memstream(&joined, &length);
    bool good = f != NULL || no_memory(r);
    for (bool first = true; good && next(r) && seen(r) != FYET_SEQUENCE_END; first = false) {
        const char *text = NULL;
        good = seen(r) == FYET_SCALAR || fail_at(r, r->mark, "a list may hold single values only");
        good = good && (text = scalar(r)) != NULL;
        if (good) fprintf(f, "%s%s", first ? "" : ",", text);
    }
    if (f != NULL && fclose(f) != 0) good = no_memory(r);
    const char *copy = good && r->event != NULL ? lg_arena_text(r->arena, "%s", joined) : NULL;
    if (good && r->event != NULL && copy == NULL) no_memory(r);
    free(joined);
    return copy;
}

static bool map(reader *r, const char *prefix, int depth);

/* The value of item->key, which is the event being looked at. */
static bool value(reader *r, lg_yaml_item *item, int depth) {
    item->value_mark = r->mark;
    switch (seen(r)) {
    case FYET_SCALAR:
        if (r->event->scalar.value == NULL || fy_event_start_mark(r->event) == NULL) item->value_mark.line = 0;
        item->value = scalar(r);
        return item->value != NULL && add(r, item);
    case FYET_SEQUENCE_START: item->value = list(r); return item->value != NULL && add(r, item);
    case FYET_MAPPING_START: return map(r, item->key, depth + 1);
    case FYET_ALIAS: return fail_at(r, r->mark, "aliases are not read here; write the value out");
    default: return fail_at(r, r->mark, "expected a value");
    }
}

/* The pairs of a map, up to its end. */
static bool map(reader *r, const char *prefix, int depth) {
    if (depth > DEEPEST) return fail_at(r, r->mark, "keys are nested too deeply");
    while (next(r)) {
        if (seen(r) == FYET_MAPPING_END) return true;
        lg_yaml_item item = {.key_mark = r->mark};
        if (seen(r) != FYET_SCALAR) return fail_at(r, r->mark, "a key must be a word");
        const char *word = scalar(r);
        if (word == NULL) return false;
        if (*word == '\0') return fail_at(r, r->mark, "a key must be a word, this one is empty");
        item.key = *prefix == '\0' ? word : lg_arena_text(r->arena, "%s.%s", prefix, word);
        if (item.key == NULL) return no_memory(r);
        if (!next(r) || !value(r, &item, depth)) return false;
    }
    return false;
}

/* The text: nothing, or one document that is a map or empty. */
static bool document(reader *r) {
    if (!next(r) || !next(r)) return false; /* the stream starts; then a document, or the end */
    if (seen(r) == FYET_STREAM_END) return true;
    if (!next(r)) return false;
    if (seen(r) == FYET_MAPPING_START) {
        if (!map(r, "", 1)) return false;
    } else if (seen(r) != FYET_SCALAR || fy_event_start_mark(r->event) != NULL) {
        return fail_at(r, r->mark, "expected `key: value` lines");
    }
    if (!next(r) || !next(r)) return false; /* the document ends; then the stream */
    return seen(r) == FYET_STREAM_END || fail_at(r, r->mark, "a config is one document; a second one starts here");
}

/* The parser takes a byte that is no text for the end of the file and would hide what follows, so they are looked for
 * here. Jansson makes no string of what is not UTF-8. */
static bool is_text(const char *text, size_t size) {
    json_t *string = json_stringn(text, size);
    json_decref(string);
    for (size_t i = 0; i < size; i++)
        if ((unsigned char)text[i] < 0x20 && strchr("\t\n\r", text[i]) == NULL) return false;
    return string != NULL && memchr(text, '\0', size) == NULL;
}

static struct fy_diag *diag_new(void) {
    struct fy_diag_cfg cfg;
    fy_diag_cfg_default(&cfg);
    cfg.fp = NULL; /* nothing is printed: errors are collected */
    struct fy_diag *diag = fy_diag_create(&cfg);
    if (diag != NULL) fy_diag_set_collect_errors(diag, true);
    return diag;
}

/* The parser takes a failed allocation for bad YAML, or falls over it, so see first that none will fail. Of its own it
 * needs up to 50 KB, and for each byte of the text up to 360 (nothing but opening brackets); and the C library asks for
 * a megabyte at a time. */
static bool enough_memory(size_t size) {
    const size_t room = ((size_t)2 << 20) + 512 * size;
    void *all = mmap(NULL, room, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return all != MAP_FAILED && munmap(all, room) == 0;
}

bool lg_yaml_read(const char *text, size_t size, const char *name, lg_arena *arena, lg_yaml_item **out, lg_error *err) {
    reader r = {.name = name, .mark = {1, 1}, .arena = arena, .tail = out, .err = err};
    *out = NULL;
    if (!enough_memory(size)) return no_memory(&r);
    if (!is_text(text, size)) return lg_fail(err, LG_USAGE, "%s: this is not a text file", name);
    r.diag = diag_new();
    const struct fy_parse_cfg cfg = {.flags = FYPCF_DEFAULT_VERSION_1_2 | FYPCF_COLLECT_DIAG, .diag = r.diag};
    r.parser = r.diag == NULL ? NULL : fy_parser_create(&cfg);
    bool good = r.parser != NULL && fy_parser_set_string(r.parser, text, size) == 0;
    good = good ? document(&r) : no_memory(&r);
    if (r.parser != NULL) {
        fy_parser_event_free(r.parser, r.event);
        fy_parser_destroy(r.parser);
    }
    fy_diag_destroy(r.diag);
    return good;
}

/* ---- writing ---- */

/* Words that YAML 1.1 or 1.2 readers take for something other than text. */
static bool special(const char *text) {
    static const char *const words[] = {"true", "false", "yes", "no", "on", "off", "y", "n", "null", "~"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strcasecmp(text, words[i]) == 0) return true;
    return false;
}

/* May it stand without quotes? Letters, digits and a few signs that mean nothing to YAML, whatever comes before. */
static bool plain(const char *text) {
    const bool negative = text[0] == '-' && isdigit((unsigned char)text[1]);
    if (!isalnum((unsigned char)*text) && *text != '/' && *text != '_' && *text != '.' && !negative) return false;
    for (const char *c = text; *c != '\0'; c++)
        if (!isalnum((unsigned char)*c) && strchr("_-./+<>,", *c) == NULL) return false;
    return !special(text);
}

const char *lg_yaml_scalar(const char *text, lg_arena *arena) {
    if (plain(text)) return text;
    char *quoted = lg_arena_take(arena, 4 * strlen(text) + 3), *to = quoted;
    if (quoted == NULL) return NULL;
    *to++ = '"';
    for (const char *c = text; *c != '\0'; c++) {
        if (*c == '"' || *c == '\\') *to++ = '\\';
        if ((unsigned char)*c < 0x20 || *c == 0x7f)
            to += sprintf(to, "\\x%02x", (unsigned char)*c);
        else
            *to++ = *c;
    }
    *to = '"';
    return quoted;
}
