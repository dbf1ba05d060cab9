/* json.h: writes a JSON object to memory or to a stream, member by member, without building a tree. The object is one
 * line (of a .jsonl file or of standard output) or a whole file. Output is complete or absent: if memory runs out there
 * is no text at all (lg_json_end). */
#ifndef LG_BASE_JSON_H
#define LG_BASE_JSON_H

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "base/text_buffer.h"

typedef enum lg_json_layout {
    LG_JSON_LINE,    /* one line, with a blank after each comma and colon */
    LG_JSON_FILE,    /* one line for each member and each object in a list; indented by 2 */
    LG_JSON_COMPACT, /* one line without blanks, safe for terminals: characters that lg_text_hidden finds become
                        \u... */
    LG_JSON_SCRIPT /* like COMPACT, for a <script> in HTML: "<", ">" and "&" are \u..., hidden multi-byte characters are
                      "?" */
} lg_json_layout;

typedef struct lg_json {
    lg_json_layout layout;
    FILE *to; /* NULL: out of memory */
    lg_text_buffer stream;
    int depth;
    bool first;      /* the next member is the first of its object */
    bool failed;     /* out of memory, or a write error */
    bool not_finite; /* a number was NaN or infinite and was written as null */
} lg_json;

void lg_json_begin(lg_json *j, lg_json_layout layout); /* opens the object; always call an end function */
char *lg_json_end(lg_json *j); /* closes the object and returns its text, to be freed; NULL: out of memory */
bool lg_json_write(lg_json *j, const char *path, lg_error *err); /* closes the object; its text replaces the file */
/* Like lg_json_begin and lg_json_end, but for a stream. lg_json_end_to closes the object, not the stream; true: all was
 * written. */
void lg_json_begin_to(lg_json *j, lg_json_layout layout, FILE *to);
bool lg_json_end_to(lg_json *j);

void lg_json_open(lg_json *j, const char *key); /* opens a member that is an object */
void lg_json_close(lg_json *j);

void lg_json_open_list(lg_json *j, const char *key); /* opens a member that is a list */
void lg_json_close_list(lg_json *j);

/* Keys are plain ASCII; inside a list they are NULL. Invalid UTF-8 in text is replaced as lg_text_utf8 does. Real
 * numbers are the shortest text that reads back as the same number (lg_real_text); NaN and infinities are null. */
void lg_json_put_text(lg_json *j, const char *key, const char *value);
void lg_json_put_int(lg_json *j, const char *key, int64_t value);
void lg_json_put_real(lg_json *j, const char *key, double value);
void lg_json_put_bool(lg_json *j, const char *key, bool value);
void lg_json_put_reals(lg_json *j, const char *key, const double *x, int count);
void lg_json_put_ints(lg_json *j, const char *key, const int *x, size_t count);
/* Nested lists of this shape, row-major. */
void lg_json_put_array(lg_json *j, const char *key, const double *x, const size_t *shape, int rank);
void lg_json_put_null(lg_json *j, const char *key);
/* Writes what precedes a value; the caller then writes the value to j->to. False: there is no stream, because memory
 * ran out. */
bool lg_json_put_key(lg_json *j, const char *key);

#endif
