/* yaml.c: parses YAML with libfyaml's events. Events are used rather than documents, because events have lines and
 * columns. They also do not expand aliases, so memory use stays proportional to the size of the file. */
#include "config/yaml.h"

#include <errno.h>
#include <jansson.h>
#include <libfyaml.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "base/text_buffer.h"

#define DEEPEST 8 /* maximum nesting of maps and lists; config keys have two or three parts */

typedef struct reader {
    const char *name;
    struct fy_diag *diag;
    struct fy_parser *parser;
    struct fy_event *event; /* the current event */
    lg_yaml_mark mark;      /* its start; for an event without a mark, the start of the last event with one */
    lg_arena *arena;
    lg_error *err;
} reader;

static bool fail_at(reader *r, lg_yaml_mark at, const char *words) {
    return lg_fail(r->err, LG_USAGE, "%s:%d:%d: %s", r->name, at.line, at.column, words);
}

static bool no_memory(reader *r) {
    return lg_fail(r->err, LG_FAILED, "out of memory: reading %s", r->name);
}

/* Fails with the parser's message. The parser has no message if memory runs out. */
static bool syntax_error(reader *r) {
    void *at = NULL;
    if (errno == ENOMEM) return no_memory(r);
    const struct fy_diag_error *e = fy_diag_errors_iterate(r->diag, &at);
    if (!e || !e->msg) return lg_fail(r->err, LG_USAGE, "%s: this is not YAML", r->name);
    return lg_fail(r->err, LG_USAGE,
                   "%s:%d:%d: this is not YAML (expected lines such as `train.lr: 0.001`, indented "
                   "with spaces, not tabs): %s",
                   r->name, e->line, e->column, e->msg);
}

static bool next(reader *r) {
    fy_parser_event_free(r->parser, r->event);
    errno = 0;
    r->event = fy_parser_parse(r->parser);
    if (!r->event) return syntax_error(r);
    const struct fy_mark *m = fy_event_start_mark(r->event);
    if (m) r->mark = (lg_yaml_mark){m->line + 1, m->column + 1};
    return true;
}

static enum fy_event_type seen(const reader *r) {
    return r->event->type;
}

/* Appends the text of a scalar to a stream, piece by piece. This avoids fy_token_get_text, which in libfyaml 0.7 leaks
 * memory for every scalar with many escapes. */
static bool copy_text(struct fy_token *token, FILE *to) {
    int failed = 0;
    const struct fy_iter_chunk *piece = NULL;
    struct fy_token_iter *i = fy_token_iter_create(token);
    if (!i) return false;
    while ((piece = fy_token_iter_chunk_next(i, piece, &failed))) fwrite(piece->str, 1, piece->len, to);
    fy_token_iter_destroy(i);
    return failed == 0;
}

/* The text of the current scalar. A NUL byte in it is refused, because it would hide the rest of the text. */
static const char *scalar(reader *r) {
    struct fy_token *token = r->event->scalar.value;
    lg_text_buffer s;
    const bool copied = lg_text_buffer_open(&s) && (!token || copy_text(token, s.to));
    const bool good = lg_text_buffer_close(&s) && copied;
    const char *copy = good ? lg_arena_printf(r->arena, "%s", s.text) : NULL;
    if (!copy) {
        no_memory(r);
    } else if (strlen(s.text) != s.size) {
        copy = NULL;
        fail_at(r, r->mark, "a value cannot contain a zero byte");
    }
    free(s.text);
    return copy;
}

/* Tags are refused: the option determines the type of a value. */
static bool is_tagged(const struct fy_event *e) {
    switch (e->type) {
    case FYET_SCALAR: return e->scalar.tag;
    case FYET_SEQUENCE_START: return e->sequence_start.tag;
    case FYET_MAPPING_START: return e->mapping_start.tag;
    default: return false;
    }
}

/* A node for the current event, without children. */
static lg_yaml_node *node(reader *r) {
    lg_yaml_node *n = NULL;
    if (is_tagged(r->event)) {
        fail_at(r, r->mark, "tags are not supported; write the value alone");
        return NULL;
    }
    switch (seen(r)) {
    case FYET_SCALAR:
    case FYET_SEQUENCE_START:
    case FYET_MAPPING_START: n = lg_arena_alloc(r->arena, sizeof *n); break;
    case FYET_ALIAS: fail_at(r, r->mark, "aliases are not supported; write out the value"); return NULL;
    default: fail_at(r, r->mark, "expected a value"); return NULL;
    }
    if (!n) {
        no_memory(r);
        return NULL;
    }
    n->mark = r->mark;
    n->kind = seen(r) == FYET_SCALAR ? LG_YAML_SCALAR : seen(r) == FYET_SEQUENCE_START ? LG_YAML_LIST : LG_YAML_MAP;
    return n;
}

static lg_yaml_node *value(reader *r, int depth);

