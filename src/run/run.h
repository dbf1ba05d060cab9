/* run.h: what is inside an lg_run: the private header of api_run.c, api_analyze.c and api_probe.c. */
#ifndef LG_RUN_RUN_H
#define LG_RUN_RUN_H

#include "config/values.h"
#include "run/run_dir.h"
#include "run/session.h"

struct lg_run {
    lg_context *context;
    lg_config *config; /* that of config.yaml, and what was set on it since */
    lg_values *stored; /* as they were when the run was opened */
    char *dir;
    lg_run_dir run_dir;
    bool one_model;     /* a model file was opened, and not the run: run_dir.model names it */
    lg_session session; /* for the config as it was after `changes` changes; none while files of the data are absent */
    unsigned changes;
    bool has_model; /* the session has the parameters */
};

/* Opens a session for the config as it is now, with the parameters of the model. */
bool lg_run_ready(lg_run *r, lg_error *err);
/* The same for who asks for no records of a set of splits (lg_dataset.unread). */
bool lg_run_ready_without(lg_run *r, unsigned unread, lg_error *err);
/* The values of the session, or those that the run was opened with, where it has none yet. */
static inline const lg_values *lg_run_values(const lg_run *r) {
    return r->session.values ? r->session.values : r->stored;
}

#endif
