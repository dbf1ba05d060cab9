/* out.h: what goes to stdout: JSON lines in one dialect, numbers as %.9g, and the end of the stream, where a full disk
 * is an error and a closed pipe is not. Each JSON line is one object whose first member is its schema. */
#ifndef CLI_UI_OUT_H
#define CLI_UI_OUT_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

json_t *cli_out_object(const char *schema);
void cli_out_text(json_t *o, const char *key, const char *value);
void cli_out_int(json_t *o, const char *key, int64_t value);
/* A number; NaN and infinities become null, and the object has "finite": false. */
void cli_out_real(json_t *o, const char *key, double value);
void cli_out_reals(json_t *o, const char *key, const double *values, int count); /* likewise */
void cli_out_sizes(json_t *o, const char *key, const size_t *values, int count);
void cli_out_ids(json_t *o, const char *key, const int32_t *ids, int count);
void cli_out_strings(json_t *o, const char *key, const char *const *strings, int count);
/* Prints the object on a line of its own, and releases it. */
void cli_out_line(json_t *o);
/* The same, with a last member "data": nested lists of the given shape (rank >= 1), written as they are
 * read. Where numbers are not finite, as in cli_out_real. */
void cli_out_line_data(json_t *o, const size_t *shape, int rank, const double *data);
/* A file that was written: an object with its "path". */
void cli_out_file(const char *path);

/* Prints text that may have any bytes, as lg_text_blank shows it but for those of `kept`; what it hides becomes '?'. */
void cli_out_print(const char *text, const char *kept);
/* The same of text that is data, as translations: unless a terminal shows it, characters that change its direction are
 * a part of it. */
void cli_out_data(const char *text, const char *kept);
/* A line with names of others, like those of directories: whatever they are, it is one. */
void cli_out_say(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Closes a stream to memory (open_memstream; NULL: there was no memory for it). Are all its bytes in *text? Else that
 * is freed, and NULL: the C library may leave none, and close it without an error. */
bool cli_out_take(FILE *to, char **text);

/* Opens file descriptors 0 to 2 if they came closed, so that no file of ours can land there. */
void cli_out_reserve_standard_fds(void);
void cli_out_flush(void);        /* behind each line of data, for readers that follow */
bool cli_out_write_failed(void); /* has stdout failed? Long commands stop then. */
/* Some of the output is missing for want of memory: the command goes on, and fails at its end. */
void cli_out_lose(void);
/* Flushes and closes stdout. Returns status, or that of the output when status is LG_OK. */
int cli_out_close(int status);

#endif
