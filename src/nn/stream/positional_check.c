/* positional_check.c: checks that encoding and position sampler of each stream are consistent. */
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "nn/axes/encoding.h"
#include "nn/axes/position.h"
#include "nn/model/model.h"

/* The config keys that an error names, "A B"; one may be an option of an entry, such as "encoding.rows". */
typedef struct blamed {
    char text[112];
} blamed;

static blamed blame(const char *a, const char *b) {
    blamed keys;
    snprintf(keys.text, sizeof keys.text, "%s %s", a, b);
    return keys;
}

static bool check_limit(const lg_positional *p, lg_error *err) {
    const lg_encoding *e = p->encoding.entry;
    char range[40], rows[48];
    if (!e->limit || !p->sampler.entry->limit) return true;
    const int drawn = p->sampler.entry->limit(&p->sampler.own), most = e->limit(&p->encoding.own);
    if (drawn <= most) return true;
    snprintf(range, sizeof range, "%s.L", p->positions_key);
    snprintf(rows, sizeof rows, "%s%s", p->encoding_key, strchr(e->limit_option, '.'));
    return lg_fail_keys(err, blame(range, rows).text, "%s: %d positions are more than the %d that %s allows", range,
                        drawn, most, rows);
}

static bool check_widths(const lg_model *m, const lg_positional *p, lg_error *err) {
    const lg_encoding *e = p->encoding.entry;
    char keys[64];
    snprintf(keys, sizeof keys, "%s model.heads model.width", p->encoding_key);
    int heads = m->heads; /* largest number of heads, at most m->heads, with column pairs; 0: none */
    while (heads > 0 && e->sinusoid_width &&
           (m->width % heads || e->sinusoid_width(&p->encoding.own, m->width / heads) % 2))
        heads--;
    if (heads != m->heads)
        return lg_fail_keys(
            err, keys, "%s: %s needs pairs of columns, but model.width %d / model.heads %d = %d is odd (use --%s %d)",
            p->encoding_key, e->name, m->width, m->heads, m->head_width, heads > 0 ? "model.heads" : "model.width",
            heads > 0 ? heads : m->width + m->heads);
    return !e->base || e->sinusoid_width || m->width % 2 == 0 ||
           lg_fail_keys(err, blame("model.width", p->encoding_key).text,
                        "model.width: %d is odd, but %s: %s needs pairs of a sine and a cosine", m->width,
                        p->encoding_key, e->name);
}

/* Heads that each see only one side have computed slopes, not trained slopes. */
static bool check_split_heads(const lg_positional *p, lg_error *err) {
    const lg_encoding *e = p->encoding.entry;
    char key[40], trained[48];
    if (!e->split_heads || !e->split_heads(&p->encoding.own) || !e->trained_slopes(&p->encoding.own)) return true;
    snprintf(key, sizeof key, "%s.sides", p->encoding_key);
    snprintf(trained, sizeof trained, "%s.trained_slopes", p->encoding_key);
    return lg_fail_keys(err, blame(key, trained).text,
                        "%s: split_heads has fixed slopes (use --%s=false, or --%s two_slopes)", key, trained, key);
}

static bool check_local_heads(const lg_model *m, const lg_positional *p, lg_error *err) {
    const int local = p->encoding.entry->local_heads ? p->encoding.entry->local_heads(&p->encoding.own) : 0;
    char key[40];
    snprintf(key, sizeof key, "%s.local_heads", p->encoding_key);
    return local <= m->heads || lg_fail_keys(err, blame("model.heads", key).text,
                                             "%s: %d is more than model.heads: %d (use --%s %d, or --heads %d)", key,
                                             local, m->heads, key, m->heads, local);
}

static bool check_stream(const lg_model *m, const lg_positional *p, lg_error *err) {
    return check_widths(m, p, err) && check_limit(p, err) && check_split_heads(p, err) && check_local_heads(m, p, err);
}

bool lg_positional_check(const lg_model *m, lg_error *err) {
    const lg_positional *own = m->positional[LG_STREAM_OWN], *sources = m->positional[LG_STREAM_SOURCES];
    const lg_positional *cross = m->positional[LG_STREAM_QUERIES];
    return check_stream(m, own, err) && (sources == own || check_stream(m, sources, err)) &&
           (!cross || check_widths(m, cross, err));
}
