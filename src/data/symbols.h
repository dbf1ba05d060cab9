/* symbols.h: alphabets that several tasks use, and the source of these tasks. */
#ifndef LG_DATA_SYMBOLS_H
#define LG_DATA_SYMBOLS_H

/* The start of a task's `source`. Each task appends, as a string literal, its name in Table 1 of Ruoss et al. 2023. */
#define LG_CHOMSKY_PAPER                                                                                               \
    "Delétang et al. 2023, Neural Networks and the Chomsky Hierarchy (ICLR), tasks of the appendix; "                 \
    "also in the benchmark of Ruoss et al. 2023, Randomized Positional Encodings (ACL), Table 1, which calls the "     \
    "task "

extern const char *const lg_symbols_bits[2];     /* 0 1 */
extern const char *const lg_symbols_bits_end[3]; /* 0 1 and the terminator */
extern const char *const lg_symbols_digits[5];   /* 0 1 2 3 4 */

#endif
