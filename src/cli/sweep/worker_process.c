/* worker_process.c: starts a worker process, reads its output lines, and stops it. */
#include "cli/sweep/worker_process.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/cli.h"

enum { MAX_LINE = 1 << 20 }; /* bytes */

/* Runs in the child. Its own process group protects the child from ^C in the terminal: the parent stops it with a
 * signal. If the parent dies, the system ends the child (lg_end_with_parent). */
static void become_worker(const char *dir, bool quiet, int to, pid_t parent) {
    char program[4096];
    char *const arguments[] = {"lengthen",  "sweep", "worker", (char *)(size_t)dir,      "--registry",
                               "--threads", "1",     "--json", quiet ? "--quiet" : NULL, NULL};
    setpgid(0, 0);
    lg_end_with_parent();
    if (getppid() != parent || dup2(to, STDOUT_FILENO) < 0) _exit(LG_FAILED);
    if (lg_program_path(program, sizeof program)) execv(program, arguments);
    _exit(LG_FAILED);
}

int cli_worker_process_start(cli_worker_process *p, const char *dir, bool quiet) {
    int ends[2];
    if (pipe(ends)) return cli_fail(LG_FAILED, "cannot start a worker: %s", strerror(errno));
    for (int i = 0; i < 2; i++) fcntl(ends[i], F_SETFD, FD_CLOEXEC);
    const pid_t parent = getpid(), pid = fork();
    if (pid == 0) become_worker(dir, quiet, ends[1], parent);
    close(ends[1]);
    if (pid < 0) {
        close(ends[0]);
        return cli_fail(LG_FAILED, "cannot start a worker: %s", strerror(errno));
    }
    fcntl(ends[0], F_SETFL, O_NONBLOCK);
    p->pid = pid;
    p->fd = ends[0];
    p->size = 0;
    return LG_OK;
}

void cli_worker_process_signal(const cli_worker_process *p, int number) {
    if (p->pid) kill(p->pid, number);
}

/* Calls `each` for every complete line that is JSON. An incomplete line remains in the buffer. */
static void handle_lines(cli_worker_process *p, cli_worker_line each, void *user) {
    char *at = p->text, *end;
    while ((end = memchr(at, '\n', p->size - (size_t)(at - p->text)))) {
        *end = '\0';
        json_t *line = json_loads(at, 0, NULL);
        if (line) each(user, line, at);
        json_decref(line);
        at = end + 1;
    }
    p->size -= (size_t)(at - p->text);
    memmove(p->text, at, p->size);
}

static bool grow_buffer(cli_worker_process *p) {
    if (p->size < p->capacity) return true;
    char *more = p->capacity < MAX_LINE ? realloc(p->text, p->capacity ? 2 * p->capacity : 4096) : NULL;
    if (!more) return p->size = 0, p->capacity > 0; /* discards a line that is too long */
    p->text = more;
    p->capacity = p->capacity ? 2 * p->capacity : 4096;
    return true;
}

bool cli_worker_process_read(cli_worker_process *p, cli_worker_line each, void *user) {
    for (;;) {
        if (!grow_buffer(p)) return false;
        const ssize_t n = read(p->fd, p->text + p->size, p->capacity - p->size);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) return n < 0 && errno == EAGAIN;
        p->size += (size_t)n;
        handle_lines(p, each, user);
    }
}

int cli_worker_process_end(cli_worker_process *p) {
    int status = 0;
    close(p->fd);
    while (waitpid(p->pid, &status, 0) < 0 && errno == EINTR) continue;
    free(p->text);
    *p = (cli_worker_process){.fd = -1};
    return status;
}
