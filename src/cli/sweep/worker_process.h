/* worker_process.h: starts a worker process, reads its output lines, and stops it. */
#ifndef CLI_SWEEP_WORKER_PROCESS_H
#define CLI_SWEEP_WORKER_PROCESS_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

typedef struct cli_worker_process {
    pid_t pid;  /* 0: not running */
    int fd;     /* read end of its stdout; -1: closed */
    char *text; /* output read so far of an incomplete line */
    size_t size, capacity;
} cli_worker_process;

/* Starts `lengthen sweep worker DIR`. The worker leases runs from the registry, trains one at a time, and ends together
 * with this process. The worker's warnings go to stderr, unless `quiet`. Returns LG_OK, or an error status after
 * printing a message. */
int cli_worker_process_start(cli_worker_process *p, const char *dir, bool quiet);
void cli_worker_process_signal(const cli_worker_process *p, int number);
/* Reads the available lines, possibly none. Calls `each` with the JSON value and the text of every line that is JSON.
 * Returns false if the worker has closed its stdout. */
typedef void (*cli_worker_line)(void *user, const json_t *line, const char *text);
bool cli_worker_process_read(cli_worker_process *p, cli_worker_line each, void *user);
/* Waits until the worker ends; returns its status from waitpid. */
int cli_worker_process_end(cli_worker_process *p);

#endif
