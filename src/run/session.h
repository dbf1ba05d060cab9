/* session.h: a model in memory with everything to train and evaluate it: values of its config, kernels, threads. */
#ifndef LG_RUN_SESSION_H
#define LG_RUN_SESSION_H

#include "config/context.h"
#include "train/train.h"

/* Like lg_train, but in the context c, which need not be that of the config. alike: directory of a run that differs
 * only in its evaluation, whose training may be reused (shared_training.h); NULL: unknown. */
lg_status lg_train_in(lg_context *c, const lg_resolved_config *config, const char *alike, const lg_callbacks *calls,
                      lg_outcome *out);

/* A trainer with its kernels and threads. The context must outlive the session. */
typedef struct lg_session {
    const lg_context *context;
    lg_runtime runtime;
    lg_values *values; /* a copy, since the config may change */
    lg_pool *pool;
    lg_trainer *trainer;
} lg_session;
bool lg_session_new(lg_session *h, const lg_context *c, const lg_values *values, lg_error *err);
/* Like lg_session_new, but all parameters are zero, because the caller reads them from a file or does not use them.
 * Drawing initial values for 100 million parameters would take seconds. trained: see lg_describe; it must outlive the
 * session. unread: set of splits that are not needed. */
bool lg_session_new_blank(lg_session *h, const lg_context *c, const lg_values *values, const lg_values *trained,
                          unsigned unread, lg_error *err);
/* Like lg_session_new or, if blank, lg_session_new_blank, but with one thread, for plans and measurements. */
bool lg_session_new_single(lg_session *h, const lg_context *c, const lg_values *values, bool blank, lg_error *err);
void lg_session_free(lg_session *h); /* a zeroed struct is allowed */
/* Resizes the pool to the run's thread quota. Call it between steps or lengths. */
void lg_session_follow_quota(lg_session *h);
/* Checks that there are enough positions, and records, for training and evaluation at all lengths of this config. */
bool lg_session_check_lengths(const lg_session *h, const lg_resolved_config *config, bool training, bool evaluation,
                              lg_error *err);

/* Number of threads: the first of the following numbers that is set (not 0 or NULL).
 * - the option `threads` of the values; values may be NULL
 * - the context's quota of threads
 * - the context's number of threads
 * - the number of processors */
int lg_thread_count(const lg_context *c, const lg_values *values);

#endif
