/* pair_reader.c: see pair_reader.h. */
#include "data/pair_reader.h"

#include <errno.h>
#include <jansson.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api/text.h"
#include "base/text.h"
#include "data/pieces.h"
#include "lengthen/core.h"

/* The source or the target of the line being read. */
typedef struct side {
    const char *name;
    lg_pair_text text;
    lg_pieces list; /* joined text of a list of words */
} side;

typedef struct reader {
    const char *name;
    int line;
    side source, target;
    lg_unread_members *unread;
    lg_error *err;
} reader;

static bool __attribute__((format(printf, 2, 3))) fail(const reader *r, const char *format, ...) {
    char text[512];
    va_list words;
    va_start(words, format);
    vsnprintf(text, sizeof text, format, words);
    va_end(words);
    return lg_fail(r->err, LG_USAGE, "%s:%d: %s", r->name, r->line, text);
}

/* ---- texts ---- */

/* Checks a text of `size` bytes. At least one more byte, such as a 0, must follow the text. */
static bool check_characters(const reader *r, const side *x, const char *text, size_t size) {
    for (size_t i = 0, n; i < size; i += n) {
        n = lg_text_character(text + i);
        if (n == 0) return fail(r, "%s: byte %zu is not UTF-8 (convert the file with iconv)", x->name, i + 1);
        if (text[i] == '\0' || lg_text_control(text + i))
            return fail(r, "%s: character %zu is the control character %d; separate words by blanks", x->name, i + 1,
                        (unsigned char)text[i + n - 1]);
    }
    return true;
}

static bool take_text(const reader *r, side *x, const char *text, size_t size) {
    x->text = (lg_pair_text){text, size};
    return check_characters(r, x, text, size);
}

/* ---- pairs ---- */

static bool is_blank(const char *line, size_t size) {
    while (size > 0 && line[size - 1] == ' ') size--;
    return size == 0;
}

/* Passes a pair to `each`. length: 0 if the pair has none. */
static bool pass_on(const reader *r, int64_t length, lg_pair_fn each, void *user) {
    const lg_pair p = {r->line, (int)length, r->source.text, r->target.text};
    if (is_blank(p.source.text, p.source.size)) return fail(r, "source: empty; expected text");
    return each(user, &p, r->err);
}

static bool check_length(const reader *r, int64_t length) {
    return (length >= 1 && length <= LG_LENGTH_MAX) || fail(r, "length: expected 1..%d", LG_LENGTH_MAX);
}

/* An example line of JSON for messages. */
#define EXPECTED "{\"source\": \"a b\", \"target\": \"b a\"}"

/* ---- JSON ---- */

static bool read_list(const reader *r, side *x, const json_t *list) {
    lg_pieces_clear(&x->list);
    for (size_t i = 0; i < json_array_size(list); i++) {
        const json_t *word = json_array_get(list, i);
        const char *text = json_string_value(word);
        if (!text || *text == '\0' || strchr(text, ' '))
            return fail(r, "%s: element %zu of the list is not a word; expected a string without blanks", x->name,
                        i + 1);
        const size_t size = json_string_length(word);
        if (!check_characters(r, x, text, size) || !lg_pieces_add(&x->list, text, size, "", r->err)) return false;
        x->list.text[x->list.size - 1] = ' ';
    }
    x->text = (lg_pair_text){x->list.text, x->list.size > 0 ? x->list.size - 1 : 0};
    return true;
}

/* Fails because a member is missing. The message lists the first members of the object. */
static bool fail_missing(const reader *r, const char *what, const json_t *object) {
    char members[200] = "", words[LG_SHOWN];
    const char *name;
    json_t *unused;
    json_object_foreach((json_t *)object, name, unused) {
        const size_t at = strlen(members);
        if (at < sizeof members / 2)
            snprintf(members + at, sizeof members - at, "%s%.40s", at > 0 ? ", " : "", lg_text_shown(name, words));
    }
    return fail(r, "%s: missing; expected " EXPECTED "%s%s", what, *members ? "; its members are " : "", members);
}

static bool read_member(const reader *r, side *x, const json_t *object) {
    const json_t *value = json_object_get(object, x->name);
    if (json_is_string(value)) return take_text(r, x, json_string_value(value), json_string_length(value));
    if (json_is_array(value)) return read_list(r, x, value);
    if (value) return fail(r, "%s: expected a string or a list of words", x->name);
    return fail_missing(r, x->name, object);
}

/* ---- ignored members ---- */

static void note_unread(const reader *r, const char *member) {
    lg_unread_members *x = r->unread;
    char name[LG_SHOWN];
    lg_text_shown(member, name);
    for (int i = 0; i < x->count; i++)
        if (!strcmp(x->name[i], name)) return;
    x->more = x->more || x->count == LG_UNREAD_NAMES;
    if (x->more) return;
    memcpy(x->name[x->count], name, sizeof name);
    x->line[x->count++] = r->line;
}

static void note_all_unread(const reader *r, const json_t *object) {
    const char *name;
    json_t *unused;
    json_object_foreach((json_t *)object, name, unused) {
        if (strcmp(name, "source") && strcmp(name, "target") && strcmp(name, "length")) note_unread(r, name);
    }
}

