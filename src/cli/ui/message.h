/* message.h: prints errors and notes on stderr. */
#ifndef CLI_UI_MESSAGE_H
#define CLI_UI_MESSAGE_H

typedef struct cli cli;

/* Prints "lengthen: MESSAGE" on stderr and returns status, for `return cli_fail(...)`. */
int cli_fail(int status, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* The exit status for errno after a failed attempt to write to a path: LG_USAGE if the path does not exist or is a
 * directory, otherwise LG_FAILED. If reading a path fails, the program and the library always return LG_USAGE. */
int cli_path_status(void);
/* Checks that a file can be created at this path. Returns LG_OK, or an error status after printing a message that names
 * the flag. */
int cli_check_folder(const char *flag, const char *path);
/* Like cli_fail, with the error message of the library. */
int cli_fail_library(cli *c, int status);
/* Prints a message that is not an error; silent with --quiet. */
void cli_note(cli *c, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
