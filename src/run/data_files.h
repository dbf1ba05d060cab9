/* data_files.h: checks that a run's data does not change. A run's hash contains paths of data files; run.json has
 * digests of their contents, so a change between training, resuming and evaluation is detected, and the same bytes may
 * be read from another path. Finite computed records have a digest per split: a program version that draws other
 * records cannot resume the run. */
#ifndef LG_RUN_DATA_FILES_H
#define LG_RUN_DATA_FILES_H

#include "base/pool.h"
#include "config/values.h"
#include "data/data.h"
#include "run/run_dir.h"

/* Are the files those in the record of `dir`? Unrecorded files pass, as do test files whose path differs from `trained`
 * (may be NULL). LG_USAGE: the message has the option, both digests and advice. */
bool lg_data_files_check(const lg_run_record *r, const lg_dataset *d, const char *dir, const lg_values *trained,
                         lg_error *err);
/* Does the run's record have a file of this option, or of the folder it names? An unreadable record has none. */
bool lg_data_files_has(const lg_run_dir *s, const char *option);
/* Lists options whose recorded files do not exist, as flags: "--data.test PATH --data.train PATH". False: all exist. */
bool lg_data_files_absent(const lg_run_record *r, const lg_values *v, char *flags, size_t size);
/* Records the files of the data set. */
void lg_data_files_record(lg_run_record *r, const lg_dataset *d);
/* Compares the digests of the records with those in the record of `dir`, or records them if it has none. LG_USAGE: the
 * message has the split and both digests. */
bool lg_data_records_check(lg_run_record *r, const lg_dataset *d, lg_pool *pool, const char *dir, lg_error *err);
/* Logs the files, the recorded digests (r may be NULL), and what lg_data_words_tell logs. */
void lg_data_files_tell(lg_context *c, const lg_run_record *r, const lg_dataset *d);
/* Warns of skipped records, and of words in the test split that the training split lacks. */
void lg_data_words_tell(lg_context *c, const lg_dataset *d);
/* Logs how many records of a split are skipped because of their lengths: not in the curriculum (training), not in
 * eval.lengths (tests). Only for finite data with given lengths. */
void lg_data_lengths_tell(lg_context *c, const lg_dataset *d, lg_split split);

#endif
