/* record_files.h: checks that the files of a run are those in its record. The record of a stopped or finished run has
 * the step and the digests of its files and is written after these files. During training the record is written before
 * the checkpoint and describes no files. The functions here read only the headers of files; lg_checkpoint_read checks
 * that the contents match the digest in the header. If the record has no digest, steps are compared. A missing file is
 * not an error. */
#ifndef LG_RUN_RECORD_FILES_H
#define LG_RUN_RECORD_FILES_H

#include "run/run_dir.h"

typedef enum lg_run_file { LG_FILE_STATE, LG_FILE_MODEL, LG_FILE_BEST } lg_run_file;

/* Compares a file with the record, in the process that holds the directory's lock. LG_CORRUPT if they differ: the
 * message contains the file, both steps or digests, and advice. */
bool lg_record_file_compare(const lg_run_dir *s, const lg_run_record *r, lg_run_file which, lg_error *err);
/* Compares a file with the record, in a process without the lock. A mismatch is ignored while another process trains,
 * because it may have replaced the file after the record was read. */
bool lg_record_file_check(const lg_run_dir *s, const lg_run_record *r, lg_run_file which, lg_error *err);
/* Checks the model, the best model and, for a paused run, the state. */
bool lg_record_files_check(const lg_run_dir *s, const lg_run_record *r, lg_error *err);
/* Describes how further training replaces a damaged model.safetensors that was removed: "it is rebuilt from
 * state.safetensors". */
const char *lg_model_remedy(const lg_run_dir *s);

#endif
