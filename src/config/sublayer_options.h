/* sublayer_options.h: options of sublayers are in force in every run, and mean nothing where no sublayer reads them. */
#ifndef LG_CONFIG_SUBLAYER_OPTIONS_H
#define LG_CONFIG_SUBLAYER_OPTIONS_H

#include "config/values.h"
#include "nn/model/description.h"

/* Is every such option, if it is not at its default, read by a sublayer of the order? Else fails and blames its key. */
bool lg_sublayer_options_check(const lg_values *v, const lg_model_description *d, lg_error *err);

#endif
