/* text_windows.h: windows spread over a test text. They end at the same tokens whatever their length, so that a
 * language model can be scored on the same tokens with contexts of different lengths. */
#ifndef LG_ANALYZE_TEXT_WINDOWS_H
#define LG_ANALYZE_TEXT_WINDOWS_H

#include "api/analysis.h"
#include "base/file.h"
#include "evaluate/text_stream_score.h"
#include "kernel/view.h"

typedef struct lg_text_windows {
    int64_t count;
    int scored;                 /* number of scored targets per window, at its end */
    int64_t *ends;              /* [count]: index of the last target of each window in the test split */
    lg_predicted_tokens tokens; /* all scored targets */
} lg_text_windows;

/* Places `wanted` windows of up to `longest` targets, or as many as fit without scoring a token twice. `what` names the
 * lengths in messages: "contexts". LG_USAGE: the data is not a token stream, or the split is too short. */
bool lg_text_windows_place(lg_text_windows *w, const lg_trainer *t, const char *what, int longest, int scored,
                           int64_t wanted, lg_error *err);
void lg_text_windows_free(lg_text_windows *w);

/* Progress: `windows` more windows of a length were scored. */
typedef void (*lg_windows_scored_fn)(void *user, int windows, int length);
/* Computes losses [count, scored], in nats, of all windows at one length. */
bool lg_text_windows_score(const lg_text_windows *w, lg_trainer *t, int length, double *losses,
                           lg_windows_scored_fn each, void *user, lg_error *err);
/* Relative cost of scoring a window. */
double lg_text_window_work(int length);

/* Mean and standard error of the losses with index `first` to `first` + `count` - 1 of all windows. The scored tokens
 * of windows do not overlap, so windows are treated as independent. */
lg_token_loss lg_text_windows_loss(const lg_text_windows *w, const double *losses, int first, int count);

#endif
