/* refusal.h: stores the first invalid record of a data set. Records are drawn by pool jobs, which cannot fail; they
 * store the error here, and the code that waits for the jobs checks it (lg_dataset_check). */
#ifndef LG_DATA_REFUSAL_H
#define LG_DATA_REFUSAL_H

#include "base/arena.h"
#include "base/error.h"

typedef struct lg_refusal lg_refusal;

lg_refusal *lg_refusal_new(lg_arena *arena); /* empty. NULL: out of memory */
/* Thread-safe; only the first error is kept. */
void lg_refusal_note(lg_refusal *r, lg_status code, const char *format, ...) __attribute__((format(printf, 3, 4)));
bool lg_refusal_check(const lg_refusal *r, lg_error *err); /* fails if there is one */

#endif
