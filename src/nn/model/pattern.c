/* pattern.c: see pattern.h. */
#include "nn/model/pattern.h"

#include "nn/axes/mask.h"

void lg_pattern_trim(lg_pattern *p, int blocks) {
    int last = 0;
    for (int i = 0; i < blocks && i < p->period; i++)
        if (p->of[i] > last && p->of[i] < LG_CHOICES_MAX) last = p->of[i];
    if (p->period > blocks && blocks > 0) p->period = blocks;
    p->count = last + 1;
}

const lg_chosen_mask *lg_pattern_open_mask(const lg_pattern *p) {
    for (int i = 0; i < p->count; i++)
        if (!lg_mask_is_causal(&p->choices[i].mask)) return &p->choices[i].mask;
    return NULL;
}

bool lg_pattern_is_causal(const lg_pattern *p) {
    return !lg_pattern_open_mask(p);
}
