/* description.c: see description.h. */
#include "nn/model/description.h"

#include "nn/axes/encoding.h"

void lg_describe_first(lg_model_description *d) {
    const lg_block_choice *c = &d->pattern.choices[0];
    for (int i = 0; i < 2; i++)
        if (d->placings[i].encoding_key) d->placings[i].encoding = c->encoding[i];
    d->mask = c->mask;
    d->scale = c->scale;
    d->attention_function = c->attention_function;
}

void lg_describe_alike(lg_model_description *d, int choice) {
    const lg_block_choice c = d->pattern.choices[choice];
    bool others[2] = {false, false};
    for (int i = 0; i < d->pattern.count; i++)
        for (int stream = 0; stream < 2 && i != choice; stream++)
            others[stream] |= d->pattern.choices[i].encoding[stream].entry->reads != LG_POSITION_INPUT_NONE;
    d->pattern = (lg_pattern){
        .count = 1, .choices = {c}, .period = 1, .longest = 1, .others_read = {others[0], others[1]}};
    lg_describe_first(d);
}
