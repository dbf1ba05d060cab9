/* store_read.c: what a run directory tells to those who do not train in it: they change nothing, and may read while
 * somebody writes, so that the last line may be torn. */
#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include "base/file.h"
#include "lab/store.h"

#define MOST_LINES ((size_t)1 << 32) /* bytes of a .jsonl file */

bool lg_store_busy(const lg_store *s) {
    const char *path = lg_arena_text(s->arena, "%s/.lock", s->dir);
    const int file = path == NULL ? -1 : open(path, O_RDONLY | O_CLOEXEC);
    const bool busy = file >= 0 && flock(file, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK;
    if (file >= 0) close(file);
    return busy;
}

typedef bool (*line_fn)(void *user, const json_t *line);

/* Calls `each` for the lines that have `mark` in them, until it returns false. Most lines of metrics.jsonl are about
 * training steps: they are not taken apart. */
static bool each_line(const char *path, const char *mark, line_fn each, void *user, lg_error *err) {
    char *text = !lg_file_exists(path) ? NULL : lg_file_read(path, MOST_LINES, NULL, err);
    if (text == NULL) return !lg_file_exists(path);
    bool going = true, good = true;
    for (char *at = text, *end; going && (at = strstr(at, mark)) != NULL && (end = strchr(at, '\n')) != NULL;
         at = end) {
        while (at > text && at[-1] != '\n') at--;
        json_error_t why;
        json_t *line = json_loadb(at, (size_t)(end - at), 0, &why);
        if (line == NULL && json_error_code(&why) == json_error_out_of_memory)
            going = good = lg_fail(err, LG_FAILED, "%s: no memory to read it", path);
        else
            going = line == NULL || each(user, line);
        json_decref(line);
    }
    free(text);
    return good;
}

static double real_of(const json_t *o, const char *key) {
    const json_t *n = json_object_get(o, key);
    return json_is_number(n) ? json_number_value(n) : (double)NAN;
}

typedef struct reader {
    lg_eval_fn test;
    lg_score_fn score;
    void *user;
} reader;

static bool on_test(void *user, const json_t *line) {
    const reader *r = user;
    return r->test(r->user, (int)json_integer_value(json_object_get(line, "length")), real_of(line, "accuracy"));
}

static bool on_score(void *user, const json_t *line) {
    const reader *r = user;
    return r->score(r->user, json_integer_value(json_object_get(line, "step")), real_of(line, "score"),
                    real_of(line, "t"));
}

bool lg_eval_each(const lg_store *s, lg_eval_fn each, void *user, lg_error *err) {
    reader r = {.test = each, .user = user};
    return each_line(s->eval, "\"length\"", on_test, &r, err);
}

bool lg_metrics_each_score(const lg_store *s, lg_score_fn each, void *user, lg_error *err) {
    reader r = {.score = each, .user = user};
    return each_line(s->metrics, "\"split\": \"test\"", on_score, &r, err);
}
