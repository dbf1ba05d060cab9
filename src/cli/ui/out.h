/* out.h: what goes to stdout: text that is fit for a terminal, and the end of the stream, where a full disk is an error
 * and a closed pipe is not. Rows and tables are in print.h. */
#ifndef CLI_UI_OUT_H
#define CLI_UI_OUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

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
