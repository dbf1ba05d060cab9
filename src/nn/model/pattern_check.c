/* pattern_check.c: see pattern_check.h. */
#include "nn/model/pattern_check.h"

#include <stdio.h>
#include <string.h>

#include "nn/axes/architecture.h"
#include "nn/axes/encoding.h"
#include "nn/axes/scale.h"
#include "nn/stream/memory_tokens.h"

/* The first axis in which two choices differ. */
static const char *differing_axis(const lg_block_choice *a, const lg_block_choice *b) {
    if (memcmp(a->encoding, b->encoding, sizeof a->encoding)) return "encoding";
    if (memcmp(&a->mask, &b->mask, sizeof a->mask)) return "mask";
    return memcmp(&a->scale, &b->scale, sizeof a->scale) ? "scale" : "attention";
}

static const char *axis_of(const lg_model *m) {
    return differing_axis(&m->pattern.choices[0], &m->pattern.choices[1]);
}

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

static bool check_architecture(const lg_model *m, lg_error *err) {
    const lg_architecture *a = m->architecture.entry;
    char keys[40];
    snprintf(keys, sizeof keys, "%s architecture", axis_of(m));
    if (a->cells || a->latents)
        return lg_fail_keys(err, keys,
                            "%s: architecture: %s has no blocks of attention that could differ (use --architecture "
                            "decoder, or one %s for all)",
                            axis_of(m), a->name, axis_of(m));
    if (lg_memory_tokens_count(m) > 0)
        return lg_fail_keys(err, "architecture.memory_tokens encoding mask",
                            "architecture.memory_tokens: memory tokens are read alike in all blocks, and %s differs "
                            "from block to block (use --architecture.memory_tokens 0)",
                            axis_of(m));
    for (int i = 1; a->crosses && i < m->pattern.count; i++)
        if (memcmp(&m->pattern.choices[i].scale, &m->scale, sizeof m->scale))
            return lg_fail_keys(
                err, "scale architecture",
                "scale: cross-attention of architecture: %s has one scale in all blocks (use one for all, "
                "as --scale %s)",
                a->name, lg_scales[0]->name);
    return true;
}

/* What is added to embeddings is there for all blocks. */
static bool check_embedding(const lg_model *m, lg_error *err) {
    for (int i = 0; i < m->pattern.count; i++)
        for (int stream = 0; stream < 2; stream++) {
            const lg_encoding *e = m->pattern.choices[i].encoding[stream].entry;
            if (e->embed && memcmp(&m->pattern.choices[i].encoding[stream], &m->pattern.choices[!i].encoding[stream],
                                   sizeof(lg_chosen_encoding)))
                return lg_fail_keys(err, "encoding",
                                    "encoding: %s is added to embeddings, once, and cannot belong to some blocks alone "
                                    "(in a pattern use rope, alibi, none and others that blocks apply)",
                                    e->name);
        }
    return true;
}

static bool check_sharing(const lg_model *m, lg_error *err) {
    for (int b = 1; b < m->blocks; b++)
        for (int a = 0; a < b; a++) {
            const lg_pattern *p = &m->pattern;
            if (m->sets[a] != m->sets[b] || lg_pattern_choice(p, a) == lg_pattern_choice(p, b)) continue;
            const char *axis =
                differing_axis(&p->choices[lg_pattern_choice(p, a)], &p->choices[lg_pattern_choice(p, b)]);
            return lg_fail_keys(err, "model.share encoding mask",
                                "model.share: blocks %d and %d are one and the same, and %s differs between them (use "
                                "--model.share none)",
                                a, b, axis);
        }
    return true;
}

static bool check_encodings_read(const lg_model *m, lg_error *err) {
    const lg_placing *own = &m->placings[LG_PLACING_OWN], *sources = &m->placings[LG_PLACING_SOURCES];
    char keys[80];
    if (!m->pattern.unread) return true;
    snprintf(keys, sizeof keys, "encoding %s %s", own->encoding_key, sources->encoding_key);
    return lg_fail_keys(err, keys,
                        "encoding: a list has no effect: %s and %s are of all blocks of their streams (leave one of "
                        "them out, or the list)",
                        own->encoding_key, sources->encoding_key);
}

bool lg_pattern_check(const lg_model *m, lg_error *err) {
    return check_depth(m, err) && check_encodings_read(m, err) &&
           (m->pattern.count == 1 || (check_architecture(m, err) && check_embedding(m, err) && check_sharing(m, err)));
}
