/* 13a.c: the tokenization of mteval-v13a.pl as implemented in sacreBLEU; it is used for comparisons at WMT.
 *     It costs $1,200.50 - cheap!  ->  It costs $ 1,200.50 - cheap ! */
#include "metric/tokenization.h"

/* Entities are replaced one kind at a time, so "&amp;lt;" ends up as "<". */
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
    .summary = "split off the punctuation of Western languages, as in mteval-v13a.pl",
    .separate = separate,
};
