/* region.h: the tokens of a record whose queries count. */
#ifndef LG_ANALYZE_REGION_H
#define LG_ANALYZE_REGION_H

#include "analyze/records.h"
#include "api/analysis.h"
#include "run/run.h"
#include "train/attention_pass.h"

/* Makes a run ready for an analysis of the queries of a region, and sets the trainer of the records, and the number of
 * blocks with self-attention and of their heads. Fails if the sequence of this model's queries has no such region. */
bool lg_analyze_region_ready(lg_run *r, lg_region region, lg_analyze_records *records, size_t *blocks, size_t *heads,
                             lg_error *err);
/* Tokens range[0] to range[1] - 1 of the record of a pass. Fails if the record has no such region. */
bool lg_analyze_region_find(const lg_run *r, const lg_attention_pass *p, lg_region region, int range[2], lg_error *err);

#endif
