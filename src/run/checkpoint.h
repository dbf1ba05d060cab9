/* checkpoint.h: the two files with the parameters of a model.
 *
 *   state.safetensors   parameters, moments of the optimizer, step, and the memory of a model that has one: all that
 *                       resuming needs. The authoritative one.
 *   model.safetensors   the parameters alone, for evaluation and for other programs; written from the same trainer.
 *
 * A parameter NAME is a tensor NAME; its moments are moment1.NAME and moment2.NAME; what is carried
 * from step to step is state.NAME. The metadata holds format, version,
 * precision, step, config (what is computed) and a checksum of all of that, so that a flipped bit anywhere is detected.
 * The same state gives the same bytes: no times, no machine. */
#ifndef LG_RUN_CHECKPOINT_H
#define LG_RUN_CHECKPOINT_H

#include "base/file.h"
#include "base/machine.h"
#include "base/safetensors.h"
#include "config/config.h"
#include "train/train.h"

typedef enum lg_checkpoint { LG_STATE_FILE, LG_MODEL_FILE } lg_checkpoint;

/* Which file it is: its step, and the digest of all that is in it, which its metadata holds as the checksum. */
typedef struct lg_checkpoint_id {
    int64_t step;
    char digest[LG_DIGEST_SIZE]; /* "": not known */
} lg_checkpoint_id;

/* id: of what was written; may be NULL. */
bool lg_checkpoint_write(lg_checkpoint kind, const char *path, const lg_trainer *t, const lg_resolved_config *config,
                         lg_checkpoint_id *id, lg_error *err);
/* What a file says of itself in its header, which alone is read. LG_CORRUPT where it says nothing. */
bool lg_checkpoint_identify(lg_checkpoint kind, const char *path, lg_checkpoint_id *id, lg_error *err);
/* Fills the trainer and sets its step. LG_CORRUPT when the file is damaged or, if config is not NULL,
 * belongs to another config; LG_USAGE when it was written in another precision or its parameters are not the trainer's.
 * After a failure the trainer's parameters are undefined. */
bool lg_checkpoint_read(lg_checkpoint kind, const char *path, lg_trainer *t, const lg_resolved_config *config,
                        lg_error *err);

/* Opens a file of any config and precision, and checks it. digest: of all that is in it. LG_CORRUPT when it is damaged,
 * or of another kind; NULL on failure. */
lg_safetensors *lg_checkpoint_open(lg_checkpoint kind, const char *path, char digest[LG_DIGEST_SIZE], lg_error *err);

/* "train.lr 0.1 instead of 0.2": what the file was trained with, instead of what config says; "": the same. Fails as
 * lg_checkpoint_open does. */
enum { LG_DIFFERING = 400 };
bool lg_checkpoint_compare(lg_checkpoint kind, const char *path, const lg_resolved_config *config,
                           char differing[LG_DIFFERING], lg_error *err);

#endif
