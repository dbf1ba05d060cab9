/* atomic_file.c: see atomic_file.h. */
#include "base/atomic_file.h"

#include <stdlib.h>

#include "base/file.h"

bool lg_atomic_file_open(lg_atomic_file *d, lg_error *err) {
    *d = (lg_atomic_file){0};
    d->to = open_memstream(&d->text, &d->size);
    return d->to || lg_fail(err, LG_FAILED, "out of memory: a file to be written");
}

bool lg_atomic_file_close(lg_atomic_file *d, bool good, const char *dir, const char *name, lg_error *err) {
    char path[4096];
    const bool broken = ferror(d->to) != 0;
    if (fclose(d->to) != 0 || broken) good = lg_fail(err, LG_FAILED, "out of memory: writing %s/%s", dir, name);
    if (good && snprintf(path, sizeof path, "%s/%s", dir, name) >= (int)sizeof path)
        good = lg_fail(err, LG_USAGE, "%s: this path is too long", dir);
    const lg_bytes part = {d->text, d->size};
    if (good) good = lg_file_write(path, &part, 1, err);
    free(d->text);
    return good;
}
