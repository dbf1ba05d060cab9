/* hook.c: runs the user's command when a run or a sweep has ended. */
#include "cli/ui/hook.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define VARIABLE "LENGTHEN_ON_END"

cli_hooks cli_hooks_of(cli *c) {
    const char *flag = cli_flag_value(&c->args, "on-end"), *variable = getenv(VARIABLE);
    const char *command = flag ? flag : variable;
    return (cli_hooks){.c = c, .command = command && *command ? command : NULL};
}

/* Runs in the child: sets default signal handlers, no input, and stderr for all output. LENGTHEN_ON_END is unset, so
 * that a `lengthen` started by the hook does not run the hook again. */
static void become_hook(const char *command, const cli_hook_fact *facts) {
    static const int caught[] = {SIGINT, SIGTERM, SIGHUP, SIGUSR1, SIGPIPE};
    for (size_t i = 0; i < sizeof caught / sizeof *caught; i++) signal(caught[i], SIG_DFL);
    unsetenv(VARIABLE);
    for (; facts->name; facts++)
        if (facts->value && setenv(facts->name, facts->value, 1)) _exit(126);
    const int nothing = open("/dev/null", O_RDONLY);
    if (nothing < 0 || dup2(nothing, STDIN_FILENO) < 0 || dup2(STDERR_FILENO, STDOUT_FILENO) < 0) _exit(126);
    execl("/bin/sh", "sh", "-c", command, (char *)NULL);
    _exit(127);
}

void cli_hooks_start(cli_hooks *h, const cli_hook_fact *facts) {
    if (!h->command) return;
    pid_t *more = realloc(h->started, (h->count + 1) * sizeof *more), pid = -1;
    if (more) h->started = more, pid = fork();
    if (pid == 0) become_hook(h->command, facts);
    if (pid < 0)
        cli_fail(LG_OK, "--on-end: cannot start '%s': %s", h->command, more ? strerror(errno) : "out of memory");
    else
        h->started[h->count++] = pid;
}

static void tell_end(const cli_hooks *h, int status) {
    if (WIFSIGNALED(status))
        cli_fail(LG_OK, "--on-end: '%s' was killed by signal %d", h->command, WTERMSIG(status));
    else if (WEXITSTATUS(status))
        cli_fail(LG_OK, "--on-end: '%s' ended with status %d", h->command, WEXITSTATUS(status));
}

void cli_hooks_end(cli_hooks *h) {
    for (size_t i = 0; i < h->count; i++) {
        int status = 0;
        pid_t got;
        while ((got = waitpid(h->started[i], &status, 0)) < 0 && errno == EINTR) continue;
        if (got > 0) tell_end(h, status);
    }
    free(h->started);
    h->started = NULL;
    h->count = 0;
}
