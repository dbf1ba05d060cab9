/* models.h: the trained models that a figure analyzes: in one row, the best model and a model that has the same
 * encoding and attention but another position sampler. Each is analyzed at a training length and at a much longer
 * length. */
#ifndef LG_REPORT_MODELS_H
#define LG_REPORT_MODELS_H

#include "report/figures.h"

enum { LG_MODELS = 2, LG_MODEL_LENGTHS = 2 };
typedef struct lg_models {
    size_t count;
    size_t runs[LG_MODELS];
    const char *labels[LG_MODELS]; /* labels of the columns of the models */
    const char *row;               /* label of the row */
    int lengths[LG_MODEL_LENGTHS];
    int blocks;  /* the largest number of blocks among the models */
    bool failed; /* out of memory: there are no models */
} lg_models;

/* Empty if the sweep holds no model of a finished run. */
lg_models lg_models_choose(const lg_report *r);
bool lg_models_suit(const lg_report *r); /* is there a model, or did memory run out? */

/* The model that is being drawn. */
typedef struct lg_model_drawing {
    const lg_models *models;
    lg_plot *plot;
    size_t model;
} lg_model_drawing;
typedef lg_status (*lg_model_analysis)(lg_run *run, lg_model_drawing *d);
/* Analyzes the models in turn. A model that cannot be opened or analyzed adds a note to the plot; the others are
 * shown. */
void lg_models_draw(const lg_models *m, const lg_report *r, lg_plot *p, lg_model_analysis look);

#endif
