/* pattern.c: see pattern.h. */
#include "nn/model/pattern.h"

#include <stdio.h>

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

bool lg_pattern_check(const lg_pattern *p, int blocks, lg_error *err) {
    char keys[40];
    if (p->longest > blocks) {
        snprintf(keys, sizeof keys, "%s model.blocks", p->longest_axis);
        return lg_fail_keys(
            err, keys,
            "%s: the list has %d blocks, but the model has %d (use a shorter list, or --blocks %d; a list sets "
            "the blocks of one model; to compare models, see `lengthen help sweep`)",
            p->longest_axis, p->longest, blocks, p->longest);
    }
    for (int i = 0; i < blocks; i++)
        if (lg_pattern_choice(p, i) == LG_CHOICES_MAX)
            return lg_fail_keys(
                err, "encoding mask scale attention",
                "encoding, mask, scale and attention: the lists make more than %d different blocks (use "
                "shorter lists)",
                LG_CHOICES_MAX);
    return true;
}
