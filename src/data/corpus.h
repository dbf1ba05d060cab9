/* corpus.h: published corpora in their usual files, with their standard splits. */
#ifndef LG_DATA_CORPUS_H
#define LG_DATA_CORPUS_H

#include "data/text_stream.h"

/* A corpus in one file, data.file, of data.size bytes. The last 5 % of the bytes are the test split, and the 5 % before
 * them are the validation split. The option struct of each entry of this kind begins with this struct. */
typedef struct lg_corpus_file {
    lg_text_settings text;
    const char *file;
    int64_t size;
} lg_corpus_file;
bool lg_corpus_open_file(lg_dataset *d, bool without_newlines, lg_error *err);
bool lg_corpus_is_spelled(const void *own); /* for lg_data_methods.spelled: always true */

/* A corpus of words in a folder, data.folder, with one file per split. */
typedef struct lg_corpus_folder {
    const char *labels[LG_TEXT_SPLITS]; /* "data.folder/" followed by the file name */
} lg_corpus_folder;
typedef struct lg_corpus_settings {
    lg_text_settings text;
    const char *folder;
} lg_corpus_settings;
bool lg_corpus_open_folder(lg_dataset *d, const lg_corpus_folder *c, lg_error *err);

#define LG_CORPUS_FILE(bytes)                                                                                          \
    {.name = "data.file",                                                                                              \
     .type = LG_TEXT,                                                                                                  \
     .fallback = "",                                                                                                   \
     .help = "unpacked corpus file",                                                                                   \
     .at = offsetof(lg_corpus_file, file)},                                                                            \
    {                                                                                                                  \
        .name = "data.size", .type = LG_INT, .fallback = bytes, .min = 40, .max = 1e15,                                \
        .help = "size of the file in bytes, which is checked; change it if your file is a part of the corpus",         \
        .at = offsetof(lg_corpus_file, size)                                                                           \
    }
#define LG_CORPUS_FOLDER                                                                                               \
    {                                                                                                                  \
        .name = "data.folder", .type = LG_TEXT, .fallback = "", .help = "directory of the unpacked corpus",            \
        .at = offsetof(lg_corpus_settings, folder)                                                                     \
    }

#endif
