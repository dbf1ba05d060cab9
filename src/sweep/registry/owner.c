/* owner.c: identifies processes and checks whether they live; see owner.h. */
#include "sweep/registry/owner.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/system.h"

static lg_process process_of(int64_t pid) {
    const int64_t started = lg_system_process_start(pid);
    return (lg_process){pid, started == LG_SYSTEM_UNTOLD ? 0 : started};
}

/* True if the process may be alive: its start time was recorded, and the system either reports the same start time or
 * cannot tell it. */
static bool is_alive(const lg_process *p) {
    const int64_t started = lg_system_process_start(p->pid);
    return p->start_ticks != 0 && (started == p->start_ticks || started == LG_SYSTEM_UNTOLD);
}

lg_owner lg_owner_self(void) {
    lg_owner o = {.process = process_of(getpid()), .parent = process_of(getppid())};
    gethostname(o.host, sizeof o.host - 1);
    char boot[40], machine[39];
    lg_system_boot(boot, sizeof boot);
    lg_system_machine(machine, sizeof machine);
    snprintf(o.boot, sizeof o.boot, "%s %s", boot, machine);
    return o;
}

/* Writes "12_3" for a task of a Slurm array, "12" for another Slurm job; false outside of Slurm. */
static bool batch_job(char out[64]) {
    const char *array = getenv("SLURM_ARRAY_JOB_ID"), *task = getenv("SLURM_ARRAY_TASK_ID");
    const char *job = getenv("SLURM_JOB_ID");
    if (array && task)
        snprintf(out, 64, "%.40s_%.20s", array, task);
    else
        snprintf(out, 64, "%.60s", job ? job : "");
    return *out != '\0';
}

void lg_owner_words(const lg_owner *o, const char *job, char out[LG_OWNER_WORDS]) {
    char batch[64];
    if (!job && batch_job(batch)) job = batch;
    snprintf(out, LG_OWNER_WORDS, "%s pid %" PRId64 "%s%.64s", o->host, o->process.pid, !job ? "" : " job ",
             job ? job : "");
}

/* True if host name and machine id are equal: containers may share a host name. */
static bool is_same_machine(const lg_owner *a, const lg_owner *b) {
    const char *x = strchr(a->boot, ' '), *y = strchr(b->boot, ' ');
    return x && y && x[1] != '\0' && !strcmp(x, y) && !strcmp(a->host, b->host);
}

/* If the boot ids differ although the machine is certainly the same, the machine has rebooted, so the process is
 * dead. */
bool lg_owner_is_dead(const lg_owner *o, const lg_owner *self) {
    if (strcmp(o->host, self->host)) return false;
    if (strcmp(o->boot, self->boot)) return is_same_machine(o, self);
    return o->process.start_ticks != 0 && self->process.start_ticks != 0 && !is_alive(&o->process);
}

bool lg_owner_crashed(const lg_owner *o, const lg_owner *self) {
    return !strcmp(o->host, self->host) && !strcmp(o->boot, self->boot) && is_alive(&o->parent);
}
