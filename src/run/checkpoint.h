/* checkpoint.h: the two files with the parameters of a model.
 *
 *   state.safetensors   parameters, moments of the optimizer, step, and the model's memory, if any: everything
 *                       that resuming needs. The authoritative file.
 *   model.safetensors   only the parameters, for evaluation and other programs; written from the same trainer.
 *
 * The tensor NAME is the parameter NAME. The tensors moment1.NAME and moment2.NAME are its moments. The tensors
 * state.NAME are values carried from step to step. The metadata holds format, version, precision, step, config (the
 * identity text: the lines that affect results), and a checksum of the other metadata and of all tensors, so any
 * flipped bit is detected. The same state gives the same bytes, because files contain neither times nor the name of the
 * machine. */
#ifndef LG_RUN_CHECKPOINT_H
#define LG_RUN_CHECKPOINT_H

#include "base/file.h"
#include "base/machine.h"
#include "base/safetensors.h"
#include "config/config.h"
#include "train/train.h"

typedef enum lg_checkpoint { LG_STATE_FILE, LG_MODEL_FILE } lg_checkpoint;

/* Identifies a file by its step and the digest of its contents (the checksum in its metadata). */
typedef struct lg_checkpoint_id {
    int64_t step;
    char digest[LG_DIGEST_SIZE]; /* "": unknown */
} lg_checkpoint_id;

/* id (may be NULL): receives the id of the written file. */
bool lg_checkpoint_write(lg_checkpoint kind, const char *path, const lg_trainer *t, const lg_resolved_config *config,
                         lg_checkpoint_id *id, lg_error *err);
/* Reads step and checksum from the file's header only. LG_CORRUPT: they are missing. */
bool lg_checkpoint_identify(lg_checkpoint kind, const char *path, lg_checkpoint_id *id, lg_error *err);
/* Fills the trainer and sets its step. LG_CORRUPT: the file is damaged or, if config is not NULL, belongs to another
 * config. LG_USAGE: precision or parameters differ from the trainer's. After a failure the trainer's parameters
 * are undefined. */
bool lg_checkpoint_read(lg_checkpoint kind, const char *path, lg_trainer *t, const lg_resolved_config *config,
                        lg_error *err);

/* Opens a file of any config and precision, and checks it. digest: receives the digest of its contents. NULL on
 * failure; LG_CORRUPT: the file is damaged or of another kind. */
lg_safetensors *lg_checkpoint_open(lg_checkpoint kind, const char *path, char digest[LG_DIGEST_SIZE], lg_error *err);

/* Lists the differences of the file's config from `config`, such as "train.lr 0.1 instead of 0.2"; "" if there are
 * none. Errors as in lg_checkpoint_open. */
enum { LG_DIFFERING = 400 };
bool lg_checkpoint_compare(lg_checkpoint kind, const char *path, const lg_resolved_config *config,
                           char differing[LG_DIFFERING], lg_error *err);

#endif
