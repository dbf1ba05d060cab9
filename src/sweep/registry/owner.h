/* owner.h: the process that has leased a run. Host, boot of the host, pid and start time identify a process
 * uniquely. */
#ifndef LG_SWEEP_REGISTRY_OWNER_H
#define LG_SWEEP_REGISTRY_OWNER_H

#include <stdbool.h>
#include <stdint.h>

/* start_ticks: the start time in the system's units (Linux: clock ticks since boot); 0: unknown. */
typedef struct lg_process {
    int64_t pid, start_ticks;
} lg_process;

typedef struct lg_owner {
    char host[65],
        boot[80]; /* boot: the boot id and the machine id, separated by a blank; "": unknown */
    lg_process process, parent; /* parent: the process that started it and may start another worker */
} lg_owner;

lg_owner lg_owner_self(void);
/* Writes "HOST pid 4711 job 12_3". If job is NULL, the job name is that of the batch system, if any. */
#define LG_OWNER_WORDS 160
void lg_owner_words(const lg_owner *o, const char *job, char out[LG_OWNER_WORDS]);
/* True if the process is certainly dead, as seen from `self`. False for processes on other hosts. */
bool lg_owner_is_dead(const lg_owner *o, const lg_owner *self);
/* True if the parent of a dead process lives on. If both are gone, they were stopped deliberately and did not crash. */
bool lg_owner_crashed(const lg_owner *o, const lg_owner *self);

#endif
