/* sublayer_options.h: checks the options of sublayers. These options exist in every run, but have an effect only if
 * model.order has a sublayer that uses them. */
#ifndef LG_CONFIG_SUBLAYER_OPTIONS_H
#define LG_CONFIG_SUBLAYER_OPTIONS_H

#include "config/values.h"
#include "nn/model/description.h"

/* Fails, and blames the key, if an option differs from its default although model.order has no sublayer that uses
 * it. */
bool lg_sublayer_options_check(const lg_values *v, const lg_model_description *d, lg_error *err);

#endif
