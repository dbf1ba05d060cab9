/* sublayer_options.c: see sublayer_options.h. */
#include "config/sublayer_options.h"

#include <stdio.h>
#include <string.h>

#include "nn/axes/sublayer.h"
#include "nn/model/order.h"

/* The sublayers that use an option, at most two. */
typedef struct readers {
    const lg_sublayer *first, *second;
    bool in_order; /* is one of them in the order? */
} readers;

static readers find_readers(const lg_order *order, const char *option) {
    readers r = {0};
    for (int i = 0; lg_sublayers[i]; i++) {
        const lg_sublayer *s = lg_sublayers[i];
        if (!lg_option_find(s->options, option)) continue;
        *(r.first ? &r.second : &r.first) = s;
        r.in_order |= lg_order_count(order, s->letter) > 0;
    }
    return r;
}

/* Fails if an option of sublayers differs from its default although model.order has no sublayer that uses it. If
 * `whole`, checks options of sublayers that process sequences as a whole, otherwise options of the other sublayers.
 * written: the value of model.order. */
static bool check_option(const lg_order *order, const char *written, const lg_option *o, const char *value, bool whole,
                         lg_error *err) {
    char keys[96];
    if (!strcmp(value, o->fallback)) return true;
    const readers r = find_readers(order, o->name);
    if (!r.first || r.in_order || r.first->whole != whole) return true;
    snprintf(keys, sizeof keys, "%s model.order", o->name);
    if (!whole)
        return lg_fail_keys(err, keys, "%s has no effect: model.order: %.40s has no %s (use --model.order %cf)",
                            o->name, written, r.first->summary, r.first->letter);
    return lg_fail_keys(err, keys,
                        "%s has no effect: model.order: %s has no sublayer %c%s%.1s (use --model.order s%c, or %s: %s)",
                        o->name, written, r.first->letter, r.second ? " or " : "", r.second ? &r.second->letter : "",
                        r.first->letter, o->name, o->fallback);
}

static bool check_options(const lg_values *v, const lg_order *order, const char *written, lg_error *err) {
    for (size_t i = 0; i < lg_values_count(v); i++)
        if (!check_option(order, written, lg_values_option(v, i), lg_values_text_at(v, i), false, err)) return false;
    for (int i = 0; lg_sublayers[i]; i++)
        for (const lg_option *o = lg_sublayers[i]->options; o && o->name; o++)
            if (!check_option(order, written, o, lg_values_text(v, o->name), true, err)) return false;
    return true;
}

bool lg_sublayer_options_check(const lg_values *v, const lg_model_description *d, lg_error *err) {
    lg_order order;
    const bool read = lg_order_read(&order, &d->settings, d->sublayers);
    const bool good = read && check_options(v, &order, d->settings.order, err);
    lg_order_free(&order);
    return read ? good : lg_fail(err, LG_FAILED, "out of memory: the order of sublayers");
}
