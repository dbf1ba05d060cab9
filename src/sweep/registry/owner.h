/* owner.h: who has leased a run: a process, told from all others that are, were and will be, by its host, the host's
 * boot, its number and the moment at which it was started. */
#ifndef LG_SWEEP_REGISTRY_OWNER_H
#define LG_SWEEP_REGISTRY_OWNER_H

#include <stdbool.h>
#include <stdint.h>

/* start_ticks: when it was started, as the system counts (Linux: in clock ticks after the boot); 0: not known. */
typedef struct lg_process {
    int64_t pid, start_ticks;
} lg_process;

typedef struct lg_owner {
    char host[65],
        boot[80]; /* boot: which one of the host, a blank, and which machine it is, as far as that is known */
    lg_process process, parent; /* parent: who started it, and may start another */
} lg_owner;

lg_owner lg_owner_self(void);
/* "HOST pid 4711 job 12_3"; job: NULL takes the name that a batch system has given to the process, if any. */
#define LG_OWNER_WORDS 160
void lg_owner_words(const lg_owner *o, const char *job, char out[LG_OWNER_WORDS]);
/* Is it certain, as seen from this process, that it lives no more? Nobody knows of processes on other hosts. */
bool lg_owner_is_dead(const lg_owner *o, const lg_owner *self);
/* Did it die alone? Where its parent is gone too, somebody ended all of it. */
bool lg_owner_crashed(const lg_owner *o, const lg_owner *self);

#endif
