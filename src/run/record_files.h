/* record_files.h: checks that the files of a run are those that its record describes. The record of a run that has
 * stopped or ended has the step and the digests of its files, and is written after them; while a run trains, its record
 * is written before its checkpoint and describes no file. Only headers are compared: lg_checkpoint_read checks that the
 * content of a file has the digest in its header. Where a record has no digest the step is compared. A file that is not
 * there is no failure. */
#ifndef LG_RUN_RECORD_FILES_H
#define LG_RUN_RECORD_FILES_H

#include "run/run_dir.h"

typedef enum lg_run_file { LG_FILE_STATE, LG_FILE_MODEL, LG_FILE_BEST } lg_run_file;

/* For the process that has the directory locked. LG_CORRUPT with the file, both steps or digests, and a way out. */
bool lg_record_file_compare(const lg_run_dir *s, const lg_run_record *r, lg_run_file which, lg_error *err);
/* For readers: while another process trains, it replaces the files, and the record that was read is an earlier one. */
bool lg_record_file_check(const lg_run_dir *s, const lg_run_record *r, lg_run_file which, lg_error *err);
/* The model, the best model and, of a paused run, the state. */
bool lg_record_files_check(const lg_run_dir *s, const lg_run_record *r, lg_error *err);
/* What happens to a run once a damaged model.safetensors is removed: "it is made again from state.safetensors". */
const char *lg_model_remedy(const lg_run_dir *s);

#endif
