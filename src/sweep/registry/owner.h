/* owner.h: the process that has leased a run. Its host, the host's boot, its pid and its start time identify it
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
        boot[80]; /* boot: the ids of the host's boot and of its machine, as far as known, with a blank between */
    lg_process process, parent; /* parent: the process that started it and may start another */
} lg_owner;

lg_owner lg_owner_self(void);
/* "HOST pid 4711 job 12_3"; job NULL: the name that a batch system gave the process, if any. */
#define LG_OWNER_WORDS 160
void lg_owner_words(const lg_owner *o, const char *job, char out[LG_OWNER_WORDS]);
/* Is the process certainly dead, as seen from `self`? False for processes on other hosts. */
bool lg_owner_is_dead(const lg_owner *o, const lg_owner *self);
/* Did it die alone? If its parent is also gone, both were stopped deliberately. */
bool lg_owner_crashed(const lg_owner *o, const lg_owner *self);

#endif
