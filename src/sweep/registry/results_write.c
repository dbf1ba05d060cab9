/* results_write.c: the results of a sweep as a file: one line of JSON for each run that has ended. */
#include <stdio.h>
#include <stdlib.h>

#include "base/file.h"
#include "sweep/registry/result_json.h"

static bool is_result(const lg_run_result *r) {
    return r->state == LG_RUN_DONE || r->state == LG_RUN_DIVERGED;
}

bool lg_results_each(const lg_results *r, lg_text_fn line, void *user, lg_error *err) {
    for (size_t i = 0; i < r->manifest->run_count; i++) {
        if (!is_result(&r->runs[i])) continue;
        char *text = lg_json_text(lg_result_json(r->manifest, i, &r->runs[i], false));
        if (!text) return lg_fail(err, LG_FAILED, "out of memory: the results of a sweep");
        line(user, text);
        free(text);
    }
    return true;
}

static void print_line(void *user, const char *line) {
    fprintf(user, "%s\n", line);
}

bool lg_results_write(const lg_results *r, const char *path, lg_error *err) {
    char *text = NULL;
    size_t size = 0;
    FILE *to = open_memstream(&text, &size);
    bool good = to && lg_results_each(r, print_line, to, err);
    if (to) good = fclose(to) == 0 && good;
    good = good ? lg_file_write(path, &(lg_bytes){text, size}, 1, err)
                : lg_fail(err, LG_FAILED, "out of memory: %s", path);
    free(text);
    return good;
}
