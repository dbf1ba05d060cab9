/* owner.c: see owner.h. The system tells of its processes in /proc/PID/task/PID/stat; proc(5) has the fields. */
#include "sweep/registry/owner.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define UNTOLD (-1)

/* When the process was started; 0: it is not there, or nothing of it but its status; UNTOLD: the system does not tell,
 * as a process that has no descriptor left. Its first thread is asked: an emulator may answer in its own words when a
 * program asks of its own process, and others would hear something else. */
static int64_t read_start_ticks(int64_t pid) {
    char path[64], line[1024], state = 'X';
    long long started = 0;
    snprintf(path, sizeof path, "/proc/%" PRId64 "/task/%" PRId64 "/stat", pid, pid);
    FILE *f = fopen(path, "re");
    if (!f && errno != ENOENT && errno != ESRCH) return UNTOLD;
    const size_t n = f ? fread(line, 1, sizeof line - 1, f) : 0;
    if (f) fclose(f);
    line[n] = '\0';
    const char *after_name = strrchr(line, ')'); /* a name may hold anything */
    if (!after_name) return 0;
    sscanf(after_name + 1, " %c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %*u %*u %*d %*d %*d %*d %*d %*d %lld", &state,
           &started);
    return state == 'Z' || state == 'X' ? 0 : started;
}

static lg_process process_of(int64_t pid) {
    const int64_t started = read_start_ticks(pid);
    return (lg_process){pid, started == UNTOLD ? 0 : started};
}

/* As far as anybody can tell. */
static bool is_alive(const lg_process *p) {
    const int64_t started = read_start_ticks(p->pid);
    return p->start_ticks != 0 && (started == p->start_ticks || started == UNTOLD);
}

lg_owner lg_owner_self(void) {
    lg_owner o = {.process = process_of(getpid()), .parent = process_of(getppid())};
    gethostname(o.host, sizeof o.host - 1);
    FILE *f = fopen("/proc/sys/kernel/random/boot_id", "re");
    if (f && fgets(o.boot, sizeof o.boot, f)) o.boot[strcspn(o.boot, "\n")] = '\0';
    if (f) fclose(f);
    return o;
}

/* "12_3" of a task of a Slurm array, "12" of another job; false if there is none. */
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

bool lg_owner_is_dead(const lg_owner *o, const lg_owner *self) {
    if (strcmp(o->host, self->host)) return false;
    if (strcmp(o->boot, self->boot)) return true;
    return o->process.start_ticks != 0 && self->process.start_ticks != 0 && !is_alive(&o->process);
}

bool lg_owner_crashed(const lg_owner *o, const lg_owner *self) {
    return !strcmp(o->host, self->host) && !strcmp(o->boot, self->boot) && is_alive(&o->parent);
}
