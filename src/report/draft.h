/* draft.h: a file while it is written: in memory first, then on the disk at once, so that whoever reads it has the old
 * one or the new one. */
#ifndef LG_REPORT_DRAFT_H
#define LG_REPORT_DRAFT_H

#include <stdio.h>

#include "base/error.h"

typedef struct lg_draft {
    FILE *to; /* write here */
    char *text;
    size_t size;
} lg_draft;

bool lg_draft_open(lg_draft *d, lg_error *err);
/* Writes DIR/name, when `good` and nothing went wrong with the stream; gives everything back in any case. */
bool lg_draft_close(lg_draft *d, bool good, const char *dir, const char *name, lg_error *err);

#endif
