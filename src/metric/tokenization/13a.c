/* 13a.c: the tokenisation of mteval-v13a.pl, by which WMT compared systems, as in sacreBLEU.
 *     It costs $1,200.50 - cheap!  ->  It costs $ 1,200.50 - cheap ! */
#include "metric/tokenization.h"

/* Entities are read one kind after another, so that "&amp;lt;" is "<" in the end. */
static void separate(lg_segment *s) {
    lg_rewrite_replace(s, "<skipped>", "");
    lg_rewrite_replace(s, "-\n", "");
    lg_rewrite_replace(s, "\n", " ");
    lg_rewrite_replace(s, "&quot;", "\"");
    lg_rewrite_replace(s, "&amp;", "&");
    lg_rewrite_replace(s, "&lt;", "<");
    lg_rewrite_replace(s, "&gt;", ">");
    lg_rewrite_pad(s);
    lg_rewrite_western(s);
}

const lg_tokenization lg_tokenization_13a = {
    .name = "13a",
    .summary = "punctuation of western languages, as mteval-v13a.pl",
    .separate = separate,
};
