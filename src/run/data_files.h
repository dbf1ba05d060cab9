/* data_files.h: the files that a run's data come from. A run's hash has their paths; which bytes they had is in
 * run.json, so that a file that changes between training, resuming and evaluation is noticed. */
#ifndef LG_RUN_DATA_FILES_H
#define LG_RUN_DATA_FILES_H

#include "data/data.h"
#include "run/run_dir.h"

/* Are the files those of the record of `dir`? One that the record does not know, as that of an earlier version, is no
 * failure; nor is that of `other`, an option that names another file now, or NULL. LG_USAGE with the option, both
 * digests and what to do. */
bool lg_data_files_check(const lg_run_record *r, const lg_dataset *d, const char *dir, const char *other,
                         lg_error *err);
/* Records the files of the data set. */
void lg_data_files_record(lg_run_record *r, const lg_dataset *d);
/* Tells which files there are, then what lg_data_words_tell tells. */
void lg_data_files_tell(lg_context *c, const lg_dataset *d);
/* Warns of words of the test split that the training split does not have. */
void lg_data_words_tell(lg_context *c, const lg_dataset *d);

#endif