/* Parses the elements of a list up to its end. */
static bool list(reader *r, lg_yaml_node **tail, int depth) {
    while (next(r)) {
        if (seen(r) == FYET_SEQUENCE_END) return true;
        if (!(*tail = value(r, depth))) return false;
        tail = &(*tail)->next;
    }
    return false;
}

/* Parses the pairs of a map up to its end. */
static bool map(reader *r, lg_yaml_node **tail, int depth) {
    while (next(r)) {
        if (seen(r) == FYET_MAPPING_END) return true;
        const lg_yaml_mark at = r->mark;
        if (seen(r) != FYET_SCALAR) return fail_at(r, at, "a key must be a word");
        const char *key = scalar(r);
        if (!key) return false;
        if (*key == '\0') return fail_at(r, at, "a key must not be empty");
        if (!next(r) || !(*tail = value(r, depth))) return false;
        (*tail)->key = key;
        (*tail)->key_mark = at;
        tail = &(*tail)->next;
    }
    return false;
}

/* Parses the current value with its children. */
static lg_yaml_node *value(reader *r, int depth) {
    lg_yaml_node *n = node(r);
    if (!n) return NULL;
    if (n->kind == LG_YAML_SCALAR) {
        n->absent = !r->event->scalar.value || !fy_event_start_mark(r->event);
        n->text = scalar(r);
        return n->text ? n : NULL;
    }
    if (depth > DEEPEST) {
        fail_at(r, r->mark, "keys are nested too deeply");
        return NULL;
    }
    return (n->kind == LG_YAML_LIST ? list : map)(r, &n->first, depth + 1) ? n : NULL;
}

/* Parses the whole text. The text is empty, or one document. The document is a map or empty. */
static bool document(reader *r, lg_yaml_node **first) {
    if (!next(r) || !next(r)) return false; /* skips the start of the stream; the next event is a document or the end */
    if (seen(r) == FYET_STREAM_END) return true;
    if (!next(r)) return false;
    if (seen(r) == FYET_MAPPING_START) {
        if (!map(r, first, 2)) return false;
    } else if (seen(r) != FYET_SCALAR || fy_event_start_mark(r->event)) {
        return fail_at(r, r->mark, "expected `key: value` lines");
    }
    if (!next(r) || !next(r)) return false; /* skips the end of the document, up to the end of the stream */
    return seen(r) == FYET_STREAM_END || fail_at(r, r->mark, "a config is one document; a second one starts here");
}

/* Is the input valid UTF-8 (checked by Jansson)? The parser takes an invalid byte for the end of the file, and ignores
 * the rest. */
static bool is_text(const char *text, size_t size) {
    json_t *string = json_stringn(text, size);
    json_decref(string);
    for (size_t i = 0; i < size; i++)
        if ((unsigned char)text[i] < 0x20 && !strchr("\t\n\r", text[i])) return false;
    return string && !memchr(text, '\0', size);
}

static struct fy_diag *diag_new(void) {
    struct fy_diag_cfg cfg;
    fy_diag_cfg_default(&cfg);
    cfg.fp = NULL; /* errors are collected, not printed */
    struct fy_diag *diag = fy_diag_create(&cfg);
    if (diag) fy_diag_set_collect_errors(diag, true);
    return diag;
}

/* Is there enough memory to parse? If an allocation fails, the parser reports bad YAML or crashes. Therefore this
 * function first tries to allocate as much memory as the parser may need: 50 KB, plus 360 bytes per byte of text (for a
 * text of nothing but opening brackets), plus 1 MB, the unit in which the C library allocates. */
static bool enough_memory(size_t size) {
    const size_t capacity = ((size_t)2 << 20) + 512 * size;
    void *all = mmap(NULL, capacity, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return all != MAP_FAILED && munmap(all, capacity) == 0;
}

bool lg_yaml_tree(const char *text, size_t size, const char *name, lg_arena *arena, lg_yaml_node **first,
                  lg_error *err) {
    reader r = {.name = name, .mark = {1, 1}, .arena = arena, .err = err};
    *first = NULL;
    if (!enough_memory(size)) return no_memory(&r);
    if (!is_text(text, size)) return lg_fail(err, LG_USAGE, "%s: this is not a text file", name);
    r.diag = diag_new();
    const struct fy_parse_cfg cfg = {.flags = FYPCF_DEFAULT_VERSION_1_2 | FYPCF_COLLECT_DIAG, .diag = r.diag};
    r.parser = r.diag ? fy_parser_create(&cfg) : NULL;
    bool good = r.parser && fy_parser_set_string(r.parser, text, size) == 0;
    good = good ? document(&r, first) : no_memory(&r);
    if (r.parser) {
        fy_parser_event_free(r.parser, r.event);
        fy_parser_destroy(r.parser);
    }
    fy_diag_destroy(r.diag);
    return good;
}
