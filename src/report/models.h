/* models.h: the trained models that a figure looks into: of the row that shows most, the best runs of an encoding with
 * plain and with randomized positions, at the longest length of training and far beyond it. */
#ifndef LG_REPORT_MODELS_H
#define LG_REPORT_MODELS_H

#include "report/plot.h"

enum { LG_MODELS = 2, LG_MODEL_LENGTHS = 2 };

typedef struct lg_models {
    size_t count;
    size_t runs[LG_MODELS];
    const char *labels[LG_MODELS]; /* of their columns */
    const char *row;               /* label */
    int lengths[LG_MODEL_LENGTHS]; /* as 40 and 150 */
    int blocks;                    /* the most that one of them has */
} lg_models;

/* None where there is no finished run whose model lies in the sweep. */
lg_models lg_models_choose(const lg_report *r);
/* Opens one of them; NULL after a note of the plot, which then shows what it can. */
lg_run *lg_models_open(const lg_models *m, size_t i, const lg_report *r, lg_plot *p);
/* After a call on the model: a note where it failed. */
void lg_models_check(const lg_models *m, size_t i, const lg_report *r, lg_plot *p, lg_status status);

#endif
