/* refusal.h: the first record of a data set that cannot be learned from. Records are drawn by jobs, which cannot fail:
 * they note it here, and who waits for the jobs asks (lg_dataset_check). */
#ifndef LG_DATA_REFUSAL_H
#define LG_DATA_REFUSAL_H

#include "base/arena.h"
#include "base/error.h"

typedef struct lg_refusal lg_refusal;

lg_refusal *lg_refusal_new(lg_arena *arena); /* none yet. NULL: out of memory */
/* By any thread; the first one stays. */
void lg_refusal_note(lg_refusal *r, lg_status code, const char *format, ...) __attribute__((format(printf, 3, 4)));
bool lg_refusal_check(const lg_refusal *r, lg_error *err); /* fails where there is one */

#endif
