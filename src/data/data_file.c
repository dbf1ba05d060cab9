/* data_file.c: the files of a data set. Separate from dataset.c because entries call these functions. */
#include <assert.h>
#include <string.h>

#include "base/file.h"
#include "data/data.h"

/* How to create the texts that presets use. A path that begins with `path` gets the advice `advice`. */
static const struct {
    const char *path, *advice;
} made[] = {
    {"corpora/bible.txt", " (create it: mkdir -p corpora && sh tools/corpus.sh bible corpora/bible.txt)"},
    {"corpora/en-it/", " (create it: sh tools/corpus.sh en-it corpora/en-it)"},
    {"corpora/recall/", " (create it: sh tools/corpus.sh recall corpora/recall)"},
};

const char *lg_data_file_advice(const char *path) {
    lg_file_kind kind;
    lg_error words = {0};
    for (size_t i = 0; i < sizeof made / sizeof *made; i++)
        if (!strncmp(path, made[i].path, strlen(made[i].path)))
            return lg_file_get_kind(path, &kind, &words) && kind == LG_ABSENT ? made[i].advice : "";
    return "";
}

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
