"""Written by tools/python_binding.py (make binding) of tools/python_stub.pyi."""
import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, overload

from numpy.typing import ArrayLike, NDArray

from ._types import Array, Axes, Options, Path, Row, Told

Number = float | Any  # None without a score; Any, so that type checkers require no test for None
Lengths = int | range | Sequence[int | range] | str
Text = str | os.PathLike[str] | int | float | Sequence[str | int | float]
Names = str | Sequence[str]
Files = str | os.PathLike[str] | Sequence[str | os.PathLike[str]] | Mapping[str, object]
Config = Path | Options

class Error(Exception): ...
class UsageError(Error, ValueError): ...
class FileError(Error, ValueError): ...
class Corrupt(FileError): ...
class Refused(Error, ValueError): ...
class Missing(Refused, ImportError): ...
class Diverged(Error): ...
class Mismatch(Error): ...
class SomeFailed(Error): ...
class Stopped(Error): ...
class Closed(Error, ValueError): ...

class Evaluation(Sequence[Row]):
    def __iter__(self) -> Iterator[Row]: ...
    def __len__(self) -> int: ...
    @overload
    def __getitem__(self, at: int) -> Row: ...
    @overload
    def __getitem__(self, at: slice) -> list[Row]: ...
    @property
    def rows(self) -> list[Row]: ...
    @property
    def score(self) -> Number: ...
    @property
    def scores(self) -> list[Row]: ...
    def frame(self) -> Any: ...
    def plot(self, metric: str | None = ..., axes: Axes = ...) -> Axes: ...

class Model:
    path: str
    def __init__(self, path: Path, threads: int = ...) -> None: ...
    def logits(self, input: ArrayLike) -> Array: ...
    def evaluate(
        self,
        lengths: Lengths | None = ...,
        variants: Mapping[str, Options | str] | None = ...,
        metric: str | None = ...,
        *,
        positions: Literal["standard", "randomized", "unsorted", "released", "shifted", "augmented", "interpolated", "equal_mean", "clipped", "document", "shape", "cape"] | Text | Options | Formula | None = ...,
        mask: Literal["full", "causal", "window", "chunk", "lambda", "bca", "three_blocks", "document", "formula"] | Text | Options | Formula | None = ...,
        scale: Literal["inverse_sqrt", "inverse_sqrt_2d", "one", "log_n", "formula"] | Text | Options | Formula | None = ...,
        protocol: Literal["pass", "greedy", "beam", "memory", "windows"] | Text | Options | Formula | None = ...,
        eval_lengths: Lengths | None = ...,
        eval_sequences: int | None = ...,
        eval_seed: int | None = ...,
        eval_position_samples: int | None = ...,
        eval_batch: int | None = ...,
        eval_dropout: bool | None = ...,
        eval_targets: int | None = ...,
        eval_stride: int | None = ...,
        eval_validation: Literal["test", "validation"] | None = ...,
        eval_checkpoint: Literal["last", "best"] | None = ...,
        eval_max_tokens: int | None = ...,
        eval_score: Literal["first-ood..max", "paper-exact", "all"] | None = ...,
        eval_score_above: int | None = ...,
        eval_with: Text | Options | None = ...,
        eval_average: Literal["lengths", "examples"] | None = ...,
        eval_label: Text | None = ...,
        threads: int | None = ...,
        eval_every: int | None = ...,
        data_train: Text | None = ...,
        data_test: Text | None = ...,
        data_validation_file: Text | None = ...,
        data_validation_fraction: float | None = ...,
        data_tokens: Literal["words", "characters", "bytes"] | None = ...,
        data_subwords: Text | None = ...,
        data_bucket: int | None = ...,
        data_source: Text | None = ...,
        data_target: Text | None = ...,
        data_test_source: Text | None = ...,
        data_test_target: Text | None = ...,
        data_validation_source: Text | None = ...,
        data_validation_target: Text | None = ...,
        data_test_fraction: float | None = ...,
        data_target_subwords: Text | None = ...,
        data_least_uses: int | None = ...,
        data_vocabulary: int | None = ...,
        data_longest: int | None = ...,
        data_longest_trained: int | None = ...,
        data_concatenated: int | None = ...,
        data_file: Text | None = ...,
        data_test_file: Text | None = ...,
        data_line_ends: bool | None = ...,
        data_context: int | None = ...,
        data_masking: float | None = ...,
        data_size: int | None = ...,
        data_newlines: bool | None = ...,
        data_folder: Text | None = ...,
        data_keys: int | None = ...,
        data_queries: int | None = ...,
        data_reach: int | None = ...,
        data_width: int | None = ...,
        data_permutations: int | None = ...,
        data_inverted: float | None = ...,
        data_examples: int | None = ...,
        data_validation: float | None = ...,
        data_test_examples: int | None = ...,
        data_seed: int | None = ...,
        data_alphabet: int | None = ...,
        data_scratchpad: Text | None = ...,
        data_largest: int | None = ...,
        data_smallest: int | None = ...,
        data_split: Literal["paper", "orig"] | None = ...,
        data_prefix: bool | None = ...,
        positions_L: int | None = ...,
        positions_draw: Literal["auto", "positions", "distances"] | None = ...,
        positions_per: Literal["auto", "pass", "block", "sequence"] | None = ...,
        positions_both_sides: bool | None = ...,
        positions_even: bool | None = ...,
        positions_shift: int | None = ...,
        positions_eval_shift: int | None = ...,
        positions_global_shift: float | None = ...,
        positions_local_shift: float | None = ...,
        positions_max_scale: float | None = ...,
        positions_center: bool | None = ...,
        positions_source_factor: float | None = ...,
        positions_factor: float | None = ...,
        positions_trained: int | None = ...,
        positions_law: Literal["exponential", "beta", "fixed"] | None = ...,
        positions_longest: int | None = ...,
        positions_width: int | None = ...,
        positions_compress: float | None = ...,
        positions_separator: Text | None = ...,
        encoding_base: float | None = ...,
        encoding_layout: Literal["halves", "interleaved"] | None = ...,
        encoding_first: int | None = ...,
        encoding_rows: int | None = ...,
        encoding_relative: bool | None = ...,
        encoding_buckets: int | None = ...,
        encoding_max_distance: int | None = ...,
        encoding_first_token: Literal["alike", "free", "rows"] | None = ...,
        encoding_released: bool | None = ...,
        encoding_shared_terms: bool | None = ...,
        encoding_terms: Literal["abcd", "abc", "abd", "ab", "acd", "ac", "ad", "a", "bcd", "bc", "bd", "b", "cd", "c", "d"] | None = ...,
        encoding_sides: Literal["half_shift", "symmetric", "split_heads", "two_slopes"] | None = ...,
        encoding_right_slope: float | None = ...,
        encoding_trained_slopes: bool | None = ...,
        encoding_local_heads: int | None = ...,
        encoding_fraction: float | None = ...,
        encoding_pairs: Literal["neighbours", "halves"] | None = ...,
        encoding_frequencies: Literal["trained", "interpolated", "ntk", "parts_rotations", "parts_index", "parts_unrounded", "llama3", "longrope"] | None = ...,
        encoding_extension: float | None = ...,
        encoding_trained: int | None = ...,
        encoding_dynamic: bool | None = ...,
        encoding_temperature: float | None = ...,
        encoding_factors: Text | None = ...,
        encoding_short_factors: Text | None = ...,
        encoding_frequency: Text | None = ...,
        encoding_clip: int | None = ...,
        encoding_compress: float | None = ...,
        encoding_group: int | None = ...,
        encoding_scale_base: float | None = ...,
        encoding_gamma: float | None = ...,
        encoding_zeta: float | None = ...,
        encoding_center: int | None = ...,
        encoding_kernel: Literal["log", "power"] | None = ...,
        encoding_bias_in_scale: bool | None = ...,
        encoding_shared_table: bool | None = ...,
        encoding_max_position: int | None = ...,
        encoding_term_in_scale: bool | None = ...,
        encoding_hidden: int | None = ...,
        encoding_threshold: int | None = ...,
        encoding_shared_bias: bool | None = ...,
        encoding_bias: Text | None = ...,
        encoding_parameters: Text | None = ...,
        encoding_numbers: Text | None = ...,
        mask_same_length: Literal["no", "memory", "memory_and_self"] | None = ...,
        mask_width: int | None = ...,
        mask_form: Literal["symmetric", "half", "causal", "edge_shift"] | None = ...,
        mask_chunk: int | None = ...,
        mask_sinks: int | None = ...,
        mask_block: int | None = ...,
        mask_separator: Text | None = ...,
        mask_formula: Text | None = ...,
        mask_numbers: Text | None = ...,
        scale_keys: int | None = ...,
        scale_at_least_one: bool | None = ...,
        scale_times: Literal["inverse_sqrt", "inverse_sqrt_2d", "one"] | None = ...,
        scale_formula: Text | None = ...,
        scale_parameters: Text | None = ...,
        scale_numbers: Text | None = ...,
        eval_beam: int | None = ...,
        eval_length_norm: Literal["gnmt", "fairseq"] | None = ...,
        eval_length_penalty: float | None = ...,
        eval_length_factor: float | None = ...,
        eval_length_extra: int | None = ...,
        eval_memory: int | None = ...,
        eval_same_span: bool | None = ...,
        eval_lanes: int | None = ...,
    ) -> Evaluation:
        """

        positions: how tokens get their position ids (default standard)
        mask: attention mask: which keys each query attends to (default full)
        scale: scale factor of the attention logits (default inverse_sqrt)
        protocol: evaluation protocol: how answers are obtained (default pass)
        eval_lengths: lengths to evaluate (1..100000; default 1..100)
        eval_sequences: sequences evaluated at each length; for text, see eval.targets (1..1e+07; default 500)
        eval_seed: random seed of evaluation (0..9007199254740991; default 1)
        eval_position_samples: position samples at each length; the sequences are divided among them, and token accuracy is the mean over samples (1..1e+06; default 1)
        eval_batch: sequences evaluated at once; affects memory, not results (1..1e+06; default 512)
        eval_dropout: keep dropout on in evaluation, as the released code of Ruoss et al. 2023 does (default false)
        eval_targets: text: score the last N target tokens of the test split, at every length; 0: N is eval.sequences times the shortest length, or less if the split is so short that the longest length needs some of these tokens as context (0..1e+15; default 0)
        eval_stride: text: each window scores its last N target tokens, and windows advance by N; 1: sliding windows; the longest length or more: windows do not overlap; 0: N is the shortest length, so that at length T every target has at least T - N tokens of context (0..100000; default 0)
        eval_validation: data for validation during training: validation: the validation split, at up to 40 of the training lengths; test: the test split at eval.lengths, which should not select a model or stop training (default validation)
        eval_checkpoint: checkpoint to evaluate: the last one, or the one with the best validation score (default last)
        eval_max_tokens: greedy decoding: cut an answer off once source and answer together have N tokens; 0: once the answer is as long as the target (0..100000; default 0)
        eval_score: lengths that the score averages over: first-ood..max: all evaluated lengths beyond the training lengths; paper-exact: the same lengths without the shortest, as in the example script of Ruoss et al. 2023; all: all evaluated lengths (default first-ood..max)
        eval_score_above: count lengths above N as beyond training, so that models trained on different lengths are scored over the same lengths; 0: the longest training length (0..100000; default 0)
        eval_with: options that replace training options in the evaluation, such as 'mask: window, mask.width: 40': options of positions, mask and scale, and options of encodings that extend the context (default none)
        eval_average: average a score over lengths (with equal weights) or over examples (finite data sets have more examples at some lengths) (default lengths)
        eval_label: name of this evaluation, such as ensemble-3; claims can select runs by this name; it does not affect results (default none)
        threads: number of threads; 0: all processors, divided among concurrent runs (0..1024; default 0)
        eval_every: validate every N steps (eval.validation) and keep the best checkpoint; 0: never (0..1e+09; default 0)
        data_train: file of training pairs (default none)
        data_test: file of test pairs (default none)
        data_validation_file: file of validation pairs (eval.validation) (default none)
        data_validation_fraction: fraction of the training pairs, spaced evenly over the file, that is held out for validation if no validation file is given (0..0.9; default 0)
        data_tokens: unit of a token: a word between blanks, a UTF-8 character, or a byte (default words)
        data_subwords: SentencePiece model or subword-nmt codes that split text into subword tokens; empty: split text as data.tokens says (default none)
        data_bucket: round source lengths up to a multiple of N tokens for reporting (1..100000; default 1)
        data_source: file of training sources, one per line, or of pairs (default none)
        data_target: file of training targets; empty: data.source has pairs (default none)
        data_test_source: file of test sources; may be set when a trained model is evaluated (default none)
        data_test_target: file of test targets (default none)
        data_validation_source: file of validation sources (eval.validation) (default none)
        data_validation_target: file of validation targets (default none)
        data_test_fraction: fraction of the pairs, at the end of the file, that is used for testing if no test file is given (0..0.999999; default 0.1)
        data_target_subwords: SentencePiece model or subword-nmt codes of the targets; empty: one vocabulary for both sides (default none)
        data_least_uses: tokens that occur fewer than N times in the training split become <unk> (1..1073741824; default 1)
        data_vocabulary: keep only the N most frequent tokens; 0: all (0..16777216; default 0)
        data_longest: skip pairs with more than N tokens on either side (1..99999; default 1024)
        data_longest_trained: skip training pairs with more than N tokens on either side, to train on shorter pairs than are evaluated; 0: data.longest (0..99999; default 0)
        data_concatenated: join N consecutive training pairs into one (1..1000; default 1)
        data_file: text file (default none)
        data_test_file: separate test file, in place of the end of data.file; may be set when a trained model is evaluated (default none)
        data_line_ends: words: end every line with the token <eos> (default true)
        data_context: number of context tokens before the first predicted token of a record (1..100000; default 1)
        data_masking: probability that a token is selected for prediction (1e-06..1; default 0.15)
        data_size: size of the file in bytes, which is checked; change it if your file is a part of the corpus (40..1e+15; default 100000000)
        data_newlines: keep newlines as tokens; false: drop them, as the Transformer-XL code does (default true)
        data_folder: directory of the unpacked corpus (default none)
        data_keys: number of distinct keys, and the largest number of pairs in a sequence (1..4096; default 32)
        data_queries: number of keys queried in a sequence (1..1000; default 4)
        data_reach: number of symbols before each query, which is also the largest offset (1..64; default 4)
        data_width: length of a pattern, in symbols (1..16; default 2)
        data_permutations: number of keys, each with a permutation of the symbols (1..4096; default 16)
        data_inverted: probability that the first adjective stays before its noun (0..1; default 0)
        data_examples: number of training examples, divided among the lengths of the curriculum (1..1e+09; default 100000)
        data_validation: validation examples of each length, as a fraction of the training examples of this length (0..10; default 0.15)
        data_test_examples: number of test examples of each length (for addition: of each pair of digit counts) (1..1e+09; default 500)
        data_seed: random seed of all examples (0..9007199254740991; default 9842497)
        data_alphabet: number of different words in sources (1..1e+06; default 6052)
        data_scratchpad: scratchpad before the answer: none; full; full without one part: no_input, no_computation, no_output, no_rest or (in tasks with variables) no_variables; minimal; or five digits 0 or 1, which select the parts input, computation, output, variables and rest (default none)
        data_largest: largest number (10..999999999; default 9999)
        data_smallest: smallest number, at most data.largest (0..999999999; default 10)
        data_split: training split: paper: commands of up to 25 actions; orig: commands of up to 22 actions, as in the original data set (default paper)
        data_prefix: begin every source with a fixed word, such as "Solve:" (default true)
        positions_L: size L of the range that positions are sampled from (1..16777216; default 2048)
        positions_draw: what to sample for encodings that read distances: distances: sorted distances; positions: positions, from whose differences the distances are computed; auto: as distances (default auto)
        positions_per: draw one position sample per forward pass, per block, or (in training) per sequence; auto: as stated in the properties of the positions or, if not there, of the encoding (`lengthen show`) (default auto)
        positions_both_sides: sample the distances to the left and to the right independently (default false)
        positions_even: in evaluation, space positions evenly over the range instead of sampling them (default false)
        positions_shift: largest training offset K; offsets are uniform in 0..K (0..16777216; default 500)
        positions_eval_shift: offset in evaluation; the authors' code uses positions.shift (0..16777216; default 0)
        positions_global_shift: bound G of the shift of a whole sequence, which is uniform in -G..G (in the authors' code, the option is the full width 2 G) (0..1e+06; default 5)
        positions_local_shift: bound e of the separate shift of each token, which is uniform in -e..e; if e is above 0.5, adjacent tokens may swap places (0..1e+06; default 0.5)
        positions_max_scale: largest scale S of the positions; the logarithm of the scale is uniform in -ln S..ln S (1..1000; default 1.03)
        positions_center: first subtract the mean position of the sequence, in evaluation too (default true)
        positions_source_factor: for separate source sequences: first multiply source positions by this factor, in evaluation too; usually the mean target length divided by the mean source length (0.001..1000; default 1)
        positions_factor: distance between adjacent tokens (1e-06..1e+06; default 1)
        positions_trained: longest training sequence, in tokens; longer sequences are compressed to the positions of this one; 0: no compression (0..16777216; default 0)
        positions_law: distribution of the last position in training, with the sequence length T as its mean (alias: positions.distribution): exponential: no upper limit; beta: at most positions.longest; fixed: always T, as in evaluation (default exponential)
        positions_longest: upper limit M of the beta distribution: the longest evaluated sequence, in tokens; in sequences of T >= M tokens the last position is T (1..16777216; default 2048)
        positions_width: largest distance w that is not changed (1..16777216; default 40)
        positions_compress: divide the part of a distance beyond positions.width by this number; 0: clip distances at positions.width (0..1e+06; default 0)
        positions_separator: token that ends a document, spelled as in the vocabulary; by default the end of a line: \n for bytes and characters, <eos> for words (default none)
        encoding_base: base b of the frequencies b^(-2i/n) of n columns; the longest wavelength is about 2 pi b tokens (1..1e+09; default 10000)
        encoding_layout: order of the columns: halves: all sines, then all cosines; interleaved: sine and cosine of each frequency side by side (default halves)
        encoding_first: offset added to every position; with 1, positions count from 1 (0..16777216; default 0)
        encoding_rows: number of rows of the embedding table; positions must be smaller than this number (1..1048576; default 2048)
        encoding_relative: add a relative bias by distance bucket, as T5 does (TUPE-R) (default false)
        encoding_buckets: number of distance buckets; without a causal mask, half of the buckets are for keys on the right (4..256; default 32)
        encoding_max_distance: distance at which the logarithmic buckets end; the last bucket begins a little below this distance and has no upper limit (2..16777216; default 128)
        encoding_first_token: position term of logits whose query or key is the first token: alike: as for all other tokens; free: two trained numbers per head, one for logits whose query is the first token, one for logits of which only the key is the first token; rows: as free, but the two numbers are products of the first two rows of the table, as in the authors' code (default alike)
        encoding_released: normalize the rows of the table, and add biases to the maps Uq and Uk, as in the authors' code (default false)
        encoding_shared_terms: share the content and position biases u and v among all blocks, as Transformer-XL does without its option untie_r (default false)
        encoding_terms: terms of the score to keep, as lettered by Dai et al. 2019: (a) query and key, (b) query and distance, (c) content bias u, (d) position bias v (default abcd)
        encoding_sides: penalty of keys on the right: half_shift: larger by half the slope than at the same distance on the left; symmetric: the same as on the left; split_heads: the first half of the heads sees only keys on the left, the second half only keys on the right; two_slopes: with a different slope (encoding.right_slope) (default half_shift)
        encoding_right_slope: two_slopes: slope on the right divided by the slope on the left (0.01..100; default 0.5)
        encoding_trained_slopes: multiply slopes by trained factors, which all blocks share: one factor per head, initially 1; for two_slopes, one factor per head and side, on the right initially encoding.right_slope (default false)
        encoding_local_heads: number M of heads that see only the nearest keys; 0: half of the heads (0..16777216; default 0)
        encoding_fraction: rotate this fraction of the columns of each head, from the first column on, rounded down to column pairs, but at least one pair (1e-06..1; default 1)
        encoding_pairs: pairs of columns that are rotated together: neighbours: 2i and 2i+1; halves: i and i + r/2 of the r rotated columns, as in GPT-NeoX (default neighbours)
        encoding_frequencies: context extension by a factor s (encoding.extension): trained: no extension; interpolated: divide all frequencies by s (aliases pi and linear); ntk: use a larger base; parts_rotations: divide the frequencies of slow pairs by s, and keep the frequencies of fast pairs (YaRN as published); parts_index: as in the code of YaRN (the alias yarn also sets encoding.temperature 0.1); parts_unrounded: as parts_index, with unrounded bounds; llama3: as parts_rotations, with the bounds of Llama 3; longrope: divide the frequency of each pair by its own factor (default trained)
        encoding_extension: extension factor s of encoding.frequencies: sequence length divided by the training length; with encoding.dynamic, s = extension T / trained - (extension - 1) (1..1e+06; default 1)
        encoding_trained: longest training sequence, in tokens; parts_* and llama3 classify pairs as slow or fast by this length (2..16777216; default 40)
        encoding_dynamic: compute the extension factor s for each sequence, from its length T and encoding.trained; s is at least 1 (default false)
        encoding_temperature: temperature t: multiply rotated queries and keys by t ln s + 1 (YaRN: t = 0.1) (0..10; default 0)
        encoding_factors: longrope: divisors of the frequencies, one number for each pair, separated by blanks (default none)
        encoding_short_factors: encoding.factors for sequences of at most encoding.trained tokens; empty: all factors are 1 (default none)
        encoding_frequency: frequency of pair k of the r rotated columns, a formula of k, r and T (lengthen help formula); empty: base^(-2*k/r), as set by encoding.frequencies (default none)
        encoding_clip: largest distance w that is not changed (ReRoPE, proposed with scale: log_n; alias: encoding.rerope); 0: no limit (0..16777216; default 0)
        encoding_compress: divide the part of a distance beyond encoding.clip by this number (Leaky ReRoPE; alias: encoding.leaky_rerope); 0: clip distances (0..1e+06; default 0)
        encoding_group: group size g (Self-Extend; alias: encoding.self_extend): from the distance w = encoding.clip on, divide positions by g, rounded down, and shift queries by w - floor(w/g); 0: no groups (0..16777216; default 0)
        encoding_scale_base: scale base B, in tokens: at distance B, the product of query and key in column pair i has decayed by the factor z_i, as in the authors' code (1..1e+09; default 512)
        encoding_gamma: gamma: the decay factors z_i range from gamma / (1 + gamma) to almost 1 (0.001..1000; default 0.4)
        encoding_zeta: decay factor z of all pairs; 0: each pair has a factor z_i set by encoding.gamma (0..1; default 0)
        encoding_center: position c at which the factors are 1; in single precision, the factors overflow or underflow at positions about 70 times encoding.scale_base away from c (0..16777216; default 0)
        encoding_kernel: form of the penalty: log: r1 ln(1 + r2 |D|); power: r1 |D|^r2 (default log)
        encoding_bias_in_scale: divide the bias by sqrt(head width), like the dot products, as in the paper; the authors' code does not divide the bias (default false)
        encoding_shared_table: share one table between keys and values, as OpenNMT does (default false)
        encoding_max_position: largest contextual position P; larger positions are clipped to P; the table has P + 1 vectors (1..4096; default 64)
        encoding_term_in_scale: scale the position term together with the logits, as in the authors' code; false: add it after scaling, as in the paper (default true)
        encoding_hidden: hidden units of the network that maps a normalized distance to the bias of each head (1..1024; default 32)
        encoding_threshold: initial value of the trained threshold L, in tokens: distances between two positions below L are normalized by L, other distances by the larger of their two positions (1..16777216; default 512)
        encoding_shared_bias: share one network among all blocks, as Zhou et al. 2024 do (default false)
        encoding_bias: bias added to the logit of a query and a key, a formula of d, head, H, dk, T, p_i and p_j (lengthen help formula); empty: no bias if encoding.frequency is set, else -abs(d)/2^(8*(head + 1)/H) (default none)
        encoding_parameters: trained parameters of the formula, separated by semicolons: s[head] = -2; w[head, 32] = normal(0, 0.02) (default none)
        encoding_numbers: constants of the formula, separated by semicolons: rate = 0.5; width = 64 (default none)
        mask_same_length: keys that a query sees with a segment memory of M rows: no: all earlier keys and its own key; memory: the last M keys, including its own; memory_and_self: M earlier keys and its own key (default no)
        mask_width: width of the window, in tokens; with mask.form: symmetric, an even width is increased by 1 (1..16777216; default 81)
        mask_form: placement of the window: symmetric: centred on the query; half: as symmetric, but an even width is decreased by 1; causal: the window ends with the query itself (the default if the architecture or the encoding needs a causal mask); edge_shift: centred on the query, but shifted inward at both ends of the sequence, so that every query sees mask.width keys (default symmetric)
        mask_chunk: length of a chunk, in tokens; the last chunk may be shorter (1..16777216; default 40)
        mask_sinks: number of tokens at the start of the sequence (attention sinks) that all later queries see (0..16777216; default 4)
        mask_block: length of a block, in tokens; the last block may be shorter (1..16777216; default 20)
        mask_separator: token that ends a document, spelled as in the vocabulary; by default the end of a line: \n for bytes and characters, <eos> for words (default none)
        mask_formula: condition under which query i sees key j (lengthen help formula); the mask is causal if `j <= i` is one of the conditions joined by `and` (default j <= i)
        mask_numbers: constants of the formula, separated by semicolons: rate = 0.5; width = 64 (default none)
        scale_keys: number of keys at which the scale equals scale.times; usually the training length (2..16777216; default 40)
        scale_at_least_one: never use a smaller scale than scale.times; for evaluation of models that were trained with scale.times (eval --scale log_n) (default false)
        scale_times: scale that log_n multiplies; in evaluation, give the scale used in training (default inverse_sqrt)
        scale_formula: factor of a query's logits: a formula of n, dk, head and H (lengthen help formula) (default 1/sqrt(dk))
        scale_parameters: trained parameters of the formula, separated by semicolons: s[head] = -2; w[head, 32] = normal(0, 0.02) (default none)
        scale_numbers: constants of the formula, separated by semicolons: rate = 0.5; width = 64 (default none)
        eval_beam: beam width: number of hypotheses that are extended in parallel (1..1024; default 4)
        eval_length_norm: length normalization: the log probability of l tokens is divided by a power of (5 + l) / 6 (gnmt) or of l (fairseq) (default gnmt)
        eval_length_penalty: exponent of the length normalization; 0: none (0..100; default 0.6)
        eval_length_factor: factor a of the length limit: for a source of n tokens, a hypothesis has at most a n + b tokens (b: eval.length_extra) (0..1000; default 1)
        eval_length_extra: constant b of the length limit, in tokens (see eval.length_factor) (0..100000; default 50)
        eval_memory: length of the segment memory in evaluation, in tokens; 0: as in training (0..100000; default 0)
        eval_same_span: adapt the memory to the segment length L: curriculum.lengths - L tokens more than eval.memory, so that memory and segment together are equally long at every L (default false)
        eval_lanes: split the text into N parts (alias: eval.streams), which are evaluated in parallel for speed; each part fills its memory with the text just before its first target, and reads no earlier text (1..65536; default 1)
        """
    @property
    def closed(self) -> bool: ...
    def close(self) -> None: ...
    def __enter__(self) -> Model: ...
    def __exit__(self, *_: object) -> None: ...

class Formula:
    """A formula as the value of an option (`lengthen help formula`)."""

    settings: dict[str, str]
    def __init__(
        self,
        formula: str | None = ...,
        *,
        bias: str | None = ...,
        frequency: str | None = ...,
        parameters: str | Mapping[str, object] | None = ...,
        numbers: str | Mapping[str, object] | None = ...,
    ) -> None: ...

class Run:
    path: str
    def __init__(self, path: Path) -> None: ...
    def __fspath__(self) -> str: ...
    def __hash__(self) -> int: ...
    @property
    def is_running(self) -> bool: ...
    def wait(self, timeout: float | None = ..., *, on_progress: Told | None = ...) -> Run: ...
    def stop(self) -> Run: ...
    def generate(
        self,
        prompts: str | Sequence[str],
        *,
        beam: int | None = ...,
        nbest: int | None = ...,
        limit: int | None = ...,
        record: int | None = ...,
        positions: Literal["standard", "randomized", "unsorted", "released", "shifted", "augmented", "interpolated", "equal_mean", "clipped", "document", "shape", "cape"] | Text | Options | Formula | None = ...,
        mask: Literal["full", "causal", "window", "chunk", "lambda", "bca", "three_blocks", "document", "formula"] | Text | Options | Formula | None = ...,
        scale: Literal["inverse_sqrt", "inverse_sqrt_2d", "one", "log_n", "formula"] | Text | Options | Formula | None = ...,
        protocol: Literal["pass", "greedy", "beam", "memory", "windows"] | Text | Options | Formula | None = ...,
        lengths: Lengths | None = ...,
        eval_lengths: Lengths | None = ...,
        eval_sequences: int | None = ...,
        eval_seed: int | None = ...,
        eval_position_samples: int | None = ...,
        eval_batch: int | None = ...,
        eval_dropout: bool | None = ...,
        eval_targets: int | None = ...,
        eval_stride: int | None = ...,
        eval_validation: Literal["test", "validation"] | None = ...,
        eval_checkpoint: Literal["last", "best"] | None = ...,
        eval_max_tokens: int | None = ...,
        eval_score: Literal["first-ood..max", "paper-exact", "all"] | None = ...,
        eval_score_above: int | None = ...,
        eval_with: Text | Options | None = ...,
        eval_average: Literal["lengths", "examples"] | None = ...,
        eval_label: Text | None = ...,
        threads: int | None = ...,
        eval_every: int | None = ...,
        data_train: Text | None = ...,
        data_test: Text | None = ...,
        data_validation_file: Text | None = ...,
        data_validation_fraction: float | None = ...,
        data_tokens: Literal["words", "characters", "bytes"] | None = ...,
        data_subwords: Text | None = ...,
        data_bucket: int | None = ...,
        data_source: Text | None = ...,
        data_target: Text | None = ...,
        data_test_source: Text | None = ...,
        data_test_target: Text | None = ...,
        data_validation_source: Text | None = ...,
        data_validation_target: Text | None = ...,
        data_test_fraction: float | None = ...,
        data_target_subwords: Text | None = ...,
        data_least_uses: int | None = ...,
        data_vocabulary: int | None = ...,
        data_longest: int | None = ...,
        data_longest_trained: int | None = ...,
        data_concatenated: int | None = ...,
        data_file: Text | None = ...,
        data_test_file: Text | None = ...,
        data_line_ends: bool | None = ...,
        data_context: int | None = ...,
        data_masking: float | None = ...,
        data_size: int | None = ...,
        data_newlines: bool | None = ...,
        data_folder: Text | None = ...,
        data_keys: int | None = ...,
        data_queries: int | None = ...,
        data_reach: int | None = ...,
        data_width: int | None = ...,
        data_permutations: int | None = ...,
        data_inverted: float | None = ...,
        data_examples: int | None = ...,
        data_validation: float | None = ...,
        data_test_examples: int | None = ...,
        data_seed: int | None = ...,
        data_alphabet: int | None = ...,
        data_scratchpad: Text | None = ...,
        data_largest: int | None = ...,
        data_smallest: int | None = ...,
        data_split: Literal["paper", "orig"] | None = ...,
        data_prefix: bool | None = ...,
        positions_L: int | None = ...,
        positions_draw: Literal["auto", "positions", "distances"] | None = ...,
        positions_per: Literal["auto", "pass", "block", "sequence"] | None = ...,
        positions_both_sides: bool | None = ...,
        positions_even: bool | None = ...,
        positions_shift: int | None = ...,
        positions_eval_shift: int | None = ...,
        positions_global_shift: float | None = ...,
        positions_local_shift: float | None = ...,
        positions_max_scale: float | None = ...,
        positions_center: bool | None = ...,
        positions_source_factor: float | None = ...,
        positions_factor: float | None = ...,
        positions_trained: int | None = ...,
        positions_law: Literal["exponential", "beta", "fixed"] | None = ...,
        positions_longest: int | None = ...,
        positions_width: int | None = ...,
        positions_compress: float | None = ...,
        positions_separator: Text | None = ...,
        encoding_base: float | None = ...,
        encoding_layout: Literal["halves", "interleaved"] | None = ...,
        encoding_first: int | None = ...,
        encoding_rows: int | None = ...,
        encoding_relative: bool | None = ...,
        encoding_buckets: int | None = ...,
        encoding_max_distance: int | None = ...,
        encoding_first_token: Literal["alike", "free", "rows"] | None = ...,
        encoding_released: bool | None = ...,
        encoding_shared_terms: bool | None = ...,
        encoding_terms: Literal["abcd", "abc", "abd", "ab", "acd", "ac", "ad", "a", "bcd", "bc", "bd", "b", "cd", "c", "d"] | None = ...,
        encoding_sides: Literal["half_shift", "symmetric", "split_heads", "two_slopes"] | None = ...,
        encoding_right_slope: float | None = ...,
        encoding_trained_slopes: bool | None = ...,
        encoding_local_heads: int | None = ...,
        encoding_fraction: float | None = ...,
        encoding_pairs: Literal["neighbours", "halves"] | None = ...,
        encoding_frequencies: Literal["trained", "interpolated", "ntk", "parts_rotations", "parts_index", "parts_unrounded", "llama3", "longrope"] | None = ...,
        encoding_extension: float | None = ...,
        encoding_trained: int | None = ...,
        encoding_dynamic: bool | None = ...,
        encoding_temperature: float | None = ...,
        encoding_factors: Text | None = ...,
        encoding_short_factors: Text | None = ...,
        encoding_frequency: Text | None = ...,
        encoding_clip: int | None = ...,
        encoding_compress: float | None = ...,
        encoding_group: int | None = ...,
        encoding_scale_base: float | None = ...,
        encoding_gamma: float | None = ...,
        encoding_zeta: float | None = ...,
        encoding_center: int | None = ...,
        encoding_kernel: Literal["log", "power"] | None = ...,
        encoding_bias_in_scale: bool | None = ...,
        encoding_shared_table: bool | None = ...,
        encoding_max_position: int | None = ...,
        encoding_term_in_scale: bool | None = ...,
        encoding_hidden: int | None = ...,
        encoding_threshold: int | None = ...,
        encoding_shared_bias: bool | None = ...,
        encoding_bias: Text | None = ...,
        encoding_parameters: Text | None = ...,
        encoding_numbers: Text | None = ...,
        mask_same_length: Literal["no", "memory", "memory_and_self"] | None = ...,
        mask_width: int | None = ...,
        mask_form: Literal["symmetric", "half", "causal", "edge_shift"] | None = ...,
        mask_chunk: int | None = ...,
        mask_sinks: int | None = ...,
        mask_block: int | None = ...,
        mask_separator: Text | None = ...,
        mask_formula: Text | None = ...,
        mask_numbers: Text | None = ...,
        scale_keys: int | None = ...,
        scale_at_least_one: bool | None = ...,
        scale_times: Literal["inverse_sqrt", "inverse_sqrt_2d", "one"] | None = ...,
        scale_formula: Text | None = ...,
        scale_parameters: Text | None = ...,
        scale_numbers: Text | None = ...,
        eval_beam: int | None = ...,
        eval_length_norm: Literal["gnmt", "fairseq"] | None = ...,
        eval_length_penalty: float | None = ...,
        eval_length_factor: float | None = ...,
        eval_length_extra: int | None = ...,
        eval_memory: int | None = ...,
        eval_same_span: bool | None = ...,
        eval_lanes: int | None = ...,
    ) -> list[Row]:
        """Answers to prompts, as from `lengthen generate` or, with a beam, `lengthen translate`.

        positions: how tokens get their position ids (default standard)
        mask: attention mask: which keys each query attends to (default full)
        scale: scale factor of the attention logits (default inverse_sqrt)
        protocol: evaluation protocol: how answers are obtained (default pass)
        lengths: lengths to evaluate (1..100000; default 1..100)
        eval_sequences: sequences evaluated at each length; for text, see eval.targets (1..1e+07; default 500)
        eval_seed: random seed of evaluation (0..9007199254740991; default 1)
        eval_position_samples: position samples at each length; the sequences are divided among them, and token accuracy is the mean over samples (1..1e+06; default 1)
        eval_batch: sequences evaluated at once; affects memory, not results (1..1e+06; default 512)
        eval_dropout: keep dropout on in evaluation, as the released code of Ruoss et al. 2023 does (default false)
        eval_targets: text: score the last N target tokens of the test split, at every length; 0: N is eval.sequences times the shortest length, or less if the split is so short that the longest length needs some of these tokens as context (0..1e+15; default 0)
        eval_stride: text: each window scores its last N target tokens, and windows advance by N; 1: sliding windows; the longest length or more: windows do not overlap; 0: N is the shortest length, so that at length T every target has at least T - N tokens of context (0..100000; default 0)
        eval_validation: data for validation during training: validation: the validation split, at up to 40 of the training lengths; test: the test split at eval.lengths, which should not select a model or stop training (default validation)
        eval_checkpoint: checkpoint to evaluate: the last one, or the one with the best validation score (default last)
        eval_max_tokens: greedy decoding: cut an answer off once source and answer together have N tokens; 0: once the answer is as long as the target (0..100000; default 0)
        eval_score: lengths that the score averages over: first-ood..max: all evaluated lengths beyond the training lengths; paper-exact: the same lengths without the shortest, as in the example script of Ruoss et al. 2023; all: all evaluated lengths (default first-ood..max)
        eval_score_above: count lengths above N as beyond training, so that models trained on different lengths are scored over the same lengths; 0: the longest training length (0..100000; default 0)
        eval_with: options that replace training options in the evaluation, such as 'mask: window, mask.width: 40': options of positions, mask and scale, and options of encodings that extend the context (default none)
        eval_average: average a score over lengths (with equal weights) or over examples (finite data sets have more examples at some lengths) (default lengths)
        eval_label: name of this evaluation, such as ensemble-3; claims can select runs by this name; it does not affect results (default none)
        threads: number of threads; 0: all processors, divided among concurrent runs (0..1024; default 0)
        eval_every: validate every N steps (eval.validation) and keep the best checkpoint; 0: never (0..1e+09; default 0)
        data_train: file of training pairs (default none)
        data_test: file of test pairs (default none)
        data_validation_file: file of validation pairs (eval.validation) (default none)
        data_validation_fraction: fraction of the training pairs, spaced evenly over the file, that is held out for validation if no validation file is given (0..0.9; default 0)
        data_tokens: unit of a token: a word between blanks, a UTF-8 character, or a byte (default words)
        data_subwords: SentencePiece model or subword-nmt codes that split text into subword tokens; empty: split text as data.tokens says (default none)
        data_bucket: round source lengths up to a multiple of N tokens for reporting (1..100000; default 1)
        data_source: file of training sources, one per line, or of pairs (default none)
        data_target: file of training targets; empty: data.source has pairs (default none)
        data_test_source: file of test sources; may be set when a trained model is evaluated (default none)
        data_test_target: file of test targets (default none)
        data_validation_source: file of validation sources (eval.validation) (default none)
        data_validation_target: file of validation targets (default none)
        data_test_fraction: fraction of the pairs, at the end of the file, that is used for testing if no test file is given (0..0.999999; default 0.1)
        data_target_subwords: SentencePiece model or subword-nmt codes of the targets; empty: one vocabulary for both sides (default none)
        data_least_uses: tokens that occur fewer than N times in the training split become <unk> (1..1073741824; default 1)
        data_vocabulary: keep only the N most frequent tokens; 0: all (0..16777216; default 0)
        data_longest: skip pairs with more than N tokens on either side (1..99999; default 1024)
        data_longest_trained: skip training pairs with more than N tokens on either side, to train on shorter pairs than are evaluated; 0: data.longest (0..99999; default 0)
        data_concatenated: join N consecutive training pairs into one (1..1000; default 1)
        data_file: text file (default none)
        data_test_file: separate test file, in place of the end of data.file; may be set when a trained model is evaluated (default none)
        data_line_ends: words: end every line with the token <eos> (default true)
        data_context: number of context tokens before the first predicted token of a record (1..100000; default 1)
        data_masking: probability that a token is selected for prediction (1e-06..1; default 0.15)
        data_size: size of the file in bytes, which is checked; change it if your file is a part of the corpus (40..1e+15; default 100000000)
        data_newlines: keep newlines as tokens; false: drop them, as the Transformer-XL code does (default true)
        data_folder: directory of the unpacked corpus (default none)
        data_keys: number of distinct keys, and the largest number of pairs in a sequence (1..4096; default 32)
        data_queries: number of keys queried in a sequence (1..1000; default 4)
        data_reach: number of symbols before each query, which is also the largest offset (1..64; default 4)
        data_width: length of a pattern, in symbols (1..16; default 2)
        data_permutations: number of keys, each with a permutation of the symbols (1..4096; default 16)
        data_inverted: probability that the first adjective stays before its noun (0..1; default 0)
        data_examples: number of training examples, divided among the lengths of the curriculum (1..1e+09; default 100000)
        data_validation: validation examples of each length, as a fraction of the training examples of this length (0..10; default 0.15)
        data_test_examples: number of test examples of each length (for addition: of each pair of digit counts) (1..1e+09; default 500)
        data_seed: random seed of all examples (0..9007199254740991; default 9842497)
        data_alphabet: number of different words in sources (1..1e+06; default 6052)
        data_scratchpad: scratchpad before the answer: none; full; full without one part: no_input, no_computation, no_output, no_rest or (in tasks with variables) no_variables; minimal; or five digits 0 or 1, which select the parts input, computation, output, variables and rest (default none)
        data_largest: largest number (10..999999999; default 9999)
        data_smallest: smallest number, at most data.largest (0..999999999; default 10)
        data_split: training split: paper: commands of up to 25 actions; orig: commands of up to 22 actions, as in the original data set (default paper)
        data_prefix: begin every source with a fixed word, such as "Solve:" (default true)
        positions_L: size L of the range that positions are sampled from (1..16777216; default 2048)
        positions_draw: what to sample for encodings that read distances: distances: sorted distances; positions: positions, from whose differences the distances are computed; auto: as distances (default auto)
        positions_per: draw one position sample per forward pass, per block, or (in training) per sequence; auto: as stated in the properties of the positions or, if not there, of the encoding (`lengthen show`) (default auto)
        positions_both_sides: sample the distances to the left and to the right independently (default false)
        positions_even: in evaluation, space positions evenly over the range instead of sampling them (default false)
        positions_shift: largest training offset K; offsets are uniform in 0..K (0..16777216; default 500)
        positions_eval_shift: offset in evaluation; the authors' code uses positions.shift (0..16777216; default 0)
        positions_global_shift: bound G of the shift of a whole sequence, which is uniform in -G..G (in the authors' code, the option is the full width 2 G) (0..1e+06; default 5)
        positions_local_shift: bound e of the separate shift of each token, which is uniform in -e..e; if e is above 0.5, adjacent tokens may swap places (0..1e+06; default 0.5)
        positions_max_scale: largest scale S of the positions; the logarithm of the scale is uniform in -ln S..ln S (1..1000; default 1.03)
        positions_center: first subtract the mean position of the sequence, in evaluation too (default true)
        positions_source_factor: for separate source sequences: first multiply source positions by this factor, in evaluation too; usually the mean target length divided by the mean source length (0.001..1000; default 1)
        positions_factor: distance between adjacent tokens (1e-06..1e+06; default 1)
        positions_trained: longest training sequence, in tokens; longer sequences are compressed to the positions of this one; 0: no compression (0..16777216; default 0)
        positions_law: distribution of the last position in training, with the sequence length T as its mean (alias: positions.distribution): exponential: no upper limit; beta: at most positions.longest; fixed: always T, as in evaluation (default exponential)
        positions_longest: upper limit M of the beta distribution: the longest evaluated sequence, in tokens; in sequences of T >= M tokens the last position is T (1..16777216; default 2048)
        positions_width: largest distance w that is not changed (1..16777216; default 40)
        positions_compress: divide the part of a distance beyond positions.width by this number; 0: clip distances at positions.width (0..1e+06; default 0)
        positions_separator: token that ends a document, spelled as in the vocabulary; by default the end of a line: \n for bytes and characters, <eos> for words (default none)
        encoding_base: base b of the frequencies b^(-2i/n) of n columns; the longest wavelength is about 2 pi b tokens (1..1e+09; default 10000)
        encoding_layout: order of the columns: halves: all sines, then all cosines; interleaved: sine and cosine of each frequency side by side (default halves)
        encoding_first: offset added to every position; with 1, positions count from 1 (0..16777216; default 0)
        encoding_rows: number of rows of the embedding table; positions must be smaller than this number (1..1048576; default 2048)
        encoding_relative: add a relative bias by distance bucket, as T5 does (TUPE-R) (default false)
        encoding_buckets: number of distance buckets; without a causal mask, half of the buckets are for keys on the right (4..256; default 32)
        encoding_max_distance: distance at which the logarithmic buckets end; the last bucket begins a little below this distance and has no upper limit (2..16777216; default 128)
        encoding_first_token: position term of logits whose query or key is the first token: alike: as for all other tokens; free: two trained numbers per head, one for logits whose query is the first token, one for logits of which only the key is the first token; rows: as free, but the two numbers are products of the first two rows of the table, as in the authors' code (default alike)
        encoding_released: normalize the rows of the table, and add biases to the maps Uq and Uk, as in the authors' code (default false)
        encoding_shared_terms: share the content and position biases u and v among all blocks, as Transformer-XL does without its option untie_r (default false)
        encoding_terms: terms of the score to keep, as lettered by Dai et al. 2019: (a) query and key, (b) query and distance, (c) content bias u, (d) position bias v (default abcd)
        encoding_sides: penalty of keys on the right: half_shift: larger by half the slope than at the same distance on the left; symmetric: the same as on the left; split_heads: the first half of the heads sees only keys on the left, the second half only keys on the right; two_slopes: with a different slope (encoding.right_slope) (default half_shift)
        encoding_right_slope: two_slopes: slope on the right divided by the slope on the left (0.01..100; default 0.5)
        encoding_trained_slopes: multiply slopes by trained factors, which all blocks share: one factor per head, initially 1; for two_slopes, one factor per head and side, on the right initially encoding.right_slope (default false)
        encoding_local_heads: number M of heads that see only the nearest keys; 0: half of the heads (0..16777216; default 0)
        encoding_fraction: rotate this fraction of the columns of each head, from the first column on, rounded down to column pairs, but at least one pair (1e-06..1; default 1)
        encoding_pairs: pairs of columns that are rotated together: neighbours: 2i and 2i+1; halves: i and i + r/2 of the r rotated columns, as in GPT-NeoX (default neighbours)
        encoding_frequencies: context extension by a factor s (encoding.extension): trained: no extension; interpolated: divide all frequencies by s (aliases pi and linear); ntk: use a larger base; parts_rotations: divide the frequencies of slow pairs by s, and keep the frequencies of fast pairs (YaRN as published); parts_index: as in the code of YaRN (the alias yarn also sets encoding.temperature 0.1); parts_unrounded: as parts_index, with unrounded bounds; llama3: as parts_rotations, with the bounds of Llama 3; longrope: divide the frequency of each pair by its own factor (default trained)
        encoding_extension: extension factor s of encoding.frequencies: sequence length divided by the training length; with encoding.dynamic, s = extension T / trained - (extension - 1) (1..1e+06; default 1)
        encoding_trained: longest training sequence, in tokens; parts_* and llama3 classify pairs as slow or fast by this length (2..16777216; default 40)
        encoding_dynamic: compute the extension factor s for each sequence, from its length T and encoding.trained; s is at least 1 (default false)
        encoding_temperature: temperature t: multiply rotated queries and keys by t ln s + 1 (YaRN: t = 0.1) (0..10; default 0)
        encoding_factors: longrope: divisors of the frequencies, one number for each pair, separated by blanks (default none)
        encoding_short_factors: encoding.factors for sequences of at most encoding.trained tokens; empty: all factors are 1 (default none)
        encoding_frequency: frequency of pair k of the r rotated columns, a formula of k, r and T (lengthen help formula); empty: base^(-2*k/r), as set by encoding.frequencies (default none)
        encoding_clip: largest distance w that is not changed (ReRoPE, proposed with scale: log_n; alias: encoding.rerope); 0: no limit (0..16777216; default 0)
        encoding_compress: divide the part of a distance beyond encoding.clip by this number (Leaky ReRoPE; alias: encoding.leaky_rerope); 0: clip distances (0..1e+06; default 0)
        encoding_group: group size g (Self-Extend; alias: encoding.self_extend): from the distance w = encoding.clip on, divide positions by g, rounded down, and shift queries by w - floor(w/g); 0: no groups (0..16777216; default 0)
        encoding_scale_base: scale base B, in tokens: at distance B, the product of query and key in column pair i has decayed by the factor z_i, as in the authors' code (1..1e+09; default 512)
        encoding_gamma: gamma: the decay factors z_i range from gamma / (1 + gamma) to almost 1 (0.001..1000; default 0.4)
        encoding_zeta: decay factor z of all pairs; 0: each pair has a factor z_i set by encoding.gamma (0..1; default 0)
        encoding_center: position c at which the factors are 1; in single precision, the factors overflow or underflow at positions about 70 times encoding.scale_base away from c (0..16777216; default 0)
        encoding_kernel: form of the penalty: log: r1 ln(1 + r2 |D|); power: r1 |D|^r2 (default log)
        encoding_bias_in_scale: divide the bias by sqrt(head width), like the dot products, as in the paper; the authors' code does not divide the bias (default false)
        encoding_shared_table: share one table between keys and values, as OpenNMT does (default false)
        encoding_max_position: largest contextual position P; larger positions are clipped to P; the table has P + 1 vectors (1..4096; default 64)
        encoding_term_in_scale: scale the position term together with the logits, as in the authors' code; false: add it after scaling, as in the paper (default true)
        encoding_hidden: hidden units of the network that maps a normalized distance to the bias of each head (1..1024; default 32)
        encoding_threshold: initial value of the trained threshold L, in tokens: distances between two positions below L are normalized by L, other distances by the larger of their two positions (1..16777216; default 512)
        encoding_shared_bias: share one network among all blocks, as Zhou et al. 2024 do (default false)
        encoding_bias: bias added to the logit of a query and a key, a formula of d, head, H, dk, T, p_i and p_j (lengthen help formula); empty: no bias if encoding.frequency is set, else -abs(d)/2^(8*(head + 1)/H) (default none)
        encoding_parameters: trained parameters of the formula, separated by semicolons: s[head] = -2; w[head, 32] = normal(0, 0.02) (default none)
        encoding_numbers: constants of the formula, separated by semicolons: rate = 0.5; width = 64 (default none)
        mask_same_length: keys that a query sees with a segment memory of M rows: no: all earlier keys and its own key; memory: the last M keys, including its own; memory_and_self: M earlier keys and its own key (default no)
        mask_width: width of the window, in tokens; with mask.form: symmetric, an even width is increased by 1 (1..16777216; default 81)
        mask_form: placement of the window: symmetric: centred on the query; half: as symmetric, but an even width is decreased by 1; causal: the window ends with the query itself (the default if the architecture or the encoding needs a causal mask); edge_shift: centred on the query, but shifted inward at both ends of the sequence, so that every query sees mask.width keys (default symmetric)
        mask_chunk: length of a chunk, in tokens; the last chunk may be shorter (1..16777216; default 40)
        mask_sinks: number of tokens at the start of the sequence (attention sinks) that all later queries see (0..16777216; default 4)
        mask_block: length of a block, in tokens; the last block may be shorter (1..16777216; default 20)
        mask_separator: token that ends a document, spelled as in the vocabulary; by default the end of a line: \n for bytes and characters, <eos> for words (default none)
        mask_formula: condition under which query i sees key j (lengthen help formula); the mask is causal if `j <= i` is one of the conditions joined by `and` (default j <= i)
        mask_numbers: constants of the formula, separated by semicolons: rate = 0.5; width = 64 (default none)
        scale_keys: number of keys at which the scale equals scale.times; usually the training length (2..16777216; default 40)
        scale_at_least_one: never use a smaller scale than scale.times; for evaluation of models that were trained with scale.times (eval --scale log_n) (default false)
        scale_times: scale that log_n multiplies; in evaluation, give the scale used in training (default inverse_sqrt)
        scale_formula: factor of a query's logits: a formula of n, dk, head and H (lengthen help formula) (default 1/sqrt(dk))
        scale_parameters: trained parameters of the formula, separated by semicolons: s[head] = -2; w[head, 32] = normal(0, 0.02) (default none)
        scale_numbers: constants of the formula, separated by semicolons: rate = 0.5; width = 64 (default none)
        eval_beam: beam width: number of hypotheses that are extended in parallel (1..1024; default 4)
        eval_length_norm: length normalization: the log probability of l tokens is divided by a power of (5 + l) / 6 (gnmt) or of l (fairseq) (default gnmt)
        eval_length_penalty: exponent of the length normalization; 0: none (0..100; default 0.6)
        eval_length_factor: factor a of the length limit: for a source of n tokens, a hypothesis has at most a n + b tokens (b: eval.length_extra) (0..1000; default 1)
        eval_length_extra: constant b of the length limit, in tokens (see eval.length_factor) (0..100000; default 50)
        eval_memory: length of the segment memory in evaluation, in tokens; 0: as in training (0..100000; default 0)
        eval_same_span: adapt the memory to the segment length L: curriculum.lengths - L tokens more than eval.memory, so that memory and segment together are equally long at every L (default false)
        eval_lanes: split the text into N parts (alias: eval.streams), which are evaluated in parallel for speed; each part fills its memory with the text just before its first target, and reads no earlier text (1..65536; default 1)
        """
    def plot(self, metric: str | None = ..., axes: Axes = ..., label: str | None = ...) -> Axes: ...
    @property
    def config(self) -> dict[str, Any]: ...
    @property
    def record(self) -> Row: ...
    @property
    def metrics(self) -> list[Row]: ...
    @property
    def eval(self) -> list[Row]: ...
    @property
    def note(self) -> Row: ...
    @property
    def state(self) -> str: ...
    @property
    def score(self) -> Number: ...
    @property
    def metric(self) -> str | None: ...
    @property
    def unit(self) -> str | None: ...
    def check(self) -> None: ...
    def checkpoints(self) -> dict[str | int, str]: ...
    def model(self, checkpoint: str | int | None = ...) -> dict[str, NDArray[Any]]: ...
    def open(self, threads: int = ...) -> Model: ...
    def logits(self, input: ArrayLike) -> Array: ...
    def evaluate(
        self,
        lengths: Lengths | None = ...,
        variants: Mapping[str, Options | str] | None = ...,
        metric: str | None = ...,
        *,
        positions: Literal["standard", "randomized", "unsorted", "released", "shifted", "augmented", "interpolated", "equal_mean", "clipped", "document", "shape", "cape"] | Text | Options | Formula | None = ...,
        mask: Literal["full", "causal", "window", "chunk", "lambda", "bca", "three_blocks", "document", "formula"] | Text | Options | Formula | None = ...,
        scale: Literal["inverse_sqrt", "inverse_sqrt_2d", "one", "log_n", "formula"] | Text | Options | Formula | None = ...,
        protocol: Literal["pass", "greedy", "beam", "memory", "windows"] | Text | Options | Formula | None = ...,
        eval_lengths: Lengths | None = ...,
        eval_sequences: int | None = ...,
        eval_seed: int | None = ...,
        eval_position_samples: int | None = ...,
        eval_batch: int | None = ...,
        eval_dropout: bool | None = ...,
        eval_targets: int | None = ...,
        eval_stride: int | None = ...,
        eval_validation: Literal["test", "validation"] | None = ...,
        eval_checkpoint: Literal["last", "best"] | None = ...,
        eval_max_tokens: int | None = ...,
        eval_score: Literal["first-ood..max", "paper-exact", "all"] | None = ...,
        eval_score_above: int | None = ...,
        eval_with: Text | Options | None = ...,
        eval_average: Literal["lengths", "examples"] | None = ...,
        eval_label: Text | None = ...,
        threads: int | None = ...,
        eval_every: int | None = ...,
        data_train: Text | None = ...,
        data_test: Text | None = ...,
        data_validation_file: Text | None = ...,
        data_validation_fraction: float | None = ...,
        data_tokens: Literal["words", "characters", "bytes"] | None = ...,
        data_subwords: Text | None = ...,
        data_bucket: int | None = ...,
        data_source: Text | None = ...,
        data_target: Text | None = ...,
        data_test_source: Text | None = ...,
        data_test_target: Text | None = ...,
        data_validation_source: Text | None = ...,
        data_validation_target: Text | None = ...,
        data_test_fraction: float | None = ...,
        data_target_subwords: Text | None = ...,
        data_least_uses: int | None = ...,
        data_vocabulary: int | None = ...,
        data_longest: int | None = ...,
        data_longest_trained: int | None = ...,
        data_concatenated: int | None = ...,
        data_file: Text | None = ...,
        data_test_file: Text | None = ...,
        data_line_ends: bool | None = ...,
        data_context: int | None = ...,
        data_masking: float | None = ...,
        data_size: int | None = ...,
        data_newlines: bool | None = ...,
        data_folder: Text | None = ...,
        data_keys: int | None = ...,
        data_queries: int | None = ...,
        data_reach: int | None = ...,
        data_width: int | None = ...,
        data_permutations: int | None = ...,
        data_inverted: float | None = ...,
        data_examples: int | None = ...,
        data_validation: float | None = ...,
        data_test_examples: int | None = ...,
        data_seed: int | None = ...,
        data_alphabet: int | None = ...,
        data_scratchpad: Text | None = ...,
        data_largest: int | None = ...,
        data_smallest: int | None = ...,
        data_split: Literal["paper", "orig"] | None = ...,
        data_prefix: bool | None = ...,
        positions_L: int | None = ...,
        positions_draw: Literal["auto", "positions", "distances"] | None = ...,
        positions_per: Literal["auto", "pass", "block", "sequence"] | None = ...,
        positions_both_sides: bool | None = ...,
        positions_even: bool | None = ...,
        positions_shift: int | None = ...,
        positions_eval_shift: int | None = ...,
        positions_global_shift: float | None = ...,
        positions_local_shift: float | None = ...,
        positions_max_scale: float | None = ...,
        positions_center: bool | None = ...,
        positions_source_factor: float | None = ...,
        positions_factor: float | None = ...,
        positions_trained: int | None = ...,
        positions_law: Literal["exponential", "beta", "fixed"] | None = ...,
        positions_longest: int | None = ...,
        positions_width: int | None = ...,
        positions_compress: float | None = ...,
        positions_separator: Text | None = ...,
        encoding_base: float | None = ...,
        encoding_layout: Literal["halves", "interleaved"] | None = ...,
        encoding_first: int | None = ...,
        encoding_rows: int | None = ...,
        encoding_relative: bool | None = ...,
        encoding_buckets: int | None = ...,
        encoding_max_distance: int | None = ...,
        encoding_first_token: Literal["alike", "free", "rows"] | None = ...,
        encoding_released: bool | None = ...,
        encoding_shared_terms: bool | None = ...,
        encoding_terms: Literal["abcd", "abc", "abd", "ab", "acd", "ac", "ad", "a", "bcd", "bc", "bd", "b", "cd", "c", "d"] | None = ...,
        encoding_sides: Literal["half_shift", "symmetric", "split_heads", "two_slopes"] | None = ...,
        encoding_right_slope: float | None = ...,
        encoding_trained_slopes: bool | None = ...,
        encoding_local_heads: int | None = ...,
        encoding_fraction: float | None = ...,
        encoding_pairs: Literal["neighbours", "halves"] | None = ...,
        encoding_frequencies: Literal["trained", "interpolated", "ntk", "parts_rotations", "parts_index", "parts_unrounded", "llama3", "longrope"] | None = ...,
        encoding_extension: float | None = ...,
        encoding_trained: int | None = ...,
        encoding_dynamic: bool | None = ...,
        encoding_temperature: float | None = ...,
        encoding_factors: Text | None = ...,
        encoding_short_factors: Text | None = ...,
        encoding_frequency: Text | None = ...,
        encoding_clip: int | None = ...,
        encoding_compress: float | None = ...,
        encoding_group: int | None = ...,
        encoding_scale_base: float | None = ...,
        encoding_gamma: float | None = ...,
        encoding_zeta: float | None = ...,
        encoding_center: int | None = ...,
        encoding_kernel: Literal["log", "power"] | None = ...,
        encoding_bias_in_scale: bool | None = ...,
        encoding_shared_table: bool | None = ...,
        encoding_max_position: int | None = ...,
        encoding_term_in_scale: bool | None = ...,
        encoding_hidden: int | None = ...,
        encoding_threshold: int | None = ...,
        encoding_shared_bias: bool | None = ...,
        encoding_bias: Text | None = ...,
        encoding_parameters: Text | None = ...,
        encoding_numbers: Text | None = ...,
        mask_same_length: Literal["no", "memory", "memory_and_self"] | None = ...,
        mask_width: int | None = ...,
        mask_form: Literal["symmetric", "half", "causal", "edge_shift"] | None = ...,
        mask_chunk: int | None = ...,
        mask_sinks: int | None = ...,
        mask_block: int | None = ...,
        mask_separator: Text | None = ...,
        mask_formula: Text | None = ...,
        mask_numbers: Text | None = ...,
        scale_keys: int | None = ...,
        scale_at_least_one: bool | None = ...,
        scale_times: Literal["inverse_sqrt", "inverse_sqrt_2d", "one"] | None = ...,
        scale_formula: Text | None = ...,
        scale_parameters: Text | None = ...,
        scale_numbers: Text | None = ...,
        eval_beam: int | None = ...,
        eval_length_norm: Literal["gnmt", "fairseq"] | None = ...,
        eval_length_penalty: float | None = ...,
        eval_length_factor: float | None = ...,
        eval_length_extra: int | None = ...,
        eval_memory: int | None = ...,
        eval_same_span: bool | None = ...,
        eval_lanes: int | None = ...,
    ) -> Evaluation:
        """Evaluates the model at these lengths, and again for each variant, {name: options}. Iterating yields rows as they finish.

        positions: how tokens get their position ids (default standard)
        mask: attention mask: which keys each query attends to (default full)
        scale: scale factor of the attention logits (default inverse_sqrt)
        protocol: evaluation protocol: how answers are obtained (default pass)
        eval_lengths: lengths to evaluate (1..100000; default 1..100)
        eval_sequences: sequences evaluated at each length; for text, see eval.targets (1..1e+07; default 500)
        eval_seed: random seed of evaluation (0..9007199254740991; default 1)
        eval_position_samples: position samples at each length; the sequences are divided among them, and token accuracy is the mean over samples (1..1e+06; default 1)
        eval_batch: sequences evaluated at once; affects memory, not results (1..1e+06; default 512)
        eval_dropout: keep dropout on in evaluation, as the released code of Ruoss et al. 2023 does (default false)
        eval_targets: text: score the last N target tokens of the test split, at every length; 0: N is eval.sequences times the shortest length, or less if the split is so short that the longest length needs some of these tokens as context (0..1e+15; default 0)
        eval_stride: text: each window scores its last N target tokens, and windows advance by N; 1: sliding windows; the longest length or more: windows do not overlap; 0: N is the shortest length, so that at length T every target has at least T - N tokens of context (0..100000; default 0)
        eval_validation: data for validation during training: validation: the validation split, at up to 40 of the training lengths; test: the test split at eval.lengths, which should not select a model or stop training (default validation)
        eval_checkpoint: checkpoint to evaluate: the last one, or the one with the best validation score (default last)
        eval_max_tokens: greedy decoding: cut an answer off once source and answer together have N tokens; 0: once the answer is as long as the target (0..100000; default 0)
        eval_score: lengths that the score averages over: first-ood..max: all evaluated lengths beyond the training lengths; paper-exact: the same lengths without the shortest, as in the example script of Ruoss et al. 2023; all: all evaluated lengths (default first-ood..max)
        eval_score_above: count lengths above N as beyond training, so that models trained on different lengths are scored over the same lengths; 0: the longest training length (0..100000; default 0)
        eval_with: options that replace training options in the evaluation, such as 'mask: window, mask.width: 40': options of positions, mask and scale, and options of encodings that extend the context (default none)
        eval_average: average a score over lengths (with equal weights) or over examples (finite data sets have more examples at some lengths) (default lengths)
        eval_label: name of this evaluation, such as ensemble-3; claims can select runs by this name; it does not affect results (default none)
        threads: number of threads; 0: all processors, divided among concurrent runs (0..1024; default 0)
        eval_every: validate every N steps (eval.validation) and keep the best checkpoint; 0: never (0..1e+09; default 0)
        data_train: file of training pairs (default none)
        data_test: file of test pairs (default none)
        data_validation_file: file of validation pairs (eval.validation) (default none)
        data_validation_fraction: fraction of the training pairs, spaced evenly over the file, that is held out for validation if no validation file is given (0..0.9; default 0)
        data_tokens: unit of a token: a word between blanks, a UTF-8 character, or a byte (default words)
        data_subwords: SentencePiece model or subword-nmt codes that split text into subword tokens; empty: split text as data.tokens says (default none)
        data_bucket: round source lengths up to a multiple of N tokens for reporting (1..100000; default 1)
        data_source: file of training sources, one per line, or of pairs (default none)
        data_target: file of training targets; empty: data.source has pairs (default none)
        data_test_source: file of test sources; may be set when a trained model is evaluated (default none)
        data_test_target: file of test targets (default none)
        data_validation_source: file of validation sources (eval.validation) (default none)
        data_validation_target: file of validation targets (default none)
        data_test_fraction: fraction of the pairs, at the end of the file, that is used for testing if no test file is given (0..0.999999; default 0.1)
        data_target_subwords: SentencePiece model or subword-nmt codes of the targets; empty: one vocabulary for both sides (default none)
        data_least_uses: tokens that occur fewer than N times in the training split become <unk> (1..1073741824; default 1)
        data_vocabulary: keep only the N most frequent tokens; 0: all (0..16777216; default 0)
        data_longest: skip pairs with more than N tokens on either side (1..99999; default 1024)
        data_longest_trained: skip training pairs with more than N tokens on either side, to train on shorter pairs than are evaluated; 0: data.longest (0..99999; default 0)
        data_concatenated: join N consecutive training pairs into one (1..1000; default 1)
        data_file: text file (default none)
        data_test_file: separate test file, in place of the end of data.file; may be set when a trained model is evaluated (default none)
        data_line_ends: words: end every line with the token <eos> (default true)
        data_context: number of context tokens before the first predicted token of a record (1..100000; default 1)
        data_masking: probability that a token is selected for prediction (1e-06..1; default 0.15)
        data_size: size of the file in bytes, which is checked; change it if your file is a part of the corpus (40..1e+15; default 100000000)
        data_newlines: keep newlines as tokens; false: drop them, as the Transformer-XL code does (default true)
        data_folder: directory of the unpacked corpus (default none)
        data_keys: number of distinct keys, and the largest number of pairs in a sequence (1..4096; default 32)
        data_queries: number of keys queried in a sequence (1..1000; default 4)
        data_reach: number of symbols before each query, which is also the largest offset (1..64; default 4)
        data_width: length of a pattern, in symbols (1..16; default 2)
        data_permutations: number of keys, each with a permutation of the symbols (1..4096; default 16)
        data_inverted: probability that the first adjective stays before its noun (0..1; default 0)
        data_examples: number of training examples, divided among the lengths of the curriculum (1..1e+09; default 100000)
        data_validation: validation examples of each length, as a fraction of the training examples of this length (0..10; default 0.15)
        data_test_examples: number of test examples of each length (for addition: of each pair of digit counts) (1..1e+09; default 500)
        data_seed: random seed of all examples (0..9007199254740991; default 9842497)
        data_alphabet: number of different words in sources (1..1e+06; default 6052)
        data_scratchpad: scratchpad before the answer: none; full; full without one part: no_input, no_computation, no_output, no_rest or (in tasks with variables) no_variables; minimal; or five digits 0 or 1, which select the parts input, computation, output, variables and rest (default none)
        data_largest: largest number (10..999999999; default 9999)
        data_smallest: smallest number, at most data.largest (0..999999999; default 10)
        data_split: training split: paper: commands of up to 25 actions; orig: commands of up to 22 actions, as in the original data set (default paper)
        data_prefix: begin every source with a fixed word, such as "Solve:" (default true)
        positions_L: size L of the range that positions are sampled from (1..16777216; default 2048)
        positions_draw: what to sample for encodings that read distances: distances: sorted distances; positions: positions, from whose differences the distances are computed; auto: as distances (default auto)
        positions_per: draw one position sample per forward pass, per block, or (in training) per sequence; auto: as stated in the properties of the positions or, if not there, of the encoding (`lengthen show`) (default auto)
        positions_both_sides: sample the distances to the left and to the right independently (default false)
        positions_even: in evaluation, space positions evenly over the range instead of sampling them (default false)
        positions_shift: largest training offset K; offsets are uniform in 0..K (0..16777216; default 500)
        positions_eval_shift: offset in evaluation; the authors' code uses positions.shift (0..16777216; default 0)
        positions_global_shift: bound G of the shift of a whole sequence, which is uniform in -G..G (in the authors' code, the option is the full width 2 G) (0..1e+06; default 5)
        positions_local_shift: bound e of the separate shift of each token, which is uniform in -e..e; if e is above 0.5, adjacent tokens may swap places (0..1e+06; default 0.5)
        positions_max_scale: largest scale S of the positions; the logarithm of the scale is uniform in -ln S..ln S (1..1000; default 1.03)
        positions_center: first subtract the mean position of the sequence, in evaluation too (default true)
        positions_source_factor: for separate source sequences: first multiply source positions by this factor, in evaluation too; usually the mean target length divided by the mean source length (0.001..1000; default 1)
        positions_factor: distance between adjacent tokens (1e-06..1e+06; default 1)
        positions_trained: longest training sequence, in tokens; longer sequences are compressed to the positions of this one; 0: no compression (0..16777216; default 0)
        positions_law: distribution of the last position in training, with the sequence length T as its mean (alias: positions.distribution): exponential: no upper limit; beta: at most positions.longest; fixed: always T, as in evaluation (default exponential)
        positions_longest: upper limit M of the beta distribution: the longest evaluated sequence, in tokens; in sequences of T >= M tokens the last position is T (1..16777216; default 2048)
        positions_width: largest distance w that is not changed (1..16777216; default 40)
        positions_compress: divide the part of a distance beyond positions.width by this number; 0: clip distances at positions.width (0..1e+06; default 0)
        positions_separator: token that ends a document, spelled as in the vocabulary; by default the end of a line: \n for bytes and characters, <eos> for words (default none)
        encoding_base: base b of the frequencies b^(-2i/n) of n columns; the longest wavelength is about 2 pi b tokens (1..1e+09; default 10000)
        encoding_layout: order of the columns: halves: all sines, then all cosines; interleaved: sine and cosine of each frequency side by side (default halves)
        encoding_first: offset added to every position; with 1, positions count from 1 (0..16777216; default 0)
        encoding_rows: number of rows of the embedding table; positions must be smaller than this number (1..1048576; default 2048)
        encoding_relative: add a relative bias by distance bucket, as T5 does (TUPE-R) (default false)
        encoding_buckets: number of distance buckets; without a causal mask, half of the buckets are for keys on the right (4..256; default 32)
        encoding_max_distance: distance at which the logarithmic buckets end; the last bucket begins a little below this distance and has no upper limit (2..16777216; default 128)
        encoding_first_token: position term of logits whose query or key is the first token: alike: as for all other tokens; free: two trained numbers per head, one for logits whose query is the first token, one for logits of which only the key is the first token; rows: as free, but the two numbers are products of the first two rows of the table, as in the authors' code (default alike)
        encoding_released: normalize the rows of the table, and add biases to the maps Uq and Uk, as in the authors' code (default false)
        encoding_shared_terms: share the content and position biases u and v among all blocks, as Transformer-XL does without its option untie_r (default false)
        encoding_terms: terms of the score to keep, as lettered by Dai et al. 2019: (a) query and key, (b) query and distance, (c) content bias u, (d) position bias v (default abcd)
        encoding_sides: penalty of keys on the right: half_shift: larger by half the slope than at the same distance on the left; symmetric: the same as on the left; split_heads: the first half of the heads sees only keys on the left, the second half only keys on the right; two_slopes: with a different slope (encoding.right_slope) (default half_shift)
        encoding_right_slope: two_slopes: slope on the right divided by the slope on the left (0.01..100; default 0.5)
        encoding_trained_slopes: multiply slopes by trained factors, which all blocks share: one factor per head, initially 1; for two_slopes, one factor per head and side, on the right initially encoding.right_slope (default false)
        encoding_local_heads: number M of heads that see only the nearest keys; 0: half of the heads (0..16777216; default 0)
        encoding_fraction: rotate this fraction of the columns of each head, from the first column on, rounded down to column pairs, but at least one pair (1e-06..1; default 1)
        encoding_pairs: pairs of columns that are rotated together: neighbours: 2i and 2i+1; halves: i and i + r/2 of the r rotated columns, as in GPT-NeoX (default neighbours)
        encoding_frequencies: context extension by a factor s (encoding.extension): trained: no extension; interpolated: divide all frequencies by s (aliases pi and linear); ntk: use a larger base; parts_rotations: divide the frequencies of slow pairs by s, and keep the frequencies of fast pairs (YaRN as published); parts_index: as in the code of YaRN (the alias yarn also sets encoding.temperature 0.1); parts_unrounded: as parts_index, with unrounded bounds; llama3: as parts_rotations, with the bounds of Llama 3; longrope: divide the frequency of each pair by its own factor (default trained)
        encoding_extension: extension factor s of encoding.frequencies: sequence length divided by the training length; with encoding.dynamic, s = extension T / trained - (extension - 1) (1..1e+06; default 1)
        encoding_trained: longest training sequence, in tokens; parts_* and llama3 classify pairs as slow or fast by this length (2..16777216; default 40)
        encoding_dynamic: compute the extension factor s for each sequence, from its length T and encoding.trained; s is at least 1 (default false)
        encoding_temperature: temperature t: multiply rotated queries and keys by t ln s + 1 (YaRN: t = 0.1) (0..10; default 0)
        encoding_factors: longrope: divisors of the frequencies, one number for each pair, separated by blanks (default none)
        encoding_short_factors: encoding.factors for sequences of at most encoding.trained tokens; empty: all factors are 1 (default none)
        encoding_frequency: frequency of pair k of the r rotated columns, a formula of k, r and T (lengthen help formula); empty: base^(-2*k/r), as set by encoding.frequencies (default none)
        encoding_clip: largest distance w that is not changed (ReRoPE, proposed with scale: log_n; alias: encoding.rerope); 0: no limit (0..16777216; default 0)
        encoding_compress: divide the part of a distance beyond encoding.clip by this number (Leaky ReRoPE; alias: encoding.leaky_rerope); 0: clip distances (0..1e+06; default 0)
        encoding_group: group size g (Self-Extend; alias: encoding.self_extend): from the distance w = encoding.clip on, divide positions by g, rounded down, and shift queries by w - floor(w/g); 0: no groups (0..16777216; default 0)
        encoding_scale_base: scale base B, in tokens: at distance B, the product of query and key in column pair i has decayed by the factor z_i, as in the authors' code (1..1e+09; default 512)
        encoding_gamma: gamma: the decay factors z_i range from gamma / (1 + gamma) to almost 1 (0.001..1000; default 0.4)
        encoding_zeta: decay factor z of all pairs; 0: each pair has a factor z_i set by encoding.gamma (0..1; default 0)
        encoding_center: position c at which the factors are 1; in single precision, the factors overflow or underflow at positions about 70 times encoding.scale_base away from c (0..16777216; default 0)
        encoding_kernel: form of the penalty: log: r1 ln(1 + r2 |D|); power: r1 |D|^r2 (default log)
        encoding_bias_in_scale: divide the bias by sqrt(head width), like the dot products, as in the paper; the authors' code does not divide the bias (default false)
        encoding_shared_table: share one table between keys and values, as OpenNMT does (default false)
        encoding_max_position: largest contextual position P; larger positions are clipped to P; the table has P + 1 vectors (1..4096; default 64)
        encoding_term_in_scale: scale the position term together with the logits, as in the authors' code; false: add it after scaling, as in the paper (default true)
        encoding_hidden: hidden units of the network that maps a normalized distance to the bias of each head (1..1024; default 32)
        encoding_threshold: initial value of the trained threshold L, in tokens: distances between two positions below L are normalized by L, other distances by the larger of their two positions (1..16777216; default 512)
        encoding_shared_bias: share one network among all blocks, as Zhou et al. 2024 do (default false)
        encoding_bias: bias added to the logit of a query and a key, a formula of d, head, H, dk, T, p_i and p_j (lengthen help formula); empty: no bias if encoding.frequency is set, else -abs(d)/2^(8*(head + 1)/H) (default none)
        encoding_parameters: trained parameters of the formula, separated by semicolons: s[head] = -2; w[head, 32] = normal(0, 0.02) (default none)
        encoding_numbers: constants of the formula, separated by semicolons: rate = 0.5; width = 64 (default none)
        mask_same_length: keys that a query sees with a segment memory of M rows: no: all earlier keys and its own key; memory: the last M keys, including its own; memory_and_self: M earlier keys and its own key (default no)
        mask_width: width of the window, in tokens; with mask.form: symmetric, an even width is increased by 1 (1..16777216; default 81)
        mask_form: placement of the window: symmetric: centred on the query; half: as symmetric, but an even width is decreased by 1; causal: the window ends with the query itself (the default if the architecture or the encoding needs a causal mask); edge_shift: centred on the query, but shifted inward at both ends of the sequence, so that every query sees mask.width keys (default symmetric)
        mask_chunk: length of a chunk, in tokens; the last chunk may be shorter (1..16777216; default 40)
        mask_sinks: number of tokens at the start of the sequence (attention sinks) that all later queries see (0..16777216; default 4)
        mask_block: length of a block, in tokens; the last block may be shorter (1..16777216; default 20)
        mask_separator: token that ends a document, spelled as in the vocabulary; by default the end of a line: \n for bytes and characters, <eos> for words (default none)
        mask_formula: condition under which query i sees key j (lengthen help formula); the mask is causal if `j <= i` is one of the conditions joined by `and` (default j <= i)
        mask_numbers: constants of the formula, separated by semicolons: rate = 0.5; width = 64 (default none)
        scale_keys: number of keys at which the scale equals scale.times; usually the training length (2..16777216; default 40)
        scale_at_least_one: never use a smaller scale than scale.times; for evaluation of models that were trained with scale.times (eval --scale log_n) (default false)
        scale_times: scale that log_n multiplies; in evaluation, give the scale used in training (default inverse_sqrt)
        scale_formula: factor of a query's logits: a formula of n, dk, head and H (lengthen help formula) (default 1/sqrt(dk))
        scale_parameters: trained parameters of the formula, separated by semicolons: s[head] = -2; w[head, 32] = normal(0, 0.02) (default none)
        scale_numbers: constants of the formula, separated by semicolons: rate = 0.5; width = 64 (default none)
        eval_beam: beam width: number of hypotheses that are extended in parallel (1..1024; default 4)
        eval_length_norm: length normalization: the log probability of l tokens is divided by a power of (5 + l) / 6 (gnmt) or of l (fairseq) (default gnmt)
        eval_length_penalty: exponent of the length normalization; 0: none (0..100; default 0.6)
        eval_length_factor: factor a of the length limit: for a source of n tokens, a hypothesis has at most a n + b tokens (b: eval.length_extra) (0..1000; default 1)
        eval_length_extra: constant b of the length limit, in tokens (see eval.length_factor) (0..100000; default 50)
        eval_memory: length of the segment memory in evaluation, in tokens; 0: as in training (0..100000; default 0)
        eval_same_span: adapt the memory to the segment length L: curriculum.lengths - L tokens more than eval.memory, so that memory and segment together are equally long at every L (default false)
        eval_lanes: split the text into N parts (alias: eval.streams), which are evaluated in parallel for speed; each part fills its memory with the text just before its first target, and reads no earlier text (1..65536; default 1)
        """

@overload
def train(
    config: Config | None = ...,
    *,
    preset: Names | None = ...,
    out: Path | None = ...,
    on_progress: Told | None = ...,
    wait: bool = ...,
    environment: bool = ...,
    jobs: int | None = ...,
    seed: int | None = ...,
    task: Literal["even_pairs", "modular_arithmetic", "parity_check", "cycle_navigation", "stack_manipulation", "reverse_string", "modular_arithmetic_brackets", "solve_equation", "duplicate_string", "missing_duplicate_string", "odds_first", "binary_addition", "binary_multiplication", "compute_sqrt", "bucket_sort", "pairs", "translation", "text", "masked_text", "enwik8", "text8", "wikitext", "penn_treebank", "reverse_symbols", "associative_recall", "offset_recall", "pattern_search", "substitution_cipher", "markov_chain", "toy_translation", "copy_rsc", "copy_rsc2x", "copy_rdc", "copy_cmc", "copy_cmc2x", "reverse_mc", "reverse_mc2x", "reverse_mcrv", "half_copy", "addition", "summation", "parity_text", "polynomial", "sort_single", "sort_multi", "scan", "pcfg", "lego_chain", "lego_perm", "rev", "ind", "off", "ciph", "tri", "mt_toy"] | Text | Options | Formula | None = ...,
    data: Literal["even_pairs", "modular_arithmetic", "parity_check", "cycle_navigation", "stack_manipulation", "reverse_string", "modular_arithmetic_brackets", "solve_equation", "duplicate_string", "missing_duplicate_string", "odds_first", "binary_addition", "binary_multiplication", "compute_sqrt", "bucket_sort", "pairs", "translation", "text", "masked_text", "enwik8", "text8", "wikitext", "penn_treebank", "reverse_symbols", "associative_recall", "offset_recall", "pattern_search", "substitution_cipher", "markov_chain", "toy_translation", "copy_rsc", "copy_rsc2x", "copy_rdc", "copy_cmc", "copy_cmc2x", "reverse_mc", "reverse_mc2x", "reverse_mcrv", "half_copy", "addition", "summation", "parity_text", "polynomial", "sort_single", "sort_multi", "scan", "pcfg", "lego_chain", "lego_perm", "rev", "ind", "off", "ciph", "tri", "mt_toy"] | Text | Options | Formula | None = ...,
    architecture: Literal["encoder", "decoder", "encoder_decoder", "perceiver_io", "perceiver_ar", "recurrent", "rnn", "lstm", "stack_rnn", "stack_lstm", "nd_stack_rnn", "tape_rnn", "perceiver", "memory_tokens"] | Text | Options | Formula | None = ...,
    positions: Literal["standard", "randomized", "unsorted", "released", "shifted", "augmented", "interpolated", "equal_mean", "clipped", "document", "shape", "cape"] | Text | Options | Formula | None = ...,
    encoding: Literal["none", "sinusoid", "learned", "tupe", "relative", "alibi", "hard_alibi", "rope", "xpos", "t5", "kerple", "sandwich", "shaw", "cope", "fox", "fire", "formula", "kerple_log", "kerple_power", "rotary", "partial_rotary", "pi", "ntk", "dynamic_ntk", "yarn", "llama3", "longrope", "rerope", "self_extend"] | Text | Options | Formula | None = ...,
    mask: Literal["full", "causal", "window", "chunk", "lambda", "bca", "three_blocks", "document", "formula"] | Text | Options | Formula | None = ...,
    scale: Literal["inverse_sqrt", "inverse_sqrt_2d", "one", "log_n", "formula"] | Text | Options | Formula | None = ...,
    attention: Literal["softmax", "geometric", "softmax1", "sink", "linear", "persistent"] | Text | Options | Formula | None = ...,
    projection: Literal["linear", "primer", "primer_ez"] | Text | Options | Formula | None = ...,
    residual: Literal["add", "b2t", "scalar", "rezero", "channel", "deepnorm", "deepnet"] | Text | Options | Formula | None = ...,
    block: Literal["post_norm", "pre_norm", "no_norm", "primer", "dual_norm", "normformer", "post_ln", "pre_ln", "residual", "residual_dual"] | Text | Options | Formula | None = ...,
    norm: Literal["layer_norm", "rms_norm", "primer_norm", "rms"] | Text | Options | Formula | None = ...,
    mixer: Literal["relu", "gelu", "gelu_tanh", "swish", "squared_relu", "glu", "bilinear", "reglu", "geglu", "swiglu", "formula", "silu", "relu2", "switch", "base", "sparse_all_mlp", "sparse_mlp"] | Text | Options | Formula | None = ...,
    initialisation: Literal["truncated_normal", "t5", "normal", "xavier", "t_fixup", "depth_rescale"] | Text | Options | Formula | None = ...,
    head: Literal["linear", "tied", "adaptive"] | Text | Options | Formula | None = ...,
    cell: Literal["lstm", "elman"] | Text | Options | Formula | None = ...,
    store: Literal["none", "stack", "nd_stack", "tape"] | Text | Options | Formula | None = ...,
    curriculum: Literal["uniform", "fixed", "reverse_exponential", "regular_increase", "epochs", "token_batches", "segments"] | Text | Options | Formula | None = ...,
    optimizer: Literal["adam", "adafactor", "adamw"] | Text | Options | Formula | None = ...,
    schedule: Literal["constant", "cosine", "formula", "inverse_sqrt", "linear", "noam", "t_fixup"] | Text | Options | Formula | None = ...,
    protocol: Literal["pass", "greedy", "beam", "memory", "windows"] | Text | Options | Formula | None = ...,
    metric: Literal["token_accuracy", "cross_entropy", "exact_match", "perplexity", "bits_per_token", "step_accuracy", "bleu", "chrf", "nll", "accuracy", "bits_per_character", "bits_per_byte"] | Text | Options | Formula | None = ...,
    width: int | None = ...,
    model_width: int | None = ...,
    heads: int | None = ...,
    model_heads: int | None = ...,
    model_key_heads: int | None = ...,
    blocks: int | None = ...,
    model_blocks: int | None = ...,
    model_order: Text | None = ...,
    model_share: Text | None = ...,
    model_share_norms: bool | None = ...,
    model_step_signal: bool | None = ...,
    model_feed_forward: int | None = ...,
    dropout: float | None = ...,
    model_dropout: float | None = ...,
    model_dropout_embedding: float | None = ...,
    model_dropout_attention: float | None = ...,
    model_dropout_hidden: float | None = ...,
    model_dropout_final: float | None = ...,
    model_dropout_words: float | None = ...,
    precision: Literal["fp32", "bf16"] | None = ...,
    model_precision: Literal["fp32", "bf16"] | None = ...,
    model_bias: bool | None = ...,
    model_embedding_scale: Literal["sqrt_width", "one"] | None = ...,
    model_embedding_width: int | None = ...,
    model_embedding_norm: Literal["none", "before_positions", "after_positions"] | None = ...,
    model_qk_norm: Literal["none", "rms", "layer"] | None = ...,
    loss_smoothing: float | None = ...,
    loss_smoothing_over: Literal["all", "others"] | None = ...,
    loss_z: float | None = ...,
    loss_half: bool | None = ...,
    convolution_taps: Text | None = ...,
    convolution_heads: int | None = ...,
    convolution_gate: bool | None = ...,
    convolution_bias: bool | None = ...,
    convolution_renorm_padding: bool | None = ...,
    convolution_dropout_input: float | None = ...,
    convolution_dropout_weights: float | None = ...,
    experts_count: int | None = ...,
    experts_width: int | None = ...,
    experts_capacity: float | None = ...,
    experts_capacity_eval: float | None = ...,
    experts_capacity_least: int | None = ...,
    experts_jitter: float | None = ...,
    experts_balance: float | None = ...,
    experts_z_loss: float | None = ...,
    experts_scale: float | None = ...,
    experts_dropout: float | None = ...,
    experts_sublayers: int | None = ...,
    gating_length: int | None = ...,
    gating_chunks: int | None = ...,
    gating_width: int | None = ...,
    persistent_pairs: int | None = ...,
    persistent_dropout: float | None = ...,
    memorizing_size: int | None = ...,
    memorizing_read: int | None = ...,
    memorizing_combine: Literal["gate", "joint"] | None = ...,
    memorizing_empty: Literal["zero", "bypass"] | None = ...,
    steps: int | None = ...,
    train_steps: int | None = ...,
    lr: float | None = ...,
    train_lr: float | None = ...,
    batch: int | None = ...,
    train_batch: int | None = ...,
    train_clip: float | None = ...,
    optimizer_decay: float | None = ...,
    optimizer_decay_on: Literal["all", "all_but_biases", "matrices", "matrices_and_embeddings"] | None = ...,
    train_until: Text | None = ...,
    train_patience: int | None = ...,
    train_time: Text | None = ...,
    init: Text | None = ...,
    train_init: Text | None = ...,
    train_seed: int | range | Sequence[int] | None = ...,
    seed_init: int | None = ...,
    seed_data: int | None = ...,
    seed_length: int | None = ...,
    seed_dropout: int | None = ...,
    seed_positions: int | None = ...,
    lengths: Lengths | None = ...,
    eval_lengths: Lengths | None = ...,
    eval_sequences: int | None = ...,
    eval_seed: int | None = ...,
    eval_position_samples: int | None = ...,
    eval_batch: int | None = ...,
    eval_dropout: bool | None = ...,
    eval_targets: int | None = ...,
    eval_stride: int | None = ...,
    eval_validation: Literal["test", "validation"] | None = ...,
    eval_checkpoint: Literal["last", "best"] | None = ...,
    eval_max_tokens: int | None = ...,
    eval_score: Literal["first-ood..max", "paper-exact", "all"] | None = ...,
    eval_score_above: int | None = ...,
    eval_with: Text | Options | None = ...,
    eval_average: Literal["lengths", "examples"] | None = ...,
    eval_label: Text | None = ...,
    threads: int | None = ...,
    log: Literal["none", "tensorboard"] | None = ...,
    train_log_every: int | None = ...,
    train_checkpoint_every: int | None = ...,
    train_keep: int | None = ...,
    train_keep_state: Literal["always", "unfinished"] | None = ...,
    eval_every: int | None = ...,
    data_train: Text | None = ...,
    data_test: Text | None = ...,
    data_validation_file: Text | None = ...,
    data_validation_fraction: float | None = ...,
    data_tokens: Literal["words", "characters", "bytes"] | None = ...,
    data_subwords: Text | None = ...,
    data_bucket: int | None = ...,
    data_source: Text | None = ...,
    data_target: Text | None = ...,
    data_test_source: Text | None = ...,
    data_test_target: Text | None = ...,
    data_validation_source: Text | None = ...,
    data_validation_target: Text | None = ...,
    data_test_fraction: float | None = ...,
    data_target_subwords: Text | None = ...,
    data_least_uses: int | None = ...,
    data_vocabulary: int | None = ...,
    data_longest: int | None = ...,
    data_longest_trained: int | None = ...,
    data_concatenated: int | None = ...,
    data_file: Text | None = ...,
    data_test_file: Text | None = ...,
    data_line_ends: bool | None = ...,
    data_context: int | None = ...,
    data_masking: float | None = ...,
    data_size: int | None = ...,
    data_newlines: bool | None = ...,
    data_folder: Text | None = ...,
    data_keys: int | None = ...,
    data_queries: int | None = ...,
    data_reach: int | None = ...,
    data_width: int | None = ...,
    data_permutations: int | None = ...,
    data_inverted: float | None = ...,
    data_examples: int | None = ...,
    data_validation: float | None = ...,
    data_test_examples: int | None = ...,
    data_seed: int | None = ...,
    data_alphabet: int | None = ...,
    data_scratchpad: Text | None = ...,
    data_largest: int | None = ...,
    data_smallest: int | None = ...,
    data_split: Literal["paper", "orig"] | None = ...,
    data_prefix: bool | None = ...,
    model_decode: Literal["parallel", "autoregressive", "in_place"] | None = ...,
    model_computation_steps: int | None = ...,
    architecture_memory_tokens: int | None = ...,
    architecture_memory_form: Literal["plain", "controller", "bottleneck"] | None = ...,
    architecture_memory: int | None = ...,
    architecture_memory_start: Literal["empty", "zeros"] | None = ...,
    architecture_vocabulary: int | None = ...,
    architecture_begin: Literal["own", "end"] | None = ...,
    architecture_tables: Literal["auto", "shared", "apart"] | None = ...,
    encoder_encoding: Literal["same", "none", "sinusoid", "learned", "tupe", "relative", "alibi", "hard_alibi", "rope", "xpos", "t5", "kerple", "sandwich", "shaw", "cope", "fox", "fire", "formula"] | None = ...,
    encoder_positions: Literal["same", "standard", "randomized", "unsorted", "released", "shifted", "augmented", "interpolated", "equal_mean", "clipped", "document"] | None = ...,
    decoder_encoding: Literal["same", "none", "sinusoid", "learned", "tupe", "relative", "alibi", "hard_alibi", "rope", "xpos", "t5", "kerple", "sandwich", "shaw", "cope", "fox", "fire", "formula"] | None = ...,
    decoder_positions: Literal["same", "standard", "randomized", "unsorted", "released", "shifted", "augmented", "interpolated", "equal_mean", "clipped", "document"] | None = ...,
    cross_encoding: Literal["none", "sinusoid", "learned", "tupe", "relative", "alibi", "hard_alibi", "rope", "xpos", "t5", "kerple", "sandwich", "shaw", "cope", "fox", "fire", "formula"] | None = ...,
    architecture_latents: int | None = ...,
    architecture_repeats: int | None = ...,
    architecture_query_residual: bool | None = ...,
    architecture_output: Literal["queries", "mean"] | None = ...,
    architecture_hidden: int | None = ...,
    positions_L: int | None = ...,
    positions_draw: Literal["auto", "positions", "distances"] | None = ...,
    positions_per: Literal["auto", "pass", "block", "sequence"] | None = ...,
    positions_both_sides: bool | None = ...,
    positions_even: bool | None = ...,
    encoder_positions_L: int | None = ...,
    encoder_positions_draw: Literal["auto", "positions", "distances"] | None = ...,
    encoder_positions_per: Literal["auto", "pass", "block", "sequence"] | None = ...,
    encoder_positions_both_sides: bool | None = ...,
    encoder_positions_even: bool | None = ...,
    decoder_positions_L: int | None = ...,
    decoder_positions_draw: Literal["auto", "positions", "distances"] | None = ...,
    decoder_positions_per: Literal["auto", "pass", "block", "sequence"] | None = ...,
    decoder_positions_both_sides: bool | None = ...,
    decoder_positions_even: bool | None = ...,
    positions_shift: int | None = ...,
    positions_eval_shift: int | None = ...,
    encoder_positions_shift: int | None = ...,
    encoder_positions_eval_shift: int | None = ...,
    decoder_positions_shift: int | None = ...,
    decoder_positions_eval_shift: int | None = ...,
    positions_global_shift: float | None = ...,
    positions_local_shift: float | None = ...,
    positions_max_scale: float | None = ...,
    positions_center: bool | None = ...,
    positions_source_factor: float | None = ...,
    encoder_positions_global_shift: float | None = ...,
    encoder_positions_local_shift: float | None = ...,
    encoder_positions_max_scale: float | None = ...,
    encoder_positions_center: bool | None = ...,
    encoder_positions_source_factor: float | None = ...,
    decoder_positions_global_shift: float | None = ...,
    decoder_positions_local_shift: float | None = ...,
    decoder_positions_max_scale: float | None = ...,
    decoder_positions_center: bool | None = ...,
    decoder_positions_source_factor: float | None = ...,
    positions_factor: float | None = ...,
    positions_trained: int | None = ...,
    encoder_positions_factor: float | None = ...,
    encoder_positions_trained: int | None = ...,
    decoder_positions_factor: float | None = ...,
    decoder_positions_trained: int | None = ...,
    positions_law: Literal["exponential", "beta", "fixed"] | None = ...,
    positions_longest: int | None = ...,
    encoder_positions_law: Literal["exponential", "beta", "fixed"] | None = ...,
    encoder_positions_longest: int | None = ...,
    decoder_positions_law: Literal["exponential", "beta", "fixed"] | None = ...,
    decoder_positions_longest: int | None = ...,
    positions_width: int | None = ...,
    positions_compress: float | None = ...,
    encoder_positions_width: int | None = ...,
    encoder_positions_compress: float | None = ...,
    decoder_positions_width: int | None = ...,
    decoder_positions_compress: float | None = ...,
    positions_separator: Text | None = ...,
    encoder_positions_separator: Text | None = ...,
    decoder_positions_separator: Text | None = ...,
    encoding_base: float | None = ...,
    encoding_layout: Literal["halves", "interleaved"] | None = ...,
    encoding_first: int | None = ...,
    encoder_encoding_base: float | None = ...,
    encoder_encoding_layout: Literal["halves", "interleaved"] | None = ...,
    encoder_encoding_first: int | None = ...,
    decoder_encoding_base: float | None = ...,
    decoder_encoding_layout: Literal["halves", "interleaved"] | None = ...,
    decoder_encoding_first: int | None = ...,
    cross_encoding_base: float | None = ...,
    cross_encoding_layout: Literal["halves", "interleaved"] | None = ...,
    cross_encoding_first: int | None = ...,
    encoding_rows: int | None = ...,
    encoder_encoding_rows: int | None = ...,
    decoder_encoding_rows: int | None = ...,
    cross_encoding_rows: int | None = ...,
    encoding_relative: bool | None = ...,
    encoding_buckets: int | None = ...,
    encoding_max_distance: int | None = ...,
    encoding_first_token: Literal["alike", "free", "rows"] | None = ...,
    encoding_released: bool | None = ...,
    encoder_encoding_relative: bool | None = ...,
    encoder_encoding_buckets: int | None = ...,
    encoder_encoding_max_distance: int | None = ...,
    encoder_encoding_first_token: Literal["alike", "free", "rows"] | None = ...,
    encoder_encoding_released: bool | None = ...,
    decoder_encoding_relative: bool | None = ...,
    decoder_encoding_buckets: int | None = ...,
    decoder_encoding_max_distance: int | None = ...,
    decoder_encoding_first_token: Literal["alike", "free", "rows"] | None = ...,
    decoder_encoding_released: bool | None = ...,
    cross_encoding_relative: bool | None = ...,
    cross_encoding_buckets: int | None = ...,
    cross_encoding_max_distance: int | None = ...,
    cross_encoding_first_token: Literal["alike", "free", "rows"] | None = ...,
    cross_encoding_released: bool | None = ...,
    encoding_shared_terms: bool | None = ...,
    encoding_terms: Literal["abcd", "abc", "abd", "ab", "acd", "ac", "ad", "a", "bcd", "bc", "bd", "b", "cd", "c", "d"] | None = ...,
    encoder_encoding_shared_terms: bool | None = ...,
    encoder_encoding_terms: Literal["abcd", "abc", "abd", "ab", "acd", "ac", "ad", "a", "bcd", "bc", "bd", "b", "cd", "c", "d"] | None = ...,
    decoder_encoding_shared_terms: bool | None = ...,
    decoder_encoding_terms: Literal["abcd", "abc", "abd", "ab", "acd", "ac", "ad", "a", "bcd", "bc", "bd", "b", "cd", "c", "d"] | None = ...,
    cross_encoding_shared_terms: bool | None = ...,
    cross_encoding_terms: Literal["abcd", "abc", "abd", "ab", "acd", "ac", "ad", "a", "bcd", "bc", "bd", "b", "cd", "c", "d"] | None = ...,
    encoding_sides: Literal["half_shift", "symmetric", "split_heads", "two_slopes"] | None = ...,
    encoding_right_slope: float | None = ...,
    encoding_trained_slopes: bool | None = ...,
    encoder_encoding_sides: Literal["half_shift", "symmetric", "split_heads", "two_slopes"] | None = ...,
    encoder_encoding_right_slope: float | None = ...,
    encoder_encoding_trained_slopes: bool | None = ...,
    decoder_encoding_sides: Literal["half_shift", "symmetric", "split_heads", "two_slopes"] | None = ...,
    decoder_encoding_right_slope: float | None = ...,
    decoder_encoding_trained_slopes: bool | None = ...,
    cross_encoding_sides: Literal["half_shift", "symmetric", "split_heads", "two_slopes"] | None = ...,
    cross_encoding_right_slope: float | None = ...,
    cross_encoding_trained_slopes: bool | None = ...,
    encoding_local_heads: int | None = ...,
    encoder_encoding_local_heads: int | None = ...,
    decoder_encoding_local_heads: int | None = ...,
    cross_encoding_local_heads: int | None = ...,
    encoding_fraction: float | None = ...,
    encoding_pairs: Literal["neighbours", "halves"] | None = ...,
    encoding_frequencies: Literal["trained", "interpolated", "ntk", "parts_rotations", "parts_index", "parts_unrounded", "llama3", "longrope"] | None = ...,
    encoding_extension: float | None = ...,
    encoding_trained: int | None = ...,
    encoding_dynamic: bool | None = ...,
    encoding_temperature: float | None = ...,
    encoding_factors: Text | None = ...,
    encoding_short_factors: Text | None = ...,
    encoding_frequency: Text | None = ...,
    encoding_clip: int | None = ...,
    encoding_compress: float | None = ...,
    encoding_group: int | None = ...,
    encoder_encoding_fraction: float | None = ...,
    encoder_encoding_pairs: Literal["neighbours", "halves"] | None = ...,
    encoder_encoding_frequencies: Literal["trained", "interpolated", "ntk", "parts_rotations", "parts_index", "parts_unrounded", "llama3", "longrope"] | None = ...,
    encoder_encoding_extension: float | None = ...,
    encoder_encoding_trained: int | None = ...,
    encoder_encoding_dynamic: bool | None = ...,
    encoder_encoding_temperature: float | None = ...,
    encoder_encoding_factors: Text | None = ...,
    encoder_encoding_short_factors: Text | None = ...,
    encoder_encoding_frequency: Text | None = ...,
    encoder_encoding_clip: int | None = ...,
    encoder_encoding_compress: float | None = ...,
    encoder_encoding_group: int | None = ...,
    decoder_encoding_fraction: float | None = ...,
    decoder_encoding_pairs: Literal["neighbours", "halves"] | None = ...,
    decoder_encoding_frequencies: Literal["trained", "interpolated", "ntk", "parts_rotations", "parts_index", "parts_unrounded", "llama3", "longrope"] | None = ...,
    decoder_encoding_extension: float | None = ...,
    decoder_encoding_trained: int | None = ...,
    decoder_encoding_dynamic: bool | None = ...,
    decoder_encoding_temperature: float | None = ...,
    decoder_encoding_factors: Text | None = ...,
    decoder_encoding_short_factors: Text | None = ...,
    decoder_encoding_frequency: Text | None = ...,
    decoder_encoding_clip: int | None = ...,
    decoder_encoding_compress: float | None = ...,
    decoder_encoding_group: int | None = ...,
    cross_encoding_fraction: float | None = ...,
    cross_encoding_pairs: Literal["neighbours", "halves"] | None = ...,
    cross_encoding_frequencies: Literal["trained", "interpolated", "ntk", "parts_rotations", "parts_index", "parts_unrounded", "llama3", "longrope"] | None = ...,
    cross_encoding_extension: float | None = ...,
    cross_encoding_trained: int | None = ...,
    cross_encoding_dynamic: bool | None = ...,
    cross_encoding_temperature: float | None = ...,
    cross_encoding_factors: Text | None = ...,
    cross_encoding_short_factors: Text | None = ...,
    cross_encoding_frequency: Text | None = ...,
    cross_encoding_clip: int | None = ...,
    cross_encoding_compress: float | None = ...,
    cross_encoding_group: int | None = ...,
    encoding_scale_base: float | None = ...,
    encoding_gamma: float | None = ...,
    encoding_zeta: float | None = ...,
    encoding_center: int | None = ...,
    encoder_encoding_scale_base: float | None = ...,
    encoder_encoding_gamma: float | None = ...,
    encoder_encoding_zeta: float | None = ...,
    encoder_encoding_center: int | None = ...,
    decoder_encoding_scale_base: float | None = ...,
    decoder_encoding_gamma: float | None = ...,
    decoder_encoding_zeta: float | None = ...,
    decoder_encoding_center: int | None = ...,
    cross_encoding_scale_base: float | None = ...,
    cross_encoding_gamma: float | None = ...,
    cross_encoding_zeta: float | None = ...,
    cross_encoding_center: int | None = ...,
    encoding_kernel: Literal["log", "power"] | None = ...,
    encoding_bias_in_scale: bool | None = ...,
    encoder_encoding_kernel: Literal["log", "power"] | None = ...,
    encoder_encoding_bias_in_scale: bool | None = ...,
    decoder_encoding_kernel: Literal["log", "power"] | None = ...,
    decoder_encoding_bias_in_scale: bool | None = ...,
    cross_encoding_kernel: Literal["log", "power"] | None = ...,
    cross_encoding_bias_in_scale: bool | None = ...,
    encoding_shared_table: bool | None = ...,
    encoder_encoding_shared_table: bool | None = ...,
    decoder_encoding_shared_table: bool | None = ...,
    cross_encoding_shared_table: bool | None = ...,
    encoding_max_position: int | None = ...,
    encoding_term_in_scale: bool | None = ...,
    encoder_encoding_max_position: int | None = ...,
    encoder_encoding_term_in_scale: bool | None = ...,
    decoder_encoding_max_position: int | None = ...,
    decoder_encoding_term_in_scale: bool | None = ...,
    cross_encoding_max_position: int | None = ...,
    cross_encoding_term_in_scale: bool | None = ...,
    encoding_hidden: int | None = ...,
    encoding_threshold: int | None = ...,
    encoding_shared_bias: bool | None = ...,
    encoder_encoding_hidden: int | None = ...,
    encoder_encoding_threshold: int | None = ...,
    encoder_encoding_shared_bias: bool | None = ...,
    decoder_encoding_hidden: int | None = ...,
    decoder_encoding_threshold: int | None = ...,
    decoder_encoding_shared_bias: bool | None = ...,
    cross_encoding_hidden: int | None = ...,
    cross_encoding_threshold: int | None = ...,
    cross_encoding_shared_bias: bool | None = ...,
    encoding_bias: Text | None = ...,
    encoding_parameters: Text | None = ...,
    encoding_numbers: Text | None = ...,
    encoder_encoding_bias: Text | None = ...,
    encoder_encoding_parameters: Text | None = ...,
    encoder_encoding_numbers: Text | None = ...,
    decoder_encoding_bias: Text | None = ...,
    decoder_encoding_parameters: Text | None = ...,
    decoder_encoding_numbers: Text | None = ...,
    cross_encoding_bias: Text | None = ...,
    cross_encoding_parameters: Text | None = ...,
    cross_encoding_numbers: Text | None = ...,
    mask_same_length: Literal["no", "memory", "memory_and_self"] | None = ...,
    mask_width: int | None = ...,
    mask_form: Literal["symmetric", "half", "causal", "edge_shift"] | None = ...,
    mask_chunk: int | None = ...,
    mask_sinks: int | None = ...,
    mask_block: int | None = ...,
    mask_separator: Text | None = ...,
    mask_formula: Text | None = ...,
    mask_numbers: Text | None = ...,
    scale_keys: int | None = ...,
    scale_at_least_one: bool | None = ...,
    scale_times: Literal["inverse_sqrt", "inverse_sqrt_2d", "one"] | None = ...,
    scale_formula: Text | None = ...,
    scale_parameters: Text | None = ...,
    scale_numbers: Text | None = ...,
    attention_l1: bool | None = ...,
    projection_centred: bool | None = ...,
    projection_shared: bool | None = ...,
    projection_cross: bool | None = ...,
    residual_sublayers: Literal["all", "feed_forward"] | None = ...,
    block_attention_norm: bool | None = ...,
    block_head_scale: Literal["none", "heads", "output"] | None = ...,
    block_hidden_norm: bool | None = ...,
    norm_epsilon: float | None = ...,
    mixer_width: Literal["full", "two_thirds", "two_thirds_8"] | None = ...,
    mixer_formula: Text | None = ...,
    mixer_numbers: Text | None = ...,
    initialisation_scale: float | None = ...,
    initialisation_deviation: float | None = ...,
    initialisation_scale_positions: bool | None = ...,
    initialisation_of: Literal["xavier", "truncated_normal", "t5"] | None = ...,
    head_scaled: bool | None = ...,
    head_bias: bool | None = ...,
    head_cutoffs: Text | None = ...,
    head_divisor: int | None = ...,
    head_embedding: Literal["tied", "untied", "table"] | None = ...,
    head_projections: Literal["all_but_first", "all", "none"] | None = ...,
    store_count: int | None = ...,
    store_columns: int | None = ...,
    store_cells: int | None = ...,
    store_joint: bool | None = ...,
    store_states: int | None = ...,
    store_symbols: int | None = ...,
    store_reading: Literal["symbols", "states"] | None = ...,
    store_hidden: int | None = ...,
    curriculum_lengths: Lengths | None = ...,
    curriculum_length: int | None = ...,
    curriculum_tau: float | None = ...,
    curriculum_initial: int | None = ...,
    curriculum_every: int | None = ...,
    curriculum_amount: int | None = ...,
    curriculum_all_lengths: bool | None = ...,
    curriculum_tokens: int | None = ...,
    curriculum_pool: int | None = ...,
    optimizer_beta1: float | None = ...,
    optimizer_beta2: float | None = ...,
    optimizer_epsilon: float | None = ...,
    optimizer_epsilon_to: Literal["corrected", "raw"] | None = ...,
    optimizer_decay_by: Literal["rate", "schedule", "gradient"] | None = ...,
    optimizer_step: Literal["relative", "relative_warmup", "schedule"] | None = ...,
    optimizer_scale_parameter: bool | None = ...,
    optimizer_smallest: float | None = ...,
    optimizer_update_clip: float | None = ...,
    optimizer_exponent: float | None = ...,
    schedule_warmup: int | None = ...,
    schedule_warmup_from: float | None = ...,
    schedule_floor: float | None = ...,
    schedule_end: int | None = ...,
    schedule_floor_at: Literal["after", "last"] | None = ...,
    schedule_formula: Text | None = ...,
    schedule_numbers: Text | None = ...,
    schedule_delay: int | None = ...,
    eval_beam: int | None = ...,
    eval_length_norm: Literal["gnmt", "fairseq"] | None = ...,
    eval_length_penalty: float | None = ...,
    eval_length_factor: float | None = ...,
    eval_length_extra: int | None = ...,
    eval_memory: int | None = ...,
    eval_same_span: bool | None = ...,
    eval_lanes: int | None = ...,
) -> Run:
    """Trains like `lengthen train`, in a separate process. Returns a run, or a list of runs for several seeds or files.

    task: task or text that the model learns (default reverse_string)
    architecture: overall structure of the model (default encoder)
    positions: how tokens get their position ids (default standard)
    encoding: positional encoding: how positions enter the model (default sinusoid)
    mask: attention mask: which keys each query attends to (default full)
    scale: scale factor of the attention logits (default inverse_sqrt)
    attention: how attention logits become attention weights (default softmax)
    projection: how queries, keys and values are computed (default linear)
    residual: residual connection around each sublayer (default add)
    block: where the norms of a block are placed (default post_norm)
    norm: how vectors of the residual stream are normalized (default layer_norm)
    mixer: feed-forward network of a block: its activation and gate (default relu)
    initialisation: how parameters are initialized (default truncated_normal)
    head: output layer: how logits are computed (default linear)
    cell: cell of a recurrent network (default lstm)
    store: external memory of a recurrent network (default none)
    curriculum: lengths and order of the training examples (default uniform)
    optimizer: how gradients update the parameters (default adam)
    schedule: learning-rate schedule (default constant)
    protocol: evaluation protocol: how answers are obtained (default pass)
    metric: metric of scores, tables, figures and the best checkpoint (default token_accuracy)
    width: width d of the residual stream (1..8192; default 64)
    heads: number of attention heads; each head has width / heads columns (the head width) (1..256; default 8)
    model_key_heads: number of key/value heads, a divisor of model.heads (grouped-query attention); each key/value head serves model.heads / model.key_heads neighbouring query heads; fewer key/value heads shrink the key/value cache; 1: multi-query attention; 0: as many as model.heads (0..256; default 0)
    blocks: number of blocks (layers) (1..256; default 5)
    model_order: sublayers of a block in order, one letter each: s is self-attention, f is feed-forward (lengthen list sublayers lists all letters). c is the cross-attention of encoder_decoder. It always follows token-mixing sublayers, so sf means scf. macaron: fsf, without the factors 1/2. sandwich:K: in a model of N blocks, s K times, then sf N-K times, then f K times. memorizing: sf, but the fourth block from the top has k in place of s. Some residuals and initializations depend on the number of layers: a layer starts at each token-mixing letter, and a bar ends a layer, as in s|ff (default sf)
    model_share: which blocks share their parameters: none; all (ALBERT, Universal Transformer); groups:N: adjacent blocks, in N groups; or for each block the index of its parameter set, such as 0,0,1 (default none)
    model_share_norms: blocks that share parameters also share the gains and offsets of their norms (default true)
    model_step_signal: add two vectors to the input of each block: the position vector that the encoding adds to embeddings, and a sinusoid of the block's number, from 1 (Universal Transformer) (default false)
    model_feed_forward: hidden width of the feed-forward network; unless set, 4 times model.width (1..65536; default 256)
    dropout: dropout rate on sublayer outputs and on embeddings with added positions (0..0.95; default 0.1)
    model_dropout_embedding: dropout rate on token embeddings, after positions are added; -1: model.dropout if the encoding adds positions, else 0 (-1..0.95; default -1)
    model_dropout_attention: dropout rate on attention weights, after the softmax; weights that are kept are multiplied by 1 / (1 - rate) (0..0.95; default 0)
    model_dropout_hidden: dropout rate on the hidden layer of the feed-forward network (0..0.95; default 0)
    model_dropout_final: dropout rate on the input of the output layer (0..0.95; default 0)
    model_dropout_words: probability that training replaces an input token with a random token of the vocabulary (0..0.95; default 0)
    precision: number format of the inputs of matrix products and, if the head width is a multiple of 32, of keys and values stored in decoding; all other numbers are fp32; with bf16, training is up to twice as fast (default fp32)
    model_bias: use biases in the feed-forward and output layers, and offsets in layer norms (default true)
    model_embedding_scale: factor that multiplies token embeddings: the square root of the width, or 1 (T5) (default sqrt_width)
    model_embedding_width: width of token embeddings; a linear map projects them to model.width (ALBERT: 128); 0: model.width, without a map (0..8192; default 0)
    model_embedding_norm: norm of the token embeddings: before positions are added (BLOOM) or after (BERT) (default none)
    model_qk_norm: norm of queries and keys, head by head, before the encoding rotates them: RMS norm or layer norm (default none)
    loss_smoothing: label smoothing: fraction of each target's probability that is spread over the output symbols in training; evaluation reports the plain cross-entropy (0..0.95; default 0)
    loss_smoothing_over: output symbols that share the fraction loss.smoothing equally: all: all V symbols; others: the V-1 symbols other than the target (fairseq) (default all)
    loss_z: z-loss: coefficient of (log sum exp logits)^2 in the training loss; 1e-4 keeps logits small (0..1; default 0)
    loss_half: text: train only on the second half of each window, where targets have longer contexts (default false)
    convolution_taps: kernel size in tokens: one number, or one number for each layer, such as 3,7,15; all further layers have the last number (default 7)
    convolution_heads: number of kernels of a layer; each kernel convolves width / heads adjacent columns; 0: as many as model.heads (0..8192; default 0)
    convolution_gate: the input of the convolution is gated: (x Wa + a) * sigmoid(x Wb + b); false: it is x Wa + a (default true)
    convolution_bias: add a bias to the map that computes the kernel of a dynamic convolution (default false)
    convolution_renorm_padding: renormalize the kernel at the ends of the sequence, so that the weights inside the sequence sum to 1; false: pad with zeros (default false)
    convolution_dropout_input: dropout rate on the input of the maps before a convolution; the paper uses 0.1 (0..0.95; default 0)
    convolution_dropout_weights: dropout rate on the kernel weights of each token; the paper uses 0.1 (0..0.95; default 0)
    experts_count: number of experts in a sublayer e or b (1..256; default 8)
    experts_width: hidden width of an expert; 0: model.feed_forward (0..65536; default 0)
    experts_capacity: sublayer e, in training: capacity factor F; an expert processes at most F times an equal share of the tokens, and further tokens skip the sublayer; 0: no limit (0..1000; default 1.25)
    experts_capacity_eval: sublayer e, in evaluation: capacity factor; -1: no limit if the mask is causal (tokens may be decoded one by one), 2 if it is not (-1..1000; default -1)
    experts_capacity_least: sublayer e: lower bound of an expert's capacity, in tokens (1..1e+09; default 4)
    experts_jitter: sublayer e: in training, multiply the router's input by random numbers in 1-J..1+J (0..0.99; default 0.01)
    experts_balance: sublayer e: coefficient of the load-balancing loss (0..1000; default 0.01)
    experts_z_loss: sublayer e: coefficient of the router z-loss, which keeps the router's logits small; usually 0.001 (0..1000; default 0)
    experts_scale: sublayer e: scale S of the initial weights of router and experts, truncated normal with standard deviation sqrt(S / inputs); 0: as set by --initialisation (0..1000; default 0.1)
    experts_dropout: dropout rate on the hidden layer of experts; -1: model.dropout (-1..0.95; default -1)
    experts_sublayers: sublayer b: number of feed-forward networks stacked in an expert (1..16; default 1)
    gating_length: sublayer g: size of the matrices over tokens, and so the longest sequence that the model accepts (1..8192; default 128)
    gating_chunks: sublayer g: number of column chunks, each with its own matrix over tokens (1..256; default 4)
    gating_width: sublayer g: number of columns that are mixed; 0: model.width (0..65536; default 0)
    persistent_pairs: sublayer a: number of trained key-value pairs in each head, in addition to the pairs of the tokens; -1: model.feed_forward (-1..65536; default -1)
    persistent_dropout: dropout rate on the attention weights of the trained pairs of sublayer a, after the softmax (0..0.95; default 0)
    memorizing_size: sublayer k: number of key-value pairs of earlier segments in the memory of each text stream and head; 0: no memory (0..16777216; default 2048)
    memorizing_read: sublayer k: number of nearest pairs that a token retrieves in each head (1..65536; default 32)
    memorizing_combine: sublayer k: how retrieved and local attention are combined: gate: by a trained weight of each head; joint: in one softmax (default gate)
    memorizing_empty: sublayer k, while the memory is empty: zero: the gate mixes in zeros; bypass: local attention only (default zero)
    steps: optimizer steps (1..1e+12; default 10000)
    lr: learning rate (0..100; default 0.001)
    batch: number of sequences in a training step; all have the same length, except with curriculum: epochs (1..65536; default 128)
    train_clip: clip the global norm of the gradient to this value; 0: no clipping (0..1e+09; default 1)
    optimizer_decay: decoupled weight decay per step, multiplied by the learning rate (0..1; default 0)
    optimizer_decay_on: parameters with weight decay: all: all parameters; all_but_biases: all but biases and the parameters of encodings; matrices: matrices except token and position embeddings; matrices_and_embeddings: matrices and token embeddings (default all)
    train_until: stop when a validation (eval.every) reaches this score: METRIC>=NUMBER or METRIC<=NUMBER, such as 'token_accuracy>=0.99' or 'perplexity<=20'; none: never (default none)
    train_patience: stop after N validations (eval.every) in a row without a better score; 0: never (0..1e+09; default 0)
    train_time: stop after this training time, summed over restarts: 90s, 30m, 2h; none: never. The number of steps, and so the result, then depends on the machine (default none)
    init: initialize parameters from the last model of a run, or from a file such as model.safetensors; only parameters with matching names and shapes, without the optimizer state (default none)
    train_seed: random seed of training; seed.init, seed.data, ... can override it (0..9007199254740991; default 1)
    seed_init: seed of the initial parameters; -1: train.seed (-1..9007199254740991; default -1)
    seed_data: seed of the training sequences; -1: train.seed (-1..9007199254740991; default -1)
    seed_length: seed of the training lengths; -1: train.seed (-1..9007199254740991; default -1)
    seed_dropout: seed of dropout in training; -1: train.seed (-1..9007199254740991; default -1)
    seed_positions: seed of the position samples of training steps; -1: train.seed (-1..9007199254740991; default -1)
    lengths: lengths to evaluate (1..100000; default 1..100)
    eval_sequences: sequences evaluated at each length; for text, see eval.targets (1..1e+07; default 500)
    eval_seed: random seed of evaluation (0..9007199254740991; default 1)
    eval_position_samples: position samples at each length; the sequences are divided among them, and token accuracy is the mean over samples (1..1e+06; default 1)
    eval_batch: sequences evaluated at once; affects memory, not results (1..1e+06; default 512)
    eval_dropout: keep dropout on in evaluation, as the released code of Ruoss et al. 2023 does (default false)
    eval_targets: text: score the last N target tokens of the test split, at every length; 0: N is eval.sequences times the shortest length, or less if the split is so short that the longest length needs some of these tokens as context (0..1e+15; default 0)
    eval_stride: text: each window scores its last N target tokens, and windows advance by N; 1: sliding windows; the longest length or more: windows do not overlap; 0: N is the shortest length, so that at length T every target has at least T - N tokens of context (0..100000; default 0)
    eval_validation: data for validation during training: validation: the validation split, at up to 40 of the training lengths; test: the test split at eval.lengths, which should not select a model or stop training (default validation)
    eval_checkpoint: checkpoint to evaluate: the last one, or the one with the best validation score (default last)
    eval_max_tokens: greedy decoding: cut an answer off once source and answer together have N tokens; 0: once the answer is as long as the target (0..100000; default 0)
    eval_score: lengths that the score averages over: first-ood..max: all evaluated lengths beyond the training lengths; paper-exact: the same lengths without the shortest, as in the example script of Ruoss et al. 2023; all: all evaluated lengths (default first-ood..max)
    eval_score_above: count lengths above N as beyond training, so that models trained on different lengths are scored over the same lengths; 0: the longest training length (0..100000; default 0)
    eval_with: options that replace training options in the evaluation, such as 'mask: window, mask.width: 40': options of positions, mask and scale, and options of encodings that extend the context (default none)
    eval_average: average a score over lengths (with equal weights) or over examples (finite data sets have more examples at some lengths) (default lengths)
    eval_label: name of this evaluation, such as ensemble-3; claims can select runs by this name; it does not affect results (default none)
    threads: number of threads; 0: all processors, divided among concurrent runs (0..1024; default 0)
    log: tensorboard: also write a TensorBoard event file (default none)
    train_log_every: write a line to metrics.jsonl every N steps (1..1e+09; default 100)
    train_checkpoint_every: write a checkpoint every N steps (1..1e+09; default 1000)
    train_keep: keep the models of the last N checkpoints; 1: model.safetensors only (1..1e+06; default 1)
    train_keep_state: how long to keep state.safetensors, which is three times as large as the model: always, or (unfinished) until the run is finished; without this file, a finished run cannot be trained for more steps (default always)
    eval_every: validate every N steps (eval.validation) and keep the best checkpoint; 0: never (0..1e+09; default 0)
    data_train: file of training pairs (default none)
    data_test: file of test pairs (default none)
    data_validation_file: file of validation pairs (eval.validation) (default none)
    data_validation_fraction: fraction of the training pairs, spaced evenly over the file, that is held out for validation if no validation file is given (0..0.9; default 0)
    data_tokens: unit of a token: a word between blanks, a UTF-8 character, or a byte (default words)
    data_subwords: SentencePiece model or subword-nmt codes that split text into subword tokens; empty: split text as data.tokens says (default none)
    data_bucket: round source lengths up to a multiple of N tokens for reporting (1..100000; default 1)
    data_source: file of training sources, one per line, or of pairs (default none)
    data_target: file of training targets; empty: data.source has pairs (default none)
    data_test_source: file of test sources; may be set when a trained model is evaluated (default none)
    data_test_target: file of test targets (default none)
    data_validation_source: file of validation sources (eval.validation) (default none)
    data_validation_target: file of validation targets (default none)
    data_test_fraction: fraction of the pairs, at the end of the file, that is used for testing if no test file is given (0..0.999999; default 0.1)
    data_target_subwords: SentencePiece model or subword-nmt codes of the targets; empty: one vocabulary for both sides (default none)
    data_least_uses: tokens that occur fewer than N times in the training split become <unk> (1..1073741824; default 1)
    data_vocabulary: keep only the N most frequent tokens; 0: all (0..16777216; default 0)
    data_longest: skip pairs with more than N tokens on either side (1..99999; default 1024)
    data_longest_trained: skip training pairs with more than N tokens on either side, to train on shorter pairs than are evaluated; 0: data.longest (0..99999; default 0)
    data_concatenated: join N consecutive training pairs into one (1..1000; default 1)
    data_file: text file (default none)
    data_test_file: separate test file, in place of the end of data.file; may be set when a trained model is evaluated (default none)
    data_line_ends: words: end every line with the token <eos> (default true)
    data_context: number of context tokens before the first predicted token of a record (1..100000; default 1)
    data_masking: probability that a token is selected for prediction (1e-06..1; default 0.15)
    data_size: size of the file in bytes, which is checked; change it if your file is a part of the corpus (40..1e+15; default 100000000)
    data_newlines: keep newlines as tokens; false: drop them, as the Transformer-XL code does (default true)
    data_folder: directory of the unpacked corpus (default none)
    data_keys: number of distinct keys, and the largest number of pairs in a sequence (1..4096; default 32)
    data_queries: number of keys queried in a sequence (1..1000; default 4)
    data_reach: number of symbols before each query, which is also the largest offset (1..64; default 4)
    data_width: length of a pattern, in symbols (1..16; default 2)
    data_permutations: number of keys, each with a permutation of the symbols (1..4096; default 16)
    data_inverted: probability that the first adjective stays before its noun (0..1; default 0)
    data_examples: number of training examples, divided among the lengths of the curriculum (1..1e+09; default 100000)
    data_validation: validation examples of each length, as a fraction of the training examples of this length (0..10; default 0.15)
    data_test_examples: number of test examples of each length (for addition: of each pair of digit counts) (1..1e+09; default 500)
    data_seed: random seed of all examples (0..9007199254740991; default 9842497)
    data_alphabet: number of different words in sources (1..1e+06; default 6052)
    data_scratchpad: scratchpad before the answer: none; full; full without one part: no_input, no_computation, no_output, no_rest or (in tasks with variables) no_variables; minimal; or five digits 0 or 1, which select the parts input, computation, output, variables and rest (default none)
    data_largest: largest number (10..999999999; default 9999)
    data_smallest: smallest number, at most data.largest (0..999999999; default 10)
    data_split: training split: paper: commands of up to 25 actions; orig: commands of up to 22 actions, as in the original data set (default paper)
    data_prefix: begin every source with a fixed word, such as "Solve:" (default true)
    model_decode: parallel: all outputs in one forward pass, at empty tokens after the source; autoregressive: one token after another (needs --mask causal); in_place: all outputs in one forward pass, each at a source token (needs targets as long as their sources) (default parallel)
    model_computation_steps: extra computation tokens per input token, between input and output (0..16; default 0)
    architecture_memory_tokens: number of memory tokens (trained vectors) of an encoder; memory tokens and the other tokens attend to each other; 0: none (0..4096; default 0)
    architecture_memory_form: plain: memory tokens and other tokens pass through the same sublayers; controller: memory tokens first pass through separate sublayers, then the other tokens attend to memory tokens and to each other; bottleneck: as controller, but the other tokens attend only to memory tokens (default plain)
    architecture_memory: segment memory: number of earlier tokens whose hidden states each block keeps (Transformer-XL); 0: none (0..100000; default 0)
    architecture_memory_start: memory at the start of a text: empty, or rows of zeros that take part in attention (default empty)
    architecture_vocabulary: vocabulary size: number of rows of the token embedding and of the output layer (T5: 32,100); rows beyond the data's symbols are never trained; 0: no extra rows (0..1e+07; default 0)
    architecture_begin: token that starts a target: own: a separate token; end: the end-of-sequence token, as in fairseq (default own)
    architecture_tables: token embeddings of sources and targets: auto: one shared table if both have the same vocabulary; shared: one table, or an error if the vocabularies differ; apart: two tables (default auto)
    encoder_encoding: encoding of the source, with options such as encoder.encoding.base; same: the encoding of --encoding (default same)
    encoder_positions: positions of the source, with options such as encoder.positions.L; same: the positions of --positions (default same)
    decoder_encoding: encoding of the target, with options such as decoder.encoding.base; same: the encoding of --encoding (default same)
    decoder_positions: positions of the target, with options such as decoder.positions.L; same: the positions of --positions (default same)
    cross_encoding: encoding of cross-attention, a function of the distance from target token to source token; only none, rope, alibi, t5, kerple and sandwich can be used here (default none)
    architecture_latents: number of latent vectors that attend to the source and pass through the blocks (1..8192; default 16)
    architecture_repeats: number of times that the latents attend to the source and pass through all blocks, with shared weights (1..64; default 1)
    architecture_query_residual: add the query to its attention output; false: use only the attention output (default false)
    architecture_output: input of the output layer: queries: one query per target token, which attends to the latents; mean: the mean of the latents, for data with one target token per record (default queries)
    architecture_hidden: width of each state vector of the cell (1..8192; default 256)
    positions_L: size L of the range that positions are sampled from (1..16777216; default 2048)
    positions_draw: what to sample for encodings that read distances: distances: sorted distances; positions: positions, from whose differences the distances are computed; auto: as distances (default auto)
    positions_per: draw one position sample per forward pass, per block, or (in training) per sequence; auto: as stated in the properties of the positions or, if not there, of the encoding (`lengthen show`) (default auto)
    positions_both_sides: sample the distances to the left and to the right independently (default false)
    positions_even: in evaluation, space positions evenly over the range instead of sampling them (default false)
    encoder_positions_L: size L of the range that positions are sampled from (1..16777216; default 2048)
    encoder_positions_draw: what to sample for encodings that read distances: distances: sorted distances; positions: positions, from whose differences the distances are computed; auto: as distances (default auto)
    encoder_positions_per: draw one position sample per forward pass, per block, or (in training) per sequence; auto: as stated in the properties of the positions or, if not there, of the encoding (`lengthen show`) (default auto)
    encoder_positions_both_sides: sample the distances to the left and to the right independently (default false)
    encoder_positions_even: in evaluation, space positions evenly over the range instead of sampling them (default false)
    decoder_positions_L: size L of the range that positions are sampled from (1..16777216; default 2048)
    decoder_positions_draw: what to sample for encodings that read distances: distances: sorted distances; positions: positions, from whose differences the distances are computed; auto: as distances (default auto)
    decoder_positions_per: draw one position sample per forward pass, per block, or (in training) per sequence; auto: as stated in the properties of the positions or, if not there, of the encoding (`lengthen show`) (default auto)
    decoder_positions_both_sides: sample the distances to the left and to the right independently (default false)
    decoder_positions_even: in evaluation, space positions evenly over the range instead of sampling them (default false)
    positions_shift: largest training offset K; offsets are uniform in 0..K (0..16777216; default 500)
    positions_eval_shift: offset in evaluation; the authors' code uses positions.shift (0..16777216; default 0)
    encoder_positions_shift: largest training offset K; offsets are uniform in 0..K (0..16777216; default 500)
    encoder_positions_eval_shift: offset in evaluation; the authors' code uses positions.shift (0..16777216; default 0)
    decoder_positions_shift: largest training offset K; offsets are uniform in 0..K (0..16777216; default 500)
    decoder_positions_eval_shift: offset in evaluation; the authors' code uses positions.shift (0..16777216; default 0)
    positions_global_shift: bound G of the shift of a whole sequence, which is uniform in -G..G (in the authors' code, the option is the full width 2 G) (0..1e+06; default 5)
    positions_local_shift: bound e of the separate shift of each token, which is uniform in -e..e; if e is above 0.5, adjacent tokens may swap places (0..1e+06; default 0.5)
    positions_max_scale: largest scale S of the positions; the logarithm of the scale is uniform in -ln S..ln S (1..1000; default 1.03)
    positions_center: first subtract the mean position of the sequence, in evaluation too (default true)
    positions_source_factor: for separate source sequences: first multiply source positions by this factor, in evaluation too; usually the mean target length divided by the mean source length (0.001..1000; default 1)
    encoder_positions_global_shift: bound G of the shift of a whole sequence, which is uniform in -G..G (in the authors' code, the option is the full width 2 G) (0..1e+06; default 5)
    encoder_positions_local_shift: bound e of the separate shift of each token, which is uniform in -e..e; if e is above 0.5, adjacent tokens may swap places (0..1e+06; default 0.5)
    encoder_positions_max_scale: largest scale S of the positions; the logarithm of the scale is uniform in -ln S..ln S (1..1000; default 1.03)
    encoder_positions_center: first subtract the mean position of the sequence, in evaluation too (default true)
    encoder_positions_source_factor: for separate source sequences: first multiply source positions by this factor, in evaluation too; usually the mean target length divided by the mean source length (0.001..1000; default 1)
    decoder_positions_global_shift: bound G of the shift of a whole sequence, which is uniform in -G..G (in the authors' code, the option is the full width 2 G) (0..1e+06; default 5)
    decoder_positions_local_shift: bound e of the separate shift of each token, which is uniform in -e..e; if e is above 0.5, adjacent tokens may swap places (0..1e+06; default 0.5)
    decoder_positions_max_scale: largest scale S of the positions; the logarithm of the scale is uniform in -ln S..ln S (1..1000; default 1.03)
    decoder_positions_center: first subtract the mean position of the sequence, in evaluation too (default true)
    decoder_positions_source_factor: for separate source sequences: first multiply source positions by this factor, in evaluation too; usually the mean target length divided by the mean source length (0.001..1000; default 1)
    positions_factor: distance between adjacent tokens (1e-06..1e+06; default 1)
    positions_trained: longest training sequence, in tokens; longer sequences are compressed to the positions of this one; 0: no compression (0..16777216; default 0)
    encoder_positions_factor: distance between adjacent tokens (1e-06..1e+06; default 1)
    encoder_positions_trained: longest training sequence, in tokens; longer sequences are compressed to the positions of this one; 0: no compression (0..16777216; default 0)
    decoder_positions_factor: distance between adjacent tokens (1e-06..1e+06; default 1)
    decoder_positions_trained: longest training sequence, in tokens; longer sequences are compressed to the positions of this one; 0: no compression (0..16777216; default 0)
    positions_law: distribution of the last position in training, with the sequence length T as its mean (alias: positions.distribution): exponential: no upper limit; beta: at most positions.longest; fixed: always T, as in evaluation (default exponential)
    positions_longest: upper limit M of the beta distribution: the longest evaluated sequence, in tokens; in sequences of T >= M tokens the last position is T (1..16777216; default 2048)
    encoder_positions_law: distribution of the last position in training, with the sequence length T as its mean (alias: positions.distribution): exponential: no upper limit; beta: at most positions.longest; fixed: always T, as in evaluation (default exponential)
    encoder_positions_longest: upper limit M of the beta distribution: the longest evaluated sequence, in tokens; in sequences of T >= M tokens the last position is T (1..16777216; default 2048)
    decoder_positions_law: distribution of the last position in training, with the sequence length T as its mean (alias: positions.distribution): exponential: no upper limit; beta: at most positions.longest; fixed: always T, as in evaluation (default exponential)
    decoder_positions_longest: upper limit M of the beta distribution: the longest evaluated sequence, in tokens; in sequences of T >= M tokens the last position is T (1..16777216; default 2048)
    positions_width: largest distance w that is not changed (1..16777216; default 40)
    positions_compress: divide the part of a distance beyond positions.width by this number; 0: clip distances at positions.width (0..1e+06; default 0)
    encoder_positions_width: largest distance w that is not changed (1..16777216; default 40)
    encoder_positions_compress: divide the part of a distance beyond positions.width by this number; 0: clip distances at positions.width (0..1e+06; default 0)
    decoder_positions_width: largest distance w that is not changed (1..16777216; default 40)
    decoder_positions_compress: divide the part of a distance beyond positions.width by this number; 0: clip distances at positions.width (0..1e+06; default 0)
    positions_separator: token that ends a document, spelled as in the vocabulary; by default the end of a line: \n for bytes and characters, <eos> for words (default none)
    encoder_positions_separator: token that ends a document, spelled as in the vocabulary; by default the end of a line: \n for bytes and characters, <eos> for words (default none)
    decoder_positions_separator: token that ends a document, spelled as in the vocabulary; by default the end of a line: \n for bytes and characters, <eos> for words (default none)
    encoding_base: base b of the frequencies b^(-2i/n) of n columns; the longest wavelength is about 2 pi b tokens (1..1e+09; default 10000)
    encoding_layout: order of the columns: halves: all sines, then all cosines; interleaved: sine and cosine of each frequency side by side (default halves)
    encoding_first: offset added to every position; with 1, positions count from 1 (0..16777216; default 0)
    encoder_encoding_base: base b of the frequencies b^(-2i/n) of n columns; the longest wavelength is about 2 pi b tokens (1..1e+09; default 10000)
    encoder_encoding_layout: order of the columns: halves: all sines, then all cosines; interleaved: sine and cosine of each frequency side by side (default halves)
    encoder_encoding_first: offset added to every position; with 1, positions count from 1 (0..16777216; default 0)
    decoder_encoding_base: base b of the frequencies b^(-2i/n) of n columns; the longest wavelength is about 2 pi b tokens (1..1e+09; default 10000)
    decoder_encoding_layout: order of the columns: halves: all sines, then all cosines; interleaved: sine and cosine of each frequency side by side (default halves)
    decoder_encoding_first: offset added to every position; with 1, positions count from 1 (0..16777216; default 0)
    cross_encoding_base: base b of the frequencies b^(-2i/n) of n columns; the longest wavelength is about 2 pi b tokens (1..1e+09; default 10000)
    cross_encoding_layout: order of the columns: halves: all sines, then all cosines; interleaved: sine and cosine of each frequency side by side (default halves)
    cross_encoding_first: offset added to every position; with 1, positions count from 1 (0..16777216; default 0)
    encoding_rows: number of rows of the embedding table; positions must be smaller than this number (1..1048576; default 2048)
    encoder_encoding_rows: number of rows of the embedding table; positions must be smaller than this number (1..1048576; default 2048)
    decoder_encoding_rows: number of rows of the embedding table; positions must be smaller than this number (1..1048576; default 2048)
    cross_encoding_rows: number of rows of the embedding table; positions must be smaller than this number (1..1048576; default 2048)
    encoding_relative: add a relative bias by distance bucket, as T5 does (TUPE-R) (default false)
    encoding_buckets: number of distance buckets; without a causal mask, half of the buckets are for keys on the right (4..256; default 32)
    encoding_max_distance: distance at which the logarithmic buckets end; the last bucket begins a little below this distance and has no upper limit (2..16777216; default 128)
    encoding_first_token: position term of logits whose query or key is the first token: alike: as for all other tokens; free: two trained numbers per head, one for logits whose query is the first token, one for logits of which only the key is the first token; rows: as free, but the two numbers are products of the first two rows of the table, as in the authors' code (default alike)
    encoding_released: normalize the rows of the table, and add biases to the maps Uq and Uk, as in the authors' code (default false)
    encoder_encoding_relative: add a relative bias by distance bucket, as T5 does (TUPE-R) (default false)
    encoder_encoding_buckets: number of distance buckets; without a causal mask, half of the buckets are for keys on the right (4..256; default 32)
    encoder_encoding_max_distance: distance at which the logarithmic buckets end; the last bucket begins a little below this distance and has no upper limit (2..16777216; default 128)
    encoder_encoding_first_token: position term of logits whose query or key is the first token: alike: as for all other tokens; free: two trained numbers per head, one for logits whose query is the first token, one for logits of which only the key is the first token; rows: as free, but the two numbers are products of the first two rows of the table, as in the authors' code (default alike)
    encoder_encoding_released: normalize the rows of the table, and add biases to the maps Uq and Uk, as in the authors' code (default false)
    decoder_encoding_relative: add a relative bias by distance bucket, as T5 does (TUPE-R) (default false)
    decoder_encoding_buckets: number of distance buckets; without a causal mask, half of the buckets are for keys on the right (4..256; default 32)
    decoder_encoding_max_distance: distance at which the logarithmic buckets end; the last bucket begins a little below this distance and has no upper limit (2..16777216; default 128)
    decoder_encoding_first_token: position term of logits whose query or key is the first token: alike: as for all other tokens; free: two trained numbers per head, one for logits whose query is the first token, one for logits of which only the key is the first token; rows: as free, but the two numbers are products of the first two rows of the table, as in the authors' code (default alike)
    decoder_encoding_released: normalize the rows of the table, and add biases to the maps Uq and Uk, as in the authors' code (default false)
    cross_encoding_relative: add a relative bias by distance bucket, as T5 does (TUPE-R) (default false)
    cross_encoding_buckets: number of distance buckets; without a causal mask, half of the buckets are for keys on the right (4..256; default 32)
    cross_encoding_max_distance: distance at which the logarithmic buckets end; the last bucket begins a little below this distance and has no upper limit (2..16777216; default 128)
    cross_encoding_first_token: position term of logits whose query or key is the first token: alike: as for all other tokens; free: two trained numbers per head, one for logits whose query is the first token, one for logits of which only the key is the first token; rows: as free, but the two numbers are products of the first two rows of the table, as in the authors' code (default alike)
    cross_encoding_released: normalize the rows of the table, and add biases to the maps Uq and Uk, as in the authors' code (default false)
    encoding_shared_terms: share the content and position biases u and v among all blocks, as Transformer-XL does without its option untie_r (default false)
    encoding_terms: terms of the score to keep, as lettered by Dai et al. 2019: (a) query and key, (b) query and distance, (c) content bias u, (d) position bias v (default abcd)
    encoder_encoding_shared_terms: share the content and position biases u and v among all blocks, as Transformer-XL does without its option untie_r (default false)
    encoder_encoding_terms: terms of the score to keep, as lettered by Dai et al. 2019: (a) query and key, (b) query and distance, (c) content bias u, (d) position bias v (default abcd)
    decoder_encoding_shared_terms: share the content and position biases u and v among all blocks, as Transformer-XL does without its option untie_r (default false)
    decoder_encoding_terms: terms of the score to keep, as lettered by Dai et al. 2019: (a) query and key, (b) query and distance, (c) content bias u, (d) position bias v (default abcd)
    cross_encoding_shared_terms: share the content and position biases u and v among all blocks, as Transformer-XL does without its option untie_r (default false)
    cross_encoding_terms: terms of the score to keep, as lettered by Dai et al. 2019: (a) query and key, (b) query and distance, (c) content bias u, (d) position bias v (default abcd)
    encoding_sides: penalty of keys on the right: half_shift: larger by half the slope than at the same distance on the left; symmetric: the same as on the left; split_heads: the first half of the heads sees only keys on the left, the second half only keys on the right; two_slopes: with a different slope (encoding.right_slope) (default half_shift)
    encoding_right_slope: two_slopes: slope on the right divided by the slope on the left (0.01..100; default 0.5)
    encoding_trained_slopes: multiply slopes by trained factors, which all blocks share: one factor per head, initially 1; for two_slopes, one factor per head and side, on the right initially encoding.right_slope (default false)
    encoder_encoding_sides: penalty of keys on the right: half_shift: larger by half the slope than at the same distance on the left; symmetric: the same as on the left; split_heads: the first half of the heads sees only keys on the left, the second half only keys on the right; two_slopes: with a different slope (encoding.right_slope) (default half_shift)
    encoder_encoding_right_slope: two_slopes: slope on the right divided by the slope on the left (0.01..100; default 0.5)
    encoder_encoding_trained_slopes: multiply slopes by trained factors, which all blocks share: one factor per head, initially 1; for two_slopes, one factor per head and side, on the right initially encoding.right_slope (default false)
    decoder_encoding_sides: penalty of keys on the right: half_shift: larger by half the slope than at the same distance on the left; symmetric: the same as on the left; split_heads: the first half of the heads sees only keys on the left, the second half only keys on the right; two_slopes: with a different slope (encoding.right_slope) (default half_shift)
    decoder_encoding_right_slope: two_slopes: slope on the right divided by the slope on the left (0.01..100; default 0.5)
    decoder_encoding_trained_slopes: multiply slopes by trained factors, which all blocks share: one factor per head, initially 1; for two_slopes, one factor per head and side, on the right initially encoding.right_slope (default false)
    cross_encoding_sides: penalty of keys on the right: half_shift: larger by half the slope than at the same distance on the left; symmetric: the same as on the left; split_heads: the first half of the heads sees only keys on the left, the second half only keys on the right; two_slopes: with a different slope (encoding.right_slope) (default half_shift)
    cross_encoding_right_slope: two_slopes: slope on the right divided by the slope on the left (0.01..100; default 0.5)
    cross_encoding_trained_slopes: multiply slopes by trained factors, which all blocks share: one factor per head, initially 1; for two_slopes, one factor per head and side, on the right initially encoding.right_slope (default false)
    encoding_local_heads: number M of heads that see only the nearest keys; 0: half of the heads (0..16777216; default 0)
    encoder_encoding_local_heads: number M of heads that see only the nearest keys; 0: half of the heads (0..16777216; default 0)
    decoder_encoding_local_heads: number M of heads that see only the nearest keys; 0: half of the heads (0..16777216; default 0)
    cross_encoding_local_heads: number M of heads that see only the nearest keys; 0: half of the heads (0..16777216; default 0)
    encoding_fraction: rotate this fraction of the columns of each head, from the first column on, rounded down to column pairs, but at least one pair (1e-06..1; default 1)
    encoding_pairs: pairs of columns that are rotated together: neighbours: 2i and 2i+1; halves: i and i + r/2 of the r rotated columns, as in GPT-NeoX (default neighbours)
    encoding_frequencies: context extension by a factor s (encoding.extension): trained: no extension; interpolated: divide all frequencies by s (aliases pi and linear); ntk: use a larger base; parts_rotations: divide the frequencies of slow pairs by s, and keep the frequencies of fast pairs (YaRN as published); parts_index: as in the code of YaRN (the alias yarn also sets encoding.temperature 0.1); parts_unrounded: as parts_index, with unrounded bounds; llama3: as parts_rotations, with the bounds of Llama 3; longrope: divide the frequency of each pair by its own factor (default trained)
    encoding_extension: extension factor s of encoding.frequencies: sequence length divided by the training length; with encoding.dynamic, s = extension T / trained - (extension - 1) (1..1e+06; default 1)
    encoding_trained: longest training sequence, in tokens; parts_* and llama3 classify pairs as slow or fast by this length (2..16777216; default 40)
    encoding_dynamic: compute the extension factor s for each sequence, from its length T and encoding.trained; s is at least 1 (default false)
    encoding_temperature: temperature t: multiply rotated queries and keys by t ln s + 1 (YaRN: t = 0.1) (0..10; default 0)
    encoding_factors: longrope: divisors of the frequencies, one number for each pair, separated by blanks (default none)
    encoding_short_factors: encoding.factors for sequences of at most encoding.trained tokens; empty: all factors are 1 (default none)
    encoding_frequency: frequency of pair k of the r rotated columns, a formula of k, r and T (lengthen help formula); empty: base^(-2*k/r), as set by encoding.frequencies (default none)
    encoding_clip: largest distance w that is not changed (ReRoPE, proposed with scale: log_n; alias: encoding.rerope); 0: no limit (0..16777216; default 0)
    encoding_compress: divide the part of a distance beyond encoding.clip by this number (Leaky ReRoPE; alias: encoding.leaky_rerope); 0: clip distances (0..1e+06; default 0)
    encoding_group: group size g (Self-Extend; alias: encoding.self_extend): from the distance w = encoding.clip on, divide positions by g, rounded down, and shift queries by w - floor(w/g); 0: no groups (0..16777216; default 0)
    encoder_encoding_fraction: rotate this fraction of the columns of each head, from the first column on, rounded down to column pairs, but at least one pair (1e-06..1; default 1)
    encoder_encoding_pairs: pairs of columns that are rotated together: neighbours: 2i and 2i+1; halves: i and i + r/2 of the r rotated columns, as in GPT-NeoX (default neighbours)
    encoder_encoding_frequencies: context extension by a factor s (encoding.extension): trained: no extension; interpolated: divide all frequencies by s (aliases pi and linear); ntk: use a larger base; parts_rotations: divide the frequencies of slow pairs by s, and keep the frequencies of fast pairs (YaRN as published); parts_index: as in the code of YaRN (the alias yarn also sets encoding.temperature 0.1); parts_unrounded: as parts_index, with unrounded bounds; llama3: as parts_rotations, with the bounds of Llama 3; longrope: divide the frequency of each pair by its own factor (default trained)
    encoder_encoding_extension: extension factor s of encoding.frequencies: sequence length divided by the training length; with encoding.dynamic, s = extension T / trained - (extension - 1) (1..1e+06; default 1)
    encoder_encoding_trained: longest training sequence, in tokens; parts_* and llama3 classify pairs as slow or fast by this length (2..16777216; default 40)
    encoder_encoding_dynamic: compute the extension factor s for each sequence, from its length T and encoding.trained; s is at least 1 (default false)
    encoder_encoding_temperature: temperature t: multiply rotated queries and keys by t ln s + 1 (YaRN: t = 0.1) (0..10; default 0)
    encoder_encoding_factors: longrope: divisors of the frequencies, one number for each pair, separated by blanks (default none)
    encoder_encoding_short_factors: encoding.factors for sequences of at most encoding.trained tokens; empty: all factors are 1 (default none)
    encoder_encoding_frequency: frequency of pair k of the r rotated columns, a formula of k, r and T (lengthen help formula); empty: base^(-2*k/r), as set by encoding.frequencies (default none)
    encoder_encoding_clip: largest distance w that is not changed (ReRoPE, proposed with scale: log_n; alias: encoding.rerope); 0: no limit (0..16777216; default 0)
    encoder_encoding_compress: divide the part of a distance beyond encoding.clip by this number (Leaky ReRoPE; alias: encoding.leaky_rerope); 0: clip distances (0..1e+06; default 0)
    encoder_encoding_group: group size g (Self-Extend; alias: encoding.self_extend): from the distance w = encoding.clip on, divide positions by g, rounded down, and shift queries by w - floor(w/g); 0: no groups (0..16777216; default 0)
    decoder_encoding_fraction: rotate this fraction of the columns of each head, from the first column on, rounded down to column pairs, but at least one pair (1e-06..1; default 1)
    decoder_encoding_pairs: pairs of columns that are rotated together: neighbours: 2i and 2i+1; halves: i and i + r/2 of the r rotated columns, as in GPT-NeoX (default neighbours)
    decoder_encoding_frequencies: context extension by a factor s (encoding.extension): trained: no extension; interpolated: divide all frequencies by s (aliases pi and linear); ntk: use a larger base; parts_rotations: divide the frequencies of slow pairs by s, and keep the frequencies of fast pairs (YaRN as published); parts_index: as in the code of YaRN (the alias yarn also sets encoding.temperature 0.1); parts_unrounded: as parts_index, with unrounded bounds; llama3: as parts_rotations, with the bounds of Llama 3; longrope: divide the frequency of each pair by its own factor (default trained)
    decoder_encoding_extension: extension factor s of encoding.frequencies: sequence length divided by the training length; with encoding.dynamic, s = extension T / trained - (extension - 1) (1..1e+06; default 1)
    decoder_encoding_trained: longest training sequence, in tokens; parts_* and llama3 classify pairs as slow or fast by this length (2..16777216; default 40)
    decoder_encoding_dynamic: compute the extension factor s for each sequence, from its length T and encoding.trained; s is at least 1 (default false)
    decoder_encoding_temperature: temperature t: multiply rotated queries and keys by t ln s + 1 (YaRN: t = 0.1) (0..10; default 0)
    decoder_encoding_factors: longrope: divisors of the frequencies, one number for each pair, separated by blanks (default none)
    decoder_encoding_short_factors: encoding.factors for sequences of at most encoding.trained tokens; empty: all factors are 1 (default none)
    decoder_encoding_frequency: frequency of pair k of the r rotated columns, a formula of k, r and T (lengthen help formula); empty: base^(-2*k/r), as set by encoding.frequencies (default none)
    decoder_encoding_clip: largest distance w that is not changed (ReRoPE, proposed with scale: log_n; alias: encoding.rerope); 0: no limit (0..16777216; default 0)
    decoder_encoding_compress: divide the part of a distance beyond encoding.clip by this number (Leaky ReRoPE; alias: encoding.leaky_rerope); 0: clip distances (0..1e+06; default 0)
    decoder_encoding_group: group size g (Self-Extend; alias: encoding.self_extend): from the distance w = encoding.clip on, divide positions by g, rounded down, and shift queries by w - floor(w/g); 0: no groups (0..16777216; default 0)
    cross_encoding_fraction: rotate this fraction of the columns of each head, from the first column on, rounded down to column pairs, but at least one pair (1e-06..1; default 1)
    cross_encoding_pairs: pairs of columns that are rotated together: neighbours: 2i and 2i+1; halves: i and i + r/2 of the r rotated columns, as in GPT-NeoX (default neighbours)
    cross_encoding_frequencies: context extension by a factor s (encoding.extension): trained: no extension; interpolated: divide all frequencies by s (aliases pi and linear); ntk: use a larger base; parts_rotations: divide the frequencies of slow pairs by s, and keep the frequencies of fast pairs (YaRN as published); parts_index: as in the code of YaRN (the alias yarn also sets encoding.temperature 0.1); parts_unrounded: as parts_index, with unrounded bounds; llama3: as parts_rotations, with the bounds of Llama 3; longrope: divide the frequency of each pair by its own factor (default trained)
    cross_encoding_extension: extension factor s of encoding.frequencies: sequence length divided by the training length; with encoding.dynamic, s = extension T / trained - (extension - 1) (1..1e+06; default 1)
    cross_encoding_trained: longest training sequence, in tokens; parts_* and llama3 classify pairs as slow or fast by this length (2..16777216; default 40)
    cross_encoding_dynamic: compute the extension factor s for each sequence, from its length T and encoding.trained; s is at least 1 (default false)
    cross_encoding_temperature: temperature t: multiply rotated queries and keys by t ln s + 1 (YaRN: t = 0.1) (0..10; default 0)
    cross_encoding_factors: longrope: divisors of the frequencies, one number for each pair, separated by blanks (default none)
    cross_encoding_short_factors: encoding.factors for sequences of at most encoding.trained tokens; empty: all factors are 1 (default none)
    cross_encoding_frequency: frequency of pair k of the r rotated columns, a formula of k, r and T (lengthen help formula); empty: base^(-2*k/r), as set by encoding.frequencies (default none)
    cross_encoding_clip: largest distance w that is not changed (ReRoPE, proposed with scale: log_n; alias: encoding.rerope); 0: no limit (0..16777216; default 0)
    cross_encoding_compress: divide the part of a distance beyond encoding.clip by this number (Leaky ReRoPE; alias: encoding.leaky_rerope); 0: clip distances (0..1e+06; default 0)
    cross_encoding_group: group size g (Self-Extend; alias: encoding.self_extend): from the distance w = encoding.clip on, divide positions by g, rounded down, and shift queries by w - floor(w/g); 0: no groups (0..16777216; default 0)
    encoding_scale_base: scale base B, in tokens: at distance B, the product of query and key in column pair i has decayed by the factor z_i, as in the authors' code (1..1e+09; default 512)
    encoding_gamma: gamma: the decay factors z_i range from gamma / (1 + gamma) to almost 1 (0.001..1000; default 0.4)
    encoding_zeta: decay factor z of all pairs; 0: each pair has a factor z_i set by encoding.gamma (0..1; default 0)
    encoding_center: position c at which the factors are 1; in single precision, the factors overflow or underflow at positions about 70 times encoding.scale_base away from c (0..16777216; default 0)
    encoder_encoding_scale_base: scale base B, in tokens: at distance B, the product of query and key in column pair i has decayed by the factor z_i, as in the authors' code (1..1e+09; default 512)
    encoder_encoding_gamma: gamma: the decay factors z_i range from gamma / (1 + gamma) to almost 1 (0.001..1000; default 0.4)
    encoder_encoding_zeta: decay factor z of all pairs; 0: each pair has a factor z_i set by encoding.gamma (0..1; default 0)
    encoder_encoding_center: position c at which the factors are 1; in single precision, the factors overflow or underflow at positions about 70 times encoding.scale_base away from c (0..16777216; default 0)
    decoder_encoding_scale_base: scale base B, in tokens: at distance B, the product of query and key in column pair i has decayed by the factor z_i, as in the authors' code (1..1e+09; default 512)
    decoder_encoding_gamma: gamma: the decay factors z_i range from gamma / (1 + gamma) to almost 1 (0.001..1000; default 0.4)
    decoder_encoding_zeta: decay factor z of all pairs; 0: each pair has a factor z_i set by encoding.gamma (0..1; default 0)
    decoder_encoding_center: position c at which the factors are 1; in single precision, the factors overflow or underflow at positions about 70 times encoding.scale_base away from c (0..16777216; default 0)
    cross_encoding_scale_base: scale base B, in tokens: at distance B, the product of query and key in column pair i has decayed by the factor z_i, as in the authors' code (1..1e+09; default 512)
    cross_encoding_gamma: gamma: the decay factors z_i range from gamma / (1 + gamma) to almost 1 (0.001..1000; default 0.4)
    cross_encoding_zeta: decay factor z of all pairs; 0: each pair has a factor z_i set by encoding.gamma (0..1; default 0)
    cross_encoding_center: position c at which the factors are 1; in single precision, the factors overflow or underflow at positions about 70 times encoding.scale_base away from c (0..16777216; default 0)
    encoding_kernel: form of the penalty: log: r1 ln(1 + r2 |D|); power: r1 |D|^r2 (default log)
    encoding_bias_in_scale: divide the bias by sqrt(head width), like the dot products, as in the paper; the authors' code does not divide the bias (default false)
    encoder_encoding_kernel: form of the penalty: log: r1 ln(1 + r2 |D|); power: r1 |D|^r2 (default log)
    encoder_encoding_bias_in_scale: divide the bias by sqrt(head width), like the dot products, as in the paper; the authors' code does not divide the bias (default false)
    decoder_encoding_kernel: form of the penalty: log: r1 ln(1 + r2 |D|); power: r1 |D|^r2 (default log)
    decoder_encoding_bias_in_scale: divide the bias by sqrt(head width), like the dot products, as in the paper; the authors' code does not divide the bias (default false)
    cross_encoding_kernel: form of the penalty: log: r1 ln(1 + r2 |D|); power: r1 |D|^r2 (default log)
    cross_encoding_bias_in_scale: divide the bias by sqrt(head width), like the dot products, as in the paper; the authors' code does not divide the bias (default false)
    encoding_shared_table: share one table between keys and values, as OpenNMT does (default false)
    encoder_encoding_shared_table: share one table between keys and values, as OpenNMT does (default false)
    decoder_encoding_shared_table: share one table between keys and values, as OpenNMT does (default false)
    cross_encoding_shared_table: share one table between keys and values, as OpenNMT does (default false)
    encoding_max_position: largest contextual position P; larger positions are clipped to P; the table has P + 1 vectors (1..4096; default 64)
    encoding_term_in_scale: scale the position term together with the logits, as in the authors' code; false: add it after scaling, as in the paper (default true)
    encoder_encoding_max_position: largest contextual position P; larger positions are clipped to P; the table has P + 1 vectors (1..4096; default 64)
    encoder_encoding_term_in_scale: scale the position term together with the logits, as in the authors' code; false: add it after scaling, as in the paper (default true)
    decoder_encoding_max_position: largest contextual position P; larger positions are clipped to P; the table has P + 1 vectors (1..4096; default 64)
    decoder_encoding_term_in_scale: scale the position term together with the logits, as in the authors' code; false: add it after scaling, as in the paper (default true)
    cross_encoding_max_position: largest contextual position P; larger positions are clipped to P; the table has P + 1 vectors (1..4096; default 64)
    cross_encoding_term_in_scale: scale the position term together with the logits, as in the authors' code; false: add it after scaling, as in the paper (default true)
    encoding_hidden: hidden units of the network that maps a normalized distance to the bias of each head (1..1024; default 32)
    encoding_threshold: initial value of the trained threshold L, in tokens: distances between two positions below L are normalized by L, other distances by the larger of their two positions (1..16777216; default 512)
    encoding_shared_bias: share one network among all blocks, as Zhou et al. 2024 do (default false)
    encoder_encoding_hidden: hidden units of the network that maps a normalized distance to the bias of each head (1..1024; default 32)
    encoder_encoding_threshold: initial value of the trained threshold L, in tokens: distances between two positions below L are normalized by L, other distances by the larger of their two positions (1..16777216; default 512)
    encoder_encoding_shared_bias: share one network among all blocks, as Zhou et al. 2024 do (default false)
    decoder_encoding_hidden: hidden units of the network that maps a normalized distance to the bias of each head (1..1024; default 32)
    decoder_encoding_threshold: initial value of the trained threshold L, in tokens: distances between two positions below L are normalized by L, other distances by the larger of their two positions (1..16777216; default 512)
    decoder_encoding_shared_bias: share one network among all blocks, as Zhou et al. 2024 do (default false)
    cross_encoding_hidden: hidden units of the network that maps a normalized distance to the bias of each head (1..1024; default 32)
    cross_encoding_threshold: initial value of the trained threshold L, in tokens: distances between two positions below L are normalized by L, other distances by the larger of their two positions (1..16777216; default 512)
    cross_encoding_shared_bias: share one network among all blocks, as Zhou et al. 2024 do (default false)
    encoding_bias: bias added to the logit of a query and a key, a formula of d, head, H, dk, T, p_i and p_j (lengthen help formula); empty: no bias if encoding.frequency is set, else -abs(d)/2^(8*(head + 1)/H) (default none)
    encoding_parameters: trained parameters of the formula, separated by semicolons: s[head] = -2; w[head, 32] = normal(0, 0.02) (default none)
    encoding_numbers: constants of the formula, separated by semicolons: rate = 0.5; width = 64 (default none)
    encoder_encoding_bias: bias added to the logit of a query and a key, a formula of d, head, H, dk, T, p_i and p_j (lengthen help formula); empty: no bias if encoding.frequency is set, else -abs(d)/2^(8*(head + 1)/H) (default none)
    encoder_encoding_parameters: trained parameters of the formula, separated by semicolons: s[head] = -2; w[head, 32] = normal(0, 0.02) (default none)
    encoder_encoding_numbers: constants of the formula, separated by semicolons: rate = 0.5; width = 64 (default none)
    decoder_encoding_bias: bias added to the logit of a query and a key, a formula of d, head, H, dk, T, p_i and p_j (lengthen help formula); empty: no bias if encoding.frequency is set, else -abs(d)/2^(8*(head + 1)/H) (default none)
    decoder_encoding_parameters: trained parameters of the formula, separated by semicolons: s[head] = -2; w[head, 32] = normal(0, 0.02) (default none)
    decoder_encoding_numbers: constants of the formula, separated by semicolons: rate = 0.5; width = 64 (default none)
    cross_encoding_bias: bias added to the logit of a query and a key, a formula of d, head, H, dk, T, p_i and p_j (lengthen help formula); empty: no bias if encoding.frequency is set, else -abs(d)/2^(8*(head + 1)/H) (default none)
    cross_encoding_parameters: trained parameters of the formula, separated by semicolons: s[head] = -2; w[head, 32] = normal(0, 0.02) (default none)
    cross_encoding_numbers: constants of the formula, separated by semicolons: rate = 0.5; width = 64 (default none)
    mask_same_length: keys that a query sees with a segment memory of M rows: no: all earlier keys and its own key; memory: the last M keys, including its own; memory_and_self: M earlier keys and its own key (default no)
    mask_width: width of the window, in tokens; with mask.form: symmetric, an even width is increased by 1 (1..16777216; default 81)
    mask_form: placement of the window: symmetric: centred on the query; half: as symmetric, but an even width is decreased by 1; causal: the window ends with the query itself (the default if the architecture or the encoding needs a causal mask); edge_shift: centred on the query, but shifted inward at both ends of the sequence, so that every query sees mask.width keys (default symmetric)
    mask_chunk: length of a chunk, in tokens; the last chunk may be shorter (1..16777216; default 40)
    mask_sinks: number of tokens at the start of the sequence (attention sinks) that all later queries see (0..16777216; default 4)
    mask_block: length of a block, in tokens; the last block may be shorter (1..16777216; default 20)
    mask_separator: token that ends a document, spelled as in the vocabulary; by default the end of a line: \n for bytes and characters, <eos> for words (default none)
    mask_formula: condition under which query i sees key j (lengthen help formula); the mask is causal if `j <= i` is one of the conditions joined by `and` (default j <= i)
    mask_numbers: constants of the formula, separated by semicolons: rate = 0.5; width = 64 (default none)
    scale_keys: number of keys at which the scale equals scale.times; usually the training length (2..16777216; default 40)
    scale_at_least_one: never use a smaller scale than scale.times; for evaluation of models that were trained with scale.times (eval --scale log_n) (default false)
    scale_times: scale that log_n multiplies; in evaluation, give the scale used in training (default inverse_sqrt)
    scale_formula: factor of a query's logits: a formula of n, dk, head and H (lengthen help formula) (default 1/sqrt(dk))
    scale_parameters: trained parameters of the formula, separated by semicolons: s[head] = -2; w[head, 32] = normal(0, 0.02) (default none)
    scale_numbers: constants of the formula, separated by semicolons: rate = 0.5; width = 64 (default none)
    attention_l1: normalize the weights of each query to a sum of 1 (default false)
    projection_centred: if the mask is not causal, convolve over the previous, the current and the next token instead of the last 3 tokens (default false)
    projection_shared: compute queries from keys with a second linear map: q = k Wq (default false)
    projection_cross: also convolve queries, keys and values in cross-attention: queries as in self-attention, keys and values centred (default false)
    residual_sublayers: sublayers with factors; feed_forward: only the feed-forward network, as in NormFormer (default all)
    block_attention_norm: norm of the output of self-attention, or of the convolution that replaces self-attention, before the output is added to the residual stream (default false)
    block_head_scale: trained factor for each self-attention head, initially 1: heads: factor i multiplies the output of head i, before the output map; output: after the output map, factor i multiplies the i-th group of columns, and a group is as wide as a head (fairseq) (default none)
    block_hidden_norm: normalize the hidden layer of the feed-forward network, after the activation or gate (default false)
    norm_epsilon: number added to the variance (layer_norm) or mean square (rms_norm); T5: 1e-6 (1e-12..1; default 1e-05)
    mixer_width: hidden width of a gated network: full: model.feed_forward; two_thirds: two thirds of model.feed_forward, rounded down (the three matrices then have as many parameters as the two matrices of an ungated network); two_thirds_8: two thirds of model.feed_forward, rounded up to a multiple of 8 (default full)
    mixer_formula: activation, a formula of x (lengthen help formula) (default max(x, 0))
    mixer_numbers: constants of the formula, separated by semicolons: rate = 0.5; width = 64 (default none)
    initialisation_scale: s: weights of linear maps have standard deviation sqrt(s / inputs); 0.1 in Switch Transformers (0..100; default 1)
    initialisation_deviation: standard deviation of all weights (0..100; default 0.02)
    initialisation_scale_positions: multiply the position vectors by (9 L)^-1/4 for L layers, as the token embeddings are; unscaled sinusoids would outweigh the token embeddings (default false)
    initialisation_of: initialisation whose weights are scaled down (default xavier)
    head_scaled: multiply the input of the output layer by 1/sqrt(width), as T5 does (default false)
    head_bias: add a trained bias to each output symbol, as Transformer-XL does (default false)
    head_cutoffs: token ids at which clusters begin, ascending: "20000,40000,200000"; empty: one softmax over all tokens (default none)
    head_divisor: vectors of cluster i have width / divisor^i columns (the short list is cluster 0); 1: all vectors have the full width (1..64; default 1)
    head_embedding: token embeddings: tied: the tables of the softmax; untied: separate tables with the same clusters; table: one table of full width (default tied)
    head_projections: maps P_i, between the width of the model and the width of cluster i, that the softmax shares with the token embeddings: all but P_0 (of the short list), all, or none (default all_but_first)
    store_count: number K of stacks or tapes (1..16; default 1)
    store_columns: width of a cell (1..256; default 8)
    store_cells: number of cells of a stack, or of the ring of a tape (default for tapes: 256); a push onto a full stack drops its lowest cell; 0 (stacks only): one cell per token (0..1048576; default 0)
    store_joint: one softmax over the actions of all stacks, as in the released code; false: one softmax per stack (default false)
    store_states: number Q of states of the automaton (1..4; default 2)
    store_symbols: number S of stack symbols (1..8; default 2)
    store_reading: numbers that are read from the stack: symbols: weights of top symbols; states: weights of pairs of a state and a top symbol (default symbols)
    store_hidden: width of the two hidden layers of the network that computes the written values (1..4096; default 64)
    curriculum_lengths: training lengths (1..100000; default 1..40)
    curriculum_length: length of every training sequence (1..100000; default 40)
    curriculum_tau: factor by which the probability grows per token of length; values above 1 favour long sequences (0.001..1000; default 1.1)
    curriculum_initial: length at the first step (1..100000; default 1)
    curriculum_every: steps between increments of the length (1..1e+12; default 1000)
    curriculum_amount: increment of the length, in tokens (0..100000; default 1)
    curriculum_all_lengths: sample uniformly from all lengths reached so far (default false)
    curriculum_tokens: largest batch, in tokens: number of records times (longest source + longest target); a longer record gets its own batch (1..1073741824; default 4096)
    curriculum_pool: number of random records in a pool, which is sorted by length; 0: all records (0..1e+09; default 0)
    optimizer_beta1: decay rate of the first moment (mean gradient) (0..0.999999; default 0.9)
    optimizer_beta2: decay rate of the second moment (mean squared gradient) (0..0.9999999; default 0.999)
    optimizer_epsilon: added to the square root of the second moment (0..1; default 1e-08)
    optimizer_epsilon_to: where epsilon is added: corrected: to the root of the bias-corrected second moment; raw: to the root of the uncorrected second moment (fairseq) (default corrected)
    optimizer_decay_by: how weights decay: rate: decoupled, by the learning rate of the step (AdamW of PyTorch, Adam of fairseq); schedule: decoupled, by the schedule only (AdamW of the paper); gradient: weight decay is added to the gradient before the moments (L2) (default rate)
    optimizer_step: step size at step t: relative: min(0.01, 1/sqrt(t)); relative_warmup: min(1e-6 t, 1/sqrt(t)); schedule: the learning rate that the schedule sets (default relative)
    optimizer_scale_parameter: multiply the step size by max(optimizer.smallest, root mean square of the parameter) (default true)
    optimizer_smallest: smallest root mean square used for a parameter (0..1; default 0.001)
    optimizer_update_clip: largest root mean square of an update, before the update is multiplied by the step size; 0: no limit (0..1e+09; default 1)
    optimizer_exponent: second-moment decay: beta2 at step t is 1 - t^-exponent (0..10; default 0.8)
    schedule_warmup: warm-up steps, during which the learning rate rises linearly (0..1e+12; default 0)
    schedule_warmup_from: learning rate at the start of the warm-up; 1e-07 in fairseq (0..100; default 0)
    schedule_floor: final learning rate, as a fraction of train.lr (0..1; default 0)
    schedule_end: step at which the floor is reached; 0: train.steps (0..1e+12; default 0)
    schedule_floor_at: first step at the floor: after: the step after schedule.end; last: schedule.end itself, as in most programs (default after)
    schedule_formula: factor of the learning rate, a formula of step, steps and width (lengthen help formula) (default (1 + cos(pi*step/steps))/2)
    schedule_numbers: constants of the formula, separated by semicolons: rate = 0.5; width = 64 (default none)
    schedule_delay: steps after which the learning rate has fallen to 1/sqrt(2) of its initial value (1..1e+12; default 4000)
    eval_beam: beam width: number of hypotheses that are extended in parallel (1..1024; default 4)
    eval_length_norm: length normalization: the log probability of l tokens is divided by a power of (5 + l) / 6 (gnmt) or of l (fairseq) (default gnmt)
    eval_length_penalty: exponent of the length normalization; 0: none (0..100; default 0.6)
    eval_length_factor: factor a of the length limit: for a source of n tokens, a hypothesis has at most a n + b tokens (b: eval.length_extra) (0..1000; default 1)
    eval_length_extra: constant b of the length limit, in tokens (see eval.length_factor) (0..100000; default 50)
    eval_memory: length of the segment memory in evaluation, in tokens; 0: as in training (0..100000; default 0)
    eval_same_span: adapt the memory to the segment length L: curriculum.lengths - L tokens more than eval.memory, so that memory and segment together are equally long at every L (default false)
    eval_lanes: split the text into N parts (alias: eval.streams), which are evaluated in parallel for speed; each part fills its memory with the text just before its first target, and reads no earlier text (1..65536; default 1)
    """

@overload
def train(
    config: Config | Sequence[Path] | None = ...,
    *,
    seed: range | Sequence[int],
    preset: Names | None = ...,
    out: Path | None = ...,
    on_progress: Told | None = ...,
    wait: bool = ...,
    environment: bool = ...,
    jobs: int | None = ...,
    task: Literal["even_pairs", "modular_arithmetic", "parity_check", "cycle_navigation", "stack_manipulation", "reverse_string", "modular_arithmetic_brackets", "solve_equation", "duplicate_string", "missing_duplicate_string", "odds_first", "binary_addition", "binary_multiplication", "compute_sqrt", "bucket_sort", "pairs", "translation", "text", "masked_text", "enwik8", "text8", "wikitext", "penn_treebank", "reverse_symbols", "associative_recall", "offset_recall", "pattern_search", "substitution_cipher", "markov_chain", "toy_translation", "copy_rsc", "copy_rsc2x", "copy_rdc", "copy_cmc", "copy_cmc2x", "reverse_mc", "reverse_mc2x", "reverse_mcrv", "half_copy", "addition", "summation", "parity_text", "polynomial", "sort_single", "sort_multi", "scan", "pcfg", "lego_chain", "lego_perm", "rev", "ind", "off", "ciph", "tri", "mt_toy"] | Text | Options | Formula | None = ...,
    data: Literal["even_pairs", "modular_arithmetic", "parity_check", "cycle_navigation", "stack_manipulation", "reverse_string", "modular_arithmetic_brackets", "solve_equation", "duplicate_string", "missing_duplicate_string", "odds_first", "binary_addition", "binary_multiplication", "compute_sqrt", "bucket_sort", "pairs", "translation", "text", "masked_text", "enwik8", "text8", "wikitext", "penn_treebank", "reverse_symbols", "associative_recall", "offset_recall", "pattern_search", "substitution_cipher", "markov_chain", "toy_translation", "copy_rsc", "copy_rsc2x", "copy_rdc", "copy_cmc", "copy_cmc2x", "reverse_mc", "reverse_mc2x", "reverse_mcrv", "half_copy", "addition", "summation", "parity_text", "polynomial", "sort_single", "sort_multi", "scan", "pcfg", "lego_chain", "lego_perm", "rev", "ind", "off", "ciph", "tri", "mt_toy"] | Text | Options | Formula | None = ...,
    architecture: Literal["encoder", "decoder", "encoder_decoder", "perceiver_io", "perceiver_ar", "recurrent", "rnn", "lstm", "stack_rnn", "stack_lstm", "nd_stack_rnn", "tape_rnn", "perceiver", "memory_tokens"] | Text | Options | Formula | None = ...,
    positions: Literal["standard", "randomized", "unsorted", "released", "shifted", "augmented", "interpolated", "equal_mean", "clipped", "document", "shape", "cape"] | Text | Options | Formula | None = ...,
    encoding: Literal["none", "sinusoid", "learned", "tupe", "relative", "alibi", "hard_alibi", "rope", "xpos", "t5", "kerple", "sandwich", "shaw", "cope", "fox", "fire", "formula", "kerple_log", "kerple_power", "rotary", "partial_rotary", "pi", "ntk", "dynamic_ntk", "yarn", "llama3", "longrope", "rerope", "self_extend"] | Text | Options | Formula | None = ...,
    mask: Literal["full", "causal", "window", "chunk", "lambda", "bca", "three_blocks", "document", "formula"] | Text | Options | Formula | None = ...,
    scale: Literal["inverse_sqrt", "inverse_sqrt_2d", "one", "log_n", "formula"] | Text | Options | Formula | None = ...,
    attention: Literal["softmax", "geometric", "softmax1", "sink", "linear", "persistent"] | Text | Options | Formula | None = ...,
    projection: Literal["linear", "primer", "primer_ez"] | Text | Options | Formula | None = ...,
    residual: Literal["add", "b2t", "scalar", "rezero", "channel", "deepnorm", "deepnet"] | Text | Options | Formula | None = ...,
    block: Literal["post_norm", "pre_norm", "no_norm", "primer", "dual_norm", "normformer", "post_ln", "pre_ln", "residual", "residual_dual"] | Text | Options | Formula | None = ...,
    norm: Literal["layer_norm", "rms_norm", "primer_norm", "rms"] | Text | Options | Formula | None = ...,
    mixer: Literal["relu", "gelu", "gelu_tanh", "swish", "squared_relu", "glu", "bilinear", "reglu", "geglu", "swiglu", "formula", "silu", "relu2", "switch", "base", "sparse_all_mlp", "sparse_mlp"] | Text | Options | Formula | None = ...,
    initialisation: Literal["truncated_normal", "t5", "normal", "xavier", "t_fixup", "depth_rescale"] | Text | Options | Formula | None = ...,
    head: Literal["linear", "tied", "adaptive"] | Text | Options | Formula | None = ...,
    cell: Literal["lstm", "elman"] | Text | Options | Formula | None = ...,
    store: Literal["none", "stack", "nd_stack", "tape"] | Text | Options | Formula | None = ...,
    curriculum: Literal["uniform", "fixed", "reverse_exponential", "regular_increase", "epochs", "token_batches", "segments"] | Text | Options | Formula | None = ...,
    optimizer: Literal["adam", "adafactor", "adamw"] | Text | Options | Formula | None = ...,
    schedule: Literal["constant", "cosine", "formula", "inverse_sqrt", "linear", "noam", "t_fixup"] | Text | Options | Formula | None = ...,
    protocol: Literal["pass", "greedy", "beam", "memory", "windows"] | Text | Options | Formula | None = ...,
    metric: Literal["token_accuracy", "cross_entropy", "exact_match", "perplexity", "bits_per_token", "step_accuracy", "bleu", "chrf", "nll", "accuracy", "bits_per_character", "bits_per_byte"] | Text | Options | Formula | None = ...,
    width: int | None = ...,
    model_width: int | None = ...,
    heads: int | None = ...,
    model_heads: int | None = ...,
    model_key_heads: int | None = ...,
    blocks: int | None = ...,
    model_blocks: int | None = ...,
    model_order: Text | None = ...,
    model_share: Text | None = ...,
    model_share_norms: bool | None = ...,
    model_step_signal: bool | None = ...,
    model_feed_forward: int | None = ...,
    dropout: float | None = ...,
    model_dropout: float | None = ...,
    model_dropout_embedding: float | None = ...,
    model_dropout_attention: float | None = ...,
    model_dropout_hidden: float | None = ...,
    model_dropout_final: float | None = ...,
    model_dropout_words: float | None = ...,
    precision: Literal["fp32", "bf16"] | None = ...,
    model_precision: Literal["fp32", "bf16"] | None = ...,
    model_bias: bool | None = ...,
    model_embedding_scale: Literal["sqrt_width", "one"] | None = ...,
    model_embedding_width: int | None = ...,
    model_embedding_norm: Literal["none", "before_positions", "after_positions"] | None = ...,
    model_qk_norm: Literal["none", "rms", "layer"] | None = ...,
    loss_smoothing: float | None = ...,
    loss_smoothing_over: Literal["all", "others"] | None = ...,
    loss_z: float | None = ...,
    loss_half: bool | None = ...,
    convolution_taps: Text | None = ...,
    convolution_heads: int | None = ...,
    convolution_gate: bool | None = ...,
    convolution_bias: bool | None = ...,
    convolution_renorm_padding: bool | None = ...,
    convolution_dropout_input: float | None = ...,
    convolution_dropout_weights: float | None = ...,
    experts_count: int | None = ...,
    experts_width: int | None = ...,
    experts_capacity: float | None = ...,
    experts_capacity_eval: float | None = ...,
    experts_capacity_least: int | None = ...,
    experts_jitter: float | None = ...,
    experts_balance: float | None = ...,
    experts_z_loss: float | None = ...,
    experts_scale: float | None = ...,
    experts_dropout: float | None = ...,
    experts_sublayers: int | None = ...,
    gating_length: int | None = ...,
    gating_chunks: int | None = ...,
    gating_width: int | None = ...,
    persistent_pairs: int | None = ...,
    persistent_dropout: float | None = ...,
    memorizing_size: int | None = ...,
    memorizing_read: int | None = ...,
    memorizing_combine: Literal["gate", "joint"] | None = ...,
    memorizing_empty: Literal["zero", "bypass"] | None = ...,
    steps: int | None = ...,
    train_steps: int | None = ...,
    lr: float | None = ...,
    train_lr: float | None = ...,
    batch: int | None = ...,
    train_batch: int | None = ...,
    train_clip: float | None = ...,
    optimizer_decay: float | None = ...,
    optimizer_decay_on: Literal["all", "all_but_biases", "matrices", "matrices_and_embeddings"] | None = ...,
    train_until: Text | None = ...,
    train_patience: int | None = ...,
    train_time: Text | None = ...,
    init: Text | None = ...,
    train_init: Text | None = ...,
    train_seed: int | range | Sequence[int] | None = ...,
    seed_init: int | None = ...,
    seed_data: int | None = ...,
    seed_length: int | None = ...,
    seed_dropout: int | None = ...,
    seed_positions: int | None = ...,
    lengths: Lengths | None = ...,
    eval_lengths: Lengths | None = ...,
    eval_sequences: int | None = ...,
    eval_seed: int | None = ...,
    eval_position_samples: int | None = ...,
    eval_batch: int | None = ...,
    eval_dropout: bool | None = ...,
    eval_targets: int | None = ...,
    eval_stride: int | None = ...,
    eval_validation: Literal["test", "validation"] | None = ...,
    eval_checkpoint: Literal["last", "best"] | None = ...,
    eval_max_tokens: int | None = ...,
    eval_score: Literal["first-ood..max", "paper-exact", "all"] | None = ...,
    eval_score_above: int | None = ...,
    eval_with: Text | Options | None = ...,
    eval_average: Literal["lengths", "examples"] | None = ...,
    eval_label: Text | None = ...,
    threads: int | None = ...,
    log: Literal["none", "tensorboard"] | None = ...,
    train_log_every: int | None = ...,
    train_checkpoint_every: int | None = ...,
    train_keep: int | None = ...,
    train_keep_state: Literal["always", "unfinished"] | None = ...,
    eval_every: int | None = ...,
    data_train: Text | None = ...,
    data_test: Text | None = ...,
    data_validation_file: Text | None = ...,
    data_validation_fraction: float | None = ...,
    data_tokens: Literal["words", "characters", "bytes"] | None = ...,
    data_subwords: Text | None = ...,
    data_bucket: int | None = ...,
    data_source: Text | None = ...,
    data_target: Text | None = ...,
    data_test_source: Text | None = ...,
    data_test_target: Text | None = ...,
    data_validation_source: Text | None = ...,
    data_validation_target: Text | None = ...,
    data_test_fraction: float | None = ...,
    data_target_subwords: Text | None = ...,
    data_least_uses: int | None = ...,
    data_vocabulary: int | None = ...,
    data_longest: int | None = ...,
    data_longest_trained: int | None = ...,
    data_concatenated: int | None = ...,
    data_file: Text | None = ...,
    data_test_file: Text | None = ...,
    data_line_ends: bool | None = ...,
    data_context: int | None = ...,
    data_masking: float | None = ...,
    data_size: int | None = ...,
    data_newlines: bool | None = ...,
    data_folder: Text | None = ...,
    data_keys: int | None = ...,
    data_queries: int | None = ...,
    data_reach: int | None = ...,
    data_width: int | None = ...,
    data_permutations: int | None = ...,
    data_inverted: float | None = ...,
    data_examples: int | None = ...,
    data_validation: float | None = ...,
    data_test_examples: int | None = ...,
    data_seed: int | None = ...,
    data_alphabet: int | None = ...,
    data_scratchpad: Text | None = ...,
    data_largest: int | None = ...,
    data_smallest: int | None = ...,
    data_split: Literal["paper", "orig"] | None = ...,
    data_prefix: bool | None = ...,
    model_decode: Literal["parallel", "autoregressive", "in_place"] | None = ...,
    model_computation_steps: int | None = ...,
    architecture_memory_tokens: int | None = ...,
    architecture_memory_form: Literal["plain", "controller", "bottleneck"] | None = ...,
    architecture_memory: int | None = ...,
    architecture_memory_start: Literal["empty", "zeros"] | None = ...,
    architecture_vocabulary: int | None = ...,
    architecture_begin: Literal["own", "end"] | None = ...,
    architecture_tables: Literal["auto", "shared", "apart"] | None = ...,
    encoder_encoding: Literal["same", "none", "sinusoid", "learned", "tupe", "relative", "alibi", "hard_alibi", "rope", "xpos", "t5", "kerple", "sandwich", "shaw", "cope", "fox", "fire", "formula"] | None = ...,
    encoder_positions: Literal["same", "standard", "randomized", "unsorted", "released", "shifted", "augmented", "interpolated", "equal_mean", "clipped", "document"] | None = ...,
    decoder_encoding: Literal["same", "none", "sinusoid", "learned", "tupe", "relative", "alibi", "hard_alibi", "rope", "xpos", "t5", "kerple", "sandwich", "shaw", "cope", "fox", "fire", "formula"] | None = ...,
    decoder_positions: Literal["same", "standard", "randomized", "unsorted", "released", "shifted", "augmented", "interpolated", "equal_mean", "clipped", "document"] | None = ...,
    cross_encoding: Literal["none", "sinusoid", "learned", "tupe", "relative", "alibi", "hard_alibi", "rope", "xpos", "t5", "kerple", "sandwich", "shaw", "cope", "fox", "fire", "formula"] | None = ...,
    architecture_latents: int | None = ...,
    architecture_repeats: int | None = ...,
    architecture_query_residual: bool | None = ...,
    architecture_output: Literal["queries", "mean"] | None = ...,
    architecture_hidden: int | None = ...,
    positions_L: int | None = ...,
    positions_draw: Literal["auto", "positions", "distances"] | None = ...,
    positions_per: Literal["auto", "pass", "block", "sequence"] | None = ...,
    positions_both_sides: bool | None = ...,
    positions_even: bool | None = ...,
    encoder_positions_L: int | None = ...,
    encoder_positions_draw: Literal["auto", "positions", "distances"] | None = ...,
    encoder_positions_per: Literal["auto", "pass", "block", "sequence"] | None = ...,
    encoder_positions_both_sides: bool | None = ...,
    encoder_positions_even: bool | None = ...,
    decoder_positions_L: int | None = ...,
    decoder_positions_draw: Literal["auto", "positions", "distances"] | None = ...,
    decoder_positions_per: Literal["auto", "pass", "block", "sequence"] | None = ...,
    decoder_positions_both_sides: bool | None = ...,
    decoder_positions_even: bool | None = ...,
    positions_shift: int | None = ...,
    positions_eval_shift: int | None = ...,
    encoder_positions_shift: int | None = ...,
    encoder_positions_eval_shift: int | None = ...,
    decoder_positions_shift: int | None = ...,
    decoder_positions_eval_shift: int | None = ...,
    positions_global_shift: float | None = ...,
    positions_local_shift: float | None = ...,
    positions_max_scale: float | None = ...,
    positions_center: bool | None = ...,
    positions_source_factor: float | None = ...,
    encoder_positions_global_shift: float | None = ...,
    encoder_positions_local_shift: float | None = ...,
    encoder_positions_max_scale: float | None = ...,
    encoder_positions_center: bool | None = ...,
    encoder_positions_source_factor: float | None = ...,
    decoder_positions_global_shift: float | None = ...,
    decoder_positions_local_shift: float | None = ...,
    decoder_positions_max_scale: float | None = ...,
    decoder_positions_center: bool | None = ...,
    decoder_positions_source_factor: float | None = ...,
    positions_factor: float | None = ...,
    positions_trained: int | None = ...,
    encoder_positions_factor: float | None = ...,
    encoder_positions_trained: int | None = ...,
    decoder_positions_factor: float | None = ...,
    decoder_positions_trained: int | None = ...,
    positions_law: Literal["exponential", "beta", "fixed"] | None = ...,
    positions_longest: int | None = ...,
    encoder_positions_law: Literal["exponential", "beta", "fixed"] | None = ...,
    encoder_positions_longest: int | None = ...,
    decoder_positions_law: Literal["exponential", "beta", "fixed"] | None = ...,
    decoder_positions_longest: int | None = ...,
    positions_width: int | None = ...,
    positions_compress: float | None = ...,
    encoder_positions_width: int | None = ...,
    encoder_positions_compress: float | None = ...,
    decoder_positions_width: int | None = ...,
    decoder_positions_compress: float | None = ...,
    positions_separator: Text | None = ...,
    encoder_positions_separator: Text | None = ...,
    decoder_positions_separator: Text | None = ...,
    encoding_base: float | None = ...,
    encoding_layout: Literal["halves", "interleaved"] | None = ...,
    encoding_first: int | None = ...,
    encoder_encoding_base: float | None = ...,
    encoder_encoding_layout: Literal["halves", "interleaved"] | None = ...,
    encoder_encoding_first: int | None = ...,
    decoder_encoding_base: float | None = ...,
    decoder_encoding_layout: Literal["halves", "interleaved"] | None = ...,
    decoder_encoding_first: int | None = ...,
    cross_encoding_base: float | None = ...,
    cross_encoding_layout: Literal["halves", "interleaved"] | None = ...,
    cross_encoding_first: int | None = ...,
    encoding_rows: int | None = ...,
    encoder_encoding_rows: int | None = ...,
    decoder_encoding_rows: int | None = ...,
    cross_encoding_rows: int | None = ...,
    encoding_relative: bool | None = ...,
    encoding_buckets: int | None = ...,
    encoding_max_distance: int | None = ...,
    encoding_first_token: Literal["alike", "free", "rows"] | None = ...,
    encoding_released: bool | None = ...,
    encoder_encoding_relative: bool | None = ...,
    encoder_encoding_buckets: int | None = ...,
    encoder_encoding_max_distance: int | None = ...,
    encoder_encoding_first_token: Literal["alike", "free", "rows"] | None = ...,
    encoder_encoding_released: bool | None = ...,
    decoder_encoding_relative: bool | None = ...,
    decoder_encoding_buckets: int | None = ...,
    decoder_encoding_max_distance: int | None = ...,
    decoder_encoding_first_token: Literal["alike", "free", "rows"] | None = ...,
    decoder_encoding_released: bool | None = ...,
    cross_encoding_relative: bool | None = ...,
    cross_encoding_buckets: int | None = ...,
    cross_encoding_max_distance: int | None = ...,
    cross_encoding_first_token: Literal["alike", "free", "rows"] | None = ...,
    cross_encoding_released: bool | None = ...,
    encoding_shared_terms: bool | None = ...,
    encoding_terms: Literal["abcd", "abc", "abd", "ab", "acd", "ac", "ad", "a", "bcd", "bc", "bd", "b", "cd", "c", "d"] | None = ...,
    encoder_encoding_shared_terms: bool | None = ...,
    encoder_encoding_terms: Literal["abcd", "abc", "abd", "ab", "acd", "ac", "ad", "a", "bcd", "bc", "bd", "b", "cd", "c", "d"] | None = ...,
    decoder_encoding_shared_terms: bool | None = ...,
    decoder_encoding_terms: Literal["abcd", "abc", "abd", "ab", "acd", "ac", "ad", "a", "bcd", "bc", "bd", "b", "cd", "c", "d"] | None = ...,
    cross_encoding_shared_terms: bool | None = ...,
    cross_encoding_terms: Literal["abcd", "abc", "abd", "ab", "acd", "ac", "ad", "a", "bcd", "bc", "bd", "b", "cd", "c", "d"] | None = ...,
    encoding_sides: Literal["half_shift", "symmetric", "split_heads", "two_slopes"] | None = ...,
    encoding_right_slope: float | None = ...,
    encoding_trained_slopes: bool | None = ...,
    encoder_encoding_sides: Literal["half_shift", "symmetric", "split_heads", "two_slopes"] | None = ...,
    encoder_encoding_right_slope: float | None = ...,
    encoder_encoding_trained_slopes: bool | None = ...,
    decoder_encoding_sides: Literal["half_shift", "symmetric", "split_heads", "two_slopes"] | None = ...,
    decoder_encoding_right_slope: float | None = ...,
    decoder_encoding_trained_slopes: bool | None = ...,
    cross_encoding_sides: Literal["half_shift", "symmetric", "split_heads", "two_slopes"] | None = ...,
    cross_encoding_right_slope: float | None = ...,
    cross_encoding_trained_slopes: bool | None = ...,
    encoding_local_heads: int | None = ...,
    encoder_encoding_local_heads: int | None = ...,
    decoder_encoding_local_heads: int | None = ...,
    cross_encoding_local_heads: int | None = ...,
    encoding_fraction: float | None = ...,
    encoding_pairs: Literal["neighbours", "halves"] | None = ...,
    encoding_frequencies: Literal["trained", "interpolated", "ntk", "parts_rotations", "parts_index", "parts_unrounded", "llama3", "longrope"] | None = ...,
    encoding_extension: float | None = ...,
    encoding_trained: int | None = ...,
    encoding_dynamic: bool | None = ...,
    encoding_temperature: float | None = ...,
    encoding_factors: Text | None = ...,
    encoding_short_factors: Text | None = ...,
    encoding_frequency: Text | None = ...,
    encoding_clip: int | None = ...,
    encoding_compress: float | None = ...,
    encoding_group: int | None = ...,
    encoder_encoding_fraction: float | None = ...,
    encoder_encoding_pairs: Literal["neighbours", "halves"] | None = ...,
    encoder_encoding_frequencies: Literal["trained", "interpolated", "ntk", "parts_rotations", "parts_index", "parts_unrounded", "llama3", "longrope"] | None = ...,
    encoder_encoding_extension: float | None = ...,
    encoder_encoding_trained: int | None = ...,
    encoder_encoding_dynamic: bool | None = ...,
    encoder_encoding_temperature: float | None = ...,
    encoder_encoding_factors: Text | None = ...,
    encoder_encoding_short_factors: Text | None = ...,
    encoder_encoding_frequency: Text | None = ...,
    encoder_encoding_clip: int | None = ...,
    encoder_encoding_compress: float | None = ...,
    encoder_encoding_group: int | None = ...,
    decoder_encoding_fraction: float | None = ...,
    decoder_encoding_pairs: Literal["neighbours", "halves"] | None = ...,
    decoder_encoding_frequencies: Literal["trained", "interpolated", "ntk", "parts_rotations", "parts_index", "parts_unrounded", "llama3", "longrope"] | None = ...,
    decoder_encoding_extension: float | None = ...,
    decoder_encoding_trained: int | None = ...,
    decoder_encoding_dynamic: bool | None = ...,
    decoder_encoding_temperature: float | None = ...,
    decoder_encoding_factors: Text | None = ...,
    decoder_encoding_short_factors: Text | None = ...,
    decoder_encoding_frequency: Text | None = ...,
    decoder_encoding_clip: int | None = ...,
    decoder_encoding_compress: float | None = ...,
    decoder_encoding_group: int | None = ...,
    cross_encoding_fraction: float | None = ...,
    cross_encoding_pairs: Literal["neighbours", "halves"] | None = ...,
    cross_encoding_frequencies: Literal["trained", "interpolated", "ntk", "parts_rotations", "parts_index", "parts_unrounded", "llama3", "longrope"] | None = ...,
    cross_encoding_extension: float | None = ...,
    cross_encoding_trained: int | None = ...,
    cross_encoding_dynamic: bool | None = ...,
    cross_encoding_temperature: float | None = ...,
    cross_encoding_factors: Text | None = ...,
    cross_encoding_short_factors: Text | None = ...,
    cross_encoding_frequency: Text | None = ...,
    cross_encoding_clip: int | None = ...,
    cross_encoding_compress: float | None = ...,
    cross_encoding_group: int | None = ...,
    encoding_scale_base: float | None = ...,
    encoding_gamma: float | None = ...,
    encoding_zeta: float | None = ...,
    encoding_center: int | None = ...,
    encoder_encoding_scale_base: float | None = ...,
    encoder_encoding_gamma: float | None = ...,
    encoder_encoding_zeta: float | None = ...,
    encoder_encoding_center: int | None = ...,
    decoder_encoding_scale_base: float | None = ...,
    decoder_encoding_gamma: float | None = ...,
    decoder_encoding_zeta: float | None = ...,
    decoder_encoding_center: int | None = ...,
    cross_encoding_scale_base: float | None = ...,
    cross_encoding_gamma: float | None = ...,
    cross_encoding_zeta: float | None = ...,
    cross_encoding_center: int | None = ...,
    encoding_kernel: Literal["log", "power"] | None = ...,
    encoding_bias_in_scale: bool | None = ...,
    encoder_encoding_kernel: Literal["log", "power"] | None = ...,
    encoder_encoding_bias_in_scale: bool | None = ...,
    decoder_encoding_kernel: Literal["log", "power"] | None = ...,
    decoder_encoding_bias_in_scale: bool | None = ...,
    cross_encoding_kernel: Literal["log", "power"] | None = ...,
    cross_encoding_bias_in_scale: bool | None = ...,
    encoding_shared_table: bool | None = ...,
    encoder_encoding_shared_table: bool | None = ...,
    decoder_encoding_shared_table: bool | None = ...,
    cross_encoding_shared_table: bool | None = ...,
    encoding_max_position: int | None = ...,
    encoding_term_in_scale: bool | None = ...,
    encoder_encoding_max_position: int | None = ...,
    encoder_encoding_term_in_scale: bool | None = ...,
    decoder_encoding_max_position: int | None = ...,
    decoder_encoding_term_in_scale: bool | None = ...,
    cross_encoding_max_position: int | None = ...,
    cross_encoding_term_in_scale: bool | None = ...,
    encoding_hidden: int | None = ...,
    encoding_threshold: int | None = ...,
    encoding_shared_bias: bool | None = ...,
    encoder_encoding_hidden: int | None = ...,
    encoder_encoding_threshold: int | None = ...,
    encoder_encoding_shared_bias: bool | None = ...,
    decoder_encoding_hidden: int | None = ...,
    decoder_encoding_threshold: int | None = ...,
    decoder_encoding_shared_bias: bool | None = ...,
    cross_encoding_hidden: int | None = ...,
    cross_encoding_threshold: int | None = ...,
    cross_encoding_shared_bias: bool | None = ...,
    encoding_bias: Text | None = ...,
    encoding_parameters: Text | None = ...,
    encoding_numbers: Text | None = ...,
    encoder_encoding_bias: Text | None = ...,
    encoder_encoding_parameters: Text | None = ...,
    encoder_encoding_numbers: Text | None = ...,
    decoder_encoding_bias: Text | None = ...,
    decoder_encoding_parameters: Text | None = ...,
    decoder_encoding_numbers: Text | None = ...,
    cross_encoding_bias: Text | None = ...,
    cross_encoding_parameters: Text | None = ...,
    cross_encoding_numbers: Text | None = ...,
    mask_same_length: Literal["no", "memory", "memory_and_self"] | None = ...,
    mask_width: int | None = ...,
    mask_form: Literal["symmetric", "half", "causal", "edge_shift"] | None = ...,
    mask_chunk: int | None = ...,
    mask_sinks: int | None = ...,
    mask_block: int | None = ...,
    mask_separator: Text | None = ...,
    mask_formula: Text | None = ...,
    mask_numbers: Text | None = ...,
    scale_keys: int | None = ...,
    scale_at_least_one: bool | None = ...,
    scale_times: Literal["inverse_sqrt", "inverse_sqrt_2d", "one"] | None = ...,
    scale_formula: Text | None = ...,
    scale_parameters: Text | None = ...,
    scale_numbers: Text | None = ...,
    attention_l1: bool | None = ...,
    projection_centred: bool | None = ...,
    projection_shared: bool | None = ...,
    projection_cross: bool | None = ...,
    residual_sublayers: Literal["all", "feed_forward"] | None = ...,
    block_attention_norm: bool | None = ...,
    block_head_scale: Literal["none", "heads", "output"] | None = ...,
    block_hidden_norm: bool | None = ...,
    norm_epsilon: float | None = ...,
    mixer_width: Literal["full", "two_thirds", "two_thirds_8"] | None = ...,
    mixer_formula: Text | None = ...,
    mixer_numbers: Text | None = ...,
    initialisation_scale: float | None = ...,
    initialisation_deviation: float | None = ...,
    initialisation_scale_positions: bool | None = ...,
    initialisation_of: Literal["xavier", "truncated_normal", "t5"] | None = ...,
    head_scaled: bool | None = ...,
    head_bias: bool | None = ...,
    head_cutoffs: Text | None = ...,
    head_divisor: int | None = ...,
    head_embedding: Literal["tied", "untied", "table"] | None = ...,
    head_projections: Literal["all_but_first", "all", "none"] | None = ...,
    store_count: int | None = ...,
    store_columns: int | None = ...,
    store_cells: int | None = ...,
    store_joint: bool | None = ...,
    store_states: int | None = ...,
    store_symbols: int | None = ...,
    store_reading: Literal["symbols", "states"] | None = ...,
    store_hidden: int | None = ...,
    curriculum_lengths: Lengths | None = ...,
    curriculum_length: int | None = ...,
    curriculum_tau: float | None = ...,
    curriculum_initial: int | None = ...,
    curriculum_every: int | None = ...,
    curriculum_amount: int | None = ...,
    curriculum_all_lengths: bool | None = ...,
    curriculum_tokens: int | None = ...,
    curriculum_pool: int | None = ...,
    optimizer_beta1: float | None = ...,
    optimizer_beta2: float | None = ...,
    optimizer_epsilon: float | None = ...,
    optimizer_epsilon_to: Literal["corrected", "raw"] | None = ...,
    optimizer_decay_by: Literal["rate", "schedule", "gradient"] | None = ...,
    optimizer_step: Literal["relative", "relative_warmup", "schedule"] | None = ...,
    optimizer_scale_parameter: bool | None = ...,
    optimizer_smallest: float | None = ...,
    optimizer_update_clip: float | None = ...,
    optimizer_exponent: float | None = ...,
    schedule_warmup: int | None = ...,
    schedule_warmup_from: float | None = ...,
    schedule_floor: float | None = ...,
    schedule_end: int | None = ...,
    schedule_floor_at: Literal["after", "last"] | None = ...,
    schedule_formula: Text | None = ...,
    schedule_numbers: Text | None = ...,
    schedule_delay: int | None = ...,
    eval_beam: int | None = ...,
    eval_length_norm: Literal["gnmt", "fairseq"] | None = ...,
    eval_length_penalty: float | None = ...,
    eval_length_factor: float | None = ...,
    eval_length_extra: int | None = ...,
    eval_memory: int | None = ...,
    eval_same_span: bool | None = ...,
    eval_lanes: int | None = ...,
) -> list[Run]:
    """Trains one run for each seed, and returns a list of runs. Otherwise like train() with one seed.

    task: task or text that the model learns (default reverse_string)
    architecture: overall structure of the model (default encoder)
    positions: how tokens get their position ids (default standard)
    encoding: positional encoding: how positions enter the model (default sinusoid)
    mask: attention mask: which keys each query attends to (default full)
    scale: scale factor of the attention logits (default inverse_sqrt)
    attention: how attention logits become attention weights (default softmax)
    projection: how queries, keys and values are computed (default linear)
    residual: residual connection around each sublayer (default add)
    block: where the norms of a block are placed (default post_norm)
    norm: how vectors of the residual stream are normalized (default layer_norm)
    mixer: feed-forward network of a block: its activation and gate (default relu)
    initialisation: how parameters are initialized (default truncated_normal)
    head: output layer: how logits are computed (default linear)
    cell: cell of a recurrent network (default lstm)
    store: external memory of a recurrent network (default none)
    curriculum: lengths and order of the training examples (default uniform)
    optimizer: how gradients update the parameters (default adam)
    schedule: learning-rate schedule (default constant)
    protocol: evaluation protocol: how answers are obtained (default pass)
    metric: metric of scores, tables, figures and the best checkpoint (default token_accuracy)
    width: width d of the residual stream (1..8192; default 64)
    heads: number of attention heads; each head has width / heads columns (the head width) (1..256; default 8)
    model_key_heads: number of key/value heads, a divisor of model.heads (grouped-query attention); each key/value head serves model.heads / model.key_heads neighbouring query heads; fewer key/value heads shrink the key/value cache; 1: multi-query attention; 0: as many as model.heads (0..256; default 0)
    blocks: number of blocks (layers) (1..256; default 5)
    model_order: sublayers of a block in order, one letter each: s is self-attention, f is feed-forward (lengthen list sublayers lists all letters). c is the cross-attention of encoder_decoder. It always follows token-mixing sublayers, so sf means scf. macaron: fsf, without the factors 1/2. sandwich:K: in a model of N blocks, s K times, then sf N-K times, then f K times. memorizing: sf, but the fourth block from the top has k in place of s. Some residuals and initializations depend on the number of layers: a layer starts at each token-mixing letter, and a bar ends a layer, as in s|ff (default sf)
    model_share: which blocks share their parameters: none; all (ALBERT, Universal Transformer); groups:N: adjacent blocks, in N groups; or for each block the index of its parameter set, such as 0,0,1 (default none)
    model_share_norms: blocks that share parameters also share the gains and offsets of their norms (default true)
    model_step_signal: add two vectors to the input of each block: the position vector that the encoding adds to embeddings, and a sinusoid of the block's number, from 1 (Universal Transformer) (default false)
    model_feed_forward: hidden width of the feed-forward network; unless set, 4 times model.width (1..65536; default 256)
    dropout: dropout rate on sublayer outputs and on embeddings with added positions (0..0.95; default 0.1)
    model_dropout_embedding: dropout rate on token embeddings, after positions are added; -1: model.dropout if the encoding adds positions, else 0 (-1..0.95; default -1)
    model_dropout_attention: dropout rate on attention weights, after the softmax; weights that are kept are multiplied by 1 / (1 - rate) (0..0.95; default 0)
    model_dropout_hidden: dropout rate on the hidden layer of the feed-forward network (0..0.95; default 0)
    model_dropout_final: dropout rate on the input of the output layer (0..0.95; default 0)
    model_dropout_words: probability that training replaces an input token with a random token of the vocabulary (0..0.95; default 0)
    precision: number format of the inputs of matrix products and, if the head width is a multiple of 32, of keys and values stored in decoding; all other numbers are fp32; with bf16, training is up to twice as fast (default fp32)
    model_bias: use biases in the feed-forward and output layers, and offsets in layer norms (default true)
    model_embedding_scale: factor that multiplies token embeddings: the square root of the width, or 1 (T5) (default sqrt_width)
    model_embedding_width: width of token embeddings; a linear map projects them to model.width (ALBERT: 128); 0: model.width, without a map (0..8192; default 0)
    model_embedding_norm: norm of the token embeddings: before positions are added (BLOOM) or after (BERT) (default none)
    model_qk_norm: norm of queries and keys, head by head, before the encoding rotates them: RMS norm or layer norm (default none)
    loss_smoothing: label smoothing: fraction of each target's probability that is spread over the output symbols in training; evaluation reports the plain cross-entropy (0..0.95; default 0)
    loss_smoothing_over: output symbols that share the fraction loss.smoothing equally: all: all V symbols; others: the V-1 symbols other than the target (fairseq) (default all)
    loss_z: z-loss: coefficient of (log sum exp logits)^2 in the training loss; 1e-4 keeps logits small (0..1; default 0)
    loss_half: text: train only on the second half of each window, where targets have longer contexts (default false)
    convolution_taps: kernel size in tokens: one number, or one number for each layer, such as 3,7,15; all further layers have the last number (default 7)
    convolution_heads: number of kernels of a layer; each kernel convolves width / heads adjacent columns; 0: as many as model.heads (0..8192; default 0)
    convolution_gate: the input of the convolution is gated: (x Wa + a) * sigmoid(x Wb + b); false: it is x Wa + a (default true)
    convolution_bias: add a bias to the map that computes the kernel of a dynamic convolution (default false)
    convolution_renorm_padding: renormalize the kernel at the ends of the sequence, so that the weights inside the sequence sum to 1; false: pad with zeros (default false)
    convolution_dropout_input: dropout rate on the input of the maps before a convolution; the paper uses 0.1 (0..0.95; default 0)
    convolution_dropout_weights: dropout rate on the kernel weights of each token; the paper uses 0.1 (0..0.95; default 0)
    experts_count: number of experts in a sublayer e or b (1..256; default 8)
    experts_width: hidden width of an expert; 0: model.feed_forward (0..65536; default 0)
    experts_capacity: sublayer e, in training: capacity factor F; an expert processes at most F times an equal share of the tokens, and further tokens skip the sublayer; 0: no limit (0..1000; default 1.25)
    experts_capacity_eval: sublayer e, in evaluation: capacity factor; -1: no limit if the mask is causal (tokens may be decoded one by one), 2 if it is not (-1..1000; default -1)
    experts_capacity_least: sublayer e: lower bound of an expert's capacity, in tokens (1..1e+09; default 4)
    experts_jitter: sublayer e: in training, multiply the router's input by random numbers in 1-J..1+J (0..0.99; default 0.01)
    experts_balance: sublayer e: coefficient of the load-balancing loss (0..1000; default 0.01)
    experts_z_loss: sublayer e: coefficient of the router z-loss, which keeps the router's logits small; usually 0.001 (0..1000; default 0)
    experts_scale: sublayer e: scale S of the initial weights of router and experts, truncated normal with standard deviation sqrt(S / inputs); 0: as set by --initialisation (0..1000; default 0.1)
    experts_dropout: dropout rate on the hidden layer of experts; -1: model.dropout (-1..0.95; default -1)
    experts_sublayers: sublayer b: number of feed-forward networks stacked in an expert (1..16; default 1)
    gating_length: sublayer g: size of the matrices over tokens, and so the longest sequence that the model accepts (1..8192; default 128)
    gating_chunks: sublayer g: number of column chunks, each with its own matrix over tokens (1..256; default 4)
    gating_width: sublayer g: number of columns that are mixed; 0: model.width (0..65536; default 0)
    persistent_pairs: sublayer a: number of trained key-value pairs in each head, in addition to the pairs of the tokens; -1: model.feed_forward (-1..65536; default -1)
    persistent_dropout: dropout rate on the attention weights of the trained pairs of sublayer a, after the softmax (0..0.95; default 0)
    memorizing_size: sublayer k: number of key-value pairs of earlier segments in the memory of each text stream and head; 0: no memory (0..16777216; default 2048)
    memorizing_read: sublayer k: number of nearest pairs that a token retrieves in each head (1..65536; default 32)
    memorizing_combine: sublayer k: how retrieved and local attention are combined: gate: by a trained weight of each head; joint: in one softmax (default gate)
    memorizing_empty: sublayer k, while the memory is empty: zero: the gate mixes in zeros; bypass: local attention only (default zero)
    steps: optimizer steps (1..1e+12; default 10000)
    lr: learning rate (0..100; default 0.001)
    batch: number of sequences in a training step; all have the same length, except with curriculum: epochs (1..65536; default 128)
    train_clip: clip the global norm of the gradient to this value; 0: no clipping (0..1e+09; default 1)
    optimizer_decay: decoupled weight decay per step, multiplied by the learning rate (0..1; default 0)
    optimizer_decay_on: parameters with weight decay: all: all parameters; all_but_biases: all but biases and the parameters of encodings; matrices: matrices except token and position embeddings; matrices_and_embeddings: matrices and token embeddings (default all)
    train_until: stop when a validation (eval.every) reaches this score: METRIC>=NUMBER or METRIC<=NUMBER, such as 'token_accuracy>=0.99' or 'perplexity<=20'; none: never (default none)
    train_patience: stop after N validations (eval.every) in a row without a better score; 0: never (0..1e+09; default 0)
    train_time: stop after this training time, summed over restarts: 90s, 30m, 2h; none: never. The number of steps, and so the result, then depends on the machine (default none)
    init: initialize parameters from the last model of a run, or from a file such as model.safetensors; only parameters with matching names and shapes, without the optimizer state (default none)
    train_seed: random seed of training; seed.init, seed.data, ... can override it (0..9007199254740991; default 1)
    seed_init: seed of the initial parameters; -1: train.seed (-1..9007199254740991; default -1)
    seed_data: seed of the training sequences; -1: train.seed (-1..9007199254740991; default -1)
    seed_length: seed of the training lengths; -1: train.seed (-1..9007199254740991; default -1)
    seed_dropout: seed of dropout in training; -1: train.seed (-1..9007199254740991; default -1)
    seed_positions: seed of the position samples of training steps; -1: train.seed (-1..9007199254740991; default -1)
    lengths: lengths to evaluate (1..100000; default 1..100)
    eval_sequences: sequences evaluated at each length; for text, see eval.targets (1..1e+07; default 500)
    eval_seed: random seed of evaluation (0..9007199254740991; default 1)
    eval_position_samples: position samples at each length; the sequences are divided among them, and token accuracy is the mean over samples (1..1e+06; default 1)
    eval_batch: sequences evaluated at once; affects memory, not results (1..1e+06; default 512)
    eval_dropout: keep dropout on in evaluation, as the released code of Ruoss et al. 2023 does (default false)
    eval_targets: text: score the last N target tokens of the test split, at every length; 0: N is eval.sequences times the shortest length, or less if the split is so short that the longest length needs some of these tokens as context (0..1e+15; default 0)
    eval_stride: text: each window scores its last N target tokens, and windows advance by N; 1: sliding windows; the longest length or more: windows do not overlap; 0: N is the shortest length, so that at length T every target has at least T - N tokens of context (0..100000; default 0)
    eval_validation: data for validation during training: validation: the validation split, at up to 40 of the training lengths; test: the test split at eval.lengths, which should not select a model or stop training (default validation)
    eval_checkpoint: checkpoint to evaluate: the last one, or the one with the best validation score (default last)
    eval_max_tokens: greedy decoding: cut an answer off once source and answer together have N tokens; 0: once the answer is as long as the target (0..100000; default 0)
    eval_score: lengths that the score averages over: first-ood..max: all evaluated lengths beyond the training lengths; paper-exact: the same lengths without the shortest, as in the example script of Ruoss et al. 2023; all: all evaluated lengths (default first-ood..max)
    eval_score_above: count lengths above N as beyond training, so that models trained on different lengths are scored over the same lengths; 0: the longest training length (0..100000; default 0)
    eval_with: options that replace training options in the evaluation, such as 'mask: window, mask.width: 40': options of positions, mask and scale, and options of encodings that extend the context (default none)
    eval_average: average a score over lengths (with equal weights) or over examples (finite data sets have more examples at some lengths) (default lengths)
    eval_label: name of this evaluation, such as ensemble-3; claims can select runs by this name; it does not affect results (default none)
    threads: number of threads; 0: all processors, divided among concurrent runs (0..1024; default 0)
    log: tensorboard: also write a TensorBoard event file (default none)
    train_log_every: write a line to metrics.jsonl every N steps (1..1e+09; default 100)
    train_checkpoint_every: write a checkpoint every N steps (1..1e+09; default 1000)
    train_keep: keep the models of the last N checkpoints; 1: model.safetensors only (1..1e+06; default 1)
    train_keep_state: how long to keep state.safetensors, which is three times as large as the model: always, or (unfinished) until the run is finished; without this file, a finished run cannot be trained for more steps (default always)
    eval_every: validate every N steps (eval.validation) and keep the best checkpoint; 0: never (0..1e+09; default 0)
    data_train: file of training pairs (default none)
    data_test: file of test pairs (default none)
    data_validation_file: file of validation pairs (eval.validation) (default none)
    data_validation_fraction: fraction of the training pairs, spaced evenly over the file, that is held out for validation if no validation file is given (0..0.9; default 0)
    data_tokens: unit of a token: a word between blanks, a UTF-8 character, or a byte (default words)
    data_subwords: SentencePiece model or subword-nmt codes that split text into subword tokens; empty: split text as data.tokens says (default none)
    data_bucket: round source lengths up to a multiple of N tokens for reporting (1..100000; default 1)
    data_source: file of training sources, one per line, or of pairs (default none)
    data_target: file of training targets; empty: data.source has pairs (default none)
    data_test_source: file of test sources; may be set when a trained model is evaluated (default none)
    data_test_target: file of test targets (default none)
    data_validation_source: file of validation sources (eval.validation) (default none)
    data_validation_target: file of validation targets (default none)
    data_test_fraction: fraction of the pairs, at the end of the file, that is used for testing if no test file is given (0..0.999999; default 0.1)
    data_target_subwords: SentencePiece model or subword-nmt codes of the targets; empty: one vocabulary for both sides (default none)
    data_least_uses: tokens that occur fewer than N times in the training split become <unk> (1..1073741824; default 1)
    data_vocabulary: keep only the N most frequent tokens; 0: all (0..16777216; default 0)
    data_longest: skip pairs with more than N tokens on either side (1..99999; default 1024)
    data_longest_trained: skip training pairs with more than N tokens on either side, to train on shorter pairs than are evaluated; 0: data.longest (0..99999; default 0)
    data_concatenated: join N consecutive training pairs into one (1..1000; default 1)
    data_file: text file (default none)
    data_test_file: separate test file, in place of the end of data.file; may be set when a trained model is evaluated (default none)
    data_line_ends: words: end every line with the token <eos> (default true)
    data_context: number of context tokens before the first predicted token of a record (1..100000; default 1)
    data_masking: probability that a token is selected for prediction (1e-06..1; default 0.15)
    data_size: size of the file in bytes, which is checked; change it if your file is a part of the corpus (40..1e+15; default 100000000)
    data_newlines: keep newlines as tokens; false: drop them, as the Transformer-XL code does (default true)
    data_folder: directory of the unpacked corpus (default none)
    data_keys: number of distinct keys, and the largest number of pairs in a sequence (1..4096; default 32)
    data_queries: number of keys queried in a sequence (1..1000; default 4)
    data_reach: number of symbols before each query, which is also the largest offset (1..64; default 4)
    data_width: length of a pattern, in symbols (1..16; default 2)
    data_permutations: number of keys, each with a permutation of the symbols (1..4096; default 16)
    data_inverted: probability that the first adjective stays before its noun (0..1; default 0)
    data_examples: number of training examples, divided among the lengths of the curriculum (1..1e+09; default 100000)
    data_validation: validation examples of each length, as a fraction of the training examples of this length (0..10; default 0.15)
    data_test_examples: number of test examples of each length (for addition: of each pair of digit counts) (1..1e+09; default 500)
    data_seed: random seed of all examples (0..9007199254740991; default 9842497)
    data_alphabet: number of different words in sources (1..1e+06; default 6052)
    data_scratchpad: scratchpad before the answer: none; full; full without one part: no_input, no_computation, no_output, no_rest or (in tasks with variables) no_variables; minimal; or five digits 0 or 1, which select the parts input, computation, output, variables and rest (default none)
    data_largest: largest number (10..999999999; default 9999)
    data_smallest: smallest number, at most data.largest (0..999999999; default 10)
    data_split: training split: paper: commands of up to 25 actions; orig: commands of up to 22 actions, as in the original data set (default paper)
    data_prefix: begin every source with a fixed word, such as "Solve:" (default true)
    model_decode: parallel: all outputs in one forward pass, at empty tokens after the source; autoregressive: one token after another (needs --mask causal); in_place: all outputs in one forward pass, each at a source token (needs targets as long as their sources) (default parallel)
    model_computation_steps: extra computation tokens per input token, between input and output (0..16; default 0)
    architecture_memory_tokens: number of memory tokens (trained vectors) of an encoder; memory tokens and the other tokens attend to each other; 0: none (0..4096; default 0)
    architecture_memory_form: plain: memory tokens and other tokens pass through the same sublayers; controller: memory tokens first pass through separate sublayers, then the other tokens attend to memory tokens and to each other; bottleneck: as controller, but the other tokens attend only to memory tokens (default plain)
    architecture_memory: segment memory: number of earlier tokens whose hidden states each block keeps (Transformer-XL); 0: none (0..100000; default 0)
    architecture_memory_start: memory at the start of a text: empty, or rows of zeros that take part in attention (default empty)
    architecture_vocabulary: vocabulary size: number of rows of the token embedding and of the output layer (T5: 32,100); rows beyond the data's symbols are never trained; 0: no extra rows (0..1e+07; default 0)
    architecture_begin: token that starts a target: own: a separate token; end: the end-of-sequence token, as in fairseq (default own)
    architecture_tables: token embeddings of sources and targets: auto: one shared table if both have the same vocabulary; shared: one table, or an error if the vocabularies differ; apart: two tables (default auto)
    encoder_encoding: encoding of the source, with options such as encoder.encoding.base; same: the encoding of --encoding (default same)
    encoder_positions: positions of the source, with options such as encoder.positions.L; same: the positions of --positions (default same)
    decoder_encoding: encoding of the target, with options such as decoder.encoding.base; same: the encoding of --encoding (default same)
    decoder_positions: positions of the target, with options such as decoder.positions.L; same: the positions of --positions (default same)
    cross_encoding: encoding of cross-attention, a function of the distance from target token to source token; only none, rope, alibi, t5, kerple and sandwich can be used here (default none)
    architecture_latents: number of latent vectors that attend to the source and pass through the blocks (1..8192; default 16)
    architecture_repeats: number of times that the latents attend to the source and pass through all blocks, with shared weights (1..64; default 1)
    architecture_query_residual: add the query to its attention output; false: use only the attention output (default false)
    architecture_output: input of the output layer: queries: one query per target token, which attends to the latents; mean: the mean of the latents, for data with one target token per record (default queries)
    architecture_hidden: width of each state vector of the cell (1..8192; default 256)
    positions_L: size L of the range that positions are sampled from (1..16777216; default 2048)
    positions_draw: what to sample for encodings that read distances: distances: sorted distances; positions: positions, from whose differences the distances are computed; auto: as distances (default auto)
    positions_per: draw one position sample per forward pass, per block, or (in training) per sequence; auto: as stated in the properties of the positions or, if not there, of the encoding (`lengthen show`) (default auto)
    positions_both_sides: sample the distances to the left and to the right independently (default false)
    positions_even: in evaluation, space positions evenly over the range instead of sampling them (default false)
    encoder_positions_L: size L of the range that positions are sampled from (1..16777216; default 2048)
    encoder_positions_draw: what to sample for encodings that read distances: distances: sorted distances; positions: positions, from whose differences the distances are computed; auto: as distances (default auto)
    encoder_positions_per: draw one position sample per forward pass, per block, or (in training) per sequence; auto: as stated in the properties of the positions or, if not there, of the encoding (`lengthen show`) (default auto)
    encoder_positions_both_sides: sample the distances to the left and to the right independently (default false)
    encoder_positions_even: in evaluation, space positions evenly over the range instead of sampling them (default false)
    decoder_positions_L: size L of the range that positions are sampled from (1..16777216; default 2048)
    decoder_positions_draw: what to sample for encodings that read distances: distances: sorted distances; positions: positions, from whose differences the distances are computed; auto: as distances (default auto)
    decoder_positions_per: draw one position sample per forward pass, per block, or (in training) per sequence; auto: as stated in the properties of the positions or, if not there, of the encoding (`lengthen show`) (default auto)
    decoder_positions_both_sides: sample the distances to the left and to the right independently (default false)
    decoder_positions_even: in evaluation, space positions evenly over the range instead of sampling them (default false)
    positions_shift: largest training offset K; offsets are uniform in 0..K (0..16777216; default 500)
    positions_eval_shift: offset in evaluation; the authors' code uses positions.shift (0..16777216; default 0)
    encoder_positions_shift: largest training offset K; offsets are uniform in 0..K (0..16777216; default 500)
    encoder_positions_eval_shift: offset in evaluation; the authors' code uses positions.shift (0..16777216; default 0)
    decoder_positions_shift: largest training offset K; offsets are uniform in 0..K (0..16777216; default 500)
    decoder_positions_eval_shift: offset in evaluation; the authors' code uses positions.shift (0..16777216; default 0)
    positions_global_shift: bound G of the shift of a whole sequence, which is uniform in -G..G (in the authors' code, the option is the full width 2 G) (0..1e+06; default 5)
    positions_local_shift: bound e of the separate shift of each token, which is uniform in -e..e; if e is above 0.5, adjacent tokens may swap places (0..1e+06; default 0.5)
    positions_max_scale: largest scale S of the positions; the logarithm of the scale is uniform in -ln S..ln S (1..1000; default 1.03)
    positions_center: first subtract the mean position of the sequence, in evaluation too (default true)
    positions_source_factor: for separate source sequences: first multiply source positions by this factor, in evaluation too; usually the mean target length divided by the mean source length (0.001..1000; default 1)
    encoder_positions_global_shift: bound G of the shift of a whole sequence, which is uniform in -G..G (in the authors' code, the option is the full width 2 G) (0..1e+06; default 5)
    encoder_positions_local_shift: bound e of the separate shift of each token, which is uniform in -e..e; if e is above 0.5, adjacent tokens may swap places (0..1e+06; default 0.5)
    encoder_positions_max_scale: largest scale S of the positions; the logarithm of the scale is uniform in -ln S..ln S (1..1000; default 1.03)
    encoder_positions_center: first subtract the mean position of the sequence, in evaluation too (default true)
    encoder_positions_source_factor: for separate source sequences: first multiply source positions by this factor, in evaluation too; usually the mean target length divided by the mean source length (0.001..1000; default 1)
    decoder_positions_global_shift: bound G of the shift of a whole sequence, which is uniform in -G..G (in the authors' code, the option is the full width 2 G) (0..1e+06; default 5)
    decoder_positions_local_shift: bound e of the separate shift of each token, which is uniform in -e..e; if e is above 0.5, adjacent tokens may swap places (0..1e+06; default 0.5)
    decoder_positions_max_scale: largest scale S of the positions; the logarithm of the scale is uniform in -ln S..ln S (1..1000; default 1.03)
    decoder_positions_center: first subtract the mean position of the sequence, in evaluation too (default true)
    decoder_positions_source_factor: for separate source sequences: first multiply source positions by this factor, in evaluation too; usually the mean target length divided by the mean source length (0.001..1000; default 1)
    positions_factor: distance between adjacent tokens (1e-06..1e+06; default 1)
    positions_trained: longest training sequence, in tokens; longer sequences are compressed to the positions of this one; 0: no compression (0..16777216; default 0)
    encoder_positions_factor: distance between adjacent tokens (1e-06..1e+06; default 1)
    encoder_positions_trained: longest training sequence, in tokens; longer sequences are compressed to the positions of this one; 0: no compression (0..16777216; default 0)
    decoder_positions_factor: distance between adjacent tokens (1e-06..1e+06; default 1)
    decoder_positions_trained: longest training sequence, in tokens; longer sequences are compressed to the positions of this one; 0: no compression (0..16777216; default 0)
    positions_law: distribution of the last position in training, with the sequence length T as its mean (alias: positions.distribution): exponential: no upper limit; beta: at most positions.longest; fixed: always T, as in evaluation (default exponential)
    positions_longest: upper limit M of the beta distribution: the longest evaluated sequence, in tokens; in sequences of T >= M tokens the last position is T (1..16777216; default 2048)
    encoder_positions_law: distribution of the last position in training, with the sequence length T as its mean (alias: positions.distribution): exponential: no upper limit; beta: at most positions.longest; fixed: always T, as in evaluation (default exponential)
    encoder_positions_longest: upper limit M of the beta distribution: the longest evaluated sequence, in tokens; in sequences of T >= M tokens the last position is T (1..16777216; default 2048)
    decoder_positions_law: distribution of the last position in training, with the sequence length T as its mean (alias: positions.distribution): exponential: no upper limit; beta: at most positions.longest; fixed: always T, as in evaluation (default exponential)
    decoder_positions_longest: upper limit M of the beta distribution: the longest evaluated sequence, in tokens; in sequences of T >= M tokens the last position is T (1..16777216; default 2048)
    positions_width: largest distance w that is not changed (1..16777216; default 40)
    positions_compress: divide the part of a distance beyond positions.width by this number; 0: clip distances at positions.width (0..1e+06; default 0)
    encoder_positions_width: largest distance w that is not changed (1..16777216; default 40)
    encoder_positions_compress: divide the part of a distance beyond positions.width by this number; 0: clip distances at positions.width (0..1e+06; default 0)
    decoder_positions_width: largest distance w that is not changed (1..16777216; default 40)
    decoder_positions_compress: divide the part of a distance beyond positions.width by this number; 0: clip distances at positions.width (0..1e+06; default 0)
    positions_separator: token that ends a document, spelled as in the vocabulary; by default the end of a line: \n for bytes and characters, <eos> for words (default none)
    encoder_positions_separator: token that ends a document, spelled as in the vocabulary; by default the end of a line: \n for bytes and characters, <eos> for words (default none)
    decoder_positions_separator: token that ends a document, spelled as in the vocabulary; by default the end of a line: \n for bytes and characters, <eos> for words (default none)
    encoding_base: base b of the frequencies b^(-2i/n) of n columns; the longest wavelength is about 2 pi b tokens (1..1e+09; default 10000)
    encoding_layout: order of the columns: halves: all sines, then all cosines; interleaved: sine and cosine of each frequency side by side (default halves)
    encoding_first: offset added to every position; with 1, positions count from 1 (0..16777216; default 0)
    encoder_encoding_base: base b of the frequencies b^(-2i/n) of n columns; the longest wavelength is about 2 pi b tokens (1..1e+09; default 10000)
    encoder_encoding_layout: order of the columns: halves: all sines, then all cosines; interleaved: sine and cosine of each frequency side by side (default halves)
    encoder_encoding_first: offset added to every position; with 1, positions count from 1 (0..16777216; default 0)
    decoder_encoding_base: base b of the frequencies b^(-2i/n) of n columns; the longest wavelength is about 2 pi b tokens (1..1e+09; default 10000)
    decoder_encoding_layout: order of the columns: halves: all sines, then all cosines; interleaved: sine and cosine of each frequency side by side (default halves)
    decoder_encoding_first: offset added to every position; with 1, positions count from 1 (0..16777216; default 0)
    cross_encoding_base: base b of the frequencies b^(-2i/n) of n columns; the longest wavelength is about 2 pi b tokens (1..1e+09; default 10000)
    cross_encoding_layout: order of the columns: halves: all sines, then all cosines; interleaved: sine and cosine of each frequency side by side (default halves)
    cross_encoding_first: offset added to every position; with 1, positions count from 1 (0..16777216; default 0)
    encoding_rows: number of rows of the embedding table; positions must be smaller than this number (1..1048576; default 2048)
    encoder_encoding_rows: number of rows of the embedding table; positions must be smaller than this number (1..1048576; default 2048)
    decoder_encoding_rows: number of rows of the embedding table; positions must be smaller than this number (1..1048576; default 2048)
    cross_encoding_rows: number of rows of the embedding table; positions must be smaller than this number (1..1048576; default 2048)
    encoding_relative: add a relative bias by distance bucket, as T5 does (TUPE-R) (default false)
    encoding_buckets: number of distance buckets; without a causal mask, half of the buckets are for keys on the right (4..256; default 32)
    encoding_max_distance: distance at which the logarithmic buckets end; the last bucket begins a little below this distance and has no upper limit (2..16777216; default 128)
    encoding_first_token: position term of logits whose query or key is the first token: alike: as for all other tokens; free: two trained numbers per head, one for logits whose query is the first token, one for logits of which only the key is the first token; rows: as free, but the two numbers are products of the first two rows of the table, as in the authors' code (default alike)
    encoding_released: normalize the rows of the table, and add biases to the maps Uq and Uk, as in the authors' code (default false)
    encoder_encoding_relative: add a relative bias by distance bucket, as T5 does (TUPE-R) (default false)
    encoder_encoding_buckets: number of distance buckets; without a causal mask, half of the buckets are for keys on the right (4..256; default 32)
    encoder_encoding_max_distance: distance at which the logarithmic buckets end; the last bucket begins a little below this distance and has no upper limit (2..16777216; default 128)
    encoder_encoding_first_token: position term of logits whose query or key is the first token: alike: as for all other tokens; free: two trained numbers per head, one for logits whose query is the first token, one for logits of which only the key is the first token; rows: as free, but the two numbers are products of the first two rows of the table, as in the authors' code (default alike)
    encoder_encoding_released: normalize the rows of the table, and add biases to the maps Uq and Uk, as in the authors' code (default false)
    decoder_encoding_relative: add a relative bias by distance bucket, as T5 does (TUPE-R) (default false)
    decoder_encoding_buckets: number of distance buckets; without a causal mask, half of the buckets are for keys on the right (4..256; default 32)
    decoder_encoding_max_distance: distance at which the logarithmic buckets end; the last bucket begins a little below this distance and has no upper limit (2..16777216; default 128)
    decoder_encoding_first_token: position term of logits whose query or key is the first token: alike: as for all other tokens; free: two trained numbers per head, one for logits whose query is the first token, one for logits of which only the key is the first token; rows: as free, but the two numbers are products of the first two rows of the table, as in the authors' code (default alike)
    decoder_encoding_released: normalize the rows of the table, and add biases to the maps Uq and Uk, as in the authors' code (default false)
    cross_encoding_relative: add a relative bias by distance bucket, as T5 does (TUPE-R) (default false)
    cross_encoding_buckets: number of distance buckets; without a causal mask, half of the buckets are for keys on the right (4..256; default 32)
    cross_encoding_max_distance: distance at which the logarithmic buckets end; the last bucket begins a little below this distance and has no upper limit (2..16777216; default 128)
    cross_encoding_first_token: position term of logits whose query or key is the first token: alike: as for all other tokens; free: two trained numbers per head, one for logits whose query is the first token, one for logits of which only the key is the first token; rows: as free, but the two numbers are products of the first two rows of the table, as in the authors' code (default alike)
    cross_encoding_released: normalize the rows of the table, and add biases to the maps Uq and Uk, as in the authors' code (default false)
    encoding_shared_terms: share the content and position biases u and v among all blocks, as Transformer-XL does without its option untie_r (default false)
    encoding_terms: terms of the score to keep, as lettered by Dai et al. 2019: (a) query and key, (b) query and distance, (c) content bias u, (d) position bias v (default abcd)
    encoder_encoding_shared_terms: share the content and position biases u and v among all blocks, as Transformer-XL does without its option untie_r (default false)
    encoder_encoding_terms: terms of the score to keep, as lettered by Dai et al. 2019: (a) query and key, (b) query and distance, (c) content bias u, (d) position bias v (default abcd)
    decoder_encoding_shared_terms: share the content and position biases u and v among all blocks, as Transformer-XL does without its option untie_r (default false)
    decoder_encoding_terms: terms of the score to keep, as lettered by Dai et al. 2019: (a) query and key, (b) query and distance, (c) content bias u, (d) position bias v (default abcd)
    cross_encoding_shared_terms: share the content and position biases u and v among all blocks, as Transformer-XL does without its option untie_r (default false)
    cross_encoding_terms: terms of the score to keep, as lettered by Dai et al. 2019: (a) query and key, (b) query and distance, (c) content bias u, (d) position bias v (default abcd)
    encoding_sides: penalty of keys on the right: half_shift: larger by half the slope than at the same distance on the left; symmetric: the same as on the left; split_heads: the first half of the heads sees only keys on the left, the second half only keys on the right; two_slopes: with a different slope (encoding.right_slope) (default half_shift)
    encoding_right_slope: two_slopes: slope on the right divided by the slope on the left (0.01..100; default 0.5)
    encoding_trained_slopes: multiply slopes by trained factors, which all blocks share: one factor per head, initially 1; for two_slopes, one factor per head and side, on the right initially encoding.right_slope (default false)
    encoder_encoding_sides: penalty of keys on the right: half_shift: larger by half the slope than at the same distance on the left; symmetric: the same as on the left; split_heads: the first half of the heads sees only keys on the left, the second half only keys on the right; two_slopes: with a different slope (encoding.right_slope) (default half_shift)
    encoder_encoding_right_slope: two_slopes: slope on the right divided by the slope on the left (0.01..100; default 0.5)
    encoder_encoding_trained_slopes: multiply slopes by trained factors, which all blocks share: one factor per head, initially 1; for two_slopes, one factor per head and side, on the right initially encoding.right_slope (default false)
    decoder_encoding_sides: penalty of keys on the right: half_shift: larger by half the slope than at the same distance on the left; symmetric: the same as on the left; split_heads: the first half of the heads sees only keys on the left, the second half only keys on the right; two_slopes: with a different slope (encoding.right_slope) (default half_shift)
    decoder_encoding_right_slope: two_slopes: slope on the right divided by the slope on the left (0.01..100; default 0.5)
    decoder_encoding_trained_slopes: multiply slopes by trained factors, which all blocks share: one factor per head, initially 1; for two_slopes, one factor per head and side, on the right initially encoding.right_slope (default false)
    cross_encoding_sides: penalty of keys on the right: half_shift: larger by half the slope than at the same distance on the left; symmetric: the same as on the left; split_heads: the first half of the heads sees only keys on the left, the second half only keys on the right; two_slopes: with a different slope (encoding.right_slope) (default half_shift)
    cross_encoding_right_slope: two_slopes: slope on the right divided by the slope on the left (0.01..100; default 0.5)
    cross_encoding_trained_slopes: multiply slopes by trained factors, which all blocks share: one factor per head, initially 1; for two_slopes, one factor per head and side, on the right initially encoding.right_slope (default false)
    encoding_local_heads: number M of heads that see only the nearest keys; 0: half of the heads (0..16777216; default 0)
    encoder_encoding_local_heads: number M of heads that see only the nearest keys; 0: half of the heads (0..16777216; default 0)
    decoder_encoding_local_heads: number M of heads that see only the nearest keys; 0: half of the heads (0..16777216; default 0)
    cross_encoding_local_heads: number M of heads that see only the nearest keys; 0: half of the heads (0..16777216; default 0)
    encoding_fraction: rotate this fraction of the columns of each head, from the first column on, rounded down to column pairs, but at least one pair (1e-06..1; default 1)
    encoding_pairs: pairs of columns that are rotated together: neighbours: 2i and 2i+1; halves: i and i + r/2 of the r rotated columns, as in GPT-NeoX (default neighbours)
    encoding_frequencies: context extension by a factor s (encoding.extension): trained: no extension; interpolated: divide all frequencies by s (aliases pi and linear); ntk: use a larger base; parts_rotations: divide the frequencies of slow pairs by s, and keep the frequencies of fast pairs (YaRN as published); parts_index: as in the code of YaRN (the alias yarn also sets encoding.temperature 0.1); parts_unrounded: as parts_index, with unrounded bounds; llama3: as parts_rotations, with the bounds of Llama 3; longrope: divide the frequency of each pair by its own factor (default trained)
    encoding_extension: extension factor s of encoding.frequencies: sequence length divided by the training length; with encoding.dynamic, s = extension T / trained - (extension - 1) (1..1e+06; default 1)
    encoding_trained: longest training sequence, in tokens; parts_* and llama3 classify pairs as slow or fast by this length (2..16777216; default 40)
    encoding_dynamic: compute the extension factor s for each sequence, from its length T and encoding.trained; s is at least 1 (default false)
    encoding_temperature: temperature t: multiply rotated queries and keys by t ln s + 1 (YaRN: t = 0.1) (0..10; default 0)
    encoding_factors: longrope: divisors of the frequencies, one number for each pair, separated by blanks (default none)
    encoding_short_factors: encoding.factors for sequences of at most encoding.trained tokens; empty: all factors are 1 (default none)
    encoding_frequency: frequency of pair k of the r rotated columns, a formula of k, r and T (lengthen help formula); empty: base^(-2*k/r), as set by encoding.frequencies (default none)
    encoding_clip: largest distance w that is not changed (ReRoPE, proposed with scale: log_n; alias: encoding.rerope); 0: no limit (0..16777216; default 0)
    encoding_compress: divide the part of a distance beyond encoding.clip by this number (Leaky ReRoPE; alias: encoding.leaky_rerope); 0: clip distances (0..1e+06; default 0)
    encoding_group: group size g (Self-Extend; alias: encoding.self_extend): from the distance w = encoding.clip on, divide positions by g, rounded down, and shift queries by w - floor(w/g); 0: no groups (0..16777216; default 0)
    encoder_encoding_fraction: rotate this fraction of the columns of each head, from the first column on, rounded down to column pairs, but at least one pair (1e-06..1; default 1)
    encoder_encoding_pairs: pairs of columns that are rotated together: neighbours: 2i and 2i+1; halves: i and i + r/2 of the r rotated columns, as in GPT-NeoX (default neighbours)
    encoder_encoding_frequencies: context extension by a factor s (encoding.extension): trained: no extension; interpolated: divide all frequencies by s (aliases pi and linear); ntk: use a larger base; parts_rotations: divide the frequencies of slow pairs by s, and keep the frequencies of fast pairs (YaRN as published); parts_index: as in the code of YaRN (the alias yarn also sets encoding.temperature 0.1); parts_unrounded: as parts_index, with unrounded bounds; llama3: as parts_rotations, with the bounds of Llama 3; longrope: divide the frequency of each pair by its own factor (default trained)
    encoder_encoding_extension: extension factor s of encoding.frequencies: sequence length divided by the training length; with encoding.dynamic, s = extension T / trained - (extension - 1) (1..1e+06; default 1)
    encoder_encoding_trained: longest training sequence, in tokens; parts_* and llama3 classify pairs as slow or fast by this length (2..16777216; default 40)
    encoder_encoding_dynamic: compute the extension factor s for each sequence, from its length T and encoding.trained; s is at least 1 (default false)
    encoder_encoding_temperature: temperature t: multiply rotated queries and keys by t ln s + 1 (YaRN: t = 0.1) (0..10; default 0)
    encoder_encoding_factors: longrope: divisors of the frequencies, one number for each pair, separated by blanks (default none)
    encoder_encoding_short_factors: encoding.factors for sequences of at most encoding.trained tokens; empty: all factors are 1 (default none)
    encoder_encoding_frequency: frequency of pair k of the r rotated columns, a formula of k, r and T (lengthen help formula); empty: base^(-2*k/r), as set by encoding.frequencies (default none)
    encoder_encoding_clip: largest distance w that is not changed (ReRoPE, proposed with scale: log_n; alias: encoding.rerope); 0: no limit (0..16777216; default 0)
    encoder_encoding_compress: divide the part of a distance beyond encoding.clip by this number (Leaky ReRoPE; alias: encoding.leaky_rerope); 0: clip distances (0..1e+06; default 0)
    encoder_encoding_group: group size g (Self-Extend; alias: encoding.self_extend): from the distance w = encoding.clip on, divide positions by g, rounded down, and shift queries by w - floor(w/g); 0: no groups (0..16777216; default 0)
    decoder_encoding_fraction: rotate this fraction of the columns of each head, from the first column on, rounded down to column pairs, but at least one pair (1e-06..1; default 1)
    decoder_encoding_pairs: pairs of columns that are rotated together: neighbours: 2i and 2i+1; halves: i and i + r/2 of the r rotated columns, as in GPT-NeoX (default neighbours)
    decoder_encoding_frequencies: context extension by a factor s (encoding.extension): trained: no extension; interpolated: divide all frequencies by s (aliases pi and linear); ntk: use a larger base; parts_rotations: divide the frequencies of slow pairs by s, and keep the frequencies of fast pairs (YaRN as published); parts_index: as in the code of YaRN (the alias yarn also sets encoding.temperature 0.1); parts_unrounded: as parts_index, with unrounded bounds; llama3: as parts_rotations, with the bounds of Llama 3; longrope: divide the frequency of each pair by its own factor (default trained)
    decoder_encoding_extension: extension factor s of encoding.frequencies: sequence length divided by the training length; with encoding.dynamic, s = extension T / trained - (extension - 1) (1..1e+06; default 1)
    decoder_encoding_trained: longest training sequence, in tokens; parts_* and llama3 classify pairs as slow or fast by this length (2..16777216; default 40)
    decoder_encoding_dynamic: compute the extension factor s for each sequence, from its length T and encoding.trained; s is at least 1 (default false)
    decoder_encoding_temperature: temperature t: multiply rotated queries and keys by t ln s + 1 (YaRN: t = 0.1) (0..10; default 0)
    decoder_encoding_factors: longrope: divisors of the frequencies, one number for each pair, separated by blanks (default none)
    decoder_encoding_short_factors: encoding.factors for sequences of at most encoding.trained tokens; empty: all factors are 1 (default none)
    decoder_encoding_frequency: frequency of pair k of the r rotated columns, a formula of k, r and T (lengthen help formula); empty: base^(-2*k/r), as set by encoding.frequencies (default none)
    decoder_encoding_clip: largest distance w that is not changed (ReRoPE, proposed with scale: log_n; alias: encoding.rerope); 0: no limit (0..16777216; default 0)
    decoder_encoding_compress: divide the part of a distance beyond encoding.clip by this number (Leaky ReRoPE; alias: encoding.leaky_rerope); 0: clip distances (0..1e+06; default 0)
    decoder_encoding_group: group size g (Self-Extend; alias: encoding.self_extend): from the distance w = encoding.clip on, divide positions by g, rounded down, and shift queries by w - floor(w/g); 0: no groups (0..16777216; default 0)
    cross_encoding_fraction: rotate this fraction of the columns of each head, from the first column on, rounded down to column pairs, but at least one pair (1e-06..1; default 1)
    cross_encoding_pairs: pairs of columns that are rotated together: neighbours: 2i and 2i+1; halves: i and i + r/2 of the r rotated columns, as in GPT-NeoX (default neighbours)
    cross_encoding_frequencies: context extension by a factor s (encoding.extension): trained: no extension; interpolated: divide all frequencies by s (aliases pi and linear); ntk: use a larger base; parts_rotations: divide the frequencies of slow pairs by s, and keep the frequencies of fast pairs (YaRN as published); parts_index: as in the code of YaRN (the alias yarn also sets encoding.temperature 0.1); parts_unrounded: as parts_index, with unrounded bounds; llama3: as parts_rotations, with the bounds of Llama 3; longrope: divide the frequency of each pair by its own factor (default trained)
    cross_encoding_extension: extension factor s of encoding.frequencies: sequence length divided by the training length; with encoding.dynamic, s = extension T / trained - (extension - 1) (1..1e+06; default 1)
    cross_encoding_trained: longest training sequence, in tokens; parts_* and llama3 classify pairs as slow or fast by this length (2..16777216; default 40)
    cross_encoding_dynamic: compute the extension factor s for each sequence, from its length T and encoding.trained; s is at least 1 (default false)
    cross_encoding_temperature: temperature t: multiply rotated queries and keys by t ln s + 1 (YaRN: t = 0.1) (0..10; default 0)
    cross_encoding_factors: longrope: divisors of the frequencies, one number for each pair, separated by blanks (default none)
    cross_encoding_short_factors: encoding.factors for sequences of at most encoding.trained tokens; empty: all factors are 1 (default none)
    cross_encoding_frequency: frequency of pair k of the r rotated columns, a formula of k, r and T (lengthen help formula); empty: base^(-2*k/r), as set by encoding.frequencies (default none)
    cross_encoding_clip: largest distance w that is not changed (ReRoPE, proposed with scale: log_n; alias: encoding.rerope); 0: no limit (0..16777216; default 0)
    cross_encoding_compress: divide the part of a distance beyond encoding.clip by this number (Leaky ReRoPE; alias: encoding.leaky_rerope); 0: clip distances (0..1e+06; default 0)
    cross_encoding_group: group size g (Self-Extend; alias: encoding.self_extend): from the distance w = encoding.clip on, divide positions by g, rounded down, and shift queries by w - floor(w/g); 0: no groups (0..16777216; default 0)
    encoding_scale_base: scale base B, in tokens: at distance B, the product of query and key in column pair i has decayed by the factor z_i, as in the authors' code (1..1e+09; default 512)
    encoding_gamma: gamma: the decay factors z_i range from gamma / (1 + gamma) to almost 1 (0.001..1000; default 0.4)
    encoding_zeta: decay factor z of all pairs; 0: each pair has a factor z_i set by encoding.gamma (0..1; default 0)
    encoding_center: position c at which the factors are 1; in single precision, the factors overflow or underflow at positions about 70 times encoding.scale_base away from c (0..16777216; default 0)
    encoder_encoding_scale_base: scale base B, in tokens: at distance B, the product of query and key in column pair i has decayed by the factor z_i, as in the authors' code (1..1e+09; default 512)
    encoder_encoding_gamma: gamma: the decay factors z_i range from gamma / (1 + gamma) to almost 1 (0.001..1000; default 0.4)
    encoder_encoding_zeta: decay factor z of all pairs; 0: each pair has a factor z_i set by encoding.gamma (0..1; default 0)
    encoder_encoding_center: position c at which the factors are 1; in single precision, the factors overflow or underflow at positions about 70 times encoding.scale_base away from c (0..16777216; default 0)
    decoder_encoding_scale_base: scale base B, in tokens: at distance B, the product of query and key in column pair i has decayed by the factor z_i, as in the authors' code (1..1e+09; default 512)
    decoder_encoding_gamma: gamma: the decay factors z_i range from gamma / (1 + gamma) to almost 1 (0.001..1000; default 0.4)
    decoder_encoding_zeta: decay factor z of all pairs; 0: each pair has a factor z_i set by encoding.gamma (0..1; default 0)
    decoder_encoding_center: position c at which the factors are 1; in single precision, the factors overflow or underflow at positions about 70 times encoding.scale_base away from c (0..16777216; default 0)
    cross_encoding_scale_base: scale base B, in tokens: at distance B, the product of query and key in column pair i has decayed by the factor z_i, as in the authors' code (1..1e+09; default 512)
    cross_encoding_gamma: gamma: the decay factors z_i range from gamma / (1 + gamma) to almost 1 (0.001..1000; default 0.4)
    cross_encoding_zeta: decay factor z of all pairs; 0: each pair has a factor z_i set by encoding.gamma (0..1; default 0)
    cross_encoding_center: position c at which the factors are 1; in single precision, the factors overflow or underflow at positions about 70 times encoding.scale_base away from c (0..16777216; default 0)
    encoding_kernel: form of the penalty: log: r1 ln(1 + r2 |D|); power: r1 |D|^r2 (default log)
    encoding_bias_in_scale: divide the bias by sqrt(head width), like the dot products, as in the paper; the authors' code does not divide the bias (default false)
    encoder_encoding_kernel: form of the penalty: log: r1 ln(1 + r2 |D|); power: r1 |D|^r2 (default log)
    encoder_encoding_bias_in_scale: divide the bias by sqrt(head width), like the dot products, as in the paper; the authors' code does not divide the bias (default false)
    decoder_encoding_kernel: form of the penalty: log: r1 ln(1 + r2 |D|); power: r1 |D|^r2 (default log)
    decoder_encoding_bias_in_scale: divide the bias by sqrt(head width), like the dot products, as in the paper; the authors' code does not divide the bias (default false)
    cross_encoding_kernel: form of the penalty: log: r1 ln(1 + r2 |D|); power: r1 |D|^r2 (default log)
    cross_encoding_bias_in_scale: divide the bias by sqrt(head width), like the dot products, as in the paper; the authors' code does not divide the bias (default false)
    encoding_shared_table: share one table between keys and values, as OpenNMT does (default false)
    encoder_encoding_shared_table: share one table between keys and values, as OpenNMT does (default false)
    decoder_encoding_shared_table: share one table between keys and values, as OpenNMT does (default false)
    cross_encoding_shared_table: share one table between keys and values, as OpenNMT does (default false)
    encoding_max_position: largest contextual position P; larger positions are clipped to P; the table has P + 1 vectors (1..4096; default 64)
    encoding_term_in_scale: scale the position term together with the logits, as in the authors' code; false: add it after scaling, as in the paper (default true)
    encoder_encoding_max_position: largest contextual position P; larger positions are clipped to P; the table has P + 1 vectors (1..4096; default 64)
    encoder_encoding_term_in_scale: scale the position term together with the logits, as in the authors' code; false: add it after scaling, as in the paper (default true)
    decoder_encoding_max_position: largest contextual position P; larger positions are clipped to P; the table has P + 1 vectors (1..4096; default 64)
    decoder_encoding_term_in_scale: scale the position term together with the logits, as in the authors' code; false: add it after scaling, as in the paper (default true)
    cross_encoding_max_position: largest contextual position P; larger positions are clipped to P; the table has P + 1 vectors (1..4096; default 64)
    cross_encoding_term_in_scale: scale the position term together with the logits, as in the authors' code; false: add it after scaling, as in the paper (default true)
    encoding_hidden: hidden units of the network that maps a normalized distance to the bias of each head (1..1024; default 32)
    encoding_threshold: initial value of the trained threshold L, in tokens: distances between two positions below L are normalized by L, other distances by the larger of their two positions (1..16777216; default 512)
    encoding_shared_bias: share one network among all blocks, as Zhou et al. 2024 do (default false)
    encoder_encoding_hidden: hidden units of the network that maps a normalized distance to the bias of each head (1..1024; default 32)
    encoder_encoding_threshold: initial value of the trained threshold L, in tokens: distances between two positions below L are normalized by L, other distances by the larger of their two positions (1..16777216; default 512)
    encoder_encoding_shared_bias: share one network among all blocks, as Zhou et al. 2024 do (default false)
    decoder_encoding_hidden: hidden units of the network that maps a normalized distance to the bias of each head (1..1024; default 32)
    decoder_encoding_threshold: initial value of the trained threshold L, in tokens: distances between two positions below L are normalized by L, other distances by the larger of their two positions (1..16777216; default 512)
    decoder_encoding_shared_bias: share one network among all blocks, as Zhou et al. 2024 do (default false)
    cross_encoding_hidden: hidden units of the network that maps a normalized distance to the bias of each head (1..1024; default 32)
    cross_encoding_threshold: initial value of the trained threshold L, in tokens: distances between two positions below L are normalized by L, other distances by the larger of their two positions (1..16777216; default 512)
    cross_encoding_shared_bias: share one network among all blocks, as Zhou et al. 2024 do (default false)
    encoding_bias: bias added to the logit of a query and a key, a formula of d, head, H, dk, T, p_i and p_j (lengthen help formula); empty: no bias if encoding.frequency is set, else -abs(d)/2^(8*(head + 1)/H) (default none)
    encoding_parameters: trained parameters of the formula, separated by semicolons: s[head] = -2; w[head, 32] = normal(0, 0.02) (default none)
    encoding_numbers: constants of the formula, separated by semicolons: rate = 0.5; width = 64 (default none)
    encoder_encoding_bias: bias added to the logit of a query and a key, a formula of d, head, H, dk, T, p_i and p_j (lengthen help formula); empty: no bias if encoding.frequency is set, else -abs(d)/2^(8*(head + 1)/H) (default none)
    encoder_encoding_parameters: trained parameters of the formula, separated by semicolons: s[head] = -2; w[head, 32] = normal(0, 0.02) (default none)
    encoder_encoding_numbers: constants of the formula, separated by semicolons: rate = 0.5; width = 64 (default none)
    decoder_encoding_bias: bias added to the logit of a query and a key, a formula of d, head, H, dk, T, p_i and p_j (lengthen help formula); empty: no bias if encoding.frequency is set, else -abs(d)/2^(8*(head + 1)/H) (default none)
    decoder_encoding_parameters: trained parameters of the formula, separated by semicolons: s[head] = -2; w[head, 32] = normal(0, 0.02) (default none)
    decoder_encoding_numbers: constants of the formula, separated by semicolons: rate = 0.5; width = 64 (default none)
    cross_encoding_bias: bias added to the logit of a query and a key, a formula of d, head, H, dk, T, p_i and p_j (lengthen help formula); empty: no bias if encoding.frequency is set, else -abs(d)/2^(8*(head + 1)/H) (default none)
    cross_encoding_parameters: trained parameters of the formula, separated by semicolons: s[head] = -2; w[head, 32] = normal(0, 0.02) (default none)
    cross_encoding_numbers: constants of the formula, separated by semicolons: rate = 0.5; width = 64 (default none)
    mask_same_length: keys that a query sees with a segment memory of M rows: no: all earlier keys and its own key; memory: the last M keys, including its own; memory_and_self: M earlier keys and its own key (default no)
    mask_width: width of the window, in tokens; with mask.form: symmetric, an even width is increased by 1 (1..16777216; default 81)
    mask_form: placement of the window: symmetric: centred on the query; half: as symmetric, but an even width is decreased by 1; causal: the window ends with the query itself (the default if the architecture or the encoding needs a causal mask); edge_shift: centred on the query, but shifted inward at both ends of the sequence, so that every query sees mask.width keys (default symmetric)
    mask_chunk: length of a chunk, in tokens; the last chunk may be shorter (1..16777216; default 40)
    mask_sinks: number of tokens at the start of the sequence (attention sinks) that all later queries see (0..16777216; default 4)
    mask_block: length of a block, in tokens; the last block may be shorter (1..16777216; default 20)
    mask_separator: token that ends a document, spelled as in the vocabulary; by default the end of a line: \n for bytes and characters, <eos> for words (default none)
    mask_formula: condition under which query i sees key j (lengthen help formula); the mask is causal if `j <= i` is one of the conditions joined by `and` (default j <= i)
    mask_numbers: constants of the formula, separated by semicolons: rate = 0.5; width = 64 (default none)
    scale_keys: number of keys at which the scale equals scale.times; usually the training length (2..16777216; default 40)
    scale_at_least_one: never use a smaller scale than scale.times; for evaluation of models that were trained with scale.times (eval --scale log_n) (default false)
    scale_times: scale that log_n multiplies; in evaluation, give the scale used in training (default inverse_sqrt)
    scale_formula: factor of a query's logits: a formula of n, dk, head and H (lengthen help formula) (default 1/sqrt(dk))
    scale_parameters: trained parameters of the formula, separated by semicolons: s[head] = -2; w[head, 32] = normal(0, 0.02) (default none)
    scale_numbers: constants of the formula, separated by semicolons: rate = 0.5; width = 64 (default none)
    attention_l1: normalize the weights of each query to a sum of 1 (default false)
    projection_centred: if the mask is not causal, convolve over the previous, the current and the next token instead of the last 3 tokens (default false)
    projection_shared: compute queries from keys with a second linear map: q = k Wq (default false)
    projection_cross: also convolve queries, keys and values in cross-attention: queries as in self-attention, keys and values centred (default false)
    residual_sublayers: sublayers with factors; feed_forward: only the feed-forward network, as in NormFormer (default all)
    block_attention_norm: norm of the output of self-attention, or of the convolution that replaces self-attention, before the output is added to the residual stream (default false)
    block_head_scale: trained factor for each self-attention head, initially 1: heads: factor i multiplies the output of head i, before the output map; output: after the output map, factor i multiplies the i-th group of columns, and a group is as wide as a head (fairseq) (default none)
    block_hidden_norm: normalize the hidden layer of the feed-forward network, after the activation or gate (default false)
    norm_epsilon: number added to the variance (layer_norm) or mean square (rms_norm); T5: 1e-6 (1e-12..1; default 1e-05)
    mixer_width: hidden width of a gated network: full: model.feed_forward; two_thirds: two thirds of model.feed_forward, rounded down (the three matrices then have as many parameters as the two matrices of an ungated network); two_thirds_8: two thirds of model.feed_forward, rounded up to a multiple of 8 (default full)
    mixer_formula: activation, a formula of x (lengthen help formula) (default max(x, 0))
    mixer_numbers: constants of the formula, separated by semicolons: rate = 0.5; width = 64 (default none)
    initialisation_scale: s: weights of linear maps have standard deviation sqrt(s / inputs); 0.1 in Switch Transformers (0..100; default 1)
    initialisation_deviation: standard deviation of all weights (0..100; default 0.02)
    initialisation_scale_positions: multiply the position vectors by (9 L)^-1/4 for L layers, as the token embeddings are; unscaled sinusoids would outweigh the token embeddings (default false)
    initialisation_of: initialisation whose weights are scaled down (default xavier)
    head_scaled: multiply the input of the output layer by 1/sqrt(width), as T5 does (default false)
    head_bias: add a trained bias to each output symbol, as Transformer-XL does (default false)
    head_cutoffs: token ids at which clusters begin, ascending: "20000,40000,200000"; empty: one softmax over all tokens (default none)
    head_divisor: vectors of cluster i have width / divisor^i columns (the short list is cluster 0); 1: all vectors have the full width (1..64; default 1)
    head_embedding: token embeddings: tied: the tables of the softmax; untied: separate tables with the same clusters; table: one table of full width (default tied)
    head_projections: maps P_i, between the width of the model and the width of cluster i, that the softmax shares with the token embeddings: all but P_0 (of the short list), all, or none (default all_but_first)
    store_count: number K of stacks or tapes (1..16; default 1)
    store_columns: width of a cell (1..256; default 8)
    store_cells: number of cells of a stack, or of the ring of a tape (default for tapes: 256); a push onto a full stack drops its lowest cell; 0 (stacks only): one cell per token (0..1048576; default 0)
    store_joint: one softmax over the actions of all stacks, as in the released code; false: one softmax per stack (default false)
    store_states: number Q of states of the automaton (1..4; default 2)
    store_symbols: number S of stack symbols (1..8; default 2)
    store_reading: numbers that are read from the stack: symbols: weights of top symbols; states: weights of pairs of a state and a top symbol (default symbols)
    store_hidden: width of the two hidden layers of the network that computes the written values (1..4096; default 64)
    curriculum_lengths: training lengths (1..100000; default 1..40)
    curriculum_length: length of every training sequence (1..100000; default 40)
    curriculum_tau: factor by which the probability grows per token of length; values above 1 favour long sequences (0.001..1000; default 1.1)
    curriculum_initial: length at the first step (1..100000; default 1)
    curriculum_every: steps between increments of the length (1..1e+12; default 1000)
    curriculum_amount: increment of the length, in tokens (0..100000; default 1)
    curriculum_all_lengths: sample uniformly from all lengths reached so far (default false)
    curriculum_tokens: largest batch, in tokens: number of records times (longest source + longest target); a longer record gets its own batch (1..1073741824; default 4096)
    curriculum_pool: number of random records in a pool, which is sorted by length; 0: all records (0..1e+09; default 0)
    optimizer_beta1: decay rate of the first moment (mean gradient) (0..0.999999; default 0.9)
    optimizer_beta2: decay rate of the second moment (mean squared gradient) (0..0.9999999; default 0.999)
    optimizer_epsilon: added to the square root of the second moment (0..1; default 1e-08)
    optimizer_epsilon_to: where epsilon is added: corrected: to the root of the bias-corrected second moment; raw: to the root of the uncorrected second moment (fairseq) (default corrected)
    optimizer_decay_by: how weights decay: rate: decoupled, by the learning rate of the step (AdamW of PyTorch, Adam of fairseq); schedule: decoupled, by the schedule only (AdamW of the paper); gradient: weight decay is added to the gradient before the moments (L2) (default rate)
    optimizer_step: step size at step t: relative: min(0.01, 1/sqrt(t)); relative_warmup: min(1e-6 t, 1/sqrt(t)); schedule: the learning rate that the schedule sets (default relative)
    optimizer_scale_parameter: multiply the step size by max(optimizer.smallest, root mean square of the parameter) (default true)
    optimizer_smallest: smallest root mean square used for a parameter (0..1; default 0.001)
    optimizer_update_clip: largest root mean square of an update, before the update is multiplied by the step size; 0: no limit (0..1e+09; default 1)
    optimizer_exponent: second-moment decay: beta2 at step t is 1 - t^-exponent (0..10; default 0.8)
    schedule_warmup: warm-up steps, during which the learning rate rises linearly (0..1e+12; default 0)
    schedule_warmup_from: learning rate at the start of the warm-up; 1e-07 in fairseq (0..100; default 0)
    schedule_floor: final learning rate, as a fraction of train.lr (0..1; default 0)
    schedule_end: step at which the floor is reached; 0: train.steps (0..1e+12; default 0)
    schedule_floor_at: first step at the floor: after: the step after schedule.end; last: schedule.end itself, as in most programs (default after)
    schedule_formula: factor of the learning rate, a formula of step, steps and width (lengthen help formula) (default (1 + cos(pi*step/steps))/2)
    schedule_numbers: constants of the formula, separated by semicolons: rate = 0.5; width = 64 (default none)
    schedule_delay: steps after which the learning rate has fallen to 1/sqrt(2) of its initial value (1..1e+12; default 4000)
    eval_beam: beam width: number of hypotheses that are extended in parallel (1..1024; default 4)
    eval_length_norm: length normalization: the log probability of l tokens is divided by a power of (5 + l) / 6 (gnmt) or of l (fairseq) (default gnmt)
    eval_length_penalty: exponent of the length normalization; 0: none (0..100; default 0.6)
    eval_length_factor: factor a of the length limit: for a source of n tokens, a hypothesis has at most a n + b tokens (b: eval.length_extra) (0..1000; default 1)
    eval_length_extra: constant b of the length limit, in tokens (see eval.length_factor) (0..100000; default 50)
    eval_memory: length of the segment memory in evaluation, in tokens; 0: as in training (0..100000; default 0)
    eval_same_span: adapt the memory to the segment length L: curriculum.lengths - L tokens more than eval.memory, so that memory and segment together are equally long at every L (default false)
    eval_lanes: split the text into N parts (alias: eval.streams), which are evaluated in parallel for speed; each part fills its memory with the text just before its first target, and reads no earlier text (1..65536; default 1)
    """

@overload
def train(
    config: Sequence[Path],
    *,
    seed: int | None = ...,
    preset: Names | None = ...,
    out: Path | None = ...,
    on_progress: Told | None = ...,
    wait: bool = ...,
    environment: bool = ...,
    jobs: int | None = ...,
    task: Literal["even_pairs", "modular_arithmetic", "parity_check", "cycle_navigation", "stack_manipulation", "reverse_string", "modular_arithmetic_brackets", "solve_equation", "duplicate_string", "missing_duplicate_string", "odds_first", "binary_addition", "binary_multiplication", "compute_sqrt", "bucket_sort", "pairs", "translation", "text", "masked_text", "enwik8", "text8", "wikitext", "penn_treebank", "reverse_symbols", "associative_recall", "offset_recall", "pattern_search", "substitution_cipher", "markov_chain", "toy_translation", "copy_rsc", "copy_rsc2x", "copy_rdc", "copy_cmc", "copy_cmc2x", "reverse_mc", "reverse_mc2x", "reverse_mcrv", "half_copy", "addition", "summation", "parity_text", "polynomial", "sort_single", "sort_multi", "scan", "pcfg", "lego_chain", "lego_perm", "rev", "ind", "off", "ciph", "tri", "mt_toy"] | Text | Options | Formula | None = ...,
    data: Literal["even_pairs", "modular_arithmetic", "parity_check", "cycle_navigation", "stack_manipulation", "reverse_string", "modular_arithmetic_brackets", "solve_equation", "duplicate_string", "missing_duplicate_string", "odds_first", "binary_addition", "binary_multiplication", "compute_sqrt", "bucket_sort", "pairs", "translation", "text", "masked_text", "enwik8", "text8", "wikitext", "penn_treebank", "reverse_symbols", "associative_recall", "offset_recall", "pattern_search", "substitution_cipher", "markov_chain", "toy_translation", "copy_rsc", "copy_rsc2x", "copy_rdc", "copy_cmc", "copy_cmc2x", "reverse_mc", "reverse_mc2x", "reverse_mcrv", "half_copy", "addition", "summation", "parity_text", "polynomial", "sort_single", "sort_multi", "scan", "pcfg", "lego_chain", "lego_perm", "rev", "ind", "off", "ciph", "tri", "mt_toy"] | Text | Options | Formula | None = ...,
    architecture: Literal["encoder", "decoder", "encoder_decoder", "perceiver_io", "perceiver_ar", "recurrent", "rnn", "lstm", "stack_rnn", "stack_lstm", "nd_stack_rnn", "tape_rnn", "perceiver", "memory_tokens"] | Text | Options | Formula | None = ...,
    positions: Literal["standard", "randomized", "unsorted", "released", "shifted", "augmented", "interpolated", "equal_mean", "clipped", "document", "shape", "cape"] | Text | Options | Formula | None = ...,
    encoding: Literal["none", "sinusoid", "learned", "tupe", "relative", "alibi", "hard_alibi", "rope", "xpos", "t5", "kerple", "sandwich", "shaw", "cope", "fox", "fire", "formula", "kerple_log", "kerple_power", "rotary", "partial_rotary", "pi", "ntk", "dynamic_ntk", "yarn", "llama3", "longrope", "rerope", "self_extend"] | Text | Options | Formula | None = ...,
    mask: Literal["full", "causal", "window", "chunk", "lambda", "bca", "three_blocks", "document", "formula"] | Text | Options | Formula | None = ...,
    scale: Literal["inverse_sqrt", "inverse_sqrt_2d", "one", "log_n", "formula"] | Text | Options | Formula | None = ...,
    attention: Literal["softmax", "geometric", "softmax1", "sink", "linear", "persistent"] | Text | Options | Formula | None = ...,
    projection: Literal["linear", "primer", "primer_ez"] | Text | Options | Formula | None = ...,
    residual: Literal["add", "b2t", "scalar", "rezero", "channel", "deepnorm", "deepnet"] | Text | Options | Formula | None = ...,
    block: Literal["post_norm", "pre_norm", "no_norm", "primer", "dual_norm", "normformer", "post_ln", "pre_ln", "residual", "residual_dual"] | Text | Options | Formula | None = ...,
    norm: Literal["layer_norm", "rms_norm", "primer_norm", "rms"] | Text | Options | Formula | None = ...,
    mixer: Literal["relu", "gelu", "gelu_tanh", "swish", "squared_relu", "glu", "bilinear", "reglu", "geglu", "swiglu", "formula", "silu", "relu2", "switch", "base", "sparse_all_mlp", "sparse_mlp"] | Text | Options | Formula | None = ...,
    initialisation: Literal["truncated_normal", "t5", "normal", "xavier", "t_fixup", "depth_rescale"] | Text | Options | Formula | None = ...,
    head: Literal["linear", "tied", "adaptive"] | Text | Options | Formula | None = ...,
    cell: Literal["lstm", "elman"] | Text | Options | Formula | None = ...,
    store: Literal["none", "stack", "nd_stack", "tape"] | Text | Options | Formula | None = ...,
    curriculum: Literal["uniform", "fixed", "reverse_exponential", "regular_increase", "epochs", "token_batches", "segments"] | Text | Options | Formula | None = ...,
    optimizer: Literal["adam", "adafactor", "adamw"] | Text | Options | Formula | None = ...,
    schedule: Literal["constant", "cosine", "formula", "inverse_sqrt", "linear", "noam", "t_fixup"] | Text | Options | Formula | None = ...,
    protocol: Literal["pass", "greedy", "beam", "memory", "windows"] | Text | Options | Formula | None = ...,
    metric: Literal["token_accuracy", "cross_entropy", "exact_match", "perplexity", "bits_per_token", "step_accuracy", "bleu", "chrf", "nll", "accuracy", "bits_per_character", "bits_per_byte"] | Text | Options | Formula | None = ...,
    width: int | None = ...,
    model_width: int | None = ...,
    heads: int | None = ...,
    model_heads: int | None = ...,
    model_key_heads: int | None = ...,
    blocks: int | None = ...,
    model_blocks: int | None = ...,
    model_order: Text | None = ...,
    model_share: Text | None = ...,
    model_share_norms: bool | None = ...,
    model_step_signal: bool | None = ...,
    model_feed_forward: int | None = ...,
    dropout: float | None = ...,
    model_dropout: float | None = ...,
    model_dropout_embedding: float | None = ...,
    model_dropout_attention: float | None = ...,
    model_dropout_hidden: float | None = ...,
    model_dropout_final: float | None = ...,
    model_dropout_words: float | None = ...,
    precision: Literal["fp32", "bf16"] | None = ...,
    model_precision: Literal["fp32", "bf16"] | None = ...,
    model_bias: bool | None = ...,
    model_embedding_scale: Literal["sqrt_width", "one"] | None = ...,
    model_embedding_width: int | None = ...,
    model_embedding_norm: Literal["none", "before_positions", "after_positions"] | None = ...,
    model_qk_norm: Literal["none", "rms", "layer"] | None = ...,
    loss_smoothing: float | None = ...,
    loss_smoothing_over: Literal["all", "others"] | None = ...,
    loss_z: float | None = ...,
    loss_half: bool | None = ...,
    convolution_taps: Text | None = ...,
    convolution_heads: int | None = ...,
    convolution_gate: bool | None = ...,
    convolution_bias: bool | None = ...,
    convolution_renorm_padding: bool | None = ...,
    convolution_dropout_input: float | None = ...,
    convolution_dropout_weights: float | None = ...,
    experts_count: int | None = ...,
    experts_width: int | None = ...,
    experts_capacity: float | None = ...,
    experts_capacity_eval: float | None = ...,
    experts_capacity_least: int | None = ...,
    experts_jitter: float | None = ...,
    experts_balance: float | None = ...,
    experts_z_loss: float | None = ...,
    experts_scale: float | None = ...,
    experts_dropout: float | None = ...,
    experts_sublayers: int | None = ...,
    gating_length: int | None = ...,
    gating_chunks: int | None = ...,
    gating_width: int | None = ...,
    persistent_pairs: int | None = ...,
    persistent_dropout: float | None = ...,
    memorizing_size: int | None = ...,
    memorizing_read: int | None = ...,
    memorizing_combine: Literal["gate", "joint"] | None = ...,
    memorizing_empty: Literal["zero", "bypass"] | None = ...,
    steps: int | None = ...,
    train_steps: int | None = ...,
    lr: float | None = ...,
    train_lr: float | None = ...,
    batch: int | None = ...,
    train_batch: int | None = ...,
    train_clip: float | None = ...,
    optimizer_decay: float | None = ...,
    optimizer_decay_on: Literal["all", "all_but_biases", "matrices", "matrices_and_embeddings"] | None = ...,
    train_until: Text | None = ...,
    train_patience: int | None = ...,
    train_time: Text | None = ...,
    init: Text | None = ...,
    train_init: Text | None = ...,
    train_seed: int | range | Sequence[int] | None = ...,
    seed_init: int | None = ...,
    seed_data: int | None = ...,
    seed_length: int | None = ...,
    seed_dropout: int | None = ...,
    seed_positions: int | None = ...,
    lengths: Lengths | None = ...,
    eval_lengths: Lengths | None = ...,
    eval_sequences: int | None = ...,
    eval_seed: int | None = ...,
    eval_position_samples: int | None = ...,
    eval_batch: int | None = ...,
    eval_dropout: bool | None = ...,
    eval_targets: int | None = ...,
    eval_stride: int | None = ...,
    eval_validation: Literal["test", "validation"] | None = ...,
    eval_checkpoint: Literal["last", "best"] | None = ...,
    eval_max_tokens: int | None = ...,
    eval_score: Literal["first-ood..max", "paper-exact", "all"] | None = ...,
    eval_score_above: int | None = ...,
    eval_with: Text | Options | None = ...,
    eval_average: Literal["lengths", "examples"] | None = ...,
    eval_label: Text | None = ...,
    threads: int | None = ...,
    log: Literal["none", "tensorboard"] | None = ...,
    train_log_every: int | None = ...,
    train_checkpoint_every: int | None = ...,
    train_keep: int | None = ...,
    train_keep_state: Literal["always", "unfinished"] | None = ...,
    eval_every: int | None = ...,
    data_train: Text | None = ...,
    data_test: Text | None = ...,
    data_validation_file: Text | None = ...,
    data_validation_fraction: float | None = ...,
    data_tokens: Literal["words", "characters", "bytes"] | None = ...,
    data_subwords: Text | None = ...,
    data_bucket: int | None = ...,
    data_source: Text | None = ...,
    data_target: Text | None = ...,
    data_test_source: Text | None = ...,
    data_test_target: Text | None = ...,
    data_validation_source: Text | None = ...,
    data_validation_target: Text | None = ...,
    data_test_fraction: float | None = ...,
    data_target_subwords: Text | None = ...,
    data_least_uses: int | None = ...,
    data_vocabulary: int | None = ...,
    data_longest: int | None = ...,
    data_longest_trained: int | None = ...,
    data_concatenated: int | None = ...,
    data_file: Text | None = ...,
    data_test_file: Text | None = ...,
    data_line_ends: bool | None = ...,
    data_context: int | None = ...,
    data_masking: float | None = ...,
    data_size: int | None = ...,
    data_newlines: bool | None = ...,
    data_folder: Text | None = ...,
    data_keys: int | None = ...,
    data_queries: int | None = ...,
    data_reach: int | None = ...,
    data_width: int | None = ...,
    data_permutations: int | None = ...,
    data_inverted: float | None = ...,
    data_examples: int | None = ...,
    data_validation: float | None = ...,
    data_test_examples: int | None = ...,
    data_seed: int | None = ...,
    data_alphabet: int | None = ...,
    data_scratchpad: Text | None = ...,
    data_largest: int | None = ...,
    data_smallest: int | None = ...,
    data_split: Literal["paper", "orig"] | None = ...,
    data_prefix: bool | None = ...,
    model_decode: Literal["parallel", "autoregressive", "in_place"] | None = ...,
    model_computation_steps: int | None = ...,
    architecture_memory_tokens: int | None = ...,
    architecture_memory_form: Literal["plain", "controller", "bottleneck"] | None = ...,
    architecture_memory: int | None = ...,
    architecture_memory_start: Literal["empty", "zeros"] | None = ...,
    architecture_vocabulary: int | None = ...,
    architecture_begin: Literal["own", "end"] | None = ...,
    architecture_tables: Literal["auto", "shared", "apart"] | None = ...,
    encoder_encoding: Literal["same", "none", "sinusoid", "learned", "tupe", "relative", "alibi", "hard_alibi", "rope", "xpos", "t5", "kerple", "sandwich", "shaw", "cope", "fox", "fire", "formula"] | None = ...,
    encoder_positions: Literal["same", "standard", "randomized", "unsorted", "released", "shifted", "augmented", "interpolated", "equal_mean", "clipped", "document"] | None = ...,
    decoder_encoding: Literal["same", "none", "sinusoid", "learned", "tupe", "relative", "alibi", "hard_alibi", "rope", "xpos", "t5", "kerple", "sandwich", "shaw", "cope", "fox", "fire", "formula"] | None = ...,
    decoder_positions: Literal["same", "standard", "randomized", "unsorted", "released", "shifted", "augmented", "interpolated", "equal_mean", "clipped", "document"] | None = ...,
    cross_encoding: Literal["none", "sinusoid", "learned", "tupe", "relative", "alibi", "hard_alibi", "rope", "xpos", "t5", "kerple", "sandwich", "shaw", "cope", "fox", "fire", "formula"] | None = ...,
    architecture_latents: int | None = ...,
    architecture_repeats: int | None = ...,
    architecture_query_residual: bool | None = ...,
    architecture_output: Literal["queries", "mean"] | None = ...,
    architecture_hidden: int | None = ...,
    positions_L: int | None = ...,
    positions_draw: Literal["auto", "positions", "distances"] | None = ...,
    positions_per: Literal["auto", "pass", "block", "sequence"] | None = ...,
    positions_both_sides: bool | None = ...,
    positions_even: bool | None = ...,
    encoder_positions_L: int | None = ...,
    encoder_positions_draw: Literal["auto", "positions", "distances"] | None = ...,
    encoder_positions_per: Literal["auto", "pass", "block", "sequence"] | None = ...,
    encoder_positions_both_sides: bool | None = ...,
    encoder_positions_even: bool | None = ...,
    decoder_positions_L: int | None = ...,
    decoder_positions_draw: Literal["auto", "positions", "distances"] | None = ...,
    decoder_positions_per: Literal["auto", "pass", "block", "sequence"] | None = ...,
    decoder_positions_both_sides: bool | None = ...,
    decoder_positions_even: bool | None = ...,
    positions_shift: int | None = ...,
    positions_eval_shift: int | None = ...,
    encoder_positions_shift: int | None = ...,
    encoder_positions_eval_shift: int | None = ...,
    decoder_positions_shift: int | None = ...,
    decoder_positions_eval_shift: int | None = ...,
    positions_global_shift: float | None = ...,
    positions_local_shift: float | None = ...,
    positions_max_scale: float | None = ...,
    positions_center: bool | None = ...,
    positions_source_factor: float | None = ...,
    encoder_positions_global_shift: float | None = ...,
    encoder_positions_local_shift: float | None = ...,
    encoder_positions_max_scale: float | None = ...,
    encoder_positions_center: bool | None = ...,
    encoder_positions_source_factor: float | None = ...,
    decoder_positions_global_shift: float | None = ...,
    decoder_positions_local_shift: float | None = ...,
    decoder_positions_max_scale: float | None = ...,
    decoder_positions_center: bool | None = ...,
    decoder_positions_source_factor: float | None = ...,
    positions_factor: float | None = ...,
    positions_trained: int | None = ...,
    encoder_positions_factor: float | None = ...,
    encoder_positions_trained: int | None = ...,
    decoder_positions_factor: float | None = ...,
    decoder_positions_trained: int | None = ...,
    positions_law: Literal["exponential", "beta", "fixed"] | None = ...,
    positions_longest: int | None = ...,
    encoder_positions_law: Literal["exponential", "beta", "fixed"] | None = ...,
    encoder_positions_longest: int | None = ...,
    decoder_positions_law: Literal["exponential", "beta", "fixed"] | None = ...,
    decoder_positions_longest: int | None = ...,
    positions_width: int | None = ...,
    positions_compress: float | None = ...,
    encoder_positions_width: int | None = ...,
    encoder_positions_compress: float | None = ...,
    decoder_positions_width: int | None = ...,
    decoder_positions_compress: float | None = ...,
    positions_separator: Text | None = ...,
    encoder_positions_separator: Text | None = ...,
    decoder_positions_separator: Text | None = ...,
    encoding_base: float | None = ...,
    encoding_layout: Literal["halves", "interleaved"] | None = ...,
    encoding_first: int | None = ...,
    encoder_encoding_base: float | None = ...,
    encoder_encoding_layout: Literal["halves", "interleaved"] | None = ...,
    encoder_encoding_first: int | None = ...,
    decoder_encoding_base: float | None = ...,
    decoder_encoding_layout: Literal["halves", "interleaved"] | None = ...,
    decoder_encoding_first: int | None = ...,
    cross_encoding_base: float | None = ...,
    cross_encoding_layout: Literal["halves", "interleaved"] | None = ...,
    cross_encoding_first: int | None = ...,
    encoding_rows: int | None = ...,
    encoder_encoding_rows: int | None = ...,
    decoder_encoding_rows: int | None = ...,
    cross_encoding_rows: int | None = ...,
    encoding_relative: bool | None = ...,
    encoding_buckets: int | None = ...,
    encoding_max_distance: int | None = ...,
    encoding_first_token: Literal["alike", "free", "rows"] | None = ...,
    encoding_released: bool | None = ...,
    encoder_encoding_relative: bool | None = ...,
    encoder_encoding_buckets: int | None = ...,
    encoder_encoding_max_distance: int | None = ...,
    encoder_encoding_first_token: Literal["alike", "free", "rows"] | None = ...,
    encoder_encoding_released: bool | None = ...,
    decoder_encoding_relative: bool | None = ...,
    decoder_encoding_buckets: int | None = ...,
    decoder_encoding_max_distance: int | None = ...,
    decoder_encoding_first_token: Literal["alike", "free", "rows"] | None = ...,
    decoder_encoding_released: bool | None = ...,
    cross_encoding_relative: bool | None = ...,
    cross_encoding_buckets: int | None = ...,
    cross_encoding_max_distance: int | None = ...,
    cross_encoding_first_token: Literal["alike", "free", "rows"] | None = ...,
    cross_encoding_released: bool | None = ...,
    encoding_shared_terms: bool | None = ...,
    encoding_terms: Literal["abcd", "abc", "abd", "ab", "acd", "ac", "ad", "a", "bcd", "bc", "bd", "b", "cd", "c", "d"] | None = ...,
    encoder_encoding_shared_terms: bool | None = ...,
    encoder_encoding_terms: Literal["abcd", "abc", "abd", "ab", "acd", "ac", "ad", "a", "bcd", "bc", "bd", "b", "cd", "c", "d"] | None = ...,
    decoder_encoding_shared_terms: bool | None = ...,
    decoder_encoding_terms: Literal["abcd", "abc", "abd", "ab", "acd", "ac", "ad", "a", "bcd", "bc", "bd", "b", "cd", "c", "d"] | None = ...,
    cross_encoding_shared_terms: bool | None = ...,
    cross_encoding_terms: Literal["abcd", "abc", "abd", "ab", "acd", "ac", "ad", "a", "bcd", "bc", "bd", "b", "cd", "c", "d"] | None = ...,
    encoding_sides: Literal["half_shift", "symmetric", "split_heads", "two_slopes"] | None = ...,
    encoding_right_slope: float | None = ...,
    encoding_trained_slopes: bool | None = ...,
    encoder_encoding_sides: Literal["half_shift", "symmetric", "split_heads", "two_slopes"] | None = ...,
    encoder_encoding_right_slope: float | None = ...,
    encoder_encoding_trained_slopes: bool | None = ...,
    decoder_encoding_sides: Literal["half_shift", "symmetric", "split_heads", "two_slopes"] | None = ...,
    decoder_encoding_right_slope: float | None = ...,
    decoder_encoding_trained_slopes: bool | None = ...,
    cross_encoding_sides: Literal["half_shift", "symmetric", "split_heads", "two_slopes"] | None = ...,
    cross_encoding_right_slope: float | None = ...,
    cross_encoding_trained_slopes: bool | None = ...,
    encoding_local_heads: int | None = ...,
    encoder_encoding_local_heads: int | None = ...,
    decoder_encoding_local_heads: int | None = ...,
    cross_encoding_local_heads: int | None = ...,
    encoding_fraction: float | None = ...,
    encoding_pairs: Literal["neighbours", "halves"] | None = ...,
    encoding_frequencies: Literal["trained", "interpolated", "ntk", "parts_rotations", "parts_index", "parts_unrounded", "llama3", "longrope"] | None = ...,
    encoding_extension: float | None = ...,
    encoding_trained: int | None = ...,
    encoding_dynamic: bool | None = ...,
    encoding_temperature: float | None = ...,
    encoding_factors: Text | None = ...,
    encoding_short_factors: Text | None = ...,
    encoding_frequency: Text | None = ...,
    encoding_clip: int | None = ...,
    encoding_compress: float | None = ...,
    encoding_group: int | None = ...,
    encoder_encoding_fraction: float | None = ...,
    encoder_encoding_pairs: Literal["neighbours", "halves"] | None = ...,
    encoder_encoding_frequencies: Literal["trained", "interpolated", "ntk", "parts_rotations", "parts_index", "parts_unrounded", "llama3", "longrope"] | None = ...,
    encoder_encoding_extension: float | None = ...,
    encoder_encoding_trained: int | None = ...,
    encoder_encoding_dynamic: bool | None = ...,
    encoder_encoding_temperature: float | None = ...,
    encoder_encoding_factors: Text | None = ...,
    encoder_encoding_short_factors: Text | None = ...,
    encoder_encoding_frequency: Text | None = ...,
    encoder_encoding_clip: int | None = ...,
    encoder_encoding_compress: float | None = ...,
    encoder_encoding_group: int | None = ...,
    decoder_encoding_fraction: float | None = ...,
    decoder_encoding_pairs: Literal["neighbours", "halves"] | None = ...,
    decoder_encoding_frequencies: Literal["trained", "interpolated", "ntk", "parts_rotations", "parts_index", "parts_unrounded", "llama3", "longrope"] | None = ...,
    decoder_encoding_extension: float | None = ...,
    decoder_encoding_trained: int | None = ...,
    decoder_encoding_dynamic: bool | None = ...,
    decoder_encoding_temperature: float | None = ...,
    decoder_encoding_factors: Text | None = ...,
    decoder_encoding_short_factors: Text | None = ...,
    decoder_encoding_frequency: Text | None = ...,
    decoder_encoding_clip: int | None = ...,
    decoder_encoding_compress: float | None = ...,
    decoder_encoding_group: int | None = ...,
    cross_encoding_fraction: float | None = ...,
    cross_encoding_pairs: Literal["neighbours", "halves"] | None = ...,
    cross_encoding_frequencies: Literal["trained", "interpolated", "ntk", "parts_rotations", "parts_index", "parts_unrounded", "llama3", "longrope"] | None = ...,
    cross_encoding_extension: float | None = ...,
    cross_encoding_trained: int | None = ...,
    cross_encoding_dynamic: bool | None = ...,
    cross_encoding_temperature: float | None = ...,
    cross_encoding_factors: Text | None = ...,
    cross_encoding_short_factors: Text | None = ...,
    cross_encoding_frequency: Text | None = ...,
    cross_encoding_clip: int | None = ...,
    cross_encoding_compress: float | None = ...,
    cross_encoding_group: int | None = ...,
    encoding_scale_base: float | None = ...,
    encoding_gamma: float | None = ...,
    encoding_zeta: float | None = ...,
    encoding_center: int | None = ...,
    encoder_encoding_scale_base: float | None = ...,
    encoder_encoding_gamma: float | None = ...,
    encoder_encoding_zeta: float | None = ...,
    encoder_encoding_center: int | None = ...,
    decoder_encoding_scale_base: float | None = ...,
    decoder_encoding_gamma: float | None = ...,
    decoder_encoding_zeta: float | None = ...,
    decoder_encoding_center: int | None = ...,
    cross_encoding_scale_base: float | None = ...,
    cross_encoding_gamma: float | None = ...,
    cross_encoding_zeta: float | None = ...,
    cross_encoding_center: int | None = ...,
    encoding_kernel: Literal["log", "power"] | None = ...,
    encoding_bias_in_scale: bool | None = ...,
    encoder_encoding_kernel: Literal["log", "power"] | None = ...,
    encoder_encoding_bias_in_scale: bool | None = ...,
    decoder_encoding_kernel: Literal["log", "power"] | None = ...,
    decoder_encoding_bias_in_scale: bool | None = ...,
    cross_encoding_kernel: Literal["log", "power"] | None = ...,
    cross_encoding_bias_in_scale: bool | None = ...,
    encoding_shared_table: bool | None = ...,
    encoder_encoding_shared_table: bool | None = ...,
    decoder_encoding_shared_table: bool | None = ...,
    cross_encoding_shared_table: bool | None = ...,
    encoding_max_position: int | None = ...,
    encoding_term_in_scale: bool | None = ...,
    encoder_encoding_max_position: int | None = ...,
    encoder_encoding_term_in_scale: bool | None = ...,
    decoder_encoding_max_position: int | None = ...,
    decoder_encoding_term_in_scale: bool | None = ...,
    cross_encoding_max_position: int | None = ...,
    cross_encoding_term_in_scale: bool | None = ...,
    encoding_hidden: int | None = ...,
    encoding_threshold: int | None = ...,
    encoding_shared_bias: bool | None = ...,
    encoder_encoding_hidden: int | None = ...,
    encoder_encoding_threshold: int | None = ...,
    encoder_encoding_shared_bias: bool | None = ...,
    decoder_encoding_hidden: int | None = ...,
    decoder_encoding_threshold: int | None = ...,
    decoder_encoding_shared_bias: bool | None = ...,
    cross_encoding_hidden: int | None = ...,
    cross_encoding_threshold: int | None = ...,
    cross_encoding_shared_bias: bool | None = ...,
    encoding_bias: Text | None = ...,
    encoding_parameters: Text | None = ...,
    encoding_numbers: Text | None = ...,
    encoder_encoding_bias: Text | None = ...,
    encoder_encoding_parameters: Text | None = ...,
    encoder_encoding_numbers: Text | None = ...,
    decoder_encoding_bias: Text | None = ...,
    decoder_encoding_parameters: Text | None = ...,
    decoder_encoding_numbers: Text | None = ...,
    cross_encoding_bias: Text | None = ...,
    cross_encoding_parameters: Text | None = ...,
    cross_encoding_numbers: Text | None = ...,
    mask_same_length: Literal["no", "memory", "memory_and_self"] | None = ...,
    mask_width: int | None = ...,
    mask_form: Literal["symmetric", "half", "causal", "edge_shift"] | None = ...,
    mask_chunk: int | None = ...,
    mask_sinks: int | None = ...,
    mask_block: int | None = ...,
    mask_separator: Text | None = ...,
    mask_formula: Text | None = ...,
    mask_numbers: Text | None = ...,
    scale_keys: int | None = ...,
    scale_at_least_one: bool | None = ...,
    scale_times: Literal["inverse_sqrt", "inverse_sqrt_2d", "one"] | None = ...,
    scale_formula: Text | None = ...,
    scale_parameters: Text | None = ...,
    scale_numbers: Text | None = ...,
    attention_l1: bool | None = ...,
    projection_centred: bool | None = ...,
    projection_shared: bool | None = ...,
    projection_cross: bool | None = ...,
    residual_sublayers: Literal["all", "feed_forward"] | None = ...,
    block_attention_norm: bool | None = ...,
    block_head_scale: Literal["none", "heads", "output"] | None = ...,
    block_hidden_norm: bool | None = ...,
    norm_epsilon: float | None = ...,
    mixer_width: Literal["full", "two_thirds", "two_thirds_8"] | None = ...,
    mixer_formula: Text | None = ...,
    mixer_numbers: Text | None = ...,
    initialisation_scale: float | None = ...,
    initialisation_deviation: float | None = ...,
    initialisation_scale_positions: bool | None = ...,
    initialisation_of: Literal["xavier", "truncated_normal", "t5"] | None = ...,
    head_scaled: bool | None = ...,
    head_bias: bool | None = ...,
    head_cutoffs: Text | None = ...,
    head_divisor: int | None = ...,
    head_embedding: Literal["tied", "untied", "table"] | None = ...,
    head_projections: Literal["all_but_first", "all", "none"] | None = ...,
    store_count: int | None = ...,
    store_columns: int | None = ...,
    store_cells: int | None = ...,
    store_joint: bool | None = ...,
    store_states: int | None = ...,
    store_symbols: int | None = ...,
    store_reading: Literal["symbols", "states"] | None = ...,
    store_hidden: int | None = ...,
    curriculum_lengths: Lengths | None = ...,
    curriculum_length: int | None = ...,
    curriculum_tau: float | None = ...,
    curriculum_initial: int | None = ...,
    curriculum_every: int | None = ...,
    curriculum_amount: int | None = ...,
    curriculum_all_lengths: bool | None = ...,
    curriculum_tokens: int | None = ...,
    curriculum_pool: int | None = ...,
    optimizer_beta1: float | None = ...,
    optimizer_beta2: float | None = ...,
    optimizer_epsilon: float | None = ...,
    optimizer_epsilon_to: Literal["corrected", "raw"] | None = ...,
    optimizer_decay_by: Literal["rate", "schedule", "gradient"] | None = ...,
    optimizer_step: Literal["relative", "relative_warmup", "schedule"] | None = ...,
    optimizer_scale_parameter: bool | None = ...,
    optimizer_smallest: float | None = ...,
    optimizer_update_clip: float | None = ...,
    optimizer_exponent: float | None = ...,
    schedule_warmup: int | None = ...,
    schedule_warmup_from: float | None = ...,
    schedule_floor: float | None = ...,
    schedule_end: int | None = ...,
    schedule_floor_at: Literal["after", "last"] | None = ...,
    schedule_formula: Text | None = ...,
    schedule_numbers: Text | None = ...,
    schedule_delay: int | None = ...,
    eval_beam: int | None = ...,
    eval_length_norm: Literal["gnmt", "fairseq"] | None = ...,
    eval_length_penalty: float | None = ...,
    eval_length_factor: float | None = ...,
    eval_length_extra: int | None = ...,
    eval_memory: int | None = ...,
    eval_same_span: bool | None = ...,
    eval_lanes: int | None = ...,
) -> list[Run]:
    """Trains one run for each config file, and returns a list of runs. Otherwise like train() with one config.

    task: task or text that the model learns (default reverse_string)
    architecture: overall structure of the model (default encoder)
    positions: how tokens get their position ids (default standard)
    encoding: positional encoding: how positions enter the model (default sinusoid)
    mask: attention mask: which keys each query attends to (default full)
    scale: scale factor of the attention logits (default inverse_sqrt)
    attention: how attention logits become attention weights (default softmax)
    projection: how queries, keys and values are computed (default linear)
    residual: residual connection around each sublayer (default add)
    block: where the norms of a block are placed (default post_norm)
    norm: how vectors of the residual stream are normalized (default layer_norm)
    mixer: feed-forward network of a block: its activation and gate (default relu)
    initialisation: how parameters are initialized (default truncated_normal)
    head: output layer: how logits are computed (default linear)
    cell: cell of a recurrent network (default lstm)
    store: external memory of a recurrent network (default none)
    curriculum: lengths and order of the training examples (default uniform)
    optimizer: how gradients update the parameters (default adam)
    schedule: learning-rate schedule (default constant)
    protocol: evaluation protocol: how answers are obtained (default pass)
    metric: metric of scores, tables, figures and the best checkpoint (default token_accuracy)
    width: width d of the residual stream (1..8192; default 64)
    heads: number of attention heads; each head has width / heads columns (the head width) (1..256; default 8)
    model_key_heads: number of key/value heads, a divisor of model.heads (grouped-query attention); each key/value head serves model.heads / model.key_heads neighbouring query heads; fewer key/value heads shrink the key/value cache; 1: multi-query attention; 0: as many as model.heads (0..256; default 0)
    blocks: number of blocks (layers) (1..256; default 5)
    model_order: sublayers of a block in order, one letter each: s is self-attention, f is feed-forward (lengthen list sublayers lists all letters). c is the cross-attention of encoder_decoder. It always follows token-mixing sublayers, so sf means scf. macaron: fsf, without the factors 1/2. sandwich:K: in a model of N blocks, s K times, then sf N-K times, then f K times. memorizing: sf, but the fourth block from the top has k in place of s. Some residuals and initializations depend on the number of layers: a layer starts at each token-mixing letter, and a bar ends a layer, as in s|ff (default sf)
    model_share: which blocks share their parameters: none; all (ALBERT, Universal Transformer); groups:N: adjacent blocks, in N groups; or for each block the index of its parameter set, such as 0,0,1 (default none)
    model_share_norms: blocks that share parameters also share the gains and offsets of their norms (default true)
    model_step_signal: add two vectors to the input of each block: the position vector that the encoding adds to embeddings, and a sinusoid of the block's number, from 1 (Universal Transformer) (default false)
    model_feed_forward: hidden width of the feed-forward network; unless set, 4 times model.width (1..65536; default 256)
    dropout: dropout rate on sublayer outputs and on embeddings with added positions (0..0.95; default 0.1)
    model_dropout_embedding: dropout rate on token embeddings, after positions are added; -1: model.dropout if the encoding adds positions, else 0 (-1..0.95; default -1)
    model_dropout_attention: dropout rate on attention weights, after the softmax; weights that are kept are multiplied by 1 / (1 - rate) (0..0.95; default 0)
    model_dropout_hidden: dropout rate on the hidden layer of the feed-forward network (0..0.95; default 0)
    model_dropout_final: dropout rate on the input of the output layer (0..0.95; default 0)
    model_dropout_words: probability that training replaces an input token with a random token of the vocabulary (0..0.95; default 0)
    precision: number format of the inputs of matrix products and, if the head width is a multiple of 32, of keys and values stored in decoding; all other numbers are fp32; with bf16, training is up to twice as fast (default fp32)
    model_bias: use biases in the feed-forward and output layers, and offsets in layer norms (default true)
    model_embedding_scale: factor that multiplies token embeddings: the square root of the width, or 1 (T5) (default sqrt_width)
    model_embedding_width: width of token embeddings; a linear map projects them to model.width (ALBERT: 128); 0: model.width, without a map (0..8192; default 0)
    model_embedding_norm: norm of the token embeddings: before positions are added (BLOOM) or after (BERT) (default none)
    model_qk_norm: norm of queries and keys, head by head, before the encoding rotates them: RMS norm or layer norm (default none)
    loss_smoothing: label smoothing: fraction of each target's probability that is spread over the output symbols in training; evaluation reports the plain cross-entropy (0..0.95; default 0)
    loss_smoothing_over: output symbols that share the fraction loss.smoothing equally: all: all V symbols; others: the V-1 symbols other than the target (fairseq) (default all)
    loss_z: z-loss: coefficient of (log sum exp logits)^2 in the training loss; 1e-4 keeps logits small (0..1; default 0)
    loss_half: text: train only on the second half of each window, where targets have longer contexts (default false)
    convolution_taps: kernel size in tokens: one number, or one number for each layer, such as 3,7,15; all further layers have the last number (default 7)
    convolution_heads: number of kernels of a layer; each kernel convolves width / heads adjacent columns; 0: as many as model.heads (0..8192; default 0)
    convolution_gate: the input of the convolution is gated: (x Wa + a) * sigmoid(x Wb + b); false: it is x Wa + a (default true)
    convolution_bias: add a bias to the map that computes the kernel of a dynamic convolution (default false)
    convolution_renorm_padding: renormalize the kernel at the ends of the sequence, so that the weights inside the sequence sum to 1; false: pad with zeros (default false)
    convolution_dropout_input: dropout rate on the input of the maps before a convolution; the paper uses 0.1 (0..0.95; default 0)
    convolution_dropout_weights: dropout rate on the kernel weights of each token; the paper uses 0.1 (0..0.95; default 0)
    experts_count: number of experts in a sublayer e or b (1..256; default 8)
    experts_width: hidden width of an expert; 0: model.feed_forward (0..65536; default 0)
    experts_capacity: sublayer e, in training: capacity factor F; an expert processes at most F times an equal share of the tokens, and further tokens skip the sublayer; 0: no limit (0..1000; default 1.25)
    experts_capacity_eval: sublayer e, in evaluation: capacity factor; -1: no limit if the mask is causal (tokens may be decoded one by one), 2 if it is not (-1..1000; default -1)
    experts_capacity_least: sublayer e: lower bound of an expert's capacity, in tokens (1..1e+09; default 4)
    experts_jitter: sublayer e: in training, multiply the router's input by random numbers in 1-J..1+J (0..0.99; default 0.01)
    experts_balance: sublayer e: coefficient of the load-balancing loss (0..1000; default 0.01)
    experts_z_loss: sublayer e: coefficient of the router z-loss, which keeps the router's logits small; usually 0.001 (0..1000; default 0)
    experts_scale: sublayer e: scale S of the initial weights of router and experts, truncated normal with standard deviation sqrt(S / inputs); 0: as set by --initialisation (0..1000; default 0.1)
    experts_dropout: dropout rate on the hidden layer of experts; -1: model.dropout (-1..0.95; default -1)
    experts_sublayers: sublayer b: number of feed-forward networks stacked in an expert (1..16; default 1)
    gating_length: sublayer g: size of the matrices over tokens, and so the longest sequence that the model accepts (1..8192; default 128)
    gating_chunks: sublayer g: number of column chunks, each with its own matrix over tokens (1..256; default 4)
    gating_width: sublayer g: number of columns that are mixed; 0: model.width (0..65536; default 0)
    persistent_pairs: sublayer a: number of trained key-value pairs in each head, in addition to the pairs of the tokens; -1: model.feed_forward (-1..65536; default -1)
    persistent_dropout: dropout rate on the attention weights of the trained pairs of sublayer a, after the softmax (0..0.95; default 0)
    memorizing_size: sublayer k: number of key-value pairs of earlier segments in the memory of each text stream and head; 0: no memory (0..16777216; default 2048)
    memorizing_read: sublayer k: number of nearest pairs that a token retrieves in each head (1..65536; default 32)
    memorizing_combine: sublayer k: how retrieved and local attention are combined: gate: by a trained weight of each head; joint: in one softmax (default gate)
    memorizing_empty: sublayer k, while the memory is empty: zero: the gate mixes in zeros; bypass: local attention only (default zero)
    steps: optimizer steps (1..1e+12; default 10000)
    lr: learning rate (0..100; default 0.001)
    batch: number of sequences in a training step; all have the same length, except with curriculum: epochs (1..65536; default 128)
    train_clip: clip the global norm of the gradient to this value; 0: no clipping (0..1e+09; default 1)
    optimizer_decay: decoupled weight decay per step, multiplied by the learning rate (0..1; default 0)
    optimizer_decay_on: parameters with weight decay: all: all parameters; all_but_biases: all but biases and the parameters of encodings; matrices: matrices except token and position embeddings; matrices_and_embeddings: matrices and token embeddings (default all)
    train_until: stop when a validation (eval.every) reaches this score: METRIC>=NUMBER or METRIC<=NUMBER, such as 'token_accuracy>=0.99' or 'perplexity<=20'; none: never (default none)
    train_patience: stop after N validations (eval.every) in a row without a better score; 0: never (0..1e+09; default 0)
    train_time: stop after this training time, summed over restarts: 90s, 30m, 2h; none: never. The number of steps, and so the result, then depends on the machine (default none)
    init: initialize parameters from the last model of a run, or from a file such as model.safetensors; only parameters with matching names and shapes, without the optimizer state (default none)
    train_seed: random seed of training; seed.init, seed.data, ... can override it (0..9007199254740991; default 1)
    seed_init: seed of the initial parameters; -1: train.seed (-1..9007199254740991; default -1)
    seed_data: seed of the training sequences; -1: train.seed (-1..9007199254740991; default -1)
    seed_length: seed of the training lengths; -1: train.seed (-1..9007199254740991; default -1)
    seed_dropout: seed of dropout in training; -1: train.seed (-1..9007199254740991; default -1)
    seed_positions: seed of the position samples of training steps; -1: train.seed (-1..9007199254740991; default -1)
    lengths: lengths to evaluate (1..100000; default 1..100)
    eval_sequences: sequences evaluated at each length; for text, see eval.targets (1..1e+07; default 500)
    eval_seed: random seed of evaluation (0..9007199254740991; default 1)
    eval_position_samples: position samples at each length; the sequences are divided among them, and token accuracy is the mean over samples (1..1e+06; default 1)
    eval_batch: sequences evaluated at once; affects memory, not results (1..1e+06; default 512)
    eval_dropout: keep dropout on in evaluation, as the released code of Ruoss et al. 2023 does (default false)
    eval_targets: text: score the last N target tokens of the test split, at every length; 0: N is eval.sequences times the shortest length, or less if the split is so short that the longest length needs some of these tokens as context (0..1e+15; default 0)
    eval_stride: text: each window scores its last N target tokens, and windows advance by N; 1: sliding windows; the longest length or more: windows do not overlap; 0: N is the shortest length, so that at length T every target has at least T - N tokens of context (0..100000; default 0)
    eval_validation: data for validation during training: validation: the validation split, at up to 40 of the training lengths; test: the test split at eval.lengths, which should not select a model or stop training (default validation)
    eval_checkpoint: checkpoint to evaluate: the last one, or the one with the best validation score (default last)
    eval_max_tokens: greedy decoding: cut an answer off once source and answer together have N tokens; 0: once the answer is as long as the target (0..100000; default 0)
    eval_score: lengths that the score averages over: first-ood..max: all evaluated lengths beyond the training lengths; paper-exact: the same lengths without the shortest, as in the example script of Ruoss et al. 2023; all: all evaluated lengths (default first-ood..max)
    eval_score_above: count lengths above N as beyond training, so that models trained on different lengths are scored over the same lengths; 0: the longest training length (0..100000; default 0)
    eval_with: options that replace training options in the evaluation, such as 'mask: window, mask.width: 40': options of positions, mask and scale, and options of encodings that extend the context (default none)
    eval_average: average a score over lengths (with equal weights) or over examples (finite data sets have more examples at some lengths) (default lengths)
    eval_label: name of this evaluation, such as ensemble-3; claims can select runs by this name; it does not affect results (default none)
    threads: number of threads; 0: all processors, divided among concurrent runs (0..1024; default 0)
    log: tensorboard: also write a TensorBoard event file (default none)
    train_log_every: write a line to metrics.jsonl every N steps (1..1e+09; default 100)
    train_checkpoint_every: write a checkpoint every N steps (1..1e+09; default 1000)
    train_keep: keep the models of the last N checkpoints; 1: model.safetensors only (1..1e+06; default 1)
    train_keep_state: how long to keep state.safetensors, which is three times as large as the model: always, or (unfinished) until the run is finished; without this file, a finished run cannot be trained for more steps (default always)
    eval_every: validate every N steps (eval.validation) and keep the best checkpoint; 0: never (0..1e+09; default 0)
    data_train: file of training pairs (default none)
    data_test: file of test pairs (default none)
    data_validation_file: file of validation pairs (eval.validation) (default none)
    data_validation_fraction: fraction of the training pairs, spaced evenly over the file, that is held out for validation if no validation file is given (0..0.9; default 0)
    data_tokens: unit of a token: a word between blanks, a UTF-8 character, or a byte (default words)
    data_subwords: SentencePiece model or subword-nmt codes that split text into subword tokens; empty: split text as data.tokens says (default none)
    data_bucket: round source lengths up to a multiple of N tokens for reporting (1..100000; default 1)
    data_source: file of training sources, one per line, or of pairs (default none)
    data_target: file of training targets; empty: data.source has pairs (default none)
    data_test_source: file of test sources; may be set when a trained model is evaluated (default none)
    data_test_target: file of test targets (default none)
    data_validation_source: file of validation sources (eval.validation) (default none)
    data_validation_target: file of validation targets (default none)
    data_test_fraction: fraction of the pairs, at the end of the file, that is used for testing if no test file is given (0..0.999999; default 0.1)
    data_target_subwords: SentencePiece model or subword-nmt codes of the targets; empty: one vocabulary for both sides (default none)
    data_least_uses: tokens that occur fewer than N times in the training split become <unk> (1..1073741824; default 1)
    data_vocabulary: keep only the N most frequent tokens; 0: all (0..16777216; default 0)
    data_longest: skip pairs with more than N tokens on either side (1..99999; default 1024)
    data_longest_trained: skip training pairs with more than N tokens on either side, to train on shorter pairs than are evaluated; 0: data.longest (0..99999; default 0)
    data_concatenated: join N consecutive training pairs into one (1..1000; default 1)
    data_file: text file (default none)
    data_test_file: separate test file, in place of the end of data.file; may be set when a trained model is evaluated (default none)
    data_line_ends: words: end every line with the token <eos> (default true)
    data_context: number of context tokens before the first predicted token of a record (1..100000; default 1)
    data_masking: probability that a token is selected for prediction (1e-06..1; default 0.15)
    data_size: size of the file in bytes, which is checked; change it if your file is a part of the corpus (40..1e+15; default 100000000)
    data_newlines: keep newlines as tokens; false: drop them, as the Transformer-XL code does (default true)
    data_folder: directory of the unpacked corpus (default none)
    data_keys: number of distinct keys, and the largest number of pairs in a sequence (1..4096; default 32)
    data_queries: number of keys queried in a sequence (1..1000; default 4)
    data_reach: number of symbols before each query, which is also the largest offset (1..64; default 4)
    data_width: length of a pattern, in symbols (1..16; default 2)
    data_permutations: number of keys, each with a permutation of the symbols (1..4096; default 16)
    data_inverted: probability that the first adjective stays before its noun (0..1; default 0)
    data_examples: number of training examples, divided among the lengths of the curriculum (1..1e+09; default 100000)
    data_validation: validation examples of each length, as a fraction of the training examples of this length (0..10; default 0.15)
    data_test_examples: number of test examples of each length (for addition: of each pair of digit counts) (1..1e+09; default 500)
    data_seed: random seed of all examples (0..9007199254740991; default 9842497)
    data_alphabet: number of different words in sources (1..1e+06; default 6052)
    data_scratchpad: scratchpad before the answer: none; full; full without one part: no_input, no_computation, no_output, no_rest or (in tasks with variables) no_variables; minimal; or five digits 0 or 1, which select the parts input, computation, output, variables and rest (default none)
    data_largest: largest number (10..999999999; default 9999)
    data_smallest: smallest number, at most data.largest (0..999999999; default 10)
    data_split: training split: paper: commands of up to 25 actions; orig: commands of up to 22 actions, as in the original data set (default paper)
    data_prefix: begin every source with a fixed word, such as "Solve:" (default true)
    model_decode: parallel: all outputs in one forward pass, at empty tokens after the source; autoregressive: one token after another (needs --mask causal); in_place: all outputs in one forward pass, each at a source token (needs targets as long as their sources) (default parallel)
    model_computation_steps: extra computation tokens per input token, between input and output (0..16; default 0)
    architecture_memory_tokens: number of memory tokens (trained vectors) of an encoder; memory tokens and the other tokens attend to each other; 0: none (0..4096; default 0)
    architecture_memory_form: plain: memory tokens and other tokens pass through the same sublayers; controller: memory tokens first pass through separate sublayers, then the other tokens attend to memory tokens and to each other; bottleneck: as controller, but the other tokens attend only to memory tokens (default plain)
    architecture_memory: segment memory: number of earlier tokens whose hidden states each block keeps (Transformer-XL); 0: none (0..100000; default 0)
    architecture_memory_start: memory at the start of a text: empty, or rows of zeros that take part in attention (default empty)
    architecture_vocabulary: vocabulary size: number of rows of the token embedding and of the output layer (T5: 32,100); rows beyond the data's symbols are never trained; 0: no extra rows (0..1e+07; default 0)
    architecture_begin: token that starts a target: own: a separate token; end: the end-of-sequence token, as in fairseq (default own)
    architecture_tables: token embeddings of sources and targets: auto: one shared table if both have the same vocabulary; shared: one table, or an error if the vocabularies differ; apart: two tables (default auto)
    encoder_encoding: encoding of the source, with options such as encoder.encoding.base; same: the encoding of --encoding (default same)
    encoder_positions: positions of the source, with options such as encoder.positions.L; same: the positions of --positions (default same)
    decoder_encoding: encoding of the target, with options such as decoder.encoding.base; same: the encoding of --encoding (default same)
    decoder_positions: positions of the target, with options such as decoder.positions.L; same: the positions of --positions (default same)
    cross_encoding: encoding of cross-attention, a function of the distance from target token to source token; only none, rope, alibi, t5, kerple and sandwich can be used here (default none)
    architecture_latents: number of latent vectors that attend to the source and pass through the blocks (1..8192; default 16)
    architecture_repeats: number of times that the latents attend to the source and pass through all blocks, with shared weights (1..64; default 1)
    architecture_query_residual: add the query to its attention output; false: use only the attention output (default false)
    architecture_output: input of the output layer: queries: one query per target token, which attends to the latents; mean: the mean of the latents, for data with one target token per record (default queries)
    architecture_hidden: width of each state vector of the cell (1..8192; default 256)
    positions_L: size L of the range that positions are sampled from (1..16777216; default 2048)
    positions_draw: what to sample for encodings that read distances: distances: sorted distances; positions: positions, from whose differences the distances are computed; auto: as distances (default auto)
    positions_per: draw one position sample per forward pass, per block, or (in training) per sequence; auto: as stated in the properties of the positions or, if not there, of the encoding (`lengthen show`) (default auto)
    positions_both_sides: sample the distances to the left and to the right independently (default false)
    positions_even: in evaluation, space positions evenly over the range instead of sampling them (default false)
    encoder_positions_L: size L of the range that positions are sampled from (1..16777216; default 2048)
    encoder_positions_draw: what to sample for encodings that read distances: distances: sorted distances; positions: positions, from whose differences the distances are computed; auto: as distances (default auto)
    encoder_positions_per: draw one position sample per forward pass, per block, or (in training) per sequence; auto: as stated in the properties of the positions or, if not there, of the encoding (`lengthen show`) (default auto)
    encoder_positions_both_sides: sample the distances to the left and to the right independently (default false)
    encoder_positions_even: in evaluation, space positions evenly over the range instead of sampling them (default false)
    decoder_positions_L: size L of the range that positions are sampled from (1..16777216; default 2048)
    decoder_positions_draw: what to sample for encodings that read distances: distances: sorted distances; positions: positions, from whose differences the distances are computed; auto: as distances (default auto)
    decoder_positions_per: draw one position sample per forward pass, per block, or (in training) per sequence; auto: as stated in the properties of the positions or, if not there, of the encoding (`lengthen show`) (default auto)
    decoder_positions_both_sides: sample the distances to the left and to the right independently (default false)
    decoder_positions_even: in evaluation, space positions evenly over the range instead of sampling them (default false)
    positions_shift: largest training offset K; offsets are uniform in 0..K (0..16777216; default 500)
    positions_eval_shift: offset in evaluation; the authors' code uses positions.shift (0..16777216; default 0)
    encoder_positions_shift: largest training offset K; offsets are uniform in 0..K (0..16777216; default 500)
    encoder_positions_eval_shift: offset in evaluation; the authors' code uses positions.shift (0..16777216; default 0)
    decoder_positions_shift: largest training offset K; offsets are uniform in 0..K (0..16777216; default 500)
    decoder_positions_eval_shift: offset in evaluation; the authors' code uses positions.shift (0..16777216; default 0)
    positions_global_shift: bound G of the shift of a whole sequence, which is uniform in -G..G (in the authors' code, the option is the full width 2 G) (0..1e+06; default 5)
    positions_local_shift: bound e of the separate shift of each token, which is uniform in -e..e; if e is above 0.5, adjacent tokens may swap places (0..1e+06; default 0.5)
    positions_max_scale: largest scale S of the positions; the logarithm of the scale is uniform in -ln S..ln S (1..1000; default 1.03)
    positions_center: first subtract the mean position of the sequence, in evaluation too (default true)
    positions_source_factor: for separate source sequences: first multiply source positions by this factor, in evaluation too; usually the mean target length divided by the mean source length (0.001..1000; default 1)
    encoder_positions_global_shift: bound G of the shift of a whole sequence, which is uniform in -G..G (in the authors' code, the option is the full width 2 G) (0..1e+06; default 5)
    encoder_positions_local_shift: bound e of the separate shift of each token, which is uniform in -e..e; if e is above 0.5, adjacent tokens may swap places (0..1e+06; default 0.5)
    encoder_positions_max_scale: largest scale S of the positions; the logarithm of the scale is uniform in -ln S..ln S (1..1000; default 1.03)
    encoder_positions_center: first subtract the mean position of the sequence, in evaluation too (default true)
    encoder_positions_source_factor: for separate source sequences: first multiply source positions by this factor, in evaluation too; usually the mean target length divided by the mean source length (0.001..1000; default 1)
    decoder_positions_global_shift: bound G of the shift of a whole sequence, which is uniform in -G..G (in the authors' code, the option is the full width 2 G) (0..1e+06; default 5)
    decoder_positions_local_shift: bound e of the separate shift of each token, which is uniform in -e..e; if e is above 0.5, adjacent tokens may swap places (0..1e+06; default 0.5)
    decoder_positions_max_scale: largest scale S of the positions; the logarithm of the scale is uniform in -ln S..ln S (1..1000; default 1.03)
    decoder_positions_center: first subtract the mean position of the sequence, in evaluation too (default true)
    decoder_positions_source_factor: for separate source sequences: first multiply source positions by this factor, in evaluation too; usually the mean target length divided by the mean source length (0.001..1000; default 1)
    positions_factor: distance between adjacent tokens (1e-06..1e+06; default 1)
    positions_trained: longest training sequence, in tokens; longer sequences are compressed to the positions of this one; 0: no compression (0..16777216; default 0)
    encoder_positions_factor: distance between adjacent tokens (1e-06..1e+06; default 1)
    encoder_positions_trained: longest training sequence, in tokens; longer sequences are compressed to the positions of this one; 0: no compression (0..16777216; default 0)
    decoder_positions_factor: distance between adjacent tokens (1e-06..1e+06; default 1)
    decoder_positions_trained: longest training sequence, in tokens; longer sequences are compressed to the positions of this one; 0: no compression (0..16777216; default 0)
    positions_law: distribution of the last position in training, with the sequence length T as its mean (alias: positions.distribution): exponential: no upper limit; beta: at most positions.longest; fixed: always T, as in evaluation (default exponential)
    positions_longest: upper limit M of the beta distribution: the longest evaluated sequence, in tokens; in sequences of T >= M tokens the last position is T (1..16777216; default 2048)
    encoder_positions_law: distribution of the last position in training, with the sequence length T as its mean (alias: positions.distribution): exponential: no upper limit; beta: at most positions.longest; fixed: always T, as in evaluation (default exponential)
    encoder_positions_longest: upper limit M of the beta distribution: the longest evaluated sequence, in tokens; in sequences of T >= M tokens the last position is T (1..16777216; default 2048)
    decoder_positions_law: distribution of the last position in training, with the sequence length T as its mean (alias: positions.distribution): exponential: no upper limit; beta: at most positions.longest; fixed: always T, as in evaluation (default exponential)
    decoder_positions_longest: upper limit M of the beta distribution: the longest evaluated sequence, in tokens; in sequences of T >= M tokens the last position is T (1..16777216; default 2048)
    positions_width: largest distance w that is not changed (1..16777216; default 40)
    positions_compress: divide the part of a distance beyond positions.width by this number; 0: clip distances at positions.width (0..1e+06; default 0)
    encoder_positions_width: largest distance w that is not changed (1..16777216; default 40)
    encoder_positions_compress: divide the part of a distance beyond positions.width by this number; 0: clip distances at positions.width (0..1e+06; default 0)
    decoder_positions_width: largest distance w that is not changed (1..16777216; default 40)
    decoder_positions_compress: divide the part of a distance beyond positions.width by this number; 0: clip distances at positions.width (0..1e+06; default 0)
    positions_separator: token that ends a document, spelled as in the vocabulary; by default the end of a line: \n for bytes and characters, <eos> for words (default none)
    encoder_positions_separator: token that ends a document, spelled as in the vocabulary; by default the end of a line: \n for bytes and characters, <eos> for words (default none)
    decoder_positions_separator: token that ends a document, spelled as in the vocabulary; by default the end of a line: \n for bytes and characters, <eos> for words (default none)
    encoding_base: base b of the frequencies b^(-2i/n) of n columns; the longest wavelength is about 2 pi b tokens (1..1e+09; default 10000)
    encoding_layout: order of the columns: halves: all sines, then all cosines; interleaved: sine and cosine of each frequency side by side (default halves)
    encoding_first: offset added to every position; with 1, positions count from 1 (0..16777216; default 0)
    encoder_encoding_base: base b of the frequencies b^(-2i/n) of n columns; the longest wavelength is about 2 pi b tokens (1..1e+09; default 10000)
    encoder_encoding_layout: order of the columns: halves: all sines, then all cosines; interleaved: sine and cosine of each frequency side by side (default halves)
    encoder_encoding_first: offset added to every position; with 1, positions count from 1 (0..16777216; default 0)
    decoder_encoding_base: base b of the frequencies b^(-2i/n) of n columns; the longest wavelength is about 2 pi b tokens (1..1e+09; default 10000)
    decoder_encoding_layout: order of the columns: halves: all sines, then all cosines; interleaved: sine and cosine of each frequency side by side (default halves)
    decoder_encoding_first: offset added to every position; with 1, positions count from 1 (0..16777216; default 0)
    cross_encoding_base: base b of the frequencies b^(-2i/n) of n columns; the longest wavelength is about 2 pi b tokens (1..1e+09; default 10000)
    cross_encoding_layout: order of the columns: halves: all sines, then all cosines; interleaved: sine and cosine of each frequency side by side (default halves)
    cross_encoding_first: offset added to every position; with 1, positions count from 1 (0..16777216; default 0)
    encoding_rows: number of rows of the embedding table; positions must be smaller than this number (1..1048576; default 2048)
    encoder_encoding_rows: number of rows of the embedding table; positions must be smaller than this number (1..1048576; default 2048)
    decoder_encoding_rows: number of rows of the embedding table; positions must be smaller than this number (1..1048576; default 2048)
    cross_encoding_rows: number of rows of the embedding table; positions must be smaller than this number (1..1048576; default 2048)
    encoding_relative: add a relative bias by distance bucket, as T5 does (TUPE-R) (default false)
    encoding_buckets: number of distance buckets; without a causal mask, half of the buckets are for keys on the right (4..256; default 32)
    encoding_max_distance: distance at which the logarithmic buckets end; the last bucket begins a little below this distance and has no upper limit (2..16777216; default 128)
    encoding_first_token: position term of logits whose query or key is the first token: alike: as for all other tokens; free: two trained numbers per head, one for logits whose query is the first token, one for logits of which only the key is the first token; rows: as free, but the two numbers are products of the first two rows of the table, as in the authors' code (default alike)
    encoding_released: normalize the rows of the table, and add biases to the maps Uq and Uk, as in the authors' code (default false)
    encoder_encoding_relative: add a relative bias by distance bucket, as T5 does (TUPE-R) (default false)
    encoder_encoding_buckets: number of distance buckets; without a causal mask, half of the buckets are for keys on the right (4..256; default 32)
    encoder_encoding_max_distance: distance at which the logarithmic buckets end; the last bucket begins a little below this distance and has no upper limit (2..16777216; default 128)
    encoder_encoding_first_token: position term of logits whose query or key is the first token: alike: as for all other tokens; free: two trained numbers per head, one for logits whose query is the first token, one for logits of which only the key is the first token; rows: as free, but the two numbers are products of the first two rows of the table, as in the authors' code (default alike)
    encoder_encoding_released: normalize the rows of the table, and add biases to the maps Uq and Uk, as in the authors' code (default false)
    decoder_encoding_relative: add a relative bias by distance bucket, as T5 does (TUPE-R) (default false)
    decoder_encoding_buckets: number of distance buckets; without a causal mask, half of the buckets are for keys on the right (4..256; default 32)
    decoder_encoding_max_distance: distance at which the logarithmic buckets end; the last bucket begins a little below this distance and has no upper limit (2..16777216; default 128)
    decoder_encoding_first_token: position term of logits whose query or key is the first token: alike: as for all other tokens; free: two trained numbers per head, one for logits whose query is the first token, one for logits of which only the key is the first token; rows: as free, but the two numbers are products of the first two rows of the table, as in the authors' code (default alike)
    decoder_encoding_released: normalize the rows of the table, and add biases to the maps Uq and Uk, as in the authors' code (default false)
    cross_encoding_relative: add a relative bias by distance bucket, as T5 does (TUPE-R) (default false)
    cross_encoding_buckets: number of distance buckets; without a causal mask, half of the buckets are for keys on the right (4..256; default 32)
    cross_encoding_max_distance: distance at which the logarithmic buckets end; the last bucket begins a little below this distance and has no upper limit (2..16777216; default 128)
    cross_encoding_first_token: position term of logits whose query or key is the first token: alike: as for all other tokens; free: two trained numbers per head, one for logits whose query is the first token, one for logits of which only the key is the first token; rows: as free, but the two numbers are products of the first two rows of the table, as in the authors' code (default alike)
    cross_encoding_released: normalize the rows of the table, and add biases to the maps Uq and Uk, as in the authors' code (default false)
    encoding_shared_terms: share the content and position biases u and v among all blocks, as Transformer-XL does without its option untie_r (default false)
    encoding_terms: terms of the score to keep, as lettered by Dai et al. 2019: (a) query and key, (b) query and distance, (c) content bias u, (d) position bias v (default abcd)
    encoder_encoding_shared_terms: share the content and position biases u and v among all blocks, as Transformer-XL does without its option untie_r (default false)
    encoder_encoding_terms: terms of the score to keep, as lettered by Dai et al. 2019: (a) query and key, (b) query and distance, (c) content bias u, (d) position bias v (default abcd)
    decoder_encoding_shared_terms: share the content and position biases u and v among all blocks, as Transformer-XL does without its option untie_r (default false)
    decoder_encoding_terms: terms of the score to keep, as lettered by Dai et al. 2019: (a) query and key, (b) query and distance, (c) content bias u, (d) position bias v (default abcd)
    cross_encoding_shared_terms: share the content and position biases u and v among all blocks, as Transformer-XL does without its option untie_r (default false)
    cross_encoding_terms: terms of the score to keep, as lettered by Dai et al. 2019: (a) query and key, (b) query and distance, (c) content bias u, (d) position bias v (default abcd)
    encoding_sides: penalty of keys on the right: half_shift: larger by half the slope than at the same distance on the left; symmetric: the same as on the left; split_heads: the first half of the heads sees only keys on the left, the second half only keys on the right; two_slopes: with a different slope (encoding.right_slope) (default half_shift)
    encoding_right_slope: two_slopes: slope on the right divided by the slope on the left (0.01..100; default 0.5)
    encoding_trained_slopes: multiply slopes by trained factors, which all blocks share: one factor per head, initially 1; for two_slopes, one factor per head and side, on the right initially encoding.right_slope (default false)
    encoder_encoding_sides: penalty of keys on the right: half_shift: larger by half the slope than at the same distance on the left; symmetric: the same as on the left; split_heads: the first half of the heads sees only keys on the left, the second half only keys on the right; two_slopes: with a different slope (encoding.right_slope) (default half_shift)
    encoder_encoding_right_slope: two_slopes: slope on the right divided by the slope on the left (0.01..100; default 0.5)
    encoder_encoding_trained_slopes: multiply slopes by trained factors, which all blocks share: one factor per head, initially 1; for two_slopes, one factor per head and side, on the right initially encoding.right_slope (default false)
    decoder_encoding_sides: penalty of keys on the right: half_shift: larger by half the slope than at the same distance on the left; symmetric: the same as on the left; split_heads: the first half of the heads sees only keys on the left, the second half only keys on the right; two_slopes: with a different slope (encoding.right_slope) (default half_shift)
    decoder_encoding_right_slope: two_slopes: slope on the right divided by the slope on the left (0.01..100; default 0.5)
    decoder_encoding_trained_slopes: multiply slopes by trained factors, which all blocks share: one factor per head, initially 1; for two_slopes, one factor per head and side, on the right initially encoding.right_slope (default false)
    cross_encoding_sides: penalty of keys on the right: half_shift: larger by half the slope than at the same distance on the left; symmetric: the same as on the left; split_heads: the first half of the heads sees only keys on the left, the second half only keys on the right; two_slopes: with a different slope (encoding.right_slope) (default half_shift)
    cross_encoding_right_slope: two_slopes: slope on the right divided by the slope on the left (0.01..100; default 0.5)
    cross_encoding_trained_slopes: multiply slopes by trained factors, which all blocks share: one factor per head, initially 1; for two_slopes, one factor per head and side, on the right initially encoding.right_slope (default false)
    encoding_local_heads: number M of heads that see only the nearest keys; 0: half of the heads (0..16777216; default 0)
    encoder_encoding_local_heads: number M of heads that see only the nearest keys; 0: half of the heads (0..16777216; default 0)
    decoder_encoding_local_heads: number M of heads that see only the nearest keys; 0: half of the heads (0..16777216; default 0)
    cross_encoding_local_heads: number M of heads that see only the nearest keys; 0: half of the heads (0..16777216; default 0)
    encoding_fraction: rotate this fraction of the columns of each head, from the first column on, rounded down to column pairs, but at least one pair (1e-06..1; default 1)
    encoding_pairs: pairs of columns that are rotated together: neighbours: 2i and 2i+1; halves: i and i + r/2 of the r rotated columns, as in GPT-NeoX (default neighbours)
    encoding_frequencies: context extension by a factor s (encoding.extension): trained: no extension; interpolated: divide all frequencies by s (aliases pi and linear); ntk: use a larger base; parts_rotations: divide the frequencies of slow pairs by s, and keep the frequencies of fast pairs (YaRN as published); parts_index: as in the code of YaRN (the alias yarn also sets encoding.temperature 0.1); parts_unrounded: as parts_index, with unrounded bounds; llama3: as parts_rotations, with the bounds of Llama 3; longrope: divide the frequency of each pair by its own factor (default trained)
    encoding_extension: extension factor s of encoding.frequencies: sequence length divided by the training length; with encoding.dynamic, s = extension T / trained - (extension - 1) (1..1e+06; default 1)
    encoding_trained: longest training sequence, in tokens; parts_* and llama3 classify pairs as slow or fast by this length (2..16777216; default 40)
    encoding_dynamic: compute the extension factor s for each sequence, from its length T and encoding.trained; s is at least 1 (default false)
    encoding_temperature: temperature t: multiply rotated queries and keys by t ln s + 1 (YaRN: t = 0.1) (0..10; default 0)
    encoding_factors: longrope: divisors of the frequencies, one number for each pair, separated by blanks (default none)
    encoding_short_factors: encoding.factors for sequences of at most encoding.trained tokens; empty: all factors are 1 (default none)
    encoding_frequency: frequency of pair k of the r rotated columns, a formula of k, r and T (lengthen help formula); empty: base^(-2*k/r), as set by encoding.frequencies (default none)
    encoding_clip: largest distance w that is not changed (ReRoPE, proposed with scale: log_n; alias: encoding.rerope); 0: no limit (0..16777216; default 0)
    encoding_compress: divide the part of a distance beyond encoding.clip by this number (Leaky ReRoPE; alias: encoding.leaky_rerope); 0: clip distances (0..1e+06; default 0)
    encoding_group: group size g (Self-Extend; alias: encoding.self_extend): from the distance w = encoding.clip on, divide positions by g, rounded down, and shift queries by w - floor(w/g); 0: no groups (0..16777216; default 0)
    encoder_encoding_fraction: rotate this fraction of the columns of each head, from the first column on, rounded down to column pairs, but at least one pair (1e-06..1; default 1)
    encoder_encoding_pairs: pairs of columns that are rotated together: neighbours: 2i and 2i+1; halves: i and i + r/2 of the r rotated columns, as in GPT-NeoX (default neighbours)
    encoder_encoding_frequencies: context extension by a factor s (encoding.extension): trained: no extension; interpolated: divide all frequencies by s (aliases pi and linear); ntk: use a larger base; parts_rotations: divide the frequencies of slow pairs by s, and keep the frequencies of fast pairs (YaRN as published); parts_index: as in the code of YaRN (the alias yarn also sets encoding.temperature 0.1); parts_unrounded: as parts_index, with unrounded bounds; llama3: as parts_rotations, with the bounds of Llama 3; longrope: divide the frequency of each pair by its own factor (default trained)
    encoder_encoding_extension: extension factor s of encoding.frequencies: sequence length divided by the training length; with encoding.dynamic, s = extension T / trained - (extension - 1) (1..1e+06; default 1)
    encoder_encoding_trained: longest training sequence, in tokens; parts_* and llama3 classify pairs as slow or fast by this length (2..16777216; default 40)
    encoder_encoding_dynamic: compute the extension factor s for each sequence, from its length T and encoding.trained; s is at least 1 (default false)
    encoder_encoding_temperature: temperature t: multiply rotated queries and keys by t ln s + 1 (YaRN: t = 0.1) (0..10; default 0)
    encoder_encoding_factors: longrope: divisors of the frequencies, one number for each pair, separated by blanks (default none)
    encoder_encoding_short_factors: encoding.factors for sequences of at most encoding.trained tokens; empty: all factors are 1 (default none)
    encoder_encoding_frequency: frequency of pair k of the r rotated columns, a formula of k, r and T (lengthen help formula); empty: base^(-2*k/r), as set by encoding.frequencies (default none)
    encoder_encoding_clip: largest distance w that is not changed (ReRoPE, proposed with scale: log_n; alias: encoding.rerope); 0: no limit (0..16777216; default 0)
    encoder_encoding_compress: divide the part of a distance beyond encoding.clip by this number (Leaky ReRoPE; alias: encoding.leaky_rerope); 0: clip distances (0..1e+06; default 0)
    encoder_encoding_group: group size g (Self-Extend; alias: encoding.self_extend): from the distance w = encoding.clip on, divide positions by g, rounded down, and shift queries by w - floor(w/g); 0: no groups (0..16777216; default 0)
    decoder_encoding_fraction: rotate this fraction of the columns of each head, from the first column on, rounded down to column pairs, but at least one pair (1e-06..1; default 1)
    decoder_encoding_pairs: pairs of columns that are rotated together: neighbours: 2i and 2i+1; halves: i and i + r/2 of the r rotated columns, as in GPT-NeoX (default neighbours)
    decoder_encoding_frequencies: context extension by a factor s (encoding.extension): trained: no extension; interpolated: divide all frequencies by s (aliases pi and linear); ntk: use a larger base; parts_rotations: divide the frequencies of slow pairs by s, and keep the frequencies of fast pairs (YaRN as published); parts_index: as in the code of YaRN (the alias yarn also sets encoding.temperature 0.1); parts_unrounded: as parts_index, with unrounded bounds; llama3: as parts_rotations, with the bounds of Llama 3; longrope: divide the frequency of each pair by its own factor (default trained)
    decoder_encoding_extension: extension factor s of encoding.frequencies: sequence length divided by the training length; with encoding.dynamic, s = extension T / trained - (extension - 1) (1..1e+06; default 1)
    decoder_encoding_trained: longest training sequence, in tokens; parts_* and llama3 classify pairs as slow or fast by this length (2..16777216; default 40)
    decoder_encoding_dynamic: compute the extension factor s for each sequence, from its length T and encoding.trained; s is at least 1 (default false)
    decoder_encoding_temperature: temperature t: multiply rotated queries and keys by t ln s + 1 (YaRN: t = 0.1) (0..10; default 0)
    decoder_encoding_factors: longrope: divisors of the frequencies, one number for each pair, separated by blanks (default none)
    decoder_encoding_short_factors: encoding.factors for sequences of at most encoding.trained tokens; empty: all factors are 1 (default none)
    decoder_encoding_frequency: frequency of pair k of the r rotated columns, a formula of k, r and T (lengthen help formula); empty: base^(-2*k/r), as set by encoding.frequencies (default none)
    decoder_encoding_clip: largest distance w that is not changed (ReRoPE, proposed with scale: log_n; alias: encoding.rerope); 0: no limit (0..16777216; default 0)
    decoder_encoding_compress: divide the part of a distance beyond encoding.clip by this number (Leaky ReRoPE; alias: encoding.leaky_rerope); 0: clip distances (0..1e+06; default 0)
    decoder_encoding_group: group size g (Self-Extend; alias: encoding.self_extend): from the distance w = encoding.clip on, divide positions by g, rounded down, and shift queries by w - floor(w/g); 0: no groups (0..16777216; default 0)
    cross_encoding_fraction: rotate this fraction of the columns of each head, from the first column on, rounded down to column pairs, but at least one pair (1e-06..1; default 1)
    cross_encoding_pairs: pairs of columns that are rotated together: neighbours: 2i and 2i+1; halves: i and i + r/2 of the r rotated columns, as in GPT-NeoX (default neighbours)
    cross_encoding_frequencies: context extension by a factor s (encoding.extension): trained: no extension; interpolated: divide all frequencies by s (aliases pi and linear); ntk: use a larger base; parts_rotations: divide the frequencies of slow pairs by s, and keep the frequencies of fast pairs (YaRN as published); parts_index: as in the code of YaRN (the alias yarn also sets encoding.temperature 0.1); parts_unrounded: as parts_index, with unrounded bounds; llama3: as parts_rotations, with the bounds of Llama 3; longrope: divide the frequency of each pair by its own factor (default trained)
    cross_encoding_extension: extension factor s of encoding.frequencies: sequence length divided by the training length; with encoding.dynamic, s = extension T / trained - (extension - 1) (1..1e+06; default 1)
    cross_encoding_trained: longest training sequence, in tokens; parts_* and llama3 classify pairs as slow or fast by this length (2..16777216; default 40)
    cross_encoding_dynamic: compute the extension factor s for each sequence, from its length T and encoding.trained; s is at least 1 (default false)
    cross_encoding_temperature: temperature t: multiply rotated queries and keys by t ln s + 1 (YaRN: t = 0.1) (0..10; default 0)
    cross_encoding_factors: longrope: divisors of the frequencies, one number for each pair, separated by blanks (default none)
    cross_encoding_short_factors: encoding.factors for sequences of at most encoding.trained tokens; empty: all factors are 1 (default none)
    cross_encoding_frequency: frequency of pair k of the r rotated columns, a formula of k, r and T (lengthen help formula); empty: base^(-2*k/r), as set by encoding.frequencies (default none)
    cross_encoding_clip: largest distance w that is not changed (ReRoPE, proposed with scale: log_n; alias: encoding.rerope); 0: no limit (0..16777216; default 0)
    cross_encoding_compress: divide the part of a distance beyond encoding.clip by this number (Leaky ReRoPE; alias: encoding.leaky_rerope); 0: clip distances (0..1e+06; default 0)
    cross_encoding_group: group size g (Self-Extend; alias: encoding.self_extend): from the distance w = encoding.clip on, divide positions by g, rounded down, and shift queries by w - floor(w/g); 0: no groups (0..16777216; default 0)
    encoding_scale_base: scale base B, in tokens: at distance B, the product of query and key in column pair i has decayed by the factor z_i, as in the authors' code (1..1e+09; default 512)
    encoding_gamma: gamma: the decay factors z_i range from gamma / (1 + gamma) to almost 1 (0.001..1000; default 0.4)
    encoding_zeta: decay factor z of all pairs; 0: each pair has a factor z_i set by encoding.gamma (0..1; default 0)
    encoding_center: position c at which the factors are 1; in single precision, the factors overflow or underflow at positions about 70 times encoding.scale_base away from c (0..16777216; default 0)
    encoder_encoding_scale_base: scale base B, in tokens: at distance B, the product of query and key in column pair i has decayed by the factor z_i, as in the authors' code (1..1e+09; default 512)
    encoder_encoding_gamma: gamma: the decay factors z_i range from gamma / (1 + gamma) to almost 1 (0.001..1000; default 0.4)
    encoder_encoding_zeta: decay factor z of all pairs; 0: each pair has a factor z_i set by encoding.gamma (0..1; default 0)
    encoder_encoding_center: position c at which the factors are 1; in single precision, the factors overflow or underflow at positions about 70 times encoding.scale_base away from c (0..16777216; default 0)
    decoder_encoding_scale_base: scale base B, in tokens: at distance B, the product of query and key in column pair i has decayed by the factor z_i, as in the authors' code (1..1e+09; default 512)
    decoder_encoding_gamma: gamma: the decay factors z_i range from gamma / (1 + gamma) to almost 1 (0.001..1000; default 0.4)
    decoder_encoding_zeta: decay factor z of all pairs; 0: each pair has a factor z_i set by encoding.gamma (0..1; default 0)
    decoder_encoding_center: position c at which the factors are 1; in single precision, the factors overflow or underflow at positions about 70 times encoding.scale_base away from c (0..16777216; default 0)
    cross_encoding_scale_base: scale base B, in tokens: at distance B, the product of query and key in column pair i has decayed by the factor z_i, as in the authors' code (1..1e+09; default 512)
    cross_encoding_gamma: gamma: the decay factors z_i range from gamma / (1 + gamma) to almost 1 (0.001..1000; default 0.4)
    cross_encoding_zeta: decay factor z of all pairs; 0: each pair has a factor z_i set by encoding.gamma (0..1; default 0)
    cross_encoding_center: position c at which the factors are 1; in single precision, the factors overflow or underflow at positions about 70 times encoding.scale_base away from c (0..16777216; default 0)
    encoding_kernel: form of the penalty: log: r1 ln(1 + r2 |D|); power: r1 |D|^r2 (default log)
    encoding_bias_in_scale: divide the bias by sqrt(head width), like the dot products, as in the paper; the authors' code does not divide the bias (default false)
    encoder_encoding_kernel: form of the penalty: log: r1 ln(1 + r2 |D|); power: r1 |D|^r2 (default log)
    encoder_encoding_bias_in_scale: divide the bias by sqrt(head width), like the dot products, as in the paper; the authors' code does not divide the bias (default false)
    decoder_encoding_kernel: form of the penalty: log: r1 ln(1 + r2 |D|); power: r1 |D|^r2 (default log)
    decoder_encoding_bias_in_scale: divide the bias by sqrt(head width), like the dot products, as in the paper; the authors' code does not divide the bias (default false)
    cross_encoding_kernel: form of the penalty: log: r1 ln(1 + r2 |D|); power: r1 |D|^r2 (default log)
    cross_encoding_bias_in_scale: divide the bias by sqrt(head width), like the dot products, as in the paper; the authors' code does not divide the bias (default false)
    encoding_shared_table: share one table between keys and values, as OpenNMT does (default false)
    encoder_encoding_shared_table: share one table between keys and values, as OpenNMT does (default false)
    decoder_encoding_shared_table: share one table between keys and values, as OpenNMT does (default false)
    cross_encoding_shared_table: share one table between keys and values, as OpenNMT does (default false)
    encoding_max_position: largest contextual position P; larger positions are clipped to P; the table has P + 1 vectors (1..4096; default 64)
    encoding_term_in_scale: scale the position term together with the logits, as in the authors' code; false: add it after scaling, as in the paper (default true)
    encoder_encoding_max_position: largest contextual position P; larger positions are clipped to P; the table has P + 1 vectors (1..4096; default 64)
    encoder_encoding_term_in_scale: scale the position term together with the logits, as in the authors' code; false: add it after scaling, as in the paper (default true)
    decoder_encoding_max_position: largest contextual position P; larger positions are clipped to P; the table has P + 1 vectors (1..4096; default 64)
    decoder_encoding_term_in_scale: scale the position term together with the logits, as in the authors' code; false: add it after scaling, as in the paper (default true)
    cross_encoding_max_position: largest contextual position P; larger positions are clipped to P; the table has P + 1 vectors (1..4096; default 64)
    cross_encoding_term_in_scale: scale the position term together with the logits, as in the authors' code; false: add it after scaling, as in the paper (default true)
    encoding_hidden: hidden units of the network that maps a normalized distance to the bias of each head (1..1024; default 32)
    encoding_threshold: initial value of the trained threshold L, in tokens: distances between two positions below L are normalized by L, other distances by the larger of their two positions (1..16777216; default 512)
    encoding_shared_bias: share one network among all blocks, as Zhou et al. 2024 do (default false)
    encoder_encoding_hidden: hidden units of the network that maps a normalized distance to the bias of each head (1..1024; default 32)
    encoder_encoding_threshold: initial value of the trained threshold L, in tokens: distances between two positions below L are normalized by L, other distances by the larger of their two positions (1..16777216; default 512)
    encoder_encoding_shared_bias: share one network among all blocks, as Zhou et al. 2024 do (default false)
    decoder_encoding_hidden: hidden units of the network that maps a normalized distance to the bias of each head (1..1024; default 32)
    decoder_encoding_threshold: initial value of the trained threshold L, in tokens: distances between two positions below L are normalized by L, other distances by the larger of their two positions (1..16777216; default 512)
    decoder_encoding_shared_bias: share one network among all blocks, as Zhou et al. 2024 do (default false)
    cross_encoding_hidden: hidden units of the network that maps a normalized distance to the bias of each head (1..1024; default 32)
    cross_encoding_threshold: initial value of the trained threshold L, in tokens: distances between two positions below L are normalized by L, other distances by the larger of their two positions (1..16777216; default 512)
    cross_encoding_shared_bias: share one network among all blocks, as Zhou et al. 2024 do (default false)
    encoding_bias: bias added to the logit of a query and a key, a formula of d, head, H, dk, T, p_i and p_j (lengthen help formula); empty: no bias if encoding.frequency is set, else -abs(d)/2^(8*(head + 1)/H) (default none)
    encoding_parameters: trained parameters of the formula, separated by semicolons: s[head] = -2; w[head, 32] = normal(0, 0.02) (default none)
    encoding_numbers: constants of the formula, separated by semicolons: rate = 0.5; width = 64 (default none)
    encoder_encoding_bias: bias added to the logit of a query and a key, a formula of d, head, H, dk, T, p_i and p_j (lengthen help formula); empty: no bias if encoding.frequency is set, else -abs(d)/2^(8*(head + 1)/H) (default none)
    encoder_encoding_parameters: trained parameters of the formula, separated by semicolons: s[head] = -2; w[head, 32] = normal(0, 0.02) (default none)
    encoder_encoding_numbers: constants of the formula, separated by semicolons: rate = 0.5; width = 64 (default none)
    decoder_encoding_bias: bias added to the logit of a query and a key, a formula of d, head, H, dk, T, p_i and p_j (lengthen help formula); empty: no bias if encoding.frequency is set, else -abs(d)/2^(8*(head + 1)/H) (default none)
    decoder_encoding_parameters: trained parameters of the formula, separated by semicolons: s[head] = -2; w[head, 32] = normal(0, 0.02) (default none)
    decoder_encoding_numbers: constants of the formula, separated by semicolons: rate = 0.5; width = 64 (default none)
    cross_encoding_bias: bias added to the logit of a query and a key, a formula of d, head, H, dk, T, p_i and p_j (lengthen help formula); empty: no bias if encoding.frequency is set, else -abs(d)/2^(8*(head + 1)/H) (default none)
    cross_encoding_parameters: trained parameters of the formula, separated by semicolons: s[head] = -2; w[head, 32] = normal(0, 0.02) (default none)
    cross_encoding_numbers: constants of the formula, separated by semicolons: rate = 0.5; width = 64 (default none)
    mask_same_length: keys that a query sees with a segment memory of M rows: no: all earlier keys and its own key; memory: the last M keys, including its own; memory_and_self: M earlier keys and its own key (default no)
    mask_width: width of the window, in tokens; with mask.form: symmetric, an even width is increased by 1 (1..16777216; default 81)
    mask_form: placement of the window: symmetric: centred on the query; half: as symmetric, but an even width is decreased by 1; causal: the window ends with the query itself (the default if the architecture or the encoding needs a causal mask); edge_shift: centred on the query, but shifted inward at both ends of the sequence, so that every query sees mask.width keys (default symmetric)
    mask_chunk: length of a chunk, in tokens; the last chunk may be shorter (1..16777216; default 40)
    mask_sinks: number of tokens at the start of the sequence (attention sinks) that all later queries see (0..16777216; default 4)
    mask_block: length of a block, in tokens; the last block may be shorter (1..16777216; default 20)
    mask_separator: token that ends a document, spelled as in the vocabulary; by default the end of a line: \n for bytes and characters, <eos> for words (default none)
    mask_formula: condition under which query i sees key j (lengthen help formula); the mask is causal if `j <= i` is one of the conditions joined by `and` (default j <= i)
    mask_numbers: constants of the formula, separated by semicolons: rate = 0.5; width = 64 (default none)
    scale_keys: number of keys at which the scale equals scale.times; usually the training length (2..16777216; default 40)
    scale_at_least_one: never use a smaller scale than scale.times; for evaluation of models that were trained with scale.times (eval --scale log_n) (default false)
    scale_times: scale that log_n multiplies; in evaluation, give the scale used in training (default inverse_sqrt)
    scale_formula: factor of a query's logits: a formula of n, dk, head and H (lengthen help formula) (default 1/sqrt(dk))
    scale_parameters: trained parameters of the formula, separated by semicolons: s[head] = -2; w[head, 32] = normal(0, 0.02) (default none)
    scale_numbers: constants of the formula, separated by semicolons: rate = 0.5; width = 64 (default none)
    attention_l1: normalize the weights of each query to a sum of 1 (default false)
    projection_centred: if the mask is not causal, convolve over the previous, the current and the next token instead of the last 3 tokens (default false)
    projection_shared: compute queries from keys with a second linear map: q = k Wq (default false)
    projection_cross: also convolve queries, keys and values in cross-attention: queries as in self-attention, keys and values centred (default false)
    residual_sublayers: sublayers with factors; feed_forward: only the feed-forward network, as in NormFormer (default all)
    block_attention_norm: norm of the output of self-attention, or of the convolution that replaces self-attention, before the output is added to the residual stream (default false)
    block_head_scale: trained factor for each self-attention head, initially 1: heads: factor i multiplies the output of head i, before the output map; output: after the output map, factor i multiplies the i-th group of columns, and a group is as wide as a head (fairseq) (default none)
    block_hidden_norm: normalize the hidden layer of the feed-forward network, after the activation or gate (default false)
    norm_epsilon: number added to the variance (layer_norm) or mean square (rms_norm); T5: 1e-6 (1e-12..1; default 1e-05)
    mixer_width: hidden width of a gated network: full: model.feed_forward; two_thirds: two thirds of model.feed_forward, rounded down (the three matrices then have as many parameters as the two matrices of an ungated network); two_thirds_8: two thirds of model.feed_forward, rounded up to a multiple of 8 (default full)
    mixer_formula: activation, a formula of x (lengthen help formula) (default max(x, 0))
    mixer_numbers: constants of the formula, separated by semicolons: rate = 0.5; width = 64 (default none)
    initialisation_scale: s: weights of linear maps have standard deviation sqrt(s / inputs); 0.1 in Switch Transformers (0..100; default 1)
    initialisation_deviation: standard deviation of all weights (0..100; default 0.02)
    initialisation_scale_positions: multiply the position vectors by (9 L)^-1/4 for L layers, as the token embeddings are; unscaled sinusoids would outweigh the token embeddings (default false)
    initialisation_of: initialisation whose weights are scaled down (default xavier)
    head_scaled: multiply the input of the output layer by 1/sqrt(width), as T5 does (default false)
    head_bias: add a trained bias to each output symbol, as Transformer-XL does (default false)
    head_cutoffs: token ids at which clusters begin, ascending: "20000,40000,200000"; empty: one softmax over all tokens (default none)
    head_divisor: vectors of cluster i have width / divisor^i columns (the short list is cluster 0); 1: all vectors have the full width (1..64; default 1)
    head_embedding: token embeddings: tied: the tables of the softmax; untied: separate tables with the same clusters; table: one table of full width (default tied)
    head_projections: maps P_i, between the width of the model and the width of cluster i, that the softmax shares with the token embeddings: all but P_0 (of the short list), all, or none (default all_but_first)
    store_count: number K of stacks or tapes (1..16; default 1)
    store_columns: width of a cell (1..256; default 8)
    store_cells: number of cells of a stack, or of the ring of a tape (default for tapes: 256); a push onto a full stack drops its lowest cell; 0 (stacks only): one cell per token (0..1048576; default 0)
    store_joint: one softmax over the actions of all stacks, as in the released code; false: one softmax per stack (default false)
    store_states: number Q of states of the automaton (1..4; default 2)
    store_symbols: number S of stack symbols (1..8; default 2)
    store_reading: numbers that are read from the stack: symbols: weights of top symbols; states: weights of pairs of a state and a top symbol (default symbols)
    store_hidden: width of the two hidden layers of the network that computes the written values (1..4096; default 64)
    curriculum_lengths: training lengths (1..100000; default 1..40)
    curriculum_length: length of every training sequence (1..100000; default 40)
    curriculum_tau: factor by which the probability grows per token of length; values above 1 favour long sequences (0.001..1000; default 1.1)
    curriculum_initial: length at the first step (1..100000; default 1)
    curriculum_every: steps between increments of the length (1..1e+12; default 1000)
    curriculum_amount: increment of the length, in tokens (0..100000; default 1)
    curriculum_all_lengths: sample uniformly from all lengths reached so far (default false)
    curriculum_tokens: largest batch, in tokens: number of records times (longest source + longest target); a longer record gets its own batch (1..1073741824; default 4096)
    curriculum_pool: number of random records in a pool, which is sorted by length; 0: all records (0..1e+09; default 0)
    optimizer_beta1: decay rate of the first moment (mean gradient) (0..0.999999; default 0.9)
    optimizer_beta2: decay rate of the second moment (mean squared gradient) (0..0.9999999; default 0.999)
    optimizer_epsilon: added to the square root of the second moment (0..1; default 1e-08)
    optimizer_epsilon_to: where epsilon is added: corrected: to the root of the bias-corrected second moment; raw: to the root of the uncorrected second moment (fairseq) (default corrected)
    optimizer_decay_by: how weights decay: rate: decoupled, by the learning rate of the step (AdamW of PyTorch, Adam of fairseq); schedule: decoupled, by the schedule only (AdamW of the paper); gradient: weight decay is added to the gradient before the moments (L2) (default rate)
    optimizer_step: step size at step t: relative: min(0.01, 1/sqrt(t)); relative_warmup: min(1e-6 t, 1/sqrt(t)); schedule: the learning rate that the schedule sets (default relative)
    optimizer_scale_parameter: multiply the step size by max(optimizer.smallest, root mean square of the parameter) (default true)
    optimizer_smallest: smallest root mean square used for a parameter (0..1; default 0.001)
    optimizer_update_clip: largest root mean square of an update, before the update is multiplied by the step size; 0: no limit (0..1e+09; default 1)
    optimizer_exponent: second-moment decay: beta2 at step t is 1 - t^-exponent (0..10; default 0.8)
    schedule_warmup: warm-up steps, during which the learning rate rises linearly (0..1e+12; default 0)
    schedule_warmup_from: learning rate at the start of the warm-up; 1e-07 in fairseq (0..100; default 0)
    schedule_floor: final learning rate, as a fraction of train.lr (0..1; default 0)
    schedule_end: step at which the floor is reached; 0: train.steps (0..1e+12; default 0)
    schedule_floor_at: first step at the floor: after: the step after schedule.end; last: schedule.end itself, as in most programs (default after)
    schedule_formula: factor of the learning rate, a formula of step, steps and width (lengthen help formula) (default (1 + cos(pi*step/steps))/2)
    schedule_numbers: constants of the formula, separated by semicolons: rate = 0.5; width = 64 (default none)
    schedule_delay: steps after which the learning rate has fallen to 1/sqrt(2) of its initial value (1..1e+12; default 4000)
    eval_beam: beam width: number of hypotheses that are extended in parallel (1..1024; default 4)
    eval_length_norm: length normalization: the log probability of l tokens is divided by a power of (5 + l) / 6 (gnmt) or of l (fairseq) (default gnmt)
    eval_length_penalty: exponent of the length normalization; 0: none (0..100; default 0.6)
    eval_length_factor: factor a of the length limit: for a source of n tokens, a hypothesis has at most a n + b tokens (b: eval.length_extra) (0..1000; default 1)
    eval_length_extra: constant b of the length limit, in tokens (see eval.length_factor) (0..100000; default 50)
    eval_memory: length of the segment memory in evaluation, in tokens; 0: as in training (0..100000; default 0)
    eval_same_span: adapt the memory to the segment length L: curriculum.lengths - L tokens more than eval.memory, so that memory and segment together are equally long at every L (default false)
    eval_lanes: split the text into N parts (alias: eval.streams), which are evaluated in parallel for speed; each part fills its memory with the text just before its first target, and reads no earlier text (1..65536; default 1)
    """

def runs(folder: Path = ...) -> list[Run]: ...

class Table(dict[str, Any]):
    @property
    def rows(self) -> list[Row]: ...
    def frame(self) -> Any: ...
    def plot(self, axes: Axes = ...) -> Axes: ...

class Report:
    path: str
    finding: str
    tables: dict[str, Table]
    figures: dict[str, str]
    @property
    def best(self) -> dict[str, Row]: ...
    def plot(self, figure: str = ..., axes: Axes = ...) -> Axes: ...

class Comparison:
    label: str
    sentence: str
    table: Table
    unit: str
    unit_of: str
    units: int
    pairs: int
    difference: Number
    low: float | None
    high: float | None
    p: float | None
    least_p: float | None
    remark: str

def compare(
    runs_a: Path | Run | Evaluation | Sequence[Path | Run | Evaluation],
    runs_b: Path | Run | Evaluation | Sequence[Path | Run | Evaluation],
    metric: str | None = ...,
) -> Comparison:
    """Compares two groups of runs, paired by task and seed."""

class Sweep:
    path: str
    def __init__(self, path: Path) -> None: ...
    @classmethod
    def plan(cls, grid: Path | Options, out: Path | None = ..., *, environment: bool = ...) -> Sweep: ...
    def run(self, workers: int | None = ..., *, on_progress: Told | None = ..., environment: bool = ...) -> Sweep: ...
    def status(self) -> Row: ...
    def report(
        self,
        *,
        rows: Names | None = ...,
        columns: Names | None = ...,
        mean: Names | None = ...,
        best: Names | None = ...,
        where: Options | str | None = ...,
        metric: str | None = ...,
        tables: Names | None = ...,
        figures: Names | None = ...,
        html: bool = ...,
        no_pictures: bool = ...,
        out: Path | None = ...,
    ) -> Report: ...
    def plot(
        self,
        figure: str = ...,
        axes: Axes = ...,
        *,
        rows: Names | None = ...,
        columns: Names | None = ...,
        where: Options | str | None = ...,
        metric: str | None = ...,
    ) -> Any: ...
    def __fspath__(self) -> str: ...
    def __getitem__(self, id: str) -> Run: ...
    @property
    def manifest(self) -> Row: ...
    @property
    def axes(self) -> list[str]: ...
    @property
    def results(self) -> list[Row]: ...
    @property
    def tables(self) -> dict[str, Table]: ...

class Encoding:
    def __init__(self, options: list[tuple[str, str]]) -> None: ...
    def matrices(
        self, length: int | None = ..., q: ArrayLike | None = ..., k: ArrayLike | None = ...
    ) -> dict[str, Array]: ...
    def bias(self, length: int) -> Array: ...
    def embedding(self, length: int) -> Array: ...
    def rotation(self, length: int) -> tuple[Array, Array]: ...
    def positions(self, length: int) -> Array: ...
    def scores(self, q: ArrayLike, k: ArrayLike) -> Array: ...
    def plot(self, length: int = ..., axes: Axes = ...) -> Axes: ...

@dataclass(frozen=True)
class Count:
    parameters: int
    active: int
    shapes: dict[str, tuple[int, ...]]
    training: float
    evaluation: float
    @property
    def seconds(self) -> float: ...

@dataclass(frozen=True)
class Entry:
    axis: str
    name: str
    summary: str
    paper: str
    formula: str
    properties: str
    example: str
    published: str
    options: dict[str, str]

class Catalogue(list[Entry]): ...

def config(config: Files | None = ..., *, preset: Names | None = ...,
    task: Literal["even_pairs", "modular_arithmetic", "parity_check", "cycle_navigation", "stack_manipulation", "reverse_string", "modular_arithmetic_brackets", "solve_equation", "duplicate_string", "missing_duplicate_string", "odds_first", "binary_addition", "binary_multiplication", "compute_sqrt", "bucket_sort", "pairs", "translation", "text", "masked_text", "enwik8", "text8", "wikitext", "penn_treebank", "reverse_symbols", "associative_recall", "offset_recall", "pattern_search", "substitution_cipher", "markov_chain", "toy_translation", "copy_rsc", "copy_rsc2x", "copy_rdc", "copy_cmc", "copy_cmc2x", "reverse_mc", "reverse_mc2x", "reverse_mcrv", "half_copy", "addition", "summation", "parity_text", "polynomial", "sort_single", "sort_multi", "scan", "pcfg", "lego_chain", "lego_perm", "rev", "ind", "off", "ciph", "tri", "mt_toy"] | Text | Options | Formula | None = ...,
    data: Literal["even_pairs", "modular_arithmetic", "parity_check", "cycle_navigation", "stack_manipulation", "reverse_string", "modular_arithmetic_brackets", "solve_equation", "duplicate_string", "missing_duplicate_string", "odds_first", "binary_addition", "binary_multiplication", "compute_sqrt", "bucket_sort", "pairs", "translation", "text", "masked_text", "enwik8", "text8", "wikitext", "penn_treebank", "reverse_symbols", "associative_recall", "offset_recall", "pattern_search", "substitution_cipher", "markov_chain", "toy_translation", "copy_rsc", "copy_rsc2x", "copy_rdc", "copy_cmc", "copy_cmc2x", "reverse_mc", "reverse_mc2x", "reverse_mcrv", "half_copy", "addition", "summation", "parity_text", "polynomial", "sort_single", "sort_multi", "scan", "pcfg", "lego_chain", "lego_perm", "rev", "ind", "off", "ciph", "tri", "mt_toy"] | Text | Options | Formula | None = ...,
    architecture: Literal["encoder", "decoder", "encoder_decoder", "perceiver_io", "perceiver_ar", "recurrent", "rnn", "lstm", "stack_rnn", "stack_lstm", "nd_stack_rnn", "tape_rnn", "perceiver", "memory_tokens"] | Text | Options | Formula | None = ...,
    positions: Literal["standard", "randomized", "unsorted", "released", "shifted", "augmented", "interpolated", "equal_mean", "clipped", "document", "shape", "cape"] | Text | Options | Formula | None = ...,
    encoding: Literal["none", "sinusoid", "learned", "tupe", "relative", "alibi", "hard_alibi", "rope", "xpos", "t5", "kerple", "sandwich", "shaw", "cope", "fox", "fire", "formula", "kerple_log", "kerple_power", "rotary", "partial_rotary", "pi", "ntk", "dynamic_ntk", "yarn", "llama3", "longrope", "rerope", "self_extend"] | Text | Options | Formula | None = ...,
    mask: Literal["full", "causal", "window", "chunk", "lambda", "bca", "three_blocks", "document", "formula"] | Text | Options | Formula | None = ...,
    scale: Literal["inverse_sqrt", "inverse_sqrt_2d", "one", "log_n", "formula"] | Text | Options | Formula | None = ...,
    attention: Literal["softmax", "geometric", "softmax1", "sink", "linear", "persistent"] | Text | Options | Formula | None = ...,
    projection: Literal["linear", "primer", "primer_ez"] | Text | Options | Formula | None = ...,
    residual: Literal["add", "b2t", "scalar", "rezero", "channel", "deepnorm", "deepnet"] | Text | Options | Formula | None = ...,
    block: Literal["post_norm", "pre_norm", "no_norm", "primer", "dual_norm", "normformer", "post_ln", "pre_ln", "residual", "residual_dual"] | Text | Options | Formula | None = ...,
    norm: Literal["layer_norm", "rms_norm", "primer_norm", "rms"] | Text | Options | Formula | None = ...,
    mixer: Literal["relu", "gelu", "gelu_tanh", "swish", "squared_relu", "glu", "bilinear", "reglu", "geglu", "swiglu", "formula", "silu", "relu2", "switch", "base", "sparse_all_mlp", "sparse_mlp"] | Text | Options | Formula | None = ...,
    initialisation: Literal["truncated_normal", "t5", "normal", "xavier", "t_fixup", "depth_rescale"] | Text | Options | Formula | None = ...,
    head: Literal["linear", "tied", "adaptive"] | Text | Options | Formula | None = ...,
    cell: Literal["lstm", "elman"] | Text | Options | Formula | None = ...,
    store: Literal["none", "stack", "nd_stack", "tape"] | Text | Options | Formula | None = ...,
    curriculum: Literal["uniform", "fixed", "reverse_exponential", "regular_increase", "epochs", "token_batches", "segments"] | Text | Options | Formula | None = ...,
    optimizer: Literal["adam", "adafactor", "adamw"] | Text | Options | Formula | None = ...,
    schedule: Literal["constant", "cosine", "formula", "inverse_sqrt", "linear", "noam", "t_fixup"] | Text | Options | Formula | None = ...,
    protocol: Literal["pass", "greedy", "beam", "memory", "windows"] | Text | Options | Formula | None = ...,
    metric: Literal["token_accuracy", "cross_entropy", "exact_match", "perplexity", "bits_per_token", "step_accuracy", "bleu", "chrf", "nll", "accuracy", "bits_per_character", "bits_per_byte"] | Text | Options | Formula | None = ...,
    width: int | None = ...,
    model_width: int | None = ...,
    heads: int | None = ...,
    model_heads: int | None = ...,
    model_key_heads: int | None = ...,
    blocks: int | None = ...,
    model_blocks: int | None = ...,
    model_order: Text | None = ...,
    model_share: Text | None = ...,
    model_share_norms: bool | None = ...,
    model_step_signal: bool | None = ...,
    model_feed_forward: int | None = ...,
    dropout: float | None = ...,
    model_dropout: float | None = ...,
    model_dropout_embedding: float | None = ...,
    model_dropout_attention: float | None = ...,
    model_dropout_hidden: float | None = ...,
    model_dropout_final: float | None = ...,
    model_dropout_words: float | None = ...,
    precision: Literal["fp32", "bf16"] | None = ...,
    model_precision: Literal["fp32", "bf16"] | None = ...,
    model_bias: bool | None = ...,
    model_embedding_scale: Literal["sqrt_width", "one"] | None = ...,
    model_embedding_width: int | None = ...,
    model_embedding_norm: Literal["none", "before_positions", "after_positions"] | None = ...,
    model_qk_norm: Literal["none", "rms", "layer"] | None = ...,
    loss_smoothing: float | None = ...,
    loss_smoothing_over: Literal["all", "others"] | None = ...,
    loss_z: float | None = ...,
    loss_half: bool | None = ...,
    convolution_taps: Text | None = ...,
    convolution_heads: int | None = ...,
    convolution_gate: bool | None = ...,
    convolution_bias: bool | None = ...,
    convolution_renorm_padding: bool | None = ...,
    convolution_dropout_input: float | None = ...,
    convolution_dropout_weights: float | None = ...,
    experts_count: int | None = ...,
    experts_width: int | None = ...,
    experts_capacity: float | None = ...,
    experts_capacity_eval: float | None = ...,
    experts_capacity_least: int | None = ...,
    experts_jitter: float | None = ...,
    experts_balance: float | None = ...,
    experts_z_loss: float | None = ...,
    experts_scale: float | None = ...,
    experts_dropout: float | None = ...,
    experts_sublayers: int | None = ...,
    gating_length: int | None = ...,
    gating_chunks: int | None = ...,
    gating_width: int | None = ...,
    persistent_pairs: int | None = ...,
    persistent_dropout: float | None = ...,
    memorizing_size: int | None = ...,
    memorizing_read: int | None = ...,
    memorizing_combine: Literal["gate", "joint"] | None = ...,
    memorizing_empty: Literal["zero", "bypass"] | None = ...,
    steps: int | None = ...,
    train_steps: int | None = ...,
    lr: float | None = ...,
    train_lr: float | None = ...,
    batch: int | None = ...,
    train_batch: int | None = ...,
    train_clip: float | None = ...,
    optimizer_decay: float | None = ...,
    optimizer_decay_on: Literal["all", "all_but_biases", "matrices", "matrices_and_embeddings"] | None = ...,
    train_until: Text | None = ...,
    train_patience: int | None = ...,
    train_time: Text | None = ...,
    init: Text | None = ...,
    train_init: Text | None = ...,
    seed: int | range | Sequence[int] | None = ...,
    train_seed: int | range | Sequence[int] | None = ...,
    seed_init: int | None = ...,
    seed_data: int | None = ...,
    seed_length: int | None = ...,
    seed_dropout: int | None = ...,
    seed_positions: int | None = ...,
    lengths: Lengths | None = ...,
    eval_lengths: Lengths | None = ...,
    eval_sequences: int | None = ...,
    eval_seed: int | None = ...,
    eval_position_samples: int | None = ...,
    eval_batch: int | None = ...,
    eval_dropout: bool | None = ...,
    eval_targets: int | None = ...,
    eval_stride: int | None = ...,
    eval_validation: Literal["test", "validation"] | None = ...,
    eval_checkpoint: Literal["last", "best"] | None = ...,
    eval_max_tokens: int | None = ...,
    eval_score: Literal["first-ood..max", "paper-exact", "all"] | None = ...,
    eval_score_above: int | None = ...,
    eval_with: Text | Options | None = ...,
    eval_average: Literal["lengths", "examples"] | None = ...,
    eval_label: Text | None = ...,
    out: Text | None = ...,
    threads: int | None = ...,
    log: Literal["none", "tensorboard"] | None = ...,
    train_log_every: int | None = ...,
    train_checkpoint_every: int | None = ...,
    train_keep: int | None = ...,
    train_keep_state: Literal["always", "unfinished"] | None = ...,
    eval_every: int | None = ...,
    data_train: Text | None = ...,
    data_test: Text | None = ...,
    data_validation_file: Text | None = ...,
    data_validation_fraction: float | None = ...,
    data_tokens: Literal["words", "characters", "bytes"] | None = ...,
    data_subwords: Text | None = ...,
    data_bucket: int | None = ...,
    data_source: Text | None = ...,
    data_target: Text | None = ...,
    data_test_source: Text | None = ...,
    data_test_target: Text | None = ...,
    data_validation_source: Text | None = ...,
    data_validation_target: Text | None = ...,
    data_test_fraction: float | None = ...,
    data_target_subwords: Text | None = ...,
    data_least_uses: int | None = ...,
    data_vocabulary: int | None = ...,
    data_longest: int | None = ...,
    data_longest_trained: int | None = ...,
    data_concatenated: int | None = ...,
    data_file: Text | None = ...,
    data_test_file: Text | None = ...,
    data_line_ends: bool | None = ...,
    data_context: int | None = ...,
    data_masking: float | None = ...,
    data_size: int | None = ...,
    data_newlines: bool | None = ...,
    data_folder: Text | None = ...,
    data_keys: int | None = ...,
    data_queries: int | None = ...,
    data_reach: int | None = ...,
    data_width: int | None = ...,
    data_permutations: int | None = ...,
    data_inverted: float | None = ...,
    data_examples: int | None = ...,
    data_validation: float | None = ...,
    data_test_examples: int | None = ...,
    data_seed: int | None = ...,
    data_alphabet: int | None = ...,
    data_scratchpad: Text | None = ...,
    data_largest: int | None = ...,
    data_smallest: int | None = ...,
    data_split: Literal["paper", "orig"] | None = ...,
    data_prefix: bool | None = ...,
    model_decode: Literal["parallel", "autoregressive", "in_place"] | None = ...,
    model_computation_steps: int | None = ...,
    architecture_memory_tokens: int | None = ...,
    architecture_memory_form: Literal["plain", "controller", "bottleneck"] | None = ...,
    architecture_memory: int | None = ...,
    architecture_memory_start: Literal["empty", "zeros"] | None = ...,
    architecture_vocabulary: int | None = ...,
    architecture_begin: Literal["own", "end"] | None = ...,
    architecture_tables: Literal["auto", "shared", "apart"] | None = ...,
    encoder_encoding: Literal["same", "none", "sinusoid", "learned", "tupe", "relative", "alibi", "hard_alibi", "rope", "xpos", "t5", "kerple", "sandwich", "shaw", "cope", "fox", "fire", "formula"] | None = ...,
    encoder_positions: Literal["same", "standard", "randomized", "unsorted", "released", "shifted", "augmented", "interpolated", "equal_mean", "clipped", "document"] | None = ...,
    decoder_encoding: Literal["same", "none", "sinusoid", "learned", "tupe", "relative", "alibi", "hard_alibi", "rope", "xpos", "t5", "kerple", "sandwich", "shaw", "cope", "fox", "fire", "formula"] | None = ...,
    decoder_positions: Literal["same", "standard", "randomized", "unsorted", "released", "shifted", "augmented", "interpolated", "equal_mean", "clipped", "document"] | None = ...,
    cross_encoding: Literal["none", "sinusoid", "learned", "tupe", "relative", "alibi", "hard_alibi", "rope", "xpos", "t5", "kerple", "sandwich", "shaw", "cope", "fox", "fire", "formula"] | None = ...,
    architecture_latents: int | None = ...,
    architecture_repeats: int | None = ...,
    architecture_query_residual: bool | None = ...,
    architecture_output: Literal["queries", "mean"] | None = ...,
    architecture_hidden: int | None = ...,
    positions_L: int | None = ...,
    positions_draw: Literal["auto", "positions", "distances"] | None = ...,
    positions_per: Literal["auto", "pass", "block", "sequence"] | None = ...,
    positions_both_sides: bool | None = ...,
    positions_even: bool | None = ...,
    encoder_positions_L: int | None = ...,
    encoder_positions_draw: Literal["auto", "positions", "distances"] | None = ...,
    encoder_positions_per: Literal["auto", "pass", "block", "sequence"] | None = ...,
    encoder_positions_both_sides: bool | None = ...,
    encoder_positions_even: bool | None = ...,
    decoder_positions_L: int | None = ...,
    decoder_positions_draw: Literal["auto", "positions", "distances"] | None = ...,
    decoder_positions_per: Literal["auto", "pass", "block", "sequence"] | None = ...,
    decoder_positions_both_sides: bool | None = ...,
    decoder_positions_even: bool | None = ...,
    positions_shift: int | None = ...,
    positions_eval_shift: int | None = ...,
    encoder_positions_shift: int | None = ...,
    encoder_positions_eval_shift: int | None = ...,
    decoder_positions_shift: int | None = ...,
    decoder_positions_eval_shift: int | None = ...,
    positions_global_shift: float | None = ...,
    positions_local_shift: float | None = ...,
    positions_max_scale: float | None = ...,
    positions_center: bool | None = ...,
    positions_source_factor: float | None = ...,
    encoder_positions_global_shift: float | None = ...,
    encoder_positions_local_shift: float | None = ...,
    encoder_positions_max_scale: float | None = ...,
    encoder_positions_center: bool | None = ...,
    encoder_positions_source_factor: float | None = ...,
    decoder_positions_global_shift: float | None = ...,
    decoder_positions_local_shift: float | None = ...,
    decoder_positions_max_scale: float | None = ...,
    decoder_positions_center: bool | None = ...,
    decoder_positions_source_factor: float | None = ...,
    positions_factor: float | None = ...,
    positions_trained: int | None = ...,
    encoder_positions_factor: float | None = ...,
    encoder_positions_trained: int | None = ...,
    decoder_positions_factor: float | None = ...,
    decoder_positions_trained: int | None = ...,
    positions_law: Literal["exponential", "beta", "fixed"] | None = ...,
    positions_longest: int | None = ...,
    encoder_positions_law: Literal["exponential", "beta", "fixed"] | None = ...,
    encoder_positions_longest: int | None = ...,
    decoder_positions_law: Literal["exponential", "beta", "fixed"] | None = ...,
    decoder_positions_longest: int | None = ...,
    positions_width: int | None = ...,
    positions_compress: float | None = ...,
    encoder_positions_width: int | None = ...,
    encoder_positions_compress: float | None = ...,
    decoder_positions_width: int | None = ...,
    decoder_positions_compress: float | None = ...,
    positions_separator: Text | None = ...,
    encoder_positions_separator: Text | None = ...,
    decoder_positions_separator: Text | None = ...,
    encoding_base: float | None = ...,
    encoding_layout: Literal["halves", "interleaved"] | None = ...,
    encoding_first: int | None = ...,
    encoder_encoding_base: float | None = ...,
    encoder_encoding_layout: Literal["halves", "interleaved"] | None = ...,
    encoder_encoding_first: int | None = ...,
    decoder_encoding_base: float | None = ...,
    decoder_encoding_layout: Literal["halves", "interleaved"] | None = ...,
    decoder_encoding_first: int | None = ...,
    cross_encoding_base: float | None = ...,
    cross_encoding_layout: Literal["halves", "interleaved"] | None = ...,
    cross_encoding_first: int | None = ...,
    encoding_rows: int | None = ...,
    encoder_encoding_rows: int | None = ...,
    decoder_encoding_rows: int | None = ...,
    cross_encoding_rows: int | None = ...,
    encoding_relative: bool | None = ...,
    encoding_buckets: int | None = ...,
    encoding_max_distance: int | None = ...,
    encoding_first_token: Literal["alike", "free", "rows"] | None = ...,
    encoding_released: bool | None = ...,
    encoder_encoding_relative: bool | None = ...,
    encoder_encoding_buckets: int | None = ...,
    encoder_encoding_max_distance: int | None = ...,
    encoder_encoding_first_token: Literal["alike", "free", "rows"] | None = ...,
    encoder_encoding_released: bool | None = ...,
    decoder_encoding_relative: bool | None = ...,
    decoder_encoding_buckets: int | None = ...,
    decoder_encoding_max_distance: int | None = ...,
    decoder_encoding_first_token: Literal["alike", "free", "rows"] | None = ...,
    decoder_encoding_released: bool | None = ...,
    cross_encoding_relative: bool | None = ...,
    cross_encoding_buckets: int | None = ...,
    cross_encoding_max_distance: int | None = ...,
    cross_encoding_first_token: Literal["alike", "free", "rows"] | None = ...,
    cross_encoding_released: bool | None = ...,
    encoding_shared_terms: bool | None = ...,
    encoding_terms: Literal["abcd", "abc", "abd", "ab", "acd", "ac", "ad", "a", "bcd", "bc", "bd", "b", "cd", "c", "d"] | None = ...,
    encoder_encoding_shared_terms: bool | None = ...,
    encoder_encoding_terms: Literal["abcd", "abc", "abd", "ab", "acd", "ac", "ad", "a", "bcd", "bc", "bd", "b", "cd", "c", "d"] | None = ...,
    decoder_encoding_shared_terms: bool | None = ...,
    decoder_encoding_terms: Literal["abcd", "abc", "abd", "ab", "acd", "ac", "ad", "a", "bcd", "bc", "bd", "b", "cd", "c", "d"] | None = ...,
    cross_encoding_shared_terms: bool | None = ...,
    cross_encoding_terms: Literal["abcd", "abc", "abd", "ab", "acd", "ac", "ad", "a", "bcd", "bc", "bd", "b", "cd", "c", "d"] | None = ...,
    encoding_sides: Literal["half_shift", "symmetric", "split_heads", "two_slopes"] | None = ...,
    encoding_right_slope: float | None = ...,
    encoding_trained_slopes: bool | None = ...,
    encoder_encoding_sides: Literal["half_shift", "symmetric", "split_heads", "two_slopes"] | None = ...,
    encoder_encoding_right_slope: float | None = ...,
    encoder_encoding_trained_slopes: bool | None = ...,
    decoder_encoding_sides: Literal["half_shift", "symmetric", "split_heads", "two_slopes"] | None = ...,
    decoder_encoding_right_slope: float | None = ...,
    decoder_encoding_trained_slopes: bool | None = ...,
    cross_encoding_sides: Literal["half_shift", "symmetric", "split_heads", "two_slopes"] | None = ...,
    cross_encoding_right_slope: float | None = ...,
    cross_encoding_trained_slopes: bool | None = ...,
    encoding_local_heads: int | None = ...,
    encoder_encoding_local_heads: int | None = ...,
    decoder_encoding_local_heads: int | None = ...,
    cross_encoding_local_heads: int | None = ...,
    encoding_fraction: float | None = ...,
    encoding_pairs: Literal["neighbours", "halves"] | None = ...,
    encoding_frequencies: Literal["trained", "interpolated", "ntk", "parts_rotations", "parts_index", "parts_unrounded", "llama3", "longrope"] | None = ...,
    encoding_extension: float | None = ...,
    encoding_trained: int | None = ...,
    encoding_dynamic: bool | None = ...,
    encoding_temperature: float | None = ...,
    encoding_factors: Text | None = ...,
    encoding_short_factors: Text | None = ...,
    encoding_frequency: Text | None = ...,
    encoding_clip: int | None = ...,
    encoding_compress: float | None = ...,
    encoding_group: int | None = ...,
    encoder_encoding_fraction: float | None = ...,
    encoder_encoding_pairs: Literal["neighbours", "halves"] | None = ...,
    encoder_encoding_frequencies: Literal["trained", "interpolated", "ntk", "parts_rotations", "parts_index", "parts_unrounded", "llama3", "longrope"] | None = ...,
    encoder_encoding_extension: float | None = ...,
    encoder_encoding_trained: int | None = ...,
    encoder_encoding_dynamic: bool | None = ...,
    encoder_encoding_temperature: float | None = ...,
    encoder_encoding_factors: Text | None = ...,
    encoder_encoding_short_factors: Text | None = ...,
    encoder_encoding_frequency: Text | None = ...,
    encoder_encoding_clip: int | None = ...,
    encoder_encoding_compress: float | None = ...,
    encoder_encoding_group: int | None = ...,
    decoder_encoding_fraction: float | None = ...,
    decoder_encoding_pairs: Literal["neighbours", "halves"] | None = ...,
    decoder_encoding_frequencies: Literal["trained", "interpolated", "ntk", "parts_rotations", "parts_index", "parts_unrounded", "llama3", "longrope"] | None = ...,
    decoder_encoding_extension: float | None = ...,
    decoder_encoding_trained: int | None = ...,
    decoder_encoding_dynamic: bool | None = ...,
    decoder_encoding_temperature: float | None = ...,
    decoder_encoding_factors: Text | None = ...,
    decoder_encoding_short_factors: Text | None = ...,
    decoder_encoding_frequency: Text | None = ...,
    decoder_encoding_clip: int | None = ...,
    decoder_encoding_compress: float | None = ...,
    decoder_encoding_group: int | None = ...,
    cross_encoding_fraction: float | None = ...,
    cross_encoding_pairs: Literal["neighbours", "halves"] | None = ...,
    cross_encoding_frequencies: Literal["trained", "interpolated", "ntk", "parts_rotations", "parts_index", "parts_unrounded", "llama3", "longrope"] | None = ...,
    cross_encoding_extension: float | None = ...,
    cross_encoding_trained: int | None = ...,
    cross_encoding_dynamic: bool | None = ...,
    cross_encoding_temperature: float | None = ...,
    cross_encoding_factors: Text | None = ...,
    cross_encoding_short_factors: Text | None = ...,
    cross_encoding_frequency: Text | None = ...,
    cross_encoding_clip: int | None = ...,
    cross_encoding_compress: float | None = ...,
    cross_encoding_group: int | None = ...,
    encoding_scale_base: float | None = ...,
    encoding_gamma: float | None = ...,
    encoding_zeta: float | None = ...,
    encoding_center: int | None = ...,
    encoder_encoding_scale_base: float | None = ...,
    encoder_encoding_gamma: float | None = ...,
    encoder_encoding_zeta: float | None = ...,
    encoder_encoding_center: int | None = ...,
    decoder_encoding_scale_base: float | None = ...,
    decoder_encoding_gamma: float | None = ...,
    decoder_encoding_zeta: float | None = ...,
    decoder_encoding_center: int | None = ...,
    cross_encoding_scale_base: float | None = ...,
    cross_encoding_gamma: float | None = ...,
    cross_encoding_zeta: float | None = ...,
    cross_encoding_center: int | None = ...,
    encoding_kernel: Literal["log", "power"] | None = ...,
    encoding_bias_in_scale: bool | None = ...,
    encoder_encoding_kernel: Literal["log", "power"] | None = ...,
    encoder_encoding_bias_in_scale: bool | None = ...,
    decoder_encoding_kernel: Literal["log", "power"] | None = ...,
    decoder_encoding_bias_in_scale: bool | None = ...,
    cross_encoding_kernel: Literal["log", "power"] | None = ...,
    cross_encoding_bias_in_scale: bool | None = ...,
    encoding_shared_table: bool | None = ...,
    encoder_encoding_shared_table: bool | None = ...,
    decoder_encoding_shared_table: bool | None = ...,
    cross_encoding_shared_table: bool | None = ...,
    encoding_max_position: int | None = ...,
    encoding_term_in_scale: bool | None = ...,
    encoder_encoding_max_position: int | None = ...,
    encoder_encoding_term_in_scale: bool | None = ...,
    decoder_encoding_max_position: int | None = ...,
    decoder_encoding_term_in_scale: bool | None = ...,
    cross_encoding_max_position: int | None = ...,
    cross_encoding_term_in_scale: bool | None = ...,
    encoding_hidden: int | None = ...,
    encoding_threshold: int | None = ...,
    encoding_shared_bias: bool | None = ...,
    encoder_encoding_hidden: int | None = ...,
    encoder_encoding_threshold: int | None = ...,
    encoder_encoding_shared_bias: bool | None = ...,
    decoder_encoding_hidden: int | None = ...,
    decoder_encoding_threshold: int | None = ...,
    decoder_encoding_shared_bias: bool | None = ...,
    cross_encoding_hidden: int | None = ...,
    cross_encoding_threshold: int | None = ...,
    cross_encoding_shared_bias: bool | None = ...,
    encoding_bias: Text | None = ...,
    encoding_parameters: Text | None = ...,
    encoding_numbers: Text | None = ...,
    encoder_encoding_bias: Text | None = ...,
    encoder_encoding_parameters: Text | None = ...,
    encoder_encoding_numbers: Text | None = ...,
    decoder_encoding_bias: Text | None = ...,
    decoder_encoding_parameters: Text | None = ...,
    decoder_encoding_numbers: Text | None = ...,
    cross_encoding_bias: Text | None = ...,
    cross_encoding_parameters: Text | None = ...,
    cross_encoding_numbers: Text | None = ...,
    mask_same_length: Literal["no", "memory", "memory_and_self"] | None = ...,
    mask_width: int | None = ...,
    mask_form: Literal["symmetric", "half", "causal", "edge_shift"] | None = ...,
    mask_chunk: int | None = ...,
    mask_sinks: int | None = ...,
    mask_block: int | None = ...,
    mask_separator: Text | None = ...,
    mask_formula: Text | None = ...,
    mask_numbers: Text | None = ...,
    scale_keys: int | None = ...,
    scale_at_least_one: bool | None = ...,
    scale_times: Literal["inverse_sqrt", "inverse_sqrt_2d", "one"] | None = ...,
    scale_formula: Text | None = ...,
    scale_parameters: Text | None = ...,
    scale_numbers: Text | None = ...,
    attention_l1: bool | None = ...,
    projection_centred: bool | None = ...,
    projection_shared: bool | None = ...,
    projection_cross: bool | None = ...,
    residual_sublayers: Literal["all", "feed_forward"] | None = ...,
    block_attention_norm: bool | None = ...,
    block_head_scale: Literal["none", "heads", "output"] | None = ...,
    block_hidden_norm: bool | None = ...,
    norm_epsilon: float | None = ...,
    mixer_width: Literal["full", "two_thirds", "two_thirds_8"] | None = ...,
    mixer_formula: Text | None = ...,
    mixer_numbers: Text | None = ...,
    initialisation_scale: float | None = ...,
    initialisation_deviation: float | None = ...,
    initialisation_scale_positions: bool | None = ...,
    initialisation_of: Literal["xavier", "truncated_normal", "t5"] | None = ...,
    head_scaled: bool | None = ...,
    head_bias: bool | None = ...,
    head_cutoffs: Text | None = ...,
    head_divisor: int | None = ...,
    head_embedding: Literal["tied", "untied", "table"] | None = ...,
    head_projections: Literal["all_but_first", "all", "none"] | None = ...,
    store_count: int | None = ...,
    store_columns: int | None = ...,
    store_cells: int | None = ...,
    store_joint: bool | None = ...,
    store_states: int | None = ...,
    store_symbols: int | None = ...,
    store_reading: Literal["symbols", "states"] | None = ...,
    store_hidden: int | None = ...,
    curriculum_lengths: Lengths | None = ...,
    curriculum_length: int | None = ...,
    curriculum_tau: float | None = ...,
    curriculum_initial: int | None = ...,
    curriculum_every: int | None = ...,
    curriculum_amount: int | None = ...,
    curriculum_all_lengths: bool | None = ...,
    curriculum_tokens: int | None = ...,
    curriculum_pool: int | None = ...,
    optimizer_beta1: float | None = ...,
    optimizer_beta2: float | None = ...,
    optimizer_epsilon: float | None = ...,
    optimizer_epsilon_to: Literal["corrected", "raw"] | None = ...,
    optimizer_decay_by: Literal["rate", "schedule", "gradient"] | None = ...,
    optimizer_step: Literal["relative", "relative_warmup", "schedule"] | None = ...,
    optimizer_scale_parameter: bool | None = ...,
    optimizer_smallest: float | None = ...,
    optimizer_update_clip: float | None = ...,
    optimizer_exponent: float | None = ...,
    schedule_warmup: int | None = ...,
    schedule_warmup_from: float | None = ...,
    schedule_floor: float | None = ...,
    schedule_end: int | None = ...,
    schedule_floor_at: Literal["after", "last"] | None = ...,
    schedule_formula: Text | None = ...,
    schedule_numbers: Text | None = ...,
    schedule_delay: int | None = ...,
    eval_beam: int | None = ...,
    eval_length_norm: Literal["gnmt", "fairseq"] | None = ...,
    eval_length_penalty: float | None = ...,
    eval_length_factor: float | None = ...,
    eval_length_extra: int | None = ...,
    eval_memory: int | None = ...,
    eval_same_span: bool | None = ...,
    eval_lanes: int | None = ...,
) -> dict[str, Any]:
    """All options of a run with these options, by full name, as typed values.

    task: task or text that the model learns (default reverse_string)
    architecture: overall structure of the model (default encoder)
    positions: how tokens get their position ids (default standard)
    encoding: positional encoding: how positions enter the model (default sinusoid)
    mask: attention mask: which keys each query attends to (default full)
    scale: scale factor of the attention logits (default inverse_sqrt)
    attention: how attention logits become attention weights (default softmax)
    projection: how queries, keys and values are computed (default linear)
    residual: residual connection around each sublayer (default add)
    block: where the norms of a block are placed (default post_norm)
    norm: how vectors of the residual stream are normalized (default layer_norm)
    mixer: feed-forward network of a block: its activation and gate (default relu)
    initialisation: how parameters are initialized (default truncated_normal)
    head: output layer: how logits are computed (default linear)
    cell: cell of a recurrent network (default lstm)
    store: external memory of a recurrent network (default none)
    curriculum: lengths and order of the training examples (default uniform)
    optimizer: how gradients update the parameters (default adam)
    schedule: learning-rate schedule (default constant)
    protocol: evaluation protocol: how answers are obtained (default pass)
    metric: metric of scores, tables, figures and the best checkpoint (default token_accuracy)
    width: width d of the residual stream (1..8192; default 64)
    heads: number of attention heads; each head has width / heads columns (the head width) (1..256; default 8)
    model_key_heads: number of key/value heads, a divisor of model.heads (grouped-query attention); each key/value head serves model.heads / model.key_heads neighbouring query heads; fewer key/value heads shrink the key/value cache; 1: multi-query attention; 0: as many as model.heads (0..256; default 0)
    blocks: number of blocks (layers) (1..256; default 5)
    model_order: sublayers of a block in order, one letter each: s is self-attention, f is feed-forward (lengthen list sublayers lists all letters). c is the cross-attention of encoder_decoder. It always follows token-mixing sublayers, so sf means scf. macaron: fsf, without the factors 1/2. sandwich:K: in a model of N blocks, s K times, then sf N-K times, then f K times. memorizing: sf, but the fourth block from the top has k in place of s. Some residuals and initializations depend on the number of layers: a layer starts at each token-mixing letter, and a bar ends a layer, as in s|ff (default sf)
    model_share: which blocks share their parameters: none; all (ALBERT, Universal Transformer); groups:N: adjacent blocks, in N groups; or for each block the index of its parameter set, such as 0,0,1 (default none)
    model_share_norms: blocks that share parameters also share the gains and offsets of their norms (default true)
    model_step_signal: add two vectors to the input of each block: the position vector that the encoding adds to embeddings, and a sinusoid of the block's number, from 1 (Universal Transformer) (default false)
    model_feed_forward: hidden width of the feed-forward network; unless set, 4 times model.width (1..65536; default 256)
    dropout: dropout rate on sublayer outputs and on embeddings with added positions (0..0.95; default 0.1)
    model_dropout_embedding: dropout rate on token embeddings, after positions are added; -1: model.dropout if the encoding adds positions, else 0 (-1..0.95; default -1)
    model_dropout_attention: dropout rate on attention weights, after the softmax; weights that are kept are multiplied by 1 / (1 - rate) (0..0.95; default 0)
    model_dropout_hidden: dropout rate on the hidden layer of the feed-forward network (0..0.95; default 0)
    model_dropout_final: dropout rate on the input of the output layer (0..0.95; default 0)
    model_dropout_words: probability that training replaces an input token with a random token of the vocabulary (0..0.95; default 0)
    precision: number format of the inputs of matrix products and, if the head width is a multiple of 32, of keys and values stored in decoding; all other numbers are fp32; with bf16, training is up to twice as fast (default fp32)
    model_bias: use biases in the feed-forward and output layers, and offsets in layer norms (default true)
    model_embedding_scale: factor that multiplies token embeddings: the square root of the width, or 1 (T5) (default sqrt_width)
    model_embedding_width: width of token embeddings; a linear map projects them to model.width (ALBERT: 128); 0: model.width, without a map (0..8192; default 0)
    model_embedding_norm: norm of the token embeddings: before positions are added (BLOOM) or after (BERT) (default none)
    model_qk_norm: norm of queries and keys, head by head, before the encoding rotates them: RMS norm or layer norm (default none)
    loss_smoothing: label smoothing: fraction of each target's probability that is spread over the output symbols in training; evaluation reports the plain cross-entropy (0..0.95; default 0)
    loss_smoothing_over: output symbols that share the fraction loss.smoothing equally: all: all V symbols; others: the V-1 symbols other than the target (fairseq) (default all)
    loss_z: z-loss: coefficient of (log sum exp logits)^2 in the training loss; 1e-4 keeps logits small (0..1; default 0)
    loss_half: text: train only on the second half of each window, where targets have longer contexts (default false)
    convolution_taps: kernel size in tokens: one number, or one number for each layer, such as 3,7,15; all further layers have the last number (default 7)
    convolution_heads: number of kernels of a layer; each kernel convolves width / heads adjacent columns; 0: as many as model.heads (0..8192; default 0)
    convolution_gate: the input of the convolution is gated: (x Wa + a) * sigmoid(x Wb + b); false: it is x Wa + a (default true)
    convolution_bias: add a bias to the map that computes the kernel of a dynamic convolution (default false)
    convolution_renorm_padding: renormalize the kernel at the ends of the sequence, so that the weights inside the sequence sum to 1; false: pad with zeros (default false)
    convolution_dropout_input: dropout rate on the input of the maps before a convolution; the paper uses 0.1 (0..0.95; default 0)
    convolution_dropout_weights: dropout rate on the kernel weights of each token; the paper uses 0.1 (0..0.95; default 0)
    experts_count: number of experts in a sublayer e or b (1..256; default 8)
    experts_width: hidden width of an expert; 0: model.feed_forward (0..65536; default 0)
    experts_capacity: sublayer e, in training: capacity factor F; an expert processes at most F times an equal share of the tokens, and further tokens skip the sublayer; 0: no limit (0..1000; default 1.25)
    experts_capacity_eval: sublayer e, in evaluation: capacity factor; -1: no limit if the mask is causal (tokens may be decoded one by one), 2 if it is not (-1..1000; default -1)
    experts_capacity_least: sublayer e: lower bound of an expert's capacity, in tokens (1..1e+09; default 4)
    experts_jitter: sublayer e: in training, multiply the router's input by random numbers in 1-J..1+J (0..0.99; default 0.01)
    experts_balance: sublayer e: coefficient of the load-balancing loss (0..1000; default 0.01)
    experts_z_loss: sublayer e: coefficient of the router z-loss, which keeps the router's logits small; usually 0.001 (0..1000; default 0)
    experts_scale: sublayer e: scale S of the initial weights of router and experts, truncated normal with standard deviation sqrt(S / inputs); 0: as set by --initialisation (0..1000; default 0.1)
    experts_dropout: dropout rate on the hidden layer of experts; -1: model.dropout (-1..0.95; default -1)
    experts_sublayers: sublayer b: number of feed-forward networks stacked in an expert (1..16; default 1)
    gating_length: sublayer g: size of the matrices over tokens, and so the longest sequence that the model accepts (1..8192; default 128)
    gating_chunks: sublayer g: number of column chunks, each with its own matrix over tokens (1..256; default 4)
    gating_width: sublayer g: number of columns that are mixed; 0: model.width (0..65536; default 0)
    persistent_pairs: sublayer a: number of trained key-value pairs in each head, in addition to the pairs of the tokens; -1: model.feed_forward (-1..65536; default -1)
    persistent_dropout: dropout rate on the attention weights of the trained pairs of sublayer a, after the softmax (0..0.95; default 0)
    memorizing_size: sublayer k: number of key-value pairs of earlier segments in the memory of each text stream and head; 0: no memory (0..16777216; default 2048)
    memorizing_read: sublayer k: number of nearest pairs that a token retrieves in each head (1..65536; default 32)
    memorizing_combine: sublayer k: how retrieved and local attention are combined: gate: by a trained weight of each head; joint: in one softmax (default gate)
    memorizing_empty: sublayer k, while the memory is empty: zero: the gate mixes in zeros; bypass: local attention only (default zero)
    steps: optimizer steps (1..1e+12; default 10000)
    lr: learning rate (0..100; default 0.001)
    batch: number of sequences in a training step; all have the same length, except with curriculum: epochs (1..65536; default 128)
    train_clip: clip the global norm of the gradient to this value; 0: no clipping (0..1e+09; default 1)
    optimizer_decay: decoupled weight decay per step, multiplied by the learning rate (0..1; default 0)
    optimizer_decay_on: parameters with weight decay: all: all parameters; all_but_biases: all but biases and the parameters of encodings; matrices: matrices except token and position embeddings; matrices_and_embeddings: matrices and token embeddings (default all)
    train_until: stop when a validation (eval.every) reaches this score: METRIC>=NUMBER or METRIC<=NUMBER, such as 'token_accuracy>=0.99' or 'perplexity<=20'; none: never (default none)
    train_patience: stop after N validations (eval.every) in a row without a better score; 0: never (0..1e+09; default 0)
    train_time: stop after this training time, summed over restarts: 90s, 30m, 2h; none: never. The number of steps, and so the result, then depends on the machine (default none)
    init: initialize parameters from the last model of a run, or from a file such as model.safetensors; only parameters with matching names and shapes, without the optimizer state (default none)
    seed: random seed of training; seed.init, seed.data, ... can override it (0..9007199254740991; default 1)
    seed_init: seed of the initial parameters; -1: train.seed (-1..9007199254740991; default -1)
    seed_data: seed of the training sequences; -1: train.seed (-1..9007199254740991; default -1)
    seed_length: seed of the training lengths; -1: train.seed (-1..9007199254740991; default -1)
    seed_dropout: seed of dropout in training; -1: train.seed (-1..9007199254740991; default -1)
    seed_positions: seed of the position samples of training steps; -1: train.seed (-1..9007199254740991; default -1)
    lengths: lengths to evaluate (1..100000; default 1..100)
    eval_sequences: sequences evaluated at each length; for text, see eval.targets (1..1e+07; default 500)
    eval_seed: random seed of evaluation (0..9007199254740991; default 1)
    eval_position_samples: position samples at each length; the sequences are divided among them, and token accuracy is the mean over samples (1..1e+06; default 1)
    eval_batch: sequences evaluated at once; affects memory, not results (1..1e+06; default 512)
    eval_dropout: keep dropout on in evaluation, as the released code of Ruoss et al. 2023 does (default false)
    eval_targets: text: score the last N target tokens of the test split, at every length; 0: N is eval.sequences times the shortest length, or less if the split is so short that the longest length needs some of these tokens as context (0..1e+15; default 0)
    eval_stride: text: each window scores its last N target tokens, and windows advance by N; 1: sliding windows; the longest length or more: windows do not overlap; 0: N is the shortest length, so that at length T every target has at least T - N tokens of context (0..100000; default 0)
    eval_validation: data for validation during training: validation: the validation split, at up to 40 of the training lengths; test: the test split at eval.lengths, which should not select a model or stop training (default validation)
    eval_checkpoint: checkpoint to evaluate: the last one, or the one with the best validation score (default last)
    eval_max_tokens: greedy decoding: cut an answer off once source and answer together have N tokens; 0: once the answer is as long as the target (0..100000; default 0)
    eval_score: lengths that the score averages over: first-ood..max: all evaluated lengths beyond the training lengths; paper-exact: the same lengths without the shortest, as in the example script of Ruoss et al. 2023; all: all evaluated lengths (default first-ood..max)
    eval_score_above: count lengths above N as beyond training, so that models trained on different lengths are scored over the same lengths; 0: the longest training length (0..100000; default 0)
    eval_with: options that replace training options in the evaluation, such as 'mask: window, mask.width: 40': options of positions, mask and scale, and options of encodings that extend the context (default none)
    eval_average: average a score over lengths (with equal weights) or over examples (finite data sets have more examples at some lengths) (default lengths)
    eval_label: name of this evaluation, such as ensemble-3; claims can select runs by this name; it does not affect results (default none)
    out: run directory; <hash> is replaced by the hash of the config (default runs/<hash>)
    threads: number of threads; 0: all processors, divided among concurrent runs (0..1024; default 0)
    log: tensorboard: also write a TensorBoard event file (default none)
    train_log_every: write a line to metrics.jsonl every N steps (1..1e+09; default 100)
    train_checkpoint_every: write a checkpoint every N steps (1..1e+09; default 1000)
    train_keep: keep the models of the last N checkpoints; 1: model.safetensors only (1..1e+06; default 1)
    train_keep_state: how long to keep state.safetensors, which is three times as large as the model: always, or (unfinished) until the run is finished; without this file, a finished run cannot be trained for more steps (default always)
    eval_every: validate every N steps (eval.validation) and keep the best checkpoint; 0: never (0..1e+09; default 0)
    data_train: file of training pairs (default none)
    data_test: file of test pairs (default none)
    data_validation_file: file of validation pairs (eval.validation) (default none)
    data_validation_fraction: fraction of the training pairs, spaced evenly over the file, that is held out for validation if no validation file is given (0..0.9; default 0)
    data_tokens: unit of a token: a word between blanks, a UTF-8 character, or a byte (default words)
    data_subwords: SentencePiece model or subword-nmt codes that split text into subword tokens; empty: split text as data.tokens says (default none)
    data_bucket: round source lengths up to a multiple of N tokens for reporting (1..100000; default 1)
    data_source: file of training sources, one per line, or of pairs (default none)
    data_target: file of training targets; empty: data.source has pairs (default none)
    data_test_source: file of test sources; may be set when a trained model is evaluated (default none)
    data_test_target: file of test targets (default none)
    data_validation_source: file of validation sources (eval.validation) (default none)
    data_validation_target: file of validation targets (default none)
    data_test_fraction: fraction of the pairs, at the end of the file, that is used for testing if no test file is given (0..0.999999; default 0.1)
    data_target_subwords: SentencePiece model or subword-nmt codes of the targets; empty: one vocabulary for both sides (default none)
    data_least_uses: tokens that occur fewer than N times in the training split become <unk> (1..1073741824; default 1)
    data_vocabulary: keep only the N most frequent tokens; 0: all (0..16777216; default 0)
    data_longest: skip pairs with more than N tokens on either side (1..99999; default 1024)
    data_longest_trained: skip training pairs with more than N tokens on either side, to train on shorter pairs than are evaluated; 0: data.longest (0..99999; default 0)
    data_concatenated: join N consecutive training pairs into one (1..1000; default 1)
    data_file: text file (default none)
    data_test_file: separate test file, in place of the end of data.file; may be set when a trained model is evaluated (default none)
    data_line_ends: words: end every line with the token <eos> (default true)
    data_context: number of context tokens before the first predicted token of a record (1..100000; default 1)
    data_masking: probability that a token is selected for prediction (1e-06..1; default 0.15)
    data_size: size of the file in bytes, which is checked; change it if your file is a part of the corpus (40..1e+15; default 100000000)
    data_newlines: keep newlines as tokens; false: drop them, as the Transformer-XL code does (default true)
    data_folder: directory of the unpacked corpus (default none)
    data_keys: number of distinct keys, and the largest number of pairs in a sequence (1..4096; default 32)
    data_queries: number of keys queried in a sequence (1..1000; default 4)
    data_reach: number of symbols before each query, which is also the largest offset (1..64; default 4)
    data_width: length of a pattern, in symbols (1..16; default 2)
    data_permutations: number of keys, each with a permutation of the symbols (1..4096; default 16)
    data_inverted: probability that the first adjective stays before its noun (0..1; default 0)
    data_examples: number of training examples, divided among the lengths of the curriculum (1..1e+09; default 100000)
    data_validation: validation examples of each length, as a fraction of the training examples of this length (0..10; default 0.15)
    data_test_examples: number of test examples of each length (for addition: of each pair of digit counts) (1..1e+09; default 500)
    data_seed: random seed of all examples (0..9007199254740991; default 9842497)
    data_alphabet: number of different words in sources (1..1e+06; default 6052)
    data_scratchpad: scratchpad before the answer: none; full; full without one part: no_input, no_computation, no_output, no_rest or (in tasks with variables) no_variables; minimal; or five digits 0 or 1, which select the parts input, computation, output, variables and rest (default none)
    data_largest: largest number (10..999999999; default 9999)
    data_smallest: smallest number, at most data.largest (0..999999999; default 10)
    data_split: training split: paper: commands of up to 25 actions; orig: commands of up to 22 actions, as in the original data set (default paper)
    data_prefix: begin every source with a fixed word, such as "Solve:" (default true)
    model_decode: parallel: all outputs in one forward pass, at empty tokens after the source; autoregressive: one token after another (needs --mask causal); in_place: all outputs in one forward pass, each at a source token (needs targets as long as their sources) (default parallel)
    model_computation_steps: extra computation tokens per input token, between input and output (0..16; default 0)
    architecture_memory_tokens: number of memory tokens (trained vectors) of an encoder; memory tokens and the other tokens attend to each other; 0: none (0..4096; default 0)
    architecture_memory_form: plain: memory tokens and other tokens pass through the same sublayers; controller: memory tokens first pass through separate sublayers, then the other tokens attend to memory tokens and to each other; bottleneck: as controller, but the other tokens attend only to memory tokens (default plain)
    architecture_memory: segment memory: number of earlier tokens whose hidden states each block keeps (Transformer-XL); 0: none (0..100000; default 0)
    architecture_memory_start: memory at the start of a text: empty, or rows of zeros that take part in attention (default empty)
    architecture_vocabulary: vocabulary size: number of rows of the token embedding and of the output layer (T5: 32,100); rows beyond the data's symbols are never trained; 0: no extra rows (0..1e+07; default 0)
    architecture_begin: token that starts a target: own: a separate token; end: the end-of-sequence token, as in fairseq (default own)
    architecture_tables: token embeddings of sources and targets: auto: one shared table if both have the same vocabulary; shared: one table, or an error if the vocabularies differ; apart: two tables (default auto)
    encoder_encoding: encoding of the source, with options such as encoder.encoding.base; same: the encoding of --encoding (default same)
    encoder_positions: positions of the source, with options such as encoder.positions.L; same: the positions of --positions (default same)
    decoder_encoding: encoding of the target, with options such as decoder.encoding.base; same: the encoding of --encoding (default same)
    decoder_positions: positions of the target, with options such as decoder.positions.L; same: the positions of --positions (default same)
    cross_encoding: encoding of cross-attention, a function of the distance from target token to source token; only none, rope, alibi, t5, kerple and sandwich can be used here (default none)
    architecture_latents: number of latent vectors that attend to the source and pass through the blocks (1..8192; default 16)
    architecture_repeats: number of times that the latents attend to the source and pass through all blocks, with shared weights (1..64; default 1)
    architecture_query_residual: add the query to its attention output; false: use only the attention output (default false)
    architecture_output: input of the output layer: queries: one query per target token, which attends to the latents; mean: the mean of the latents, for data with one target token per record (default queries)
    architecture_hidden: width of each state vector of the cell (1..8192; default 256)
    positions_L: size L of the range that positions are sampled from (1..16777216; default 2048)
    positions_draw: what to sample for encodings that read distances: distances: sorted distances; positions: positions, from whose differences the distances are computed; auto: as distances (default auto)
    positions_per: draw one position sample per forward pass, per block, or (in training) per sequence; auto: as stated in the properties of the positions or, if not there, of the encoding (`lengthen show`) (default auto)
    positions_both_sides: sample the distances to the left and to the right independently (default false)
    positions_even: in evaluation, space positions evenly over the range instead of sampling them (default false)
    encoder_positions_L: size L of the range that positions are sampled from (1..16777216; default 2048)
    encoder_positions_draw: what to sample for encodings that read distances: distances: sorted distances; positions: positions, from whose differences the distances are computed; auto: as distances (default auto)
    encoder_positions_per: draw one position sample per forward pass, per block, or (in training) per sequence; auto: as stated in the properties of the positions or, if not there, of the encoding (`lengthen show`) (default auto)
    encoder_positions_both_sides: sample the distances to the left and to the right independently (default false)
    encoder_positions_even: in evaluation, space positions evenly over the range instead of sampling them (default false)
    decoder_positions_L: size L of the range that positions are sampled from (1..16777216; default 2048)
    decoder_positions_draw: what to sample for encodings that read distances: distances: sorted distances; positions: positions, from whose differences the distances are computed; auto: as distances (default auto)
    decoder_positions_per: draw one position sample per forward pass, per block, or (in training) per sequence; auto: as stated in the properties of the positions or, if not there, of the encoding (`lengthen show`) (default auto)
    decoder_positions_both_sides: sample the distances to the left and to the right independently (default false)
    decoder_positions_even: in evaluation, space positions evenly over the range instead of sampling them (default false)
    positions_shift: largest training offset K; offsets are uniform in 0..K (0..16777216; default 500)
    positions_eval_shift: offset in evaluation; the authors' code uses positions.shift (0..16777216; default 0)
    encoder_positions_shift: largest training offset K; offsets are uniform in 0..K (0..16777216; default 500)
    encoder_positions_eval_shift: offset in evaluation; the authors' code uses positions.shift (0..16777216; default 0)
    decoder_positions_shift: largest training offset K; offsets are uniform in 0..K (0..16777216; default 500)
    decoder_positions_eval_shift: offset in evaluation; the authors' code uses positions.shift (0..16777216; default 0)
    positions_global_shift: bound G of the shift of a whole sequence, which is uniform in -G..G (in the authors' code, the option is the full width 2 G) (0..1e+06; default 5)
    positions_local_shift: bound e of the separate shift of each token, which is uniform in -e..e; if e is above 0.5, adjacent tokens may swap places (0..1e+06; default 0.5)
    positions_max_scale: largest scale S of the positions; the logarithm of the scale is uniform in -ln S..ln S (1..1000; default 1.03)
    positions_center: first subtract the mean position of the sequence, in evaluation too (default true)
    positions_source_factor: for separate source sequences: first multiply source positions by this factor, in evaluation too; usually the mean target length divided by the mean source length (0.001..1000; default 1)
    encoder_positions_global_shift: bound G of the shift of a whole sequence, which is uniform in -G..G (in the authors' code, the option is the full width 2 G) (0..1e+06; default 5)
    encoder_positions_local_shift: bound e of the separate shift of each token, which is uniform in -e..e; if e is above 0.5, adjacent tokens may swap places (0..1e+06; default 0.5)
    encoder_positions_max_scale: largest scale S of the positions; the logarithm of the scale is uniform in -ln S..ln S (1..1000; default 1.03)
    encoder_positions_center: first subtract the mean position of the sequence, in evaluation too (default true)
    encoder_positions_source_factor: for separate source sequences: first multiply source positions by this factor, in evaluation too; usually the mean target length divided by the mean source length (0.001..1000; default 1)
    decoder_positions_global_shift: bound G of the shift of a whole sequence, which is uniform in -G..G (in the authors' code, the option is the full width 2 G) (0..1e+06; default 5)
    decoder_positions_local_shift: bound e of the separate shift of each token, which is uniform in -e..e; if e is above 0.5, adjacent tokens may swap places (0..1e+06; default 0.5)
    decoder_positions_max_scale: largest scale S of the positions; the logarithm of the scale is uniform in -ln S..ln S (1..1000; default 1.03)
    decoder_positions_center: first subtract the mean position of the sequence, in evaluation too (default true)
    decoder_positions_source_factor: for separate source sequences: first multiply source positions by this factor, in evaluation too; usually the mean target length divided by the mean source length (0.001..1000; default 1)
    positions_factor: distance between adjacent tokens (1e-06..1e+06; default 1)
    positions_trained: longest training sequence, in tokens; longer sequences are compressed to the positions of this one; 0: no compression (0..16777216; default 0)
    encoder_positions_factor: distance between adjacent tokens (1e-06..1e+06; default 1)
    encoder_positions_trained: longest training sequence, in tokens; longer sequences are compressed to the positions of this one; 0: no compression (0..16777216; default 0)
    decoder_positions_factor: distance between adjacent tokens (1e-06..1e+06; default 1)
    decoder_positions_trained: longest training sequence, in tokens; longer sequences are compressed to the positions of this one; 0: no compression (0..16777216; default 0)
    positions_law: distribution of the last position in training, with the sequence length T as its mean (alias: positions.distribution): exponential: no upper limit; beta: at most positions.longest; fixed: always T, as in evaluation (default exponential)
    positions_longest: upper limit M of the beta distribution: the longest evaluated sequence, in tokens; in sequences of T >= M tokens the last position is T (1..16777216; default 2048)
    encoder_positions_law: distribution of the last position in training, with the sequence length T as its mean (alias: positions.distribution): exponential: no upper limit; beta: at most positions.longest; fixed: always T, as in evaluation (default exponential)
    encoder_positions_longest: upper limit M of the beta distribution: the longest evaluated sequence, in tokens; in sequences of T >= M tokens the last position is T (1..16777216; default 2048)
    decoder_positions_law: distribution of the last position in training, with the sequence length T as its mean (alias: positions.distribution): exponential: no upper limit; beta: at most positions.longest; fixed: always T, as in evaluation (default exponential)
    decoder_positions_longest: upper limit M of the beta distribution: the longest evaluated sequence, in tokens; in sequences of T >= M tokens the last position is T (1..16777216; default 2048)
    positions_width: largest distance w that is not changed (1..16777216; default 40)
    positions_compress: divide the part of a distance beyond positions.width by this number; 0: clip distances at positions.width (0..1e+06; default 0)
    encoder_positions_width: largest distance w that is not changed (1..16777216; default 40)
    encoder_positions_compress: divide the part of a distance beyond positions.width by this number; 0: clip distances at positions.width (0..1e+06; default 0)
    decoder_positions_width: largest distance w that is not changed (1..16777216; default 40)
    decoder_positions_compress: divide the part of a distance beyond positions.width by this number; 0: clip distances at positions.width (0..1e+06; default 0)
    positions_separator: token that ends a document, spelled as in the vocabulary; by default the end of a line: \n for bytes and characters, <eos> for words (default none)
    encoder_positions_separator: token that ends a document, spelled as in the vocabulary; by default the end of a line: \n for bytes and characters, <eos> for words (default none)
    decoder_positions_separator: token that ends a document, spelled as in the vocabulary; by default the end of a line: \n for bytes and characters, <eos> for words (default none)
    encoding_base: base b of the frequencies b^(-2i/n) of n columns; the longest wavelength is about 2 pi b tokens (1..1e+09; default 10000)
    encoding_layout: order of the columns: halves: all sines, then all cosines; interleaved: sine and cosine of each frequency side by side (default halves)
    encoding_first: offset added to every position; with 1, positions count from 1 (0..16777216; default 0)
    encoder_encoding_base: base b of the frequencies b^(-2i/n) of n columns; the longest wavelength is about 2 pi b tokens (1..1e+09; default 10000)
    encoder_encoding_layout: order of the columns: halves: all sines, then all cosines; interleaved: sine and cosine of each frequency side by side (default halves)
    encoder_encoding_first: offset added to every position; with 1, positions count from 1 (0..16777216; default 0)
    decoder_encoding_base: base b of the frequencies b^(-2i/n) of n columns; the longest wavelength is about 2 pi b tokens (1..1e+09; default 10000)
    decoder_encoding_layout: order of the columns: halves: all sines, then all cosines; interleaved: sine and cosine of each frequency side by side (default halves)
    decoder_encoding_first: offset added to every position; with 1, positions count from 1 (0..16777216; default 0)
    cross_encoding_base: base b of the frequencies b^(-2i/n) of n columns; the longest wavelength is about 2 pi b tokens (1..1e+09; default 10000)
    cross_encoding_layout: order of the columns: halves: all sines, then all cosines; interleaved: sine and cosine of each frequency side by side (default halves)
    cross_encoding_first: offset added to every position; with 1, positions count from 1 (0..16777216; default 0)
    encoding_rows: number of rows of the embedding table; positions must be smaller than this number (1..1048576; default 2048)
    encoder_encoding_rows: number of rows of the embedding table; positions must be smaller than this number (1..1048576; default 2048)
    decoder_encoding_rows: number of rows of the embedding table; positions must be smaller than this number (1..1048576; default 2048)
    cross_encoding_rows: number of rows of the embedding table; positions must be smaller than this number (1..1048576; default 2048)
    encoding_relative: add a relative bias by distance bucket, as T5 does (TUPE-R) (default false)
    encoding_buckets: number of distance buckets; without a causal mask, half of the buckets are for keys on the right (4..256; default 32)
    encoding_max_distance: distance at which the logarithmic buckets end; the last bucket begins a little below this distance and has no upper limit (2..16777216; default 128)
    encoding_first_token: position term of logits whose query or key is the first token: alike: as for all other tokens; free: two trained numbers per head, one for logits whose query is the first token, one for logits of which only the key is the first token; rows: as free, but the two numbers are products of the first two rows of the table, as in the authors' code (default alike)
    encoding_released: normalize the rows of the table, and add biases to the maps Uq and Uk, as in the authors' code (default false)
    encoder_encoding_relative: add a relative bias by distance bucket, as T5 does (TUPE-R) (default false)
    encoder_encoding_buckets: number of distance buckets; without a causal mask, half of the buckets are for keys on the right (4..256; default 32)
    encoder_encoding_max_distance: distance at which the logarithmic buckets end; the last bucket begins a little below this distance and has no upper limit (2..16777216; default 128)
    encoder_encoding_first_token: position term of logits whose query or key is the first token: alike: as for all other tokens; free: two trained numbers per head, one for logits whose query is the first token, one for logits of which only the key is the first token; rows: as free, but the two numbers are products of the first two rows of the table, as in the authors' code (default alike)
    encoder_encoding_released: normalize the rows of the table, and add biases to the maps Uq and Uk, as in the authors' code (default false)
    decoder_encoding_relative: add a relative bias by distance bucket, as T5 does (TUPE-R) (default false)
    decoder_encoding_buckets: number of distance buckets; without a causal mask, half of the buckets are for keys on the right (4..256; default 32)
    decoder_encoding_max_distance: distance at which the logarithmic buckets end; the last bucket begins a little below this distance and has no upper limit (2..16777216; default 128)
    decoder_encoding_first_token: position term of logits whose query or key is the first token: alike: as for all other tokens; free: two trained numbers per head, one for logits whose query is the first token, one for logits of which only the key is the first token; rows: as free, but the two numbers are products of the first two rows of the table, as in the authors' code (default alike)
    decoder_encoding_released: normalize the rows of the table, and add biases to the maps Uq and Uk, as in the authors' code (default false)
    cross_encoding_relative: add a relative bias by distance bucket, as T5 does (TUPE-R) (default false)
    cross_encoding_buckets: number of distance buckets; without a causal mask, half of the buckets are for keys on the right (4..256; default 32)
    cross_encoding_max_distance: distance at which the logarithmic buckets end; the last bucket begins a little below this distance and has no upper limit (2..16777216; default 128)
    cross_encoding_first_token: position term of logits whose query or key is the first token: alike: as for all other tokens; free: two trained numbers per head, one for logits whose query is the first token, one for logits of which only the key is the first token; rows: as free, but the two numbers are products of the first two rows of the table, as in the authors' code (default alike)
    cross_encoding_released: normalize the rows of the table, and add biases to the maps Uq and Uk, as in the authors' code (default false)
    encoding_shared_terms: share the content and position biases u and v among all blocks, as Transformer-XL does without its option untie_r (default false)
    encoding_terms: terms of the score to keep, as lettered by Dai et al. 2019: (a) query and key, (b) query and distance, (c) content bias u, (d) position bias v (default abcd)
    encoder_encoding_shared_terms: share the content and position biases u and v among all blocks, as Transformer-XL does without its option untie_r (default false)
    encoder_encoding_terms: terms of the score to keep, as lettered by Dai et al. 2019: (a) query and key, (b) query and distance, (c) content bias u, (d) position bias v (default abcd)
    decoder_encoding_shared_terms: share the content and position biases u and v among all blocks, as Transformer-XL does without its option untie_r (default false)
    decoder_encoding_terms: terms of the score to keep, as lettered by Dai et al. 2019: (a) query and key, (b) query and distance, (c) content bias u, (d) position bias v (default abcd)
    cross_encoding_shared_terms: share the content and position biases u and v among all blocks, as Transformer-XL does without its option untie_r (default false)
    cross_encoding_terms: terms of the score to keep, as lettered by Dai et al. 2019: (a) query and key, (b) query and distance, (c) content bias u, (d) position bias v (default abcd)
    encoding_sides: penalty of keys on the right: half_shift: larger by half the slope than at the same distance on the left; symmetric: the same as on the left; split_heads: the first half of the heads sees only keys on the left, the second half only keys on the right; two_slopes: with a different slope (encoding.right_slope) (default half_shift)
    encoding_right_slope: two_slopes: slope on the right divided by the slope on the left (0.01..100; default 0.5)
    encoding_trained_slopes: multiply slopes by trained factors, which all blocks share: one factor per head, initially 1; for two_slopes, one factor per head and side, on the right initially encoding.right_slope (default false)
    encoder_encoding_sides: penalty of keys on the right: half_shift: larger by half the slope than at the same distance on the left; symmetric: the same as on the left; split_heads: the first half of the heads sees only keys on the left, the second half only keys on the right; two_slopes: with a different slope (encoding.right_slope) (default half_shift)
    encoder_encoding_right_slope: two_slopes: slope on the right divided by the slope on the left (0.01..100; default 0.5)
    encoder_encoding_trained_slopes: multiply slopes by trained factors, which all blocks share: one factor per head, initially 1; for two_slopes, one factor per head and side, on the right initially encoding.right_slope (default false)
    decoder_encoding_sides: penalty of keys on the right: half_shift: larger by half the slope than at the same distance on the left; symmetric: the same as on the left; split_heads: the first half of the heads sees only keys on the left, the second half only keys on the right; two_slopes: with a different slope (encoding.right_slope) (default half_shift)
    decoder_encoding_right_slope: two_slopes: slope on the right divided by the slope on the left (0.01..100; default 0.5)
    decoder_encoding_trained_slopes: multiply slopes by trained factors, which all blocks share: one factor per head, initially 1; for two_slopes, one factor per head and side, on the right initially encoding.right_slope (default false)
    cross_encoding_sides: penalty of keys on the right: half_shift: larger by half the slope than at the same distance on the left; symmetric: the same as on the left; split_heads: the first half of the heads sees only keys on the left, the second half only keys on the right; two_slopes: with a different slope (encoding.right_slope) (default half_shift)
    cross_encoding_right_slope: two_slopes: slope on the right divided by the slope on the left (0.01..100; default 0.5)
    cross_encoding_trained_slopes: multiply slopes by trained factors, which all blocks share: one factor per head, initially 1; for two_slopes, one factor per head and side, on the right initially encoding.right_slope (default false)
    encoding_local_heads: number M of heads that see only the nearest keys; 0: half of the heads (0..16777216; default 0)
    encoder_encoding_local_heads: number M of heads that see only the nearest keys; 0: half of the heads (0..16777216; default 0)
    decoder_encoding_local_heads: number M of heads that see only the nearest keys; 0: half of the heads (0..16777216; default 0)
    cross_encoding_local_heads: number M of heads that see only the nearest keys; 0: half of the heads (0..16777216; default 0)
    encoding_fraction: rotate this fraction of the columns of each head, from the first column on, rounded down to column pairs, but at least one pair (1e-06..1; default 1)
    encoding_pairs: pairs of columns that are rotated together: neighbours: 2i and 2i+1; halves: i and i + r/2 of the r rotated columns, as in GPT-NeoX (default neighbours)
    encoding_frequencies: context extension by a factor s (encoding.extension): trained: no extension; interpolated: divide all frequencies by s (aliases pi and linear); ntk: use a larger base; parts_rotations: divide the frequencies of slow pairs by s, and keep the frequencies of fast pairs (YaRN as published); parts_index: as in the code of YaRN (the alias yarn also sets encoding.temperature 0.1); parts_unrounded: as parts_index, with unrounded bounds; llama3: as parts_rotations, with the bounds of Llama 3; longrope: divide the frequency of each pair by its own factor (default trained)
    encoding_extension: extension factor s of encoding.frequencies: sequence length divided by the training length; with encoding.dynamic, s = extension T / trained - (extension - 1) (1..1e+06; default 1)
    encoding_trained: longest training sequence, in tokens; parts_* and llama3 classify pairs as slow or fast by this length (2..16777216; default 40)
    encoding_dynamic: compute the extension factor s for each sequence, from its length T and encoding.trained; s is at least 1 (default false)
    encoding_temperature: temperature t: multiply rotated queries and keys by t ln s + 1 (YaRN: t = 0.1) (0..10; default 0)
    encoding_factors: longrope: divisors of the frequencies, one number for each pair, separated by blanks (default none)
    encoding_short_factors: encoding.factors for sequences of at most encoding.trained tokens; empty: all factors are 1 (default none)
    encoding_frequency: frequency of pair k of the r rotated columns, a formula of k, r and T (lengthen help formula); empty: base^(-2*k/r), as set by encoding.frequencies (default none)
    encoding_clip: largest distance w that is not changed (ReRoPE, proposed with scale: log_n; alias: encoding.rerope); 0: no limit (0..16777216; default 0)
    encoding_compress: divide the part of a distance beyond encoding.clip by this number (Leaky ReRoPE; alias: encoding.leaky_rerope); 0: clip distances (0..1e+06; default 0)
    encoding_group: group size g (Self-Extend; alias: encoding.self_extend): from the distance w = encoding.clip on, divide positions by g, rounded down, and shift queries by w - floor(w/g); 0: no groups (0..16777216; default 0)
    encoder_encoding_fraction: rotate this fraction of the columns of each head, from the first column on, rounded down to column pairs, but at least one pair (1e-06..1; default 1)
    encoder_encoding_pairs: pairs of columns that are rotated together: neighbours: 2i and 2i+1; halves: i and i + r/2 of the r rotated columns, as in GPT-NeoX (default neighbours)
    encoder_encoding_frequencies: context extension by a factor s (encoding.extension): trained: no extension; interpolated: divide all frequencies by s (aliases pi and linear); ntk: use a larger base; parts_rotations: divide the frequencies of slow pairs by s, and keep the frequencies of fast pairs (YaRN as published); parts_index: as in the code of YaRN (the alias yarn also sets encoding.temperature 0.1); parts_unrounded: as parts_index, with unrounded bounds; llama3: as parts_rotations, with the bounds of Llama 3; longrope: divide the frequency of each pair by its own factor (default trained)
    encoder_encoding_extension: extension factor s of encoding.frequencies: sequence length divided by the training length; with encoding.dynamic, s = extension T / trained - (extension - 1) (1..1e+06; default 1)
    encoder_encoding_trained: longest training sequence, in tokens; parts_* and llama3 classify pairs as slow or fast by this length (2..16777216; default 40)
    encoder_encoding_dynamic: compute the extension factor s for each sequence, from its length T and encoding.trained; s is at least 1 (default false)
    encoder_encoding_temperature: temperature t: multiply rotated queries and keys by t ln s + 1 (YaRN: t = 0.1) (0..10; default 0)
    encoder_encoding_factors: longrope: divisors of the frequencies, one number for each pair, separated by blanks (default none)
    encoder_encoding_short_factors: encoding.factors for sequences of at most encoding.trained tokens; empty: all factors are 1 (default none)
    encoder_encoding_frequency: frequency of pair k of the r rotated columns, a formula of k, r and T (lengthen help formula); empty: base^(-2*k/r), as set by encoding.frequencies (default none)
    encoder_encoding_clip: largest distance w that is not changed (ReRoPE, proposed with scale: log_n; alias: encoding.rerope); 0: no limit (0..16777216; default 0)
    encoder_encoding_compress: divide the part of a distance beyond encoding.clip by this number (Leaky ReRoPE; alias: encoding.leaky_rerope); 0: clip distances (0..1e+06; default 0)
    encoder_encoding_group: group size g (Self-Extend; alias: encoding.self_extend): from the distance w = encoding.clip on, divide positions by g, rounded down, and shift queries by w - floor(w/g); 0: no groups (0..16777216; default 0)
    decoder_encoding_fraction: rotate this fraction of the columns of each head, from the first column on, rounded down to column pairs, but at least one pair (1e-06..1; default 1)
    decoder_encoding_pairs: pairs of columns that are rotated together: neighbours: 2i and 2i+1; halves: i and i + r/2 of the r rotated columns, as in GPT-NeoX (default neighbours)
    decoder_encoding_frequencies: context extension by a factor s (encoding.extension): trained: no extension; interpolated: divide all frequencies by s (aliases pi and linear); ntk: use a larger base; parts_rotations: divide the frequencies of slow pairs by s, and keep the frequencies of fast pairs (YaRN as published); parts_index: as in the code of YaRN (the alias yarn also sets encoding.temperature 0.1); parts_unrounded: as parts_index, with unrounded bounds; llama3: as parts_rotations, with the bounds of Llama 3; longrope: divide the frequency of each pair by its own factor (default trained)
    decoder_encoding_extension: extension factor s of encoding.frequencies: sequence length divided by the training length; with encoding.dynamic, s = extension T / trained - (extension - 1) (1..1e+06; default 1)
    decoder_encoding_trained: longest training sequence, in tokens; parts_* and llama3 classify pairs as slow or fast by this length (2..16777216; default 40)
    decoder_encoding_dynamic: compute the extension factor s for each sequence, from its length T and encoding.trained; s is at least 1 (default false)
    decoder_encoding_temperature: temperature t: multiply rotated queries and keys by t ln s + 1 (YaRN: t = 0.1) (0..10; default 0)
    decoder_encoding_factors: longrope: divisors of the frequencies, one number for each pair, separated by blanks (default none)
    decoder_encoding_short_factors: encoding.factors for sequences of at most encoding.trained tokens; empty: all factors are 1 (default none)
    decoder_encoding_frequency: frequency of pair k of the r rotated columns, a formula of k, r and T (lengthen help formula); empty: base^(-2*k/r), as set by encoding.frequencies (default none)
    decoder_encoding_clip: largest distance w that is not changed (ReRoPE, proposed with scale: log_n; alias: encoding.rerope); 0: no limit (0..16777216; default 0)
    decoder_encoding_compress: divide the part of a distance beyond encoding.clip by this number (Leaky ReRoPE; alias: encoding.leaky_rerope); 0: clip distances (0..1e+06; default 0)
    decoder_encoding_group: group size g (Self-Extend; alias: encoding.self_extend): from the distance w = encoding.clip on, divide positions by g, rounded down, and shift queries by w - floor(w/g); 0: no groups (0..16777216; default 0)
    cross_encoding_fraction: rotate this fraction of the columns of each head, from the first column on, rounded down to column pairs, but at least one pair (1e-06..1; default 1)
    cross_encoding_pairs: pairs of columns that are rotated together: neighbours: 2i and 2i+1; halves: i and i + r/2 of the r rotated columns, as in GPT-NeoX (default neighbours)
    cross_encoding_frequencies: context extension by a factor s (encoding.extension): trained: no extension; interpolated: divide all frequencies by s (aliases pi and linear); ntk: use a larger base; parts_rotations: divide the frequencies of slow pairs by s, and keep the frequencies of fast pairs (YaRN as published); parts_index: as in the code of YaRN (the alias yarn also sets encoding.temperature 0.1); parts_unrounded: as parts_index, with unrounded bounds; llama3: as parts_rotations, with the bounds of Llama 3; longrope: divide the frequency of each pair by its own factor (default trained)
    cross_encoding_extension: extension factor s of encoding.frequencies: sequence length divided by the training length; with encoding.dynamic, s = extension T / trained - (extension - 1) (1..1e+06; default 1)
    cross_encoding_trained: longest training sequence, in tokens; parts_* and llama3 classify pairs as slow or fast by this length (2..16777216; default 40)
    cross_encoding_dynamic: compute the extension factor s for each sequence, from its length T and encoding.trained; s is at least 1 (default false)
    cross_encoding_temperature: temperature t: multiply rotated queries and keys by t ln s + 1 (YaRN: t = 0.1) (0..10; default 0)
    cross_encoding_factors: longrope: divisors of the frequencies, one number for each pair, separated by blanks (default none)
    cross_encoding_short_factors: encoding.factors for sequences of at most encoding.trained tokens; empty: all factors are 1 (default none)
    cross_encoding_frequency: frequency of pair k of the r rotated columns, a formula of k, r and T (lengthen help formula); empty: base^(-2*k/r), as set by encoding.frequencies (default none)
    cross_encoding_clip: largest distance w that is not changed (ReRoPE, proposed with scale: log_n; alias: encoding.rerope); 0: no limit (0..16777216; default 0)
    cross_encoding_compress: divide the part of a distance beyond encoding.clip by this number (Leaky ReRoPE; alias: encoding.leaky_rerope); 0: clip distances (0..1e+06; default 0)
    cross_encoding_group: group size g (Self-Extend; alias: encoding.self_extend): from the distance w = encoding.clip on, divide positions by g, rounded down, and shift queries by w - floor(w/g); 0: no groups (0..16777216; default 0)
    encoding_scale_base: scale base B, in tokens: at distance B, the product of query and key in column pair i has decayed by the factor z_i, as in the authors' code (1..1e+09; default 512)
    encoding_gamma: gamma: the decay factors z_i range from gamma / (1 + gamma) to almost 1 (0.001..1000; default 0.4)
    encoding_zeta: decay factor z of all pairs; 0: each pair has a factor z_i set by encoding.gamma (0..1; default 0)
    encoding_center: position c at which the factors are 1; in single precision, the factors overflow or underflow at positions about 70 times encoding.scale_base away from c (0..16777216; default 0)
    encoder_encoding_scale_base: scale base B, in tokens: at distance B, the product of query and key in column pair i has decayed by the factor z_i, as in the authors' code (1..1e+09; default 512)
    encoder_encoding_gamma: gamma: the decay factors z_i range from gamma / (1 + gamma) to almost 1 (0.001..1000; default 0.4)
    encoder_encoding_zeta: decay factor z of all pairs; 0: each pair has a factor z_i set by encoding.gamma (0..1; default 0)
    encoder_encoding_center: position c at which the factors are 1; in single precision, the factors overflow or underflow at positions about 70 times encoding.scale_base away from c (0..16777216; default 0)
    decoder_encoding_scale_base: scale base B, in tokens: at distance B, the product of query and key in column pair i has decayed by the factor z_i, as in the authors' code (1..1e+09; default 512)
    decoder_encoding_gamma: gamma: the decay factors z_i range from gamma / (1 + gamma) to almost 1 (0.001..1000; default 0.4)
    decoder_encoding_zeta: decay factor z of all pairs; 0: each pair has a factor z_i set by encoding.gamma (0..1; default 0)
    decoder_encoding_center: position c at which the factors are 1; in single precision, the factors overflow or underflow at positions about 70 times encoding.scale_base away from c (0..16777216; default 0)
    cross_encoding_scale_base: scale base B, in tokens: at distance B, the product of query and key in column pair i has decayed by the factor z_i, as in the authors' code (1..1e+09; default 512)
    cross_encoding_gamma: gamma: the decay factors z_i range from gamma / (1 + gamma) to almost 1 (0.001..1000; default 0.4)
    cross_encoding_zeta: decay factor z of all pairs; 0: each pair has a factor z_i set by encoding.gamma (0..1; default 0)
    cross_encoding_center: position c at which the factors are 1; in single precision, the factors overflow or underflow at positions about 70 times encoding.scale_base away from c (0..16777216; default 0)
    encoding_kernel: form of the penalty: log: r1 ln(1 + r2 |D|); power: r1 |D|^r2 (default log)
    encoding_bias_in_scale: divide the bias by sqrt(head width), like the dot products, as in the paper; the authors' code does not divide the bias (default false)
    encoder_encoding_kernel: form of the penalty: log: r1 ln(1 + r2 |D|); power: r1 |D|^r2 (default log)
    encoder_encoding_bias_in_scale: divide the bias by sqrt(head width), like the dot products, as in the paper; the authors' code does not divide the bias (default false)
    decoder_encoding_kernel: form of the penalty: log: r1 ln(1 + r2 |D|); power: r1 |D|^r2 (default log)
    decoder_encoding_bias_in_scale: divide the bias by sqrt(head width), like the dot products, as in the paper; the authors' code does not divide the bias (default false)
    cross_encoding_kernel: form of the penalty: log: r1 ln(1 + r2 |D|); power: r1 |D|^r2 (default log)
    cross_encoding_bias_in_scale: divide the bias by sqrt(head width), like the dot products, as in the paper; the authors' code does not divide the bias (default false)
    encoding_shared_table: share one table between keys and values, as OpenNMT does (default false)
    encoder_encoding_shared_table: share one table between keys and values, as OpenNMT does (default false)
    decoder_encoding_shared_table: share one table between keys and values, as OpenNMT does (default false)
    cross_encoding_shared_table: share one table between keys and values, as OpenNMT does (default false)
    encoding_max_position: largest contextual position P; larger positions are clipped to P; the table has P + 1 vectors (1..4096; default 64)
    encoding_term_in_scale: scale the position term together with the logits, as in the authors' code; false: add it after scaling, as in the paper (default true)
    encoder_encoding_max_position: largest contextual position P; larger positions are clipped to P; the table has P + 1 vectors (1..4096; default 64)
    encoder_encoding_term_in_scale: scale the position term together with the logits, as in the authors' code; false: add it after scaling, as in the paper (default true)
    decoder_encoding_max_position: largest contextual position P; larger positions are clipped to P; the table has P + 1 vectors (1..4096; default 64)
    decoder_encoding_term_in_scale: scale the position term together with the logits, as in the authors' code; false: add it after scaling, as in the paper (default true)
    cross_encoding_max_position: largest contextual position P; larger positions are clipped to P; the table has P + 1 vectors (1..4096; default 64)
    cross_encoding_term_in_scale: scale the position term together with the logits, as in the authors' code; false: add it after scaling, as in the paper (default true)
    encoding_hidden: hidden units of the network that maps a normalized distance to the bias of each head (1..1024; default 32)
    encoding_threshold: initial value of the trained threshold L, in tokens: distances between two positions below L are normalized by L, other distances by the larger of their two positions (1..16777216; default 512)
    encoding_shared_bias: share one network among all blocks, as Zhou et al. 2024 do (default false)
    encoder_encoding_hidden: hidden units of the network that maps a normalized distance to the bias of each head (1..1024; default 32)
    encoder_encoding_threshold: initial value of the trained threshold L, in tokens: distances between two positions below L are normalized by L, other distances by the larger of their two positions (1..16777216; default 512)
    encoder_encoding_shared_bias: share one network among all blocks, as Zhou et al. 2024 do (default false)
    decoder_encoding_hidden: hidden units of the network that maps a normalized distance to the bias of each head (1..1024; default 32)
    decoder_encoding_threshold: initial value of the trained threshold L, in tokens: distances between two positions below L are normalized by L, other distances by the larger of their two positions (1..16777216; default 512)
    decoder_encoding_shared_bias: share one network among all blocks, as Zhou et al. 2024 do (default false)
    cross_encoding_hidden: hidden units of the network that maps a normalized distance to the bias of each head (1..1024; default 32)
    cross_encoding_threshold: initial value of the trained threshold L, in tokens: distances between two positions below L are normalized by L, other distances by the larger of their two positions (1..16777216; default 512)
    cross_encoding_shared_bias: share one network among all blocks, as Zhou et al. 2024 do (default false)
    encoding_bias: bias added to the logit of a query and a key, a formula of d, head, H, dk, T, p_i and p_j (lengthen help formula); empty: no bias if encoding.frequency is set, else -abs(d)/2^(8*(head + 1)/H) (default none)
    encoding_parameters: trained parameters of the formula, separated by semicolons: s[head] = -2; w[head, 32] = normal(0, 0.02) (default none)
    encoding_numbers: constants of the formula, separated by semicolons: rate = 0.5; width = 64 (default none)
    encoder_encoding_bias: bias added to the logit of a query and a key, a formula of d, head, H, dk, T, p_i and p_j (lengthen help formula); empty: no bias if encoding.frequency is set, else -abs(d)/2^(8*(head + 1)/H) (default none)
    encoder_encoding_parameters: trained parameters of the formula, separated by semicolons: s[head] = -2; w[head, 32] = normal(0, 0.02) (default none)
    encoder_encoding_numbers: constants of the formula, separated by semicolons: rate = 0.5; width = 64 (default none)
    decoder_encoding_bias: bias added to the logit of a query and a key, a formula of d, head, H, dk, T, p_i and p_j (lengthen help formula); empty: no bias if encoding.frequency is set, else -abs(d)/2^(8*(head + 1)/H) (default none)
    decoder_encoding_parameters: trained parameters of the formula, separated by semicolons: s[head] = -2; w[head, 32] = normal(0, 0.02) (default none)
    decoder_encoding_numbers: constants of the formula, separated by semicolons: rate = 0.5; width = 64 (default none)
    cross_encoding_bias: bias added to the logit of a query and a key, a formula of d, head, H, dk, T, p_i and p_j (lengthen help formula); empty: no bias if encoding.frequency is set, else -abs(d)/2^(8*(head + 1)/H) (default none)
    cross_encoding_parameters: trained parameters of the formula, separated by semicolons: s[head] = -2; w[head, 32] = normal(0, 0.02) (default none)
    cross_encoding_numbers: constants of the formula, separated by semicolons: rate = 0.5; width = 64 (default none)
    mask_same_length: keys that a query sees with a segment memory of M rows: no: all earlier keys and its own key; memory: the last M keys, including its own; memory_and_self: M earlier keys and its own key (default no)
    mask_width: width of the window, in tokens; with mask.form: symmetric, an even width is increased by 1 (1..16777216; default 81)
    mask_form: placement of the window: symmetric: centred on the query; half: as symmetric, but an even width is decreased by 1; causal: the window ends with the query itself (the default if the architecture or the encoding needs a causal mask); edge_shift: centred on the query, but shifted inward at both ends of the sequence, so that every query sees mask.width keys (default symmetric)
    mask_chunk: length of a chunk, in tokens; the last chunk may be shorter (1..16777216; default 40)
    mask_sinks: number of tokens at the start of the sequence (attention sinks) that all later queries see (0..16777216; default 4)
    mask_block: length of a block, in tokens; the last block may be shorter (1..16777216; default 20)
    mask_separator: token that ends a document, spelled as in the vocabulary; by default the end of a line: \n for bytes and characters, <eos> for words (default none)
    mask_formula: condition under which query i sees key j (lengthen help formula); the mask is causal if `j <= i` is one of the conditions joined by `and` (default j <= i)
    mask_numbers: constants of the formula, separated by semicolons: rate = 0.5; width = 64 (default none)
    scale_keys: number of keys at which the scale equals scale.times; usually the training length (2..16777216; default 40)
    scale_at_least_one: never use a smaller scale than scale.times; for evaluation of models that were trained with scale.times (eval --scale log_n) (default false)
    scale_times: scale that log_n multiplies; in evaluation, give the scale used in training (default inverse_sqrt)
    scale_formula: factor of a query's logits: a formula of n, dk, head and H (lengthen help formula) (default 1/sqrt(dk))
    scale_parameters: trained parameters of the formula, separated by semicolons: s[head] = -2; w[head, 32] = normal(0, 0.02) (default none)
    scale_numbers: constants of the formula, separated by semicolons: rate = 0.5; width = 64 (default none)
    attention_l1: normalize the weights of each query to a sum of 1 (default false)
    projection_centred: if the mask is not causal, convolve over the previous, the current and the next token instead of the last 3 tokens (default false)
    projection_shared: compute queries from keys with a second linear map: q = k Wq (default false)
    projection_cross: also convolve queries, keys and values in cross-attention: queries as in self-attention, keys and values centred (default false)
    residual_sublayers: sublayers with factors; feed_forward: only the feed-forward network, as in NormFormer (default all)
    block_attention_norm: norm of the output of self-attention, or of the convolution that replaces self-attention, before the output is added to the residual stream (default false)
    block_head_scale: trained factor for each self-attention head, initially 1: heads: factor i multiplies the output of head i, before the output map; output: after the output map, factor i multiplies the i-th group of columns, and a group is as wide as a head (fairseq) (default none)
    block_hidden_norm: normalize the hidden layer of the feed-forward network, after the activation or gate (default false)
    norm_epsilon: number added to the variance (layer_norm) or mean square (rms_norm); T5: 1e-6 (1e-12..1; default 1e-05)
    mixer_width: hidden width of a gated network: full: model.feed_forward; two_thirds: two thirds of model.feed_forward, rounded down (the three matrices then have as many parameters as the two matrices of an ungated network); two_thirds_8: two thirds of model.feed_forward, rounded up to a multiple of 8 (default full)
    mixer_formula: activation, a formula of x (lengthen help formula) (default max(x, 0))
    mixer_numbers: constants of the formula, separated by semicolons: rate = 0.5; width = 64 (default none)
    initialisation_scale: s: weights of linear maps have standard deviation sqrt(s / inputs); 0.1 in Switch Transformers (0..100; default 1)
    initialisation_deviation: standard deviation of all weights (0..100; default 0.02)
    initialisation_scale_positions: multiply the position vectors by (9 L)^-1/4 for L layers, as the token embeddings are; unscaled sinusoids would outweigh the token embeddings (default false)
    initialisation_of: initialisation whose weights are scaled down (default xavier)
    head_scaled: multiply the input of the output layer by 1/sqrt(width), as T5 does (default false)
    head_bias: add a trained bias to each output symbol, as Transformer-XL does (default false)
    head_cutoffs: token ids at which clusters begin, ascending: "20000,40000,200000"; empty: one softmax over all tokens (default none)
    head_divisor: vectors of cluster i have width / divisor^i columns (the short list is cluster 0); 1: all vectors have the full width (1..64; default 1)
    head_embedding: token embeddings: tied: the tables of the softmax; untied: separate tables with the same clusters; table: one table of full width (default tied)
    head_projections: maps P_i, between the width of the model and the width of cluster i, that the softmax shares with the token embeddings: all but P_0 (of the short list), all, or none (default all_but_first)
    store_count: number K of stacks or tapes (1..16; default 1)
    store_columns: width of a cell (1..256; default 8)
    store_cells: number of cells of a stack, or of the ring of a tape (default for tapes: 256); a push onto a full stack drops its lowest cell; 0 (stacks only): one cell per token (0..1048576; default 0)
    store_joint: one softmax over the actions of all stacks, as in the released code; false: one softmax per stack (default false)
    store_states: number Q of states of the automaton (1..4; default 2)
    store_symbols: number S of stack symbols (1..8; default 2)
    store_reading: numbers that are read from the stack: symbols: weights of top symbols; states: weights of pairs of a state and a top symbol (default symbols)
    store_hidden: width of the two hidden layers of the network that computes the written values (1..4096; default 64)
    curriculum_lengths: training lengths (1..100000; default 1..40)
    curriculum_length: length of every training sequence (1..100000; default 40)
    curriculum_tau: factor by which the probability grows per token of length; values above 1 favour long sequences (0.001..1000; default 1.1)
    curriculum_initial: length at the first step (1..100000; default 1)
    curriculum_every: steps between increments of the length (1..1e+12; default 1000)
    curriculum_amount: increment of the length, in tokens (0..100000; default 1)
    curriculum_all_lengths: sample uniformly from all lengths reached so far (default false)
    curriculum_tokens: largest batch, in tokens: number of records times (longest source + longest target); a longer record gets its own batch (1..1073741824; default 4096)
    curriculum_pool: number of random records in a pool, which is sorted by length; 0: all records (0..1e+09; default 0)
    optimizer_beta1: decay rate of the first moment (mean gradient) (0..0.999999; default 0.9)
    optimizer_beta2: decay rate of the second moment (mean squared gradient) (0..0.9999999; default 0.999)
    optimizer_epsilon: added to the square root of the second moment (0..1; default 1e-08)
    optimizer_epsilon_to: where epsilon is added: corrected: to the root of the bias-corrected second moment; raw: to the root of the uncorrected second moment (fairseq) (default corrected)
    optimizer_decay_by: how weights decay: rate: decoupled, by the learning rate of the step (AdamW of PyTorch, Adam of fairseq); schedule: decoupled, by the schedule only (AdamW of the paper); gradient: weight decay is added to the gradient before the moments (L2) (default rate)
    optimizer_step: step size at step t: relative: min(0.01, 1/sqrt(t)); relative_warmup: min(1e-6 t, 1/sqrt(t)); schedule: the learning rate that the schedule sets (default relative)
    optimizer_scale_parameter: multiply the step size by max(optimizer.smallest, root mean square of the parameter) (default true)
    optimizer_smallest: smallest root mean square used for a parameter (0..1; default 0.001)
    optimizer_update_clip: largest root mean square of an update, before the update is multiplied by the step size; 0: no limit (0..1e+09; default 1)
    optimizer_exponent: second-moment decay: beta2 at step t is 1 - t^-exponent (0..10; default 0.8)
    schedule_warmup: warm-up steps, during which the learning rate rises linearly (0..1e+12; default 0)
    schedule_warmup_from: learning rate at the start of the warm-up; 1e-07 in fairseq (0..100; default 0)
    schedule_floor: final learning rate, as a fraction of train.lr (0..1; default 0)
    schedule_end: step at which the floor is reached; 0: train.steps (0..1e+12; default 0)
    schedule_floor_at: first step at the floor: after: the step after schedule.end; last: schedule.end itself, as in most programs (default after)
    schedule_formula: factor of the learning rate, a formula of step, steps and width (lengthen help formula) (default (1 + cos(pi*step/steps))/2)
    schedule_numbers: constants of the formula, separated by semicolons: rate = 0.5; width = 64 (default none)
    schedule_delay: steps after which the learning rate has fallen to 1/sqrt(2) of its initial value (1..1e+12; default 4000)
    eval_beam: beam width: number of hypotheses that are extended in parallel (1..1024; default 4)
    eval_length_norm: length normalization: the log probability of l tokens is divided by a power of (5 + l) / 6 (gnmt) or of l (fairseq) (default gnmt)
    eval_length_penalty: exponent of the length normalization; 0: none (0..100; default 0.6)
    eval_length_factor: factor a of the length limit: for a source of n tokens, a hypothesis has at most a n + b tokens (b: eval.length_extra) (0..1000; default 1)
    eval_length_extra: constant b of the length limit, in tokens (see eval.length_factor) (0..100000; default 50)
    eval_memory: length of the segment memory in evaluation, in tokens; 0: as in training (0..100000; default 0)
    eval_same_span: adapt the memory to the segment length L: curriculum.lengths - L tokens more than eval.memory, so that memory and segment together are equally long at every L (default false)
    eval_lanes: split the text into N parts (alias: eval.streams), which are evaluated in parallel for speed; each part fills its memory with the text just before its first target, and reads no earlier text (1..65536; default 1)
    """

def count(*, preset: Names | None = ..., config: Files | None = ...,
    task: Literal["even_pairs", "modular_arithmetic", "parity_check", "cycle_navigation", "stack_manipulation", "reverse_string", "modular_arithmetic_brackets", "solve_equation", "duplicate_string", "missing_duplicate_string", "odds_first", "binary_addition", "binary_multiplication", "compute_sqrt", "bucket_sort", "pairs", "translation", "text", "masked_text", "enwik8", "text8", "wikitext", "penn_treebank", "reverse_symbols", "associative_recall", "offset_recall", "pattern_search", "substitution_cipher", "markov_chain", "toy_translation", "copy_rsc", "copy_rsc2x", "copy_rdc", "copy_cmc", "copy_cmc2x", "reverse_mc", "reverse_mc2x", "reverse_mcrv", "half_copy", "addition", "summation", "parity_text", "polynomial", "sort_single", "sort_multi", "scan", "pcfg", "lego_chain", "lego_perm", "rev", "ind", "off", "ciph", "tri", "mt_toy"] | Text | Options | Formula | None = ...,
    data: Literal["even_pairs", "modular_arithmetic", "parity_check", "cycle_navigation", "stack_manipulation", "reverse_string", "modular_arithmetic_brackets", "solve_equation", "duplicate_string", "missing_duplicate_string", "odds_first", "binary_addition", "binary_multiplication", "compute_sqrt", "bucket_sort", "pairs", "translation", "text", "masked_text", "enwik8", "text8", "wikitext", "penn_treebank", "reverse_symbols", "associative_recall", "offset_recall", "pattern_search", "substitution_cipher", "markov_chain", "toy_translation", "copy_rsc", "copy_rsc2x", "copy_rdc", "copy_cmc", "copy_cmc2x", "reverse_mc", "reverse_mc2x", "reverse_mcrv", "half_copy", "addition", "summation", "parity_text", "polynomial", "sort_single", "sort_multi", "scan", "pcfg", "lego_chain", "lego_perm", "rev", "ind", "off", "ciph", "tri", "mt_toy"] | Text | Options | Formula | None = ...,
    architecture: Literal["encoder", "decoder", "encoder_decoder", "perceiver_io", "perceiver_ar", "recurrent", "rnn", "lstm", "stack_rnn", "stack_lstm", "nd_stack_rnn", "tape_rnn", "perceiver", "memory_tokens"] | Text | Options | Formula | None = ...,
    positions: Literal["standard", "randomized", "unsorted", "released", "shifted", "augmented", "interpolated", "equal_mean", "clipped", "document", "shape", "cape"] | Text | Options | Formula | None = ...,
    encoding: Literal["none", "sinusoid", "learned", "tupe", "relative", "alibi", "hard_alibi", "rope", "xpos", "t5", "kerple", "sandwich", "shaw", "cope", "fox", "fire", "formula", "kerple_log", "kerple_power", "rotary", "partial_rotary", "pi", "ntk", "dynamic_ntk", "yarn", "llama3", "longrope", "rerope", "self_extend"] | Text | Options | Formula | None = ...,
    mask: Literal["full", "causal", "window", "chunk", "lambda", "bca", "three_blocks", "document", "formula"] | Text | Options | Formula | None = ...,
    scale: Literal["inverse_sqrt", "inverse_sqrt_2d", "one", "log_n", "formula"] | Text | Options | Formula | None = ...,
    attention: Literal["softmax", "geometric", "softmax1", "sink", "linear", "persistent"] | Text | Options | Formula | None = ...,
    projection: Literal["linear", "primer", "primer_ez"] | Text | Options | Formula | None = ...,
    residual: Literal["add", "b2t", "scalar", "rezero", "channel", "deepnorm", "deepnet"] | Text | Options | Formula | None = ...,
    block: Literal["post_norm", "pre_norm", "no_norm", "primer", "dual_norm", "normformer", "post_ln", "pre_ln", "residual", "residual_dual"] | Text | Options | Formula | None = ...,
    norm: Literal["layer_norm", "rms_norm", "primer_norm", "rms"] | Text | Options | Formula | None = ...,
    mixer: Literal["relu", "gelu", "gelu_tanh", "swish", "squared_relu", "glu", "bilinear", "reglu", "geglu", "swiglu", "formula", "silu", "relu2", "switch", "base", "sparse_all_mlp", "sparse_mlp"] | Text | Options | Formula | None = ...,
    initialisation: Literal["truncated_normal", "t5", "normal", "xavier", "t_fixup", "depth_rescale"] | Text | Options | Formula | None = ...,
    head: Literal["linear", "tied", "adaptive"] | Text | Options | Formula | None = ...,
    cell: Literal["lstm", "elman"] | Text | Options | Formula | None = ...,
    store: Literal["none", "stack", "nd_stack", "tape"] | Text | Options | Formula | None = ...,
    curriculum: Literal["uniform", "fixed", "reverse_exponential", "regular_increase", "epochs", "token_batches", "segments"] | Text | Options | Formula | None = ...,
    optimizer: Literal["adam", "adafactor", "adamw"] | Text | Options | Formula | None = ...,
    schedule: Literal["constant", "cosine", "formula", "inverse_sqrt", "linear", "noam", "t_fixup"] | Text | Options | Formula | None = ...,
    protocol: Literal["pass", "greedy", "beam", "memory", "windows"] | Text | Options | Formula | None = ...,
    metric: Literal["token_accuracy", "cross_entropy", "exact_match", "perplexity", "bits_per_token", "step_accuracy", "bleu", "chrf", "nll", "accuracy", "bits_per_character", "bits_per_byte"] | Text | Options | Formula | None = ...,
    width: int | None = ...,
    model_width: int | None = ...,
    heads: int | None = ...,
    model_heads: int | None = ...,
    model_key_heads: int | None = ...,
    blocks: int | None = ...,
    model_blocks: int | None = ...,
    model_order: Text | None = ...,
    model_share: Text | None = ...,
    model_share_norms: bool | None = ...,
    model_step_signal: bool | None = ...,
    model_feed_forward: int | None = ...,
    dropout: float | None = ...,
    model_dropout: float | None = ...,
    model_dropout_embedding: float | None = ...,
    model_dropout_attention: float | None = ...,
    model_dropout_hidden: float | None = ...,
    model_dropout_final: float | None = ...,
    model_dropout_words: float | None = ...,
    precision: Literal["fp32", "bf16"] | None = ...,
    model_precision: Literal["fp32", "bf16"] | None = ...,
    model_bias: bool | None = ...,
    model_embedding_scale: Literal["sqrt_width", "one"] | None = ...,
    model_embedding_width: int | None = ...,
    model_embedding_norm: Literal["none", "before_positions", "after_positions"] | None = ...,
    model_qk_norm: Literal["none", "rms", "layer"] | None = ...,
    loss_smoothing: float | None = ...,
    loss_smoothing_over: Literal["all", "others"] | None = ...,
    loss_z: float | None = ...,
    loss_half: bool | None = ...,
    convolution_taps: Text | None = ...,
    convolution_heads: int | None = ...,
    convolution_gate: bool | None = ...,
    convolution_bias: bool | None = ...,
    convolution_renorm_padding: bool | None = ...,
    convolution_dropout_input: float | None = ...,
    convolution_dropout_weights: float | None = ...,
    experts_count: int | None = ...,
    experts_width: int | None = ...,
    experts_capacity: float | None = ...,
    experts_capacity_eval: float | None = ...,
    experts_capacity_least: int | None = ...,
    experts_jitter: float | None = ...,
    experts_balance: float | None = ...,
    experts_z_loss: float | None = ...,
    experts_scale: float | None = ...,
    experts_dropout: float | None = ...,
    experts_sublayers: int | None = ...,
    gating_length: int | None = ...,
    gating_chunks: int | None = ...,
    gating_width: int | None = ...,
    persistent_pairs: int | None = ...,
    persistent_dropout: float | None = ...,
    memorizing_size: int | None = ...,
    memorizing_read: int | None = ...,
    memorizing_combine: Literal["gate", "joint"] | None = ...,
    memorizing_empty: Literal["zero", "bypass"] | None = ...,
    steps: int | None = ...,
    train_steps: int | None = ...,
    lr: float | None = ...,
    train_lr: float | None = ...,
    batch: int | None = ...,
    train_batch: int | None = ...,
    train_clip: float | None = ...,
    optimizer_decay: float | None = ...,
    optimizer_decay_on: Literal["all", "all_but_biases", "matrices", "matrices_and_embeddings"] | None = ...,
    train_until: Text | None = ...,
    train_patience: int | None = ...,
    train_time: Text | None = ...,
    init: Text | None = ...,
    train_init: Text | None = ...,
    seed: int | range | Sequence[int] | None = ...,
    train_seed: int | range | Sequence[int] | None = ...,
    seed_init: int | None = ...,
    seed_data: int | None = ...,
    seed_length: int | None = ...,
    seed_dropout: int | None = ...,
    seed_positions: int | None = ...,
    lengths: Lengths | None = ...,
    eval_lengths: Lengths | None = ...,
    eval_sequences: int | None = ...,
    eval_seed: int | None = ...,
    eval_position_samples: int | None = ...,
    eval_batch: int | None = ...,
    eval_dropout: bool | None = ...,
    eval_targets: int | None = ...,
    eval_stride: int | None = ...,
    eval_validation: Literal["test", "validation"] | None = ...,
    eval_checkpoint: Literal["last", "best"] | None = ...,
    eval_max_tokens: int | None = ...,
    eval_score: Literal["first-ood..max", "paper-exact", "all"] | None = ...,
    eval_score_above: int | None = ...,
    eval_with: Text | Options | None = ...,
    eval_average: Literal["lengths", "examples"] | None = ...,
    eval_label: Text | None = ...,
    out: Text | None = ...,
    threads: int | None = ...,
    log: Literal["none", "tensorboard"] | None = ...,
    train_log_every: int | None = ...,
    train_checkpoint_every: int | None = ...,
    train_keep: int | None = ...,
    train_keep_state: Literal["always", "unfinished"] | None = ...,
    eval_every: int | None = ...,
    data_train: Text | None = ...,
    data_test: Text | None = ...,
    data_validation_file: Text | None = ...,
    data_validation_fraction: float | None = ...,
    data_tokens: Literal["words", "characters", "bytes"] | None = ...,
    data_subwords: Text | None = ...,
    data_bucket: int | None = ...,
    data_source: Text | None = ...,
    data_target: Text | None = ...,
    data_test_source: Text | None = ...,
    data_test_target: Text | None = ...,
    data_validation_source: Text | None = ...,
    data_validation_target: Text | None = ...,
    data_test_fraction: float | None = ...,
    data_target_subwords: Text | None = ...,
    data_least_uses: int | None = ...,
    data_vocabulary: int | None = ...,
    data_longest: int | None = ...,
    data_longest_trained: int | None = ...,
    data_concatenated: int | None = ...,
    data_file: Text | None = ...,
    data_test_file: Text | None = ...,
    data_line_ends: bool | None = ...,
    data_context: int | None = ...,
    data_masking: float | None = ...,
    data_size: int | None = ...,
    data_newlines: bool | None = ...,
    data_folder: Text | None = ...,
    data_keys: int | None = ...,
    data_queries: int | None = ...,
    data_reach: int | None = ...,
    data_width: int | None = ...,
    data_permutations: int | None = ...,
    data_inverted: float | None = ...,
    data_examples: int | None = ...,
    data_validation: float | None = ...,
    data_test_examples: int | None = ...,
    data_seed: int | None = ...,
    data_alphabet: int | None = ...,
    data_scratchpad: Text | None = ...,
    data_largest: int | None = ...,
    data_smallest: int | None = ...,
    data_split: Literal["paper", "orig"] | None = ...,
    data_prefix: bool | None = ...,
    model_decode: Literal["parallel", "autoregressive", "in_place"] | None = ...,
    model_computation_steps: int | None = ...,
    architecture_memory_tokens: int | None = ...,
    architecture_memory_form: Literal["plain", "controller", "bottleneck"] | None = ...,
    architecture_memory: int | None = ...,
    architecture_memory_start: Literal["empty", "zeros"] | None = ...,
    architecture_vocabulary: int | None = ...,
    architecture_begin: Literal["own", "end"] | None = ...,
    architecture_tables: Literal["auto", "shared", "apart"] | None = ...,
    encoder_encoding: Literal["same", "none", "sinusoid", "learned", "tupe", "relative", "alibi", "hard_alibi", "rope", "xpos", "t5", "kerple", "sandwich", "shaw", "cope", "fox", "fire", "formula"] | None = ...,
    encoder_positions: Literal["same", "standard", "randomized", "unsorted", "released", "shifted", "augmented", "interpolated", "equal_mean", "clipped", "document"] | None = ...,
    decoder_encoding: Literal["same", "none", "sinusoid", "learned", "tupe", "relative", "alibi", "hard_alibi", "rope", "xpos", "t5", "kerple", "sandwich", "shaw", "cope", "fox", "fire", "formula"] | None = ...,
    decoder_positions: Literal["same", "standard", "randomized", "unsorted", "released", "shifted", "augmented", "interpolated", "equal_mean", "clipped", "document"] | None = ...,
    cross_encoding: Literal["none", "sinusoid", "learned", "tupe", "relative", "alibi", "hard_alibi", "rope", "xpos", "t5", "kerple", "sandwich", "shaw", "cope", "fox", "fire", "formula"] | None = ...,
    architecture_latents: int | None = ...,
    architecture_repeats: int | None = ...,
    architecture_query_residual: bool | None = ...,
    architecture_output: Literal["queries", "mean"] | None = ...,
    architecture_hidden: int | None = ...,
    positions_L: int | None = ...,
    positions_draw: Literal["auto", "positions", "distances"] | None = ...,
    positions_per: Literal["auto", "pass", "block", "sequence"] | None = ...,
    positions_both_sides: bool | None = ...,
    positions_even: bool | None = ...,
    encoder_positions_L: int | None = ...,
    encoder_positions_draw: Literal["auto", "positions", "distances"] | None = ...,
    encoder_positions_per: Literal["auto", "pass", "block", "sequence"] | None = ...,
    encoder_positions_both_sides: bool | None = ...,
    encoder_positions_even: bool | None = ...,
    decoder_positions_L: int | None = ...,
    decoder_positions_draw: Literal["auto", "positions", "distances"] | None = ...,
    decoder_positions_per: Literal["auto", "pass", "block", "sequence"] | None = ...,
    decoder_positions_both_sides: bool | None = ...,
    decoder_positions_even: bool | None = ...,
    positions_shift: int | None = ...,
    positions_eval_shift: int | None = ...,
    encoder_positions_shift: int | None = ...,
    encoder_positions_eval_shift: int | None = ...,
    decoder_positions_shift: int | None = ...,
    decoder_positions_eval_shift: int | None = ...,
    positions_global_shift: float | None = ...,
    positions_local_shift: float | None = ...,
    positions_max_scale: float | None = ...,
    positions_center: bool | None = ...,
    positions_source_factor: float | None = ...,
    encoder_positions_global_shift: float | None = ...,
    encoder_positions_local_shift: float | None = ...,
    encoder_positions_max_scale: float | None = ...,
    encoder_positions_center: bool | None = ...,
    encoder_positions_source_factor: float | None = ...,
    decoder_positions_global_shift: float | None = ...,
    decoder_positions_local_shift: float | None = ...,
    decoder_positions_max_scale: float | None = ...,
    decoder_positions_center: bool | None = ...,
    decoder_positions_source_factor: float | None = ...,
    positions_factor: float | None = ...,
    positions_trained: int | None = ...,
    encoder_positions_factor: float | None = ...,
    encoder_positions_trained: int | None = ...,
    decoder_positions_factor: float | None = ...,
    decoder_positions_trained: int | None = ...,
    positions_law: Literal["exponential", "beta", "fixed"] | None = ...,
    positions_longest: int | None = ...,
    encoder_positions_law: Literal["exponential", "beta", "fixed"] | None = ...,
    encoder_positions_longest: int | None = ...,
    decoder_positions_law: Literal["exponential", "beta", "fixed"] | None = ...,
    decoder_positions_longest: int | None = ...,
    positions_width: int | None = ...,
    positions_compress: float | None = ...,
    encoder_positions_width: int | None = ...,
    encoder_positions_compress: float | None = ...,
    decoder_positions_width: int | None = ...,
    decoder_positions_compress: float | None = ...,
    positions_separator: Text | None = ...,
    encoder_positions_separator: Text | None = ...,
    decoder_positions_separator: Text | None = ...,
    encoding_base: float | None = ...,
    encoding_layout: Literal["halves", "interleaved"] | None = ...,
    encoding_first: int | None = ...,
    encoder_encoding_base: float | None = ...,
    encoder_encoding_layout: Literal["halves", "interleaved"] | None = ...,
    encoder_encoding_first: int | None = ...,
    decoder_encoding_base: float | None = ...,
    decoder_encoding_layout: Literal["halves", "interleaved"] | None = ...,
    decoder_encoding_first: int | None = ...,
    cross_encoding_base: float | None = ...,
    cross_encoding_layout: Literal["halves", "interleaved"] | None = ...,
    cross_encoding_first: int | None = ...,
    encoding_rows: int | None = ...,
    encoder_encoding_rows: int | None = ...,
    decoder_encoding_rows: int | None = ...,
    cross_encoding_rows: int | None = ...,
    encoding_relative: bool | None = ...,
    encoding_buckets: int | None = ...,
    encoding_max_distance: int | None = ...,
    encoding_first_token: Literal["alike", "free", "rows"] | None = ...,
    encoding_released: bool | None = ...,
    encoder_encoding_relative: bool | None = ...,
    encoder_encoding_buckets: int | None = ...,
    encoder_encoding_max_distance: int | None = ...,
    encoder_encoding_first_token: Literal["alike", "free", "rows"] | None = ...,
    encoder_encoding_released: bool | None = ...,
    decoder_encoding_relative: bool | None = ...,
    decoder_encoding_buckets: int | None = ...,
    decoder_encoding_max_distance: int | None = ...,
    decoder_encoding_first_token: Literal["alike", "free", "rows"] | None = ...,
    decoder_encoding_released: bool | None = ...,
    cross_encoding_relative: bool | None = ...,
    cross_encoding_buckets: int | None = ...,
    cross_encoding_max_distance: int | None = ...,
    cross_encoding_first_token: Literal["alike", "free", "rows"] | None = ...,
    cross_encoding_released: bool | None = ...,
    encoding_shared_terms: bool | None = ...,
    encoding_terms: Literal["abcd", "abc", "abd", "ab", "acd", "ac", "ad", "a", "bcd", "bc", "bd", "b", "cd", "c", "d"] | None = ...,
    encoder_encoding_shared_terms: bool | None = ...,
    encoder_encoding_terms: Literal["abcd", "abc", "abd", "ab", "acd", "ac", "ad", "a", "bcd", "bc", "bd", "b", "cd", "c", "d"] | None = ...,
    decoder_encoding_shared_terms: bool | None = ...,
    decoder_encoding_terms: Literal["abcd", "abc", "abd", "ab", "acd", "ac", "ad", "a", "bcd", "bc", "bd", "b", "cd", "c", "d"] | None = ...,
    cross_encoding_shared_terms: bool | None = ...,
    cross_encoding_terms: Literal["abcd", "abc", "abd", "ab", "acd", "ac", "ad", "a", "bcd", "bc", "bd", "b", "cd", "c", "d"] | None = ...,
    encoding_sides: Literal["half_shift", "symmetric", "split_heads", "two_slopes"] | None = ...,
    encoding_right_slope: float | None = ...,
    encoding_trained_slopes: bool | None = ...,
    encoder_encoding_sides: Literal["half_shift", "symmetric", "split_heads", "two_slopes"] | None = ...,
    encoder_encoding_right_slope: float | None = ...,
    encoder_encoding_trained_slopes: bool | None = ...,
    decoder_encoding_sides: Literal["half_shift", "symmetric", "split_heads", "two_slopes"] | None = ...,
    decoder_encoding_right_slope: float | None = ...,
    decoder_encoding_trained_slopes: bool | None = ...,
    cross_encoding_sides: Literal["half_shift", "symmetric", "split_heads", "two_slopes"] | None = ...,
    cross_encoding_right_slope: float | None = ...,
    cross_encoding_trained_slopes: bool | None = ...,
    encoding_local_heads: int | None = ...,
    encoder_encoding_local_heads: int | None = ...,
    decoder_encoding_local_heads: int | None = ...,
    cross_encoding_local_heads: int | None = ...,
    encoding_fraction: float | None = ...,
    encoding_pairs: Literal["neighbours", "halves"] | None = ...,
    encoding_frequencies: Literal["trained", "interpolated", "ntk", "parts_rotations", "parts_index", "parts_unrounded", "llama3", "longrope"] | None = ...,
    encoding_extension: float | None = ...,
    encoding_trained: int | None = ...,
    encoding_dynamic: bool | None = ...,
    encoding_temperature: float | None = ...,
    encoding_factors: Text | None = ...,
    encoding_short_factors: Text | None = ...,
    encoding_frequency: Text | None = ...,
    encoding_clip: int | None = ...,
    encoding_compress: float | None = ...,
    encoding_group: int | None = ...,
    encoder_encoding_fraction: float | None = ...,
    encoder_encoding_pairs: Literal["neighbours", "halves"] | None = ...,
    encoder_encoding_frequencies: Literal["trained", "interpolated", "ntk", "parts_rotations", "parts_index", "parts_unrounded", "llama3", "longrope"] | None = ...,
    encoder_encoding_extension: float | None = ...,
    encoder_encoding_trained: int | None = ...,
    encoder_encoding_dynamic: bool | None = ...,
    encoder_encoding_temperature: float | None = ...,
    encoder_encoding_factors: Text | None = ...,
    encoder_encoding_short_factors: Text | None = ...,
    encoder_encoding_frequency: Text | None = ...,
    encoder_encoding_clip: int | None = ...,
    encoder_encoding_compress: float | None = ...,
    encoder_encoding_group: int | None = ...,
    decoder_encoding_fraction: float | None = ...,
    decoder_encoding_pairs: Literal["neighbours", "halves"] | None = ...,
    decoder_encoding_frequencies: Literal["trained", "interpolated", "ntk", "parts_rotations", "parts_index", "parts_unrounded", "llama3", "longrope"] | None = ...,
    decoder_encoding_extension: float | None = ...,
    decoder_encoding_trained: int | None = ...,
    decoder_encoding_dynamic: bool | None = ...,
    decoder_encoding_temperature: float | None = ...,
    decoder_encoding_factors: Text | None = ...,
    decoder_encoding_short_factors: Text | None = ...,
    decoder_encoding_frequency: Text | None = ...,
    decoder_encoding_clip: int | None = ...,
    decoder_encoding_compress: float | None = ...,
    decoder_encoding_group: int | None = ...,
    cross_encoding_fraction: float | None = ...,
    cross_encoding_pairs: Literal["neighbours", "halves"] | None = ...,
    cross_encoding_frequencies: Literal["trained", "interpolated", "ntk", "parts_rotations", "parts_index", "parts_unrounded", "llama3", "longrope"] | None = ...,
    cross_encoding_extension: float | None = ...,
    cross_encoding_trained: int | None = ...,
    cross_encoding_dynamic: bool | None = ...,
    cross_encoding_temperature: float | None = ...,
    cross_encoding_factors: Text | None = ...,
    cross_encoding_short_factors: Text | None = ...,
    cross_encoding_frequency: Text | None = ...,
    cross_encoding_clip: int | None = ...,
    cross_encoding_compress: float | None = ...,
    cross_encoding_group: int | None = ...,
    encoding_scale_base: float | None = ...,
    encoding_gamma: float | None = ...,
    encoding_zeta: float | None = ...,
    encoding_center: int | None = ...,
    encoder_encoding_scale_base: float | None = ...,
    encoder_encoding_gamma: float | None = ...,
    encoder_encoding_zeta: float | None = ...,
    encoder_encoding_center: int | None = ...,
    decoder_encoding_scale_base: float | None = ...,
    decoder_encoding_gamma: float | None = ...,
    decoder_encoding_zeta: float | None = ...,
    decoder_encoding_center: int | None = ...,
    cross_encoding_scale_base: float | None = ...,
    cross_encoding_gamma: float | None = ...,
    cross_encoding_zeta: float | None = ...,
    cross_encoding_center: int | None = ...,
    encoding_kernel: Literal["log", "power"] | None = ...,
    encoding_bias_in_scale: bool | None = ...,
    encoder_encoding_kernel: Literal["log", "power"] | None = ...,
    encoder_encoding_bias_in_scale: bool | None = ...,
    decoder_encoding_kernel: Literal["log", "power"] | None = ...,
    decoder_encoding_bias_in_scale: bool | None = ...,
    cross_encoding_kernel: Literal["log", "power"] | None = ...,
    cross_encoding_bias_in_scale: bool | None = ...,
    encoding_shared_table: bool | None = ...,
    encoder_encoding_shared_table: bool | None = ...,
    decoder_encoding_shared_table: bool | None = ...,
    cross_encoding_shared_table: bool | None = ...,
    encoding_max_position: int | None = ...,
    encoding_term_in_scale: bool | None = ...,
    encoder_encoding_max_position: int | None = ...,
    encoder_encoding_term_in_scale: bool | None = ...,
    decoder_encoding_max_position: int | None = ...,
    decoder_encoding_term_in_scale: bool | None = ...,
    cross_encoding_max_position: int | None = ...,
    cross_encoding_term_in_scale: bool | None = ...,
    encoding_hidden: int | None = ...,
    encoding_threshold: int | None = ...,
    encoding_shared_bias: bool | None = ...,
    encoder_encoding_hidden: int | None = ...,
    encoder_encoding_threshold: int | None = ...,
    encoder_encoding_shared_bias: bool | None = ...,
    decoder_encoding_hidden: int | None = ...,
    decoder_encoding_threshold: int | None = ...,
    decoder_encoding_shared_bias: bool | None = ...,
    cross_encoding_hidden: int | None = ...,
    cross_encoding_threshold: int | None = ...,
    cross_encoding_shared_bias: bool | None = ...,
    encoding_bias: Text | None = ...,
    encoding_parameters: Text | None = ...,
    encoding_numbers: Text | None = ...,
    encoder_encoding_bias: Text | None = ...,
    encoder_encoding_parameters: Text | None = ...,
    encoder_encoding_numbers: Text | None = ...,
    decoder_encoding_bias: Text | None = ...,
    decoder_encoding_parameters: Text | None = ...,
    decoder_encoding_numbers: Text | None = ...,
    cross_encoding_bias: Text | None = ...,
    cross_encoding_parameters: Text | None = ...,
    cross_encoding_numbers: Text | None = ...,
    mask_same_length: Literal["no", "memory", "memory_and_self"] | None = ...,
    mask_width: int | None = ...,
    mask_form: Literal["symmetric", "half", "causal", "edge_shift"] | None = ...,
    mask_chunk: int | None = ...,
    mask_sinks: int | None = ...,
    mask_block: int | None = ...,
    mask_separator: Text | None = ...,
    mask_formula: Text | None = ...,
    mask_numbers: Text | None = ...,
    scale_keys: int | None = ...,
    scale_at_least_one: bool | None = ...,
    scale_times: Literal["inverse_sqrt", "inverse_sqrt_2d", "one"] | None = ...,
    scale_formula: Text | None = ...,
    scale_parameters: Text | None = ...,
    scale_numbers: Text | None = ...,
    attention_l1: bool | None = ...,
    projection_centred: bool | None = ...,
    projection_shared: bool | None = ...,
    projection_cross: bool | None = ...,
    residual_sublayers: Literal["all", "feed_forward"] | None = ...,
    block_attention_norm: bool | None = ...,
    block_head_scale: Literal["none", "heads", "output"] | None = ...,
    block_hidden_norm: bool | None = ...,
    norm_epsilon: float | None = ...,
    mixer_width: Literal["full", "two_thirds", "two_thirds_8"] | None = ...,
    mixer_formula: Text | None = ...,
    mixer_numbers: Text | None = ...,
    initialisation_scale: float | None = ...,
    initialisation_deviation: float | None = ...,
    initialisation_scale_positions: bool | None = ...,
    initialisation_of: Literal["xavier", "truncated_normal", "t5"] | None = ...,
    head_scaled: bool | None = ...,
    head_bias: bool | None = ...,
    head_cutoffs: Text | None = ...,
    head_divisor: int | None = ...,
    head_embedding: Literal["tied", "untied", "table"] | None = ...,
    head_projections: Literal["all_but_first", "all", "none"] | None = ...,
    store_count: int | None = ...,
    store_columns: int | None = ...,
    store_cells: int | None = ...,
    store_joint: bool | None = ...,
    store_states: int | None = ...,
    store_symbols: int | None = ...,
    store_reading: Literal["symbols", "states"] | None = ...,
    store_hidden: int | None = ...,
    curriculum_lengths: Lengths | None = ...,
    curriculum_length: int | None = ...,
    curriculum_tau: float | None = ...,
    curriculum_initial: int | None = ...,
    curriculum_every: int | None = ...,
    curriculum_amount: int | None = ...,
    curriculum_all_lengths: bool | None = ...,
    curriculum_tokens: int | None = ...,
    curriculum_pool: int | None = ...,
    optimizer_beta1: float | None = ...,
    optimizer_beta2: float | None = ...,
    optimizer_epsilon: float | None = ...,
    optimizer_epsilon_to: Literal["corrected", "raw"] | None = ...,
    optimizer_decay_by: Literal["rate", "schedule", "gradient"] | None = ...,
    optimizer_step: Literal["relative", "relative_warmup", "schedule"] | None = ...,
    optimizer_scale_parameter: bool | None = ...,
    optimizer_smallest: float | None = ...,
    optimizer_update_clip: float | None = ...,
    optimizer_exponent: float | None = ...,
    schedule_warmup: int | None = ...,
    schedule_warmup_from: float | None = ...,
    schedule_floor: float | None = ...,
    schedule_end: int | None = ...,
    schedule_floor_at: Literal["after", "last"] | None = ...,
    schedule_formula: Text | None = ...,
    schedule_numbers: Text | None = ...,
    schedule_delay: int | None = ...,
    eval_beam: int | None = ...,
    eval_length_norm: Literal["gnmt", "fairseq"] | None = ...,
    eval_length_penalty: float | None = ...,
    eval_length_factor: float | None = ...,
    eval_length_extra: int | None = ...,
    eval_memory: int | None = ...,
    eval_same_span: bool | None = ...,
    eval_lanes: int | None = ...,
) -> Count:
    """The size of the model with these options, and the operations of its run.

    task: task or text that the model learns (default reverse_string)
    architecture: overall structure of the model (default encoder)
    positions: how tokens get their position ids (default standard)
    encoding: positional encoding: how positions enter the model (default sinusoid)
    mask: attention mask: which keys each query attends to (default full)
    scale: scale factor of the attention logits (default inverse_sqrt)
    attention: how attention logits become attention weights (default softmax)
    projection: how queries, keys and values are computed (default linear)
    residual: residual connection around each sublayer (default add)
    block: where the norms of a block are placed (default post_norm)
    norm: how vectors of the residual stream are normalized (default layer_norm)
    mixer: feed-forward network of a block: its activation and gate (default relu)
    initialisation: how parameters are initialized (default truncated_normal)
    head: output layer: how logits are computed (default linear)
    cell: cell of a recurrent network (default lstm)
    store: external memory of a recurrent network (default none)
    curriculum: lengths and order of the training examples (default uniform)
    optimizer: how gradients update the parameters (default adam)
    schedule: learning-rate schedule (default constant)
    protocol: evaluation protocol: how answers are obtained (default pass)
    metric: metric of scores, tables, figures and the best checkpoint (default token_accuracy)
    width: width d of the residual stream (1..8192; default 64)
    heads: number of attention heads; each head has width / heads columns (the head width) (1..256; default 8)
    model_key_heads: number of key/value heads, a divisor of model.heads (grouped-query attention); each key/value head serves model.heads / model.key_heads neighbouring query heads; fewer key/value heads shrink the key/value cache; 1: multi-query attention; 0: as many as model.heads (0..256; default 0)
    blocks: number of blocks (layers) (1..256; default 5)
    model_order: sublayers of a block in order, one letter each: s is self-attention, f is feed-forward (lengthen list sublayers lists all letters). c is the cross-attention of encoder_decoder. It always follows token-mixing sublayers, so sf means scf. macaron: fsf, without the factors 1/2. sandwich:K: in a model of N blocks, s K times, then sf N-K times, then f K times. memorizing: sf, but the fourth block from the top has k in place of s. Some residuals and initializations depend on the number of layers: a layer starts at each token-mixing letter, and a bar ends a layer, as in s|ff (default sf)
    model_share: which blocks share their parameters: none; all (ALBERT, Universal Transformer); groups:N: adjacent blocks, in N groups; or for each block the index of its parameter set, such as 0,0,1 (default none)
    model_share_norms: blocks that share parameters also share the gains and offsets of their norms (default true)
    model_step_signal: add two vectors to the input of each block: the position vector that the encoding adds to embeddings, and a sinusoid of the block's number, from 1 (Universal Transformer) (default false)
    model_feed_forward: hidden width of the feed-forward network; unless set, 4 times model.width (1..65536; default 256)
    dropout: dropout rate on sublayer outputs and on embeddings with added positions (0..0.95; default 0.1)
    model_dropout_embedding: dropout rate on token embeddings, after positions are added; -1: model.dropout if the encoding adds positions, else 0 (-1..0.95; default -1)
    model_dropout_attention: dropout rate on attention weights, after the softmax; weights that are kept are multiplied by 1 / (1 - rate) (0..0.95; default 0)
    model_dropout_hidden: dropout rate on the hidden layer of the feed-forward network (0..0.95; default 0)
    model_dropout_final: dropout rate on the input of the output layer (0..0.95; default 0)
    model_dropout_words: probability that training replaces an input token with a random token of the vocabulary (0..0.95; default 0)
    precision: number format of the inputs of matrix products and, if the head width is a multiple of 32, of keys and values stored in decoding; all other numbers are fp32; with bf16, training is up to twice as fast (default fp32)
    model_bias: use biases in the feed-forward and output layers, and offsets in layer norms (default true)
    model_embedding_scale: factor that multiplies token embeddings: the square root of the width, or 1 (T5) (default sqrt_width)
    model_embedding_width: width of token embeddings; a linear map projects them to model.width (ALBERT: 128); 0: model.width, without a map (0..8192; default 0)
    model_embedding_norm: norm of the token embeddings: before positions are added (BLOOM) or after (BERT) (default none)
    model_qk_norm: norm of queries and keys, head by head, before the encoding rotates them: RMS norm or layer norm (default none)
    loss_smoothing: label smoothing: fraction of each target's probability that is spread over the output symbols in training; evaluation reports the plain cross-entropy (0..0.95; default 0)
    loss_smoothing_over: output symbols that share the fraction loss.smoothing equally: all: all V symbols; others: the V-1 symbols other than the target (fairseq) (default all)
    loss_z: z-loss: coefficient of (log sum exp logits)^2 in the training loss; 1e-4 keeps logits small (0..1; default 0)
    loss_half: text: train only on the second half of each window, where targets have longer contexts (default false)
    convolution_taps: kernel size in tokens: one number, or one number for each layer, such as 3,7,15; all further layers have the last number (default 7)
    convolution_heads: number of kernels of a layer; each kernel convolves width / heads adjacent columns; 0: as many as model.heads (0..8192; default 0)
    convolution_gate: the input of the convolution is gated: (x Wa + a) * sigmoid(x Wb + b); false: it is x Wa + a (default true)
    convolution_bias: add a bias to the map that computes the kernel of a dynamic convolution (default false)
    convolution_renorm_padding: renormalize the kernel at the ends of the sequence, so that the weights inside the sequence sum to 1; false: pad with zeros (default false)
    convolution_dropout_input: dropout rate on the input of the maps before a convolution; the paper uses 0.1 (0..0.95; default 0)
    convolution_dropout_weights: dropout rate on the kernel weights of each token; the paper uses 0.1 (0..0.95; default 0)
    experts_count: number of experts in a sublayer e or b (1..256; default 8)
    experts_width: hidden width of an expert; 0: model.feed_forward (0..65536; default 0)
    experts_capacity: sublayer e, in training: capacity factor F; an expert processes at most F times an equal share of the tokens, and further tokens skip the sublayer; 0: no limit (0..1000; default 1.25)
    experts_capacity_eval: sublayer e, in evaluation: capacity factor; -1: no limit if the mask is causal (tokens may be decoded one by one), 2 if it is not (-1..1000; default -1)
    experts_capacity_least: sublayer e: lower bound of an expert's capacity, in tokens (1..1e+09; default 4)
    experts_jitter: sublayer e: in training, multiply the router's input by random numbers in 1-J..1+J (0..0.99; default 0.01)
    experts_balance: sublayer e: coefficient of the load-balancing loss (0..1000; default 0.01)
    experts_z_loss: sublayer e: coefficient of the router z-loss, which keeps the router's logits small; usually 0.001 (0..1000; default 0)
    experts_scale: sublayer e: scale S of the initial weights of router and experts, truncated normal with standard deviation sqrt(S / inputs); 0: as set by --initialisation (0..1000; default 0.1)
    experts_dropout: dropout rate on the hidden layer of experts; -1: model.dropout (-1..0.95; default -1)
    experts_sublayers: sublayer b: number of feed-forward networks stacked in an expert (1..16; default 1)
    gating_length: sublayer g: size of the matrices over tokens, and so the longest sequence that the model accepts (1..8192; default 128)
    gating_chunks: sublayer g: number of column chunks, each with its own matrix over tokens (1..256; default 4)
    gating_width: sublayer g: number of columns that are mixed; 0: model.width (0..65536; default 0)
    persistent_pairs: sublayer a: number of trained key-value pairs in each head, in addition to the pairs of the tokens; -1: model.feed_forward (-1..65536; default -1)
    persistent_dropout: dropout rate on the attention weights of the trained pairs of sublayer a, after the softmax (0..0.95; default 0)
    memorizing_size: sublayer k: number of key-value pairs of earlier segments in the memory of each text stream and head; 0: no memory (0..16777216; default 2048)
    memorizing_read: sublayer k: number of nearest pairs that a token retrieves in each head (1..65536; default 32)
    memorizing_combine: sublayer k: how retrieved and local attention are combined: gate: by a trained weight of each head; joint: in one softmax (default gate)
    memorizing_empty: sublayer k, while the memory is empty: zero: the gate mixes in zeros; bypass: local attention only (default zero)
    steps: optimizer steps (1..1e+12; default 10000)
    lr: learning rate (0..100; default 0.001)
    batch: number of sequences in a training step; all have the same length, except with curriculum: epochs (1..65536; default 128)
    train_clip: clip the global norm of the gradient to this value; 0: no clipping (0..1e+09; default 1)
    optimizer_decay: decoupled weight decay per step, multiplied by the learning rate (0..1; default 0)
    optimizer_decay_on: parameters with weight decay: all: all parameters; all_but_biases: all but biases and the parameters of encodings; matrices: matrices except token and position embeddings; matrices_and_embeddings: matrices and token embeddings (default all)
    train_until: stop when a validation (eval.every) reaches this score: METRIC>=NUMBER or METRIC<=NUMBER, such as 'token_accuracy>=0.99' or 'perplexity<=20'; none: never (default none)
    train_patience: stop after N validations (eval.every) in a row without a better score; 0: never (0..1e+09; default 0)
    train_time: stop after this training time, summed over restarts: 90s, 30m, 2h; none: never. The number of steps, and so the result, then depends on the machine (default none)
    init: initialize parameters from the last model of a run, or from a file such as model.safetensors; only parameters with matching names and shapes, without the optimizer state (default none)
    seed: random seed of training; seed.init, seed.data, ... can override it (0..9007199254740991; default 1)
    seed_init: seed of the initial parameters; -1: train.seed (-1..9007199254740991; default -1)
    seed_data: seed of the training sequences; -1: train.seed (-1..9007199254740991; default -1)
    seed_length: seed of the training lengths; -1: train.seed (-1..9007199254740991; default -1)
    seed_dropout: seed of dropout in training; -1: train.seed (-1..9007199254740991; default -1)
    seed_positions: seed of the position samples of training steps; -1: train.seed (-1..9007199254740991; default -1)
    lengths: lengths to evaluate (1..100000; default 1..100)
    eval_sequences: sequences evaluated at each length; for text, see eval.targets (1..1e+07; default 500)
    eval_seed: random seed of evaluation (0..9007199254740991; default 1)
    eval_position_samples: position samples at each length; the sequences are divided among them, and token accuracy is the mean over samples (1..1e+06; default 1)
    eval_batch: sequences evaluated at once; affects memory, not results (1..1e+06; default 512)
    eval_dropout: keep dropout on in evaluation, as the released code of Ruoss et al. 2023 does (default false)
    eval_targets: text: score the last N target tokens of the test split, at every length; 0: N is eval.sequences times the shortest length, or less if the split is so short that the longest length needs some of these tokens as context (0..1e+15; default 0)
    eval_stride: text: each window scores its last N target tokens, and windows advance by N; 1: sliding windows; the longest length or more: windows do not overlap; 0: N is the shortest length, so that at length T every target has at least T - N tokens of context (0..100000; default 0)
    eval_validation: data for validation during training: validation: the validation split, at up to 40 of the training lengths; test: the test split at eval.lengths, which should not select a model or stop training (default validation)
    eval_checkpoint: checkpoint to evaluate: the last one, or the one with the best validation score (default last)
    eval_max_tokens: greedy decoding: cut an answer off once source and answer together have N tokens; 0: once the answer is as long as the target (0..100000; default 0)
    eval_score: lengths that the score averages over: first-ood..max: all evaluated lengths beyond the training lengths; paper-exact: the same lengths without the shortest, as in the example script of Ruoss et al. 2023; all: all evaluated lengths (default first-ood..max)
    eval_score_above: count lengths above N as beyond training, so that models trained on different lengths are scored over the same lengths; 0: the longest training length (0..100000; default 0)
    eval_with: options that replace training options in the evaluation, such as 'mask: window, mask.width: 40': options of positions, mask and scale, and options of encodings that extend the context (default none)
    eval_average: average a score over lengths (with equal weights) or over examples (finite data sets have more examples at some lengths) (default lengths)
    eval_label: name of this evaluation, such as ensemble-3; claims can select runs by this name; it does not affect results (default none)
    out: run directory; <hash> is replaced by the hash of the config (default runs/<hash>)
    threads: number of threads; 0: all processors, divided among concurrent runs (0..1024; default 0)
    log: tensorboard: also write a TensorBoard event file (default none)
    train_log_every: write a line to metrics.jsonl every N steps (1..1e+09; default 100)
    train_checkpoint_every: write a checkpoint every N steps (1..1e+09; default 1000)
    train_keep: keep the models of the last N checkpoints; 1: model.safetensors only (1..1e+06; default 1)
    train_keep_state: how long to keep state.safetensors, which is three times as large as the model: always, or (unfinished) until the run is finished; without this file, a finished run cannot be trained for more steps (default always)
    eval_every: validate every N steps (eval.validation) and keep the best checkpoint; 0: never (0..1e+09; default 0)
    data_train: file of training pairs (default none)
    data_test: file of test pairs (default none)
    data_validation_file: file of validation pairs (eval.validation) (default none)
    data_validation_fraction: fraction of the training pairs, spaced evenly over the file, that is held out for validation if no validation file is given (0..0.9; default 0)
    data_tokens: unit of a token: a word between blanks, a UTF-8 character, or a byte (default words)
    data_subwords: SentencePiece model or subword-nmt codes that split text into subword tokens; empty: split text as data.tokens says (default none)
    data_bucket: round source lengths up to a multiple of N tokens for reporting (1..100000; default 1)
    data_source: file of training sources, one per line, or of pairs (default none)
    data_target: file of training targets; empty: data.source has pairs (default none)
    data_test_source: file of test sources; may be set when a trained model is evaluated (default none)
    data_test_target: file of test targets (default none)
    data_validation_source: file of validation sources (eval.validation) (default none)
    data_validation_target: file of validation targets (default none)
    data_test_fraction: fraction of the pairs, at the end of the file, that is used for testing if no test file is given (0..0.999999; default 0.1)
    data_target_subwords: SentencePiece model or subword-nmt codes of the targets; empty: one vocabulary for both sides (default none)
    data_least_uses: tokens that occur fewer than N times in the training split become <unk> (1..1073741824; default 1)
    data_vocabulary: keep only the N most frequent tokens; 0: all (0..16777216; default 0)
    data_longest: skip pairs with more than N tokens on either side (1..99999; default 1024)
    data_longest_trained: skip training pairs with more than N tokens on either side, to train on shorter pairs than are evaluated; 0: data.longest (0..99999; default 0)
    data_concatenated: join N consecutive training pairs into one (1..1000; default 1)
    data_file: text file (default none)
    data_test_file: separate test file, in place of the end of data.file; may be set when a trained model is evaluated (default none)
    data_line_ends: words: end every line with the token <eos> (default true)
    data_context: number of context tokens before the first predicted token of a record (1..100000; default 1)
    data_masking: probability that a token is selected for prediction (1e-06..1; default 0.15)
    data_size: size of the file in bytes, which is checked; change it if your file is a part of the corpus (40..1e+15; default 100000000)
    data_newlines: keep newlines as tokens; false: drop them, as the Transformer-XL code does (default true)
    data_folder: directory of the unpacked corpus (default none)
    data_keys: number of distinct keys, and the largest number of pairs in a sequence (1..4096; default 32)
    data_queries: number of keys queried in a sequence (1..1000; default 4)
    data_reach: number of symbols before each query, which is also the largest offset (1..64; default 4)
    data_width: length of a pattern, in symbols (1..16; default 2)
    data_permutations: number of keys, each with a permutation of the symbols (1..4096; default 16)
    data_inverted: probability that the first adjective stays before its noun (0..1; default 0)
    data_examples: number of training examples, divided among the lengths of the curriculum (1..1e+09; default 100000)
    data_validation: validation examples of each length, as a fraction of the training examples of this length (0..10; default 0.15)
    data_test_examples: number of test examples of each length (for addition: of each pair of digit counts) (1..1e+09; default 500)
    data_seed: random seed of all examples (0..9007199254740991; default 9842497)
    data_alphabet: number of different words in sources (1..1e+06; default 6052)
    data_scratchpad: scratchpad before the answer: none; full; full without one part: no_input, no_computation, no_output, no_rest or (in tasks with variables) no_variables; minimal; or five digits 0 or 1, which select the parts input, computation, output, variables and rest (default none)
    data_largest: largest number (10..999999999; default 9999)
    data_smallest: smallest number, at most data.largest (0..999999999; default 10)
    data_split: training split: paper: commands of up to 25 actions; orig: commands of up to 22 actions, as in the original data set (default paper)
    data_prefix: begin every source with a fixed word, such as "Solve:" (default true)
    model_decode: parallel: all outputs in one forward pass, at empty tokens after the source; autoregressive: one token after another (needs --mask causal); in_place: all outputs in one forward pass, each at a source token (needs targets as long as their sources) (default parallel)
    model_computation_steps: extra computation tokens per input token, between input and output (0..16; default 0)
    architecture_memory_tokens: number of memory tokens (trained vectors) of an encoder; memory tokens and the other tokens attend to each other; 0: none (0..4096; default 0)
    architecture_memory_form: plain: memory tokens and other tokens pass through the same sublayers; controller: memory tokens first pass through separate sublayers, then the other tokens attend to memory tokens and to each other; bottleneck: as controller, but the other tokens attend only to memory tokens (default plain)
    architecture_memory: segment memory: number of earlier tokens whose hidden states each block keeps (Transformer-XL); 0: none (0..100000; default 0)
    architecture_memory_start: memory at the start of a text: empty, or rows of zeros that take part in attention (default empty)
    architecture_vocabulary: vocabulary size: number of rows of the token embedding and of the output layer (T5: 32,100); rows beyond the data's symbols are never trained; 0: no extra rows (0..1e+07; default 0)
    architecture_begin: token that starts a target: own: a separate token; end: the end-of-sequence token, as in fairseq (default own)
    architecture_tables: token embeddings of sources and targets: auto: one shared table if both have the same vocabulary; shared: one table, or an error if the vocabularies differ; apart: two tables (default auto)
    encoder_encoding: encoding of the source, with options such as encoder.encoding.base; same: the encoding of --encoding (default same)
    encoder_positions: positions of the source, with options such as encoder.positions.L; same: the positions of --positions (default same)
    decoder_encoding: encoding of the target, with options such as decoder.encoding.base; same: the encoding of --encoding (default same)
    decoder_positions: positions of the target, with options such as decoder.positions.L; same: the positions of --positions (default same)
    cross_encoding: encoding of cross-attention, a function of the distance from target token to source token; only none, rope, alibi, t5, kerple and sandwich can be used here (default none)
    architecture_latents: number of latent vectors that attend to the source and pass through the blocks (1..8192; default 16)
    architecture_repeats: number of times that the latents attend to the source and pass through all blocks, with shared weights (1..64; default 1)
    architecture_query_residual: add the query to its attention output; false: use only the attention output (default false)
    architecture_output: input of the output layer: queries: one query per target token, which attends to the latents; mean: the mean of the latents, for data with one target token per record (default queries)
    architecture_hidden: width of each state vector of the cell (1..8192; default 256)
    positions_L: size L of the range that positions are sampled from (1..16777216; default 2048)
    positions_draw: what to sample for encodings that read distances: distances: sorted distances; positions: positions, from whose differences the distances are computed; auto: as distances (default auto)
    positions_per: draw one position sample per forward pass, per block, or (in training) per sequence; auto: as stated in the properties of the positions or, if not there, of the encoding (`lengthen show`) (default auto)
    positions_both_sides: sample the distances to the left and to the right independently (default false)
    positions_even: in evaluation, space positions evenly over the range instead of sampling them (default false)
    encoder_positions_L: size L of the range that positions are sampled from (1..16777216; default 2048)
    encoder_positions_draw: what to sample for encodings that read distances: distances: sorted distances; positions: positions, from whose differences the distances are computed; auto: as distances (default auto)
    encoder_positions_per: draw one position sample per forward pass, per block, or (in training) per sequence; auto: as stated in the properties of the positions or, if not there, of the encoding (`lengthen show`) (default auto)
    encoder_positions_both_sides: sample the distances to the left and to the right independently (default false)
    encoder_positions_even: in evaluation, space positions evenly over the range instead of sampling them (default false)
    decoder_positions_L: size L of the range that positions are sampled from (1..16777216; default 2048)
    decoder_positions_draw: what to sample for encodings that read distances: distances: sorted distances; positions: positions, from whose differences the distances are computed; auto: as distances (default auto)
    decoder_positions_per: draw one position sample per forward pass, per block, or (in training) per sequence; auto: as stated in the properties of the positions or, if not there, of the encoding (`lengthen show`) (default auto)
    decoder_positions_both_sides: sample the distances to the left and to the right independently (default false)
    decoder_positions_even: in evaluation, space positions evenly over the range instead of sampling them (default false)
    positions_shift: largest training offset K; offsets are uniform in 0..K (0..16777216; default 500)
    positions_eval_shift: offset in evaluation; the authors' code uses positions.shift (0..16777216; default 0)
    encoder_positions_shift: largest training offset K; offsets are uniform in 0..K (0..16777216; default 500)
    encoder_positions_eval_shift: offset in evaluation; the authors' code uses positions.shift (0..16777216; default 0)
    decoder_positions_shift: largest training offset K; offsets are uniform in 0..K (0..16777216; default 500)
    decoder_positions_eval_shift: offset in evaluation; the authors' code uses positions.shift (0..16777216; default 0)
    positions_global_shift: bound G of the shift of a whole sequence, which is uniform in -G..G (in the authors' code, the option is the full width 2 G) (0..1e+06; default 5)
    positions_local_shift: bound e of the separate shift of each token, which is uniform in -e..e; if e is above 0.5, adjacent tokens may swap places (0..1e+06; default 0.5)
    positions_max_scale: largest scale S of the positions; the logarithm of the scale is uniform in -ln S..ln S (1..1000; default 1.03)
    positions_center: first subtract the mean position of the sequence, in evaluation too (default true)
    positions_source_factor: for separate source sequences: first multiply source positions by this factor, in evaluation too; usually the mean target length divided by the mean source length (0.001..1000; default 1)
    encoder_positions_global_shift: bound G of the shift of a whole sequence, which is uniform in -G..G (in the authors' code, the option is the full width 2 G) (0..1e+06; default 5)
    encoder_positions_local_shift: bound e of the separate shift of each token, which is uniform in -e..e; if e is above 0.5, adjacent tokens may swap places (0..1e+06; default 0.5)
    encoder_positions_max_scale: largest scale S of the positions; the logarithm of the scale is uniform in -ln S..ln S (1..1000; default 1.03)
    encoder_positions_center: first subtract the mean position of the sequence, in evaluation too (default true)
    encoder_positions_source_factor: for separate source sequences: first multiply source positions by this factor, in evaluation too; usually the mean target length divided by the mean source length (0.001..1000; default 1)
    decoder_positions_global_shift: bound G of the shift of a whole sequence, which is uniform in -G..G (in the authors' code, the option is the full width 2 G) (0..1e+06; default 5)
    decoder_positions_local_shift: bound e of the separate shift of each token, which is uniform in -e..e; if e is above 0.5, adjacent tokens may swap places (0..1e+06; default 0.5)
    decoder_positions_max_scale: largest scale S of the positions; the logarithm of the scale is uniform in -ln S..ln S (1..1000; default 1.03)
    decoder_positions_center: first subtract the mean position of the sequence, in evaluation too (default true)
    decoder_positions_source_factor: for separate source sequences: first multiply source positions by this factor, in evaluation too; usually the mean target length divided by the mean source length (0.001..1000; default 1)
    positions_factor: distance between adjacent tokens (1e-06..1e+06; default 1)
    positions_trained: longest training sequence, in tokens; longer sequences are compressed to the positions of this one; 0: no compression (0..16777216; default 0)
    encoder_positions_factor: distance between adjacent tokens (1e-06..1e+06; default 1)
    encoder_positions_trained: longest training sequence, in tokens; longer sequences are compressed to the positions of this one; 0: no compression (0..16777216; default 0)
    decoder_positions_factor: distance between adjacent tokens (1e-06..1e+06; default 1)
    decoder_positions_trained: longest training sequence, in tokens; longer sequences are compressed to the positions of this one; 0: no compression (0..16777216; default 0)
    positions_law: distribution of the last position in training, with the sequence length T as its mean (alias: positions.distribution): exponential: no upper limit; beta: at most positions.longest; fixed: always T, as in evaluation (default exponential)
    positions_longest: upper limit M of the beta distribution: the longest evaluated sequence, in tokens; in sequences of T >= M tokens the last position is T (1..16777216; default 2048)
    encoder_positions_law: distribution of the last position in training, with the sequence length T as its mean (alias: positions.distribution): exponential: no upper limit; beta: at most positions.longest; fixed: always T, as in evaluation (default exponential)
    encoder_positions_longest: upper limit M of the beta distribution: the longest evaluated sequence, in tokens; in sequences of T >= M tokens the last position is T (1..16777216; default 2048)
    decoder_positions_law: distribution of the last position in training, with the sequence length T as its mean (alias: positions.distribution): exponential: no upper limit; beta: at most positions.longest; fixed: always T, as in evaluation (default exponential)
    decoder_positions_longest: upper limit M of the beta distribution: the longest evaluated sequence, in tokens; in sequences of T >= M tokens the last position is T (1..16777216; default 2048)
    positions_width: largest distance w that is not changed (1..16777216; default 40)
    positions_compress: divide the part of a distance beyond positions.width by this number; 0: clip distances at positions.width (0..1e+06; default 0)
    encoder_positions_width: largest distance w that is not changed (1..16777216; default 40)
    encoder_positions_compress: divide the part of a distance beyond positions.width by this number; 0: clip distances at positions.width (0..1e+06; default 0)
    decoder_positions_width: largest distance w that is not changed (1..16777216; default 40)
    decoder_positions_compress: divide the part of a distance beyond positions.width by this number; 0: clip distances at positions.width (0..1e+06; default 0)
    positions_separator: token that ends a document, spelled as in the vocabulary; by default the end of a line: \n for bytes and characters, <eos> for words (default none)
    encoder_positions_separator: token that ends a document, spelled as in the vocabulary; by default the end of a line: \n for bytes and characters, <eos> for words (default none)
    decoder_positions_separator: token that ends a document, spelled as in the vocabulary; by default the end of a line: \n for bytes and characters, <eos> for words (default none)
    encoding_base: base b of the frequencies b^(-2i/n) of n columns; the longest wavelength is about 2 pi b tokens (1..1e+09; default 10000)
    encoding_layout: order of the columns: halves: all sines, then all cosines; interleaved: sine and cosine of each frequency side by side (default halves)
    encoding_first: offset added to every position; with 1, positions count from 1 (0..16777216; default 0)
    encoder_encoding_base: base b of the frequencies b^(-2i/n) of n columns; the longest wavelength is about 2 pi b tokens (1..1e+09; default 10000)
    encoder_encoding_layout: order of the columns: halves: all sines, then all cosines; interleaved: sine and cosine of each frequency side by side (default halves)
    encoder_encoding_first: offset added to every position; with 1, positions count from 1 (0..16777216; default 0)
    decoder_encoding_base: base b of the frequencies b^(-2i/n) of n columns; the longest wavelength is about 2 pi b tokens (1..1e+09; default 10000)
    decoder_encoding_layout: order of the columns: halves: all sines, then all cosines; interleaved: sine and cosine of each frequency side by side (default halves)
    decoder_encoding_first: offset added to every position; with 1, positions count from 1 (0..16777216; default 0)
    cross_encoding_base: base b of the frequencies b^(-2i/n) of n columns; the longest wavelength is about 2 pi b tokens (1..1e+09; default 10000)
    cross_encoding_layout: order of the columns: halves: all sines, then all cosines; interleaved: sine and cosine of each frequency side by side (default halves)
    cross_encoding_first: offset added to every position; with 1, positions count from 1 (0..16777216; default 0)
    encoding_rows: number of rows of the embedding table; positions must be smaller than this number (1..1048576; default 2048)
    encoder_encoding_rows: number of rows of the embedding table; positions must be smaller than this number (1..1048576; default 2048)
    decoder_encoding_rows: number of rows of the embedding table; positions must be smaller than this number (1..1048576; default 2048)
    cross_encoding_rows: number of rows of the embedding table; positions must be smaller than this number (1..1048576; default 2048)
    encoding_relative: add a relative bias by distance bucket, as T5 does (TUPE-R) (default false)
    encoding_buckets: number of distance buckets; without a causal mask, half of the buckets are for keys on the right (4..256; default 32)
    encoding_max_distance: distance at which the logarithmic buckets end; the last bucket begins a little below this distance and has no upper limit (2..16777216; default 128)
    encoding_first_token: position term of logits whose query or key is the first token: alike: as for all other tokens; free: two trained numbers per head, one for logits whose query is the first token, one for logits of which only the key is the first token; rows: as free, but the two numbers are products of the first two rows of the table, as in the authors' code (default alike)
    encoding_released: normalize the rows of the table, and add biases to the maps Uq and Uk, as in the authors' code (default false)
    encoder_encoding_relative: add a relative bias by distance bucket, as T5 does (TUPE-R) (default false)
    encoder_encoding_buckets: number of distance buckets; without a causal mask, half of the buckets are for keys on the right (4..256; default 32)
    encoder_encoding_max_distance: distance at which the logarithmic buckets end; the last bucket begins a little below this distance and has no upper limit (2..16777216; default 128)
    encoder_encoding_first_token: position term of logits whose query or key is the first token: alike: as for all other tokens; free: two trained numbers per head, one for logits whose query is the first token, one for logits of which only the key is the first token; rows: as free, but the two numbers are products of the first two rows of the table, as in the authors' code (default alike)
    encoder_encoding_released: normalize the rows of the table, and add biases to the maps Uq and Uk, as in the authors' code (default false)
    decoder_encoding_relative: add a relative bias by distance bucket, as T5 does (TUPE-R) (default false)
    decoder_encoding_buckets: number of distance buckets; without a causal mask, half of the buckets are for keys on the right (4..256; default 32)
    decoder_encoding_max_distance: distance at which the logarithmic buckets end; the last bucket begins a little below this distance and has no upper limit (2..16777216; default 128)
    decoder_encoding_first_token: position term of logits whose query or key is the first token: alike: as for all other tokens; free: two trained numbers per head, one for logits whose query is the first token, one for logits of which only the key is the first token; rows: as free, but the two numbers are products of the first two rows of the table, as in the authors' code (default alike)
    decoder_encoding_released: normalize the rows of the table, and add biases to the maps Uq and Uk, as in the authors' code (default false)
    cross_encoding_relative: add a relative bias by distance bucket, as T5 does (TUPE-R) (default false)
    cross_encoding_buckets: number of distance buckets; without a causal mask, half of the buckets are for keys on the right (4..256; default 32)
    cross_encoding_max_distance: distance at which the logarithmic buckets end; the last bucket begins a little below this distance and has no upper limit (2..16777216; default 128)
    cross_encoding_first_token: position term of logits whose query or key is the first token: alike: as for all other tokens; free: two trained numbers per head, one for logits whose query is the first token, one for logits of which only the key is the first token; rows: as free, but the two numbers are products of the first two rows of the table, as in the authors' code (default alike)
    cross_encoding_released: normalize the rows of the table, and add biases to the maps Uq and Uk, as in the authors' code (default false)
    encoding_shared_terms: share the content and position biases u and v among all blocks, as Transformer-XL does without its option untie_r (default false)
    encoding_terms: terms of the score to keep, as lettered by Dai et al. 2019: (a) query and key, (b) query and distance, (c) content bias u, (d) position bias v (default abcd)
    encoder_encoding_shared_terms: share the content and position biases u and v among all blocks, as Transformer-XL does without its option untie_r (default false)
    encoder_encoding_terms: terms of the score to keep, as lettered by Dai et al. 2019: (a) query and key, (b) query and distance, (c) content bias u, (d) position bias v (default abcd)
    decoder_encoding_shared_terms: share the content and position biases u and v among all blocks, as Transformer-XL does without its option untie_r (default false)
    decoder_encoding_terms: terms of the score to keep, as lettered by Dai et al. 2019: (a) query and key, (b) query and distance, (c) content bias u, (d) position bias v (default abcd)
    cross_encoding_shared_terms: share the content and position biases u and v among all blocks, as Transformer-XL does without its option untie_r (default false)
    cross_encoding_terms: terms of the score to keep, as lettered by Dai et al. 2019: (a) query and key, (b) query and distance, (c) content bias u, (d) position bias v (default abcd)
    encoding_sides: penalty of keys on the right: half_shift: larger by half the slope than at the same distance on the left; symmetric: the same as on the left; split_heads: the first half of the heads sees only keys on the left, the second half only keys on the right; two_slopes: with a different slope (encoding.right_slope) (default half_shift)
    encoding_right_slope: two_slopes: slope on the right divided by the slope on the left (0.01..100; default 0.5)
    encoding_trained_slopes: multiply slopes by trained factors, which all blocks share: one factor per head, initially 1; for two_slopes, one factor per head and side, on the right initially encoding.right_slope (default false)
    encoder_encoding_sides: penalty of keys on the right: half_shift: larger by half the slope than at the same distance on the left; symmetric: the same as on the left; split_heads: the first half of the heads sees only keys on the left, the second half only keys on the right; two_slopes: with a different slope (encoding.right_slope) (default half_shift)
    encoder_encoding_right_slope: two_slopes: slope on the right divided by the slope on the left (0.01..100; default 0.5)
    encoder_encoding_trained_slopes: multiply slopes by trained factors, which all blocks share: one factor per head, initially 1; for two_slopes, one factor per head and side, on the right initially encoding.right_slope (default false)
    decoder_encoding_sides: penalty of keys on the right: half_shift: larger by half the slope than at the same distance on the left; symmetric: the same as on the left; split_heads: the first half of the heads sees only keys on the left, the second half only keys on the right; two_slopes: with a different slope (encoding.right_slope) (default half_shift)
    decoder_encoding_right_slope: two_slopes: slope on the right divided by the slope on the left (0.01..100; default 0.5)
    decoder_encoding_trained_slopes: multiply slopes by trained factors, which all blocks share: one factor per head, initially 1; for two_slopes, one factor per head and side, on the right initially encoding.right_slope (default false)
    cross_encoding_sides: penalty of keys on the right: half_shift: larger by half the slope than at the same distance on the left; symmetric: the same as on the left; split_heads: the first half of the heads sees only keys on the left, the second half only keys on the right; two_slopes: with a different slope (encoding.right_slope) (default half_shift)
    cross_encoding_right_slope: two_slopes: slope on the right divided by the slope on the left (0.01..100; default 0.5)
    cross_encoding_trained_slopes: multiply slopes by trained factors, which all blocks share: one factor per head, initially 1; for two_slopes, one factor per head and side, on the right initially encoding.right_slope (default false)
    encoding_local_heads: number M of heads that see only the nearest keys; 0: half of the heads (0..16777216; default 0)
    encoder_encoding_local_heads: number M of heads that see only the nearest keys; 0: half of the heads (0..16777216; default 0)
    decoder_encoding_local_heads: number M of heads that see only the nearest keys; 0: half of the heads (0..16777216; default 0)
    cross_encoding_local_heads: number M of heads that see only the nearest keys; 0: half of the heads (0..16777216; default 0)
    encoding_fraction: rotate this fraction of the columns of each head, from the first column on, rounded down to column pairs, but at least one pair (1e-06..1; default 1)
    encoding_pairs: pairs of columns that are rotated together: neighbours: 2i and 2i+1; halves: i and i + r/2 of the r rotated columns, as in GPT-NeoX (default neighbours)
    encoding_frequencies: context extension by a factor s (encoding.extension): trained: no extension; interpolated: divide all frequencies by s (aliases pi and linear); ntk: use a larger base; parts_rotations: divide the frequencies of slow pairs by s, and keep the frequencies of fast pairs (YaRN as published); parts_index: as in the code of YaRN (the alias yarn also sets encoding.temperature 0.1); parts_unrounded: as parts_index, with unrounded bounds; llama3: as parts_rotations, with the bounds of Llama 3; longrope: divide the frequency of each pair by its own factor (default trained)
    encoding_extension: extension factor s of encoding.frequencies: sequence length divided by the training length; with encoding.dynamic, s = extension T / trained - (extension - 1) (1..1e+06; default 1)
    encoding_trained: longest training sequence, in tokens; parts_* and llama3 classify pairs as slow or fast by this length (2..16777216; default 40)
    encoding_dynamic: compute the extension factor s for each sequence, from its length T and encoding.trained; s is at least 1 (default false)
    encoding_temperature: temperature t: multiply rotated queries and keys by t ln s + 1 (YaRN: t = 0.1) (0..10; default 0)
    encoding_factors: longrope: divisors of the frequencies, one number for each pair, separated by blanks (default none)
    encoding_short_factors: encoding.factors for sequences of at most encoding.trained tokens; empty: all factors are 1 (default none)
    encoding_frequency: frequency of pair k of the r rotated columns, a formula of k, r and T (lengthen help formula); empty: base^(-2*k/r), as set by encoding.frequencies (default none)
    encoding_clip: largest distance w that is not changed (ReRoPE, proposed with scale: log_n; alias: encoding.rerope); 0: no limit (0..16777216; default 0)
    encoding_compress: divide the part of a distance beyond encoding.clip by this number (Leaky ReRoPE; alias: encoding.leaky_rerope); 0: clip distances (0..1e+06; default 0)
    encoding_group: group size g (Self-Extend; alias: encoding.self_extend): from the distance w = encoding.clip on, divide positions by g, rounded down, and shift queries by w - floor(w/g); 0: no groups (0..16777216; default 0)
    encoder_encoding_fraction: rotate this fraction of the columns of each head, from the first column on, rounded down to column pairs, but at least one pair (1e-06..1; default 1)
    encoder_encoding_pairs: pairs of columns that are rotated together: neighbours: 2i and 2i+1; halves: i and i + r/2 of the r rotated columns, as in GPT-NeoX (default neighbours)
    encoder_encoding_frequencies: context extension by a factor s (encoding.extension): trained: no extension; interpolated: divide all frequencies by s (aliases pi and linear); ntk: use a larger base; parts_rotations: divide the frequencies of slow pairs by s, and keep the frequencies of fast pairs (YaRN as published); parts_index: as in the code of YaRN (the alias yarn also sets encoding.temperature 0.1); parts_unrounded: as parts_index, with unrounded bounds; llama3: as parts_rotations, with the bounds of Llama 3; longrope: divide the frequency of each pair by its own factor (default trained)
    encoder_encoding_extension: extension factor s of encoding.frequencies: sequence length divided by the training length; with encoding.dynamic, s = extension T / trained - (extension - 1) (1..1e+06; default 1)
    encoder_encoding_trained: longest training sequence, in tokens; parts_* and llama3 classify pairs as slow or fast by this length (2..16777216; default 40)
    encoder_encoding_dynamic: compute the extension factor s for each sequence, from its length T and encoding.trained; s is at least 1 (default false)
    encoder_encoding_temperature: temperature t: multiply rotated queries and keys by t ln s + 1 (YaRN: t = 0.1) (0..10; default 0)
    encoder_encoding_factors: longrope: divisors of the frequencies, one number for each pair, separated by blanks (default none)
    encoder_encoding_short_factors: encoding.factors for sequences of at most encoding.trained tokens; empty: all factors are 1 (default none)
    encoder_encoding_frequency: frequency of pair k of the r rotated columns, a formula of k, r and T (lengthen help formula); empty: base^(-2*k/r), as set by encoding.frequencies (default none)
    encoder_encoding_clip: largest distance w that is not changed (ReRoPE, proposed with scale: log_n; alias: encoding.rerope); 0: no limit (0..16777216; default 0)
    encoder_encoding_compress: divide the part of a distance beyond encoding.clip by this number (Leaky ReRoPE; alias: encoding.leaky_rerope); 0: clip distances (0..1e+06; default 0)
    encoder_encoding_group: group size g (Self-Extend; alias: encoding.self_extend): from the distance w = encoding.clip on, divide positions by g, rounded down, and shift queries by w - floor(w/g); 0: no groups (0..16777216; default 0)
    decoder_encoding_fraction: rotate this fraction of the columns of each head, from the first column on, rounded down to column pairs, but at least one pair (1e-06..1; default 1)
    decoder_encoding_pairs: pairs of columns that are rotated together: neighbours: 2i and 2i+1; halves: i and i + r/2 of the r rotated columns, as in GPT-NeoX (default neighbours)
    decoder_encoding_frequencies: context extension by a factor s (encoding.extension): trained: no extension; interpolated: divide all frequencies by s (aliases pi and linear); ntk: use a larger base; parts_rotations: divide the frequencies of slow pairs by s, and keep the frequencies of fast pairs (YaRN as published); parts_index: as in the code of YaRN (the alias yarn also sets encoding.temperature 0.1); parts_unrounded: as parts_index, with unrounded bounds; llama3: as parts_rotations, with the bounds of Llama 3; longrope: divide the frequency of each pair by its own factor (default trained)
    decoder_encoding_extension: extension factor s of encoding.frequencies: sequence length divided by the training length; with encoding.dynamic, s = extension T / trained - (extension - 1) (1..1e+06; default 1)
    decoder_encoding_trained: longest training sequence, in tokens; parts_* and llama3 classify pairs as slow or fast by this length (2..16777216; default 40)
    decoder_encoding_dynamic: compute the extension factor s for each sequence, from its length T and encoding.trained; s is at least 1 (default false)
    decoder_encoding_temperature: temperature t: multiply rotated queries and keys by t ln s + 1 (YaRN: t = 0.1) (0..10; default 0)
    decoder_encoding_factors: longrope: divisors of the frequencies, one number for each pair, separated by blanks (default none)
    decoder_encoding_short_factors: encoding.factors for sequences of at most encoding.trained tokens; empty: all factors are 1 (default none)
    decoder_encoding_frequency: frequency of pair k of the r rotated columns, a formula of k, r and T (lengthen help formula); empty: base^(-2*k/r), as set by encoding.frequencies (default none)
    decoder_encoding_clip: largest distance w that is not changed (ReRoPE, proposed with scale: log_n; alias: encoding.rerope); 0: no limit (0..16777216; default 0)
    decoder_encoding_compress: divide the part of a distance beyond encoding.clip by this number (Leaky ReRoPE; alias: encoding.leaky_rerope); 0: clip distances (0..1e+06; default 0)
    decoder_encoding_group: group size g (Self-Extend; alias: encoding.self_extend): from the distance w = encoding.clip on, divide positions by g, rounded down, and shift queries by w - floor(w/g); 0: no groups (0..16777216; default 0)
    cross_encoding_fraction: rotate this fraction of the columns of each head, from the first column on, rounded down to column pairs, but at least one pair (1e-06..1; default 1)
    cross_encoding_pairs: pairs of columns that are rotated together: neighbours: 2i and 2i+1; halves: i and i + r/2 of the r rotated columns, as in GPT-NeoX (default neighbours)
    cross_encoding_frequencies: context extension by a factor s (encoding.extension): trained: no extension; interpolated: divide all frequencies by s (aliases pi and linear); ntk: use a larger base; parts_rotations: divide the frequencies of slow pairs by s, and keep the frequencies of fast pairs (YaRN as published); parts_index: as in the code of YaRN (the alias yarn also sets encoding.temperature 0.1); parts_unrounded: as parts_index, with unrounded bounds; llama3: as parts_rotations, with the bounds of Llama 3; longrope: divide the frequency of each pair by its own factor (default trained)
    cross_encoding_extension: extension factor s of encoding.frequencies: sequence length divided by the training length; with encoding.dynamic, s = extension T / trained - (extension - 1) (1..1e+06; default 1)
    cross_encoding_trained: longest training sequence, in tokens; parts_* and llama3 classify pairs as slow or fast by this length (2..16777216; default 40)
    cross_encoding_dynamic: compute the extension factor s for each sequence, from its length T and encoding.trained; s is at least 1 (default false)
    cross_encoding_temperature: temperature t: multiply rotated queries and keys by t ln s + 1 (YaRN: t = 0.1) (0..10; default 0)
    cross_encoding_factors: longrope: divisors of the frequencies, one number for each pair, separated by blanks (default none)
    cross_encoding_short_factors: encoding.factors for sequences of at most encoding.trained tokens; empty: all factors are 1 (default none)
    cross_encoding_frequency: frequency of pair k of the r rotated columns, a formula of k, r and T (lengthen help formula); empty: base^(-2*k/r), as set by encoding.frequencies (default none)
    cross_encoding_clip: largest distance w that is not changed (ReRoPE, proposed with scale: log_n; alias: encoding.rerope); 0: no limit (0..16777216; default 0)
    cross_encoding_compress: divide the part of a distance beyond encoding.clip by this number (Leaky ReRoPE; alias: encoding.leaky_rerope); 0: clip distances (0..1e+06; default 0)
    cross_encoding_group: group size g (Self-Extend; alias: encoding.self_extend): from the distance w = encoding.clip on, divide positions by g, rounded down, and shift queries by w - floor(w/g); 0: no groups (0..16777216; default 0)
    encoding_scale_base: scale base B, in tokens: at distance B, the product of query and key in column pair i has decayed by the factor z_i, as in the authors' code (1..1e+09; default 512)
    encoding_gamma: gamma: the decay factors z_i range from gamma / (1 + gamma) to almost 1 (0.001..1000; default 0.4)
    encoding_zeta: decay factor z of all pairs; 0: each pair has a factor z_i set by encoding.gamma (0..1; default 0)
    encoding_center: position c at which the factors are 1; in single precision, the factors overflow or underflow at positions about 70 times encoding.scale_base away from c (0..16777216; default 0)
    encoder_encoding_scale_base: scale base B, in tokens: at distance B, the product of query and key in column pair i has decayed by the factor z_i, as in the authors' code (1..1e+09; default 512)
    encoder_encoding_gamma: gamma: the decay factors z_i range from gamma / (1 + gamma) to almost 1 (0.001..1000; default 0.4)
    encoder_encoding_zeta: decay factor z of all pairs; 0: each pair has a factor z_i set by encoding.gamma (0..1; default 0)
    encoder_encoding_center: position c at which the factors are 1; in single precision, the factors overflow or underflow at positions about 70 times encoding.scale_base away from c (0..16777216; default 0)
    decoder_encoding_scale_base: scale base B, in tokens: at distance B, the product of query and key in column pair i has decayed by the factor z_i, as in the authors' code (1..1e+09; default 512)
    decoder_encoding_gamma: gamma: the decay factors z_i range from gamma / (1 + gamma) to almost 1 (0.001..1000; default 0.4)
    decoder_encoding_zeta: decay factor z of all pairs; 0: each pair has a factor z_i set by encoding.gamma (0..1; default 0)
    decoder_encoding_center: position c at which the factors are 1; in single precision, the factors overflow or underflow at positions about 70 times encoding.scale_base away from c (0..16777216; default 0)
    cross_encoding_scale_base: scale base B, in tokens: at distance B, the product of query and key in column pair i has decayed by the factor z_i, as in the authors' code (1..1e+09; default 512)
    cross_encoding_gamma: gamma: the decay factors z_i range from gamma / (1 + gamma) to almost 1 (0.001..1000; default 0.4)
    cross_encoding_zeta: decay factor z of all pairs; 0: each pair has a factor z_i set by encoding.gamma (0..1; default 0)
    cross_encoding_center: position c at which the factors are 1; in single precision, the factors overflow or underflow at positions about 70 times encoding.scale_base away from c (0..16777216; default 0)
    encoding_kernel: form of the penalty: log: r1 ln(1 + r2 |D|); power: r1 |D|^r2 (default log)
    encoding_bias_in_scale: divide the bias by sqrt(head width), like the dot products, as in the paper; the authors' code does not divide the bias (default false)
    encoder_encoding_kernel: form of the penalty: log: r1 ln(1 + r2 |D|); power: r1 |D|^r2 (default log)
    encoder_encoding_bias_in_scale: divide the bias by sqrt(head width), like the dot products, as in the paper; the authors' code does not divide the bias (default false)
    decoder_encoding_kernel: form of the penalty: log: r1 ln(1 + r2 |D|); power: r1 |D|^r2 (default log)
    decoder_encoding_bias_in_scale: divide the bias by sqrt(head width), like the dot products, as in the paper; the authors' code does not divide the bias (default false)
    cross_encoding_kernel: form of the penalty: log: r1 ln(1 + r2 |D|); power: r1 |D|^r2 (default log)
    cross_encoding_bias_in_scale: divide the bias by sqrt(head width), like the dot products, as in the paper; the authors' code does not divide the bias (default false)
    encoding_shared_table: share one table between keys and values, as OpenNMT does (default false)
    encoder_encoding_shared_table: share one table between keys and values, as OpenNMT does (default false)
    decoder_encoding_shared_table: share one table between keys and values, as OpenNMT does (default false)
    cross_encoding_shared_table: share one table between keys and values, as OpenNMT does (default false)
    encoding_max_position: largest contextual position P; larger positions are clipped to P; the table has P + 1 vectors (1..4096; default 64)
    encoding_term_in_scale: scale the position term together with the logits, as in the authors' code; false: add it after scaling, as in the paper (default true)
    encoder_encoding_max_position: largest contextual position P; larger positions are clipped to P; the table has P + 1 vectors (1..4096; default 64)
    encoder_encoding_term_in_scale: scale the position term together with the logits, as in the authors' code; false: add it after scaling, as in the paper (default true)
    decoder_encoding_max_position: largest contextual position P; larger positions are clipped to P; the table has P + 1 vectors (1..4096; default 64)
    decoder_encoding_term_in_scale: scale the position term together with the logits, as in the authors' code; false: add it after scaling, as in the paper (default true)
    cross_encoding_max_position: largest contextual position P; larger positions are clipped to P; the table has P + 1 vectors (1..4096; default 64)
    cross_encoding_term_in_scale: scale the position term together with the logits, as in the authors' code; false: add it after scaling, as in the paper (default true)
    encoding_hidden: hidden units of the network that maps a normalized distance to the bias of each head (1..1024; default 32)
    encoding_threshold: initial value of the trained threshold L, in tokens: distances between two positions below L are normalized by L, other distances by the larger of their two positions (1..16777216; default 512)
    encoding_shared_bias: share one network among all blocks, as Zhou et al. 2024 do (default false)
    encoder_encoding_hidden: hidden units of the network that maps a normalized distance to the bias of each head (1..1024; default 32)
    encoder_encoding_threshold: initial value of the trained threshold L, in tokens: distances between two positions below L are normalized by L, other distances by the larger of their two positions (1..16777216; default 512)
    encoder_encoding_shared_bias: share one network among all blocks, as Zhou et al. 2024 do (default false)
    decoder_encoding_hidden: hidden units of the network that maps a normalized distance to the bias of each head (1..1024; default 32)
    decoder_encoding_threshold: initial value of the trained threshold L, in tokens: distances between two positions below L are normalized by L, other distances by the larger of their two positions (1..16777216; default 512)
    decoder_encoding_shared_bias: share one network among all blocks, as Zhou et al. 2024 do (default false)
    cross_encoding_hidden: hidden units of the network that maps a normalized distance to the bias of each head (1..1024; default 32)
    cross_encoding_threshold: initial value of the trained threshold L, in tokens: distances between two positions below L are normalized by L, other distances by the larger of their two positions (1..16777216; default 512)
    cross_encoding_shared_bias: share one network among all blocks, as Zhou et al. 2024 do (default false)
    encoding_bias: bias added to the logit of a query and a key, a formula of d, head, H, dk, T, p_i and p_j (lengthen help formula); empty: no bias if encoding.frequency is set, else -abs(d)/2^(8*(head + 1)/H) (default none)
    encoding_parameters: trained parameters of the formula, separated by semicolons: s[head] = -2; w[head, 32] = normal(0, 0.02) (default none)
    encoding_numbers: constants of the formula, separated by semicolons: rate = 0.5; width = 64 (default none)
    encoder_encoding_bias: bias added to the logit of a query and a key, a formula of d, head, H, dk, T, p_i and p_j (lengthen help formula); empty: no bias if encoding.frequency is set, else -abs(d)/2^(8*(head + 1)/H) (default none)
    encoder_encoding_parameters: trained parameters of the formula, separated by semicolons: s[head] = -2; w[head, 32] = normal(0, 0.02) (default none)
    encoder_encoding_numbers: constants of the formula, separated by semicolons: rate = 0.5; width = 64 (default none)
    decoder_encoding_bias: bias added to the logit of a query and a key, a formula of d, head, H, dk, T, p_i and p_j (lengthen help formula); empty: no bias if encoding.frequency is set, else -abs(d)/2^(8*(head + 1)/H) (default none)
    decoder_encoding_parameters: trained parameters of the formula, separated by semicolons: s[head] = -2; w[head, 32] = normal(0, 0.02) (default none)
    decoder_encoding_numbers: constants of the formula, separated by semicolons: rate = 0.5; width = 64 (default none)
    cross_encoding_bias: bias added to the logit of a query and a key, a formula of d, head, H, dk, T, p_i and p_j (lengthen help formula); empty: no bias if encoding.frequency is set, else -abs(d)/2^(8*(head + 1)/H) (default none)
    cross_encoding_parameters: trained parameters of the formula, separated by semicolons: s[head] = -2; w[head, 32] = normal(0, 0.02) (default none)
    cross_encoding_numbers: constants of the formula, separated by semicolons: rate = 0.5; width = 64 (default none)
    mask_same_length: keys that a query sees with a segment memory of M rows: no: all earlier keys and its own key; memory: the last M keys, including its own; memory_and_self: M earlier keys and its own key (default no)
    mask_width: width of the window, in tokens; with mask.form: symmetric, an even width is increased by 1 (1..16777216; default 81)
    mask_form: placement of the window: symmetric: centred on the query; half: as symmetric, but an even width is decreased by 1; causal: the window ends with the query itself (the default if the architecture or the encoding needs a causal mask); edge_shift: centred on the query, but shifted inward at both ends of the sequence, so that every query sees mask.width keys (default symmetric)
    mask_chunk: length of a chunk, in tokens; the last chunk may be shorter (1..16777216; default 40)
    mask_sinks: number of tokens at the start of the sequence (attention sinks) that all later queries see (0..16777216; default 4)
    mask_block: length of a block, in tokens; the last block may be shorter (1..16777216; default 20)
    mask_separator: token that ends a document, spelled as in the vocabulary; by default the end of a line: \n for bytes and characters, <eos> for words (default none)
    mask_formula: condition under which query i sees key j (lengthen help formula); the mask is causal if `j <= i` is one of the conditions joined by `and` (default j <= i)
    mask_numbers: constants of the formula, separated by semicolons: rate = 0.5; width = 64 (default none)
    scale_keys: number of keys at which the scale equals scale.times; usually the training length (2..16777216; default 40)
    scale_at_least_one: never use a smaller scale than scale.times; for evaluation of models that were trained with scale.times (eval --scale log_n) (default false)
    scale_times: scale that log_n multiplies; in evaluation, give the scale used in training (default inverse_sqrt)
    scale_formula: factor of a query's logits: a formula of n, dk, head and H (lengthen help formula) (default 1/sqrt(dk))
    scale_parameters: trained parameters of the formula, separated by semicolons: s[head] = -2; w[head, 32] = normal(0, 0.02) (default none)
    scale_numbers: constants of the formula, separated by semicolons: rate = 0.5; width = 64 (default none)
    attention_l1: normalize the weights of each query to a sum of 1 (default false)
    projection_centred: if the mask is not causal, convolve over the previous, the current and the next token instead of the last 3 tokens (default false)
    projection_shared: compute queries from keys with a second linear map: q = k Wq (default false)
    projection_cross: also convolve queries, keys and values in cross-attention: queries as in self-attention, keys and values centred (default false)
    residual_sublayers: sublayers with factors; feed_forward: only the feed-forward network, as in NormFormer (default all)
    block_attention_norm: norm of the output of self-attention, or of the convolution that replaces self-attention, before the output is added to the residual stream (default false)
    block_head_scale: trained factor for each self-attention head, initially 1: heads: factor i multiplies the output of head i, before the output map; output: after the output map, factor i multiplies the i-th group of columns, and a group is as wide as a head (fairseq) (default none)
    block_hidden_norm: normalize the hidden layer of the feed-forward network, after the activation or gate (default false)
    norm_epsilon: number added to the variance (layer_norm) or mean square (rms_norm); T5: 1e-6 (1e-12..1; default 1e-05)
    mixer_width: hidden width of a gated network: full: model.feed_forward; two_thirds: two thirds of model.feed_forward, rounded down (the three matrices then have as many parameters as the two matrices of an ungated network); two_thirds_8: two thirds of model.feed_forward, rounded up to a multiple of 8 (default full)
    mixer_formula: activation, a formula of x (lengthen help formula) (default max(x, 0))
    mixer_numbers: constants of the formula, separated by semicolons: rate = 0.5; width = 64 (default none)
    initialisation_scale: s: weights of linear maps have standard deviation sqrt(s / inputs); 0.1 in Switch Transformers (0..100; default 1)
    initialisation_deviation: standard deviation of all weights (0..100; default 0.02)
    initialisation_scale_positions: multiply the position vectors by (9 L)^-1/4 for L layers, as the token embeddings are; unscaled sinusoids would outweigh the token embeddings (default false)
    initialisation_of: initialisation whose weights are scaled down (default xavier)
    head_scaled: multiply the input of the output layer by 1/sqrt(width), as T5 does (default false)
    head_bias: add a trained bias to each output symbol, as Transformer-XL does (default false)
    head_cutoffs: token ids at which clusters begin, ascending: "20000,40000,200000"; empty: one softmax over all tokens (default none)
    head_divisor: vectors of cluster i have width / divisor^i columns (the short list is cluster 0); 1: all vectors have the full width (1..64; default 1)
    head_embedding: token embeddings: tied: the tables of the softmax; untied: separate tables with the same clusters; table: one table of full width (default tied)
    head_projections: maps P_i, between the width of the model and the width of cluster i, that the softmax shares with the token embeddings: all but P_0 (of the short list), all, or none (default all_but_first)
    store_count: number K of stacks or tapes (1..16; default 1)
    store_columns: width of a cell (1..256; default 8)
    store_cells: number of cells of a stack, or of the ring of a tape (default for tapes: 256); a push onto a full stack drops its lowest cell; 0 (stacks only): one cell per token (0..1048576; default 0)
    store_joint: one softmax over the actions of all stacks, as in the released code; false: one softmax per stack (default false)
    store_states: number Q of states of the automaton (1..4; default 2)
    store_symbols: number S of stack symbols (1..8; default 2)
    store_reading: numbers that are read from the stack: symbols: weights of top symbols; states: weights of pairs of a state and a top symbol (default symbols)
    store_hidden: width of the two hidden layers of the network that computes the written values (1..4096; default 64)
    curriculum_lengths: training lengths (1..100000; default 1..40)
    curriculum_length: length of every training sequence (1..100000; default 40)
    curriculum_tau: factor by which the probability grows per token of length; values above 1 favour long sequences (0.001..1000; default 1.1)
    curriculum_initial: length at the first step (1..100000; default 1)
    curriculum_every: steps between increments of the length (1..1e+12; default 1000)
    curriculum_amount: increment of the length, in tokens (0..100000; default 1)
    curriculum_all_lengths: sample uniformly from all lengths reached so far (default false)
    curriculum_tokens: largest batch, in tokens: number of records times (longest source + longest target); a longer record gets its own batch (1..1073741824; default 4096)
    curriculum_pool: number of random records in a pool, which is sorted by length; 0: all records (0..1e+09; default 0)
    optimizer_beta1: decay rate of the first moment (mean gradient) (0..0.999999; default 0.9)
    optimizer_beta2: decay rate of the second moment (mean squared gradient) (0..0.9999999; default 0.999)
    optimizer_epsilon: added to the square root of the second moment (0..1; default 1e-08)
    optimizer_epsilon_to: where epsilon is added: corrected: to the root of the bias-corrected second moment; raw: to the root of the uncorrected second moment (fairseq) (default corrected)
    optimizer_decay_by: how weights decay: rate: decoupled, by the learning rate of the step (AdamW of PyTorch, Adam of fairseq); schedule: decoupled, by the schedule only (AdamW of the paper); gradient: weight decay is added to the gradient before the moments (L2) (default rate)
    optimizer_step: step size at step t: relative: min(0.01, 1/sqrt(t)); relative_warmup: min(1e-6 t, 1/sqrt(t)); schedule: the learning rate that the schedule sets (default relative)
    optimizer_scale_parameter: multiply the step size by max(optimizer.smallest, root mean square of the parameter) (default true)
    optimizer_smallest: smallest root mean square used for a parameter (0..1; default 0.001)
    optimizer_update_clip: largest root mean square of an update, before the update is multiplied by the step size; 0: no limit (0..1e+09; default 1)
    optimizer_exponent: second-moment decay: beta2 at step t is 1 - t^-exponent (0..10; default 0.8)
    schedule_warmup: warm-up steps, during which the learning rate rises linearly (0..1e+12; default 0)
    schedule_warmup_from: learning rate at the start of the warm-up; 1e-07 in fairseq (0..100; default 0)
    schedule_floor: final learning rate, as a fraction of train.lr (0..1; default 0)
    schedule_end: step at which the floor is reached; 0: train.steps (0..1e+12; default 0)
    schedule_floor_at: first step at the floor: after: the step after schedule.end; last: schedule.end itself, as in most programs (default after)
    schedule_formula: factor of the learning rate, a formula of step, steps and width (lengthen help formula) (default (1 + cos(pi*step/steps))/2)
    schedule_numbers: constants of the formula, separated by semicolons: rate = 0.5; width = 64 (default none)
    schedule_delay: steps after which the learning rate has fallen to 1/sqrt(2) of its initial value (1..1e+12; default 4000)
    eval_beam: beam width: number of hypotheses that are extended in parallel (1..1024; default 4)
    eval_length_norm: length normalization: the log probability of l tokens is divided by a power of (5 + l) / 6 (gnmt) or of l (fairseq) (default gnmt)
    eval_length_penalty: exponent of the length normalization; 0: none (0..100; default 0.6)
    eval_length_factor: factor a of the length limit: for a source of n tokens, a hypothesis has at most a n + b tokens (b: eval.length_extra) (0..1000; default 1)
    eval_length_extra: constant b of the length limit, in tokens (see eval.length_factor) (0..100000; default 50)
    eval_memory: length of the segment memory in evaluation, in tokens; 0: as in training (0..100000; default 0)
    eval_same_span: adapt the memory to the segment length L: curriculum.lengths - L tokens more than eval.memory, so that memory and segment together are equally long at every L (default false)
    eval_lanes: split the text into N parts (alias: eval.streams), which are evaluated in parallel for speed; each part fills its memory with the text just before its first target, and reads no earlier text (1..65536; default 1)
    """

def sample(
    data: Literal["even_pairs", "modular_arithmetic", "parity_check", "cycle_navigation", "stack_manipulation", "reverse_string", "modular_arithmetic_brackets", "solve_equation", "duplicate_string", "missing_duplicate_string", "odds_first", "binary_addition", "binary_multiplication", "compute_sqrt", "bucket_sort", "pairs", "translation", "text", "masked_text", "enwik8", "text8", "wikitext", "penn_treebank", "reverse_symbols", "associative_recall", "offset_recall", "pattern_search", "substitution_cipher", "markov_chain", "toy_translation", "copy_rsc", "copy_rsc2x", "copy_rdc", "copy_cmc", "copy_cmc2x", "reverse_mc", "reverse_mc2x", "reverse_mcrv", "half_copy", "addition", "summation", "parity_text", "polynomial", "sort_single", "sort_multi", "scan", "pcfg", "lego_chain", "lego_perm", "rev", "ind", "off", "ciph", "tri", "mt_toy"] | Text | Options | Formula | None = ...,
    length: int | None = ...,
    count: int = ...,
    split: Literal["train", "test", "validation"] = ...,
    *,
    preset: Names | None = ...,
    config: Files | None = ...,
    curriculum: Literal["uniform", "fixed", "reverse_exponential", "regular_increase", "epochs", "token_batches", "segments"] | Text | Options | Formula | None = ...,
    seed: int | range | Sequence[int] | None = ...,
    train_seed: int | range | Sequence[int] | None = ...,
    lengths: Lengths | None = ...,
    eval_lengths: Lengths | None = ...,
    data_train: Text | None = ...,
    data_test: Text | None = ...,
    data_validation_file: Text | None = ...,
    data_validation_fraction: float | None = ...,
    data_tokens: Literal["words", "characters", "bytes"] | None = ...,
    data_subwords: Text | None = ...,
    data_bucket: int | None = ...,
    data_source: Text | None = ...,
    data_target: Text | None = ...,
    data_test_source: Text | None = ...,
    data_test_target: Text | None = ...,
    data_validation_source: Text | None = ...,
    data_validation_target: Text | None = ...,
    data_test_fraction: float | None = ...,
    data_target_subwords: Text | None = ...,
    data_least_uses: int | None = ...,
    data_vocabulary: int | None = ...,
    data_longest: int | None = ...,
    data_longest_trained: int | None = ...,
    data_concatenated: int | None = ...,
    data_file: Text | None = ...,
    data_test_file: Text | None = ...,
    data_line_ends: bool | None = ...,
    data_context: int | None = ...,
    data_masking: float | None = ...,
    data_size: int | None = ...,
    data_newlines: bool | None = ...,
    data_folder: Text | None = ...,
    data_keys: int | None = ...,
    data_queries: int | None = ...,
    data_reach: int | None = ...,
    data_width: int | None = ...,
    data_permutations: int | None = ...,
    data_inverted: float | None = ...,
    data_examples: int | None = ...,
    data_validation: float | None = ...,
    data_test_examples: int | None = ...,
    data_seed: int | None = ...,
    data_alphabet: int | None = ...,
    data_scratchpad: Text | None = ...,
    data_largest: int | None = ...,
    data_smallest: int | None = ...,
    data_split: Literal["paper", "orig"] | None = ...,
    data_prefix: bool | None = ...,
    curriculum_lengths: Lengths | None = ...,
    curriculum_length: int | None = ...,
    curriculum_tau: float | None = ...,
    curriculum_initial: int | None = ...,
    curriculum_every: int | None = ...,
    curriculum_amount: int | None = ...,
    curriculum_all_lengths: bool | None = ...,
    curriculum_tokens: int | None = ...,
    curriculum_pool: int | None = ...,
) -> list[Row]:
    """Samples of data, as from `lengthen sample --json`.

    curriculum: lengths and order of the training examples (default uniform)
    seed: random seed of training; seed.init, seed.data, ... can override it (0..9007199254740991; default 1)
    lengths: lengths to evaluate (1..100000; default 1..100)
    data_train: file of training pairs (default none)
    data_test: file of test pairs (default none)
    data_validation_file: file of validation pairs (eval.validation) (default none)
    data_validation_fraction: fraction of the training pairs, spaced evenly over the file, that is held out for validation if no validation file is given (0..0.9; default 0)
    data_tokens: unit of a token: a word between blanks, a UTF-8 character, or a byte (default words)
    data_subwords: SentencePiece model or subword-nmt codes that split text into subword tokens; empty: split text as data.tokens says (default none)
    data_bucket: round source lengths up to a multiple of N tokens for reporting (1..100000; default 1)
    data_source: file of training sources, one per line, or of pairs (default none)
    data_target: file of training targets; empty: data.source has pairs (default none)
    data_test_source: file of test sources; may be set when a trained model is evaluated (default none)
    data_test_target: file of test targets (default none)
    data_validation_source: file of validation sources (eval.validation) (default none)
    data_validation_target: file of validation targets (default none)
    data_test_fraction: fraction of the pairs, at the end of the file, that is used for testing if no test file is given (0..0.999999; default 0.1)
    data_target_subwords: SentencePiece model or subword-nmt codes of the targets; empty: one vocabulary for both sides (default none)
    data_least_uses: tokens that occur fewer than N times in the training split become <unk> (1..1073741824; default 1)
    data_vocabulary: keep only the N most frequent tokens; 0: all (0..16777216; default 0)
    data_longest: skip pairs with more than N tokens on either side (1..99999; default 1024)
    data_longest_trained: skip training pairs with more than N tokens on either side, to train on shorter pairs than are evaluated; 0: data.longest (0..99999; default 0)
    data_concatenated: join N consecutive training pairs into one (1..1000; default 1)
    data_file: text file (default none)
    data_test_file: separate test file, in place of the end of data.file; may be set when a trained model is evaluated (default none)
    data_line_ends: words: end every line with the token <eos> (default true)
    data_context: number of context tokens before the first predicted token of a record (1..100000; default 1)
    data_masking: probability that a token is selected for prediction (1e-06..1; default 0.15)
    data_size: size of the file in bytes, which is checked; change it if your file is a part of the corpus (40..1e+15; default 100000000)
    data_newlines: keep newlines as tokens; false: drop them, as the Transformer-XL code does (default true)
    data_folder: directory of the unpacked corpus (default none)
    data_keys: number of distinct keys, and the largest number of pairs in a sequence (1..4096; default 32)
    data_queries: number of keys queried in a sequence (1..1000; default 4)
    data_reach: number of symbols before each query, which is also the largest offset (1..64; default 4)
    data_width: length of a pattern, in symbols (1..16; default 2)
    data_permutations: number of keys, each with a permutation of the symbols (1..4096; default 16)
    data_inverted: probability that the first adjective stays before its noun (0..1; default 0)
    data_examples: number of training examples, divided among the lengths of the curriculum (1..1e+09; default 100000)
    data_validation: validation examples of each length, as a fraction of the training examples of this length (0..10; default 0.15)
    data_test_examples: number of test examples of each length (for addition: of each pair of digit counts) (1..1e+09; default 500)
    data_seed: random seed of all examples (0..9007199254740991; default 9842497)
    data_alphabet: number of different words in sources (1..1e+06; default 6052)
    data_scratchpad: scratchpad before the answer: none; full; full without one part: no_input, no_computation, no_output, no_rest or (in tasks with variables) no_variables; minimal; or five digits 0 or 1, which select the parts input, computation, output, variables and rest (default none)
    data_largest: largest number (10..999999999; default 9999)
    data_smallest: smallest number, at most data.largest (0..999999999; default 10)
    data_split: training split: paper: commands of up to 25 actions; orig: commands of up to 22 actions, as in the original data set (default paper)
    data_prefix: begin every source with a fixed word, such as "Solve:" (default true)
    curriculum_lengths: training lengths (1..100000; default 1..40)
    curriculum_length: length of every training sequence (1..100000; default 40)
    curriculum_tau: factor by which the probability grows per token of length; values above 1 favour long sequences (0.001..1000; default 1.1)
    curriculum_initial: length at the first step (1..100000; default 1)
    curriculum_every: steps between increments of the length (1..1e+12; default 1000)
    curriculum_amount: increment of the length, in tokens (0..100000; default 1)
    curriculum_all_lengths: sample uniformly from all lengths reached so far (default false)
    curriculum_tokens: largest batch, in tokens: number of records times (longest source + longest target); a longer record gets its own batch (1..1073741824; default 4096)
    curriculum_pool: number of random records in a pool, which is sorted by length; 0: all records (0..1e+09; default 0)
    """

def encoding(
    name: Literal["none", "sinusoid", "learned", "tupe", "relative", "alibi", "hard_alibi", "rope", "xpos", "t5", "kerple", "sandwich", "shaw", "cope", "fox", "fire", "formula", "kerple_log", "kerple_power", "rotary", "partial_rotary", "pi", "ntk", "dynamic_ntk", "yarn", "llama3", "longrope", "rerope", "self_extend"] | Text | Options | Formula,
    *,
    preset: Names | None = ...,
    config: Files | None = ...,
    task: Literal["even_pairs", "modular_arithmetic", "parity_check", "cycle_navigation", "stack_manipulation", "reverse_string", "modular_arithmetic_brackets", "solve_equation", "duplicate_string", "missing_duplicate_string", "odds_first", "binary_addition", "binary_multiplication", "compute_sqrt", "bucket_sort", "pairs", "translation", "text", "masked_text", "enwik8", "text8", "wikitext", "penn_treebank", "reverse_symbols", "associative_recall", "offset_recall", "pattern_search", "substitution_cipher", "markov_chain", "toy_translation", "copy_rsc", "copy_rsc2x", "copy_rdc", "copy_cmc", "copy_cmc2x", "reverse_mc", "reverse_mc2x", "reverse_mcrv", "half_copy", "addition", "summation", "parity_text", "polynomial", "sort_single", "sort_multi", "scan", "pcfg", "lego_chain", "lego_perm", "rev", "ind", "off", "ciph", "tri", "mt_toy"] | Text | Options | Formula | None = ...,
    data: Literal["even_pairs", "modular_arithmetic", "parity_check", "cycle_navigation", "stack_manipulation", "reverse_string", "modular_arithmetic_brackets", "solve_equation", "duplicate_string", "missing_duplicate_string", "odds_first", "binary_addition", "binary_multiplication", "compute_sqrt", "bucket_sort", "pairs", "translation", "text", "masked_text", "enwik8", "text8", "wikitext", "penn_treebank", "reverse_symbols", "associative_recall", "offset_recall", "pattern_search", "substitution_cipher", "markov_chain", "toy_translation", "copy_rsc", "copy_rsc2x", "copy_rdc", "copy_cmc", "copy_cmc2x", "reverse_mc", "reverse_mc2x", "reverse_mcrv", "half_copy", "addition", "summation", "parity_text", "polynomial", "sort_single", "sort_multi", "scan", "pcfg", "lego_chain", "lego_perm", "rev", "ind", "off", "ciph", "tri", "mt_toy"] | Text | Options | Formula | None = ...,
    architecture: Literal["encoder", "decoder", "encoder_decoder", "perceiver_io", "perceiver_ar", "recurrent", "rnn", "lstm", "stack_rnn", "stack_lstm", "nd_stack_rnn", "tape_rnn", "perceiver", "memory_tokens"] | Text | Options | Formula | None = ...,
    positions: Literal["standard", "randomized", "unsorted", "released", "shifted", "augmented", "interpolated", "equal_mean", "clipped", "document", "shape", "cape"] | Text | Options | Formula | None = ...,
    mask: Literal["full", "causal", "window", "chunk", "lambda", "bca", "three_blocks", "document", "formula"] | Text | Options | Formula | None = ...,
    scale: Literal["inverse_sqrt", "inverse_sqrt_2d", "one", "log_n", "formula"] | Text | Options | Formula | None = ...,
    attention: Literal["softmax", "geometric", "softmax1", "sink", "linear", "persistent"] | Text | Options | Formula | None = ...,
    projection: Literal["linear", "primer", "primer_ez"] | Text | Options | Formula | None = ...,
    residual: Literal["add", "b2t", "scalar", "rezero", "channel", "deepnorm", "deepnet"] | Text | Options | Formula | None = ...,
    block: Literal["post_norm", "pre_norm", "no_norm", "primer", "dual_norm", "normformer", "post_ln", "pre_ln", "residual", "residual_dual"] | Text | Options | Formula | None = ...,
    norm: Literal["layer_norm", "rms_norm", "primer_norm", "rms"] | Text | Options | Formula | None = ...,
    mixer: Literal["relu", "gelu", "gelu_tanh", "swish", "squared_relu", "glu", "bilinear", "reglu", "geglu", "swiglu", "formula", "silu", "relu2", "switch", "base", "sparse_all_mlp", "sparse_mlp"] | Text | Options | Formula | None = ...,
    initialisation: Literal["truncated_normal", "t5", "normal", "xavier", "t_fixup", "depth_rescale"] | Text | Options | Formula | None = ...,
    head: Literal["linear", "tied", "adaptive"] | Text | Options | Formula | None = ...,
    cell: Literal["lstm", "elman"] | Text | Options | Formula | None = ...,
    store: Literal["none", "stack", "nd_stack", "tape"] | Text | Options | Formula | None = ...,
    curriculum: Literal["uniform", "fixed", "reverse_exponential", "regular_increase", "epochs", "token_batches", "segments"] | Text | Options | Formula | None = ...,
    optimizer: Literal["adam", "adafactor", "adamw"] | Text | Options | Formula | None = ...,
    schedule: Literal["constant", "cosine", "formula", "inverse_sqrt", "linear", "noam", "t_fixup"] | Text | Options | Formula | None = ...,
    protocol: Literal["pass", "greedy", "beam", "memory", "windows"] | Text | Options | Formula | None = ...,
    metric: Literal["token_accuracy", "cross_entropy", "exact_match", "perplexity", "bits_per_token", "step_accuracy", "bleu", "chrf", "nll", "accuracy", "bits_per_character", "bits_per_byte"] | Text | Options | Formula | None = ...,
    width: int | None = ...,
    model_width: int | None = ...,
    heads: int | None = ...,
    model_heads: int | None = ...,
    model_key_heads: int | None = ...,
    blocks: int | None = ...,
    model_blocks: int | None = ...,
    model_order: Text | None = ...,
    model_share: Text | None = ...,
    model_share_norms: bool | None = ...,
    model_step_signal: bool | None = ...,
    model_feed_forward: int | None = ...,
    dropout: float | None = ...,
    model_dropout: float | None = ...,
    model_dropout_embedding: float | None = ...,
    model_dropout_attention: float | None = ...,
    model_dropout_hidden: float | None = ...,
    model_dropout_final: float | None = ...,
    model_dropout_words: float | None = ...,
    precision: Literal["fp32", "bf16"] | None = ...,
    model_precision: Literal["fp32", "bf16"] | None = ...,
    model_bias: bool | None = ...,
    model_embedding_scale: Literal["sqrt_width", "one"] | None = ...,
    model_embedding_width: int | None = ...,
    model_embedding_norm: Literal["none", "before_positions", "after_positions"] | None = ...,
    model_qk_norm: Literal["none", "rms", "layer"] | None = ...,
    loss_smoothing: float | None = ...,
    loss_smoothing_over: Literal["all", "others"] | None = ...,
    loss_z: float | None = ...,
    loss_half: bool | None = ...,
    convolution_taps: Text | None = ...,
    convolution_heads: int | None = ...,
    convolution_gate: bool | None = ...,
    convolution_bias: bool | None = ...,
    convolution_renorm_padding: bool | None = ...,
    convolution_dropout_input: float | None = ...,
    convolution_dropout_weights: float | None = ...,
    experts_count: int | None = ...,
    experts_width: int | None = ...,
    experts_capacity: float | None = ...,
    experts_capacity_eval: float | None = ...,
    experts_capacity_least: int | None = ...,
    experts_jitter: float | None = ...,
    experts_balance: float | None = ...,
    experts_z_loss: float | None = ...,
    experts_scale: float | None = ...,
    experts_dropout: float | None = ...,
    experts_sublayers: int | None = ...,
    gating_length: int | None = ...,
    gating_chunks: int | None = ...,
    gating_width: int | None = ...,
    persistent_pairs: int | None = ...,
    persistent_dropout: float | None = ...,
    memorizing_size: int | None = ...,
    memorizing_read: int | None = ...,
    memorizing_combine: Literal["gate", "joint"] | None = ...,
    memorizing_empty: Literal["zero", "bypass"] | None = ...,
    steps: int | None = ...,
    train_steps: int | None = ...,
    lr: float | None = ...,
    train_lr: float | None = ...,
    batch: int | None = ...,
    train_batch: int | None = ...,
    train_clip: float | None = ...,
    optimizer_decay: float | None = ...,
    optimizer_decay_on: Literal["all", "all_but_biases", "matrices", "matrices_and_embeddings"] | None = ...,
    train_until: Text | None = ...,
    train_patience: int | None = ...,
    train_time: Text | None = ...,
    init: Text | None = ...,
    train_init: Text | None = ...,
    seed: int | range | Sequence[int] | None = ...,
    train_seed: int | range | Sequence[int] | None = ...,
    seed_init: int | None = ...,
    seed_data: int | None = ...,
    seed_length: int | None = ...,
    seed_dropout: int | None = ...,
    seed_positions: int | None = ...,
    lengths: Lengths | None = ...,
    eval_lengths: Lengths | None = ...,
    eval_sequences: int | None = ...,
    eval_seed: int | None = ...,
    eval_position_samples: int | None = ...,
    eval_batch: int | None = ...,
    eval_dropout: bool | None = ...,
    eval_targets: int | None = ...,
    eval_stride: int | None = ...,
    eval_validation: Literal["test", "validation"] | None = ...,
    eval_checkpoint: Literal["last", "best"] | None = ...,
    eval_max_tokens: int | None = ...,
    eval_score: Literal["first-ood..max", "paper-exact", "all"] | None = ...,
    eval_score_above: int | None = ...,
    eval_with: Text | Options | None = ...,
    eval_average: Literal["lengths", "examples"] | None = ...,
    eval_label: Text | None = ...,
    out: Text | None = ...,
    threads: int | None = ...,
    log: Literal["none", "tensorboard"] | None = ...,
    train_log_every: int | None = ...,
    train_checkpoint_every: int | None = ...,
    train_keep: int | None = ...,
    train_keep_state: Literal["always", "unfinished"] | None = ...,
    eval_every: int | None = ...,
    data_train: Text | None = ...,
    data_test: Text | None = ...,
    data_validation_file: Text | None = ...,
    data_validation_fraction: float | None = ...,
    data_tokens: Literal["words", "characters", "bytes"] | None = ...,
    data_subwords: Text | None = ...,
    data_bucket: int | None = ...,
    data_source: Text | None = ...,
    data_target: Text | None = ...,
    data_test_source: Text | None = ...,
    data_test_target: Text | None = ...,
    data_validation_source: Text | None = ...,
    data_validation_target: Text | None = ...,
    data_test_fraction: float | None = ...,
    data_target_subwords: Text | None = ...,
    data_least_uses: int | None = ...,
    data_vocabulary: int | None = ...,
    data_longest: int | None = ...,
    data_longest_trained: int | None = ...,
    data_concatenated: int | None = ...,
    data_file: Text | None = ...,
    data_test_file: Text | None = ...,
    data_line_ends: bool | None = ...,
    data_context: int | None = ...,
    data_masking: float | None = ...,
    data_size: int | None = ...,
    data_newlines: bool | None = ...,
    data_folder: Text | None = ...,
    data_keys: int | None = ...,
    data_queries: int | None = ...,
    data_reach: int | None = ...,
    data_width: int | None = ...,
    data_permutations: int | None = ...,
    data_inverted: float | None = ...,
    data_examples: int | None = ...,
    data_validation: float | None = ...,
    data_test_examples: int | None = ...,
    data_seed: int | None = ...,
    data_alphabet: int | None = ...,
    data_scratchpad: Text | None = ...,
    data_largest: int | None = ...,
    data_smallest: int | None = ...,
    data_split: Literal["paper", "orig"] | None = ...,
    data_prefix: bool | None = ...,
    model_decode: Literal["parallel", "autoregressive", "in_place"] | None = ...,
    model_computation_steps: int | None = ...,
    architecture_memory_tokens: int | None = ...,
    architecture_memory_form: Literal["plain", "controller", "bottleneck"] | None = ...,
    architecture_memory: int | None = ...,
    architecture_memory_start: Literal["empty", "zeros"] | None = ...,
    architecture_vocabulary: int | None = ...,
    architecture_begin: Literal["own", "end"] | None = ...,
    architecture_tables: Literal["auto", "shared", "apart"] | None = ...,
    encoder_encoding: Literal["same", "none", "sinusoid", "learned", "tupe", "relative", "alibi", "hard_alibi", "rope", "xpos", "t5", "kerple", "sandwich", "shaw", "cope", "fox", "fire", "formula"] | None = ...,
    encoder_positions: Literal["same", "standard", "randomized", "unsorted", "released", "shifted", "augmented", "interpolated", "equal_mean", "clipped", "document"] | None = ...,
    decoder_encoding: Literal["same", "none", "sinusoid", "learned", "tupe", "relative", "alibi", "hard_alibi", "rope", "xpos", "t5", "kerple", "sandwich", "shaw", "cope", "fox", "fire", "formula"] | None = ...,
    decoder_positions: Literal["same", "standard", "randomized", "unsorted", "released", "shifted", "augmented", "interpolated", "equal_mean", "clipped", "document"] | None = ...,
    cross_encoding: Literal["none", "sinusoid", "learned", "tupe", "relative", "alibi", "hard_alibi", "rope", "xpos", "t5", "kerple", "sandwich", "shaw", "cope", "fox", "fire", "formula"] | None = ...,
    architecture_latents: int | None = ...,
    architecture_repeats: int | None = ...,
    architecture_query_residual: bool | None = ...,
    architecture_output: Literal["queries", "mean"] | None = ...,
    architecture_hidden: int | None = ...,
    positions_L: int | None = ...,
    positions_draw: Literal["auto", "positions", "distances"] | None = ...,
    positions_per: Literal["auto", "pass", "block", "sequence"] | None = ...,
    positions_both_sides: bool | None = ...,
    positions_even: bool | None = ...,
    encoder_positions_L: int | None = ...,
    encoder_positions_draw: Literal["auto", "positions", "distances"] | None = ...,
    encoder_positions_per: Literal["auto", "pass", "block", "sequence"] | None = ...,
    encoder_positions_both_sides: bool | None = ...,
    encoder_positions_even: bool | None = ...,
    decoder_positions_L: int | None = ...,
    decoder_positions_draw: Literal["auto", "positions", "distances"] | None = ...,
    decoder_positions_per: Literal["auto", "pass", "block", "sequence"] | None = ...,
    decoder_positions_both_sides: bool | None = ...,
    decoder_positions_even: bool | None = ...,
    positions_shift: int | None = ...,
    positions_eval_shift: int | None = ...,
    encoder_positions_shift: int | None = ...,
    encoder_positions_eval_shift: int | None = ...,
    decoder_positions_shift: int | None = ...,
    decoder_positions_eval_shift: int | None = ...,
    positions_global_shift: float | None = ...,
    positions_local_shift: float | None = ...,
    positions_max_scale: float | None = ...,
    positions_center: bool | None = ...,
    positions_source_factor: float | None = ...,
    encoder_positions_global_shift: float | None = ...,
    encoder_positions_local_shift: float | None = ...,
    encoder_positions_max_scale: float | None = ...,
    encoder_positions_center: bool | None = ...,
    encoder_positions_source_factor: float | None = ...,
    decoder_positions_global_shift: float | None = ...,
    decoder_positions_local_shift: float | None = ...,
    decoder_positions_max_scale: float | None = ...,
    decoder_positions_center: bool | None = ...,
    decoder_positions_source_factor: float | None = ...,
    positions_factor: float | None = ...,
    positions_trained: int | None = ...,
    encoder_positions_factor: float | None = ...,
    encoder_positions_trained: int | None = ...,
    decoder_positions_factor: float | None = ...,
    decoder_positions_trained: int | None = ...,
    positions_law: Literal["exponential", "beta", "fixed"] | None = ...,
    positions_longest: int | None = ...,
    encoder_positions_law: Literal["exponential", "beta", "fixed"] | None = ...,
    encoder_positions_longest: int | None = ...,
    decoder_positions_law: Literal["exponential", "beta", "fixed"] | None = ...,
    decoder_positions_longest: int | None = ...,
    positions_width: int | None = ...,
    positions_compress: float | None = ...,
    encoder_positions_width: int | None = ...,
    encoder_positions_compress: float | None = ...,
    decoder_positions_width: int | None = ...,
    decoder_positions_compress: float | None = ...,
    positions_separator: Text | None = ...,
    encoder_positions_separator: Text | None = ...,
    decoder_positions_separator: Text | None = ...,
    base: float | None = ...,
    encoding_base: float | None = ...,
    layout: Literal["halves", "interleaved"] | None = ...,
    encoding_layout: Literal["halves", "interleaved"] | None = ...,
    first: int | None = ...,
    encoding_first: int | None = ...,
    encoder_encoding_base: float | None = ...,
    encoder_encoding_layout: Literal["halves", "interleaved"] | None = ...,
    encoder_encoding_first: int | None = ...,
    decoder_encoding_base: float | None = ...,
    decoder_encoding_layout: Literal["halves", "interleaved"] | None = ...,
    decoder_encoding_first: int | None = ...,
    cross_encoding_base: float | None = ...,
    cross_encoding_layout: Literal["halves", "interleaved"] | None = ...,
    cross_encoding_first: int | None = ...,
    rows: int | None = ...,
    encoding_rows: int | None = ...,
    encoder_encoding_rows: int | None = ...,
    decoder_encoding_rows: int | None = ...,
    cross_encoding_rows: int | None = ...,
    relative: bool | None = ...,
    encoding_relative: bool | None = ...,
    buckets: int | None = ...,
    encoding_buckets: int | None = ...,
    max_distance: int | None = ...,
    encoding_max_distance: int | None = ...,
    first_token: Literal["alike", "free", "rows"] | None = ...,
    encoding_first_token: Literal["alike", "free", "rows"] | None = ...,
    released: bool | None = ...,
    encoding_released: bool | None = ...,
    encoder_encoding_relative: bool | None = ...,
    encoder_encoding_buckets: int | None = ...,
    encoder_encoding_max_distance: int | None = ...,
    encoder_encoding_first_token: Literal["alike", "free", "rows"] | None = ...,
    encoder_encoding_released: bool | None = ...,
    decoder_encoding_relative: bool | None = ...,
    decoder_encoding_buckets: int | None = ...,
    decoder_encoding_max_distance: int | None = ...,
    decoder_encoding_first_token: Literal["alike", "free", "rows"] | None = ...,
    decoder_encoding_released: bool | None = ...,
    cross_encoding_relative: bool | None = ...,
    cross_encoding_buckets: int | None = ...,
    cross_encoding_max_distance: int | None = ...,
    cross_encoding_first_token: Literal["alike", "free", "rows"] | None = ...,
    cross_encoding_released: bool | None = ...,
    shared_terms: bool | None = ...,
    encoding_shared_terms: bool | None = ...,
    terms: Literal["abcd", "abc", "abd", "ab", "acd", "ac", "ad", "a", "bcd", "bc", "bd", "b", "cd", "c", "d"] | None = ...,
    encoding_terms: Literal["abcd", "abc", "abd", "ab", "acd", "ac", "ad", "a", "bcd", "bc", "bd", "b", "cd", "c", "d"] | None = ...,
    encoder_encoding_shared_terms: bool | None = ...,
    encoder_encoding_terms: Literal["abcd", "abc", "abd", "ab", "acd", "ac", "ad", "a", "bcd", "bc", "bd", "b", "cd", "c", "d"] | None = ...,
    decoder_encoding_shared_terms: bool | None = ...,
    decoder_encoding_terms: Literal["abcd", "abc", "abd", "ab", "acd", "ac", "ad", "a", "bcd", "bc", "bd", "b", "cd", "c", "d"] | None = ...,
    cross_encoding_shared_terms: bool | None = ...,
    cross_encoding_terms: Literal["abcd", "abc", "abd", "ab", "acd", "ac", "ad", "a", "bcd", "bc", "bd", "b", "cd", "c", "d"] | None = ...,
    sides: Literal["half_shift", "symmetric", "split_heads", "two_slopes"] | None = ...,
    encoding_sides: Literal["half_shift", "symmetric", "split_heads", "two_slopes"] | None = ...,
    right_slope: float | None = ...,
    encoding_right_slope: float | None = ...,
    trained_slopes: bool | None = ...,
    encoding_trained_slopes: bool | None = ...,
    encoder_encoding_sides: Literal["half_shift", "symmetric", "split_heads", "two_slopes"] | None = ...,
    encoder_encoding_right_slope: float | None = ...,
    encoder_encoding_trained_slopes: bool | None = ...,
    decoder_encoding_sides: Literal["half_shift", "symmetric", "split_heads", "two_slopes"] | None = ...,
    decoder_encoding_right_slope: float | None = ...,
    decoder_encoding_trained_slopes: bool | None = ...,
    cross_encoding_sides: Literal["half_shift", "symmetric", "split_heads", "two_slopes"] | None = ...,
    cross_encoding_right_slope: float | None = ...,
    cross_encoding_trained_slopes: bool | None = ...,
    local_heads: int | None = ...,
    encoding_local_heads: int | None = ...,
    encoder_encoding_local_heads: int | None = ...,
    decoder_encoding_local_heads: int | None = ...,
    cross_encoding_local_heads: int | None = ...,
    fraction: float | None = ...,
    encoding_fraction: float | None = ...,
    pairs: Literal["neighbours", "halves"] | None = ...,
    encoding_pairs: Literal["neighbours", "halves"] | None = ...,
    frequencies: Literal["trained", "interpolated", "ntk", "parts_rotations", "parts_index", "parts_unrounded", "llama3", "longrope"] | None = ...,
    encoding_frequencies: Literal["trained", "interpolated", "ntk", "parts_rotations", "parts_index", "parts_unrounded", "llama3", "longrope"] | None = ...,
    extension: float | None = ...,
    encoding_extension: float | None = ...,
    trained: int | None = ...,
    encoding_trained: int | None = ...,
    dynamic: bool | None = ...,
    encoding_dynamic: bool | None = ...,
    temperature: float | None = ...,
    encoding_temperature: float | None = ...,
    factors: Text | None = ...,
    encoding_factors: Text | None = ...,
    short_factors: Text | None = ...,
    encoding_short_factors: Text | None = ...,
    frequency: Text | None = ...,
    encoding_frequency: Text | None = ...,
    clip: int | None = ...,
    encoding_clip: int | None = ...,
    compress: float | None = ...,
    encoding_compress: float | None = ...,
    group: int | None = ...,
    encoding_group: int | None = ...,
    encoder_encoding_fraction: float | None = ...,
    encoder_encoding_pairs: Literal["neighbours", "halves"] | None = ...,
    encoder_encoding_frequencies: Literal["trained", "interpolated", "ntk", "parts_rotations", "parts_index", "parts_unrounded", "llama3", "longrope"] | None = ...,
    encoder_encoding_extension: float | None = ...,
    encoder_encoding_trained: int | None = ...,
    encoder_encoding_dynamic: bool | None = ...,
    encoder_encoding_temperature: float | None = ...,
    encoder_encoding_factors: Text | None = ...,
    encoder_encoding_short_factors: Text | None = ...,
    encoder_encoding_frequency: Text | None = ...,
    encoder_encoding_clip: int | None = ...,
    encoder_encoding_compress: float | None = ...,
    encoder_encoding_group: int | None = ...,
    decoder_encoding_fraction: float | None = ...,
    decoder_encoding_pairs: Literal["neighbours", "halves"] | None = ...,
    decoder_encoding_frequencies: Literal["trained", "interpolated", "ntk", "parts_rotations", "parts_index", "parts_unrounded", "llama3", "longrope"] | None = ...,
    decoder_encoding_extension: float | None = ...,
    decoder_encoding_trained: int | None = ...,
    decoder_encoding_dynamic: bool | None = ...,
    decoder_encoding_temperature: float | None = ...,
    decoder_encoding_factors: Text | None = ...,
    decoder_encoding_short_factors: Text | None = ...,
    decoder_encoding_frequency: Text | None = ...,
    decoder_encoding_clip: int | None = ...,
    decoder_encoding_compress: float | None = ...,
    decoder_encoding_group: int | None = ...,
    cross_encoding_fraction: float | None = ...,
    cross_encoding_pairs: Literal["neighbours", "halves"] | None = ...,
    cross_encoding_frequencies: Literal["trained", "interpolated", "ntk", "parts_rotations", "parts_index", "parts_unrounded", "llama3", "longrope"] | None = ...,
    cross_encoding_extension: float | None = ...,
    cross_encoding_trained: int | None = ...,
    cross_encoding_dynamic: bool | None = ...,
    cross_encoding_temperature: float | None = ...,
    cross_encoding_factors: Text | None = ...,
    cross_encoding_short_factors: Text | None = ...,
    cross_encoding_frequency: Text | None = ...,
    cross_encoding_clip: int | None = ...,
    cross_encoding_compress: float | None = ...,
    cross_encoding_group: int | None = ...,
    scale_base: float | None = ...,
    encoding_scale_base: float | None = ...,
    gamma: float | None = ...,
    encoding_gamma: float | None = ...,
    zeta: float | None = ...,
    encoding_zeta: float | None = ...,
    center: int | None = ...,
    encoding_center: int | None = ...,
    encoder_encoding_scale_base: float | None = ...,
    encoder_encoding_gamma: float | None = ...,
    encoder_encoding_zeta: float | None = ...,
    encoder_encoding_center: int | None = ...,
    decoder_encoding_scale_base: float | None = ...,
    decoder_encoding_gamma: float | None = ...,
    decoder_encoding_zeta: float | None = ...,
    decoder_encoding_center: int | None = ...,
    cross_encoding_scale_base: float | None = ...,
    cross_encoding_gamma: float | None = ...,
    cross_encoding_zeta: float | None = ...,
    cross_encoding_center: int | None = ...,
    kernel: Literal["log", "power"] | None = ...,
    encoding_kernel: Literal["log", "power"] | None = ...,
    bias_in_scale: bool | None = ...,
    encoding_bias_in_scale: bool | None = ...,
    encoder_encoding_kernel: Literal["log", "power"] | None = ...,
    encoder_encoding_bias_in_scale: bool | None = ...,
    decoder_encoding_kernel: Literal["log", "power"] | None = ...,
    decoder_encoding_bias_in_scale: bool | None = ...,
    cross_encoding_kernel: Literal["log", "power"] | None = ...,
    cross_encoding_bias_in_scale: bool | None = ...,
    shared_table: bool | None = ...,
    encoding_shared_table: bool | None = ...,
    encoder_encoding_shared_table: bool | None = ...,
    decoder_encoding_shared_table: bool | None = ...,
    cross_encoding_shared_table: bool | None = ...,
    max_position: int | None = ...,
    encoding_max_position: int | None = ...,
    term_in_scale: bool | None = ...,
    encoding_term_in_scale: bool | None = ...,
    encoder_encoding_max_position: int | None = ...,
    encoder_encoding_term_in_scale: bool | None = ...,
    decoder_encoding_max_position: int | None = ...,
    decoder_encoding_term_in_scale: bool | None = ...,
    cross_encoding_max_position: int | None = ...,
    cross_encoding_term_in_scale: bool | None = ...,
    hidden: int | None = ...,
    encoding_hidden: int | None = ...,
    threshold: int | None = ...,
    encoding_threshold: int | None = ...,
    shared_bias: bool | None = ...,
    encoding_shared_bias: bool | None = ...,
    encoder_encoding_hidden: int | None = ...,
    encoder_encoding_threshold: int | None = ...,
    encoder_encoding_shared_bias: bool | None = ...,
    decoder_encoding_hidden: int | None = ...,
    decoder_encoding_threshold: int | None = ...,
    decoder_encoding_shared_bias: bool | None = ...,
    cross_encoding_hidden: int | None = ...,
    cross_encoding_threshold: int | None = ...,
    cross_encoding_shared_bias: bool | None = ...,
    bias: Text | None = ...,
    encoding_bias: Text | None = ...,
    parameters: Text | None = ...,
    encoding_parameters: Text | None = ...,
    numbers: Text | None = ...,
    encoding_numbers: Text | None = ...,
    encoder_encoding_bias: Text | None = ...,
    encoder_encoding_parameters: Text | None = ...,
    encoder_encoding_numbers: Text | None = ...,
    decoder_encoding_bias: Text | None = ...,
    decoder_encoding_parameters: Text | None = ...,
    decoder_encoding_numbers: Text | None = ...,
    cross_encoding_bias: Text | None = ...,
    cross_encoding_parameters: Text | None = ...,
    cross_encoding_numbers: Text | None = ...,
    mask_same_length: Literal["no", "memory", "memory_and_self"] | None = ...,
    mask_width: int | None = ...,
    mask_form: Literal["symmetric", "half", "causal", "edge_shift"] | None = ...,
    mask_chunk: int | None = ...,
    mask_sinks: int | None = ...,
    mask_block: int | None = ...,
    mask_separator: Text | None = ...,
    mask_formula: Text | None = ...,
    mask_numbers: Text | None = ...,
    scale_keys: int | None = ...,
    scale_at_least_one: bool | None = ...,
    scale_times: Literal["inverse_sqrt", "inverse_sqrt_2d", "one"] | None = ...,
    scale_formula: Text | None = ...,
    scale_parameters: Text | None = ...,
    scale_numbers: Text | None = ...,
    attention_l1: bool | None = ...,
    projection_centred: bool | None = ...,
    projection_shared: bool | None = ...,
    projection_cross: bool | None = ...,
    residual_sublayers: Literal["all", "feed_forward"] | None = ...,
    block_attention_norm: bool | None = ...,
    block_head_scale: Literal["none", "heads", "output"] | None = ...,
    block_hidden_norm: bool | None = ...,
    norm_epsilon: float | None = ...,
    mixer_width: Literal["full", "two_thirds", "two_thirds_8"] | None = ...,
    mixer_formula: Text | None = ...,
    mixer_numbers: Text | None = ...,
    initialisation_scale: float | None = ...,
    initialisation_deviation: float | None = ...,
    initialisation_scale_positions: bool | None = ...,
    initialisation_of: Literal["xavier", "truncated_normal", "t5"] | None = ...,
    head_scaled: bool | None = ...,
    head_bias: bool | None = ...,
    head_cutoffs: Text | None = ...,
    head_divisor: int | None = ...,
    head_embedding: Literal["tied", "untied", "table"] | None = ...,
    head_projections: Literal["all_but_first", "all", "none"] | None = ...,
    store_count: int | None = ...,
    store_columns: int | None = ...,
    store_cells: int | None = ...,
    store_joint: bool | None = ...,
    store_states: int | None = ...,
    store_symbols: int | None = ...,
    store_reading: Literal["symbols", "states"] | None = ...,
    store_hidden: int | None = ...,
    curriculum_lengths: Lengths | None = ...,
    curriculum_length: int | None = ...,
    curriculum_tau: float | None = ...,
    curriculum_initial: int | None = ...,
    curriculum_every: int | None = ...,
    curriculum_amount: int | None = ...,
    curriculum_all_lengths: bool | None = ...,
    curriculum_tokens: int | None = ...,
    curriculum_pool: int | None = ...,
    optimizer_beta1: float | None = ...,
    optimizer_beta2: float | None = ...,
    optimizer_epsilon: float | None = ...,
    optimizer_epsilon_to: Literal["corrected", "raw"] | None = ...,
    optimizer_decay_by: Literal["rate", "schedule", "gradient"] | None = ...,
    optimizer_step: Literal["relative", "relative_warmup", "schedule"] | None = ...,
    optimizer_scale_parameter: bool | None = ...,
    optimizer_smallest: float | None = ...,
    optimizer_update_clip: float | None = ...,
    optimizer_exponent: float | None = ...,
    schedule_warmup: int | None = ...,
    schedule_warmup_from: float | None = ...,
    schedule_floor: float | None = ...,
    schedule_end: int | None = ...,
    schedule_floor_at: Literal["after", "last"] | None = ...,
    schedule_formula: Text | None = ...,
    schedule_numbers: Text | None = ...,
    schedule_delay: int | None = ...,
    eval_beam: int | None = ...,
    eval_length_norm: Literal["gnmt", "fairseq"] | None = ...,
    eval_length_penalty: float | None = ...,
    eval_length_factor: float | None = ...,
    eval_length_extra: int | None = ...,
    eval_memory: int | None = ...,
    eval_same_span: bool | None = ...,
    eval_lanes: int | None = ...,
) -> Encoding:
    """An untrained positional encoding, with its options (`max_distance`) and those of the run.

    task: task or text that the model learns (default reverse_string)
    architecture: overall structure of the model (default encoder)
    positions: how tokens get their position ids (default standard)
    mask: attention mask: which keys each query attends to (default full)
    scale: scale factor of the attention logits (default inverse_sqrt)
    attention: how attention logits become attention weights (default softmax)
    projection: how queries, keys and values are computed (default linear)
    residual: residual connection around each sublayer (default add)
    block: where the norms of a block are placed (default post_norm)
    norm: how vectors of the residual stream are normalized (default layer_norm)
    mixer: feed-forward network of a block: its activation and gate (default relu)
    initialisation: how parameters are initialized (default truncated_normal)
    head: output layer: how logits are computed (default linear)
    cell: cell of a recurrent network (default lstm)
    store: external memory of a recurrent network (default none)
    curriculum: lengths and order of the training examples (default uniform)
    optimizer: how gradients update the parameters (default adam)
    schedule: learning-rate schedule (default constant)
    protocol: evaluation protocol: how answers are obtained (default pass)
    metric: metric of scores, tables, figures and the best checkpoint (default token_accuracy)
    width: width d of the residual stream (1..8192; default 64)
    heads: number of attention heads; each head has width / heads columns (the head width) (1..256; default 8)
    model_key_heads: number of key/value heads, a divisor of model.heads (grouped-query attention); each key/value head serves model.heads / model.key_heads neighbouring query heads; fewer key/value heads shrink the key/value cache; 1: multi-query attention; 0: as many as model.heads (0..256; default 0)
    blocks: number of blocks (layers) (1..256; default 5)
    model_order: sublayers of a block in order, one letter each: s is self-attention, f is feed-forward (lengthen list sublayers lists all letters). c is the cross-attention of encoder_decoder. It always follows token-mixing sublayers, so sf means scf. macaron: fsf, without the factors 1/2. sandwich:K: in a model of N blocks, s K times, then sf N-K times, then f K times. memorizing: sf, but the fourth block from the top has k in place of s. Some residuals and initializations depend on the number of layers: a layer starts at each token-mixing letter, and a bar ends a layer, as in s|ff (default sf)
    model_share: which blocks share their parameters: none; all (ALBERT, Universal Transformer); groups:N: adjacent blocks, in N groups; or for each block the index of its parameter set, such as 0,0,1 (default none)
    model_share_norms: blocks that share parameters also share the gains and offsets of their norms (default true)
    model_step_signal: add two vectors to the input of each block: the position vector that the encoding adds to embeddings, and a sinusoid of the block's number, from 1 (Universal Transformer) (default false)
    model_feed_forward: hidden width of the feed-forward network; unless set, 4 times model.width (1..65536; default 256)
    dropout: dropout rate on sublayer outputs and on embeddings with added positions (0..0.95; default 0.1)
    model_dropout_embedding: dropout rate on token embeddings, after positions are added; -1: model.dropout if the encoding adds positions, else 0 (-1..0.95; default -1)
    model_dropout_attention: dropout rate on attention weights, after the softmax; weights that are kept are multiplied by 1 / (1 - rate) (0..0.95; default 0)
    model_dropout_hidden: dropout rate on the hidden layer of the feed-forward network (0..0.95; default 0)
    model_dropout_final: dropout rate on the input of the output layer (0..0.95; default 0)
    model_dropout_words: probability that training replaces an input token with a random token of the vocabulary (0..0.95; default 0)
    precision: number format of the inputs of matrix products and, if the head width is a multiple of 32, of keys and values stored in decoding; all other numbers are fp32; with bf16, training is up to twice as fast (default fp32)
    model_bias: use biases in the feed-forward and output layers, and offsets in layer norms (default true)
    model_embedding_scale: factor that multiplies token embeddings: the square root of the width, or 1 (T5) (default sqrt_width)
    model_embedding_width: width of token embeddings; a linear map projects them to model.width (ALBERT: 128); 0: model.width, without a map (0..8192; default 0)
    model_embedding_norm: norm of the token embeddings: before positions are added (BLOOM) or after (BERT) (default none)
    model_qk_norm: norm of queries and keys, head by head, before the encoding rotates them: RMS norm or layer norm (default none)
    loss_smoothing: label smoothing: fraction of each target's probability that is spread over the output symbols in training; evaluation reports the plain cross-entropy (0..0.95; default 0)
    loss_smoothing_over: output symbols that share the fraction loss.smoothing equally: all: all V symbols; others: the V-1 symbols other than the target (fairseq) (default all)
    loss_z: z-loss: coefficient of (log sum exp logits)^2 in the training loss; 1e-4 keeps logits small (0..1; default 0)
    loss_half: text: train only on the second half of each window, where targets have longer contexts (default false)
    convolution_taps: kernel size in tokens: one number, or one number for each layer, such as 3,7,15; all further layers have the last number (default 7)
    convolution_heads: number of kernels of a layer; each kernel convolves width / heads adjacent columns; 0: as many as model.heads (0..8192; default 0)
    convolution_gate: the input of the convolution is gated: (x Wa + a) * sigmoid(x Wb + b); false: it is x Wa + a (default true)
    convolution_bias: add a bias to the map that computes the kernel of a dynamic convolution (default false)
    convolution_renorm_padding: renormalize the kernel at the ends of the sequence, so that the weights inside the sequence sum to 1; false: pad with zeros (default false)
    convolution_dropout_input: dropout rate on the input of the maps before a convolution; the paper uses 0.1 (0..0.95; default 0)
    convolution_dropout_weights: dropout rate on the kernel weights of each token; the paper uses 0.1 (0..0.95; default 0)
    experts_count: number of experts in a sublayer e or b (1..256; default 8)
    experts_width: hidden width of an expert; 0: model.feed_forward (0..65536; default 0)
    experts_capacity: sublayer e, in training: capacity factor F; an expert processes at most F times an equal share of the tokens, and further tokens skip the sublayer; 0: no limit (0..1000; default 1.25)
    experts_capacity_eval: sublayer e, in evaluation: capacity factor; -1: no limit if the mask is causal (tokens may be decoded one by one), 2 if it is not (-1..1000; default -1)
    experts_capacity_least: sublayer e: lower bound of an expert's capacity, in tokens (1..1e+09; default 4)
    experts_jitter: sublayer e: in training, multiply the router's input by random numbers in 1-J..1+J (0..0.99; default 0.01)
    experts_balance: sublayer e: coefficient of the load-balancing loss (0..1000; default 0.01)
    experts_z_loss: sublayer e: coefficient of the router z-loss, which keeps the router's logits small; usually 0.001 (0..1000; default 0)
    experts_scale: sublayer e: scale S of the initial weights of router and experts, truncated normal with standard deviation sqrt(S / inputs); 0: as set by --initialisation (0..1000; default 0.1)
    experts_dropout: dropout rate on the hidden layer of experts; -1: model.dropout (-1..0.95; default -1)
    experts_sublayers: sublayer b: number of feed-forward networks stacked in an expert (1..16; default 1)
    gating_length: sublayer g: size of the matrices over tokens, and so the longest sequence that the model accepts (1..8192; default 128)
    gating_chunks: sublayer g: number of column chunks, each with its own matrix over tokens (1..256; default 4)
    gating_width: sublayer g: number of columns that are mixed; 0: model.width (0..65536; default 0)
    persistent_pairs: sublayer a: number of trained key-value pairs in each head, in addition to the pairs of the tokens; -1: model.feed_forward (-1..65536; default -1)
    persistent_dropout: dropout rate on the attention weights of the trained pairs of sublayer a, after the softmax (0..0.95; default 0)
    memorizing_size: sublayer k: number of key-value pairs of earlier segments in the memory of each text stream and head; 0: no memory (0..16777216; default 2048)
    memorizing_read: sublayer k: number of nearest pairs that a token retrieves in each head (1..65536; default 32)
    memorizing_combine: sublayer k: how retrieved and local attention are combined: gate: by a trained weight of each head; joint: in one softmax (default gate)
    memorizing_empty: sublayer k, while the memory is empty: zero: the gate mixes in zeros; bypass: local attention only (default zero)
    steps: optimizer steps (1..1e+12; default 10000)
    lr: learning rate (0..100; default 0.001)
    batch: number of sequences in a training step; all have the same length, except with curriculum: epochs (1..65536; default 128)
    train_clip: clip the global norm of the gradient to this value; 0: no clipping (0..1e+09; default 1)
    optimizer_decay: decoupled weight decay per step, multiplied by the learning rate (0..1; default 0)
    optimizer_decay_on: parameters with weight decay: all: all parameters; all_but_biases: all but biases and the parameters of encodings; matrices: matrices except token and position embeddings; matrices_and_embeddings: matrices and token embeddings (default all)
    train_until: stop when a validation (eval.every) reaches this score: METRIC>=NUMBER or METRIC<=NUMBER, such as 'token_accuracy>=0.99' or 'perplexity<=20'; none: never (default none)
    train_patience: stop after N validations (eval.every) in a row without a better score; 0: never (0..1e+09; default 0)
    train_time: stop after this training time, summed over restarts: 90s, 30m, 2h; none: never. The number of steps, and so the result, then depends on the machine (default none)
    init: initialize parameters from the last model of a run, or from a file such as model.safetensors; only parameters with matching names and shapes, without the optimizer state (default none)
    seed: random seed of training; seed.init, seed.data, ... can override it (0..9007199254740991; default 1)
    seed_init: seed of the initial parameters; -1: train.seed (-1..9007199254740991; default -1)
    seed_data: seed of the training sequences; -1: train.seed (-1..9007199254740991; default -1)
    seed_length: seed of the training lengths; -1: train.seed (-1..9007199254740991; default -1)
    seed_dropout: seed of dropout in training; -1: train.seed (-1..9007199254740991; default -1)
    seed_positions: seed of the position samples of training steps; -1: train.seed (-1..9007199254740991; default -1)
    lengths: lengths to evaluate (1..100000; default 1..100)
    eval_sequences: sequences evaluated at each length; for text, see eval.targets (1..1e+07; default 500)
    eval_seed: random seed of evaluation (0..9007199254740991; default 1)
    eval_position_samples: position samples at each length; the sequences are divided among them, and token accuracy is the mean over samples (1..1e+06; default 1)
    eval_batch: sequences evaluated at once; affects memory, not results (1..1e+06; default 512)
    eval_dropout: keep dropout on in evaluation, as the released code of Ruoss et al. 2023 does (default false)
    eval_targets: text: score the last N target tokens of the test split, at every length; 0: N is eval.sequences times the shortest length, or less if the split is so short that the longest length needs some of these tokens as context (0..1e+15; default 0)
    eval_stride: text: each window scores its last N target tokens, and windows advance by N; 1: sliding windows; the longest length or more: windows do not overlap; 0: N is the shortest length, so that at length T every target has at least T - N tokens of context (0..100000; default 0)
    eval_validation: data for validation during training: validation: the validation split, at up to 40 of the training lengths; test: the test split at eval.lengths, which should not select a model or stop training (default validation)
    eval_checkpoint: checkpoint to evaluate: the last one, or the one with the best validation score (default last)
    eval_max_tokens: greedy decoding: cut an answer off once source and answer together have N tokens; 0: once the answer is as long as the target (0..100000; default 0)
    eval_score: lengths that the score averages over: first-ood..max: all evaluated lengths beyond the training lengths; paper-exact: the same lengths without the shortest, as in the example script of Ruoss et al. 2023; all: all evaluated lengths (default first-ood..max)
    eval_score_above: count lengths above N as beyond training, so that models trained on different lengths are scored over the same lengths; 0: the longest training length (0..100000; default 0)
    eval_with: options that replace training options in the evaluation, such as 'mask: window, mask.width: 40': options of positions, mask and scale, and options of encodings that extend the context (default none)
    eval_average: average a score over lengths (with equal weights) or over examples (finite data sets have more examples at some lengths) (default lengths)
    eval_label: name of this evaluation, such as ensemble-3; claims can select runs by this name; it does not affect results (default none)
    out: run directory; <hash> is replaced by the hash of the config (default runs/<hash>)
    threads: number of threads; 0: all processors, divided among concurrent runs (0..1024; default 0)
    log: tensorboard: also write a TensorBoard event file (default none)
    train_log_every: write a line to metrics.jsonl every N steps (1..1e+09; default 100)
    train_checkpoint_every: write a checkpoint every N steps (1..1e+09; default 1000)
    train_keep: keep the models of the last N checkpoints; 1: model.safetensors only (1..1e+06; default 1)
    train_keep_state: how long to keep state.safetensors, which is three times as large as the model: always, or (unfinished) until the run is finished; without this file, a finished run cannot be trained for more steps (default always)
    eval_every: validate every N steps (eval.validation) and keep the best checkpoint; 0: never (0..1e+09; default 0)
    data_train: file of training pairs (default none)
    data_test: file of test pairs (default none)
    data_validation_file: file of validation pairs (eval.validation) (default none)
    data_validation_fraction: fraction of the training pairs, spaced evenly over the file, that is held out for validation if no validation file is given (0..0.9; default 0)
    data_tokens: unit of a token: a word between blanks, a UTF-8 character, or a byte (default words)
    data_subwords: SentencePiece model or subword-nmt codes that split text into subword tokens; empty: split text as data.tokens says (default none)
    data_bucket: round source lengths up to a multiple of N tokens for reporting (1..100000; default 1)
    data_source: file of training sources, one per line, or of pairs (default none)
    data_target: file of training targets; empty: data.source has pairs (default none)
    data_test_source: file of test sources; may be set when a trained model is evaluated (default none)
    data_test_target: file of test targets (default none)
    data_validation_source: file of validation sources (eval.validation) (default none)
    data_validation_target: file of validation targets (default none)
    data_test_fraction: fraction of the pairs, at the end of the file, that is used for testing if no test file is given (0..0.999999; default 0.1)
    data_target_subwords: SentencePiece model or subword-nmt codes of the targets; empty: one vocabulary for both sides (default none)
    data_least_uses: tokens that occur fewer than N times in the training split become <unk> (1..1073741824; default 1)
    data_vocabulary: keep only the N most frequent tokens; 0: all (0..16777216; default 0)
    data_longest: skip pairs with more than N tokens on either side (1..99999; default 1024)
    data_longest_trained: skip training pairs with more than N tokens on either side, to train on shorter pairs than are evaluated; 0: data.longest (0..99999; default 0)
    data_concatenated: join N consecutive training pairs into one (1..1000; default 1)
    data_file: text file (default none)
    data_test_file: separate test file, in place of the end of data.file; may be set when a trained model is evaluated (default none)
    data_line_ends: words: end every line with the token <eos> (default true)
    data_context: number of context tokens before the first predicted token of a record (1..100000; default 1)
    data_masking: probability that a token is selected for prediction (1e-06..1; default 0.15)
    data_size: size of the file in bytes, which is checked; change it if your file is a part of the corpus (40..1e+15; default 100000000)
    data_newlines: keep newlines as tokens; false: drop them, as the Transformer-XL code does (default true)
    data_folder: directory of the unpacked corpus (default none)
    data_keys: number of distinct keys, and the largest number of pairs in a sequence (1..4096; default 32)
    data_queries: number of keys queried in a sequence (1..1000; default 4)
    data_reach: number of symbols before each query, which is also the largest offset (1..64; default 4)
    data_width: length of a pattern, in symbols (1..16; default 2)
    data_permutations: number of keys, each with a permutation of the symbols (1..4096; default 16)
    data_inverted: probability that the first adjective stays before its noun (0..1; default 0)
    data_examples: number of training examples, divided among the lengths of the curriculum (1..1e+09; default 100000)
    data_validation: validation examples of each length, as a fraction of the training examples of this length (0..10; default 0.15)
    data_test_examples: number of test examples of each length (for addition: of each pair of digit counts) (1..1e+09; default 500)
    data_seed: random seed of all examples (0..9007199254740991; default 9842497)
    data_alphabet: number of different words in sources (1..1e+06; default 6052)
    data_scratchpad: scratchpad before the answer: none; full; full without one part: no_input, no_computation, no_output, no_rest or (in tasks with variables) no_variables; minimal; or five digits 0 or 1, which select the parts input, computation, output, variables and rest (default none)
    data_largest: largest number (10..999999999; default 9999)
    data_smallest: smallest number, at most data.largest (0..999999999; default 10)
    data_split: training split: paper: commands of up to 25 actions; orig: commands of up to 22 actions, as in the original data set (default paper)
    data_prefix: begin every source with a fixed word, such as "Solve:" (default true)
    model_decode: parallel: all outputs in one forward pass, at empty tokens after the source; autoregressive: one token after another (needs --mask causal); in_place: all outputs in one forward pass, each at a source token (needs targets as long as their sources) (default parallel)
    model_computation_steps: extra computation tokens per input token, between input and output (0..16; default 0)
    architecture_memory_tokens: number of memory tokens (trained vectors) of an encoder; memory tokens and the other tokens attend to each other; 0: none (0..4096; default 0)
    architecture_memory_form: plain: memory tokens and other tokens pass through the same sublayers; controller: memory tokens first pass through separate sublayers, then the other tokens attend to memory tokens and to each other; bottleneck: as controller, but the other tokens attend only to memory tokens (default plain)
    architecture_memory: segment memory: number of earlier tokens whose hidden states each block keeps (Transformer-XL); 0: none (0..100000; default 0)
    architecture_memory_start: memory at the start of a text: empty, or rows of zeros that take part in attention (default empty)
    architecture_vocabulary: vocabulary size: number of rows of the token embedding and of the output layer (T5: 32,100); rows beyond the data's symbols are never trained; 0: no extra rows (0..1e+07; default 0)
    architecture_begin: token that starts a target: own: a separate token; end: the end-of-sequence token, as in fairseq (default own)
    architecture_tables: token embeddings of sources and targets: auto: one shared table if both have the same vocabulary; shared: one table, or an error if the vocabularies differ; apart: two tables (default auto)
    encoder_encoding: encoding of the source, with options such as encoder.encoding.base; same: the encoding of --encoding (default same)
    encoder_positions: positions of the source, with options such as encoder.positions.L; same: the positions of --positions (default same)
    decoder_encoding: encoding of the target, with options such as decoder.encoding.base; same: the encoding of --encoding (default same)
    decoder_positions: positions of the target, with options such as decoder.positions.L; same: the positions of --positions (default same)
    cross_encoding: encoding of cross-attention, a function of the distance from target token to source token; only none, rope, alibi, t5, kerple and sandwich can be used here (default none)
    architecture_latents: number of latent vectors that attend to the source and pass through the blocks (1..8192; default 16)
    architecture_repeats: number of times that the latents attend to the source and pass through all blocks, with shared weights (1..64; default 1)
    architecture_query_residual: add the query to its attention output; false: use only the attention output (default false)
    architecture_output: input of the output layer: queries: one query per target token, which attends to the latents; mean: the mean of the latents, for data with one target token per record (default queries)
    architecture_hidden: width of each state vector of the cell (1..8192; default 256)
    positions_L: size L of the range that positions are sampled from (1..16777216; default 2048)
    positions_draw: what to sample for encodings that read distances: distances: sorted distances; positions: positions, from whose differences the distances are computed; auto: as distances (default auto)
    positions_per: draw one position sample per forward pass, per block, or (in training) per sequence; auto: as stated in the properties of the positions or, if not there, of the encoding (`lengthen show`) (default auto)
    positions_both_sides: sample the distances to the left and to the right independently (default false)
    positions_even: in evaluation, space positions evenly over the range instead of sampling them (default false)
    encoder_positions_L: size L of the range that positions are sampled from (1..16777216; default 2048)
    encoder_positions_draw: what to sample for encodings that read distances: distances: sorted distances; positions: positions, from whose differences the distances are computed; auto: as distances (default auto)
    encoder_positions_per: draw one position sample per forward pass, per block, or (in training) per sequence; auto: as stated in the properties of the positions or, if not there, of the encoding (`lengthen show`) (default auto)
    encoder_positions_both_sides: sample the distances to the left and to the right independently (default false)
    encoder_positions_even: in evaluation, space positions evenly over the range instead of sampling them (default false)
    decoder_positions_L: size L of the range that positions are sampled from (1..16777216; default 2048)
    decoder_positions_draw: what to sample for encodings that read distances: distances: sorted distances; positions: positions, from whose differences the distances are computed; auto: as distances (default auto)
    decoder_positions_per: draw one position sample per forward pass, per block, or (in training) per sequence; auto: as stated in the properties of the positions or, if not there, of the encoding (`lengthen show`) (default auto)
    decoder_positions_both_sides: sample the distances to the left and to the right independently (default false)
    decoder_positions_even: in evaluation, space positions evenly over the range instead of sampling them (default false)
    positions_shift: largest training offset K; offsets are uniform in 0..K (0..16777216; default 500)
    positions_eval_shift: offset in evaluation; the authors' code uses positions.shift (0..16777216; default 0)
    encoder_positions_shift: largest training offset K; offsets are uniform in 0..K (0..16777216; default 500)
    encoder_positions_eval_shift: offset in evaluation; the authors' code uses positions.shift (0..16777216; default 0)
    decoder_positions_shift: largest training offset K; offsets are uniform in 0..K (0..16777216; default 500)
    decoder_positions_eval_shift: offset in evaluation; the authors' code uses positions.shift (0..16777216; default 0)
    positions_global_shift: bound G of the shift of a whole sequence, which is uniform in -G..G (in the authors' code, the option is the full width 2 G) (0..1e+06; default 5)
    positions_local_shift: bound e of the separate shift of each token, which is uniform in -e..e; if e is above 0.5, adjacent tokens may swap places (0..1e+06; default 0.5)
    positions_max_scale: largest scale S of the positions; the logarithm of the scale is uniform in -ln S..ln S (1..1000; default 1.03)
    positions_center: first subtract the mean position of the sequence, in evaluation too (default true)
    positions_source_factor: for separate source sequences: first multiply source positions by this factor, in evaluation too; usually the mean target length divided by the mean source length (0.001..1000; default 1)
    encoder_positions_global_shift: bound G of the shift of a whole sequence, which is uniform in -G..G (in the authors' code, the option is the full width 2 G) (0..1e+06; default 5)
    encoder_positions_local_shift: bound e of the separate shift of each token, which is uniform in -e..e; if e is above 0.5, adjacent tokens may swap places (0..1e+06; default 0.5)
    encoder_positions_max_scale: largest scale S of the positions; the logarithm of the scale is uniform in -ln S..ln S (1..1000; default 1.03)
    encoder_positions_center: first subtract the mean position of the sequence, in evaluation too (default true)
    encoder_positions_source_factor: for separate source sequences: first multiply source positions by this factor, in evaluation too; usually the mean target length divided by the mean source length (0.001..1000; default 1)
    decoder_positions_global_shift: bound G of the shift of a whole sequence, which is uniform in -G..G (in the authors' code, the option is the full width 2 G) (0..1e+06; default 5)
    decoder_positions_local_shift: bound e of the separate shift of each token, which is uniform in -e..e; if e is above 0.5, adjacent tokens may swap places (0..1e+06; default 0.5)
    decoder_positions_max_scale: largest scale S of the positions; the logarithm of the scale is uniform in -ln S..ln S (1..1000; default 1.03)
    decoder_positions_center: first subtract the mean position of the sequence, in evaluation too (default true)
    decoder_positions_source_factor: for separate source sequences: first multiply source positions by this factor, in evaluation too; usually the mean target length divided by the mean source length (0.001..1000; default 1)
    positions_factor: distance between adjacent tokens (1e-06..1e+06; default 1)
    positions_trained: longest training sequence, in tokens; longer sequences are compressed to the positions of this one; 0: no compression (0..16777216; default 0)
    encoder_positions_factor: distance between adjacent tokens (1e-06..1e+06; default 1)
    encoder_positions_trained: longest training sequence, in tokens; longer sequences are compressed to the positions of this one; 0: no compression (0..16777216; default 0)
    decoder_positions_factor: distance between adjacent tokens (1e-06..1e+06; default 1)
    decoder_positions_trained: longest training sequence, in tokens; longer sequences are compressed to the positions of this one; 0: no compression (0..16777216; default 0)
    positions_law: distribution of the last position in training, with the sequence length T as its mean (alias: positions.distribution): exponential: no upper limit; beta: at most positions.longest; fixed: always T, as in evaluation (default exponential)
    positions_longest: upper limit M of the beta distribution: the longest evaluated sequence, in tokens; in sequences of T >= M tokens the last position is T (1..16777216; default 2048)
    encoder_positions_law: distribution of the last position in training, with the sequence length T as its mean (alias: positions.distribution): exponential: no upper limit; beta: at most positions.longest; fixed: always T, as in evaluation (default exponential)
    encoder_positions_longest: upper limit M of the beta distribution: the longest evaluated sequence, in tokens; in sequences of T >= M tokens the last position is T (1..16777216; default 2048)
    decoder_positions_law: distribution of the last position in training, with the sequence length T as its mean (alias: positions.distribution): exponential: no upper limit; beta: at most positions.longest; fixed: always T, as in evaluation (default exponential)
    decoder_positions_longest: upper limit M of the beta distribution: the longest evaluated sequence, in tokens; in sequences of T >= M tokens the last position is T (1..16777216; default 2048)
    positions_width: largest distance w that is not changed (1..16777216; default 40)
    positions_compress: divide the part of a distance beyond positions.width by this number; 0: clip distances at positions.width (0..1e+06; default 0)
    encoder_positions_width: largest distance w that is not changed (1..16777216; default 40)
    encoder_positions_compress: divide the part of a distance beyond positions.width by this number; 0: clip distances at positions.width (0..1e+06; default 0)
    decoder_positions_width: largest distance w that is not changed (1..16777216; default 40)
    decoder_positions_compress: divide the part of a distance beyond positions.width by this number; 0: clip distances at positions.width (0..1e+06; default 0)
    positions_separator: token that ends a document, spelled as in the vocabulary; by default the end of a line: \n for bytes and characters, <eos> for words (default none)
    encoder_positions_separator: token that ends a document, spelled as in the vocabulary; by default the end of a line: \n for bytes and characters, <eos> for words (default none)
    decoder_positions_separator: token that ends a document, spelled as in the vocabulary; by default the end of a line: \n for bytes and characters, <eos> for words (default none)
    base: base b of the frequencies b^(-2i/n) of n columns; the longest wavelength is about 2 pi b tokens (1..1e+09; default 10000)
    layout: order of the columns: halves: all sines, then all cosines; interleaved: sine and cosine of each frequency side by side (default halves)
    first: offset added to every position; with 1, positions count from 1 (0..16777216; default 0)
    encoder_encoding_base: base b of the frequencies b^(-2i/n) of n columns; the longest wavelength is about 2 pi b tokens (1..1e+09; default 10000)
    encoder_encoding_layout: order of the columns: halves: all sines, then all cosines; interleaved: sine and cosine of each frequency side by side (default halves)
    encoder_encoding_first: offset added to every position; with 1, positions count from 1 (0..16777216; default 0)
    decoder_encoding_base: base b of the frequencies b^(-2i/n) of n columns; the longest wavelength is about 2 pi b tokens (1..1e+09; default 10000)
    decoder_encoding_layout: order of the columns: halves: all sines, then all cosines; interleaved: sine and cosine of each frequency side by side (default halves)
    decoder_encoding_first: offset added to every position; with 1, positions count from 1 (0..16777216; default 0)
    cross_encoding_base: base b of the frequencies b^(-2i/n) of n columns; the longest wavelength is about 2 pi b tokens (1..1e+09; default 10000)
    cross_encoding_layout: order of the columns: halves: all sines, then all cosines; interleaved: sine and cosine of each frequency side by side (default halves)
    cross_encoding_first: offset added to every position; with 1, positions count from 1 (0..16777216; default 0)
    rows: number of rows of the embedding table; positions must be smaller than this number (1..1048576; default 2048)
    encoder_encoding_rows: number of rows of the embedding table; positions must be smaller than this number (1..1048576; default 2048)
    decoder_encoding_rows: number of rows of the embedding table; positions must be smaller than this number (1..1048576; default 2048)
    cross_encoding_rows: number of rows of the embedding table; positions must be smaller than this number (1..1048576; default 2048)
    relative: add a relative bias by distance bucket, as T5 does (TUPE-R) (default false)
    buckets: number of distance buckets; without a causal mask, half of the buckets are for keys on the right (4..256; default 32)
    max_distance: distance at which the logarithmic buckets end; the last bucket begins a little below this distance and has no upper limit (2..16777216; default 128)
    first_token: position term of logits whose query or key is the first token: alike: as for all other tokens; free: two trained numbers per head, one for logits whose query is the first token, one for logits of which only the key is the first token; rows: as free, but the two numbers are products of the first two rows of the table, as in the authors' code (default alike)
    released: normalize the rows of the table, and add biases to the maps Uq and Uk, as in the authors' code (default false)
    encoder_encoding_relative: add a relative bias by distance bucket, as T5 does (TUPE-R) (default false)
    encoder_encoding_buckets: number of distance buckets; without a causal mask, half of the buckets are for keys on the right (4..256; default 32)
    encoder_encoding_max_distance: distance at which the logarithmic buckets end; the last bucket begins a little below this distance and has no upper limit (2..16777216; default 128)
    encoder_encoding_first_token: position term of logits whose query or key is the first token: alike: as for all other tokens; free: two trained numbers per head, one for logits whose query is the first token, one for logits of which only the key is the first token; rows: as free, but the two numbers are products of the first two rows of the table, as in the authors' code (default alike)
    encoder_encoding_released: normalize the rows of the table, and add biases to the maps Uq and Uk, as in the authors' code (default false)
    decoder_encoding_relative: add a relative bias by distance bucket, as T5 does (TUPE-R) (default false)
    decoder_encoding_buckets: number of distance buckets; without a causal mask, half of the buckets are for keys on the right (4..256; default 32)
    decoder_encoding_max_distance: distance at which the logarithmic buckets end; the last bucket begins a little below this distance and has no upper limit (2..16777216; default 128)
    decoder_encoding_first_token: position term of logits whose query or key is the first token: alike: as for all other tokens; free: two trained numbers per head, one for logits whose query is the first token, one for logits of which only the key is the first token; rows: as free, but the two numbers are products of the first two rows of the table, as in the authors' code (default alike)
    decoder_encoding_released: normalize the rows of the table, and add biases to the maps Uq and Uk, as in the authors' code (default false)
    cross_encoding_relative: add a relative bias by distance bucket, as T5 does (TUPE-R) (default false)
    cross_encoding_buckets: number of distance buckets; without a causal mask, half of the buckets are for keys on the right (4..256; default 32)
    cross_encoding_max_distance: distance at which the logarithmic buckets end; the last bucket begins a little below this distance and has no upper limit (2..16777216; default 128)
    cross_encoding_first_token: position term of logits whose query or key is the first token: alike: as for all other tokens; free: two trained numbers per head, one for logits whose query is the first token, one for logits of which only the key is the first token; rows: as free, but the two numbers are products of the first two rows of the table, as in the authors' code (default alike)
    cross_encoding_released: normalize the rows of the table, and add biases to the maps Uq and Uk, as in the authors' code (default false)
    shared_terms: share the content and position biases u and v among all blocks, as Transformer-XL does without its option untie_r (default false)
    terms: terms of the score to keep, as lettered by Dai et al. 2019: (a) query and key, (b) query and distance, (c) content bias u, (d) position bias v (default abcd)
    encoder_encoding_shared_terms: share the content and position biases u and v among all blocks, as Transformer-XL does without its option untie_r (default false)
    encoder_encoding_terms: terms of the score to keep, as lettered by Dai et al. 2019: (a) query and key, (b) query and distance, (c) content bias u, (d) position bias v (default abcd)
    decoder_encoding_shared_terms: share the content and position biases u and v among all blocks, as Transformer-XL does without its option untie_r (default false)
    decoder_encoding_terms: terms of the score to keep, as lettered by Dai et al. 2019: (a) query and key, (b) query and distance, (c) content bias u, (d) position bias v (default abcd)
    cross_encoding_shared_terms: share the content and position biases u and v among all blocks, as Transformer-XL does without its option untie_r (default false)
    cross_encoding_terms: terms of the score to keep, as lettered by Dai et al. 2019: (a) query and key, (b) query and distance, (c) content bias u, (d) position bias v (default abcd)
    sides: penalty of keys on the right: half_shift: larger by half the slope than at the same distance on the left; symmetric: the same as on the left; split_heads: the first half of the heads sees only keys on the left, the second half only keys on the right; two_slopes: with a different slope (encoding.right_slope) (default half_shift)
    right_slope: two_slopes: slope on the right divided by the slope on the left (0.01..100; default 0.5)
    trained_slopes: multiply slopes by trained factors, which all blocks share: one factor per head, initially 1; for two_slopes, one factor per head and side, on the right initially encoding.right_slope (default false)
    encoder_encoding_sides: penalty of keys on the right: half_shift: larger by half the slope than at the same distance on the left; symmetric: the same as on the left; split_heads: the first half of the heads sees only keys on the left, the second half only keys on the right; two_slopes: with a different slope (encoding.right_slope) (default half_shift)
    encoder_encoding_right_slope: two_slopes: slope on the right divided by the slope on the left (0.01..100; default 0.5)
    encoder_encoding_trained_slopes: multiply slopes by trained factors, which all blocks share: one factor per head, initially 1; for two_slopes, one factor per head and side, on the right initially encoding.right_slope (default false)
    decoder_encoding_sides: penalty of keys on the right: half_shift: larger by half the slope than at the same distance on the left; symmetric: the same as on the left; split_heads: the first half of the heads sees only keys on the left, the second half only keys on the right; two_slopes: with a different slope (encoding.right_slope) (default half_shift)
    decoder_encoding_right_slope: two_slopes: slope on the right divided by the slope on the left (0.01..100; default 0.5)
    decoder_encoding_trained_slopes: multiply slopes by trained factors, which all blocks share: one factor per head, initially 1; for two_slopes, one factor per head and side, on the right initially encoding.right_slope (default false)
    cross_encoding_sides: penalty of keys on the right: half_shift: larger by half the slope than at the same distance on the left; symmetric: the same as on the left; split_heads: the first half of the heads sees only keys on the left, the second half only keys on the right; two_slopes: with a different slope (encoding.right_slope) (default half_shift)
    cross_encoding_right_slope: two_slopes: slope on the right divided by the slope on the left (0.01..100; default 0.5)
    cross_encoding_trained_slopes: multiply slopes by trained factors, which all blocks share: one factor per head, initially 1; for two_slopes, one factor per head and side, on the right initially encoding.right_slope (default false)
    local_heads: number M of heads that see only the nearest keys; 0: half of the heads (0..16777216; default 0)
    encoder_encoding_local_heads: number M of heads that see only the nearest keys; 0: half of the heads (0..16777216; default 0)
    decoder_encoding_local_heads: number M of heads that see only the nearest keys; 0: half of the heads (0..16777216; default 0)
    cross_encoding_local_heads: number M of heads that see only the nearest keys; 0: half of the heads (0..16777216; default 0)
    fraction: rotate this fraction of the columns of each head, from the first column on, rounded down to column pairs, but at least one pair (1e-06..1; default 1)
    pairs: pairs of columns that are rotated together: neighbours: 2i and 2i+1; halves: i and i + r/2 of the r rotated columns, as in GPT-NeoX (default neighbours)
    frequencies: context extension by a factor s (encoding.extension): trained: no extension; interpolated: divide all frequencies by s (aliases pi and linear); ntk: use a larger base; parts_rotations: divide the frequencies of slow pairs by s, and keep the frequencies of fast pairs (YaRN as published); parts_index: as in the code of YaRN (the alias yarn also sets encoding.temperature 0.1); parts_unrounded: as parts_index, with unrounded bounds; llama3: as parts_rotations, with the bounds of Llama 3; longrope: divide the frequency of each pair by its own factor (default trained)
    extension: extension factor s of encoding.frequencies: sequence length divided by the training length; with encoding.dynamic, s = extension T / trained - (extension - 1) (1..1e+06; default 1)
    trained: longest training sequence, in tokens; parts_* and llama3 classify pairs as slow or fast by this length (2..16777216; default 40)
    dynamic: compute the extension factor s for each sequence, from its length T and encoding.trained; s is at least 1 (default false)
    temperature: temperature t: multiply rotated queries and keys by t ln s + 1 (YaRN: t = 0.1) (0..10; default 0)
    factors: longrope: divisors of the frequencies, one number for each pair, separated by blanks (default none)
    short_factors: encoding.factors for sequences of at most encoding.trained tokens; empty: all factors are 1 (default none)
    frequency: frequency of pair k of the r rotated columns, a formula of k, r and T (lengthen help formula); empty: base^(-2*k/r), as set by encoding.frequencies (default none)
    clip: largest distance w that is not changed (ReRoPE, proposed with scale: log_n; alias: encoding.rerope); 0: no limit (0..16777216; default 0)
    compress: divide the part of a distance beyond encoding.clip by this number (Leaky ReRoPE; alias: encoding.leaky_rerope); 0: clip distances (0..1e+06; default 0)
    group: group size g (Self-Extend; alias: encoding.self_extend): from the distance w = encoding.clip on, divide positions by g, rounded down, and shift queries by w - floor(w/g); 0: no groups (0..16777216; default 0)
    encoder_encoding_fraction: rotate this fraction of the columns of each head, from the first column on, rounded down to column pairs, but at least one pair (1e-06..1; default 1)
    encoder_encoding_pairs: pairs of columns that are rotated together: neighbours: 2i and 2i+1; halves: i and i + r/2 of the r rotated columns, as in GPT-NeoX (default neighbours)
    encoder_encoding_frequencies: context extension by a factor s (encoding.extension): trained: no extension; interpolated: divide all frequencies by s (aliases pi and linear); ntk: use a larger base; parts_rotations: divide the frequencies of slow pairs by s, and keep the frequencies of fast pairs (YaRN as published); parts_index: as in the code of YaRN (the alias yarn also sets encoding.temperature 0.1); parts_unrounded: as parts_index, with unrounded bounds; llama3: as parts_rotations, with the bounds of Llama 3; longrope: divide the frequency of each pair by its own factor (default trained)
    encoder_encoding_extension: extension factor s of encoding.frequencies: sequence length divided by the training length; with encoding.dynamic, s = extension T / trained - (extension - 1) (1..1e+06; default 1)
    encoder_encoding_trained: longest training sequence, in tokens; parts_* and llama3 classify pairs as slow or fast by this length (2..16777216; default 40)
    encoder_encoding_dynamic: compute the extension factor s for each sequence, from its length T and encoding.trained; s is at least 1 (default false)
    encoder_encoding_temperature: temperature t: multiply rotated queries and keys by t ln s + 1 (YaRN: t = 0.1) (0..10; default 0)
    encoder_encoding_factors: longrope: divisors of the frequencies, one number for each pair, separated by blanks (default none)
    encoder_encoding_short_factors: encoding.factors for sequences of at most encoding.trained tokens; empty: all factors are 1 (default none)
    encoder_encoding_frequency: frequency of pair k of the r rotated columns, a formula of k, r and T (lengthen help formula); empty: base^(-2*k/r), as set by encoding.frequencies (default none)
    encoder_encoding_clip: largest distance w that is not changed (ReRoPE, proposed with scale: log_n; alias: encoding.rerope); 0: no limit (0..16777216; default 0)
    encoder_encoding_compress: divide the part of a distance beyond encoding.clip by this number (Leaky ReRoPE; alias: encoding.leaky_rerope); 0: clip distances (0..1e+06; default 0)
    encoder_encoding_group: group size g (Self-Extend; alias: encoding.self_extend): from the distance w = encoding.clip on, divide positions by g, rounded down, and shift queries by w - floor(w/g); 0: no groups (0..16777216; default 0)
    decoder_encoding_fraction: rotate this fraction of the columns of each head, from the first column on, rounded down to column pairs, but at least one pair (1e-06..1; default 1)
    decoder_encoding_pairs: pairs of columns that are rotated together: neighbours: 2i and 2i+1; halves: i and i + r/2 of the r rotated columns, as in GPT-NeoX (default neighbours)
    decoder_encoding_frequencies: context extension by a factor s (encoding.extension): trained: no extension; interpolated: divide all frequencies by s (aliases pi and linear); ntk: use a larger base; parts_rotations: divide the frequencies of slow pairs by s, and keep the frequencies of fast pairs (YaRN as published); parts_index: as in the code of YaRN (the alias yarn also sets encoding.temperature 0.1); parts_unrounded: as parts_index, with unrounded bounds; llama3: as parts_rotations, with the bounds of Llama 3; longrope: divide the frequency of each pair by its own factor (default trained)
    decoder_encoding_extension: extension factor s of encoding.frequencies: sequence length divided by the training length; with encoding.dynamic, s = extension T / trained - (extension - 1) (1..1e+06; default 1)
    decoder_encoding_trained: longest training sequence, in tokens; parts_* and llama3 classify pairs as slow or fast by this length (2..16777216; default 40)
    decoder_encoding_dynamic: compute the extension factor s for each sequence, from its length T and encoding.trained; s is at least 1 (default false)
    decoder_encoding_temperature: temperature t: multiply rotated queries and keys by t ln s + 1 (YaRN: t = 0.1) (0..10; default 0)
    decoder_encoding_factors: longrope: divisors of the frequencies, one number for each pair, separated by blanks (default none)
    decoder_encoding_short_factors: encoding.factors for sequences of at most encoding.trained tokens; empty: all factors are 1 (default none)
    decoder_encoding_frequency: frequency of pair k of the r rotated columns, a formula of k, r and T (lengthen help formula); empty: base^(-2*k/r), as set by encoding.frequencies (default none)
    decoder_encoding_clip: largest distance w that is not changed (ReRoPE, proposed with scale: log_n; alias: encoding.rerope); 0: no limit (0..16777216; default 0)
    decoder_encoding_compress: divide the part of a distance beyond encoding.clip by this number (Leaky ReRoPE; alias: encoding.leaky_rerope); 0: clip distances (0..1e+06; default 0)
    decoder_encoding_group: group size g (Self-Extend; alias: encoding.self_extend): from the distance w = encoding.clip on, divide positions by g, rounded down, and shift queries by w - floor(w/g); 0: no groups (0..16777216; default 0)
    cross_encoding_fraction: rotate this fraction of the columns of each head, from the first column on, rounded down to column pairs, but at least one pair (1e-06..1; default 1)
    cross_encoding_pairs: pairs of columns that are rotated together: neighbours: 2i and 2i+1; halves: i and i + r/2 of the r rotated columns, as in GPT-NeoX (default neighbours)
    cross_encoding_frequencies: context extension by a factor s (encoding.extension): trained: no extension; interpolated: divide all frequencies by s (aliases pi and linear); ntk: use a larger base; parts_rotations: divide the frequencies of slow pairs by s, and keep the frequencies of fast pairs (YaRN as published); parts_index: as in the code of YaRN (the alias yarn also sets encoding.temperature 0.1); parts_unrounded: as parts_index, with unrounded bounds; llama3: as parts_rotations, with the bounds of Llama 3; longrope: divide the frequency of each pair by its own factor (default trained)
    cross_encoding_extension: extension factor s of encoding.frequencies: sequence length divided by the training length; with encoding.dynamic, s = extension T / trained - (extension - 1) (1..1e+06; default 1)
    cross_encoding_trained: longest training sequence, in tokens; parts_* and llama3 classify pairs as slow or fast by this length (2..16777216; default 40)
    cross_encoding_dynamic: compute the extension factor s for each sequence, from its length T and encoding.trained; s is at least 1 (default false)
    cross_encoding_temperature: temperature t: multiply rotated queries and keys by t ln s + 1 (YaRN: t = 0.1) (0..10; default 0)
    cross_encoding_factors: longrope: divisors of the frequencies, one number for each pair, separated by blanks (default none)
    cross_encoding_short_factors: encoding.factors for sequences of at most encoding.trained tokens; empty: all factors are 1 (default none)
    cross_encoding_frequency: frequency of pair k of the r rotated columns, a formula of k, r and T (lengthen help formula); empty: base^(-2*k/r), as set by encoding.frequencies (default none)
    cross_encoding_clip: largest distance w that is not changed (ReRoPE, proposed with scale: log_n; alias: encoding.rerope); 0: no limit (0..16777216; default 0)
    cross_encoding_compress: divide the part of a distance beyond encoding.clip by this number (Leaky ReRoPE; alias: encoding.leaky_rerope); 0: clip distances (0..1e+06; default 0)
    cross_encoding_group: group size g (Self-Extend; alias: encoding.self_extend): from the distance w = encoding.clip on, divide positions by g, rounded down, and shift queries by w - floor(w/g); 0: no groups (0..16777216; default 0)
    scale_base: scale base B, in tokens: at distance B, the product of query and key in column pair i has decayed by the factor z_i, as in the authors' code (1..1e+09; default 512)
    gamma: gamma: the decay factors z_i range from gamma / (1 + gamma) to almost 1 (0.001..1000; default 0.4)
    zeta: decay factor z of all pairs; 0: each pair has a factor z_i set by encoding.gamma (0..1; default 0)
    center: position c at which the factors are 1; in single precision, the factors overflow or underflow at positions about 70 times encoding.scale_base away from c (0..16777216; default 0)
    encoder_encoding_scale_base: scale base B, in tokens: at distance B, the product of query and key in column pair i has decayed by the factor z_i, as in the authors' code (1..1e+09; default 512)
    encoder_encoding_gamma: gamma: the decay factors z_i range from gamma / (1 + gamma) to almost 1 (0.001..1000; default 0.4)
    encoder_encoding_zeta: decay factor z of all pairs; 0: each pair has a factor z_i set by encoding.gamma (0..1; default 0)
    encoder_encoding_center: position c at which the factors are 1; in single precision, the factors overflow or underflow at positions about 70 times encoding.scale_base away from c (0..16777216; default 0)
    decoder_encoding_scale_base: scale base B, in tokens: at distance B, the product of query and key in column pair i has decayed by the factor z_i, as in the authors' code (1..1e+09; default 512)
    decoder_encoding_gamma: gamma: the decay factors z_i range from gamma / (1 + gamma) to almost 1 (0.001..1000; default 0.4)
    decoder_encoding_zeta: decay factor z of all pairs; 0: each pair has a factor z_i set by encoding.gamma (0..1; default 0)
    decoder_encoding_center: position c at which the factors are 1; in single precision, the factors overflow or underflow at positions about 70 times encoding.scale_base away from c (0..16777216; default 0)
    cross_encoding_scale_base: scale base B, in tokens: at distance B, the product of query and key in column pair i has decayed by the factor z_i, as in the authors' code (1..1e+09; default 512)
    cross_encoding_gamma: gamma: the decay factors z_i range from gamma / (1 + gamma) to almost 1 (0.001..1000; default 0.4)
    cross_encoding_zeta: decay factor z of all pairs; 0: each pair has a factor z_i set by encoding.gamma (0..1; default 0)
    cross_encoding_center: position c at which the factors are 1; in single precision, the factors overflow or underflow at positions about 70 times encoding.scale_base away from c (0..16777216; default 0)
    kernel: form of the penalty: log: r1 ln(1 + r2 |D|); power: r1 |D|^r2 (default log)
    bias_in_scale: divide the bias by sqrt(head width), like the dot products, as in the paper; the authors' code does not divide the bias (default false)
    encoder_encoding_kernel: form of the penalty: log: r1 ln(1 + r2 |D|); power: r1 |D|^r2 (default log)
    encoder_encoding_bias_in_scale: divide the bias by sqrt(head width), like the dot products, as in the paper; the authors' code does not divide the bias (default false)
    decoder_encoding_kernel: form of the penalty: log: r1 ln(1 + r2 |D|); power: r1 |D|^r2 (default log)
    decoder_encoding_bias_in_scale: divide the bias by sqrt(head width), like the dot products, as in the paper; the authors' code does not divide the bias (default false)
    cross_encoding_kernel: form of the penalty: log: r1 ln(1 + r2 |D|); power: r1 |D|^r2 (default log)
    cross_encoding_bias_in_scale: divide the bias by sqrt(head width), like the dot products, as in the paper; the authors' code does not divide the bias (default false)
    shared_table: share one table between keys and values, as OpenNMT does (default false)
    encoder_encoding_shared_table: share one table between keys and values, as OpenNMT does (default false)
    decoder_encoding_shared_table: share one table between keys and values, as OpenNMT does (default false)
    cross_encoding_shared_table: share one table between keys and values, as OpenNMT does (default false)
    max_position: largest contextual position P; larger positions are clipped to P; the table has P + 1 vectors (1..4096; default 64)
    term_in_scale: scale the position term together with the logits, as in the authors' code; false: add it after scaling, as in the paper (default true)
    encoder_encoding_max_position: largest contextual position P; larger positions are clipped to P; the table has P + 1 vectors (1..4096; default 64)
    encoder_encoding_term_in_scale: scale the position term together with the logits, as in the authors' code; false: add it after scaling, as in the paper (default true)
    decoder_encoding_max_position: largest contextual position P; larger positions are clipped to P; the table has P + 1 vectors (1..4096; default 64)
    decoder_encoding_term_in_scale: scale the position term together with the logits, as in the authors' code; false: add it after scaling, as in the paper (default true)
    cross_encoding_max_position: largest contextual position P; larger positions are clipped to P; the table has P + 1 vectors (1..4096; default 64)
    cross_encoding_term_in_scale: scale the position term together with the logits, as in the authors' code; false: add it after scaling, as in the paper (default true)
    hidden: hidden units of the network that maps a normalized distance to the bias of each head (1..1024; default 32)
    threshold: initial value of the trained threshold L, in tokens: distances between two positions below L are normalized by L, other distances by the larger of their two positions (1..16777216; default 512)
    shared_bias: share one network among all blocks, as Zhou et al. 2024 do (default false)
    encoder_encoding_hidden: hidden units of the network that maps a normalized distance to the bias of each head (1..1024; default 32)
    encoder_encoding_threshold: initial value of the trained threshold L, in tokens: distances between two positions below L are normalized by L, other distances by the larger of their two positions (1..16777216; default 512)
    encoder_encoding_shared_bias: share one network among all blocks, as Zhou et al. 2024 do (default false)
    decoder_encoding_hidden: hidden units of the network that maps a normalized distance to the bias of each head (1..1024; default 32)
    decoder_encoding_threshold: initial value of the trained threshold L, in tokens: distances between two positions below L are normalized by L, other distances by the larger of their two positions (1..16777216; default 512)
    decoder_encoding_shared_bias: share one network among all blocks, as Zhou et al. 2024 do (default false)
    cross_encoding_hidden: hidden units of the network that maps a normalized distance to the bias of each head (1..1024; default 32)
    cross_encoding_threshold: initial value of the trained threshold L, in tokens: distances between two positions below L are normalized by L, other distances by the larger of their two positions (1..16777216; default 512)
    cross_encoding_shared_bias: share one network among all blocks, as Zhou et al. 2024 do (default false)
    bias: bias added to the logit of a query and a key, a formula of d, head, H, dk, T, p_i and p_j (lengthen help formula); empty: no bias if encoding.frequency is set, else -abs(d)/2^(8*(head + 1)/H) (default none)
    parameters: trained parameters of the formula, separated by semicolons: s[head] = -2; w[head, 32] = normal(0, 0.02) (default none)
    numbers: constants of the formula, separated by semicolons: rate = 0.5; width = 64 (default none)
    encoder_encoding_bias: bias added to the logit of a query and a key, a formula of d, head, H, dk, T, p_i and p_j (lengthen help formula); empty: no bias if encoding.frequency is set, else -abs(d)/2^(8*(head + 1)/H) (default none)
    encoder_encoding_parameters: trained parameters of the formula, separated by semicolons: s[head] = -2; w[head, 32] = normal(0, 0.02) (default none)
    encoder_encoding_numbers: constants of the formula, separated by semicolons: rate = 0.5; width = 64 (default none)
    decoder_encoding_bias: bias added to the logit of a query and a key, a formula of d, head, H, dk, T, p_i and p_j (lengthen help formula); empty: no bias if encoding.frequency is set, else -abs(d)/2^(8*(head + 1)/H) (default none)
    decoder_encoding_parameters: trained parameters of the formula, separated by semicolons: s[head] = -2; w[head, 32] = normal(0, 0.02) (default none)
    decoder_encoding_numbers: constants of the formula, separated by semicolons: rate = 0.5; width = 64 (default none)
    cross_encoding_bias: bias added to the logit of a query and a key, a formula of d, head, H, dk, T, p_i and p_j (lengthen help formula); empty: no bias if encoding.frequency is set, else -abs(d)/2^(8*(head + 1)/H) (default none)
    cross_encoding_parameters: trained parameters of the formula, separated by semicolons: s[head] = -2; w[head, 32] = normal(0, 0.02) (default none)
    cross_encoding_numbers: constants of the formula, separated by semicolons: rate = 0.5; width = 64 (default none)
    mask_same_length: keys that a query sees with a segment memory of M rows: no: all earlier keys and its own key; memory: the last M keys, including its own; memory_and_self: M earlier keys and its own key (default no)
    mask_width: width of the window, in tokens; with mask.form: symmetric, an even width is increased by 1 (1..16777216; default 81)
    mask_form: placement of the window: symmetric: centred on the query; half: as symmetric, but an even width is decreased by 1; causal: the window ends with the query itself (the default if the architecture or the encoding needs a causal mask); edge_shift: centred on the query, but shifted inward at both ends of the sequence, so that every query sees mask.width keys (default symmetric)
    mask_chunk: length of a chunk, in tokens; the last chunk may be shorter (1..16777216; default 40)
    mask_sinks: number of tokens at the start of the sequence (attention sinks) that all later queries see (0..16777216; default 4)
    mask_block: length of a block, in tokens; the last block may be shorter (1..16777216; default 20)
    mask_separator: token that ends a document, spelled as in the vocabulary; by default the end of a line: \n for bytes and characters, <eos> for words (default none)
    mask_formula: condition under which query i sees key j (lengthen help formula); the mask is causal if `j <= i` is one of the conditions joined by `and` (default j <= i)
    mask_numbers: constants of the formula, separated by semicolons: rate = 0.5; width = 64 (default none)
    scale_keys: number of keys at which the scale equals scale.times; usually the training length (2..16777216; default 40)
    scale_at_least_one: never use a smaller scale than scale.times; for evaluation of models that were trained with scale.times (eval --scale log_n) (default false)
    scale_times: scale that log_n multiplies; in evaluation, give the scale used in training (default inverse_sqrt)
    scale_formula: factor of a query's logits: a formula of n, dk, head and H (lengthen help formula) (default 1/sqrt(dk))
    scale_parameters: trained parameters of the formula, separated by semicolons: s[head] = -2; w[head, 32] = normal(0, 0.02) (default none)
    scale_numbers: constants of the formula, separated by semicolons: rate = 0.5; width = 64 (default none)
    attention_l1: normalize the weights of each query to a sum of 1 (default false)
    projection_centred: if the mask is not causal, convolve over the previous, the current and the next token instead of the last 3 tokens (default false)
    projection_shared: compute queries from keys with a second linear map: q = k Wq (default false)
    projection_cross: also convolve queries, keys and values in cross-attention: queries as in self-attention, keys and values centred (default false)
    residual_sublayers: sublayers with factors; feed_forward: only the feed-forward network, as in NormFormer (default all)
    block_attention_norm: norm of the output of self-attention, or of the convolution that replaces self-attention, before the output is added to the residual stream (default false)
    block_head_scale: trained factor for each self-attention head, initially 1: heads: factor i multiplies the output of head i, before the output map; output: after the output map, factor i multiplies the i-th group of columns, and a group is as wide as a head (fairseq) (default none)
    block_hidden_norm: normalize the hidden layer of the feed-forward network, after the activation or gate (default false)
    norm_epsilon: number added to the variance (layer_norm) or mean square (rms_norm); T5: 1e-6 (1e-12..1; default 1e-05)
    mixer_width: hidden width of a gated network: full: model.feed_forward; two_thirds: two thirds of model.feed_forward, rounded down (the three matrices then have as many parameters as the two matrices of an ungated network); two_thirds_8: two thirds of model.feed_forward, rounded up to a multiple of 8 (default full)
    mixer_formula: activation, a formula of x (lengthen help formula) (default max(x, 0))
    mixer_numbers: constants of the formula, separated by semicolons: rate = 0.5; width = 64 (default none)
    initialisation_scale: s: weights of linear maps have standard deviation sqrt(s / inputs); 0.1 in Switch Transformers (0..100; default 1)
    initialisation_deviation: standard deviation of all weights (0..100; default 0.02)
    initialisation_scale_positions: multiply the position vectors by (9 L)^-1/4 for L layers, as the token embeddings are; unscaled sinusoids would outweigh the token embeddings (default false)
    initialisation_of: initialisation whose weights are scaled down (default xavier)
    head_scaled: multiply the input of the output layer by 1/sqrt(width), as T5 does (default false)
    head_bias: add a trained bias to each output symbol, as Transformer-XL does (default false)
    head_cutoffs: token ids at which clusters begin, ascending: "20000,40000,200000"; empty: one softmax over all tokens (default none)
    head_divisor: vectors of cluster i have width / divisor^i columns (the short list is cluster 0); 1: all vectors have the full width (1..64; default 1)
    head_embedding: token embeddings: tied: the tables of the softmax; untied: separate tables with the same clusters; table: one table of full width (default tied)
    head_projections: maps P_i, between the width of the model and the width of cluster i, that the softmax shares with the token embeddings: all but P_0 (of the short list), all, or none (default all_but_first)
    store_count: number K of stacks or tapes (1..16; default 1)
    store_columns: width of a cell (1..256; default 8)
    store_cells: number of cells of a stack, or of the ring of a tape (default for tapes: 256); a push onto a full stack drops its lowest cell; 0 (stacks only): one cell per token (0..1048576; default 0)
    store_joint: one softmax over the actions of all stacks, as in the released code; false: one softmax per stack (default false)
    store_states: number Q of states of the automaton (1..4; default 2)
    store_symbols: number S of stack symbols (1..8; default 2)
    store_reading: numbers that are read from the stack: symbols: weights of top symbols; states: weights of pairs of a state and a top symbol (default symbols)
    store_hidden: width of the two hidden layers of the network that computes the written values (1..4096; default 64)
    curriculum_lengths: training lengths (1..100000; default 1..40)
    curriculum_length: length of every training sequence (1..100000; default 40)
    curriculum_tau: factor by which the probability grows per token of length; values above 1 favour long sequences (0.001..1000; default 1.1)
    curriculum_initial: length at the first step (1..100000; default 1)
    curriculum_every: steps between increments of the length (1..1e+12; default 1000)
    curriculum_amount: increment of the length, in tokens (0..100000; default 1)
    curriculum_all_lengths: sample uniformly from all lengths reached so far (default false)
    curriculum_tokens: largest batch, in tokens: number of records times (longest source + longest target); a longer record gets its own batch (1..1073741824; default 4096)
    curriculum_pool: number of random records in a pool, which is sorted by length; 0: all records (0..1e+09; default 0)
    optimizer_beta1: decay rate of the first moment (mean gradient) (0..0.999999; default 0.9)
    optimizer_beta2: decay rate of the second moment (mean squared gradient) (0..0.9999999; default 0.999)
    optimizer_epsilon: added to the square root of the second moment (0..1; default 1e-08)
    optimizer_epsilon_to: where epsilon is added: corrected: to the root of the bias-corrected second moment; raw: to the root of the uncorrected second moment (fairseq) (default corrected)
    optimizer_decay_by: how weights decay: rate: decoupled, by the learning rate of the step (AdamW of PyTorch, Adam of fairseq); schedule: decoupled, by the schedule only (AdamW of the paper); gradient: weight decay is added to the gradient before the moments (L2) (default rate)
    optimizer_step: step size at step t: relative: min(0.01, 1/sqrt(t)); relative_warmup: min(1e-6 t, 1/sqrt(t)); schedule: the learning rate that the schedule sets (default relative)
    optimizer_scale_parameter: multiply the step size by max(optimizer.smallest, root mean square of the parameter) (default true)
    optimizer_smallest: smallest root mean square used for a parameter (0..1; default 0.001)
    optimizer_update_clip: largest root mean square of an update, before the update is multiplied by the step size; 0: no limit (0..1e+09; default 1)
    optimizer_exponent: second-moment decay: beta2 at step t is 1 - t^-exponent (0..10; default 0.8)
    schedule_warmup: warm-up steps, during which the learning rate rises linearly (0..1e+12; default 0)
    schedule_warmup_from: learning rate at the start of the warm-up; 1e-07 in fairseq (0..100; default 0)
    schedule_floor: final learning rate, as a fraction of train.lr (0..1; default 0)
    schedule_end: step at which the floor is reached; 0: train.steps (0..1e+12; default 0)
    schedule_floor_at: first step at the floor: after: the step after schedule.end; last: schedule.end itself, as in most programs (default after)
    schedule_formula: factor of the learning rate, a formula of step, steps and width (lengthen help formula) (default (1 + cos(pi*step/steps))/2)
    schedule_numbers: constants of the formula, separated by semicolons: rate = 0.5; width = 64 (default none)
    schedule_delay: steps after which the learning rate has fallen to 1/sqrt(2) of its initial value (1..1e+12; default 4000)
    eval_beam: beam width: number of hypotheses that are extended in parallel (1..1024; default 4)
    eval_length_norm: length normalization: the log probability of l tokens is divided by a power of (5 + l) / 6 (gnmt) or of l (fairseq) (default gnmt)
    eval_length_penalty: exponent of the length normalization; 0: none (0..100; default 0.6)
    eval_length_factor: factor a of the length limit: for a source of n tokens, a hypothesis has at most a n + b tokens (b: eval.length_extra) (0..1000; default 1)
    eval_length_extra: constant b of the length limit, in tokens (see eval.length_factor) (0..100000; default 50)
    eval_memory: length of the segment memory in evaluation, in tokens; 0: as in training (0..100000; default 0)
    eval_same_span: adapt the memory to the segment length L: curriculum.lengths - L tokens more than eval.memory, so that memory and segment together are equally long at every L (default false)
    eval_lanes: split the text into N parts (alias: eval.streams), which are evaluated in parallel for speed; each part fills its memory with the text just before its first target, and reads no earlier text (1..65536; default 1)
    """

def catalogue(axis: Literal["data", "architecture", "positions", "encoding", "mask", "scale", "attention", "projection", "residual", "block", "norm", "mixer", "initialisation", "head", "cell", "store", "curriculum", "optimizer", "schedule", "protocol", "metric"] | None = ...) -> Catalogue: ...
def frame(rows: Sequence[Row] | Sequence[Run] | Row) -> Any:
    """Rows, runs, or a table of a report as a pandas DataFrame."""

def rows(table: Row) -> list[Row]: ...
def read_config(path: Path) -> dict[str, Any]: ...
def read_json(path: Path) -> Row: ...
def read_jsonl(path: Path) -> list[Row]: ...
def read_safetensors(path: Path) -> dict[str, NDArray[Any]]: ...
def torch_model(run: Run | Path, checkpoint: str | int | None = ...) -> Any: ...
