/* draft.c: see draft.h. */
#include "report/draft.h"

#include <stdlib.h>

#include "base/file.h"

bool lg_draft_open(lg_draft *d, lg_error *err) {
    *d = (lg_draft){0};
    d->to = open_memstream(&d->text, &d->size);
    return d->to != NULL || lg_fail(err, LG_FAILED, "no memory for a file of the report");
}

bool lg_draft_close(lg_draft *d, bool good, const char *dir, const char *name, lg_error *err) {
    char path[4096];
    const bool broken = ferror(d->to) != 0;
    if (fclose(d->to) != 0 || broken) good = lg_fail(err, LG_FAILED, "%s/%s: no memory to write it", dir, name);
    if (good && snprintf(path, sizeof path, "%s/%s", dir, name) >= (int)sizeof path)
        good = lg_fail(err, LG_USAGE, "%s: this path is too long", dir);
    const lg_bytes part = {d->text, d->size};
    if (good) good = lg_file_write(path, &part, 1, err);
    free(d->text);
    return good;
}
