/* run.h: the contents of lg_run, private to the library. */
#ifndef LG_RUN_RUN_H
#define LG_RUN_RUN_H

#include "config/values.h"
#include "run/run_dir.h"
#include "run/session.h"

struct lg_run {
    lg_context *context;
    lg_config *config; /* config.yaml with the changes made since the run was opened */
    lg_values *stored; /* values when the run was opened */
    char *dir;
    lg_run_dir run_dir;
    bool one_model;     /* opened from a model file rather than a run directory: run_dir.model is its path */
    lg_session session; /* made when the config had `changes` changes; empty while data files are missing */
    unsigned changes;
    bool has_model;  /* the session has the parameters */
    lg_run **others; /* [other_count]: the other models of an ensemble (ensemble.h); not owned */
    size_t other_count;
};

/* Opens a session for the current config, with the parameters of the model. */
bool lg_run_ready(lg_run *r, lg_error *err);
/* Like lg_run_ready, for callers that do not need the records of some splits (lg_dataset.unread). */
bool lg_run_ready_without(lg_run *r, unsigned unread, lg_error *err);
/* The values of the session; without a session, the values when the run was opened. */
static inline const lg_values *lg_run_values(const lg_run *r) {
    return r->session.values ? r->session.values : r->stored;
}

#endif
