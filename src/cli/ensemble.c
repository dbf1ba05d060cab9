/* ensemble.c: see ensemble.h. */
#include "cli/ensemble.h"

#include <stdlib.h>
#include <string.h>

#include "api/decoding.h"

char *cli_ensemble_name(const char *const *runs, size_t count) {
    size_t size = 1;
    for (size_t i = 0; i < count; i++) size += strlen(runs[i]) + 3;
    char *name = calloc(size, 1);
    for (size_t i = 0; name && i < count; i++) {
        if (i > 0) strcat(name, " + ");
        strcat(name, runs[i]);
    }
    return name;
}

int cli_ensemble_open(cli *c, int (*prepare)(cli *c, lg_config *f), cli_ensemble *out) {
    const cli_args *args = &c->args;
    int result = LG_OK;
    *out = (cli_ensemble){.name = cli_ensemble_name(args->positionals, args->positional_count),
                          .runs = calloc(args->positional_count, sizeof *out->runs)};
    if (!out->name || !out->runs) return cli_fail(LG_FAILED, "out of memory");
    for (; result == LG_OK && out->count < args->positional_count; out->count++) {
        lg_run **run = &out->runs[out->count];
        const lg_status status = lg_run_open(c->context, args->positionals[out->count], run);
        if (status != LG_OK) return cli_fail_library(c, status);
        result = prepare(c, lg_run_config(*run));
    }
    if (result != LG_OK) return result;
    const lg_status status = lg_run_join(out->runs[0], out->runs + 1, out->count - 1);
    return status == LG_OK ? LG_OK : cli_fail_library(c, status);
}

void cli_ensemble_close(cli_ensemble *x) {
    for (size_t i = 0; i < x->count; i++) lg_run_free(x->runs[i]);
    free(x->runs);
    free(x->name);
}
