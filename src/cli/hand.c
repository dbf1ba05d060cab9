/* hand.c: see hand.h. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* pipe2 */
#endif
#include "cli/hand.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/cli.h"

enum { MOST = 1 << 20 }; /* bytes of a line */

/* In the child. A group of its own keeps ^C in the terminal from it: it is told to stop once, by us, and again when we
 * are gone, however that comes about. */
static void become_worker(const char *dir, bool quiet, int to, pid_t parent) {
    char *const words[] = {"lengthen",  "sweep", "worker", (char *)(size_t)dir,      "--registry",
                           "--threads", "1",     "--json", quiet ? "--quiet" : NULL, NULL};
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    if (getppid() != parent || dup2(to, STDOUT_FILENO) < 0) _exit(LG_FAILED);
    execv("/proc/self/exe", words);
    _exit(LG_FAILED);
}

int cli_hand_start(cli_hand *h, const char *dir, bool quiet) {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC)) return cli_fail(LG_FAILED, "cannot start a worker: %s", strerror(errno));
    const pid_t parent = getpid(), pid = fork();
    if (pid == 0) become_worker(dir, quiet, ends[1], parent);
    close(ends[1]);
    if (pid < 0) {
        close(ends[0]);
        return cli_fail(LG_FAILED, "cannot start a worker: %s", strerror(errno));
    }
    fcntl(ends[0], F_SETFL, O_NONBLOCK);
    h->pid = pid;
    h->from = ends[0];
    h->size = 0;
    return LG_OK;
}

void cli_hand_signal(const cli_hand *h, int number) {
    if (h->pid) kill(h->pid, number);
}

/* Tells the whole lines, and keeps the rest. */
static void tell(cli_hand *h, void (*each)(void *user, const json_t *line), void *user) {
    char *at = h->text, *end;
    while ((end = memchr(at, '\n', h->size - (size_t)(at - h->text)))) {
        json_t *line = json_loadb(at, (size_t)(end - at), 0, NULL);
        if (line) each(user, line);
        json_decref(line);
        at = end + 1;
    }
    h->size -= (size_t)(at - h->text);
    memmove(h->text, at, h->size);
}

static bool make_room(cli_hand *h) {
    if (h->size < h->room) return true;
    char *more = h->room < MOST ? realloc(h->text, h->room ? 2 * h->room : 4096) : NULL;
    if (!more) return h->size = 0, h->room > 0; /* a line that nobody can hold is left out */
    h->text = more;
    h->room = h->room ? 2 * h->room : 4096;
    return true;
}

bool cli_hand_hear(cli_hand *h, void (*each)(void *user, const json_t *line), void *user) {
    for (;;) {
        if (!make_room(h)) return false;
        const ssize_t n = read(h->from, h->text + h->size, h->room - h->size);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) return n < 0 && errno == EAGAIN;
        h->size += (size_t)n;
        tell(h, each, user);
    }
}

int cli_hand_end(cli_hand *h) {
    int status = 0;
    close(h->from);
    while (waitpid(h->pid, &status, 0) < 0 && errno == EINTR) continue;
    free(h->text);
    *h = (cli_hand){.from = -1};
    return status;
}
