/* fuzz_shards.c: reads arbitrary lines as the results of a worker. Lines must be skipped, be refused with their place,
 * or give results that stay the same when they are written and read again. */
#include <dirent.h>

#include "../test/sweeps.h"
#include "folder.h"
#include "sweep/registry/result_json.h"
#include "sweep/registry/shard.h"

enum { RUNS = 3 };

static lg_results read_shards(const lg_manifest *m) {
    lg_error err = {0};
    lg_results r;
    want(lg_results_new(&r, m, &err) && lg_shards_read(folder(), &r, &err));
    return r;
}

/* All values of a result as text, which the caller frees. */
static char *text_of(const lg_results *r, size_t run) {
    char *text = lg_json_text(lg_result_json(r->manifest, run, &r->runs[run], true));
    want(text);
    return text;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    static made_sweep *sweep;
    if (!sweep) {
        want((sweep = sweep_make(RUNS)) && mkdir(path_of("shards"), 0700) == 0);
    }
    lg_file_remove(path_of("shards/1-of-2.jsonl"), NULL);
    put_file("shards/0-of-1.jsonl", bytes, size);
    lg_results once = read_shards(&sweep->manifest);
    put_file("shards/0-of-1.jsonl", "", 0);
    for (size_t i = 0; i < RUNS; i++)
        if (lg_result_ended(&once.runs[i]))
            want(lg_shard_append(folder(), 1, 2, &sweep->manifest, i, &once.runs[i], NULL));
    lg_results again = read_shards(&sweep->manifest);
    for (size_t i = 0; i < RUNS; i++) {
        if (!lg_result_ended(&once.runs[i])) continue;
        char *a = text_of(&once, i), *b = text_of(&again, i);
        want(!strcmp(a, b) && !strpbrk(again.runs[i].reason, "\n\033"));
        free(a);
        free(b);
    }
    lg_results_free(&once);
    lg_results_free(&again);
    return 0;
}
