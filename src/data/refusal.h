/* refusal.h: stores an error for the first invalid record of a data set. Records are drawn by pool jobs, which cannot
 * return errors. A job stores the error here, and the code that waits for the jobs checks for it (lg_dataset_check). */
#ifndef LG_DATA_REFUSAL_H
#define LG_DATA_REFUSAL_H

#include "base/arena.h"
#include "base/error.h"

typedef struct lg_refusal lg_refusal;

lg_refusal *lg_refusal_new(lg_arena *arena); /* without an error; NULL: out of memory */
/* Stores an error unless there is one already. Thread-safe. */
void lg_refusal_note(lg_refusal *r, lg_status code, const char *format, ...) __attribute__((format(printf, 3, 4)));
bool lg_refusal_check(const lg_refusal *r, lg_error *err); /* fails if there is an error */

#endif
