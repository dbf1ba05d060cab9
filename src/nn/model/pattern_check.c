/* pattern_check.c: see pattern_check.h. */
#include "nn/model/pattern_check.h"

#include <stdio.h>
#include <string.h>

#include "nn/axes/architecture.h"
#include "nn/axes/encoding.h"
#include "nn/axes/scale.h"
#include "nn/stream/memory_tokens.h"

static bool check_depth(const lg_model *m, lg_error *err) {
    const lg_pattern *p = &m->pattern;
    char keys[40];
    if (p->longest > m->blocks) {
        snprintf(keys, sizeof keys, "%s model.blocks", p->longest_axis);
        return lg_fail_keys(err, keys,
                            "%s: a list of %d blocks is longer than the model, which has %d (use a shorter one, or "
                            "--blocks %d)",
                            p->longest_axis, p->longest, m->blocks, p->longest);
    }
    for (int i = 0; i < m->blocks; i++)
        if (lg_pattern_choice(p, i) == LG_CHOICES_MAX)
            return lg_fail_keys(err, "encoding mask scale attention",
                                "encoding, mask, scale and attention together make more than %d different blocks (use "
                                "lists that repeat sooner)",
                                LG_CHOICES_MAX);
    return true;
}

bool lg_pattern_check(const lg_model *m, lg_error *err) {
    return check_depth(m, err);
}
