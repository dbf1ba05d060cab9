/* message.h: messages on stderr: errors, with their exit status, and notes. */
#ifndef CLI_UI_MESSAGE_H
#define CLI_UI_MESSAGE_H

typedef struct cli cli;

/* Prints "lengthen: MESSAGE" on stderr and returns status, for `return cli_fail(...)`. */
int cli_fail(int status, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* The status for errno after a path could not be written: LG_USAGE where it does not exist, LG_FAILED for any other
 * reason. A path that cannot be read is LG_USAGE, here as in the library. */
int cli_path_status(void);
/* Can a file of this path be made? LG_OK, or a status after a message that names the flag. */
int cli_check_folder(const char *flag, const char *path);
/* cli_fail with the message of the library. */
int cli_fail_library(cli *c, int status);
/* A message that is no error; silent with --quiet. */
void cli_note(cli *c, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
