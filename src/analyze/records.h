/* records.h: selects the records that analyses read. */
#ifndef LG_ANALYZE_RECORDS_H
#define LG_ANALYZE_RECORDS_H

#include "api/analysis.h"
#include "lengthen.h"
#include "run/run.h"
#include "train/attention_pass.h"

#define LG_ANALYZE_NUMBERS ((double)(1 << 30)) /* the most numbers of one record or length in memory */

bool lg_analyze_lengths_check(const int *lengths, size_t count, lg_error *err); /* at least one, each in its range */

/* Some records of several lengths. */
typedef struct lg_analyze_records {
    const lg_trainer *trainer; /* endless records are those of its evaluation */
    const int *lengths;
    size_t count;
    int64_t sequences; /* per length, or all if there are fewer */
} lg_analyze_records;

/* Are all arguments in their ranges, and do such records exist? */
bool lg_analyze_records_check(const lg_analyze_records *x, lg_error *err);
/* The split to read for a length: validation if training draws this length and the split has a finite number of such
 * records, otherwise test. */
lg_split lg_analyze_records_split(const lg_trainer *t, int length);
/* Makes the trainer read records of this split; lg_analyze_split_end restores the test split. */
void lg_analyze_split_begin(lg_trainer *t, int length);
void lg_analyze_split_end(lg_trainer *t);
/* The number of sequences to read: `wanted`, which must exist, or if that is 0 `usual`, or all if there are fewer. */
bool lg_analyze_sequences(const lg_trainer *t, int length, int wanted, int usual, int *out, lg_error *err);
int64_t lg_analyze_records_of(const lg_analyze_records *x, int length); /* their number */
lg_attention_record lg_analyze_record(const lg_analyze_records *x, int length, int64_t index);

/* Do two runs, both ready, use the same data with the same words? Fails if not. */
bool lg_analyze_same_data(lg_run *a, lg_run *b, lg_error *err);
/* The number of blocks with self-attention, and of heads in each. Fails if there are none. */
bool lg_analyze_heads(const lg_run *r, size_t *blocks, size_t *heads, lg_error *err);
/* Are the weights of `heads` heads, summed over blocks and models, within the limit? Draws the record. */
bool lg_analyze_check_size(lg_trainer *t, const lg_attention_record *x, size_t heads, lg_error *err);

/* ---- all records of an analysis ---- */

/* The steps of an analysis; a step that fails ends the walk. */
typedef struct lg_analyze_steps {
    void (*begin)(void *user); /* before the records of a length */
    bool (*record)(void *user, int length, int64_t index);
    bool (*end)(void *user, int length); /* after them */
    void *user;
} lg_analyze_steps;

/* Reads the records of each length in turn. `report`, which may be NULL, is called after each record: the work of a
 * record is the square of its tokens. */
bool lg_analyze_records_each(const lg_analyze_records *x, const lg_analyze_steps *steps, lg_analyze_progress_fn report,
                             void *user);

#endif
