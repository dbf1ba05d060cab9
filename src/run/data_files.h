/* data_files.h: what a run learns from: the files that its data come from, or the records that are computed. A run's
 * hash has the paths; which bytes they had is in run.json, so that a file that changes between training, resuming and
 * evaluation is noticed, and the same bytes may be read from another path. Records that are computed, and finite, have
 * a digest for each split: a program that draws others does not resume the run. */
#ifndef LG_RUN_DATA_FILES_H
#define LG_RUN_DATA_FILES_H

#include "base/pool.h"
#include "config/values.h"
#include "data/data.h"
#include "run/run_dir.h"

/* Are the files those of the record of `dir`? One that the record does not know is no failure; nor is one of the test
 * split that `trained`, or NULL, names otherwise. LG_USAGE with the option, both digests and what to do. */
bool lg_data_files_check(const lg_run_record *r, const lg_dataset *d, const char *dir, const lg_values *trained,
                         lg_error *err);
/* Has the record of the run a file of this option, or of the folder that it names? A record that cannot be read has
 * none. */
bool lg_data_files_has(const lg_run_dir *s, const char *option);
/* The options of the record's files whose paths are not there, as flags: "--data.test PATH --data.train PATH". False:
 * all are there. */
bool lg_data_files_absent(const lg_run_record *r, const lg_values *v, char *flags, size_t size);
/* Records the files of the data set. */
void lg_data_files_record(lg_run_record *r, const lg_dataset *d);
/* Digests of the records: those of the record of `dir`, or from now on recorded, where it has none. LG_USAGE with the
 * split and both digests. */
bool lg_data_records_check(lg_run_record *r, const lg_dataset *d, lg_pool *pool, const char *dir, lg_error *err);
/* Tells which files, or digests in a record (or NULL), there are, then what lg_data_words_tell tells. */
void lg_data_files_tell(lg_context *c, const lg_run_record *r, const lg_dataset *d);
/* Warns of records that were left out, and of words of the test split that the training split does not have. */
void lg_data_words_tell(lg_context *c, const lg_dataset *d);
/* Tells how many records of a split its lengths leave out: those that training draws, of the curriculum, and that tests
 * read, eval.lengths. Only of data that has a number of records, of lengths of their own: where any length can be had,
 * none is left out. */
void lg_data_lengths_tell(lg_context *c, const lg_dataset *d, lg_split split);

#endif
