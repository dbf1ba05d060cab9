/* published.h: tables of papers that have rows for several entries. The `published` text of each such entry consists of
 * the source, the entry's row, and the row of the paper's baseline. */
#ifndef LG_NN_PUBLISHED_H
#define LG_NN_PUBLISHED_H

#define LG_SHAZEER_2020_TABLE                                                                                          \
    "Shazeer 2020, T5-base; gated networks have two thirds of the hidden width of other networks. Columns: held-out "  \
    "log-perplexity after 65,000 steps (in parentheses, its standard deviation over 4 runs); held-out log-perplexity " \
    "after 524,288 steps. Some rows also have scores of GLUE and SuperGLUE. Values: "
#define LG_SHAZEER_2020_RELU "1.997 (0.005) 1.677, GLUE 83.80, SuperGLUE 72.76"
#define LG_SHAZEER_2020(row) LG_SHAZEER_2020_TABLE row "; ReLU " LG_SHAZEER_2020_RELU

/* One code base for all variants, which the authors did not tune separately. */
#define LG_NARANG_2021_TABLE                                                                                           \
    "Narang et al. 2021, T5-base with the same hyperparameters for all variants. Columns: pre-training loss after "    \
    "65,000 steps; after 524,000 steps; SuperGLUE; BLEU of WMT English-German without pre-training. Values: "
#define LG_NARANG_2021_T5   "2.182 1.838 71.66 26.62"
#define LG_NARANG_2021(row) LG_NARANG_2021_TABLE row "; T5 (layer_norm, relu) " LG_NARANG_2021_T5

/* The tables of Shazeer 2020 and of Narang et al. 2021 both have rows for mixers. */
#define LG_PUBLISHED_OF_MIXER(shazeer, narang) LG_SHAZEER_2020(shazeer) "\n" LG_NARANG_2021(narang)

#define LG_XIE_2023_TABLE                                                                                              \
    "Xie et al. 2023, WMT English-German, mean BLEU of newstest2010 to 2016. Columns: 6+6 layers; 18+18 layers. "      \
    "Values: "
#define LG_XIE_2023_POST "26.59, and training fails with 18+18"
#define LG_XIE_2023_PRE  "26.10 26.57"
#define LG_XIE_2023(row) LG_XIE_2023_TABLE row "; post-norm " LG_XIE_2023_POST "; pre-norm " LG_XIE_2023_PRE

/* The Transformer row is the best of five encodings. */
#define LG_DELETANG_2023_TABLE                                                                                         \
    "Delétang et al. 2023, best run, lengths 41..500, accuracy on modular_arithmetic, parity_check, "                 \
    "stack_manipulation, reverse_string, duplicate_string, odds_first: "
#define LG_DELETANG_2023_TRANSFORMER "24.2 52.0 57.5 62.3 52.8 52.8"
#define LG_DELETANG_2023(row)        LG_DELETANG_2023_TABLE row "; the best Transformer " LG_DELETANG_2023_TRANSFORMER

/* Encodings of a decoder; report/published/nope_2023.csv has all tasks. Three of these encodings were also trained on
 * code. */
#define LG_KAZEMNEJAD_2023(ranks, match)                                                                               \
    "Kazemnejad et al. 2023, figures 1 and 2: mean reciprocal rank beyond the training length among the encodings "    \
    "none, t5, alibi, rope (fraction 0.25) and sinusoid. Columns: all 17 text tasks, primitive tasks, mathematical "   \
    "tasks, classic tasks. Values: " ranks "\n"                                                                        \
    "Kazemnejad et al. 2023, released logs: exact match beyond the training length on copy_rsc, copy_cmc2x, "          \
    "reverse_mc2x, addition, scan, pcfg: " match
#define LG_KAZEMNEJAD_2023_CODE(row)                                                                                   \
    "\n"                                                                                                               \
    "Kazemnejad et al. 2023, table 3: 1.3B parameters, trained on code with 1024 tokens; perplexity with 1024 1200 "   \
    "1400 1600 2048 2560 tokens: " row
#define LG_KAZEMNEJAD_2023_RANKS_OF_NONE "0.69 0.80 0.62 0.50"
#define LG_KAZEMNEJAD_2023_MATCH_OF_NONE "98.6 43.1 47.3 8.5 79.7 43.3"
#define LG_KAZEMNEJAD_2023_CODE_OF_NONE  "2.555 2.519 2.498 4.239 153.2 521.8"
#define LG_KAZEMNEJAD_2023_BESIDE(ranks, match)                                                                        \
    LG_KAZEMNEJAD_2023(ranks "; encoding none " LG_KAZEMNEJAD_2023_RANKS_OF_NONE,                                      \
                       match "; encoding none " LG_KAZEMNEJAD_2023_MATCH_OF_NONE)
#define LG_KAZEMNEJAD_2023_CODE_BESIDE(row)                                                                            \
    LG_KAZEMNEJAD_2023_CODE(row "; encoding none " LG_KAZEMNEJAD_2023_CODE_OF_NONE)

#define LG_KAZEMNEJAD_2023_NONE                                                                                        \
    LG_KAZEMNEJAD_2023(LG_KAZEMNEJAD_2023_RANKS_OF_NONE, LG_KAZEMNEJAD_2023_MATCH_OF_NONE)                             \
    LG_KAZEMNEJAD_2023_CODE(LG_KAZEMNEJAD_2023_CODE_OF_NONE)
#define LG_KAZEMNEJAD_2023_ROPE                                                                                        \
    LG_KAZEMNEJAD_2023_BESIDE("0.33 0.24 0.41 0.42", "0 4.3 5.3 0.04 28.3 43.9")                                       \
    LG_KAZEMNEJAD_2023_CODE_BESIDE("2.506 3.107 169.8 471.4 670.2 824.4")
#define LG_KAZEMNEJAD_2023_ALIBI                                                                                       \
    LG_KAZEMNEJAD_2023_BESIDE("0.50 0.43 0.59 0.46", "28.9 56.9 19.5 7.8 43.8 42.8")                                   \
    LG_KAZEMNEJAD_2023_CODE_BESIDE("2.665 2.692 2.763 3.847 41.2 143.6")
#define LG_KAZEMNEJAD_2023_T5       LG_KAZEMNEJAD_2023_BESIDE("0.55 0.60 0.45 0.71", "77.1 52.4 44.8 7.2 79.9 43.9")
#define LG_KAZEMNEJAD_2023_SINUSOID LG_KAZEMNEJAD_2023_BESIDE("0.22 0.21 0.23 0.20", "0 4.0 1.1 0.4 5.7 36.6")

/* Primer and Primer-EZ combine several choices. */
#define LG_SO_2021                                                                                                     \
    "the quality of a 500M T5 on C4 with a quarter of its compute, and the one-shot quality of a 1.9B Transformer "    \
    "with a third of its compute"

#endif
