/* corpus.c: see corpus.h. */
#include "data/corpus.h"

#include <string.h>

bool lg_corpus_open_file(lg_dataset *d, bool without_newlines, lg_error *err) {
    const lg_corpus_file *own = d->own;
    const lg_text_form form = {.option = "data.file",
                               .unit = LG_UNIT_BYTE,
                               .occurring = true,
                               .no_newlines = without_newlines,
                               .size = (size_t)own->size,
                               .advice = "unpack the file, or set --data.size to use a part of it",
                               .files = {[LG_SPLIT_TRAIN] = {"data.file", own->file, 0},
                                         [LG_SPLIT_TEST] = {"data.file", NULL, 0.05},
                                         [LG_SPLIT_VALIDATION] = {"data.file", NULL, 0.05}}};
    if (lg_text_stream_open(d, &form, err)) return true;
    return err->code == LG_USAGE ? lg_blame(err, "data.file data.size") : false;
}

bool lg_corpus_is_spelled(const void *own) {
    (void)own;
    return true;
}

bool lg_corpus_open_folder(lg_dataset *d, const lg_corpus_folder *c, lg_error *err) {
    const char *folder = ((const lg_corpus_settings *)d->own)->folder;
    const size_t skip = strlen("data.folder/");
    lg_text_form form = {.option = "data.folder", .unit = LG_UNIT_WORD, .line_ends = true, .least = 1};
    for (lg_split s = 0; s < LG_TEXT_SPLITS; s++) {
        const char *path = *folder == '\0' ? "" : lg_arena_printf(d->arena, "%s/%s", folder, c->labels[s] + skip);
        if (!path) return lg_fail(err, LG_FAILED, "out of memory: a corpus");
        form.files[s] = (struct lg_text_file){c->labels[s], path, 0};
    }
    if (lg_text_stream_open(d, &form, err)) return true;
    return err->code == LG_USAGE ? lg_blame(err, "data.folder") : false;
}
