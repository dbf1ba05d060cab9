/* text_windows.h: windows spread over a test text that end at the same tokens whatever their length, for analyses of
 * the context of language models. */
#ifndef LG_ANALYZE_TEXT_WINDOWS_H
#define LG_ANALYZE_TEXT_WINDOWS_H

#include "api/analysis.h"
#include "base/file.h"
#include "evaluate/stream_score.h"
#include "kernel/view.h"

typedef struct lg_text_windows {
    int64_t count;
    int scored;                 /* targets that count per window, its last ones */
    int64_t *ends;              /* [count]: the last target of each, a token of the test split */
    lg_predicted_tokens tokens; /* the targets that count */
} lg_text_windows;

/* Places windows of up to `longest` targets: `wanted` of them, or as many as fit without counting a token twice. `what`
 * names the lengths in messages: "contexts". LG_USAGE: not a token stream, or a split that is too short. */
bool lg_text_windows_place(lg_text_windows *w, const lg_trainer *t, const char *what, int longest, int scored,
                           int64_t wanted, lg_error *err);
void lg_text_windows_free(lg_text_windows *w);

/* Progress: `windows` more windows of a length were scored. */
typedef void (*lg_windows_scored_fn)(void *user, int windows, int length);
/* losses [count, scored], in nats, of windows of a length. */
bool lg_text_windows_score(const lg_text_windows *w, lg_trainer *t, int length, double *losses,
                           lg_windows_scored_fn each, void *user, lg_error *err);
/* The work of scoring a window, up to a factor. */
double lg_text_window_work(int length);

/* The loss over `count` losses of each window, from index `first` on. Windows are treated as independent, because their
 * tokens do not overlap. */
lg_token_loss lg_text_windows_loss(const lg_text_windows *w, const double *losses, int first, int count);

#endif
