/* region.c: see region.h. */
#include "analyze/region.h"

#include "data/text_reader.h"

static bool check_region(const lg_run *r, lg_region region, int length, lg_error *err) {
    return region != LG_REGION_SOURCE || lg_trainer_sizes(r->session.trainer, length).inputs > 0 ||
           lg_fail(err, LG_USAGE,
                   "region: the source is a separate sequence, which self-attention of the decoder does not cover "
                   "(expected all or target)");
}

bool lg_analyze_region_ready(lg_run *r, lg_region region, lg_analyze_records *records, size_t *blocks, size_t *heads,
                             lg_error *err) {
    if (!lg_run_ready(r, err)) return false;
    records->trainer = r->session.trainer;
    return lg_analyze_records_check(records, err) && lg_analyze_heads(r, blocks, heads, err) &&
           check_region(r, region, records->lengths[0], err);
}

/* Index of the target token after the last ". Thus,"; 0: there is none. */
static int find_answer(const lg_dataset *d, const lg_record *r) {
    lg_text_reader x = {.words = d->target.words, .ids = r->target, .count = r->m};
    return lg_read_past_last(&x, ". Thus ,") ? x.at : 0;
}

bool lg_analyze_region_find(const lg_run *r, const lg_attention_pass *p, lg_region region, int range[2],
                            lg_error *err) {
    const lg_dataset *d = lg_trainer_data(r->session.trainer);
    const int answer = region < LG_REGION_SCRATCHPAD ? 0 : find_answer(d, p->record);
    if (region >= LG_REGION_SCRATCHPAD && answer == 0)
        return lg_fail(err, LG_USAGE,
                       "region: a target of %s has no scratchpad ending in \". Thus,\" (expected all, source or "
                       "target)",
                       d->entry->name);
    range[0] = region == LG_REGION_ANSWER ? p->first + answer : region >= LG_REGION_TARGET ? p->first : 0;
    range[1] = region == LG_REGION_SOURCE       ? p->first
               : region == LG_REGION_SCRATCHPAD ? p->first + answer
                                                : p->queries;
    return true;
}
