/* region.h: finds the tokens of a record whose queries an analysis of attention counts. */
#ifndef LG_ANALYZE_REGION_H
#define LG_ANALYZE_REGION_H

#include "analyze/records.h"
#include "api/analysis.h"
#include "run/run.h"
#include "train/attention_pass.h"

/* Prepares a run (lg_run_ready) for an analysis of the queries in a region. Sets the trainer of the records, the number
 * of blocks with self-attention and the number of heads. Fails if the sequence that contains the model's queries has no
 * such region. */
bool lg_analyze_region_ready(lg_run *r, lg_region region, lg_analyze_records *records, size_t *blocks, size_t *heads,
                             lg_error *err);
/* Finds the tokens of a region, range[0] to range[1] - 1, in the record of a pass. Fails if there are none. */
bool lg_analyze_region_find(const lg_run *r, const lg_attention_pass *p, lg_region region, int range[2], lg_error *err);

#endif
