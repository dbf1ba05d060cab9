/* parallel_text.c: see parallel_text.h. */
#include "data/parallel_text.h"

#include <stdlib.h>
#include <string.h>

#include "api/text.h"
#include "base/text.h"
#include "lengthen/core.h"

/* ---- pairs ---- */

static bool reserve_text(lg_parallel_text *t, size_t more, lg_error *err) {
    if (t->size + more <= t->text_capacity) return true;
    char *larger = realloc(t->text, 2 * t->text_capacity + more);
    if (!larger) return lg_fail(err, LG_FAILED, "out of memory: a text of %zu bytes", t->size + more);
    t->text = larger;
    t->text_capacity = 2 * t->text_capacity + more;
    return true;
}

static bool reserve_pair(lg_parallel_text *t, lg_error *err) {
    if (t->count < t->capacity) return true;
    lg_parallel_pair *larger = realloc(t->pairs, (2 * t->capacity + 64) * sizeof *larger);
    if (!larger) return lg_fail(err, LG_FAILED, "out of memory: %zu pairs", t->count);
    t->pairs = larger;
    t->capacity = 2 * t->capacity + 64;
    return true;
}

/* Copies a text into reserved memory and returns its offset. Control characters become blanks. */
static size_t put_text(lg_parallel_text *t, const lg_pair_text *x) {
    const size_t at = t->size;
    for (size_t i = 0; i < x->size; i++) t->text[t->size++] = lg_text_is_control(x->text[i]) ? ' ' : x->text[i];
    t->text[t->size++] = '\0';
    return at;
}

static bool add_pair(lg_parallel_text *t, const lg_pair_text *source, const lg_pair_text *target, lg_error *err) {
    if (!reserve_text(t, source->size + target->size + 2, err) || !reserve_pair(t, err)) return false;
    const size_t from = put_text(t, source), to = put_text(t, target);
    t->pairs[t->count++] = (lg_parallel_pair){from, to};
    return true;
}

static lg_pair_text text_at(const lg_parallel_text *t, size_t at) {
    return (lg_pair_text){t->text + at, strlen(t->text + at)};
}

bool lg_parallel_text_move(lg_parallel_text *from, lg_parallel_text *to, size_t count, lg_error *err) {
    for (size_t i = from->count - count; i < from->count; i++) {
        const lg_pair_text source = text_at(from, from->pairs[i].source), target = text_at(from, from->pairs[i].target);
        if (!add_pair(to, &source, &target, err)) return false;
    }
    to->read = (int64_t)count;
    from->count -= count;
    from->read -= (int64_t)count;
    return true;
}

void lg_parallel_text_free(lg_parallel_text *t) {
    free(t->pairs);
    free(t->text);
    *t = (lg_parallel_text){0};
}

static bool is_blank(char c) {
    return c == ' ' || lg_text_is_control(c);
}

/* Removes blanks at both ends. */
static void trim(lg_pair_text *x) {
    while (x->size > 0 && is_blank(x->text[x->size - 1])) x->size--;
    while (x->size > 0 && is_blank(*x->text)) x->text++, x->size--;
}

/* Adds a pair of texts after trimming them. A pair that must be skipped is only counted. */
static bool take_texts(lg_parallel_text *t, lg_pair_text source, lg_pair_text target, lg_error *err) {
    trim(&source);
    trim(&target);
    t->read++;
    if (source.size == 0 || target.size == 0) {
        t->empty++;
        return true;
    }
    if (source.size > LG_PARALLEL_LINE_MAX || target.size > LG_PARALLEL_LINE_MAX) {
        t->too_long++;
        return true;
    }
    return add_pair(t, &source, &target, err);
}

/* ---- two files ---- */

/* Reads a file line by line. */
typedef struct line_reader {
    const lg_named_text *file;
    const char *rest;
    lg_pair_text line;
} line_reader;

static line_reader begin_lines(const lg_named_text *file) {
    return (line_reader){file, file->text + lg_text_mark(file->text, file->size), {0}};
}

static bool next_line(line_reader *r) {
    const char *end = r->file->text + r->file->size;
    if (r->rest >= end) return false;
    const char *stop = memchr(r->rest, '\n', (size_t)(end - r->rest));
    r->line = (lg_pair_text){r->rest, (size_t)((stop ? stop : end) - r->rest)};
    r->rest = stop ? stop + 1 : end;
    return true;
}

static bool check_line(const line_reader *r, int64_t number, lg_error *err) {
    for (size_t i = 0, n; i < r->line.size; i += n) {
        n = lg_text_character(r->line.text + i);
        if (n == 0)
            return lg_fail(err, LG_USAGE, "%s:%lld: byte %zu is not UTF-8 (convert the file with iconv)", r->file->name,
                           (long long)number, i + 1);
    }
    return true;
}

static bool add_lines(lg_parallel_text *t, const line_reader *source, const line_reader *target, lg_error *err) {
    const int64_t number = t->read + 1;
    return check_line(source, number, err) && check_line(target, number, err) &&
           take_texts(t, source->line, target->line, err);
}

static int64_t count_lines(const lg_named_text *file) {
    int64_t count = 0;
    for (line_reader r = begin_lines(file); next_line(&r);) count++;
    return count;
}

bool lg_parallel_text_add_lines(lg_parallel_text *t, const lg_named_text *source, const lg_named_text *target,
                                lg_error *err) {
    const int64_t n = count_lines(source), m = count_lines(target);
    if (n != m)
        return lg_fail(err, LG_USAGE,
                       "%s has %lld lines but %s has %lld; expected one target line for each source line", source->name,
                       (long long)n, target->name, (long long)m);
    line_reader a = begin_lines(source), b = begin_lines(target);
    while (next_line(&a) && next_line(&b))
        if (!add_lines(t, &a, &b, err)) return false;
    return true;
}

/* ---- one file ---- */

static bool take_pair(void *user, const lg_pair *p, lg_error *err) {
    return take_texts(user, p->source, p->target, err);
}

bool lg_parallel_text_add_pairs(lg_parallel_text *t, const lg_named_text *pairs, lg_error *err) {
    return lg_pairs_parse(pairs->text, pairs->size, pairs->name, take_pair, t, &t->unread, err);
}
