/* data_files.h: checks that a run's data does not change. A run's hash depends only on the paths of its data files, so
 * run.json also stores digests of their contents. With these digests, a change between training, resuming and
 * evaluation is detected, and the same bytes may be read from another path. If a split has finitely many computed
 * records, run.json stores their digest too: a program version that draws other records cannot resume the run. */
#ifndef LG_RUN_DATA_FILES_H
#define LG_RUN_DATA_FILES_H

#include "base/pool.h"
#include "config/values.h"
#include "data/data.h"
#include "run/run_dir.h"

/* Checks that the data files are those in the record of `dir`. Two kinds of files always pass: files that are not
 * recorded, and test files whose path differs from the path in `trained` (may be NULL). LG_USAGE: the message has the
 * option, both digests and advice. */
bool lg_data_files_check(const lg_run_record *r, const lg_dataset *d, const char *dir, const lg_values *trained,
                         lg_error *err);
/* True if the run's record has the file that this option names or, if the option names a folder, a file in it. False if
 * the record is unreadable. */
bool lg_data_files_has(const lg_run_dir *s, const char *option);
/* Lists the options whose recorded files do not exist, as flags such as "--data.test PATH --data.train PATH". False if
 * all files exist. */
bool lg_data_files_absent(const lg_run_record *r, const lg_values *v, char *flags, size_t size);
/* Records the files of the data set. */
void lg_data_files_record(lg_run_record *r, const lg_dataset *d);
/* Compares the digest of each split's computed records with the digest in `r`, the run record of `dir`. If `r` has
 * none, stores the computed digest there. LG_USAGE: the message has the split and both digests. */
bool lg_data_records_check(lg_run_record *r, const lg_dataset *d, lg_pool *pool, const char *dir, lg_error *err);
/* Logs the files, the recorded digests (r may be NULL), and what lg_data_words_tell logs. */
void lg_data_files_tell(lg_context *c, const lg_run_record *r, const lg_dataset *d);
/* Warns of skipped records, and of words in the test split that the training split lacks. */
void lg_data_words_tell(lg_context *c, const lg_dataset *d);
/* Logs how many records of a split are skipped because their length is not in the curriculum (training) or not in
 * eval.lengths (tests). Logs nothing if no record is skipped or the split is endless. */
void lg_data_lengths_tell(lg_context *c, const lg_dataset *d, lg_split split);

#endif
