/* models.h: the trained models that a figure analyzes: of one row the best, and the best of those that differ from it
 * in the position sampler alone, at the longest length of training and far beyond it. */
#ifndef LG_REPORT_MODELS_H
#define LG_REPORT_MODELS_H

#include "report/figures.h"

enum { LG_MODELS = 2, LG_MODEL_LENGTHS = 2 };
typedef struct lg_models {
    size_t count;
    size_t runs[LG_MODELS];
    const char *labels[LG_MODELS]; /* of their columns */
    const char *row;               /* label */
    int lengths[LG_MODEL_LENGTHS];
    int blocks;                    /* the largest number that one of them has */
    bool failed;                   /* out of memory: none are known */
} lg_models;

/* None where there is no finished run whose model lies in the sweep. */
lg_models lg_models_choose(const lg_report *r);
bool lg_models_suit(const lg_report *r); /* is there one, or no memory to tell? */

/* One of them, being drawn. */
typedef struct lg_model_drawing {
    const lg_models *models;
    lg_plot *plot;
    size_t model;
} lg_model_drawing;
typedef lg_status (*lg_model_analysis)(lg_run *run, lg_model_drawing *d);
/* Analyzes one after another. The plot gets a note of each that cannot be opened or analyzed, and shows the others. */
void lg_models_draw(const lg_models *m, const lg_report *r, lg_plot *p, lg_model_analysis look);

#endif
