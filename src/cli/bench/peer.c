/* peer.c: see peer.h. */
#include "cli/bench/peer.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/bench/baseline.h"
#include "cli/cli.h"

static void run_script(const char *program, const char *script, const int in[2], const int out[2]) {
    dup2(in[0], STDIN_FILENO);
    dup2(out[1], STDOUT_FILENO);
    close(in[0]), close(in[1]), close(out[0]), close(out[1]);
    execl(program, program, script, (char *)NULL);
    _exit(127);
}

int cli_peer_start(cli_peer *p, const char *program, const char *script) {
    int in[2], out[2], checked = cli_baseline_check(program, script);
    if (checked != LG_OK) return checked;
    fflush(NULL);
    if (pipe(in)) return cli_fail(LG_FAILED, "--pytorch: %s", strerror(errno));
    if (pipe(out)) return close(in[0]), close(in[1]), cli_fail(LG_FAILED, "--pytorch: %s", strerror(errno));
    p->script = script;
    p->child = fork();
    if (p->child == 0) run_script(program, script, in, out);
    close(in[0]), close(out[1]);
    p->to = fdopen(in[1], "w"), p->from = fdopen(out[0], "r");
    if (p->child > 0 && p->to && p->from) return LG_OK;
    return cli_fail(LG_FAILED, "--pytorch: %s", strerror(errno));
}

int cli_peer_ask(cli_peer *p, const char *line, char *answer, int size) {
    struct sigaction ignore = {.sa_handler = SIG_IGN}, before;
    sigaction(SIGPIPE, &ignore, &before); /* of a program that has ended */
    const bool asked = fputs(line, p->to) >= 0 && fflush(p->to) == 0;
    sigaction(SIGPIPE, &before, NULL);
    return asked && fgets(answer, size, p->from) ? LG_OK : cli_fail(LG_FAILED, "--pytorch: %s failed", p->script);
}

void cli_peer_stop(cli_peer *p) {
    if (p->to) fclose(p->to);
    if (p->from) fclose(p->from);
    while (p->child > 0 && waitpid(p->child, NULL, 0) < 0 && errno == EINTR) continue;
    *p = (cli_peer){0};
}
