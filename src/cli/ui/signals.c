/* signals.c: catches stop signals. Schedulers send SIGTERM or SIGUSR1 before they stop a job, and restart it if it
 * exits with 75. A closed terminal sends SIGHUP. The first Ctrl-C lets the program finish cleanly, a second one ends it
 * at once. */
#include "cli/ui/signals.h"

#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "api/program.h"

/* timeout(1) and some schedulers signal a process and then its group, so the process gets the signal twice. The same
 * signal within 200 ms is taken for such an echo, not for a second signal. */
enum { ECHO = 200 };

static atomic_int caught; /* atomic and lock-free: the handler writes it, threads of runs read it */
static _Atomic(const char *) message;
static atomic_llong when; /* time of the last signal, in milliseconds */

static void on_signal(int number) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    const long long now = 1000LL * t.tv_sec + t.tv_nsec / 1000000, before = atomic_exchange(&when, now);
    const int last = atomic_exchange(&caught, number);
    if (last && (last != number || now - before > ECHO)) _exit(128 + number);
    const char *line = last ? NULL : message;
    const int kept = errno;
    /* An error is ignored, because it cannot be reported. */
    if (line && write(STDERR_FILENO, line, strlen(line)) < 0) errno = 0;
    errno = kept;
}

void cli_signals_catch(void) {
    struct sigaction action = {.sa_handler = on_signal, .sa_flags = SA_RESTART};
    const int numbers[] = {SIGTERM, SIGINT, SIGUSR1, SIGHUP};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        struct sigaction before;
        sigaction(numbers[i], NULL, &before);
        /* Signals that are ignored stay ignored, such as ^C in a background job of a shell. */
        if (before.sa_handler != SIG_IGN) sigaction(numbers[i], &action, NULL);
    }
}

void cli_signals_say(const char *line) {
    message = line;
}

bool cli_signals_stop(void) {
    return caught != 0;
}

int cli_signals_status(void) {
    return caught == SIGINT ? 128 + SIGINT : LG_PREEMPTED;
}
