/* records.h: which records analyses look at. */
#ifndef LG_ANALYZE_RECORDS_H
#define LG_ANALYZE_RECORDS_H

#include "api/analysis.h"
#include "lengthen.h"
#include "run/run.h"
#include "train/attention_pass.h"

#define LG_ANALYZE_NUMBERS ((double)(1 << 30)) /* most of one record or length, in memory at once */

bool lg_analyze_lengths_check(const int *lengths, size_t count, lg_error *err); /* one or more, each in its range */

/* Some records of several lengths. */
typedef struct lg_analyze_records {
    const lg_trainer *trainer; /* whose evaluation endless records are of */
    const int *lengths;
    size_t count;
    int64_t sequences; /* of each length, or all where they are fewer */
} lg_analyze_records;

/* Are all arguments in their ranges, and are there such records? */
bool lg_analyze_records_check(const lg_analyze_records *x, lg_error *err);
/* The split of a length: validation where training draws this length and there are a number of such records, else
 * test. */
lg_split lg_analyze_records_split(const lg_trainer *t, int length);
/* From now on the trainer looks at records of this split; lg_analyze_split_end: of the test split again. */
void lg_analyze_split_begin(lg_trainer *t, int length);
void lg_analyze_split_end(lg_trainer *t);
/* How many sequences of a length to look at: `wanted`, which must be there, or where this is 0 `usual`, or all where
 * they are fewer. */
bool lg_analyze_sequences(const lg_trainer *t, int length, int wanted, int usual, int *out, lg_error *err);
int64_t lg_analyze_records_of(const lg_analyze_records *x, int length); /* how many */
lg_attention_record lg_analyze_record(const lg_analyze_records *x, int length, int64_t index);

/* Do two runs that are ready read the same entry of data, with the same words? Else fails. */
bool lg_analyze_same_data(lg_run *a, lg_run *b, lg_error *err);
/* The blocks with self-attention, and the heads of each. Fails where there are none. */
bool lg_analyze_heads(const lg_run *r, size_t *blocks, size_t *heads, lg_error *err);
/* Are the weights of `heads` heads, of all blocks and models, not too many? Draws the record. */
bool lg_analyze_check_size(lg_trainer *t, const lg_attention_record *x, size_t heads, lg_error *err);

/* ---- progress: a sequence counts as the square of its tokens ---- */

typedef struct lg_analyze_progress {
    const lg_analyze_records *records;
    lg_analyze_progress_fn report; /* or NULL */
    void *user;
    int64_t done, all;
    double work, all_work;
} lg_analyze_progress;

lg_analyze_progress lg_analyze_progress_begin(const lg_analyze_records *x, lg_analyze_progress_fn report, void *user);
void lg_analyze_progress_step(lg_analyze_progress *p, int length); /* one sequence more */

#endif
