/* published.h: tables of papers that have a row for several entries: for `published` of each, where the table stands,
 * the entry's row, and that of what the paper compares with. */
#ifndef LG_NN_PUBLISHED_H
#define LG_NN_PUBLISHED_H

#define LG_SHAZEER_2020_TABLE                                                                                          \
    "Shazeer 2020, T5-base, gated networks two thirds as wide: held-out log-perplexity after 65,000 (deviation of 4 "  \
    "runs) and 524,288 steps "
#define LG_SHAZEER_2020_RELU "1.997 (0.005) 1.677, GLUE 83.80, SuperGLUE 72.76"
#define LG_SHAZEER_2020(row) LG_SHAZEER_2020_TABLE row "; ReLU " LG_SHAZEER_2020_RELU

/* One program for all variants, none of which was tuned. */
#define LG_NARANG_2021_TABLE                                                                                           \
    "Narang et al. 2021, T5-base, nothing tuned: loss of pre-training after 65,000 and 524,000 steps, SuperGLUE, "     \
    "BLEU of WMT English-German without pre-training: "
#define LG_NARANG_2021_T5   "2.182 1.838 71.66 26.62"
#define LG_NARANG_2021(row) LG_NARANG_2021_TABLE row "; T5 (layer_norm, relu) " LG_NARANG_2021_T5

/* Mixers have a row in both. */
#define LG_PUBLISHED_OF_MIXER(shazeer, narang) LG_SHAZEER_2020(shazeer) "\n" LG_NARANG_2021(narang)

#define LG_XIE_2023_TABLE                                                                                              \
    "Xie et al. 2023, WMT English-German, mean BLEU of newstest2010 to 2016 with 6+6 and 18+18 layers: "
#define LG_XIE_2023_POST "26.59, fails"
#define LG_XIE_2023_PRE  "26.10 26.57"
#define LG_XIE_2023(row) LG_XIE_2023_TABLE row "; post-norm " LG_XIE_2023_POST "; pre-norm " LG_XIE_2023_PRE

/* The Transformer is the best of five encodings. */
#define LG_DELETANG_2023_TABLE                                                                                         \
    "Delétang et al. 2023, best run, lengths 41..500, accuracy on modular_arithmetic, parity_check, "                 \
    "stack_manipulation, reverse_string, duplicate_string, odds_first: "
#define LG_DELETANG_2023_TRANSFORMER "24.2 52.0 57.5 62.3 52.8 52.8"
#define LG_DELETANG_2023(row)        LG_DELETANG_2023_TABLE row "; the best Transformer " LG_DELETANG_2023_TRANSFORMER

/* Primer and Primer-EZ are several choices at once. */
#define LG_SO_2021                                                                                                     \
    "the quality of T5 of 500M parameters on C4 for a quarter of the compute, and one-shot quality at 1.9B "           \
    "parameters for a third"

#endif