bool lg_unread_members_tell(const lg_unread_members *x, const char *option, const char *file, lg_arena *arena,
                            const char **warning, lg_error *err) {
    *warning = NULL;
    if (x->count == 0) return true;
    char names[LG_UNREAD_NAMES * (LG_SHOWN + 24)] = "";
    for (int i = 0; i < x->count; i++) {
        const size_t at = strlen(names);
        snprintf(names + at, sizeof names - at, "%s%s (line %d)", i > 0 ? ", " : "", x->name[i], x->line[i]);
    }
    *warning = lg_arena_printf(arena, "%s: %s: ignored members of pairs: %s%s; expected source, target and length",
                               option, file, names, x->more ? " and others" : "");
    return *warning || lg_fail(err, LG_FAILED, "out of memory: pairs");
}

/* ---- pairs as objects ---- */

static bool read_object(reader *r, const json_t *object, lg_pair_fn each, void *user) {
    const json_t *length = json_object_get(object, "length");
    if (!json_is_object(object)) return fail(r, "not a JSON object; expected " EXPECTED);
    note_all_unread(r, object);
    if (!read_member(r, &r->source, object) || !read_member(r, &r->target, object)) return false;
    if (!length) return pass_on(r, 0, each, user);
    if (!json_is_integer(length)) return fail(r, "length: expected a whole number in 1..%d", LG_LENGTH_MAX);
    return check_length(r, json_integer_value(length)) && pass_on(r, json_integer_value(length), each, user);
}

static bool read_json(reader *r, const char *line, size_t size, lg_pair_fn each, void *user) {
    json_error_t trouble;
    char words[LG_SHOWN];
    errno = 0;
    json_t *object = json_loadb(line, size, JSON_REJECT_DUPLICATES, &trouble);
    if (!object && errno == ENOMEM) /* if memory runs out, Jansson reports a syntax error */
        return lg_fail(r->err, LG_FAILED, "out of memory: %s", r->name);
    if (!object) return fail(r, "%s (expected " EXPECTED ")", lg_text_shown(trouble.text, words));
    const bool good = read_object(r, object, each, user);
    json_decref(object);
    return good;
}

/* ---- fields ---- */

static bool read_length(const reader *r, const char *text, size_t size, int64_t *length) {
    char field[32], words[LG_SHOWN];
    const size_t most = size < sizeof field ? size : sizeof field - 1;
    memcpy(field, text, most);
    field[most] = '\0';
    if (size < sizeof field && lg_text_int(field, length)) return check_length(r, *length);
    return fail(r,
                "third field '%s': expected the length of the record, 1..%d (the fields are source <tab> target "
                "[<tab> length])",
                lg_text_shown(field, words), LG_LENGTH_MAX);
}

static bool read_fields(reader *r, const char *line, size_t size, lg_pair_fn each, void *user) {
    const char *end = line + size, *field[3] = {line, NULL, NULL};
    size_t sizes[3] = {0};
    int64_t length = 0;
    int count = 1;
    for (const char *tab; (tab = memchr(field[count - 1], '\t', (size_t)(end - field[count - 1]))); count++) {
        if (count == 3) return fail(r, "more than three fields; expected source <tab> target [<tab> length]");
        sizes[count - 1] = (size_t)(tab - field[count - 1]);
        field[count] = tab + 1;
    }
    sizes[count - 1] = (size_t)(end - field[count - 1]);
    if (count < 2) return fail(r, "no tab; expected source <tab> target [<tab> length]");
    return take_text(r, &r->source, field[0], sizes[0]) && take_text(r, &r->target, field[1], sizes[1]) &&
           (count < 3 || read_length(r, field[2], sizes[2], &length)) && pass_on(r, length, each, user);
}

/* ---- lines ---- */

static bool ends_with(const char *name, const char *end) {
    const size_t n = strlen(name), m = strlen(end);
    return n >= m && !strcmp(name + n - m, end);
}

/* Does the file have JSON objects rather than fields? */
static bool is_json(const char *text, const char *name) {
    if (ends_with(name, ".jsonl")) return true;
    return !ends_with(name, ".tsv") && text[strspn(text, " \r\n")] == '{';
}

static bool read_line(reader *r, const char *line, size_t size, bool json, lg_pair_fn each, void *user) {
    if (size > 0 && line[size - 1] == '\r') size--;
    if (is_blank(line, size)) return true;
    if (size > LG_PAIR_LINE_MAX) return fail(r, "a line of %zu bytes; expected at most %zu", size, LG_PAIR_LINE_MAX);
    return json ? read_json(r, line, size, each, user) : read_fields(r, line, size, each, user);
}

bool lg_pairs_parse(const char *text, size_t size, const char *name, lg_pair_fn each, void *user,
                    lg_unread_members *unread, lg_error *err) {
    reader r = {.name = name, .source = {"source"}, .target = {"target"}, .unread = unread, .err = err};
    const char *at = text + lg_text_mark(text, size), *end = text + size;
    bool good = true;
    const bool json = is_json(at, name);
    while (good && at < end) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        if (!stop) stop = end;
        r.line++;
        good = read_line(&r, at, (size_t)(stop - at), json, each, user);
        at = stop < end ? stop + 1 : end;
    }
    lg_pieces_free(&r.source.list);
    lg_pieces_free(&r.target.list);
    return good;
}
