/* json.h: writes a JSON object member by member into memory, without a tree of it: a line of a .jsonl file, or a file
 * of its own. Nothing is left out in silence: without memory there is no text at all (lg_json_end). */
#ifndef LG_BASE_JSON_H
#define LG_BASE_JSON_H

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "base/memory_stream.h"

typedef enum lg_json_layout {
    LG_JSON_LINE, /* one line; real numbers as short as they can be read back (lg_real_text) */
    LG_JSON_FILE  /* a member a line, indented by 2; real numbers with 17 digits, always with a point or an exponent */
} lg_json_layout;

typedef struct lg_json {
    lg_json_layout layout;
    lg_memory_stream stream;
    int depth;
    bool first;      /* the next member is the first of its object */
    bool failed;     /* there was no memory for a part of the text */
    bool not_finite; /* a number was none, and null stands for it */
} lg_json;

void lg_json_begin(lg_json *j, lg_json_layout layout); /* opens the object; end it in any case */
char *lg_json_end(lg_json *j);                         /* closes it: its text, to be freed; NULL without memory */
bool lg_json_write(lg_json *j, const char *path, lg_error *err); /* closes it, and replaces a file by its text */

void lg_json_open(lg_json *j, const char *key); /* a member that is an object */
void lg_json_close(lg_json *j);

/* Keys are plain ASCII. Text that is no UTF-8 is written as lg_text_utf8 leaves it; NaN and infinities are null. */
void lg_json_put_text(lg_json *j, const char *key, const char *value);
void lg_json_put_int(lg_json *j, const char *key, int64_t value);
void lg_json_put_real(lg_json *j, const char *key, double value);
void lg_json_put_bool(lg_json *j, const char *key, bool value);
void lg_json_put_reals(lg_json *j, const char *key, const double *x, int count);
/* An array of `rows` arrays of `columns` real numbers. */
void lg_json_put_table(lg_json *j, const char *key, const double *x, int rows, int columns);
void lg_json_put_null(lg_json *j, const char *key);

#endif
