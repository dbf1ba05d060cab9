/* out.h: writes stdout. It makes text safe for terminals. It reports a full disk as an error, but prints no message for
 * a closed pipe. Rows and tables are in print.h. */
#ifndef CLI_UI_OUT_H
#define CLI_UI_OUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* Prints text with any bytes. Characters that lg_text_blank replaces become '?', except those in `kept`. */
void cli_out_print(const char *text, const char *kept);
/* Prints text that is data, such as translations. Unlike cli_out_print, it prints characters that change the text
 * direction unchanged, except on a terminal. */
void cli_out_data(const char *text, const char *kept);
/* Prints one line that may contain foreign names, such as directories; line breaks in them become '?'. */
void cli_out_say(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Closes a memory stream (NULL: open_memstream failed). Returns true if *text is complete; otherwise frees it and sets
 * it to NULL. This check is needed because the C library may lose all bytes and still close without an error. */
bool cli_out_take(FILE *to, char **text);

/* Opens the standard file descriptors 0 to 2 if they are closed. Otherwise, files opened later would get these
 * numbers. */
void cli_out_reserve_standard_fds(void);
void cli_out_flush(void);        /* called after each line of data, for readers that follow the output */
bool cli_out_write_failed(void); /* has writing to stdout failed? Long commands then stop. */
/* Records that part of the output was lost because memory ran out. The command continues, and fails at its end. */
void cli_out_lose(void);
/* Flushes and closes stdout. Returns `status` if it is an error, otherwise LG_OK or the status of a write error. */
int cli_out_close(int status);

#endif
