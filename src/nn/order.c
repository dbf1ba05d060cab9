/* order.c: see order.h. */
#include "nn/order.h"

#include <stdlib.h>
#include <string.h>

enum { LONGEST = 64 }; /* letters of a block */

static const char sandwich[] = "sandwich:";

/* The letters that are repeated; of a sandwich, those of its middle. */
static const char *letters_of(const lg_values *v) {
    const char *order = lg_text(v, "model.order");
    return !strcmp(order, "macaron") ? "fsf" : !strncmp(order, sandwich, strlen(sandwich)) ? "sf" : order;
}

/* The coefficient of a sandwich; 0: the letters are repeated. */
static int coefficient_of(const lg_values *v) {
    const char *order = lg_text(v, "model.order");
    return strncmp(order, sandwich, strlen(sandwich)) ? 0 : atoi(order + strlen(sandwich));
}

static bool check_sandwich(const lg_values *v, const char *digits, lg_error *err) {
    const int blocks = (int)lg_int(v, "model.blocks");
    const size_t n = strspn(digits, "0123456789");
    if (n > 0 && n <= 4 && digits[n] == '\0' && atoi(digits) < blocks) return true;
    return lg_fail_keys(err, "model.order model.blocks",
                        "model.order: sandwich:K takes a K of 0..%d, below model.blocks, not '%.32s'", blocks - 1,
                        digits);
}

bool lg_order_check(const lg_values *v, lg_error *err) {
    const char *order = lg_text(v, "model.order"), *letters = letters_of(v);
    const size_t n = strlen(letters);
    if (!strncmp(order, sandwich, strlen(sandwich))) return check_sandwich(v, order + strlen(sandwich), err);
    if (strspn(letters, "sf") != n || n > LONGEST)
        return lg_fail_keys(
            err, "model.order",
            "model.order: expected up to %d letters s (self-attention) and f (feed-forward), as fsf, or "
            "macaron, or sandwich:K, not '%.80s'",
            LONGEST, order);
    return strchr(letters, 's') ||
           lg_fail_keys(err, "model.order",
                        "model.order: '%s' has no self-attention, and no token would read another (add an s)", order);
}

char lg_order_letter(const lg_values *v, int i) {
    const char *letters = letters_of(v);
    const int n = (int)strlen(letters), blocks = (int)lg_int(v, "model.blocks"), k = coefficient_of(v);
    if (i >= n * blocks) return '\0';
    if (i < k) return 's';
    if (i >= n * blocks - k) return 'f';
    return letters[(i - k) % n];
}

int lg_order_block_end(const lg_values *v, int i) {
    bool seen[128] = {false};
    char letter;
    for (; (letter = lg_order_letter(v, i)) && !seen[letter & 127]; i++) seen[letter & 127] = true;
    return i;
}

int lg_order_blocks(const lg_values *v) {
    int blocks = 0;
    for (int i = 0; lg_order_letter(v, i); i = lg_order_block_end(v, i)) blocks++;
    return blocks;
}

int lg_order_attentions(const lg_values *v) {
    int count = 0;
    for (int i = 0; lg_order_letter(v, i); i++) count += lg_order_letter(v, i) == 's';
    return count;
}

bool lg_order_begins_layer(const lg_values *v, int i) {
    const char letter = lg_order_letter(v, i);
    return i == 0 || letter == 's' || letter == '\0';
}

int lg_order_layers(const lg_values *v) {
    int count = 0;
    for (int i = 0; lg_order_letter(v, i); i++) count += lg_order_begins_layer(v, i);
    return count;
}
