/* atomic_file.c: see atomic_file.h. */
#include "base/atomic_file.h"

#include <stdlib.h>

#include "base/file.h"

bool lg_atomic_file_open(lg_atomic_file *f, lg_error *err) {
    return lg_text_buffer_open(f) || lg_fail(err, LG_FAILED, "out of memory: a file to be written");
}

bool lg_atomic_file_close(lg_atomic_file *f, bool commit, const char *dir, const char *name, lg_error *err) {
    char path[4096];
    if (!lg_text_buffer_close(f)) commit = lg_fail(err, LG_FAILED, "out of memory: writing %s/%s", dir, name);
    if (commit && snprintf(path, sizeof path, "%s/%s", dir, name) >= (int)sizeof path)
        commit = lg_fail(err, LG_USAGE, "%s: this path is too long", dir);
    const lg_bytes part = {f->text, f->size};
    if (commit) commit = lg_file_write(path, &part, 1, err);
    free(f->text);
    return commit;
}
