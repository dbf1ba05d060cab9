/* description.c: see description.h. */
#include "nn/model/description.h"

void lg_pattern_trim(lg_pattern *p, int blocks) {
    int last = 0;
    for (int i = 0; i < blocks && i < p->period; i++)
        if (p->of[i] > last && p->of[i] < LG_CHOICES_MAX) last = p->of[i];
    if (p->period > blocks && blocks > 0) p->period = blocks;
    p->count = last + 1;
}

void lg_describe_alike(lg_model_description *d, int choice) {
    const lg_block_choice c = d->pattern.choices[choice];
    bool others_read = false;
    for (int i = 0; i < d->pattern.count; i++)
        others_read |= i != choice && d->pattern.choices[i].encoding[0].entry->reads != LG_POSITION_INPUT_NONE;
    for (int i = 0; i < 2; i++)
        if (d->placings[i].encoding_key) d->placings[i].encoding = c.encoding[i];
    d->mask = c.mask;
    d->scale = c.scale;
    d->attention_function = c.attention_function;
    d->pattern = (lg_pattern){.count = 1, .choices = {c}, .period = 1, .longest = 1, .others_read = others_read};
}
