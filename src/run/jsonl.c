/* jsonl.c: see jsonl.h. */
#include "run/jsonl.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"

/* ---- one line ---- */

/* If jansson's token buffer cannot grow while it reads a number, an assertion aborts the program; while it reads a
 * string, parsing merely fails. The buffer never shrinks, so each line is parsed after a long string that makes the
 * buffer large enough for any number. */
#define LONG_WORD "[\"as long as no number is ......................................\","

typedef struct feed {
    const char *part[3];
    size_t left[3];
    int at;
} feed;

static size_t read_parts(void *out, size_t capacity, void *user) {
    feed *f = user;
    while (f->at < 3 && f->left[f->at] == 0) f->at++;
    if (f->at == 3) return 0;
    const size_t size = f->left[f->at] < capacity ? f->left[f->at] : capacity;
    memcpy(out, f->part[f->at], size);
    f->part[f->at] += size;
    f->left[f->at] -= size;
    return size;
}

/* When out of memory, the parser sees a truncated string and reports invalid JSON; errno distinguishes the two
 * cases. */
json_t *lg_jsonl_parse(const char *line, size_t size, bool *no_memory) {
    feed f = {{LONG_WORD, line, "]"}, {strlen(LONG_WORD), size, 1}, 0};
    errno = 0;
    json_t *both = json_load_callback(read_parts, &f, 0, NULL);
    *no_memory = !both && errno == ENOMEM;
    json_t *parsed = json_array_size(both) == 2 ? json_incref(json_array_get(both, 1)) : NULL;
    json_decref(both);
    return parsed;
}

/* ---- all lines ---- */

json_t *lg_jsonl_line(const lg_lines *l, lg_error *err) {
    bool no_memory; /* out of memory must not look like a torn line */
    json_t *line = lg_jsonl_parse(l->line, l->size, &no_memory);
    if (no_memory) lg_fail(err, LG_FAILED, "out of memory: reading %s", l->path);
    return line;
}

/* Parses a line and passes it to `each`; false if the line is invalid or `each` returned false. */
static bool pass_line(const lg_lines *l, lg_jsonl_fn each, void *user, lg_error *err) {
    json_t *line = lg_jsonl_line(l, err);
    const bool going = line && each(user, line);
    json_decref(line);
    return going;
}

bool lg_jsonl_read(const char *path, lg_jsonl_fn each, void *user, bool cut, lg_error *err) {
    lg_lines l;
    lg_error words = {0};
    bool going = true;
    if (!lg_lines_open(&l, path, err)) return false;
    while (going && lg_lines_next(&l, &words)) going = pass_line(&l, each, user, &words);
    const size_t good = going ? l.after : l.offset;
    const bool rest = !going || l.torn;
    lg_lines_close(&l);
    if (words.code != LG_OK) return lg_fail_like(err, &words, "%s", words.text);
    return !cut || !rest || lg_file_truncate(path, good, err);
}
