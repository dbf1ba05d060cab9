/* json.h: writes a JSON object member by member, without a tree of it, into memory or a stream: a line of a .jsonl file
 * or of standard output, or a file of its own. Nothing is left out in silence: without memory there is no text at all
 * (lg_json_end). */
#ifndef LG_BASE_JSON_H
#define LG_BASE_JSON_H

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "base/memory_stream.h"

typedef enum lg_json_layout {
    LG_JSON_LINE,    /* one line, with a blank behind each comma and colon */
    LG_JSON_FILE,    /* a member a line, and an object of a list; indented by 2 */
    LG_JSON_COMPACT, /* one line without blanks; what lg_text_hidden finds is \u..., so that a terminal may show it */
    LG_JSON_SCRIPT   /* the same within a <script> of HTML: "<", ">" and "&" are \u..., and hidden characters of several
                      * bytes are "?" */
} lg_json_layout;

typedef struct lg_json {
    lg_json_layout layout;
    FILE *to; /* NULL: there was no memory for it */
    lg_memory_stream stream;
    int depth;
    bool first;      /* the next member is the first of its object */
    bool failed;     /* there was no memory for a part of the text, or it could not be written */
    bool not_finite; /* a number was none, and null stands for it */
} lg_json;

void lg_json_begin(lg_json *j, lg_json_layout layout); /* opens the object; end it in any case */
char *lg_json_end(lg_json *j);                         /* closes it: its text, to be freed; NULL without memory */
bool lg_json_write(lg_json *j, const char *path, lg_error *err); /* closes it, and replaces a file by its text */
/* The same into a stream. lg_json_end_to closes the object, not the stream: was all of it written? */
void lg_json_begin_to(lg_json *j, lg_json_layout layout, FILE *to);
bool lg_json_end_to(lg_json *j);

void lg_json_open(lg_json *j, const char *key); /* a member that is an object */
void lg_json_close(lg_json *j);

void lg_json_open_list(lg_json *j, const char *key); /* one that is a list */
void lg_json_close_list(lg_json *j);

/* Keys are plain ASCII; those of what is in a list are NULL. Text that is no UTF-8 is written as lg_text_utf8 leaves
 * it. Real numbers are the shortest text that reads back as the same number (lg_real_text); NaN and infinities are
 * null. */
void lg_json_put_text(lg_json *j, const char *key, const char *value);
void lg_json_put_int(lg_json *j, const char *key, int64_t value);
void lg_json_put_real(lg_json *j, const char *key, double value);
void lg_json_put_bool(lg_json *j, const char *key, bool value);
void lg_json_put_reals(lg_json *j, const char *key, const double *x, int count);
void lg_json_put_ints(lg_json *j, const char *key, const int *x, size_t count);
/* Lists within lists, of this shape, row-major. */
void lg_json_put_array(lg_json *j, const char *key, const double *x, const size_t *shape, int rank);
void lg_json_put_null(lg_json *j, const char *key);
/* What comes before a value that the caller writes to j->to; false: there was no memory for a stream. */
bool lg_json_put_key(lg_json *j, const char *key);

#endif
