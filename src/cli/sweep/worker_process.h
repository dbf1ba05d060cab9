/* worker_process.h: starts a worker process, reads the lines that it prints, and stops it. */
#ifndef CLI_SWEEP_WORKER_PROCESS_H
#define CLI_SWEEP_WORKER_PROCESS_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

typedef struct cli_worker_process {
    pid_t pid;  /* 0: it does not run */
    int fd;     /* read end of its stdout; -1: closed */
    char *text; /* read, and no complete line yet */
    size_t size, capacity;
} cli_worker_process;

/* Starts `lengthen sweep worker DIR` for one run at a time, with the registry. It stops in good order when this process
 * ends. Its warnings go to our stderr, unless it is quiet. LG_OK, or a status after a message. */
int cli_worker_process_start(cli_worker_process *p, const char *dir, bool quiet);
void cli_worker_process_signal(const cli_worker_process *p, int number);
/* Reads the lines that are available, which may be none, and calls `each` for those that are JSON, with their text.
 * False: it has closed its stdout. */
typedef void (*cli_worker_line)(void *user, const json_t *line, const char *text);
bool cli_worker_process_read(cli_worker_process *p, cli_worker_line each, void *user);
/* Waits for its end; its status as of waitpid. */
int cli_worker_process_end(cli_worker_process *p);

#endif
