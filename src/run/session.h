/* session.h: a model in memory with what trains and evaluates it: its config's values, kernels, threads. */
#ifndef LG_RUN_SESSION_H
#define LG_RUN_SESSION_H

#include "config/context.h"
#include "train/train.h"

/* lg_train in a context of its own: the config may be another context's. alike: the directory of a run that differs in
 * its evaluation alone, whose training may be taken over (shared_training.h); NULL: none is known. */
lg_status lg_train_in(lg_context *c, const lg_resolved_config *config, const char *alike, const lg_callbacks *calls,
                      lg_outcome *out);

/* A trainer with its kernels and threads, which must live as long as it. */
typedef struct lg_session {
    const lg_context *context;
    lg_runtime runtime;
    lg_values *values; /* a copy: the config may change */
    lg_pool *pool;
    lg_trainer *trainer;
} lg_session;
bool lg_session_new(lg_session *h, const lg_context *c, const lg_values *values, lg_error *err);
/* The same with parameters that are zeros, to be read from a file, or not to be used: initial values of 100 million
 * parameters take seconds. trained: as for lg_describe, and outlives the session; unread: splits of the data that
 * nobody asks for. */
bool lg_session_new_blank(lg_session *h, const lg_context *c, const lg_values *values, const lg_values *trained,
                          unsigned unread, lg_error *err);
/* The one or the other, for plans and measurements: of one thread. */
bool lg_session_new_single(lg_session *h, const lg_context *c, const lg_values *values, bool blank, lg_error *err);
void lg_session_free(lg_session *h); /* a struct of zeros is allowed */
/* Between steps or lengths: resizes the pool to the thread quota of the run. */
void lg_session_follow_quota(lg_session *h);
/* Are there positions enough to train, and to evaluate, at all lengths of this config, and records for what both need?
 */
bool lg_session_check_lengths(const lg_session *h, const lg_resolved_config *config, bool training, bool evaluation,
                              lg_error *err);

/* Threads to use: those of the context, or all processors. values may be NULL; their `threads` comes first. */
int lg_thread_count(const lg_context *c, const lg_values *values);

#endif
