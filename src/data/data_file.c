/* data_file.c: the files of a data set. Entries call this, so it is beside their list (data.c). */
#include <assert.h>

#include "data/data.h"

void lg_dataset_add_file(lg_dataset *d, const char *option, const char *path, const void *bytes, size_t size) {
    assert(d->file_count < LG_DATA_FILES);
    lg_data_file *f = &d->files[d->file_count++];
    f->option = option;
    f->path = path;
    lg_digest(bytes, size, f->digest);
}

bool lg_dataset_has_files(const lg_dataset *d, lg_error *err) {
    return !d->missing || lg_fail_keys(err, d->missing, "%s: a path is missing (use --%s PATH; see lengthen show %s)",
                                       d->missing, d->missing, d->entry->name);
}
