/* run.h: what is inside an lg_run: the private header of api_run.c, api_analyze.c and api_probe.c. */
#ifndef LG_RUN_RUN_H
#define LG_RUN_RUN_H

#include "run/run_dir.h"
#include "run/session.h"

struct lg_run {
    lg_context *context;
    lg_config *config; /* that of config.yaml, and what was set on it since */
    lg_values *stored; /* as they were when the run was opened */
    char *dir;
    lg_run_dir run_dir;
    bool one_model;     /* a model file was opened, and not the run: run_dir.model names it */
    lg_session session; /* for the config as it was after `changes` changes */
    unsigned changes;
    bool has_model; /* the session has the parameters */
};

/* Opens a session for the config as it is now, with the parameters of the model. */
bool lg_run_ready(lg_run *r, lg_error *err);
/* The same for who asks for no records of a set of splits (lg_dataset.unread). */
bool lg_run_ready_without(lg_run *r, unsigned unread, lg_error *err);

#endif
