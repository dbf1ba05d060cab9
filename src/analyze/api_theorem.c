/* api_theorem.c: implements api/theorem.h: the list of theorems and the check of options. The proofs are in
 * theorem_position.c and theorem_relative.c. */
#include "analyze/theorem.h"
#include "api/theorem.h"

static const lg_theorem *const theorems[] = {&lg_theorem_position, &lg_theorem_relative};

size_t lg_theorem_count(void) {
    return sizeof theorems / sizeof *theorems;
}

lg_theorem_info lg_theorem_at(int theorem) {
    if (theorem < 1 || theorem > (int)lg_theorem_count()) return (lg_theorem_info){"", "", "", 0};
    return theorems[theorem - 1]->info;
}

/* ---- options ---- */

/* The default number of heads: the largest of 4, 2 and 1 that leaves at least 2 columns per head. */
static int usual_heads(int width) {
    int heads = 4;
    while (heads > 1 && (width % heads || width / heads < 2)) heads /= 2;
    return heads;
}

static bool check_options(const lg_theorem_proof *p) {
    const lg_theorem_options *o = &p->options;
    const int shortest = lg_theorem_at(p->number).shortest;
    if (o->length < shortest || o->length > LG_THEOREM_LENGTH_MAX)
        return lg_fail(p->err, LG_USAGE, "length: %d: expected %d..%d tokens for theorem %d, with <bos>", o->length,
                       shortest, LG_THEOREM_LENGTH_MAX, p->number);
    if (o->width <= LG_COORDINATE_CONTENT || o->width > LG_THEOREM_WIDTH_MAX)
        return lg_fail(p->err, LG_USAGE,
                       "width: %d: expected %d..%d: the proofs need %d coordinates besides the content", o->width,
                       LG_COORDINATE_CONTENT + 1, LG_THEOREM_WIDTH_MAX, LG_COORDINATE_CONTENT);
    if (o->heads < 1 || o->width % o->heads || o->width / o->heads < 2)
        return lg_fail(p->err, LG_USAGE,
                       "heads: %d: expected a divisor of width %d that gives each head at least 2 columns", o->heads,
                       o->width);
    return true;
}

lg_status lg_theorem_check(lg_context *c, int theorem, const lg_theorem_options *options, lg_theorem_fn each,
                           void *user) {
    lg_error *err = lg_context_begin(c);
    lg_theorem_proof p = {.context = c, .options = *options, .number = theorem, .each = each, .user = user, .err = err};
    if (theorem < 1 || theorem > (int)lg_theorem_count()) {
        lg_fail(err, LG_USAGE, "theorem: %d: expected 1..%zu", theorem, lg_theorem_count());
        return err->code;
    }
    if (p.options.length == 0) p.options.length = 64;
    if (p.options.width == 0) p.options.width = 32;
    if (p.options.heads == 0) p.options.heads = usual_heads(p.options.width);
    if (check_options(&p)) theorems[theorem - 1]->prove(&p);
    return err->code;
}
