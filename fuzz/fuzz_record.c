/* fuzz_record.c: reads arbitrary bytes as the record of a run (run.json). A record must be refused with a message, or
 * stay the same when it is written and read again. */
#include "folder.h"
#include "kernel/kernel.h"
#include "run/run_dir.h"

/* The settings that are written with the record. */
typedef struct setting {
    lg_run_dir run;
    lg_resolved_config *config;
    lg_runtime runtime;
} setting;

static const setting *begin(void) {
    static setting s;
    lg_assignments none = {0};
    lg_error err = {0};
    if (s.config) return &s;
    want(lg_run_dir_open(&s.run, folder(), &err) && (s.config = lg_assignments_resolve(&none, &err)));
    s.runtime = (lg_runtime){.kernels = &lg_kernels_ref, .pool = lg_pool_new(1, &err)};
    want(s.runtime.pool);
    return &s;
}

/* The record as a file, which the caller frees. */
static char *write_record(const setting *s, const lg_run_record *r) {
    lg_error err = {0};
    want(lg_run_record_write(&s->run, r, s->config, &s->runtime, &err));
    return get_file("run.json");
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    const setting *s = begin();
    lg_run_record r, again;
    lg_error err = {0};
    put_file("run.json", bytes, size);
    if (!lg_run_record_read(&s->run, &r, &err)) {
        want(err.code == LG_USAGE || (err.code == LG_CORRUPT && strstr(err.text, "run.json"))); /* LG_USAGE: version */
        return 0;
    }
    char *once = write_record(s, &r);
    if (!lg_run_record_read(&s->run, &again, &err)) abort();
    char *twice = write_record(s, &again);
    want(!strcmp(once, twice));
    free(once);
    free(twice);
    return 0;
}
