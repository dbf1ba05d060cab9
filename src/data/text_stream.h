/* text_stream.h: code shared by entries whose data is text. Each split is one token stream, and records are excerpts of
 * the stream. */
#ifndef LG_DATA_TEXT_STREAM_H
#define LG_DATA_TEXT_STREAM_H

#include "data/data.h"
#include "data/token_text.h"

/* Options shared by entries of text. Their option structs begin with this struct. */
typedef struct lg_text_settings {
    int context;
} lg_text_settings;
#define LG_TEXT_CONTEXT                                                                                                \
    {                                                                                                                  \
        .name = "data.context", .type = LG_INT, .fallback = "1", .min = 1, .max = LG_LENGTH_MAX,                       \
        .help = "number of context tokens before the first predicted token of a record",                               \
        .at = offsetof(lg_text_settings, context)                                                                      \
    }
static inline int lg_text_context(const void *own) { /* for entries with the method `segment` */
    return ((const lg_text_settings *)own)->context;
}

/* Opens a text. If the path of the training file is "", but architecture.vocabulary determines the number of tokens, a
 * model for the text can still be inspected. The data set then has no vocabulary and no records (lg_dataset.missing).
 * If architecture.vocabulary is not set either, the empty path is an error. */
bool lg_text_stream_open(lg_dataset *d, const lg_text_form *form, lg_error *err);
void lg_text_stream_close(lg_dataset *d);

/* The other methods of entries of text: see lg_data_methods. A record of length L has data.context source tokens. Its L
 * targets are consecutive in the split. A segment has one source token. */
int64_t lg_text_stream_count(const lg_dataset *d, lg_split split, int length);
lg_record_size lg_text_stream_bound(const lg_dataset *d, int length);
void lg_text_stream_draw(const lg_dataset *d, lg_split split, int length, int64_t index, lg_key key, lg_record *out);
lg_targets lg_text_stream_targets(const lg_dataset *d, lg_split split, int length, int stride, int remembered);
int64_t lg_text_stream_size(const lg_dataset *d, lg_split split);
void lg_text_stream_segment(const lg_dataset *d, lg_split split, int length, int64_t at, lg_record *out);
/* Position of a record's first token in its split. *skipped: number of the record's first targets that do not count
 * because another window scores them; 0 in training. */
size_t lg_text_stream_place(const lg_dataset *d, lg_split split, int length, int64_t index, lg_key key, int *skipped);
/* Fills a record with the tokens of a split from position `at` onward. */
void lg_text_stream_fill(const lg_dataset *d, lg_split split, int context, int length, size_t at, lg_record *out);
void lg_text_stream_write(const lg_dataset *d, lg_split split, int length, int64_t index, lg_key key, char *source,
                          char *target, size_t size);

/* Defaults for language models. */
extern const lg_entry_default lg_text_defaults[], lg_words_defaults[];

#define LG_TEXT_METHODS                                                                                                \
    .exact = true, .language = true, .validates = true, .close = lg_text_stream_close, .count = lg_text_stream_count,  \
    .bound = lg_text_stream_bound, .draw = lg_text_stream_draw, .stream = lg_text_stream_size,                         \
    .segment = lg_text_stream_segment, .targets = lg_text_stream_targets, .write = lg_text_stream_write

#endif
