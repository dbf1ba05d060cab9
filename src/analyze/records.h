/* records.h: selects the records that analyses read. */
#ifndef LG_ANALYZE_RECORDS_H
#define LG_ANALYZE_RECORDS_H

#include "api/analysis.h"
#include "lengthen.h"
#include "run/run.h"
#include "train/attention_pass.h"

#define LG_ANALYZE_NUMBERS ((double)(1 << 30)) /* how many numbers may be kept in memory for a record or a length */

bool lg_analyze_lengths_check(const int *lengths, size_t count, lg_error *err); /* at least one, each in
                                                                                   1..LG_LENGTH_MAX */

/* Some records of several lengths. */
typedef struct lg_analyze_records {
    const lg_trainer *trainer; /* endless records are drawn as in the evaluation of this trainer */
    const int *lengths;
    size_t count;
    int64_t sequences; /* number to read per length; if a length has fewer, all are read */
} lg_analyze_records;

/* Checks that all members are in their ranges and that there are records of every length. */
bool lg_analyze_records_check(const lg_analyze_records *x, lg_error *err);
/* The split to read for a length: validation if training draws this length and the validation split has a finite number
 * of records of it; otherwise test. */
lg_split lg_analyze_records_split(const lg_trainer *t, int length);
/* Makes the trainer read records of the split that lg_analyze_records_split chooses; lg_analyze_split_end restores the
 * test split. */
void lg_analyze_split_begin(lg_trainer *t, int length);
void lg_analyze_split_end(lg_trainer *t);
/* Sets *out to the number of sequences to read. wanted > 0: `wanted`; fails if there are fewer. wanted 0: `usual`, or
 * all sequences if there are fewer. */
bool lg_analyze_sequences(const lg_trainer *t, int length, int wanted, int usual, int *out, lg_error *err);
int64_t lg_analyze_records_of(const lg_analyze_records *x, int length); /* number of records to read at a length */
lg_attention_record lg_analyze_record(const lg_analyze_records *x, int length, int64_t index);

/* Fails unless two runs use the same data with the same words. lg_run_ready must have succeeded for both. */
bool lg_analyze_same_data(lg_run *a, lg_run *b, lg_error *err);
/* Sets the number of blocks with self-attention and the number of heads in each. Fails if there are none. */
bool lg_analyze_heads(const lg_run *r, size_t *blocks, size_t *heads, lg_error *err);
/* Fails if the weights of `heads` heads, summed over blocks and models, exceed LG_ANALYZE_NUMBERS. Draws the record,
 * because its number of tokens is not known before. */
bool lg_analyze_check_size(lg_trainer *t, const lg_attention_record *x, size_t heads, lg_error *err);

/* ---- all records of an analysis ---- */

/* Callbacks of an analysis. If one returns false, the analysis ends. */
typedef struct lg_analyze_steps {
    void (*begin)(void *user); /* before the records of a length */
    bool (*record)(void *user, int length, int64_t index);
    bool (*end)(void *user, int length); /* after the records of a length */
    void *user;
} lg_analyze_steps;

/* Reads the records of each length in turn. After each record it calls `report`, which may be NULL. The reported
 * progress assumes that the work of a record is quadratic in its number of tokens. */
bool lg_analyze_records_each(const lg_analyze_records *x, const lg_analyze_steps *steps, lg_analyze_progress_fn report,
                             void *user);

#endif
