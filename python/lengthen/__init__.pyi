"""Written by tools/python_binding.py (make binding) of tools/python_stub.pyi."""
import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, overload

from numpy.typing import ArrayLike, NDArray

from ._types import Array, Axes, Options, Path, Row, Told

Number = float | Any  # None before there is one, which scripts need not ask about
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

        positions: how the tokens are numbered (default standard)
        mask: which keys a query attends to (default full)
        scale: the factor of the attention logits (default inverse_sqrt)
        protocol: how a model is tested (default pass)
        eval_lengths: lengths n to evaluate (1..100000; default 1..100)
        eval_sequences: sequences for each length; text: so many times the shortest length are the target tokens that are scored at every length (see eval.targets) (1..1e+07; default 500)
        eval_seed: seed of all random numbers of evaluation (0..9007199254740991; default 1)
        eval_position_samples: position samples for each length; the sequences are divided among them; token accuracy is the mean over them (1..1e+06; default 1)
        eval_batch: sequences held in memory at once; changes no result (1..1e+06; default 512)
        eval_dropout: leave dropout on, as the released program of Ruoss et al. 2023 does (default false)
        eval_targets: text: target tokens that are scored, the same at every length: the last ones of the test split; 0: eval.sequences times the shortest length, or as many as the longest one has room before (0..1e+15; default 0)
        eval_stride: text: target tokens that each window scores, its last ones; the windows before it end so many tokens earlier. 1: sliding windows; the longest length or more: windows that do not overlap; 0: the shortest length, so that at every length T each target is predicted from at least T less that length (0..100000; default 0)
        eval_validation: records of the validations during training: those of the validation split at the lengths of training (up to 40 of them), or those of the test split at eval.lengths, which then must not choose a model (default validation)
        eval_checkpoint: which parameters of a run are evaluated: the last ones, or those that scored best in the validations (default last)
        eval_max_tokens: greedy decoding: tokens of source and answer together, after which an answer that has not ended is cut off; 0: as many as the target has (0..100000; default 0)
        eval_score: lengths over which the metric is averaged to the score: all evaluated lengths beyond the training lengths; these but the first, as the example script of Ruoss et al. 2023; or all (default first-ood..max)
        eval_score_above: lengths above this one are beyond training to eval.score, so that models trained on other lengths have scores over the same; 0: the longest training length (0..100000; default 0)
        eval_with: options with which the trained model is evaluated in place of those that it is trained with, as 'mask: window, mask.width: 40': of positions, mask, scale, and of encodings in longer sequences (default none)
        eval_average: what weighs alike in a score: lengths, or the examples that are evaluated at them, of which finite data sets have more at some lengths than at others (default lengths)
        threads: threads; 0: one per processor, divided among runs side by side (0..1024; default 0)
        eval_every: validate every N steps (eval.validation) and keep the best checkpoint; 0: never (0..1e+09; default 0)
        data_train: file of the pairs to train on (default none)
        data_test: file of the pairs to test on (default none)
        data_validation_file: file of the pairs to validate on (eval.validation) (default none)
        data_validation_fraction: fraction of the training pairs, taken evenly from the file, to validate on where no file is (0..0.9; default 0)
        data_tokens: what a token is: a word between blanks, a character of UTF-8, or a byte (default words)
        data_subwords: model of SentencePiece, or codes of subword-nmt: tokens are its subwords; empty: data.tokens (default none)
        data_bucket: tokens by which the lengths of sources are rounded up to report them (1..100000; default 1)
        data_source: file of the sources to train on, a line each; or of pairs (default none)
        data_target: file of their targets; empty: data.source has pairs (default none)
        data_test_source: file of the sources to test on; also for a model that is trained (default none)
        data_test_target: file of their targets (default none)
        data_validation_source: file of the sources to validate on (eval.validation) (default none)
        data_validation_target: file of their targets (default none)
        data_test_fraction: fraction of the pairs, the last ones, to test on where no file is (0..0.999999; default 0.1)
        data_target_subwords: another one for targets; empty: one vocabulary for both (default none)
        data_least_uses: tokens that the training split has less often are <unk> (1..1073741824; default 1)
        data_vocabulary: tokens that there are at most, the most frequent ones (0: all) (0..16777216; default 0)
        data_longest: tokens that source and target have at most; longer pairs are left out (1..99999; default 1024)
        data_longest_trained: the same of pairs to train on, for tests of longer ones (0: data.longest) (0..99999; default 0)
        data_concatenated: neighbouring pairs that become one to train on (1..1000; default 1)
        data_file: file of the text (default none)
        data_test_file: another file to test on, in place of the end of data.file; also for a model that is trained (default none)
        data_line_ends: words: a line ends with the token <eos> (default true)
        data_context: tokens of a record that are read before the first one that is predicted (1..100000; default 1)
        data_size: bytes that the file must have; other than its default for a part of it (40..1e+15; default 100000000)
        data_newlines: newlines are tokens; false: they are left out, as the program of Transformer-XL does (default true)
        data_folder: the folder of the corpus, unpacked (default none)
        data_keys: different keys that there are, and most pairs of a sequence (1..4096; default 32)
        data_queries: keys whose values are asked for, one after another (1..1000; default 4)
        data_reach: symbols before each question, and most steps back (1..64; default 4)
        data_width: symbols of a pattern (1..16; default 2)
        data_permutations: keys, each of which names a permutation of the symbols (1..4096; default 16)
        data_inverted: probability that the first adjective stays before its noun: then no model can know all of the target (0..1; default 0)
        data_examples: training examples, divided among the lengths of the curriculum (1..1e+09; default 100000)
        data_validation: validation examples of a length for each training example (0..10; default 0.15)
        data_test_examples: test examples of each length, or cell (1..1e+09; default 500)
        data_seed: seed of all examples (0..9007199254740991; default 9842497)
        data_alphabet: words that sources are made of (1..1e+06; default 6052)
        data_scratchpad: steps before the answer: none, full, full without a part (no_input, no_computation, no_output, no_variables, no_rest), minimal, or digits 0 and 1 for their parts in, comp, out, [ and re (default none)
        data_largest: the largest number (10..999999999; default 9999)
        data_smallest: the smallest number, at most data.largest (0..999999999; default 10)
        data_split: what is trained on: paper: commands of up to 25 actions; orig: of up to 22, as the data set has it (default paper)
        data_prefix: every source begins with the same words, as "Solve:" (default true)
        positions_L: size of the range that positions are sampled from (1..16777216; default 2048)
        positions_draw: for encodings that read distances: sample sorted distances (auto), or positions and take their differences (default auto)
        positions_per: one position sample for the whole pass, for each block, or in training for each sequence; auto: as the authors do (default auto)
        positions_both_sides: sample the distances to the left and to the right independently (default false)
        positions_even: in evaluation space them evenly over the whole range, rather than at random (default false)
        positions_shift: largest offset of training, K: uniform in 0..K (0..16777216; default 500)
        positions_eval_shift: offset of evaluation; the authors' program has that of positions.shift (0..16777216; default 0)
        positions_global_shift: half width G of the shift of all tokens, uniform in -G..G (the authors' program takes the whole width) (0..1e+06; default 5)
        positions_local_shift: half width e of the shift of each token, uniform in -e..e; beyond 0.5 neighbours may change places (0..1e+06; default 0.5)
        positions_max_scale: largest factor S of all positions, its logarithm uniform in -ln S..ln S (1..1000; default 1.03)
        positions_center: subtract the mean of the sequence first, in evaluation too (default true)
        positions_source_factor: factor of the positions of sources that have a sequence of their own, before all else, in evaluation too: the mean length of targets over that of sources (0.001..1000; default 1)
        positions_factor: distance of neighbours (1e-06..1e+06; default 1)
        positions_trained: tokens of the longest sequence of training: longer ones are compressed to as many positions; 0: none are (0..16777216; default 0)
        positions_law: law of the last position in training, of mean T; beta: up to positions.longest; fixed: it is T, as in evaluation (default exponential)
        positions_longest: M of the law beta: tokens of the longest sequences that are tested; the last position is below it (1..16777216; default 2048)
        positions_width: largest distance w that is left as it is (1..16777216; default 40)
        positions_compress: distances beyond positions.width are divided by this; 0: they are clipped (0..1e+06; default 0)
        positions_separator: token that ends a document, as the vocabulary has it; unless it is set, the end of a line: \n of bytes and characters, <eos> of words (default none)
        encoding_base: base b of the frequencies b^(-2i/d); the longest wavelength is about 2 pi b tokens (1..1e+09; default 10000)
        encoding_layout: order of the columns: all sines and then all cosines, or sine and cosine of each frequency in turn (default halves)
        encoding_first: added to every position: 1 counts tokens from 1 (0..16777216; default 0)
        encoding_rows: rows of the table: positions must be below (1..1048576; default 2048)
        encoding_relative: add a bias by bucket of distance, as of t5 (TUPE-R) (default false)
        encoding_buckets: columns of the table; without a causal mask half of them are for keys on the right (4..256; default 32)
        encoding_max_distance: where the buckets would end if they grew on: the last one begins a little below (2..16777216; default 128)
        encoding_first_token: what the first token sees, and who sees it: alike: as others; free: two trained numbers a head; rows: the same from two rows of the table, as in the authors' program (default alike)
        encoding_released: as in the authors' program: the rows of the table are normalised, and their maps have biases (default false)
        encoding_shared_terms: all blocks share the content and position bias u and v, as in Transformer-XL without untie_r (default false)
        encoding_sides: keys on the left and on the right: half_shift: those on the left are half a step nearer; symmetric: no difference; split_heads: the first half of the heads sees those on the left alone, the second half those on the right; two_slopes: another slope on the right (default half_shift)
        encoding_right_slope: of two_slopes: how many times the slope on the left that on the right is (0.01..100; default 0.5)
        encoding_trained_slopes: train a factor of each slope, from 1, which all blocks share; of two_slopes one for each side (default false)
        encoding_local_heads: M, heads that see the nearest keys alone; 0: half of the heads (0..16777216; default 0)
        encoding_fraction: part of each head's columns that is turned, the first ones, rounded down to pairs, but one pair at least (1e-06..1; default 1)
        encoding_pairs: columns that are turned together: 2i and 2i+1, or i and i + half of those that are turned, as in GPT-NeoX (default neighbours)
        encoding_frequencies: for longer sequences: trained: as they are; interpolated (also: pi, linear): all over s; ntk: a larger base; parts_rotations, parts_index, parts_unrounded: slow pairs over s, fast ones as they are (YaRN as published, as released, and with bounds that are not rounded; yarn is parts_index with its encoding.temperature); llama3: likewise, with the bounds of Llama 3; longrope: each over a factor of its own (default trained)
        encoding_extension: s of encoding.frequencies: how many times longer than in training sequences are; with encoding.dynamic, s = extension T / trained - (extension - 1) (1..1e+06; default 1)
        encoding_trained: tokens of the longest sequences in training, by which parts and llama3 know which pairs are slow (2..16777216; default 40)
        encoding_dynamic: s is how many times longer than encoding.trained a sequence of T tokens is, at least 1 (default false)
        encoding_temperature: t: what is turned also grows by the factor t ln s + 1, in queries and keys (0.1 with YaRN) (0..10; default 0)
        encoding_factors: of longrope: what the frequency of each pair is divided by, numbers with blanks between them (default none)
        encoding_short_factors: likewise, in sequences of at most encoding.trained tokens; empty: 1 for all (default none)
        encoding_frequency: frequency of pair k of r columns that are turned, a formula of k, r and T (lengthen help formula); empty: base^(-2*k/r), as encoding.frequencies says (default none)
        encoding_clip: largest distance w that is left as it is (ReRoPE, proposed with scale: log_n); 0: all distances are (0..16777216; default 0)
        encoding_compress: what is beyond encoding.clip is divided by this; 0: distances are clipped (0..1e+06; default 0)
        encoding_group: g: from the distance encoding.clip on, w, positions are divided by g and rounded down, and queries are w - w/g further (Self-Extend); 0: they are not (0..16777216; default 0)
        encoding_scale_base: tokens B after which pair i has decayed by its factor z_i, as in the authors' program (1..1e+09; default 512)
        encoding_gamma: the factors z_i go from gamma / (1 + gamma) to almost 1 (0.001..1000; default 0.4)
        encoding_center: position c whose factors are 1; those of floats end about 70 B before and behind it (0..16777216; default 0)
        encoding_kernel: how the penalty grows: log: r1 ln(1 + r2 |D|); power: r1 |D|^r2 (default log)
        encoding_bias_in_scale: divide the bias by sqrt(head_width) too, as the paper does and its authors' program does not (default false)
        encoding_shared_table: one table for keys and values, as in OpenNMT (default false)
        encoding_max_position: position at which gates are no longer counted: one less than there are vectors (1..4096; default 64)
        encoding_term_in_scale: scale the term with the scores, as the authors' program does; false: add it after that, as in the paper (default true)
        encoding_hidden: hidden units of the network that turns a distance into a bias of each head (1..1024; default 32)
        encoding_threshold: distance L0: queries before position L, at first L0, have L as their longest distance (1..16777216; default 512)
        encoding_shared_bias: one network for all blocks, as in Zhou et al. 2024, not one for each (default false)
        encoding_bias: what is added to the logit of a query and a key, of d, head, H, dk, T, p_i and p_j (lengthen help formula); empty: nothing where there is encoding.frequency, else -abs(d)/2^(8*(head + 1)/H) (default none)
        encoding_parameters: trained numbers of the formula, between semicolons: s[head] = -2; w[head, 32] = normal(0, 0.02) (default none)
        encoding_numbers: numbers of the formula that are not trained, between semicolons: rate = 0.5; width = 64 (default none)
        mask_same_length: with a memory of M rows every query sees M keys, itself among them, or M and itself; no: all keys before it (default no)
        mask_width: width of the window; with mask.form: symmetric an even width counts as the next odd one (1..16777216; default 81)
        mask_form: where the window lies; half: an even width counts as the odd one below; causal: width keys up to the query's own, and the default where architecture or encoding need a causal mask; edge_shift: width keys for every query, fewer on one side at the ends (default symmetric)
        mask_chunk: tokens of a chunk; the last chunk may be shorter (1..16777216; default 40)
        mask_sinks: tokens at the start that every later query sees (0..16777216; default 4)
        mask_block: tokens of a block; the last block may be shorter (1..16777216; default 20)
        mask_separator: token that ends a document, as the vocabulary has it; unless it is set, the end of a line: \n of bytes and characters, <eos> of words (default none)
        mask_formula: where query i sees key j, as a condition (lengthen help formula); causal where j <= i stands in an and (default j <= i)
        mask_numbers: numbers of the formula that are not trained, between semicolons: rate = 0.5; width = 64 (default none)
        scale_keys: m, number of keys at which the factor is that of scale.times: tokens of a sequence in training (2..16777216; default 40)
        scale_at_least_one: no flatter than scale.times: for a test of models trained with that scale (eval --scale log_n) (default false)
        scale_times: the scale that is multiplied: in a test that of training (default inverse_sqrt)
        scale_formula: what the logits of a query are multiplied with, of n, dk, head and H (lengthen help formula) (default 1/sqrt(dk))
        scale_parameters: trained numbers of the formula, between semicolons: s[head] = -2; w[head, 32] = normal(0, 0.02) (default none)
        scale_numbers: numbers of the formula that are not trained, between semicolons: rate = 0.5; width = 64 (default none)
        eval_beam: hypotheses that go on side by side (1..1024; default 4)
        eval_length_norm: what the log probability of a hypothesis of l tokens is divided by, to a power: gnmt, (5 + l) / 6; fairseq, l (default gnmt)
        eval_length_penalty: that power; 0: scores are log probabilities (0..100; default 0.6)
        eval_length_factor: a hypothesis must end after a n + b tokens, for a source of n tokens: a (0..1000; default 1)
        eval_length_extra: b (0..100000; default 50)
        eval_memory: tokens of the segments before that each block remembers; 0: as many as in training (0..100000; default 0)
        eval_same_span: segments of other lengths than in training: remember so many tokens more or fewer that memory and segment together are as long as then (default false)
        eval_lanes: parts of the text that are read side by side, which takes less time; each begins where its memory is full before its first target, and so without what came before that (1..65536; default 1)
        """
    @property
    def closed(self) -> bool: ...
    def close(self) -> None: ...
    def __enter__(self) -> Model: ...
    def __exit__(self, *_: object) -> None: ...

class Formula:
    """A mechanism in one line (`lengthen help formula`), as the value of an option."""

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
        """What the model answers to prompts, as `lengthen generate` or, with a beam, `lengthen translate` does.

        positions: how the tokens are numbered (default standard)
        mask: which keys a query attends to (default full)
        scale: the factor of the attention logits (default inverse_sqrt)
        protocol: how a model is tested (default pass)
        lengths: lengths n to evaluate (1..100000; default 1..100)
        eval_sequences: sequences for each length; text: so many times the shortest length are the target tokens that are scored at every length (see eval.targets) (1..1e+07; default 500)
        eval_seed: seed of all random numbers of evaluation (0..9007199254740991; default 1)
        eval_position_samples: position samples for each length; the sequences are divided among them; token accuracy is the mean over them (1..1e+06; default 1)
        eval_batch: sequences held in memory at once; changes no result (1..1e+06; default 512)
        eval_dropout: leave dropout on, as the released program of Ruoss et al. 2023 does (default false)
        eval_targets: text: target tokens that are scored, the same at every length: the last ones of the test split; 0: eval.sequences times the shortest length, or as many as the longest one has room before (0..1e+15; default 0)
        eval_stride: text: target tokens that each window scores, its last ones; the windows before it end so many tokens earlier. 1: sliding windows; the longest length or more: windows that do not overlap; 0: the shortest length, so that at every length T each target is predicted from at least T less that length (0..100000; default 0)
        eval_validation: records of the validations during training: those of the validation split at the lengths of training (up to 40 of them), or those of the test split at eval.lengths, which then must not choose a model (default validation)
        eval_checkpoint: which parameters of a run are evaluated: the last ones, or those that scored best in the validations (default last)
        eval_max_tokens: greedy decoding: tokens of source and answer together, after which an answer that has not ended is cut off; 0: as many as the target has (0..100000; default 0)
        eval_score: lengths over which the metric is averaged to the score: all evaluated lengths beyond the training lengths; these but the first, as the example script of Ruoss et al. 2023; or all (default first-ood..max)
        eval_score_above: lengths above this one are beyond training to eval.score, so that models trained on other lengths have scores over the same; 0: the longest training length (0..100000; default 0)
        eval_with: options with which the trained model is evaluated in place of those that it is trained with, as 'mask: window, mask.width: 40': of positions, mask, scale, and of encodings in longer sequences (default none)
        eval_average: what weighs alike in a score: lengths, or the examples that are evaluated at them, of which finite data sets have more at some lengths than at others (default lengths)
        threads: threads; 0: one per processor, divided among runs side by side (0..1024; default 0)
        eval_every: validate every N steps (eval.validation) and keep the best checkpoint; 0: never (0..1e+09; default 0)
        data_train: file of the pairs to train on (default none)
        data_test: file of the pairs to test on (default none)
        data_validation_file: file of the pairs to validate on (eval.validation) (default none)
        data_validation_fraction: fraction of the training pairs, taken evenly from the file, to validate on where no file is (0..0.9; default 0)
        data_tokens: what a token is: a word between blanks, a character of UTF-8, or a byte (default words)
        data_subwords: model of SentencePiece, or codes of subword-nmt: tokens are its subwords; empty: data.tokens (default none)
        data_bucket: tokens by which the lengths of sources are rounded up to report them (1..100000; default 1)
        data_source: file of the sources to train on, a line each; or of pairs (default none)
        data_target: file of their targets; empty: data.source has pairs (default none)
        data_test_source: file of the sources to test on; also for a model that is trained (default none)
        data_test_target: file of their targets (default none)
        data_validation_source: file of the sources to validate on (eval.validation) (default none)
        data_validation_target: file of their targets (default none)
        data_test_fraction: fraction of the pairs, the last ones, to test on where no file is (0..0.999999; default 0.1)
        data_target_subwords: another one for targets; empty: one vocabulary for both (default none)
        data_least_uses: tokens that the training split has less often are <unk> (1..1073741824; default 1)
        data_vocabulary: tokens that there are at most, the most frequent ones (0: all) (0..16777216; default 0)
        data_longest: tokens that source and target have at most; longer pairs are left out (1..99999; default 1024)
        data_longest_trained: the same of pairs to train on, for tests of longer ones (0: data.longest) (0..99999; default 0)
        data_concatenated: neighbouring pairs that become one to train on (1..1000; default 1)
        data_file: file of the text (default none)
        data_test_file: another file to test on, in place of the end of data.file; also for a model that is trained (default none)
        data_line_ends: words: a line ends with the token <eos> (default true)
        data_context: tokens of a record that are read before the first one that is predicted (1..100000; default 1)
        data_size: bytes that the file must have; other than its default for a part of it (40..1e+15; default 100000000)
        data_newlines: newlines are tokens; false: they are left out, as the program of Transformer-XL does (default true)
        data_folder: the folder of the corpus, unpacked (default none)
        data_keys: different keys that there are, and most pairs of a sequence (1..4096; default 32)
        data_queries: keys whose values are asked for, one after another (1..1000; default 4)
        data_reach: symbols before each question, and most steps back (1..64; default 4)
        data_width: symbols of a pattern (1..16; default 2)
        data_permutations: keys, each of which names a permutation of the symbols (1..4096; default 16)
        data_inverted: probability that the first adjective stays before its noun: then no model can know all of the target (0..1; default 0)
        data_examples: training examples, divided among the lengths of the curriculum (1..1e+09; default 100000)
        data_validation: validation examples of a length for each training example (0..10; default 0.15)
        data_test_examples: test examples of each length, or cell (1..1e+09; default 500)
        data_seed: seed of all examples (0..9007199254740991; default 9842497)
        data_alphabet: words that sources are made of (1..1e+06; default 6052)
        data_scratchpad: steps before the answer: none, full, full without a part (no_input, no_computation, no_output, no_variables, no_rest), minimal, or digits 0 and 1 for their parts in, comp, out, [ and re (default none)
        data_largest: the largest number (10..999999999; default 9999)
        data_smallest: the smallest number, at most data.largest (0..999999999; default 10)
        data_split: what is trained on: paper: commands of up to 25 actions; orig: of up to 22, as the data set has it (default paper)
        data_prefix: every source begins with the same words, as "Solve:" (default true)
        positions_L: size of the range that positions are sampled from (1..16777216; default 2048)
        positions_draw: for encodings that read distances: sample sorted distances (auto), or positions and take their differences (default auto)
        positions_per: one position sample for the whole pass, for each block, or in training for each sequence; auto: as the authors do (default auto)
        positions_both_sides: sample the distances to the left and to the right independently (default false)
        positions_even: in evaluation space them evenly over the whole range, rather than at random (default false)
        positions_shift: largest offset of training, K: uniform in 0..K (0..16777216; default 500)
        positions_eval_shift: offset of evaluation; the authors' program has that of positions.shift (0..16777216; default 0)
        positions_global_shift: half width G of the shift of all tokens, uniform in -G..G (the authors' program takes the whole width) (0..1e+06; default 5)
        positions_local_shift: half width e of the shift of each token, uniform in -e..e; beyond 0.5 neighbours may change places (0..1e+06; default 0.5)
        positions_max_scale: largest factor S of all positions, its logarithm uniform in -ln S..ln S (1..1000; default 1.03)
        positions_center: subtract the mean of the sequence first, in evaluation too (default true)
        positions_source_factor: factor of the positions of sources that have a sequence of their own, before all else, in evaluation too: the mean length of targets over that of sources (0.001..1000; default 1)
        positions_factor: distance of neighbours (1e-06..1e+06; default 1)
        positions_trained: tokens of the longest sequence of training: longer ones are compressed to as many positions; 0: none are (0..16777216; default 0)
        positions_law: law of the last position in training, of mean T; beta: up to positions.longest; fixed: it is T, as in evaluation (default exponential)
        positions_longest: M of the law beta: tokens of the longest sequences that are tested; the last position is below it (1..16777216; default 2048)
        positions_width: largest distance w that is left as it is (1..16777216; default 40)
        positions_compress: distances beyond positions.width are divided by this; 0: they are clipped (0..1e+06; default 0)
        positions_separator: token that ends a document, as the vocabulary has it; unless it is set, the end of a line: \n of bytes and characters, <eos> of words (default none)
        encoding_base: base b of the frequencies b^(-2i/d); the longest wavelength is about 2 pi b tokens (1..1e+09; default 10000)
        encoding_layout: order of the columns: all sines and then all cosines, or sine and cosine of each frequency in turn (default halves)
        encoding_first: added to every position: 1 counts tokens from 1 (0..16777216; default 0)
        encoding_rows: rows of the table: positions must be below (1..1048576; default 2048)
        encoding_relative: add a bias by bucket of distance, as of t5 (TUPE-R) (default false)
        encoding_buckets: columns of the table; without a causal mask half of them are for keys on the right (4..256; default 32)
        encoding_max_distance: where the buckets would end if they grew on: the last one begins a little below (2..16777216; default 128)
        encoding_first_token: what the first token sees, and who sees it: alike: as others; free: two trained numbers a head; rows: the same from two rows of the table, as in the authors' program (default alike)
        encoding_released: as in the authors' program: the rows of the table are normalised, and their maps have biases (default false)
        encoding_shared_terms: all blocks share the content and position bias u and v, as in Transformer-XL without untie_r (default false)
        encoding_sides: keys on the left and on the right: half_shift: those on the left are half a step nearer; symmetric: no difference; split_heads: the first half of the heads sees those on the left alone, the second half those on the right; two_slopes: another slope on the right (default half_shift)
        encoding_right_slope: of two_slopes: how many times the slope on the left that on the right is (0.01..100; default 0.5)
        encoding_trained_slopes: train a factor of each slope, from 1, which all blocks share; of two_slopes one for each side (default false)
        encoding_local_heads: M, heads that see the nearest keys alone; 0: half of the heads (0..16777216; default 0)
        encoding_fraction: part of each head's columns that is turned, the first ones, rounded down to pairs, but one pair at least (1e-06..1; default 1)
        encoding_pairs: columns that are turned together: 2i and 2i+1, or i and i + half of those that are turned, as in GPT-NeoX (default neighbours)
        encoding_frequencies: for longer sequences: trained: as they are; interpolated (also: pi, linear): all over s; ntk: a larger base; parts_rotations, parts_index, parts_unrounded: slow pairs over s, fast ones as they are (YaRN as published, as released, and with bounds that are not rounded; yarn is parts_index with its encoding.temperature); llama3: likewise, with the bounds of Llama 3; longrope: each over a factor of its own (default trained)
        encoding_extension: s of encoding.frequencies: how many times longer than in training sequences are; with encoding.dynamic, s = extension T / trained - (extension - 1) (1..1e+06; default 1)
        encoding_trained: tokens of the longest sequences in training, by which parts and llama3 know which pairs are slow (2..16777216; default 40)
        encoding_dynamic: s is how many times longer than encoding.trained a sequence of T tokens is, at least 1 (default false)
        encoding_temperature: t: what is turned also grows by the factor t ln s + 1, in queries and keys (0.1 with YaRN) (0..10; default 0)
        encoding_factors: of longrope: what the frequency of each pair is divided by, numbers with blanks between them (default none)
        encoding_short_factors: likewise, in sequences of at most encoding.trained tokens; empty: 1 for all (default none)
        encoding_frequency: frequency of pair k of r columns that are turned, a formula of k, r and T (lengthen help formula); empty: base^(-2*k/r), as encoding.frequencies says (default none)
        encoding_clip: largest distance w that is left as it is (ReRoPE, proposed with scale: log_n); 0: all distances are (0..16777216; default 0)
        encoding_compress: what is beyond encoding.clip is divided by this; 0: distances are clipped (0..1e+06; default 0)
        encoding_group: g: from the distance encoding.clip on, w, positions are divided by g and rounded down, and queries are w - w/g further (Self-Extend); 0: they are not (0..16777216; default 0)
        encoding_scale_base: tokens B after which pair i has decayed by its factor z_i, as in the authors' program (1..1e+09; default 512)
        encoding_gamma: the factors z_i go from gamma / (1 + gamma) to almost 1 (0.001..1000; default 0.4)
        encoding_center: position c whose factors are 1; those of floats end about 70 B before and behind it (0..16777216; default 0)
        encoding_kernel: how the penalty grows: log: r1 ln(1 + r2 |D|); power: r1 |D|^r2 (default log)
        encoding_bias_in_scale: divide the bias by sqrt(head_width) too, as the paper does and its authors' program does not (default false)
        encoding_shared_table: one table for keys and values, as in OpenNMT (default false)
        encoding_max_position: position at which gates are no longer counted: one less than there are vectors (1..4096; default 64)
        encoding_term_in_scale: scale the term with the scores, as the authors' program does; false: add it after that, as in the paper (default true)
        encoding_hidden: hidden units of the network that turns a distance into a bias of each head (1..1024; default 32)
        encoding_threshold: distance L0: queries before position L, at first L0, have L as their longest distance (1..16777216; default 512)
        encoding_shared_bias: one network for all blocks, as in Zhou et al. 2024, not one for each (default false)
        encoding_bias: what is added to the logit of a query and a key, of d, head, H, dk, T, p_i and p_j (lengthen help formula); empty: nothing where there is encoding.frequency, else -abs(d)/2^(8*(head + 1)/H) (default none)
        encoding_parameters: trained numbers of the formula, between semicolons: s[head] = -2; w[head, 32] = normal(0, 0.02) (default none)
        encoding_numbers: numbers of the formula that are not trained, between semicolons: rate = 0.5; width = 64 (default none)
        mask_same_length: with a memory of M rows every query sees M keys, itself among them, or M and itself; no: all keys before it (default no)
        mask_width: width of the window; with mask.form: symmetric an even width counts as the next odd one (1..16777216; default 81)
        mask_form: where the window lies; half: an even width counts as the odd one below; causal: width keys up to the query's own, and the default where architecture or encoding need a causal mask; edge_shift: width keys for every query, fewer on one side at the ends (default symmetric)
        mask_chunk: tokens of a chunk; the last chunk may be shorter (1..16777216; default 40)
        mask_sinks: tokens at the start that every later query sees (0..16777216; default 4)
        mask_block: tokens of a block; the last block may be shorter (1..16777216; default 20)
        mask_separator: token that ends a document, as the vocabulary has it; unless it is set, the end of a line: \n of bytes and characters, <eos> of words (default none)
        mask_formula: where query i sees key j, as a condition (lengthen help formula); causal where j <= i stands in an and (default j <= i)
        mask_numbers: numbers of the formula that are not trained, between semicolons: rate = 0.5; width = 64 (default none)
        scale_keys: m, number of keys at which the factor is that of scale.times: tokens of a sequence in training (2..16777216; default 40)
        scale_at_least_one: no flatter than scale.times: for a test of models trained with that scale (eval --scale log_n) (default false)
        scale_times: the scale that is multiplied: in a test that of training (default inverse_sqrt)
        scale_formula: what the logits of a query are multiplied with, of n, dk, head and H (lengthen help formula) (default 1/sqrt(dk))
        scale_parameters: trained numbers of the formula, between semicolons: s[head] = -2; w[head, 32] = normal(0, 0.02) (default none)
        scale_numbers: numbers of the formula that are not trained, between semicolons: rate = 0.5; width = 64 (default none)
        eval_beam: hypotheses that go on side by side (1..1024; default 4)
        eval_length_norm: what the log probability of a hypothesis of l tokens is divided by, to a power: gnmt, (5 + l) / 6; fairseq, l (default gnmt)
        eval_length_penalty: that power; 0: scores are log probabilities (0..100; default 0.6)
        eval_length_factor: a hypothesis must end after a n + b tokens, for a source of n tokens: a (0..1000; default 1)
        eval_length_extra: b (0..100000; default 50)
        eval_memory: tokens of the segments before that each block remembers; 0: as many as in training (0..100000; default 0)
        eval_same_span: segments of other lengths than in training: remember so many tokens more or fewer that memory and segment together are as long as then (default false)
        eval_lanes: parts of the text that are read side by side, which takes less time; each begins where its memory is full before its first target, and so without what came before that (1..65536; default 1)
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
        """Evaluates the model at these lengths, and once more for each variant, {name: options}. Rows come while you iterate.

        positions: how the tokens are numbered (default standard)
        mask: which keys a query attends to (default full)
        scale: the factor of the attention logits (default inverse_sqrt)
        protocol: how a model is tested (default pass)
        eval_lengths: lengths n to evaluate (1..100000; default 1..100)
        eval_sequences: sequences for each length; text: so many times the shortest length are the target tokens that are scored at every length (see eval.targets) (1..1e+07; default 500)
        eval_seed: seed of all random numbers of evaluation (0..9007199254740991; default 1)
        eval_position_samples: position samples for each length; the sequences are divided among them; token accuracy is the mean over them (1..1e+06; default 1)
        eval_batch: sequences held in memory at once; changes no result (1..1e+06; default 512)
        eval_dropout: leave dropout on, as the released program of Ruoss et al. 2023 does (default false)
        eval_targets: text: target tokens that are scored, the same at every length: the last ones of the test split; 0: eval.sequences times the shortest length, or as many as the longest one has room before (0..1e+15; default 0)
        eval_stride: text: target tokens that each window scores, its last ones; the windows before it end so many tokens earlier. 1: sliding windows; the longest length or more: windows that do not overlap; 0: the shortest length, so that at every length T each target is predicted from at least T less that length (0..100000; default 0)
        eval_validation: records of the validations during training: those of the validation split at the lengths of training (up to 40 of them), or those of the test split at eval.lengths, which then must not choose a model (default validation)
        eval_checkpoint: which parameters of a run are evaluated: the last ones, or those that scored best in the validations (default last)
        eval_max_tokens: greedy decoding: tokens of source and answer together, after which an answer that has not ended is cut off; 0: as many as the target has (0..100000; default 0)
        eval_score: lengths over which the metric is averaged to the score: all evaluated lengths beyond the training lengths; these but the first, as the example script of Ruoss et al. 2023; or all (default first-ood..max)
        eval_score_above: lengths above this one are beyond training to eval.score, so that models trained on other lengths have scores over the same; 0: the longest training length (0..100000; default 0)
        eval_with: options with which the trained model is evaluated in place of those that it is trained with, as 'mask: window, mask.width: 40': of positions, mask, scale, and of encodings in longer sequences (default none)
        eval_average: what weighs alike in a score: lengths, or the examples that are evaluated at them, of which finite data sets have more at some lengths than at others (default lengths)
        threads: threads; 0: one per processor, divided among runs side by side (0..1024; default 0)
        eval_every: validate every N steps (eval.validation) and keep the best checkpoint; 0: never (0..1e+09; default 0)
        data_train: file of the pairs to train on (default none)
        data_test: file of the pairs to test on (default none)
        data_validation_file: file of the pairs to validate on (eval.validation) (default none)
        data_validation_fraction: fraction of the training pairs, taken evenly from the file, to validate on where no file is (0..0.9; default 0)
        data_tokens: what a token is: a word between blanks, a character of UTF-8, or a byte (default words)
        data_subwords: model of SentencePiece, or codes of subword-nmt: tokens are its subwords; empty: data.tokens (default none)
        data_bucket: tokens by which the lengths of sources are rounded up to report them (1..100000; default 1)
        data_source: file of the sources to train on, a line each; or of pairs (default none)
        data_target: file of their targets; empty: data.source has pairs (default none)
        data_test_source: file of the sources to test on; also for a model that is trained (default none)
        data_test_target: file of their targets (default none)
        data_validation_source: file of the sources to validate on (eval.validation) (default none)
        data_validation_target: file of their targets (default none)
        data_test_fraction: fraction of the pairs, the last ones, to test on where no file is (0..0.999999; default 0.1)
        data_target_subwords: another one for targets; empty: one vocabulary for both (default none)
        data_least_uses: tokens that the training split has less often are <unk> (1..1073741824; default 1)
        data_vocabulary: tokens that there are at most, the most frequent ones (0: all) (0..16777216; default 0)
        data_longest: tokens that source and target have at most; longer pairs are left out (1..99999; default 1024)
        data_longest_trained: the same of pairs to train on, for tests of longer ones (0: data.longest) (0..99999; default 0)
        data_concatenated: neighbouring pairs that become one to train on (1..1000; default 1)
        data_file: file of the text (default none)
        data_test_file: another file to test on, in place of the end of data.file; also for a model that is trained (default none)
        data_line_ends: words: a line ends with the token <eos> (default true)
        data_context: tokens of a record that are read before the first one that is predicted (1..100000; default 1)
        data_size: bytes that the file must have; other than its default for a part of it (40..1e+15; default 100000000)
        data_newlines: newlines are tokens; false: they are left out, as the program of Transformer-XL does (default true)
        data_folder: the folder of the corpus, unpacked (default none)
        data_keys: different keys that there are, and most pairs of a sequence (1..4096; default 32)
        data_queries: keys whose values are asked for, one after another (1..1000; default 4)
        data_reach: symbols before each question, and most steps back (1..64; default 4)
        data_width: symbols of a pattern (1..16; default 2)
        data_permutations: keys, each of which names a permutation of the symbols (1..4096; default 16)
        data_inverted: probability that the first adjective stays before its noun: then no model can know all of the target (0..1; default 0)
        data_examples: training examples, divided among the lengths of the curriculum (1..1e+09; default 100000)
        data_validation: validation examples of a length for each training example (0..10; default 0.15)
        data_test_examples: test examples of each length, or cell (1..1e+09; default 500)
        data_seed: seed of all examples (0..9007199254740991; default 9842497)
        data_alphabet: words that sources are made of (1..1e+06; default 6052)
        data_scratchpad: steps before the answer: none, full, full without a part (no_input, no_computation, no_output, no_variables, no_rest), minimal, or digits 0 and 1 for their parts in, comp, out, [ and re (default none)
        data_largest: the largest number (10..999999999; default 9999)
        data_smallest: the smallest number, at most data.largest (0..999999999; default 10)
        data_split: what is trained on: paper: commands of up to 25 actions; orig: of up to 22, as the data set has it (default paper)
        data_prefix: every source begins with the same words, as "Solve:" (default true)
        positions_L: size of the range that positions are sampled from (1..16777216; default 2048)
        positions_draw: for encodings that read distances: sample sorted distances (auto), or positions and take their differences (default auto)
        positions_per: one position sample for the whole pass, for each block, or in training for each sequence; auto: as the authors do (default auto)
        positions_both_sides: sample the distances to the left and to the right independently (default false)
        positions_even: in evaluation space them evenly over the whole range, rather than at random (default false)
        positions_shift: largest offset of training, K: uniform in 0..K (0..16777216; default 500)
        positions_eval_shift: offset of evaluation; the authors' program has that of positions.shift (0..16777216; default 0)
        positions_global_shift: half width G of the shift of all tokens, uniform in -G..G (the authors' program takes the whole width) (0..1e+06; default 5)
        positions_local_shift: half width e of the shift of each token, uniform in -e..e; beyond 0.5 neighbours may change places (0..1e+06; default 0.5)
        positions_max_scale: largest factor S of all positions, its logarithm uniform in -ln S..ln S (1..1000; default 1.03)
        positions_center: subtract the mean of the sequence first, in evaluation too (default true)
        positions_source_factor: factor of the positions of sources that have a sequence of their own, before all else, in evaluation too: the mean length of targets over that of sources (0.001..1000; default 1)
        positions_factor: distance of neighbours (1e-06..1e+06; default 1)
        positions_trained: tokens of the longest sequence of training: longer ones are compressed to as many positions; 0: none are (0..16777216; default 0)
        positions_law: law of the last position in training, of mean T; beta: up to positions.longest; fixed: it is T, as in evaluation (default exponential)
        positions_longest: M of the law beta: tokens of the longest sequences that are tested; the last position is below it (1..16777216; default 2048)
        positions_width: largest distance w that is left as it is (1..16777216; default 40)
        positions_compress: distances beyond positions.width are divided by this; 0: they are clipped (0..1e+06; default 0)
        positions_separator: token that ends a document, as the vocabulary has it; unless it is set, the end of a line: \n of bytes and characters, <eos> of words (default none)
        encoding_base: base b of the frequencies b^(-2i/d); the longest wavelength is about 2 pi b tokens (1..1e+09; default 10000)
        encoding_layout: order of the columns: all sines and then all cosines, or sine and cosine of each frequency in turn (default halves)
        encoding_first: added to every position: 1 counts tokens from 1 (0..16777216; default 0)
        encoding_rows: rows of the table: positions must be below (1..1048576; default 2048)
        encoding_relative: add a bias by bucket of distance, as of t5 (TUPE-R) (default false)
        encoding_buckets: columns of the table; without a causal mask half of them are for keys on the right (4..256; default 32)
        encoding_max_distance: where the buckets would end if they grew on: the last one begins a little below (2..16777216; default 128)
        encoding_first_token: what the first token sees, and who sees it: alike: as others; free: two trained numbers a head; rows: the same from two rows of the table, as in the authors' program (default alike)
        encoding_released: as in the authors' program: the rows of the table are normalised, and their maps have biases (default false)
        encoding_shared_terms: all blocks share the content and position bias u and v, as in Transformer-XL without untie_r (default false)
        encoding_sides: keys on the left and on the right: half_shift: those on the left are half a step nearer; symmetric: no difference; split_heads: the first half of the heads sees those on the left alone, the second half those on the right; two_slopes: another slope on the right (default half_shift)
        encoding_right_slope: of two_slopes: how many times the slope on the left that on the right is (0.01..100; default 0.5)
        encoding_trained_slopes: train a factor of each slope, from 1, which all blocks share; of two_slopes one for each side (default false)
        encoding_local_heads: M, heads that see the nearest keys alone; 0: half of the heads (0..16777216; default 0)
        encoding_fraction: part of each head's columns that is turned, the first ones, rounded down to pairs, but one pair at least (1e-06..1; default 1)
        encoding_pairs: columns that are turned together: 2i and 2i+1, or i and i + half of those that are turned, as in GPT-NeoX (default neighbours)
        encoding_frequencies: for longer sequences: trained: as they are; interpolated (also: pi, linear): all over s; ntk: a larger base; parts_rotations, parts_index, parts_unrounded: slow pairs over s, fast ones as they are (YaRN as published, as released, and with bounds that are not rounded; yarn is parts_index with its encoding.temperature); llama3: likewise, with the bounds of Llama 3; longrope: each over a factor of its own (default trained)
        encoding_extension: s of encoding.frequencies: how many times longer than in training sequences are; with encoding.dynamic, s = extension T / trained - (extension - 1) (1..1e+06; default 1)
        encoding_trained: tokens of the longest sequences in training, by which parts and llama3 know which pairs are slow (2..16777216; default 40)
        encoding_dynamic: s is how many times longer than encoding.trained a sequence of T tokens is, at least 1 (default false)
        encoding_temperature: t: what is turned also grows by the factor t ln s + 1, in queries and keys (0.1 with YaRN) (0..10; default 0)
        encoding_factors: of longrope: what the frequency of each pair is divided by, numbers with blanks between them (default none)
        encoding_short_factors: likewise, in sequences of at most encoding.trained tokens; empty: 1 for all (default none)
        encoding_frequency: frequency of pair k of r columns that are turned, a formula of k, r and T (lengthen help formula); empty: base^(-2*k/r), as encoding.frequencies says (default none)
        encoding_clip: largest distance w that is left as it is (ReRoPE, proposed with scale: log_n); 0: all distances are (0..16777216; default 0)
        encoding_compress: what is beyond encoding.clip is divided by this; 0: distances are clipped (0..1e+06; default 0)
        encoding_group: g: from the distance encoding.clip on, w, positions are divided by g and rounded down, and queries are w - w/g further (Self-Extend); 0: they are not (0..16777216; default 0)
        encoding_scale_base: tokens B after which pair i has decayed by its factor z_i, as in the authors' program (1..1e+09; default 512)
        encoding_gamma: the factors z_i go from gamma / (1 + gamma) to almost 1 (0.001..1000; default 0.4)
        encoding_center: position c whose factors are 1; those of floats end about 70 B before and behind it (0..16777216; default 0)
        encoding_kernel: how the penalty grows: log: r1 ln(1 + r2 |D|); power: r1 |D|^r2 (default log)
        encoding_bias_in_scale: divide the bias by sqrt(head_width) too, as the paper does and its authors' program does not (default false)
        encoding_shared_table: one table for keys and values, as in OpenNMT (default false)
        encoding_max_position: position at which gates are no longer counted: one less than there are vectors (1..4096; default 64)
        encoding_term_in_scale: scale the term with the scores, as the authors' program does; false: add it after that, as in the paper (default true)
        encoding_hidden: hidden units of the network that turns a distance into a bias of each head (1..1024; default 32)
        encoding_threshold: distance L0: queries before position L, at first L0, have L as their longest distance (1..16777216; default 512)
        encoding_shared_bias: one network for all blocks, as in Zhou et al. 2024, not one for each (default false)
        encoding_bias: what is added to the logit of a query and a key, of d, head, H, dk, T, p_i and p_j (lengthen help formula); empty: nothing where there is encoding.frequency, else -abs(d)/2^(8*(head + 1)/H) (default none)
        encoding_parameters: trained numbers of the formula, between semicolons: s[head] = -2; w[head, 32] = normal(0, 0.02) (default none)
        encoding_numbers: numbers of the formula that are not trained, between semicolons: rate = 0.5; width = 64 (default none)
        mask_same_length: with a memory of M rows every query sees M keys, itself among them, or M and itself; no: all keys before it (default no)
        mask_width: width of the window; with mask.form: symmetric an even width counts as the next odd one (1..16777216; default 81)
        mask_form: where the window lies; half: an even width counts as the odd one below; causal: width keys up to the query's own, and the default where architecture or encoding need a causal mask; edge_shift: width keys for every query, fewer on one side at the ends (default symmetric)
        mask_chunk: tokens of a chunk; the last chunk may be shorter (1..16777216; default 40)
        mask_sinks: tokens at the start that every later query sees (0..16777216; default 4)
        mask_block: tokens of a block; the last block may be shorter (1..16777216; default 20)
        mask_separator: token that ends a document, as the vocabulary has it; unless it is set, the end of a line: \n of bytes and characters, <eos> of words (default none)
        mask_formula: where query i sees key j, as a condition (lengthen help formula); causal where j <= i stands in an and (default j <= i)
        mask_numbers: numbers of the formula that are not trained, between semicolons: rate = 0.5; width = 64 (default none)
        scale_keys: m, number of keys at which the factor is that of scale.times: tokens of a sequence in training (2..16777216; default 40)
        scale_at_least_one: no flatter than scale.times: for a test of models trained with that scale (eval --scale log_n) (default false)
        scale_times: the scale that is multiplied: in a test that of training (default inverse_sqrt)
        scale_formula: what the logits of a query are multiplied with, of n, dk, head and H (lengthen help formula) (default 1/sqrt(dk))
        scale_parameters: trained numbers of the formula, between semicolons: s[head] = -2; w[head, 32] = normal(0, 0.02) (default none)
        scale_numbers: numbers of the formula that are not trained, between semicolons: rate = 0.5; width = 64 (default none)
        eval_beam: hypotheses that go on side by side (1..1024; default 4)
        eval_length_norm: what the log probability of a hypothesis of l tokens is divided by, to a power: gnmt, (5 + l) / 6; fairseq, l (default gnmt)
        eval_length_penalty: that power; 0: scores are log probabilities (0..100; default 0.6)
        eval_length_factor: a hypothesis must end after a n + b tokens, for a source of n tokens: a (0..1000; default 1)
        eval_length_extra: b (0..100000; default 50)
        eval_memory: tokens of the segments before that each block remembers; 0: as many as in training (0..100000; default 0)
        eval_same_span: segments of other lengths than in training: remember so many tokens more or fewer that memory and segment together are as long as then (default false)
        eval_lanes: parts of the text that are read side by side, which takes less time; each begins where its memory is full before its first target, and so without what came before that (1..65536; default 1)
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
    task: Literal["even_pairs", "modular_arithmetic", "parity_check", "cycle_navigation", "stack_manipulation", "reverse_string", "modular_arithmetic_brackets", "solve_equation", "duplicate_string", "missing_duplicate_string", "odds_first", "binary_addition", "binary_multiplication", "compute_sqrt", "bucket_sort", "pairs", "translation", "text", "enwik8", "text8", "wikitext", "penn_treebank", "reverse_symbols", "associative_recall", "offset_recall", "pattern_search", "substitution_cipher", "markov_chain", "toy_translation", "copy_rsc", "copy_rsc2x", "copy_rdc", "copy_cmc", "copy_cmc2x", "reverse_mc", "reverse_mc2x", "reverse_mcrv", "half_copy", "addition", "summation", "parity_text", "polynomial", "sort_single", "sort_multi", "scan", "pcfg", "lego_chain", "lego_perm", "rev", "ind", "off", "ciph", "tri", "mt_toy"] | Text | Options | Formula | None = ...,
    data: Literal["even_pairs", "modular_arithmetic", "parity_check", "cycle_navigation", "stack_manipulation", "reverse_string", "modular_arithmetic_brackets", "solve_equation", "duplicate_string", "missing_duplicate_string", "odds_first", "binary_addition", "binary_multiplication", "compute_sqrt", "bucket_sort", "pairs", "translation", "text", "enwik8", "text8", "wikitext", "penn_treebank", "reverse_symbols", "associative_recall", "offset_recall", "pattern_search", "substitution_cipher", "markov_chain", "toy_translation", "copy_rsc", "copy_rsc2x", "copy_rdc", "copy_cmc", "copy_cmc2x", "reverse_mc", "reverse_mc2x", "reverse_mcrv", "half_copy", "addition", "summation", "parity_text", "polynomial", "sort_single", "sort_multi", "scan", "pcfg", "lego_chain", "lego_perm", "rev", "ind", "off", "ciph", "tri", "mt_toy"] | Text | Options | Formula | None = ...,
    architecture: Literal["encoder", "decoder", "encoder_decoder", "perceiver_io", "perceiver_ar", "recurrent", "rnn", "lstm", "stack_rnn", "stack_lstm", "nd_stack_rnn", "tape_rnn", "perceiver", "memory_tokens"] | Text | Options | Formula | None = ...,
    positions: Literal["standard", "randomized", "unsorted", "released", "shifted", "augmented", "interpolated", "equal_mean", "clipped", "document", "shape", "cape"] | Text | Options | Formula | None = ...,
    encoding: Literal["none", "sinusoid", "learned", "tupe", "relative", "alibi", "hard_alibi", "rope", "xpos", "t5", "kerple", "sandwich", "shaw", "cope", "fox", "fire", "formula", "kerple_log", "kerple_power", "rotary", "partial_rotary", "pi", "ntk", "dynamic_ntk", "yarn", "llama3", "longrope", "rerope", "self_extend"] | Text | Options | Formula | None = ...,
    mask: Literal["full", "causal", "window", "chunk", "lambda", "bca", "three_blocks", "document", "formula"] | Text | Options | Formula | None = ...,
    scale: Literal["inverse_sqrt", "inverse_sqrt_2d", "one", "log_n", "formula"] | Text | Options | Formula | None = ...,
    attention: Literal["softmax", "geometric", "softmax1", "sink", "persistent"] | Text | Options | Formula | None = ...,
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
    model_decode: Literal["parallel", "autoregressive"] | None = ...,
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
    encoder_encoding_shared_terms: bool | None = ...,
    decoder_encoding_shared_terms: bool | None = ...,
    cross_encoding_shared_terms: bool | None = ...,
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
    encoding_center: int | None = ...,
    encoder_encoding_scale_base: float | None = ...,
    encoder_encoding_gamma: float | None = ...,
    encoder_encoding_center: int | None = ...,
    decoder_encoding_scale_base: float | None = ...,
    decoder_encoding_gamma: float | None = ...,
    decoder_encoding_center: int | None = ...,
    cross_encoding_scale_base: float | None = ...,
    cross_encoding_gamma: float | None = ...,
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
    """Trains as `lengthen train` does, in a process of its own; several seeds or files give a list of runs.

    task: what the model learns (default reverse_string)
    architecture: how a model is put together (default encoder)
    positions: how the tokens are numbered (default standard)
    encoding: how the numbers reach the model (default sinusoid)
    mask: which keys a query attends to (default full)
    scale: the factor of the attention logits (default inverse_sqrt)
    attention: how attention logits become weights (default softmax)
    projection: how queries, keys and values are made of rows (default linear)
    residual: what the result of a sublayer is added to (default add)
    block: how the sublayers of a block are wired (default post_norm)
    norm: how rows of the residual stream are normalised (default layer_norm)
    mixer: what a block does to each token by itself (default relu)
    initialisation: the initial values of parameters (default truncated_normal)
    head: how the output symbols are read (default linear)
    cell: the cell of a recurrent architecture (default lstm)
    store: the memory beside the cell of a recurrent architecture (default none)
    curriculum: which lengths are trained (default uniform)
    optimizer: how gradients become steps of the parameters (default adam)
    schedule: the learning rate by step (default constant)
    protocol: how a model is tested (default pass)
    metric: what scores, tables, figures and the best checkpoint are made of (default token_accuracy)
    width: width d of the residual stream (1..8192; default 64)
    heads: attention heads; each has width / heads columns (1..256; default 8)
    model_key_heads: heads of keys and values, a divisor of model.heads; each is read by model.heads / model.key_heads neighbouring heads of queries (grouped-query attention; 1: multi-query), so that caches shrink; 0: model.heads (0..256; default 0)
    blocks: blocks of attention and feed-forward (1..256; default 5)
    model_order: sublayers of a block by their letters, s self-attention, f feed-forward (all: lengthen list sublayers); c is cross-attention of encoder_decoder, which follows each that mixes tokens also unless it is written: scf is sf; macaron: fsf (without its halves); sandwich:K: for N blocks s K times, sf N-K times, f K times; memorizing: sf, with k for s in the fourth block from the top; layers, as residuals and initialisations count them, begin with a letter that mixes tokens, or end at bars: s|ff (default sf)
    model_share: which blocks are one and the same, with one set of parameters: none; all (ALBERT, Universal Transformer); groups:N, N runs of neighbours; or the set of each block, as 0,0,1 (default none)
    model_share_norms: blocks that share parameters also share gains and offsets of norms (default true)
    model_step_signal: each block reads its input plus the sinusoid of its number, from 1, and what the encoding adds to embeddings once more (Universal Transformer) (default false)
    model_feed_forward: hidden width of the feed-forward network; 4 times model.width unless it is set (1..65536; default 256)
    dropout: rate of dropout on sublayer outputs and additive embeddings (0..0.95; default 0.1)
    model_dropout_embedding: rate of dropout on token vectors with what is added to them; -1: model.dropout where positions are added, else 0 (-1..0.95; default -1)
    model_dropout_attention: rate of dropout on attention weights, after the softmax; those that are kept grow by 1 / (1 - rate) (0..0.95; default 0)
    model_dropout_hidden: rate of dropout on the hidden layer of the feed-forward network (0..0.95; default 0)
    model_dropout_final: rate of dropout on the rows that the head reads (0..0.95; default 0)
    model_dropout_words: rate at which training replaces tokens that are read by random ones of the vocabulary (0..0.95; default 0)
    precision: format of the factors of matrix products; bf16 is up to twice as fast; all else is in fp32 (default fp32)
    model_bias: biases of the feed-forward maps and of the read-out, and offsets of layer norms (default true)
    model_embedding_scale: factor of token vectors; one: as in T5 (default sqrt_width)
    model_embedding_width: width of token vectors, which a map brings to model.width (ALBERT has 128); 0: model.width, without a map (0..8192; default 0)
    model_embedding_norm: a norm of token vectors, before positions are added to them (BLOOM), or after (BERT) (default none)
    model_qk_norm: a norm of queries and of keys, head by head, before an encoding turns them: by the mean square, or of layers (default none)
    loss_smoothing: part of each target that training spreads over the output symbols; tests report the plain cross-entropy (0..0.95; default 0)
    loss_smoothing_over: symbols that share that part: all V, each 1/V of it, or the V-1 that are not the target (fairseq) (default all)
    loss_z: factor of the squared logarithm of what softmax divides by, added to the loss of training; 1e-4 keeps logits small (0..1; default 0)
    convolution_taps: taps of the kernel: one number, or one for each layer, as 3,7,15; the last holds for all further layers (default 7)
    convolution_heads: kernels of a layer, each for width / heads neighbouring columns; 0: model.heads (0..8192; default 0)
    convolution_gate: what is convolved is (x Wa + a) * sigmoid(x Wb + b); false: x Wa + a (default true)
    convolution_bias: the map to the kernel of a dynamic convolution has a bias (default false)
    convolution_renorm_padding: taps beyond the sequence weigh nothing, so that the others sum to 1; false: they read zeros (default false)
    convolution_dropout_input: rate of dropout on what the maps before a convolution read; 0.1 in the paper (0..0.95; default 0)
    convolution_dropout_weights: rate of dropout on the weights of the taps of each token; 0.1 in the paper (0..0.95; default 0)
    experts_count: experts of a sublayer e or b (1..256; default 8)
    experts_width: hidden width of an expert; 0: that of model.feed_forward (0..65536; default 0)
    experts_capacity: e, in training: an expert has room for this many times the tokens of an equal share; others pass it by; 0: no limit (0..1000; default 1.25)
    experts_capacity_eval: e: the same in evaluation; -1: 2, and no limit under a causal mask, where tokens may be read one by one (-1..1000; default -1)
    experts_capacity_least: e: an expert has room for this many tokens at least (1..1e+09; default 4)
    experts_jitter: e: in training the router's input is multiplied by random numbers in 1-J..1+J (0..0.99; default 0.01)
    experts_balance: e: factor of the loss that keeps experts equally busy (0..1000; default 0.01)
    experts_z_loss: e: factor of the loss that keeps the router's logits small; 0.001 is usual (0..1000; default 0)
    experts_scale: e: initial weights of router and experts are truncated normal of scale sqrt(S / inputs); 0: as initialisation says (0..1000; default 0.1)
    experts_dropout: rate of dropout on the hidden layer of experts; -1: that of model.dropout (-1..0.95; default -1)
    experts_sublayers: b: feed-forward networks of an expert, one after another (1..16; default 1)
    gating_length: g: tokens that its matrices have room for; no model reads more (1..8192; default 128)
    gating_chunks: g: chunks of columns, each with a matrix over the tokens of its own (1..256; default 4)
    gating_width: g: columns that are mixed; 0: that of model.width (0..65536; default 0)
    persistent_pairs: pairs of a key and a value that each head of a sublayer a has beside the tokens; -1: as many as model.feed_forward (-1..65536; default -1)
    persistent_dropout: rate of dropout on the attention weights of these pairs, after the softmax (0..0.95; default 0)
    memorizing_size: pairs of a key and a value of earlier segments that a sublayer k keeps for each lane and head; 0: none (0..16777216; default 2048)
    memorizing_read: of these, how many a token reads in each head: the nearest (1..65536; default 32)
    memorizing_combine: gate: what is read and what the segment has, by a trained share of each head; joint: in one softmax (default gate)
    memorizing_empty: while nothing is stored: zero: it counts as zeros, by its share; bypass: it has no share (default zero)
    steps: optimizer steps (1..1e+12; default 10000)
    lr: learning rate (0..100; default 0.001)
    batch: sequences of a training step, all of one length (1..65536; default 128)
    train_clip: largest global norm of the gradient; 0: no clipping (0..1e+09; default 1)
    optimizer_decay: decoupled weight decay per step, times the learning rate (0..1; default 0)
    optimizer_decay_on: what decays: all parameters; all but biases and numbers of encodings; matrices: no gains either, nor tables of tokens and positions; these and the table of tokens (default all)
    train_until: a score at which training ends: METRIC>=NUMBER, as 'token_accuracy>=0.99' or 'perplexity<=20', of the validations (eval.every); none: never (default none)
    train_patience: training ends after so many validations (eval.every) without a better score in the metric; 0: never (0..1e+09; default 0)
    train_time: training ends after so much time of it, over all processes: 90s, 30m, 2h; none: never. How many steps that is depends on the machine, and so do all results (default none)
    init: a run (its last model) or a file like model.safetensors, whose parameters training begins with where names and shapes are the same; the optimizer begins anew (default none)
    train_seed: seed of all random numbers of training (0..9007199254740991; default 1)
    seed_init: seed of the initial parameters; -1: train.seed (-1..9007199254740991; default -1)
    seed_data: seed of the training sequences; -1: train.seed (-1..9007199254740991; default -1)
    seed_length: seed of the training lengths; -1: train.seed (-1..9007199254740991; default -1)
    seed_dropout: seed of dropout in training; -1: train.seed (-1..9007199254740991; default -1)
    seed_positions: seed of the position samples of training steps; -1: train.seed (-1..9007199254740991; default -1)
    lengths: lengths n to evaluate (1..100000; default 1..100)
    eval_sequences: sequences for each length; text: so many times the shortest length are the target tokens that are scored at every length (see eval.targets) (1..1e+07; default 500)
    eval_seed: seed of all random numbers of evaluation (0..9007199254740991; default 1)
    eval_position_samples: position samples for each length; the sequences are divided among them; token accuracy is the mean over them (1..1e+06; default 1)
    eval_batch: sequences held in memory at once; changes no result (1..1e+06; default 512)
    eval_dropout: leave dropout on, as the released program of Ruoss et al. 2023 does (default false)
    eval_targets: text: target tokens that are scored, the same at every length: the last ones of the test split; 0: eval.sequences times the shortest length, or as many as the longest one has room before (0..1e+15; default 0)
    eval_stride: text: target tokens that each window scores, its last ones; the windows before it end so many tokens earlier. 1: sliding windows; the longest length or more: windows that do not overlap; 0: the shortest length, so that at every length T each target is predicted from at least T less that length (0..100000; default 0)
    eval_validation: records of the validations during training: those of the validation split at the lengths of training (up to 40 of them), or those of the test split at eval.lengths, which then must not choose a model (default validation)
    eval_checkpoint: which parameters of a run are evaluated: the last ones, or those that scored best in the validations (default last)
    eval_max_tokens: greedy decoding: tokens of source and answer together, after which an answer that has not ended is cut off; 0: as many as the target has (0..100000; default 0)
    eval_score: lengths over which the metric is averaged to the score: all evaluated lengths beyond the training lengths; these but the first, as the example script of Ruoss et al. 2023; or all (default first-ood..max)
    eval_score_above: lengths above this one are beyond training to eval.score, so that models trained on other lengths have scores over the same; 0: the longest training length (0..100000; default 0)
    eval_with: options with which the trained model is evaluated in place of those that it is trained with, as 'mask: window, mask.width: 40': of positions, mask, scale, and of encodings in longer sequences (default none)
    eval_average: what weighs alike in a score: lengths, or the examples that are evaluated at them, of which finite data sets have more at some lengths than at others (default lengths)
    threads: threads; 0: one per processor, divided among runs side by side (0..1024; default 0)
    log: tensorboard: also write a TensorBoard event file (default none)
    train_log_every: steps between two lines of metrics.jsonl (1..1e+09; default 100)
    train_checkpoint_every: steps between two checkpoints (1..1e+09; default 1000)
    train_keep: number of last checkpoints whose models are kept; 1: model.safetensors alone (1..1e+06; default 1)
    train_keep_state: state.safetensors, three times as large as the model: kept always, or until the run is done, which then does not go on to more steps (default always)
    eval_every: validate every N steps (eval.validation) and keep the best checkpoint; 0: never (0..1e+09; default 0)
    data_train: file of the pairs to train on (default none)
    data_test: file of the pairs to test on (default none)
    data_validation_file: file of the pairs to validate on (eval.validation) (default none)
    data_validation_fraction: fraction of the training pairs, taken evenly from the file, to validate on where no file is (0..0.9; default 0)
    data_tokens: what a token is: a word between blanks, a character of UTF-8, or a byte (default words)
    data_subwords: model of SentencePiece, or codes of subword-nmt: tokens are its subwords; empty: data.tokens (default none)
    data_bucket: tokens by which the lengths of sources are rounded up to report them (1..100000; default 1)
    data_source: file of the sources to train on, a line each; or of pairs (default none)
    data_target: file of their targets; empty: data.source has pairs (default none)
    data_test_source: file of the sources to test on; also for a model that is trained (default none)
    data_test_target: file of their targets (default none)
    data_validation_source: file of the sources to validate on (eval.validation) (default none)
    data_validation_target: file of their targets (default none)
    data_test_fraction: fraction of the pairs, the last ones, to test on where no file is (0..0.999999; default 0.1)
    data_target_subwords: another one for targets; empty: one vocabulary for both (default none)
    data_least_uses: tokens that the training split has less often are <unk> (1..1073741824; default 1)
    data_vocabulary: tokens that there are at most, the most frequent ones (0: all) (0..16777216; default 0)
    data_longest: tokens that source and target have at most; longer pairs are left out (1..99999; default 1024)
    data_longest_trained: the same of pairs to train on, for tests of longer ones (0: data.longest) (0..99999; default 0)
    data_concatenated: neighbouring pairs that become one to train on (1..1000; default 1)
    data_file: file of the text (default none)
    data_test_file: another file to test on, in place of the end of data.file; also for a model that is trained (default none)
    data_line_ends: words: a line ends with the token <eos> (default true)
    data_context: tokens of a record that are read before the first one that is predicted (1..100000; default 1)
    data_size: bytes that the file must have; other than its default for a part of it (40..1e+15; default 100000000)
    data_newlines: newlines are tokens; false: they are left out, as the program of Transformer-XL does (default true)
    data_folder: the folder of the corpus, unpacked (default none)
    data_keys: different keys that there are, and most pairs of a sequence (1..4096; default 32)
    data_queries: keys whose values are asked for, one after another (1..1000; default 4)
    data_reach: symbols before each question, and most steps back (1..64; default 4)
    data_width: symbols of a pattern (1..16; default 2)
    data_permutations: keys, each of which names a permutation of the symbols (1..4096; default 16)
    data_inverted: probability that the first adjective stays before its noun: then no model can know all of the target (0..1; default 0)
    data_examples: training examples, divided among the lengths of the curriculum (1..1e+09; default 100000)
    data_validation: validation examples of a length for each training example (0..10; default 0.15)
    data_test_examples: test examples of each length, or cell (1..1e+09; default 500)
    data_seed: seed of all examples (0..9007199254740991; default 9842497)
    data_alphabet: words that sources are made of (1..1e+06; default 6052)
    data_scratchpad: steps before the answer: none, full, full without a part (no_input, no_computation, no_output, no_variables, no_rest), minimal, or digits 0 and 1 for their parts in, comp, out, [ and re (default none)
    data_largest: the largest number (10..999999999; default 9999)
    data_smallest: the smallest number, at most data.largest (0..999999999; default 10)
    data_split: what is trained on: paper: commands of up to 25 actions; orig: of up to 22, as the data set has it (default paper)
    data_prefix: every source begins with the same words, as "Solve:" (default true)
    model_decode: parallel: all outputs in one pass; autoregressive: one after another (needs --mask causal) (default parallel)
    model_computation_steps: computation tokens per input token, between input and output (0..16; default 0)
    architecture_memory_tokens: trained vectors before the tokens of an encoder, which these read and which read them; 0: none (0..4096; default 0)
    architecture_memory_form: plain: memory tokens pass through the sublayers of the tokens; controller: through their own, before the tokens read them; bottleneck: likewise, and tokens read them alone (default plain)
    architecture_memory: tokens of the segments before that each block remembers; 0: none (0..100000; default 0)
    architecture_memory_start: memory at the beginning of a text: none, or rows of zeros that are attended to (default empty)
    architecture_vocabulary: rows of the table of token vectors, and tokens that can be predicted: more than the data has are never learned, as with the 32,100 of T5; 0: as many as the data has (0..1e+07; default 0)
    architecture_begin: the token that targets begin with: one of its own, or, as in fairseq, the one that ends them (default own)
    architecture_tables: token vectors of sources and targets: one table where they have one vocabulary (auto); one, or no model (shared); one each (apart) (default auto)
    encoder_encoding: encoding of the source, with options as encoder.encoding.base; same: that of encoding (default same)
    encoder_positions: positions of the source, with options as encoder.positions.L; same: those of positions (default same)
    decoder_encoding: encoding of the target, with options as decoder.encoding.base; same: that of encoding (default same)
    decoder_positions: positions of the target, with options as decoder.positions.L; same: those of positions (default same)
    cross_encoding: encoding of cross-attention, by the distance of a source token from a target token: rope, alibi, t5, kerple or sandwich (default none)
    architecture_latents: vectors that read the source and that the blocks run over (1..8192; default 16)
    architecture_repeats: how often the latents read the source and pass all blocks, with the same weights (1..64; default 1)
    architecture_query_residual: add what a query reads to the query; false: it replaces it (default false)
    architecture_output: what the head reads: queries, one for each target token, that read the latents; or the mean of the latents, of data whose targets are one token (default queries)
    architecture_hidden: width of each state of the cell (1..8192; default 256)
    positions_L: size of the range that positions are sampled from (1..16777216; default 2048)
    positions_draw: for encodings that read distances: sample sorted distances (auto), or positions and take their differences (default auto)
    positions_per: one position sample for the whole pass, for each block, or in training for each sequence; auto: as the authors do (default auto)
    positions_both_sides: sample the distances to the left and to the right independently (default false)
    positions_even: in evaluation space them evenly over the whole range, rather than at random (default false)
    encoder_positions_L: size of the range that positions are sampled from (1..16777216; default 2048)
    encoder_positions_draw: for encodings that read distances: sample sorted distances (auto), or positions and take their differences (default auto)
    encoder_positions_per: one position sample for the whole pass, for each block, or in training for each sequence; auto: as the authors do (default auto)
    encoder_positions_both_sides: sample the distances to the left and to the right independently (default false)
    encoder_positions_even: in evaluation space them evenly over the whole range, rather than at random (default false)
    decoder_positions_L: size of the range that positions are sampled from (1..16777216; default 2048)
    decoder_positions_draw: for encodings that read distances: sample sorted distances (auto), or positions and take their differences (default auto)
    decoder_positions_per: one position sample for the whole pass, for each block, or in training for each sequence; auto: as the authors do (default auto)
    decoder_positions_both_sides: sample the distances to the left and to the right independently (default false)
    decoder_positions_even: in evaluation space them evenly over the whole range, rather than at random (default false)
    positions_shift: largest offset of training, K: uniform in 0..K (0..16777216; default 500)
    positions_eval_shift: offset of evaluation; the authors' program has that of positions.shift (0..16777216; default 0)
    encoder_positions_shift: largest offset of training, K: uniform in 0..K (0..16777216; default 500)
    encoder_positions_eval_shift: offset of evaluation; the authors' program has that of positions.shift (0..16777216; default 0)
    decoder_positions_shift: largest offset of training, K: uniform in 0..K (0..16777216; default 500)
    decoder_positions_eval_shift: offset of evaluation; the authors' program has that of positions.shift (0..16777216; default 0)
    positions_global_shift: half width G of the shift of all tokens, uniform in -G..G (the authors' program takes the whole width) (0..1e+06; default 5)
    positions_local_shift: half width e of the shift of each token, uniform in -e..e; beyond 0.5 neighbours may change places (0..1e+06; default 0.5)
    positions_max_scale: largest factor S of all positions, its logarithm uniform in -ln S..ln S (1..1000; default 1.03)
    positions_center: subtract the mean of the sequence first, in evaluation too (default true)
    positions_source_factor: factor of the positions of sources that have a sequence of their own, before all else, in evaluation too: the mean length of targets over that of sources (0.001..1000; default 1)
    encoder_positions_global_shift: half width G of the shift of all tokens, uniform in -G..G (the authors' program takes the whole width) (0..1e+06; default 5)
    encoder_positions_local_shift: half width e of the shift of each token, uniform in -e..e; beyond 0.5 neighbours may change places (0..1e+06; default 0.5)
    encoder_positions_max_scale: largest factor S of all positions, its logarithm uniform in -ln S..ln S (1..1000; default 1.03)
    encoder_positions_center: subtract the mean of the sequence first, in evaluation too (default true)
    encoder_positions_source_factor: factor of the positions of sources that have a sequence of their own, before all else, in evaluation too: the mean length of targets over that of sources (0.001..1000; default 1)
    decoder_positions_global_shift: half width G of the shift of all tokens, uniform in -G..G (the authors' program takes the whole width) (0..1e+06; default 5)
    decoder_positions_local_shift: half width e of the shift of each token, uniform in -e..e; beyond 0.5 neighbours may change places (0..1e+06; default 0.5)
    decoder_positions_max_scale: largest factor S of all positions, its logarithm uniform in -ln S..ln S (1..1000; default 1.03)
    decoder_positions_center: subtract the mean of the sequence first, in evaluation too (default true)
    decoder_positions_source_factor: factor of the positions of sources that have a sequence of their own, before all else, in evaluation too: the mean length of targets over that of sources (0.001..1000; default 1)
    positions_factor: distance of neighbours (1e-06..1e+06; default 1)
    positions_trained: tokens of the longest sequence of training: longer ones are compressed to as many positions; 0: none are (0..16777216; default 0)
    encoder_positions_factor: distance of neighbours (1e-06..1e+06; default 1)
    encoder_positions_trained: tokens of the longest sequence of training: longer ones are compressed to as many positions; 0: none are (0..16777216; default 0)
    decoder_positions_factor: distance of neighbours (1e-06..1e+06; default 1)
    decoder_positions_trained: tokens of the longest sequence of training: longer ones are compressed to as many positions; 0: none are (0..16777216; default 0)
    positions_law: law of the last position in training, of mean T; beta: up to positions.longest; fixed: it is T, as in evaluation (default exponential)
    positions_longest: M of the law beta: tokens of the longest sequences that are tested; the last position is below it (1..16777216; default 2048)
    encoder_positions_law: law of the last position in training, of mean T; beta: up to positions.longest; fixed: it is T, as in evaluation (default exponential)
    encoder_positions_longest: M of the law beta: tokens of the longest sequences that are tested; the last position is below it (1..16777216; default 2048)
    decoder_positions_law: law of the last position in training, of mean T; beta: up to positions.longest; fixed: it is T, as in evaluation (default exponential)
    decoder_positions_longest: M of the law beta: tokens of the longest sequences that are tested; the last position is below it (1..16777216; default 2048)
    positions_width: largest distance w that is left as it is (1..16777216; default 40)
    positions_compress: distances beyond positions.width are divided by this; 0: they are clipped (0..1e+06; default 0)
    encoder_positions_width: largest distance w that is left as it is (1..16777216; default 40)
    encoder_positions_compress: distances beyond positions.width are divided by this; 0: they are clipped (0..1e+06; default 0)
    decoder_positions_width: largest distance w that is left as it is (1..16777216; default 40)
    decoder_positions_compress: distances beyond positions.width are divided by this; 0: they are clipped (0..1e+06; default 0)
    positions_separator: token that ends a document, as the vocabulary has it; unless it is set, the end of a line: \n of bytes and characters, <eos> of words (default none)
    encoder_positions_separator: token that ends a document, as the vocabulary has it; unless it is set, the end of a line: \n of bytes and characters, <eos> of words (default none)
    decoder_positions_separator: token that ends a document, as the vocabulary has it; unless it is set, the end of a line: \n of bytes and characters, <eos> of words (default none)
    encoding_base: base b of the frequencies b^(-2i/d); the longest wavelength is about 2 pi b tokens (1..1e+09; default 10000)
    encoding_layout: order of the columns: all sines and then all cosines, or sine and cosine of each frequency in turn (default halves)
    encoding_first: added to every position: 1 counts tokens from 1 (0..16777216; default 0)
    encoder_encoding_base: base b of the frequencies b^(-2i/d); the longest wavelength is about 2 pi b tokens (1..1e+09; default 10000)
    encoder_encoding_layout: order of the columns: all sines and then all cosines, or sine and cosine of each frequency in turn (default halves)
    encoder_encoding_first: added to every position: 1 counts tokens from 1 (0..16777216; default 0)
    decoder_encoding_base: base b of the frequencies b^(-2i/d); the longest wavelength is about 2 pi b tokens (1..1e+09; default 10000)
    decoder_encoding_layout: order of the columns: all sines and then all cosines, or sine and cosine of each frequency in turn (default halves)
    decoder_encoding_first: added to every position: 1 counts tokens from 1 (0..16777216; default 0)
    cross_encoding_base: base b of the frequencies b^(-2i/d); the longest wavelength is about 2 pi b tokens (1..1e+09; default 10000)
    cross_encoding_layout: order of the columns: all sines and then all cosines, or sine and cosine of each frequency in turn (default halves)
    cross_encoding_first: added to every position: 1 counts tokens from 1 (0..16777216; default 0)
    encoding_rows: rows of the table: positions must be below (1..1048576; default 2048)
    encoder_encoding_rows: rows of the table: positions must be below (1..1048576; default 2048)
    decoder_encoding_rows: rows of the table: positions must be below (1..1048576; default 2048)
    cross_encoding_rows: rows of the table: positions must be below (1..1048576; default 2048)
    encoding_relative: add a bias by bucket of distance, as of t5 (TUPE-R) (default false)
    encoding_buckets: columns of the table; without a causal mask half of them are for keys on the right (4..256; default 32)
    encoding_max_distance: where the buckets would end if they grew on: the last one begins a little below (2..16777216; default 128)
    encoding_first_token: what the first token sees, and who sees it: alike: as others; free: two trained numbers a head; rows: the same from two rows of the table, as in the authors' program (default alike)
    encoding_released: as in the authors' program: the rows of the table are normalised, and their maps have biases (default false)
    encoder_encoding_relative: add a bias by bucket of distance, as of t5 (TUPE-R) (default false)
    encoder_encoding_buckets: columns of the table; without a causal mask half of them are for keys on the right (4..256; default 32)
    encoder_encoding_max_distance: where the buckets would end if they grew on: the last one begins a little below (2..16777216; default 128)
    encoder_encoding_first_token: what the first token sees, and who sees it: alike: as others; free: two trained numbers a head; rows: the same from two rows of the table, as in the authors' program (default alike)
    encoder_encoding_released: as in the authors' program: the rows of the table are normalised, and their maps have biases (default false)
    decoder_encoding_relative: add a bias by bucket of distance, as of t5 (TUPE-R) (default false)
    decoder_encoding_buckets: columns of the table; without a causal mask half of them are for keys on the right (4..256; default 32)
    decoder_encoding_max_distance: where the buckets would end if they grew on: the last one begins a little below (2..16777216; default 128)
    decoder_encoding_first_token: what the first token sees, and who sees it: alike: as others; free: two trained numbers a head; rows: the same from two rows of the table, as in the authors' program (default alike)
    decoder_encoding_released: as in the authors' program: the rows of the table are normalised, and their maps have biases (default false)
    cross_encoding_relative: add a bias by bucket of distance, as of t5 (TUPE-R) (default false)
    cross_encoding_buckets: columns of the table; without a causal mask half of them are for keys on the right (4..256; default 32)
    cross_encoding_max_distance: where the buckets would end if they grew on: the last one begins a little below (2..16777216; default 128)
    cross_encoding_first_token: what the first token sees, and who sees it: alike: as others; free: two trained numbers a head; rows: the same from two rows of the table, as in the authors' program (default alike)
    cross_encoding_released: as in the authors' program: the rows of the table are normalised, and their maps have biases (default false)
    encoding_shared_terms: all blocks share the content and position bias u and v, as in Transformer-XL without untie_r (default false)
    encoder_encoding_shared_terms: all blocks share the content and position bias u and v, as in Transformer-XL without untie_r (default false)
    decoder_encoding_shared_terms: all blocks share the content and position bias u and v, as in Transformer-XL without untie_r (default false)
    cross_encoding_shared_terms: all blocks share the content and position bias u and v, as in Transformer-XL without untie_r (default false)
    encoding_sides: keys on the left and on the right: half_shift: those on the left are half a step nearer; symmetric: no difference; split_heads: the first half of the heads sees those on the left alone, the second half those on the right; two_slopes: another slope on the right (default half_shift)
    encoding_right_slope: of two_slopes: how many times the slope on the left that on the right is (0.01..100; default 0.5)
    encoding_trained_slopes: train a factor of each slope, from 1, which all blocks share; of two_slopes one for each side (default false)
    encoder_encoding_sides: keys on the left and on the right: half_shift: those on the left are half a step nearer; symmetric: no difference; split_heads: the first half of the heads sees those on the left alone, the second half those on the right; two_slopes: another slope on the right (default half_shift)
    encoder_encoding_right_slope: of two_slopes: how many times the slope on the left that on the right is (0.01..100; default 0.5)
    encoder_encoding_trained_slopes: train a factor of each slope, from 1, which all blocks share; of two_slopes one for each side (default false)
    decoder_encoding_sides: keys on the left and on the right: half_shift: those on the left are half a step nearer; symmetric: no difference; split_heads: the first half of the heads sees those on the left alone, the second half those on the right; two_slopes: another slope on the right (default half_shift)
    decoder_encoding_right_slope: of two_slopes: how many times the slope on the left that on the right is (0.01..100; default 0.5)
    decoder_encoding_trained_slopes: train a factor of each slope, from 1, which all blocks share; of two_slopes one for each side (default false)
    cross_encoding_sides: keys on the left and on the right: half_shift: those on the left are half a step nearer; symmetric: no difference; split_heads: the first half of the heads sees those on the left alone, the second half those on the right; two_slopes: another slope on the right (default half_shift)
    cross_encoding_right_slope: of two_slopes: how many times the slope on the left that on the right is (0.01..100; default 0.5)
    cross_encoding_trained_slopes: train a factor of each slope, from 1, which all blocks share; of two_slopes one for each side (default false)
    encoding_local_heads: M, heads that see the nearest keys alone; 0: half of the heads (0..16777216; default 0)
    encoder_encoding_local_heads: M, heads that see the nearest keys alone; 0: half of the heads (0..16777216; default 0)
    decoder_encoding_local_heads: M, heads that see the nearest keys alone; 0: half of the heads (0..16777216; default 0)
    cross_encoding_local_heads: M, heads that see the nearest keys alone; 0: half of the heads (0..16777216; default 0)
    encoding_fraction: part of each head's columns that is turned, the first ones, rounded down to pairs, but one pair at least (1e-06..1; default 1)
    encoding_pairs: columns that are turned together: 2i and 2i+1, or i and i + half of those that are turned, as in GPT-NeoX (default neighbours)
    encoding_frequencies: for longer sequences: trained: as they are; interpolated (also: pi, linear): all over s; ntk: a larger base; parts_rotations, parts_index, parts_unrounded: slow pairs over s, fast ones as they are (YaRN as published, as released, and with bounds that are not rounded; yarn is parts_index with its encoding.temperature); llama3: likewise, with the bounds of Llama 3; longrope: each over a factor of its own (default trained)
    encoding_extension: s of encoding.frequencies: how many times longer than in training sequences are; with encoding.dynamic, s = extension T / trained - (extension - 1) (1..1e+06; default 1)
    encoding_trained: tokens of the longest sequences in training, by which parts and llama3 know which pairs are slow (2..16777216; default 40)
    encoding_dynamic: s is how many times longer than encoding.trained a sequence of T tokens is, at least 1 (default false)
    encoding_temperature: t: what is turned also grows by the factor t ln s + 1, in queries and keys (0.1 with YaRN) (0..10; default 0)
    encoding_factors: of longrope: what the frequency of each pair is divided by, numbers with blanks between them (default none)
    encoding_short_factors: likewise, in sequences of at most encoding.trained tokens; empty: 1 for all (default none)
    encoding_frequency: frequency of pair k of r columns that are turned, a formula of k, r and T (lengthen help formula); empty: base^(-2*k/r), as encoding.frequencies says (default none)
    encoding_clip: largest distance w that is left as it is (ReRoPE, proposed with scale: log_n); 0: all distances are (0..16777216; default 0)
    encoding_compress: what is beyond encoding.clip is divided by this; 0: distances are clipped (0..1e+06; default 0)
    encoding_group: g: from the distance encoding.clip on, w, positions are divided by g and rounded down, and queries are w - w/g further (Self-Extend); 0: they are not (0..16777216; default 0)
    encoder_encoding_fraction: part of each head's columns that is turned, the first ones, rounded down to pairs, but one pair at least (1e-06..1; default 1)
    encoder_encoding_pairs: columns that are turned together: 2i and 2i+1, or i and i + half of those that are turned, as in GPT-NeoX (default neighbours)
    encoder_encoding_frequencies: for longer sequences: trained: as they are; interpolated (also: pi, linear): all over s; ntk: a larger base; parts_rotations, parts_index, parts_unrounded: slow pairs over s, fast ones as they are (YaRN as published, as released, and with bounds that are not rounded; yarn is parts_index with its encoding.temperature); llama3: likewise, with the bounds of Llama 3; longrope: each over a factor of its own (default trained)
    encoder_encoding_extension: s of encoding.frequencies: how many times longer than in training sequences are; with encoding.dynamic, s = extension T / trained - (extension - 1) (1..1e+06; default 1)
    encoder_encoding_trained: tokens of the longest sequences in training, by which parts and llama3 know which pairs are slow (2..16777216; default 40)
    encoder_encoding_dynamic: s is how many times longer than encoding.trained a sequence of T tokens is, at least 1 (default false)
    encoder_encoding_temperature: t: what is turned also grows by the factor t ln s + 1, in queries and keys (0.1 with YaRN) (0..10; default 0)
    encoder_encoding_factors: of longrope: what the frequency of each pair is divided by, numbers with blanks between them (default none)
    encoder_encoding_short_factors: likewise, in sequences of at most encoding.trained tokens; empty: 1 for all (default none)
    encoder_encoding_frequency: frequency of pair k of r columns that are turned, a formula of k, r and T (lengthen help formula); empty: base^(-2*k/r), as encoding.frequencies says (default none)
    encoder_encoding_clip: largest distance w that is left as it is (ReRoPE, proposed with scale: log_n); 0: all distances are (0..16777216; default 0)
    encoder_encoding_compress: what is beyond encoding.clip is divided by this; 0: distances are clipped (0..1e+06; default 0)
    encoder_encoding_group: g: from the distance encoding.clip on, w, positions are divided by g and rounded down, and queries are w - w/g further (Self-Extend); 0: they are not (0..16777216; default 0)
    decoder_encoding_fraction: part of each head's columns that is turned, the first ones, rounded down to pairs, but one pair at least (1e-06..1; default 1)
    decoder_encoding_pairs: columns that are turned together: 2i and 2i+1, or i and i + half of those that are turned, as in GPT-NeoX (default neighbours)
    decoder_encoding_frequencies: for longer sequences: trained: as they are; interpolated (also: pi, linear): all over s; ntk: a larger base; parts_rotations, parts_index, parts_unrounded: slow pairs over s, fast ones as they are (YaRN as published, as released, and with bounds that are not rounded; yarn is parts_index with its encoding.temperature); llama3: likewise, with the bounds of Llama 3; longrope: each over a factor of its own (default trained)
    decoder_encoding_extension: s of encoding.frequencies: how many times longer than in training sequences are; with encoding.dynamic, s = extension T / trained - (extension - 1) (1..1e+06; default 1)
    decoder_encoding_trained: tokens of the longest sequences in training, by which parts and llama3 know which pairs are slow (2..16777216; default 40)
    decoder_encoding_dynamic: s is how many times longer than encoding.trained a sequence of T tokens is, at least 1 (default false)
    decoder_encoding_temperature: t: what is turned also grows by the factor t ln s + 1, in queries and keys (0.1 with YaRN) (0..10; default 0)
    decoder_encoding_factors: of longrope: what the frequency of each pair is divided by, numbers with blanks between them (default none)
    decoder_encoding_short_factors: likewise, in sequences of at most encoding.trained tokens; empty: 1 for all (default none)
    decoder_encoding_frequency: frequency of pair k of r columns that are turned, a formula of k, r and T (lengthen help formula); empty: base^(-2*k/r), as encoding.frequencies says (default none)
    decoder_encoding_clip: largest distance w that is left as it is (ReRoPE, proposed with scale: log_n); 0: all distances are (0..16777216; default 0)
    decoder_encoding_compress: what is beyond encoding.clip is divided by this; 0: distances are clipped (0..1e+06; default 0)
    decoder_encoding_group: g: from the distance encoding.clip on, w, positions are divided by g and rounded down, and queries are w - w/g further (Self-Extend); 0: they are not (0..16777216; default 0)
    cross_encoding_fraction: part of each head's columns that is turned, the first ones, rounded down to pairs, but one pair at least (1e-06..1; default 1)
    cross_encoding_pairs: columns that are turned together: 2i and 2i+1, or i and i + half of those that are turned, as in GPT-NeoX (default neighbours)
    cross_encoding_frequencies: for longer sequences: trained: as they are; interpolated (also: pi, linear): all over s; ntk: a larger base; parts_rotations, parts_index, parts_unrounded: slow pairs over s, fast ones as they are (YaRN as published, as released, and with bounds that are not rounded; yarn is parts_index with its encoding.temperature); llama3: likewise, with the bounds of Llama 3; longrope: each over a factor of its own (default trained)
    cross_encoding_extension: s of encoding.frequencies: how many times longer than in training sequences are; with encoding.dynamic, s = extension T / trained - (extension - 1) (1..1e+06; default 1)
    cross_encoding_trained: tokens of the longest sequences in training, by which parts and llama3 know which pairs are slow (2..16777216; default 40)
    cross_encoding_dynamic: s is how many times longer than encoding.trained a sequence of T tokens is, at least 1 (default false)
    cross_encoding_temperature: t: what is turned also grows by the factor t ln s + 1, in queries and keys (0.1 with YaRN) (0..10; default 0)
    cross_encoding_factors: of longrope: what the frequency of each pair is divided by, numbers with blanks between them (default none)
    cross_encoding_short_factors: likewise, in sequences of at most encoding.trained tokens; empty: 1 for all (default none)
    cross_encoding_frequency: frequency of pair k of r columns that are turned, a formula of k, r and T (lengthen help formula); empty: base^(-2*k/r), as encoding.frequencies says (default none)
    cross_encoding_clip: largest distance w that is left as it is (ReRoPE, proposed with scale: log_n); 0: all distances are (0..16777216; default 0)
    cross_encoding_compress: what is beyond encoding.clip is divided by this; 0: distances are clipped (0..1e+06; default 0)
    cross_encoding_group: g: from the distance encoding.clip on, w, positions are divided by g and rounded down, and queries are w - w/g further (Self-Extend); 0: they are not (0..16777216; default 0)
    encoding_scale_base: tokens B after which pair i has decayed by its factor z_i, as in the authors' program (1..1e+09; default 512)
    encoding_gamma: the factors z_i go from gamma / (1 + gamma) to almost 1 (0.001..1000; default 0.4)
    encoding_center: position c whose factors are 1; those of floats end about 70 B before and behind it (0..16777216; default 0)
    encoder_encoding_scale_base: tokens B after which pair i has decayed by its factor z_i, as in the authors' program (1..1e+09; default 512)
    encoder_encoding_gamma: the factors z_i go from gamma / (1 + gamma) to almost 1 (0.001..1000; default 0.4)
    encoder_encoding_center: position c whose factors are 1; those of floats end about 70 B before and behind it (0..16777216; default 0)
    decoder_encoding_scale_base: tokens B after which pair i has decayed by its factor z_i, as in the authors' program (1..1e+09; default 512)
    decoder_encoding_gamma: the factors z_i go from gamma / (1 + gamma) to almost 1 (0.001..1000; default 0.4)
    decoder_encoding_center: position c whose factors are 1; those of floats end about 70 B before and behind it (0..16777216; default 0)
    cross_encoding_scale_base: tokens B after which pair i has decayed by its factor z_i, as in the authors' program (1..1e+09; default 512)
    cross_encoding_gamma: the factors z_i go from gamma / (1 + gamma) to almost 1 (0.001..1000; default 0.4)
    cross_encoding_center: position c whose factors are 1; those of floats end about 70 B before and behind it (0..16777216; default 0)
    encoding_kernel: how the penalty grows: log: r1 ln(1 + r2 |D|); power: r1 |D|^r2 (default log)
    encoding_bias_in_scale: divide the bias by sqrt(head_width) too, as the paper does and its authors' program does not (default false)
    encoder_encoding_kernel: how the penalty grows: log: r1 ln(1 + r2 |D|); power: r1 |D|^r2 (default log)
    encoder_encoding_bias_in_scale: divide the bias by sqrt(head_width) too, as the paper does and its authors' program does not (default false)
    decoder_encoding_kernel: how the penalty grows: log: r1 ln(1 + r2 |D|); power: r1 |D|^r2 (default log)
    decoder_encoding_bias_in_scale: divide the bias by sqrt(head_width) too, as the paper does and its authors' program does not (default false)
    cross_encoding_kernel: how the penalty grows: log: r1 ln(1 + r2 |D|); power: r1 |D|^r2 (default log)
    cross_encoding_bias_in_scale: divide the bias by sqrt(head_width) too, as the paper does and its authors' program does not (default false)
    encoding_shared_table: one table for keys and values, as in OpenNMT (default false)
    encoder_encoding_shared_table: one table for keys and values, as in OpenNMT (default false)
    decoder_encoding_shared_table: one table for keys and values, as in OpenNMT (default false)
    cross_encoding_shared_table: one table for keys and values, as in OpenNMT (default false)
    encoding_max_position: position at which gates are no longer counted: one less than there are vectors (1..4096; default 64)
    encoding_term_in_scale: scale the term with the scores, as the authors' program does; false: add it after that, as in the paper (default true)
    encoder_encoding_max_position: position at which gates are no longer counted: one less than there are vectors (1..4096; default 64)
    encoder_encoding_term_in_scale: scale the term with the scores, as the authors' program does; false: add it after that, as in the paper (default true)
    decoder_encoding_max_position: position at which gates are no longer counted: one less than there are vectors (1..4096; default 64)
    decoder_encoding_term_in_scale: scale the term with the scores, as the authors' program does; false: add it after that, as in the paper (default true)
    cross_encoding_max_position: position at which gates are no longer counted: one less than there are vectors (1..4096; default 64)
    cross_encoding_term_in_scale: scale the term with the scores, as the authors' program does; false: add it after that, as in the paper (default true)
    encoding_hidden: hidden units of the network that turns a distance into a bias of each head (1..1024; default 32)
    encoding_threshold: distance L0: queries before position L, at first L0, have L as their longest distance (1..16777216; default 512)
    encoding_shared_bias: one network for all blocks, as in Zhou et al. 2024, not one for each (default false)
    encoder_encoding_hidden: hidden units of the network that turns a distance into a bias of each head (1..1024; default 32)
    encoder_encoding_threshold: distance L0: queries before position L, at first L0, have L as their longest distance (1..16777216; default 512)
    encoder_encoding_shared_bias: one network for all blocks, as in Zhou et al. 2024, not one for each (default false)
    decoder_encoding_hidden: hidden units of the network that turns a distance into a bias of each head (1..1024; default 32)
    decoder_encoding_threshold: distance L0: queries before position L, at first L0, have L as their longest distance (1..16777216; default 512)
    decoder_encoding_shared_bias: one network for all blocks, as in Zhou et al. 2024, not one for each (default false)
    cross_encoding_hidden: hidden units of the network that turns a distance into a bias of each head (1..1024; default 32)
    cross_encoding_threshold: distance L0: queries before position L, at first L0, have L as their longest distance (1..16777216; default 512)
    cross_encoding_shared_bias: one network for all blocks, as in Zhou et al. 2024, not one for each (default false)
    encoding_bias: what is added to the logit of a query and a key, of d, head, H, dk, T, p_i and p_j (lengthen help formula); empty: nothing where there is encoding.frequency, else -abs(d)/2^(8*(head + 1)/H) (default none)
    encoding_parameters: trained numbers of the formula, between semicolons: s[head] = -2; w[head, 32] = normal(0, 0.02) (default none)
    encoding_numbers: numbers of the formula that are not trained, between semicolons: rate = 0.5; width = 64 (default none)
    encoder_encoding_bias: what is added to the logit of a query and a key, of d, head, H, dk, T, p_i and p_j (lengthen help formula); empty: nothing where there is encoding.frequency, else -abs(d)/2^(8*(head + 1)/H) (default none)
    encoder_encoding_parameters: trained numbers of the formula, between semicolons: s[head] = -2; w[head, 32] = normal(0, 0.02) (default none)
    encoder_encoding_numbers: numbers of the formula that are not trained, between semicolons: rate = 0.5; width = 64 (default none)
    decoder_encoding_bias: what is added to the logit of a query and a key, of d, head, H, dk, T, p_i and p_j (lengthen help formula); empty: nothing where there is encoding.frequency, else -abs(d)/2^(8*(head + 1)/H) (default none)
    decoder_encoding_parameters: trained numbers of the formula, between semicolons: s[head] = -2; w[head, 32] = normal(0, 0.02) (default none)
    decoder_encoding_numbers: numbers of the formula that are not trained, between semicolons: rate = 0.5; width = 64 (default none)
    cross_encoding_bias: what is added to the logit of a query and a key, of d, head, H, dk, T, p_i and p_j (lengthen help formula); empty: nothing where there is encoding.frequency, else -abs(d)/2^(8*(head + 1)/H) (default none)
    cross_encoding_parameters: trained numbers of the formula, between semicolons: s[head] = -2; w[head, 32] = normal(0, 0.02) (default none)
    cross_encoding_numbers: numbers of the formula that are not trained, between semicolons: rate = 0.5; width = 64 (default none)
    mask_same_length: with a memory of M rows every query sees M keys, itself among them, or M and itself; no: all keys before it (default no)
    mask_width: width of the window; with mask.form: symmetric an even width counts as the next odd one (1..16777216; default 81)
    mask_form: where the window lies; half: an even width counts as the odd one below; causal: width keys up to the query's own, and the default where architecture or encoding need a causal mask; edge_shift: width keys for every query, fewer on one side at the ends (default symmetric)
    mask_chunk: tokens of a chunk; the last chunk may be shorter (1..16777216; default 40)
    mask_sinks: tokens at the start that every later query sees (0..16777216; default 4)
    mask_block: tokens of a block; the last block may be shorter (1..16777216; default 20)
    mask_separator: token that ends a document, as the vocabulary has it; unless it is set, the end of a line: \n of bytes and characters, <eos> of words (default none)
    mask_formula: where query i sees key j, as a condition (lengthen help formula); causal where j <= i stands in an and (default j <= i)
    mask_numbers: numbers of the formula that are not trained, between semicolons: rate = 0.5; width = 64 (default none)
    scale_keys: m, number of keys at which the factor is that of scale.times: tokens of a sequence in training (2..16777216; default 40)
    scale_at_least_one: no flatter than scale.times: for a test of models trained with that scale (eval --scale log_n) (default false)
    scale_times: the scale that is multiplied: in a test that of training (default inverse_sqrt)
    scale_formula: what the logits of a query are multiplied with, of n, dk, head and H (lengthen help formula) (default 1/sqrt(dk))
    scale_parameters: trained numbers of the formula, between semicolons: s[head] = -2; w[head, 32] = normal(0, 0.02) (default none)
    scale_numbers: numbers of the formula that are not trained, between semicolons: rate = 0.5; width = 64 (default none)
    attention_l1: divide the weights of each query by their sum (default false)
    projection_centred: sums are with the tokens on both sides, where the mask hides none of them (default false)
    projection_shared: keys are the representation that queries are a further map of: q = k Wq (default false)
    projection_cross: attention to another stream has convolutions, too: over its own stream and, centred, over the other (default false)
    residual_sublayers: which sublayers have factors; feed_forward: as NormFormer, the feed-forward network alone (default all)
    block_attention_norm: a norm of what self-attention, or a convolution in its place, adds to the stream (default false)
    block_head_scale: a trained factor of each head of self-attention, at first 1: heads, before the output map; output, of as many slices of columns behind it, as in fairseq (default none)
    block_hidden_norm: a norm of the hidden layer of the feed-forward network, after its activation, or the product with its gate (default false)
    norm_epsilon: added to the variance, or mean square; T5 has 1e-6 (1e-12..1; default 1e-05)
    mixer_width: hidden width of a network with a gate: full, model.feed_forward; two_thirds of it, rounded down, whose three matrices have the parameters of the two without a gate; two_thirds_8: rounded up to a multiple of 8 (default full)
    mixer_formula: the activation, of x (lengthen help formula) (default max(x, 0))
    mixer_numbers: numbers of the formula that are not trained, between semicolons: rate = 0.5; width = 64 (default none)
    initialisation_scale: s of the deviation sqrt(s / inputs) of maps; Switch Transformers have 0.1 (0..100; default 1)
    initialisation_deviation: standard deviation of all weights (0..100; default 0.02)
    initialisation_scale_positions: what the encoding adds to embeddings is multiplied by (9 L)^-1/4 as token vectors are; else sinusoids outweigh them (default false)
    initialisation_of: the initialisation whose weights are made smaller (default xavier)
    head_scaled: multiply what is read by 1/sqrt(width), as T5 does (default false)
    head_bias: a trained number for each output symbol is added, as in Transformer-XL (default false)
    head_cutoffs: ids at which clusters begin, ascending: "20000,40000,200000"; none: one softmax over all (default none)
    head_divisor: vectors of cluster i (the short list is 0) have width / divisor^i columns; 1: all have the width (1..64; default 1)
    head_embedding: token vectors: tied, the tables of the softmax; untied, tables of their own, cut likewise; table, one of full width (default tied)
    head_projections: which maps between the width and that of a cluster the softmax and the token vectors have in common (default all_but_first)
    store_count: number K of stacks (1..16; default 1)
    store_columns: numbers in a cell (1..256; default 8)
    store_cells: cells of a stack, the lowest of which falls off where all are filled; 0: as many as there are tokens (0..1048576; default 0)
    store_joint: one softmax over the actions of all stacks, as the released program has it, in place of one for each (default false)
    store_states: states Q of the automaton (1..4; default 2)
    store_symbols: symbols S of its stack (1..8; default 2)
    store_reading: what is read: weights of top symbols, or of states with top symbols (default symbols)
    store_hidden: width of the two hidden layers of what is written (1..4096; default 64)
    curriculum_lengths: lengths to train at (1..100000; default 1..40)
    curriculum_length: length of all batches (1..100000; default 40)
    curriculum_tau: factor of a length's probability per token; above 1 favours long ones (0.001..1000; default 1.1)
    curriculum_initial: length of the first steps (1..100000; default 1)
    curriculum_every: steps from one length to the next (1..1e+12; default 1000)
    curriculum_amount: tokens from one length to the next (0..100000; default 1)
    curriculum_all_lengths: draw uniformly from all lengths reached so far (default false)
    curriculum_tokens: bound of a batch: records times tokens of its largest source and its largest target; a record that has more is a batch of its own (1..1073741824; default 4096)
    curriculum_pool: records that are sorted by size together, chosen at random; 0: all (0..1e+09; default 0)
    optimizer_beta1: Adam: decay of the mean gradient (0..0.999999; default 0.9)
    optimizer_beta2: Adam: decay of the mean squared gradient (0..0.9999999; default 0.999)
    optimizer_epsilon: Adam: added to the root of the mean squared gradient (0..1; default 1e-08)
    optimizer_epsilon_to: Adam: the root that epsilon is added to: that of the mean square after bias correction, or before it (fairseq) (default corrected)
    optimizer_decay_by: Adam: how weights decay: times the learning rate of the step (AdamW of PyTorch, Adam of fairseq), times what the schedule makes of 1 (AdamW of the paper), or as a part of the gradient, before the moments (L2) (default rate)
    optimizer_step: Adafactor: rate of step t: min(0.01, 1/sqrt(t)); min(1e-6 t, 1/sqrt(t)); or what train.lr and the schedule say (default relative)
    optimizer_scale_parameter: Adafactor: the rate is times the root mean square of the parameter, or optimizer.smallest where that is larger (default true)
    optimizer_smallest: Adafactor: least root mean square that a parameter is taken to have (0..1; default 0.001)
    optimizer_update_clip: Adafactor: largest root mean square of an update before its rate; 0: no clipping (0..1e+09; default 1)
    optimizer_exponent: Adafactor: beta2 of step t is 1 - t^-exponent (0..10; default 0.8)
    schedule_warmup: steps over which the learning rate rises linearly from zero (0..1e+12; default 0)
    schedule_warmup_from: learning rate from which it rises there; 1e-07 in fairseq (0..100; default 0)
    schedule_floor: final learning rate, as a fraction of train.lr (0..1; default 0)
    schedule_end: step at which the floor is reached; 0: train.steps (0..1e+12; default 0)
    schedule_floor_at: the step that has the floor: the one after schedule.end, or that one itself, as most write it (default after)
    schedule_formula: what the learning rate is multiplied with, of step, steps and width (lengthen help formula) (default (1 + cos(pi*step/steps))/2)
    schedule_numbers: numbers of the formula that are not trained, between semicolons: rate = 0.5; width = 64 (default none)
    schedule_delay: steps after which the learning rate is 1/sqrt(2) of the first (1..1e+12; default 4000)
    eval_beam: hypotheses that go on side by side (1..1024; default 4)
    eval_length_norm: what the log probability of a hypothesis of l tokens is divided by, to a power: gnmt, (5 + l) / 6; fairseq, l (default gnmt)
    eval_length_penalty: that power; 0: scores are log probabilities (0..100; default 0.6)
    eval_length_factor: a hypothesis must end after a n + b tokens, for a source of n tokens: a (0..1000; default 1)
    eval_length_extra: b (0..100000; default 50)
    eval_memory: tokens of the segments before that each block remembers; 0: as many as in training (0..100000; default 0)
    eval_same_span: segments of other lengths than in training: remember so many tokens more or fewer that memory and segment together are as long as then (default false)
    eval_lanes: parts of the text that are read side by side, which takes less time; each begins where its memory is full before its first target, and so without what came before that (1..65536; default 1)
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
    task: Literal["even_pairs", "modular_arithmetic", "parity_check", "cycle_navigation", "stack_manipulation", "reverse_string", "modular_arithmetic_brackets", "solve_equation", "duplicate_string", "missing_duplicate_string", "odds_first", "binary_addition", "binary_multiplication", "compute_sqrt", "bucket_sort", "pairs", "translation", "text", "enwik8", "text8", "wikitext", "penn_treebank", "reverse_symbols", "associative_recall", "offset_recall", "pattern_search", "substitution_cipher", "markov_chain", "toy_translation", "copy_rsc", "copy_rsc2x", "copy_rdc", "copy_cmc", "copy_cmc2x", "reverse_mc", "reverse_mc2x", "reverse_mcrv", "half_copy", "addition", "summation", "parity_text", "polynomial", "sort_single", "sort_multi", "scan", "pcfg", "lego_chain", "lego_perm", "rev", "ind", "off", "ciph", "tri", "mt_toy"] | Text | Options | Formula | None = ...,
    data: Literal["even_pairs", "modular_arithmetic", "parity_check", "cycle_navigation", "stack_manipulation", "reverse_string", "modular_arithmetic_brackets", "solve_equation", "duplicate_string", "missing_duplicate_string", "odds_first", "binary_addition", "binary_multiplication", "compute_sqrt", "bucket_sort", "pairs", "translation", "text", "enwik8", "text8", "wikitext", "penn_treebank", "reverse_symbols", "associative_recall", "offset_recall", "pattern_search", "substitution_cipher", "markov_chain", "toy_translation", "copy_rsc", "copy_rsc2x", "copy_rdc", "copy_cmc", "copy_cmc2x", "reverse_mc", "reverse_mc2x", "reverse_mcrv", "half_copy", "addition", "summation", "parity_text", "polynomial", "sort_single", "sort_multi", "scan", "pcfg", "lego_chain", "lego_perm", "rev", "ind", "off", "ciph", "tri", "mt_toy"] | Text | Options | Formula | None = ...,
    architecture: Literal["encoder", "decoder", "encoder_decoder", "perceiver_io", "perceiver_ar", "recurrent", "rnn", "lstm", "stack_rnn", "stack_lstm", "nd_stack_rnn", "tape_rnn", "perceiver", "memory_tokens"] | Text | Options | Formula | None = ...,
    positions: Literal["standard", "randomized", "unsorted", "released", "shifted", "augmented", "interpolated", "equal_mean", "clipped", "document", "shape", "cape"] | Text | Options | Formula | None = ...,
    encoding: Literal["none", "sinusoid", "learned", "tupe", "relative", "alibi", "hard_alibi", "rope", "xpos", "t5", "kerple", "sandwich", "shaw", "cope", "fox", "fire", "formula", "kerple_log", "kerple_power", "rotary", "partial_rotary", "pi", "ntk", "dynamic_ntk", "yarn", "llama3", "longrope", "rerope", "self_extend"] | Text | Options | Formula | None = ...,
    mask: Literal["full", "causal", "window", "chunk", "lambda", "bca", "three_blocks", "document", "formula"] | Text | Options | Formula | None = ...,
    scale: Literal["inverse_sqrt", "inverse_sqrt_2d", "one", "log_n", "formula"] | Text | Options | Formula | None = ...,
    attention: Literal["softmax", "geometric", "softmax1", "sink", "persistent"] | Text | Options | Formula | None = ...,
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
    model_decode: Literal["parallel", "autoregressive"] | None = ...,
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
    encoder_encoding_shared_terms: bool | None = ...,
    decoder_encoding_shared_terms: bool | None = ...,
    cross_encoding_shared_terms: bool | None = ...,
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
    encoding_center: int | None = ...,
    encoder_encoding_scale_base: float | None = ...,
    encoder_encoding_gamma: float | None = ...,
    encoder_encoding_center: int | None = ...,
    decoder_encoding_scale_base: float | None = ...,
    decoder_encoding_gamma: float | None = ...,
    decoder_encoding_center: int | None = ...,
    cross_encoding_scale_base: float | None = ...,
    cross_encoding_gamma: float | None = ...,
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
    """As above, with several seeds: a list of runs."""

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
    task: Literal["even_pairs", "modular_arithmetic", "parity_check", "cycle_navigation", "stack_manipulation", "reverse_string", "modular_arithmetic_brackets", "solve_equation", "duplicate_string", "missing_duplicate_string", "odds_first", "binary_addition", "binary_multiplication", "compute_sqrt", "bucket_sort", "pairs", "translation", "text", "enwik8", "text8", "wikitext", "penn_treebank", "reverse_symbols", "associative_recall", "offset_recall", "pattern_search", "substitution_cipher", "markov_chain", "toy_translation", "copy_rsc", "copy_rsc2x", "copy_rdc", "copy_cmc", "copy_cmc2x", "reverse_mc", "reverse_mc2x", "reverse_mcrv", "half_copy", "addition", "summation", "parity_text", "polynomial", "sort_single", "sort_multi", "scan", "pcfg", "lego_chain", "lego_perm", "rev", "ind", "off", "ciph", "tri", "mt_toy"] | Text | Options | Formula | None = ...,
    data: Literal["even_pairs", "modular_arithmetic", "parity_check", "cycle_navigation", "stack_manipulation", "reverse_string", "modular_arithmetic_brackets", "solve_equation", "duplicate_string", "missing_duplicate_string", "odds_first", "binary_addition", "binary_multiplication", "compute_sqrt", "bucket_sort", "pairs", "translation", "text", "enwik8", "text8", "wikitext", "penn_treebank", "reverse_symbols", "associative_recall", "offset_recall", "pattern_search", "substitution_cipher", "markov_chain", "toy_translation", "copy_rsc", "copy_rsc2x", "copy_rdc", "copy_cmc", "copy_cmc2x", "reverse_mc", "reverse_mc2x", "reverse_mcrv", "half_copy", "addition", "summation", "parity_text", "polynomial", "sort_single", "sort_multi", "scan", "pcfg", "lego_chain", "lego_perm", "rev", "ind", "off", "ciph", "tri", "mt_toy"] | Text | Options | Formula | None = ...,
    architecture: Literal["encoder", "decoder", "encoder_decoder", "perceiver_io", "perceiver_ar", "recurrent", "rnn", "lstm", "stack_rnn", "stack_lstm", "nd_stack_rnn", "tape_rnn", "perceiver", "memory_tokens"] | Text | Options | Formula | None = ...,
    positions: Literal["standard", "randomized", "unsorted", "released", "shifted", "augmented", "interpolated", "equal_mean", "clipped", "document", "shape", "cape"] | Text | Options | Formula | None = ...,
    encoding: Literal["none", "sinusoid", "learned", "tupe", "relative", "alibi", "hard_alibi", "rope", "xpos", "t5", "kerple", "sandwich", "shaw", "cope", "fox", "fire", "formula", "kerple_log", "kerple_power", "rotary", "partial_rotary", "pi", "ntk", "dynamic_ntk", "yarn", "llama3", "longrope", "rerope", "self_extend"] | Text | Options | Formula | None = ...,
    mask: Literal["full", "causal", "window", "chunk", "lambda", "bca", "three_blocks", "document", "formula"] | Text | Options | Formula | None = ...,
    scale: Literal["inverse_sqrt", "inverse_sqrt_2d", "one", "log_n", "formula"] | Text | Options | Formula | None = ...,
    attention: Literal["softmax", "geometric", "softmax1", "sink", "persistent"] | Text | Options | Formula | None = ...,
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
    model_decode: Literal["parallel", "autoregressive"] | None = ...,
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
    encoder_encoding_shared_terms: bool | None = ...,
    decoder_encoding_shared_terms: bool | None = ...,
    cross_encoding_shared_terms: bool | None = ...,
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
    encoding_center: int | None = ...,
    encoder_encoding_scale_base: float | None = ...,
    encoder_encoding_gamma: float | None = ...,
    encoder_encoding_center: int | None = ...,
    decoder_encoding_scale_base: float | None = ...,
    decoder_encoding_gamma: float | None = ...,
    decoder_encoding_center: int | None = ...,
    cross_encoding_scale_base: float | None = ...,
    cross_encoding_gamma: float | None = ...,
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
    """As above, with several files: a list of runs."""

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
    task: Literal["even_pairs", "modular_arithmetic", "parity_check", "cycle_navigation", "stack_manipulation", "reverse_string", "modular_arithmetic_brackets", "solve_equation", "duplicate_string", "missing_duplicate_string", "odds_first", "binary_addition", "binary_multiplication", "compute_sqrt", "bucket_sort", "pairs", "translation", "text", "enwik8", "text8", "wikitext", "penn_treebank", "reverse_symbols", "associative_recall", "offset_recall", "pattern_search", "substitution_cipher", "markov_chain", "toy_translation", "copy_rsc", "copy_rsc2x", "copy_rdc", "copy_cmc", "copy_cmc2x", "reverse_mc", "reverse_mc2x", "reverse_mcrv", "half_copy", "addition", "summation", "parity_text", "polynomial", "sort_single", "sort_multi", "scan", "pcfg", "lego_chain", "lego_perm", "rev", "ind", "off", "ciph", "tri", "mt_toy"] | Text | Options | Formula | None = ...,
    data: Literal["even_pairs", "modular_arithmetic", "parity_check", "cycle_navigation", "stack_manipulation", "reverse_string", "modular_arithmetic_brackets", "solve_equation", "duplicate_string", "missing_duplicate_string", "odds_first", "binary_addition", "binary_multiplication", "compute_sqrt", "bucket_sort", "pairs", "translation", "text", "enwik8", "text8", "wikitext", "penn_treebank", "reverse_symbols", "associative_recall", "offset_recall", "pattern_search", "substitution_cipher", "markov_chain", "toy_translation", "copy_rsc", "copy_rsc2x", "copy_rdc", "copy_cmc", "copy_cmc2x", "reverse_mc", "reverse_mc2x", "reverse_mcrv", "half_copy", "addition", "summation", "parity_text", "polynomial", "sort_single", "sort_multi", "scan", "pcfg", "lego_chain", "lego_perm", "rev", "ind", "off", "ciph", "tri", "mt_toy"] | Text | Options | Formula | None = ...,
    architecture: Literal["encoder", "decoder", "encoder_decoder", "perceiver_io", "perceiver_ar", "recurrent", "rnn", "lstm", "stack_rnn", "stack_lstm", "nd_stack_rnn", "tape_rnn", "perceiver", "memory_tokens"] | Text | Options | Formula | None = ...,
    positions: Literal["standard", "randomized", "unsorted", "released", "shifted", "augmented", "interpolated", "equal_mean", "clipped", "document", "shape", "cape"] | Text | Options | Formula | None = ...,
    encoding: Literal["none", "sinusoid", "learned", "tupe", "relative", "alibi", "hard_alibi", "rope", "xpos", "t5", "kerple", "sandwich", "shaw", "cope", "fox", "fire", "formula", "kerple_log", "kerple_power", "rotary", "partial_rotary", "pi", "ntk", "dynamic_ntk", "yarn", "llama3", "longrope", "rerope", "self_extend"] | Text | Options | Formula | None = ...,
    mask: Literal["full", "causal", "window", "chunk", "lambda", "bca", "three_blocks", "document", "formula"] | Text | Options | Formula | None = ...,
    scale: Literal["inverse_sqrt", "inverse_sqrt_2d", "one", "log_n", "formula"] | Text | Options | Formula | None = ...,
    attention: Literal["softmax", "geometric", "softmax1", "sink", "persistent"] | Text | Options | Formula | None = ...,
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
    model_decode: Literal["parallel", "autoregressive"] | None = ...,
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
    encoder_encoding_shared_terms: bool | None = ...,
    decoder_encoding_shared_terms: bool | None = ...,
    cross_encoding_shared_terms: bool | None = ...,
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
    encoding_center: int | None = ...,
    encoder_encoding_scale_base: float | None = ...,
    encoder_encoding_gamma: float | None = ...,
    encoder_encoding_center: int | None = ...,
    decoder_encoding_scale_base: float | None = ...,
    decoder_encoding_gamma: float | None = ...,
    decoder_encoding_center: int | None = ...,
    cross_encoding_scale_base: float | None = ...,
    cross_encoding_gamma: float | None = ...,
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
    """Every option of the run that these options make, by its full name, with its type.

    task: what the model learns (default reverse_string)
    architecture: how a model is put together (default encoder)
    positions: how the tokens are numbered (default standard)
    encoding: how the numbers reach the model (default sinusoid)
    mask: which keys a query attends to (default full)
    scale: the factor of the attention logits (default inverse_sqrt)
    attention: how attention logits become weights (default softmax)
    projection: how queries, keys and values are made of rows (default linear)
    residual: what the result of a sublayer is added to (default add)
    block: how the sublayers of a block are wired (default post_norm)
    norm: how rows of the residual stream are normalised (default layer_norm)
    mixer: what a block does to each token by itself (default relu)
    initialisation: the initial values of parameters (default truncated_normal)
    head: how the output symbols are read (default linear)
    cell: the cell of a recurrent architecture (default lstm)
    store: the memory beside the cell of a recurrent architecture (default none)
    curriculum: which lengths are trained (default uniform)
    optimizer: how gradients become steps of the parameters (default adam)
    schedule: the learning rate by step (default constant)
    protocol: how a model is tested (default pass)
    metric: what scores, tables, figures and the best checkpoint are made of (default token_accuracy)
    width: width d of the residual stream (1..8192; default 64)
    heads: attention heads; each has width / heads columns (1..256; default 8)
    model_key_heads: heads of keys and values, a divisor of model.heads; each is read by model.heads / model.key_heads neighbouring heads of queries (grouped-query attention; 1: multi-query), so that caches shrink; 0: model.heads (0..256; default 0)
    blocks: blocks of attention and feed-forward (1..256; default 5)
    model_order: sublayers of a block by their letters, s self-attention, f feed-forward (all: lengthen list sublayers); c is cross-attention of encoder_decoder, which follows each that mixes tokens also unless it is written: scf is sf; macaron: fsf (without its halves); sandwich:K: for N blocks s K times, sf N-K times, f K times; memorizing: sf, with k for s in the fourth block from the top; layers, as residuals and initialisations count them, begin with a letter that mixes tokens, or end at bars: s|ff (default sf)
    model_share: which blocks are one and the same, with one set of parameters: none; all (ALBERT, Universal Transformer); groups:N, N runs of neighbours; or the set of each block, as 0,0,1 (default none)
    model_share_norms: blocks that share parameters also share gains and offsets of norms (default true)
    model_step_signal: each block reads its input plus the sinusoid of its number, from 1, and what the encoding adds to embeddings once more (Universal Transformer) (default false)
    model_feed_forward: hidden width of the feed-forward network; 4 times model.width unless it is set (1..65536; default 256)
    dropout: rate of dropout on sublayer outputs and additive embeddings (0..0.95; default 0.1)
    model_dropout_embedding: rate of dropout on token vectors with what is added to them; -1: model.dropout where positions are added, else 0 (-1..0.95; default -1)
    model_dropout_attention: rate of dropout on attention weights, after the softmax; those that are kept grow by 1 / (1 - rate) (0..0.95; default 0)
    model_dropout_hidden: rate of dropout on the hidden layer of the feed-forward network (0..0.95; default 0)
    model_dropout_final: rate of dropout on the rows that the head reads (0..0.95; default 0)
    model_dropout_words: rate at which training replaces tokens that are read by random ones of the vocabulary (0..0.95; default 0)
    precision: format of the factors of matrix products; bf16 is up to twice as fast; all else is in fp32 (default fp32)
    model_bias: biases of the feed-forward maps and of the read-out, and offsets of layer norms (default true)
    model_embedding_scale: factor of token vectors; one: as in T5 (default sqrt_width)
    model_embedding_width: width of token vectors, which a map brings to model.width (ALBERT has 128); 0: model.width, without a map (0..8192; default 0)
    model_embedding_norm: a norm of token vectors, before positions are added to them (BLOOM), or after (BERT) (default none)
    model_qk_norm: a norm of queries and of keys, head by head, before an encoding turns them: by the mean square, or of layers (default none)
    loss_smoothing: part of each target that training spreads over the output symbols; tests report the plain cross-entropy (0..0.95; default 0)
    loss_smoothing_over: symbols that share that part: all V, each 1/V of it, or the V-1 that are not the target (fairseq) (default all)
    loss_z: factor of the squared logarithm of what softmax divides by, added to the loss of training; 1e-4 keeps logits small (0..1; default 0)
    convolution_taps: taps of the kernel: one number, or one for each layer, as 3,7,15; the last holds for all further layers (default 7)
    convolution_heads: kernels of a layer, each for width / heads neighbouring columns; 0: model.heads (0..8192; default 0)
    convolution_gate: what is convolved is (x Wa + a) * sigmoid(x Wb + b); false: x Wa + a (default true)
    convolution_bias: the map to the kernel of a dynamic convolution has a bias (default false)
    convolution_renorm_padding: taps beyond the sequence weigh nothing, so that the others sum to 1; false: they read zeros (default false)
    convolution_dropout_input: rate of dropout on what the maps before a convolution read; 0.1 in the paper (0..0.95; default 0)
    convolution_dropout_weights: rate of dropout on the weights of the taps of each token; 0.1 in the paper (0..0.95; default 0)
    experts_count: experts of a sublayer e or b (1..256; default 8)
    experts_width: hidden width of an expert; 0: that of model.feed_forward (0..65536; default 0)
    experts_capacity: e, in training: an expert has room for this many times the tokens of an equal share; others pass it by; 0: no limit (0..1000; default 1.25)
    experts_capacity_eval: e: the same in evaluation; -1: 2, and no limit under a causal mask, where tokens may be read one by one (-1..1000; default -1)
    experts_capacity_least: e: an expert has room for this many tokens at least (1..1e+09; default 4)
    experts_jitter: e: in training the router's input is multiplied by random numbers in 1-J..1+J (0..0.99; default 0.01)
    experts_balance: e: factor of the loss that keeps experts equally busy (0..1000; default 0.01)
    experts_z_loss: e: factor of the loss that keeps the router's logits small; 0.001 is usual (0..1000; default 0)
    experts_scale: e: initial weights of router and experts are truncated normal of scale sqrt(S / inputs); 0: as initialisation says (0..1000; default 0.1)
    experts_dropout: rate of dropout on the hidden layer of experts; -1: that of model.dropout (-1..0.95; default -1)
    experts_sublayers: b: feed-forward networks of an expert, one after another (1..16; default 1)
    gating_length: g: tokens that its matrices have room for; no model reads more (1..8192; default 128)
    gating_chunks: g: chunks of columns, each with a matrix over the tokens of its own (1..256; default 4)
    gating_width: g: columns that are mixed; 0: that of model.width (0..65536; default 0)
    persistent_pairs: pairs of a key and a value that each head of a sublayer a has beside the tokens; -1: as many as model.feed_forward (-1..65536; default -1)
    persistent_dropout: rate of dropout on the attention weights of these pairs, after the softmax (0..0.95; default 0)
    memorizing_size: pairs of a key and a value of earlier segments that a sublayer k keeps for each lane and head; 0: none (0..16777216; default 2048)
    memorizing_read: of these, how many a token reads in each head: the nearest (1..65536; default 32)
    memorizing_combine: gate: what is read and what the segment has, by a trained share of each head; joint: in one softmax (default gate)
    memorizing_empty: while nothing is stored: zero: it counts as zeros, by its share; bypass: it has no share (default zero)
    steps: optimizer steps (1..1e+12; default 10000)
    lr: learning rate (0..100; default 0.001)
    batch: sequences of a training step, all of one length (1..65536; default 128)
    train_clip: largest global norm of the gradient; 0: no clipping (0..1e+09; default 1)
    optimizer_decay: decoupled weight decay per step, times the learning rate (0..1; default 0)
    optimizer_decay_on: what decays: all parameters; all but biases and numbers of encodings; matrices: no gains either, nor tables of tokens and positions; these and the table of tokens (default all)
    train_until: a score at which training ends: METRIC>=NUMBER, as 'token_accuracy>=0.99' or 'perplexity<=20', of the validations (eval.every); none: never (default none)
    train_patience: training ends after so many validations (eval.every) without a better score in the metric; 0: never (0..1e+09; default 0)
    train_time: training ends after so much time of it, over all processes: 90s, 30m, 2h; none: never. How many steps that is depends on the machine, and so do all results (default none)
    init: a run (its last model) or a file like model.safetensors, whose parameters training begins with where names and shapes are the same; the optimizer begins anew (default none)
    seed: seed of all random numbers of training (0..9007199254740991; default 1)
    seed_init: seed of the initial parameters; -1: train.seed (-1..9007199254740991; default -1)
    seed_data: seed of the training sequences; -1: train.seed (-1..9007199254740991; default -1)
    seed_length: seed of the training lengths; -1: train.seed (-1..9007199254740991; default -1)
    seed_dropout: seed of dropout in training; -1: train.seed (-1..9007199254740991; default -1)
    seed_positions: seed of the position samples of training steps; -1: train.seed (-1..9007199254740991; default -1)
    lengths: lengths n to evaluate (1..100000; default 1..100)
    eval_sequences: sequences for each length; text: so many times the shortest length are the target tokens that are scored at every length (see eval.targets) (1..1e+07; default 500)
    eval_seed: seed of all random numbers of evaluation (0..9007199254740991; default 1)
    eval_position_samples: position samples for each length; the sequences are divided among them; token accuracy is the mean over them (1..1e+06; default 1)
    eval_batch: sequences held in memory at once; changes no result (1..1e+06; default 512)
    eval_dropout: leave dropout on, as the released program of Ruoss et al. 2023 does (default false)
    eval_targets: text: target tokens that are scored, the same at every length: the last ones of the test split; 0: eval.sequences times the shortest length, or as many as the longest one has room before (0..1e+15; default 0)
    eval_stride: text: target tokens that each window scores, its last ones; the windows before it end so many tokens earlier. 1: sliding windows; the longest length or more: windows that do not overlap; 0: the shortest length, so that at every length T each target is predicted from at least T less that length (0..100000; default 0)
    eval_validation: records of the validations during training: those of the validation split at the lengths of training (up to 40 of them), or those of the test split at eval.lengths, which then must not choose a model (default validation)
    eval_checkpoint: which parameters of a run are evaluated: the last ones, or those that scored best in the validations (default last)
    eval_max_tokens: greedy decoding: tokens of source and answer together, after which an answer that has not ended is cut off; 0: as many as the target has (0..100000; default 0)
    eval_score: lengths over which the metric is averaged to the score: all evaluated lengths beyond the training lengths; these but the first, as the example script of Ruoss et al. 2023; or all (default first-ood..max)
    eval_score_above: lengths above this one are beyond training to eval.score, so that models trained on other lengths have scores over the same; 0: the longest training length (0..100000; default 0)
    eval_with: options with which the trained model is evaluated in place of those that it is trained with, as 'mask: window, mask.width: 40': of positions, mask, scale, and of encodings in longer sequences (default none)
    eval_average: what weighs alike in a score: lengths, or the examples that are evaluated at them, of which finite data sets have more at some lengths than at others (default lengths)
    out: run directory; <hash> stands for the hash of the config (default runs/<hash>)
    threads: threads; 0: one per processor, divided among runs side by side (0..1024; default 0)
    log: tensorboard: also write a TensorBoard event file (default none)
    train_log_every: steps between two lines of metrics.jsonl (1..1e+09; default 100)
    train_checkpoint_every: steps between two checkpoints (1..1e+09; default 1000)
    train_keep: number of last checkpoints whose models are kept; 1: model.safetensors alone (1..1e+06; default 1)
    train_keep_state: state.safetensors, three times as large as the model: kept always, or until the run is done, which then does not go on to more steps (default always)
    eval_every: validate every N steps (eval.validation) and keep the best checkpoint; 0: never (0..1e+09; default 0)
    data_train: file of the pairs to train on (default none)
    data_test: file of the pairs to test on (default none)
    data_validation_file: file of the pairs to validate on (eval.validation) (default none)
    data_validation_fraction: fraction of the training pairs, taken evenly from the file, to validate on where no file is (0..0.9; default 0)
    data_tokens: what a token is: a word between blanks, a character of UTF-8, or a byte (default words)
    data_subwords: model of SentencePiece, or codes of subword-nmt: tokens are its subwords; empty: data.tokens (default none)
    data_bucket: tokens by which the lengths of sources are rounded up to report them (1..100000; default 1)
    data_source: file of the sources to train on, a line each; or of pairs (default none)
    data_target: file of their targets; empty: data.source has pairs (default none)
    data_test_source: file of the sources to test on; also for a model that is trained (default none)
    data_test_target: file of their targets (default none)
    data_validation_source: file of the sources to validate on (eval.validation) (default none)
    data_validation_target: file of their targets (default none)
    data_test_fraction: fraction of the pairs, the last ones, to test on where no file is (0..0.999999; default 0.1)
    data_target_subwords: another one for targets; empty: one vocabulary for both (default none)
    data_least_uses: tokens that the training split has less often are <unk> (1..1073741824; default 1)
    data_vocabulary: tokens that there are at most, the most frequent ones (0: all) (0..16777216; default 0)
    data_longest: tokens that source and target have at most; longer pairs are left out (1..99999; default 1024)
    data_longest_trained: the same of pairs to train on, for tests of longer ones (0: data.longest) (0..99999; default 0)
    data_concatenated: neighbouring pairs that become one to train on (1..1000; default 1)
    data_file: file of the text (default none)
    data_test_file: another file to test on, in place of the end of data.file; also for a model that is trained (default none)
    data_line_ends: words: a line ends with the token <eos> (default true)
    data_context: tokens of a record that are read before the first one that is predicted (1..100000; default 1)
    data_size: bytes that the file must have; other than its default for a part of it (40..1e+15; default 100000000)
    data_newlines: newlines are tokens; false: they are left out, as the program of Transformer-XL does (default true)
    data_folder: the folder of the corpus, unpacked (default none)
    data_keys: different keys that there are, and most pairs of a sequence (1..4096; default 32)
    data_queries: keys whose values are asked for, one after another (1..1000; default 4)
    data_reach: symbols before each question, and most steps back (1..64; default 4)
    data_width: symbols of a pattern (1..16; default 2)
    data_permutations: keys, each of which names a permutation of the symbols (1..4096; default 16)
    data_inverted: probability that the first adjective stays before its noun: then no model can know all of the target (0..1; default 0)
    data_examples: training examples, divided among the lengths of the curriculum (1..1e+09; default 100000)
    data_validation: validation examples of a length for each training example (0..10; default 0.15)
    data_test_examples: test examples of each length, or cell (1..1e+09; default 500)
    data_seed: seed of all examples (0..9007199254740991; default 9842497)
    data_alphabet: words that sources are made of (1..1e+06; default 6052)
    data_scratchpad: steps before the answer: none, full, full without a part (no_input, no_computation, no_output, no_variables, no_rest), minimal, or digits 0 and 1 for their parts in, comp, out, [ and re (default none)
    data_largest: the largest number (10..999999999; default 9999)
    data_smallest: the smallest number, at most data.largest (0..999999999; default 10)
    data_split: what is trained on: paper: commands of up to 25 actions; orig: of up to 22, as the data set has it (default paper)
    data_prefix: every source begins with the same words, as "Solve:" (default true)
    model_decode: parallel: all outputs in one pass; autoregressive: one after another (needs --mask causal) (default parallel)
    model_computation_steps: computation tokens per input token, between input and output (0..16; default 0)
    architecture_memory_tokens: trained vectors before the tokens of an encoder, which these read and which read them; 0: none (0..4096; default 0)
    architecture_memory_form: plain: memory tokens pass through the sublayers of the tokens; controller: through their own, before the tokens read them; bottleneck: likewise, and tokens read them alone (default plain)
    architecture_memory: tokens of the segments before that each block remembers; 0: none (0..100000; default 0)
    architecture_memory_start: memory at the beginning of a text: none, or rows of zeros that are attended to (default empty)
    architecture_vocabulary: rows of the table of token vectors, and tokens that can be predicted: more than the data has are never learned, as with the 32,100 of T5; 0: as many as the data has (0..1e+07; default 0)
    architecture_begin: the token that targets begin with: one of its own, or, as in fairseq, the one that ends them (default own)
    architecture_tables: token vectors of sources and targets: one table where they have one vocabulary (auto); one, or no model (shared); one each (apart) (default auto)
    encoder_encoding: encoding of the source, with options as encoder.encoding.base; same: that of encoding (default same)
    encoder_positions: positions of the source, with options as encoder.positions.L; same: those of positions (default same)
    decoder_encoding: encoding of the target, with options as decoder.encoding.base; same: that of encoding (default same)
    decoder_positions: positions of the target, with options as decoder.positions.L; same: those of positions (default same)
    cross_encoding: encoding of cross-attention, by the distance of a source token from a target token: rope, alibi, t5, kerple or sandwich (default none)
    architecture_latents: vectors that read the source and that the blocks run over (1..8192; default 16)
    architecture_repeats: how often the latents read the source and pass all blocks, with the same weights (1..64; default 1)
    architecture_query_residual: add what a query reads to the query; false: it replaces it (default false)
    architecture_output: what the head reads: queries, one for each target token, that read the latents; or the mean of the latents, of data whose targets are one token (default queries)
    architecture_hidden: width of each state of the cell (1..8192; default 256)
    positions_L: size of the range that positions are sampled from (1..16777216; default 2048)
    positions_draw: for encodings that read distances: sample sorted distances (auto), or positions and take their differences (default auto)
    positions_per: one position sample for the whole pass, for each block, or in training for each sequence; auto: as the authors do (default auto)
    positions_both_sides: sample the distances to the left and to the right independently (default false)
    positions_even: in evaluation space them evenly over the whole range, rather than at random (default false)
    encoder_positions_L: size of the range that positions are sampled from (1..16777216; default 2048)
    encoder_positions_draw: for encodings that read distances: sample sorted distances (auto), or positions and take their differences (default auto)
    encoder_positions_per: one position sample for the whole pass, for each block, or in training for each sequence; auto: as the authors do (default auto)
    encoder_positions_both_sides: sample the distances to the left and to the right independently (default false)
    encoder_positions_even: in evaluation space them evenly over the whole range, rather than at random (default false)
    decoder_positions_L: size of the range that positions are sampled from (1..16777216; default 2048)
    decoder_positions_draw: for encodings that read distances: sample sorted distances (auto), or positions and take their differences (default auto)
    decoder_positions_per: one position sample for the whole pass, for each block, or in training for each sequence; auto: as the authors do (default auto)
    decoder_positions_both_sides: sample the distances to the left and to the right independently (default false)
    decoder_positions_even: in evaluation space them evenly over the whole range, rather than at random (default false)
    positions_shift: largest offset of training, K: uniform in 0..K (0..16777216; default 500)
    positions_eval_shift: offset of evaluation; the authors' program has that of positions.shift (0..16777216; default 0)
    encoder_positions_shift: largest offset of training, K: uniform in 0..K (0..16777216; default 500)
    encoder_positions_eval_shift: offset of evaluation; the authors' program has that of positions.shift (0..16777216; default 0)
    decoder_positions_shift: largest offset of training, K: uniform in 0..K (0..16777216; default 500)
    decoder_positions_eval_shift: offset of evaluation; the authors' program has that of positions.shift (0..16777216; default 0)
    positions_global_shift: half width G of the shift of all tokens, uniform in -G..G (the authors' program takes the whole width) (0..1e+06; default 5)
    positions_local_shift: half width e of the shift of each token, uniform in -e..e; beyond 0.5 neighbours may change places (0..1e+06; default 0.5)
    positions_max_scale: largest factor S of all positions, its logarithm uniform in -ln S..ln S (1..1000; default 1.03)
    positions_center: subtract the mean of the sequence first, in evaluation too (default true)
    positions_source_factor: factor of the positions of sources that have a sequence of their own, before all else, in evaluation too: the mean length of targets over that of sources (0.001..1000; default 1)
    encoder_positions_global_shift: half width G of the shift of all tokens, uniform in -G..G (the authors' program takes the whole width) (0..1e+06; default 5)
    encoder_positions_local_shift: half width e of the shift of each token, uniform in -e..e; beyond 0.5 neighbours may change places (0..1e+06; default 0.5)
    encoder_positions_max_scale: largest factor S of all positions, its logarithm uniform in -ln S..ln S (1..1000; default 1.03)
    encoder_positions_center: subtract the mean of the sequence first, in evaluation too (default true)
    encoder_positions_source_factor: factor of the positions of sources that have a sequence of their own, before all else, in evaluation too: the mean length of targets over that of sources (0.001..1000; default 1)
    decoder_positions_global_shift: half width G of the shift of all tokens, uniform in -G..G (the authors' program takes the whole width) (0..1e+06; default 5)
    decoder_positions_local_shift: half width e of the shift of each token, uniform in -e..e; beyond 0.5 neighbours may change places (0..1e+06; default 0.5)
    decoder_positions_max_scale: largest factor S of all positions, its logarithm uniform in -ln S..ln S (1..1000; default 1.03)
    decoder_positions_center: subtract the mean of the sequence first, in evaluation too (default true)
    decoder_positions_source_factor: factor of the positions of sources that have a sequence of their own, before all else, in evaluation too: the mean length of targets over that of sources (0.001..1000; default 1)
    positions_factor: distance of neighbours (1e-06..1e+06; default 1)
    positions_trained: tokens of the longest sequence of training: longer ones are compressed to as many positions; 0: none are (0..16777216; default 0)
    encoder_positions_factor: distance of neighbours (1e-06..1e+06; default 1)
    encoder_positions_trained: tokens of the longest sequence of training: longer ones are compressed to as many positions; 0: none are (0..16777216; default 0)
    decoder_positions_factor: distance of neighbours (1e-06..1e+06; default 1)
    decoder_positions_trained: tokens of the longest sequence of training: longer ones are compressed to as many positions; 0: none are (0..16777216; default 0)
    positions_law: law of the last position in training, of mean T; beta: up to positions.longest; fixed: it is T, as in evaluation (default exponential)
    positions_longest: M of the law beta: tokens of the longest sequences that are tested; the last position is below it (1..16777216; default 2048)
    encoder_positions_law: law of the last position in training, of mean T; beta: up to positions.longest; fixed: it is T, as in evaluation (default exponential)
    encoder_positions_longest: M of the law beta: tokens of the longest sequences that are tested; the last position is below it (1..16777216; default 2048)
    decoder_positions_law: law of the last position in training, of mean T; beta: up to positions.longest; fixed: it is T, as in evaluation (default exponential)
    decoder_positions_longest: M of the law beta: tokens of the longest sequences that are tested; the last position is below it (1..16777216; default 2048)
    positions_width: largest distance w that is left as it is (1..16777216; default 40)
    positions_compress: distances beyond positions.width are divided by this; 0: they are clipped (0..1e+06; default 0)
    encoder_positions_width: largest distance w that is left as it is (1..16777216; default 40)
    encoder_positions_compress: distances beyond positions.width are divided by this; 0: they are clipped (0..1e+06; default 0)
    decoder_positions_width: largest distance w that is left as it is (1..16777216; default 40)
    decoder_positions_compress: distances beyond positions.width are divided by this; 0: they are clipped (0..1e+06; default 0)
    positions_separator: token that ends a document, as the vocabulary has it; unless it is set, the end of a line: \n of bytes and characters, <eos> of words (default none)
    encoder_positions_separator: token that ends a document, as the vocabulary has it; unless it is set, the end of a line: \n of bytes and characters, <eos> of words (default none)
    decoder_positions_separator: token that ends a document, as the vocabulary has it; unless it is set, the end of a line: \n of bytes and characters, <eos> of words (default none)
    encoding_base: base b of the frequencies b^(-2i/d); the longest wavelength is about 2 pi b tokens (1..1e+09; default 10000)
    encoding_layout: order of the columns: all sines and then all cosines, or sine and cosine of each frequency in turn (default halves)
    encoding_first: added to every position: 1 counts tokens from 1 (0..16777216; default 0)
    encoder_encoding_base: base b of the frequencies b^(-2i/d); the longest wavelength is about 2 pi b tokens (1..1e+09; default 10000)
    encoder_encoding_layout: order of the columns: all sines and then all cosines, or sine and cosine of each frequency in turn (default halves)
    encoder_encoding_first: added to every position: 1 counts tokens from 1 (0..16777216; default 0)
    decoder_encoding_base: base b of the frequencies b^(-2i/d); the longest wavelength is about 2 pi b tokens (1..1e+09; default 10000)
    decoder_encoding_layout: order of the columns: all sines and then all cosines, or sine and cosine of each frequency in turn (default halves)
    decoder_encoding_first: added to every position: 1 counts tokens from 1 (0..16777216; default 0)
    cross_encoding_base: base b of the frequencies b^(-2i/d); the longest wavelength is about 2 pi b tokens (1..1e+09; default 10000)
    cross_encoding_layout: order of the columns: all sines and then all cosines, or sine and cosine of each frequency in turn (default halves)
    cross_encoding_first: added to every position: 1 counts tokens from 1 (0..16777216; default 0)
    encoding_rows: rows of the table: positions must be below (1..1048576; default 2048)
    encoder_encoding_rows: rows of the table: positions must be below (1..1048576; default 2048)
    decoder_encoding_rows: rows of the table: positions must be below (1..1048576; default 2048)
    cross_encoding_rows: rows of the table: positions must be below (1..1048576; default 2048)
    encoding_relative: add a bias by bucket of distance, as of t5 (TUPE-R) (default false)
    encoding_buckets: columns of the table; without a causal mask half of them are for keys on the right (4..256; default 32)
    encoding_max_distance: where the buckets would end if they grew on: the last one begins a little below (2..16777216; default 128)
    encoding_first_token: what the first token sees, and who sees it: alike: as others; free: two trained numbers a head; rows: the same from two rows of the table, as in the authors' program (default alike)
    encoding_released: as in the authors' program: the rows of the table are normalised, and their maps have biases (default false)
    encoder_encoding_relative: add a bias by bucket of distance, as of t5 (TUPE-R) (default false)
    encoder_encoding_buckets: columns of the table; without a causal mask half of them are for keys on the right (4..256; default 32)
    encoder_encoding_max_distance: where the buckets would end if they grew on: the last one begins a little below (2..16777216; default 128)
    encoder_encoding_first_token: what the first token sees, and who sees it: alike: as others; free: two trained numbers a head; rows: the same from two rows of the table, as in the authors' program (default alike)
    encoder_encoding_released: as in the authors' program: the rows of the table are normalised, and their maps have biases (default false)
    decoder_encoding_relative: add a bias by bucket of distance, as of t5 (TUPE-R) (default false)
    decoder_encoding_buckets: columns of the table; without a causal mask half of them are for keys on the right (4..256; default 32)
    decoder_encoding_max_distance: where the buckets would end if they grew on: the last one begins a little below (2..16777216; default 128)
    decoder_encoding_first_token: what the first token sees, and who sees it: alike: as others; free: two trained numbers a head; rows: the same from two rows of the table, as in the authors' program (default alike)
    decoder_encoding_released: as in the authors' program: the rows of the table are normalised, and their maps have biases (default false)
    cross_encoding_relative: add a bias by bucket of distance, as of t5 (TUPE-R) (default false)
    cross_encoding_buckets: columns of the table; without a causal mask half of them are for keys on the right (4..256; default 32)
    cross_encoding_max_distance: where the buckets would end if they grew on: the last one begins a little below (2..16777216; default 128)
    cross_encoding_first_token: what the first token sees, and who sees it: alike: as others; free: two trained numbers a head; rows: the same from two rows of the table, as in the authors' program (default alike)
    cross_encoding_released: as in the authors' program: the rows of the table are normalised, and their maps have biases (default false)
    encoding_shared_terms: all blocks share the content and position bias u and v, as in Transformer-XL without untie_r (default false)
    encoder_encoding_shared_terms: all blocks share the content and position bias u and v, as in Transformer-XL without untie_r (default false)
    decoder_encoding_shared_terms: all blocks share the content and position bias u and v, as in Transformer-XL without untie_r (default false)
    cross_encoding_shared_terms: all blocks share the content and position bias u and v, as in Transformer-XL without untie_r (default false)
    encoding_sides: keys on the left and on the right: half_shift: those on the left are half a step nearer; symmetric: no difference; split_heads: the first half of the heads sees those on the left alone, the second half those on the right; two_slopes: another slope on the right (default half_shift)
    encoding_right_slope: of two_slopes: how many times the slope on the left that on the right is (0.01..100; default 0.5)
    encoding_trained_slopes: train a factor of each slope, from 1, which all blocks share; of two_slopes one for each side (default false)
    encoder_encoding_sides: keys on the left and on the right: half_shift: those on the left are half a step nearer; symmetric: no difference; split_heads: the first half of the heads sees those on the left alone, the second half those on the right; two_slopes: another slope on the right (default half_shift)
    encoder_encoding_right_slope: of two_slopes: how many times the slope on the left that on the right is (0.01..100; default 0.5)
    encoder_encoding_trained_slopes: train a factor of each slope, from 1, which all blocks share; of two_slopes one for each side (default false)
    decoder_encoding_sides: keys on the left and on the right: half_shift: those on the left are half a step nearer; symmetric: no difference; split_heads: the first half of the heads sees those on the left alone, the second half those on the right; two_slopes: another slope on the right (default half_shift)
    decoder_encoding_right_slope: of two_slopes: how many times the slope on the left that on the right is (0.01..100; default 0.5)
    decoder_encoding_trained_slopes: train a factor of each slope, from 1, which all blocks share; of two_slopes one for each side (default false)
    cross_encoding_sides: keys on the left and on the right: half_shift: those on the left are half a step nearer; symmetric: no difference; split_heads: the first half of the heads sees those on the left alone, the second half those on the right; two_slopes: another slope on the right (default half_shift)
    cross_encoding_right_slope: of two_slopes: how many times the slope on the left that on the right is (0.01..100; default 0.5)
    cross_encoding_trained_slopes: train a factor of each slope, from 1, which all blocks share; of two_slopes one for each side (default false)
    encoding_local_heads: M, heads that see the nearest keys alone; 0: half of the heads (0..16777216; default 0)
    encoder_encoding_local_heads: M, heads that see the nearest keys alone; 0: half of the heads (0..16777216; default 0)
    decoder_encoding_local_heads: M, heads that see the nearest keys alone; 0: half of the heads (0..16777216; default 0)
    cross_encoding_local_heads: M, heads that see the nearest keys alone; 0: half of the heads (0..16777216; default 0)
    encoding_fraction: part of each head's columns that is turned, the first ones, rounded down to pairs, but one pair at least (1e-06..1; default 1)
    encoding_pairs: columns that are turned together: 2i and 2i+1, or i and i + half of those that are turned, as in GPT-NeoX (default neighbours)
    encoding_frequencies: for longer sequences: trained: as they are; interpolated (also: pi, linear): all over s; ntk: a larger base; parts_rotations, parts_index, parts_unrounded: slow pairs over s, fast ones as they are (YaRN as published, as released, and with bounds that are not rounded; yarn is parts_index with its encoding.temperature); llama3: likewise, with the bounds of Llama 3; longrope: each over a factor of its own (default trained)
    encoding_extension: s of encoding.frequencies: how many times longer than in training sequences are; with encoding.dynamic, s = extension T / trained - (extension - 1) (1..1e+06; default 1)
    encoding_trained: tokens of the longest sequences in training, by which parts and llama3 know which pairs are slow (2..16777216; default 40)
    encoding_dynamic: s is how many times longer than encoding.trained a sequence of T tokens is, at least 1 (default false)
    encoding_temperature: t: what is turned also grows by the factor t ln s + 1, in queries and keys (0.1 with YaRN) (0..10; default 0)
    encoding_factors: of longrope: what the frequency of each pair is divided by, numbers with blanks between them (default none)
    encoding_short_factors: likewise, in sequences of at most encoding.trained tokens; empty: 1 for all (default none)
    encoding_frequency: frequency of pair k of r columns that are turned, a formula of k, r and T (lengthen help formula); empty: base^(-2*k/r), as encoding.frequencies says (default none)
    encoding_clip: largest distance w that is left as it is (ReRoPE, proposed with scale: log_n); 0: all distances are (0..16777216; default 0)
    encoding_compress: what is beyond encoding.clip is divided by this; 0: distances are clipped (0..1e+06; default 0)
    encoding_group: g: from the distance encoding.clip on, w, positions are divided by g and rounded down, and queries are w - w/g further (Self-Extend); 0: they are not (0..16777216; default 0)
    encoder_encoding_fraction: part of each head's columns that is turned, the first ones, rounded down to pairs, but one pair at least (1e-06..1; default 1)
    encoder_encoding_pairs: columns that are turned together: 2i and 2i+1, or i and i + half of those that are turned, as in GPT-NeoX (default neighbours)
    encoder_encoding_frequencies: for longer sequences: trained: as they are; interpolated (also: pi, linear): all over s; ntk: a larger base; parts_rotations, parts_index, parts_unrounded: slow pairs over s, fast ones as they are (YaRN as published, as released, and with bounds that are not rounded; yarn is parts_index with its encoding.temperature); llama3: likewise, with the bounds of Llama 3; longrope: each over a factor of its own (default trained)
    encoder_encoding_extension: s of encoding.frequencies: how many times longer than in training sequences are; with encoding.dynamic, s = extension T / trained - (extension - 1) (1..1e+06; default 1)
    encoder_encoding_trained: tokens of the longest sequences in training, by which parts and llama3 know which pairs are slow (2..16777216; default 40)
    encoder_encoding_dynamic: s is how many times longer than encoding.trained a sequence of T tokens is, at least 1 (default false)
    encoder_encoding_temperature: t: what is turned also grows by the factor t ln s + 1, in queries and keys (0.1 with YaRN) (0..10; default 0)
    encoder_encoding_factors: of longrope: what the frequency of each pair is divided by, numbers with blanks between them (default none)
    encoder_encoding_short_factors: likewise, in sequences of at most encoding.trained tokens; empty: 1 for all (default none)
    encoder_encoding_frequency: frequency of pair k of r columns that are turned, a formula of k, r and T (lengthen help formula); empty: base^(-2*k/r), as encoding.frequencies says (default none)
    encoder_encoding_clip: largest distance w that is left as it is (ReRoPE, proposed with scale: log_n); 0: all distances are (0..16777216; default 0)
    encoder_encoding_compress: what is beyond encoding.clip is divided by this; 0: distances are clipped (0..1e+06; default 0)
    encoder_encoding_group: g: from the distance encoding.clip on, w, positions are divided by g and rounded down, and queries are w - w/g further (Self-Extend); 0: they are not (0..16777216; default 0)
    decoder_encoding_fraction: part of each head's columns that is turned, the first ones, rounded down to pairs, but one pair at least (1e-06..1; default 1)
    decoder_encoding_pairs: columns that are turned together: 2i and 2i+1, or i and i + half of those that are turned, as in GPT-NeoX (default neighbours)
    decoder_encoding_frequencies: for longer sequences: trained: as they are; interpolated (also: pi, linear): all over s; ntk: a larger base; parts_rotations, parts_index, parts_unrounded: slow pairs over s, fast ones as they are (YaRN as published, as released, and with bounds that are not rounded; yarn is parts_index with its encoding.temperature); llama3: likewise, with the bounds of Llama 3; longrope: each over a factor of its own (default trained)
    decoder_encoding_extension: s of encoding.frequencies: how many times longer than in training sequences are; with encoding.dynamic, s = extension T / trained - (extension - 1) (1..1e+06; default 1)
    decoder_encoding_trained: tokens of the longest sequences in training, by which parts and llama3 know which pairs are slow (2..16777216; default 40)
    decoder_encoding_dynamic: s is how many times longer than encoding.trained a sequence of T tokens is, at least 1 (default false)
    decoder_encoding_temperature: t: what is turned also grows by the factor t ln s + 1, in queries and keys (0.1 with YaRN) (0..10; default 0)
    decoder_encoding_factors: of longrope: what the frequency of each pair is divided by, numbers with blanks between them (default none)
    decoder_encoding_short_factors: likewise, in sequences of at most encoding.trained tokens; empty: 1 for all (default none)
    decoder_encoding_frequency: frequency of pair k of r columns that are turned, a formula of k, r and T (lengthen help formula); empty: base^(-2*k/r), as encoding.frequencies says (default none)
    decoder_encoding_clip: largest distance w that is left as it is (ReRoPE, proposed with scale: log_n); 0: all distances are (0..16777216; default 0)
    decoder_encoding_compress: what is beyond encoding.clip is divided by this; 0: distances are clipped (0..1e+06; default 0)
    decoder_encoding_group: g: from the distance encoding.clip on, w, positions are divided by g and rounded down, and queries are w - w/g further (Self-Extend); 0: they are not (0..16777216; default 0)
    cross_encoding_fraction: part of each head's columns that is turned, the first ones, rounded down to pairs, but one pair at least (1e-06..1; default 1)
    cross_encoding_pairs: columns that are turned together: 2i and 2i+1, or i and i + half of those that are turned, as in GPT-NeoX (default neighbours)
    cross_encoding_frequencies: for longer sequences: trained: as they are; interpolated (also: pi, linear): all over s; ntk: a larger base; parts_rotations, parts_index, parts_unrounded: slow pairs over s, fast ones as they are (YaRN as published, as released, and with bounds that are not rounded; yarn is parts_index with its encoding.temperature); llama3: likewise, with the bounds of Llama 3; longrope: each over a factor of its own (default trained)
    cross_encoding_extension: s of encoding.frequencies: how many times longer than in training sequences are; with encoding.dynamic, s = extension T / trained - (extension - 1) (1..1e+06; default 1)
    cross_encoding_trained: tokens of the longest sequences in training, by which parts and llama3 know which pairs are slow (2..16777216; default 40)
    cross_encoding_dynamic: s is how many times longer than encoding.trained a sequence of T tokens is, at least 1 (default false)
    cross_encoding_temperature: t: what is turned also grows by the factor t ln s + 1, in queries and keys (0.1 with YaRN) (0..10; default 0)
    cross_encoding_factors: of longrope: what the frequency of each pair is divided by, numbers with blanks between them (default none)
    cross_encoding_short_factors: likewise, in sequences of at most encoding.trained tokens; empty: 1 for all (default none)
    cross_encoding_frequency: frequency of pair k of r columns that are turned, a formula of k, r and T (lengthen help formula); empty: base^(-2*k/r), as encoding.frequencies says (default none)
    cross_encoding_clip: largest distance w that is left as it is (ReRoPE, proposed with scale: log_n); 0: all distances are (0..16777216; default 0)
    cross_encoding_compress: what is beyond encoding.clip is divided by this; 0: distances are clipped (0..1e+06; default 0)
    cross_encoding_group: g: from the distance encoding.clip on, w, positions are divided by g and rounded down, and queries are w - w/g further (Self-Extend); 0: they are not (0..16777216; default 0)
    encoding_scale_base: tokens B after which pair i has decayed by its factor z_i, as in the authors' program (1..1e+09; default 512)
    encoding_gamma: the factors z_i go from gamma / (1 + gamma) to almost 1 (0.001..1000; default 0.4)
    encoding_center: position c whose factors are 1; those of floats end about 70 B before and behind it (0..16777216; default 0)
    encoder_encoding_scale_base: tokens B after which pair i has decayed by its factor z_i, as in the authors' program (1..1e+09; default 512)
    encoder_encoding_gamma: the factors z_i go from gamma / (1 + gamma) to almost 1 (0.001..1000; default 0.4)
    encoder_encoding_center: position c whose factors are 1; those of floats end about 70 B before and behind it (0..16777216; default 0)
    decoder_encoding_scale_base: tokens B after which pair i has decayed by its factor z_i, as in the authors' program (1..1e+09; default 512)
    decoder_encoding_gamma: the factors z_i go from gamma / (1 + gamma) to almost 1 (0.001..1000; default 0.4)
    decoder_encoding_center: position c whose factors are 1; those of floats end about 70 B before and behind it (0..16777216; default 0)
    cross_encoding_scale_base: tokens B after which pair i has decayed by its factor z_i, as in the authors' program (1..1e+09; default 512)
    cross_encoding_gamma: the factors z_i go from gamma / (1 + gamma) to almost 1 (0.001..1000; default 0.4)
    cross_encoding_center: position c whose factors are 1; those of floats end about 70 B before and behind it (0..16777216; default 0)
    encoding_kernel: how the penalty grows: log: r1 ln(1 + r2 |D|); power: r1 |D|^r2 (default log)
    encoding_bias_in_scale: divide the bias by sqrt(head_width) too, as the paper does and its authors' program does not (default false)
    encoder_encoding_kernel: how the penalty grows: log: r1 ln(1 + r2 |D|); power: r1 |D|^r2 (default log)
    encoder_encoding_bias_in_scale: divide the bias by sqrt(head_width) too, as the paper does and its authors' program does not (default false)
    decoder_encoding_kernel: how the penalty grows: log: r1 ln(1 + r2 |D|); power: r1 |D|^r2 (default log)
    decoder_encoding_bias_in_scale: divide the bias by sqrt(head_width) too, as the paper does and its authors' program does not (default false)
    cross_encoding_kernel: how the penalty grows: log: r1 ln(1 + r2 |D|); power: r1 |D|^r2 (default log)
    cross_encoding_bias_in_scale: divide the bias by sqrt(head_width) too, as the paper does and its authors' program does not (default false)
    encoding_shared_table: one table for keys and values, as in OpenNMT (default false)
    encoder_encoding_shared_table: one table for keys and values, as in OpenNMT (default false)
    decoder_encoding_shared_table: one table for keys and values, as in OpenNMT (default false)
    cross_encoding_shared_table: one table for keys and values, as in OpenNMT (default false)
    encoding_max_position: position at which gates are no longer counted: one less than there are vectors (1..4096; default 64)
    encoding_term_in_scale: scale the term with the scores, as the authors' program does; false: add it after that, as in the paper (default true)
    encoder_encoding_max_position: position at which gates are no longer counted: one less than there are vectors (1..4096; default 64)
    encoder_encoding_term_in_scale: scale the term with the scores, as the authors' program does; false: add it after that, as in the paper (default true)
    decoder_encoding_max_position: position at which gates are no longer counted: one less than there are vectors (1..4096; default 64)
    decoder_encoding_term_in_scale: scale the term with the scores, as the authors' program does; false: add it after that, as in the paper (default true)
    cross_encoding_max_position: position at which gates are no longer counted: one less than there are vectors (1..4096; default 64)
    cross_encoding_term_in_scale: scale the term with the scores, as the authors' program does; false: add it after that, as in the paper (default true)
    encoding_hidden: hidden units of the network that turns a distance into a bias of each head (1..1024; default 32)
    encoding_threshold: distance L0: queries before position L, at first L0, have L as their longest distance (1..16777216; default 512)
    encoding_shared_bias: one network for all blocks, as in Zhou et al. 2024, not one for each (default false)
    encoder_encoding_hidden: hidden units of the network that turns a distance into a bias of each head (1..1024; default 32)
    encoder_encoding_threshold: distance L0: queries before position L, at first L0, have L as their longest distance (1..16777216; default 512)
    encoder_encoding_shared_bias: one network for all blocks, as in Zhou et al. 2024, not one for each (default false)
    decoder_encoding_hidden: hidden units of the network that turns a distance into a bias of each head (1..1024; default 32)
    decoder_encoding_threshold: distance L0: queries before position L, at first L0, have L as their longest distance (1..16777216; default 512)
    decoder_encoding_shared_bias: one network for all blocks, as in Zhou et al. 2024, not one for each (default false)
    cross_encoding_hidden: hidden units of the network that turns a distance into a bias of each head (1..1024; default 32)
    cross_encoding_threshold: distance L0: queries before position L, at first L0, have L as their longest distance (1..16777216; default 512)
    cross_encoding_shared_bias: one network for all blocks, as in Zhou et al. 2024, not one for each (default false)
    encoding_bias: what is added to the logit of a query and a key, of d, head, H, dk, T, p_i and p_j (lengthen help formula); empty: nothing where there is encoding.frequency, else -abs(d)/2^(8*(head + 1)/H) (default none)
    encoding_parameters: trained numbers of the formula, between semicolons: s[head] = -2; w[head, 32] = normal(0, 0.02) (default none)
    encoding_numbers: numbers of the formula that are not trained, between semicolons: rate = 0.5; width = 64 (default none)
    encoder_encoding_bias: what is added to the logit of a query and a key, of d, head, H, dk, T, p_i and p_j (lengthen help formula); empty: nothing where there is encoding.frequency, else -abs(d)/2^(8*(head + 1)/H) (default none)
    encoder_encoding_parameters: trained numbers of the formula, between semicolons: s[head] = -2; w[head, 32] = normal(0, 0.02) (default none)
    encoder_encoding_numbers: numbers of the formula that are not trained, between semicolons: rate = 0.5; width = 64 (default none)
    decoder_encoding_bias: what is added to the logit of a query and a key, of d, head, H, dk, T, p_i and p_j (lengthen help formula); empty: nothing where there is encoding.frequency, else -abs(d)/2^(8*(head + 1)/H) (default none)
    decoder_encoding_parameters: trained numbers of the formula, between semicolons: s[head] = -2; w[head, 32] = normal(0, 0.02) (default none)
    decoder_encoding_numbers: numbers of the formula that are not trained, between semicolons: rate = 0.5; width = 64 (default none)
    cross_encoding_bias: what is added to the logit of a query and a key, of d, head, H, dk, T, p_i and p_j (lengthen help formula); empty: nothing where there is encoding.frequency, else -abs(d)/2^(8*(head + 1)/H) (default none)
    cross_encoding_parameters: trained numbers of the formula, between semicolons: s[head] = -2; w[head, 32] = normal(0, 0.02) (default none)
    cross_encoding_numbers: numbers of the formula that are not trained, between semicolons: rate = 0.5; width = 64 (default none)
    mask_same_length: with a memory of M rows every query sees M keys, itself among them, or M and itself; no: all keys before it (default no)
    mask_width: width of the window; with mask.form: symmetric an even width counts as the next odd one (1..16777216; default 81)
    mask_form: where the window lies; half: an even width counts as the odd one below; causal: width keys up to the query's own, and the default where architecture or encoding need a causal mask; edge_shift: width keys for every query, fewer on one side at the ends (default symmetric)
    mask_chunk: tokens of a chunk; the last chunk may be shorter (1..16777216; default 40)
    mask_sinks: tokens at the start that every later query sees (0..16777216; default 4)
    mask_block: tokens of a block; the last block may be shorter (1..16777216; default 20)
    mask_separator: token that ends a document, as the vocabulary has it; unless it is set, the end of a line: \n of bytes and characters, <eos> of words (default none)
    mask_formula: where query i sees key j, as a condition (lengthen help formula); causal where j <= i stands in an and (default j <= i)
    mask_numbers: numbers of the formula that are not trained, between semicolons: rate = 0.5; width = 64 (default none)
    scale_keys: m, number of keys at which the factor is that of scale.times: tokens of a sequence in training (2..16777216; default 40)
    scale_at_least_one: no flatter than scale.times: for a test of models trained with that scale (eval --scale log_n) (default false)
    scale_times: the scale that is multiplied: in a test that of training (default inverse_sqrt)
    scale_formula: what the logits of a query are multiplied with, of n, dk, head and H (lengthen help formula) (default 1/sqrt(dk))
    scale_parameters: trained numbers of the formula, between semicolons: s[head] = -2; w[head, 32] = normal(0, 0.02) (default none)
    scale_numbers: numbers of the formula that are not trained, between semicolons: rate = 0.5; width = 64 (default none)
    attention_l1: divide the weights of each query by their sum (default false)
    projection_centred: sums are with the tokens on both sides, where the mask hides none of them (default false)
    projection_shared: keys are the representation that queries are a further map of: q = k Wq (default false)
    projection_cross: attention to another stream has convolutions, too: over its own stream and, centred, over the other (default false)
    residual_sublayers: which sublayers have factors; feed_forward: as NormFormer, the feed-forward network alone (default all)
    block_attention_norm: a norm of what self-attention, or a convolution in its place, adds to the stream (default false)
    block_head_scale: a trained factor of each head of self-attention, at first 1: heads, before the output map; output, of as many slices of columns behind it, as in fairseq (default none)
    block_hidden_norm: a norm of the hidden layer of the feed-forward network, after its activation, or the product with its gate (default false)
    norm_epsilon: added to the variance, or mean square; T5 has 1e-6 (1e-12..1; default 1e-05)
    mixer_width: hidden width of a network with a gate: full, model.feed_forward; two_thirds of it, rounded down, whose three matrices have the parameters of the two without a gate; two_thirds_8: rounded up to a multiple of 8 (default full)
    mixer_formula: the activation, of x (lengthen help formula) (default max(x, 0))
    mixer_numbers: numbers of the formula that are not trained, between semicolons: rate = 0.5; width = 64 (default none)
    initialisation_scale: s of the deviation sqrt(s / inputs) of maps; Switch Transformers have 0.1 (0..100; default 1)
    initialisation_deviation: standard deviation of all weights (0..100; default 0.02)
    initialisation_scale_positions: what the encoding adds to embeddings is multiplied by (9 L)^-1/4 as token vectors are; else sinusoids outweigh them (default false)
    initialisation_of: the initialisation whose weights are made smaller (default xavier)
    head_scaled: multiply what is read by 1/sqrt(width), as T5 does (default false)
    head_bias: a trained number for each output symbol is added, as in Transformer-XL (default false)
    head_cutoffs: ids at which clusters begin, ascending: "20000,40000,200000"; none: one softmax over all (default none)
    head_divisor: vectors of cluster i (the short list is 0) have width / divisor^i columns; 1: all have the width (1..64; default 1)
    head_embedding: token vectors: tied, the tables of the softmax; untied, tables of their own, cut likewise; table, one of full width (default tied)
    head_projections: which maps between the width and that of a cluster the softmax and the token vectors have in common (default all_but_first)
    store_count: number K of stacks (1..16; default 1)
    store_columns: numbers in a cell (1..256; default 8)
    store_cells: cells of a stack, the lowest of which falls off where all are filled; 0: as many as there are tokens (0..1048576; default 0)
    store_joint: one softmax over the actions of all stacks, as the released program has it, in place of one for each (default false)
    store_states: states Q of the automaton (1..4; default 2)
    store_symbols: symbols S of its stack (1..8; default 2)
    store_reading: what is read: weights of top symbols, or of states with top symbols (default symbols)
    store_hidden: width of the two hidden layers of what is written (1..4096; default 64)
    curriculum_lengths: lengths to train at (1..100000; default 1..40)
    curriculum_length: length of all batches (1..100000; default 40)
    curriculum_tau: factor of a length's probability per token; above 1 favours long ones (0.001..1000; default 1.1)
    curriculum_initial: length of the first steps (1..100000; default 1)
    curriculum_every: steps from one length to the next (1..1e+12; default 1000)
    curriculum_amount: tokens from one length to the next (0..100000; default 1)
    curriculum_all_lengths: draw uniformly from all lengths reached so far (default false)
    curriculum_tokens: bound of a batch: records times tokens of its largest source and its largest target; a record that has more is a batch of its own (1..1073741824; default 4096)
    curriculum_pool: records that are sorted by size together, chosen at random; 0: all (0..1e+09; default 0)
    optimizer_beta1: Adam: decay of the mean gradient (0..0.999999; default 0.9)
    optimizer_beta2: Adam: decay of the mean squared gradient (0..0.9999999; default 0.999)
    optimizer_epsilon: Adam: added to the root of the mean squared gradient (0..1; default 1e-08)
    optimizer_epsilon_to: Adam: the root that epsilon is added to: that of the mean square after bias correction, or before it (fairseq) (default corrected)
    optimizer_decay_by: Adam: how weights decay: times the learning rate of the step (AdamW of PyTorch, Adam of fairseq), times what the schedule makes of 1 (AdamW of the paper), or as a part of the gradient, before the moments (L2) (default rate)
    optimizer_step: Adafactor: rate of step t: min(0.01, 1/sqrt(t)); min(1e-6 t, 1/sqrt(t)); or what train.lr and the schedule say (default relative)
    optimizer_scale_parameter: Adafactor: the rate is times the root mean square of the parameter, or optimizer.smallest where that is larger (default true)
    optimizer_smallest: Adafactor: least root mean square that a parameter is taken to have (0..1; default 0.001)
    optimizer_update_clip: Adafactor: largest root mean square of an update before its rate; 0: no clipping (0..1e+09; default 1)
    optimizer_exponent: Adafactor: beta2 of step t is 1 - t^-exponent (0..10; default 0.8)
    schedule_warmup: steps over which the learning rate rises linearly from zero (0..1e+12; default 0)
    schedule_warmup_from: learning rate from which it rises there; 1e-07 in fairseq (0..100; default 0)
    schedule_floor: final learning rate, as a fraction of train.lr (0..1; default 0)
    schedule_end: step at which the floor is reached; 0: train.steps (0..1e+12; default 0)
    schedule_floor_at: the step that has the floor: the one after schedule.end, or that one itself, as most write it (default after)
    schedule_formula: what the learning rate is multiplied with, of step, steps and width (lengthen help formula) (default (1 + cos(pi*step/steps))/2)
    schedule_numbers: numbers of the formula that are not trained, between semicolons: rate = 0.5; width = 64 (default none)
    schedule_delay: steps after which the learning rate is 1/sqrt(2) of the first (1..1e+12; default 4000)
    eval_beam: hypotheses that go on side by side (1..1024; default 4)
    eval_length_norm: what the log probability of a hypothesis of l tokens is divided by, to a power: gnmt, (5 + l) / 6; fairseq, l (default gnmt)
    eval_length_penalty: that power; 0: scores are log probabilities (0..100; default 0.6)
    eval_length_factor: a hypothesis must end after a n + b tokens, for a source of n tokens: a (0..1000; default 1)
    eval_length_extra: b (0..100000; default 50)
    eval_memory: tokens of the segments before that each block remembers; 0: as many as in training (0..100000; default 0)
    eval_same_span: segments of other lengths than in training: remember so many tokens more or fewer that memory and segment together are as long as then (default false)
    eval_lanes: parts of the text that are read side by side, which takes less time; each begins where its memory is full before its first target, and so without what came before that (1..65536; default 1)
    """

def count(*, preset: Names | None = ..., config: Files | None = ...,
    task: Literal["even_pairs", "modular_arithmetic", "parity_check", "cycle_navigation", "stack_manipulation", "reverse_string", "modular_arithmetic_brackets", "solve_equation", "duplicate_string", "missing_duplicate_string", "odds_first", "binary_addition", "binary_multiplication", "compute_sqrt", "bucket_sort", "pairs", "translation", "text", "enwik8", "text8", "wikitext", "penn_treebank", "reverse_symbols", "associative_recall", "offset_recall", "pattern_search", "substitution_cipher", "markov_chain", "toy_translation", "copy_rsc", "copy_rsc2x", "copy_rdc", "copy_cmc", "copy_cmc2x", "reverse_mc", "reverse_mc2x", "reverse_mcrv", "half_copy", "addition", "summation", "parity_text", "polynomial", "sort_single", "sort_multi", "scan", "pcfg", "lego_chain", "lego_perm", "rev", "ind", "off", "ciph", "tri", "mt_toy"] | Text | Options | Formula | None = ...,
    data: Literal["even_pairs", "modular_arithmetic", "parity_check", "cycle_navigation", "stack_manipulation", "reverse_string", "modular_arithmetic_brackets", "solve_equation", "duplicate_string", "missing_duplicate_string", "odds_first", "binary_addition", "binary_multiplication", "compute_sqrt", "bucket_sort", "pairs", "translation", "text", "enwik8", "text8", "wikitext", "penn_treebank", "reverse_symbols", "associative_recall", "offset_recall", "pattern_search", "substitution_cipher", "markov_chain", "toy_translation", "copy_rsc", "copy_rsc2x", "copy_rdc", "copy_cmc", "copy_cmc2x", "reverse_mc", "reverse_mc2x", "reverse_mcrv", "half_copy", "addition", "summation", "parity_text", "polynomial", "sort_single", "sort_multi", "scan", "pcfg", "lego_chain", "lego_perm", "rev", "ind", "off", "ciph", "tri", "mt_toy"] | Text | Options | Formula | None = ...,
    architecture: Literal["encoder", "decoder", "encoder_decoder", "perceiver_io", "perceiver_ar", "recurrent", "rnn", "lstm", "stack_rnn", "stack_lstm", "nd_stack_rnn", "tape_rnn", "perceiver", "memory_tokens"] | Text | Options | Formula | None = ...,
    positions: Literal["standard", "randomized", "unsorted", "released", "shifted", "augmented", "interpolated", "equal_mean", "clipped", "document", "shape", "cape"] | Text | Options | Formula | None = ...,
    encoding: Literal["none", "sinusoid", "learned", "tupe", "relative", "alibi", "hard_alibi", "rope", "xpos", "t5", "kerple", "sandwich", "shaw", "cope", "fox", "fire", "formula", "kerple_log", "kerple_power", "rotary", "partial_rotary", "pi", "ntk", "dynamic_ntk", "yarn", "llama3", "longrope", "rerope", "self_extend"] | Text | Options | Formula | None = ...,
    mask: Literal["full", "causal", "window", "chunk", "lambda", "bca", "three_blocks", "document", "formula"] | Text | Options | Formula | None = ...,
    scale: Literal["inverse_sqrt", "inverse_sqrt_2d", "one", "log_n", "formula"] | Text | Options | Formula | None = ...,
    attention: Literal["softmax", "geometric", "softmax1", "sink", "persistent"] | Text | Options | Formula | None = ...,
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
    model_decode: Literal["parallel", "autoregressive"] | None = ...,
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
    encoder_encoding_shared_terms: bool | None = ...,
    decoder_encoding_shared_terms: bool | None = ...,
    cross_encoding_shared_terms: bool | None = ...,
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
    encoding_center: int | None = ...,
    encoder_encoding_scale_base: float | None = ...,
    encoder_encoding_gamma: float | None = ...,
    encoder_encoding_center: int | None = ...,
    decoder_encoding_scale_base: float | None = ...,
    decoder_encoding_gamma: float | None = ...,
    decoder_encoding_center: int | None = ...,
    cross_encoding_scale_base: float | None = ...,
    cross_encoding_gamma: float | None = ...,
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
    """The size of the model that these options describe, and the operations of its run.

    task: what the model learns (default reverse_string)
    architecture: how a model is put together (default encoder)
    positions: how the tokens are numbered (default standard)
    encoding: how the numbers reach the model (default sinusoid)
    mask: which keys a query attends to (default full)
    scale: the factor of the attention logits (default inverse_sqrt)
    attention: how attention logits become weights (default softmax)
    projection: how queries, keys and values are made of rows (default linear)
    residual: what the result of a sublayer is added to (default add)
    block: how the sublayers of a block are wired (default post_norm)
    norm: how rows of the residual stream are normalised (default layer_norm)
    mixer: what a block does to each token by itself (default relu)
    initialisation: the initial values of parameters (default truncated_normal)
    head: how the output symbols are read (default linear)
    cell: the cell of a recurrent architecture (default lstm)
    store: the memory beside the cell of a recurrent architecture (default none)
    curriculum: which lengths are trained (default uniform)
    optimizer: how gradients become steps of the parameters (default adam)
    schedule: the learning rate by step (default constant)
    protocol: how a model is tested (default pass)
    metric: what scores, tables, figures and the best checkpoint are made of (default token_accuracy)
    width: width d of the residual stream (1..8192; default 64)
    heads: attention heads; each has width / heads columns (1..256; default 8)
    model_key_heads: heads of keys and values, a divisor of model.heads; each is read by model.heads / model.key_heads neighbouring heads of queries (grouped-query attention; 1: multi-query), so that caches shrink; 0: model.heads (0..256; default 0)
    blocks: blocks of attention and feed-forward (1..256; default 5)
    model_order: sublayers of a block by their letters, s self-attention, f feed-forward (all: lengthen list sublayers); c is cross-attention of encoder_decoder, which follows each that mixes tokens also unless it is written: scf is sf; macaron: fsf (without its halves); sandwich:K: for N blocks s K times, sf N-K times, f K times; memorizing: sf, with k for s in the fourth block from the top; layers, as residuals and initialisations count them, begin with a letter that mixes tokens, or end at bars: s|ff (default sf)
    model_share: which blocks are one and the same, with one set of parameters: none; all (ALBERT, Universal Transformer); groups:N, N runs of neighbours; or the set of each block, as 0,0,1 (default none)
    model_share_norms: blocks that share parameters also share gains and offsets of norms (default true)
    model_step_signal: each block reads its input plus the sinusoid of its number, from 1, and what the encoding adds to embeddings once more (Universal Transformer) (default false)
    model_feed_forward: hidden width of the feed-forward network; 4 times model.width unless it is set (1..65536; default 256)
    dropout: rate of dropout on sublayer outputs and additive embeddings (0..0.95; default 0.1)
    model_dropout_embedding: rate of dropout on token vectors with what is added to them; -1: model.dropout where positions are added, else 0 (-1..0.95; default -1)
    model_dropout_attention: rate of dropout on attention weights, after the softmax; those that are kept grow by 1 / (1 - rate) (0..0.95; default 0)
    model_dropout_hidden: rate of dropout on the hidden layer of the feed-forward network (0..0.95; default 0)
    model_dropout_final: rate of dropout on the rows that the head reads (0..0.95; default 0)
    model_dropout_words: rate at which training replaces tokens that are read by random ones of the vocabulary (0..0.95; default 0)
    precision: format of the factors of matrix products; bf16 is up to twice as fast; all else is in fp32 (default fp32)
    model_bias: biases of the feed-forward maps and of the read-out, and offsets of layer norms (default true)
    model_embedding_scale: factor of token vectors; one: as in T5 (default sqrt_width)
    model_embedding_width: width of token vectors, which a map brings to model.width (ALBERT has 128); 0: model.width, without a map (0..8192; default 0)
    model_embedding_norm: a norm of token vectors, before positions are added to them (BLOOM), or after (BERT) (default none)
    model_qk_norm: a norm of queries and of keys, head by head, before an encoding turns them: by the mean square, or of layers (default none)
    loss_smoothing: part of each target that training spreads over the output symbols; tests report the plain cross-entropy (0..0.95; default 0)
    loss_smoothing_over: symbols that share that part: all V, each 1/V of it, or the V-1 that are not the target (fairseq) (default all)
    loss_z: factor of the squared logarithm of what softmax divides by, added to the loss of training; 1e-4 keeps logits small (0..1; default 0)
    convolution_taps: taps of the kernel: one number, or one for each layer, as 3,7,15; the last holds for all further layers (default 7)
    convolution_heads: kernels of a layer, each for width / heads neighbouring columns; 0: model.heads (0..8192; default 0)
    convolution_gate: what is convolved is (x Wa + a) * sigmoid(x Wb + b); false: x Wa + a (default true)
    convolution_bias: the map to the kernel of a dynamic convolution has a bias (default false)
    convolution_renorm_padding: taps beyond the sequence weigh nothing, so that the others sum to 1; false: they read zeros (default false)
    convolution_dropout_input: rate of dropout on what the maps before a convolution read; 0.1 in the paper (0..0.95; default 0)
    convolution_dropout_weights: rate of dropout on the weights of the taps of each token; 0.1 in the paper (0..0.95; default 0)
    experts_count: experts of a sublayer e or b (1..256; default 8)
    experts_width: hidden width of an expert; 0: that of model.feed_forward (0..65536; default 0)
    experts_capacity: e, in training: an expert has room for this many times the tokens of an equal share; others pass it by; 0: no limit (0..1000; default 1.25)
    experts_capacity_eval: e: the same in evaluation; -1: 2, and no limit under a causal mask, where tokens may be read one by one (-1..1000; default -1)
    experts_capacity_least: e: an expert has room for this many tokens at least (1..1e+09; default 4)
    experts_jitter: e: in training the router's input is multiplied by random numbers in 1-J..1+J (0..0.99; default 0.01)
    experts_balance: e: factor of the loss that keeps experts equally busy (0..1000; default 0.01)
    experts_z_loss: e: factor of the loss that keeps the router's logits small; 0.001 is usual (0..1000; default 0)
    experts_scale: e: initial weights of router and experts are truncated normal of scale sqrt(S / inputs); 0: as initialisation says (0..1000; default 0.1)
    experts_dropout: rate of dropout on the hidden layer of experts; -1: that of model.dropout (-1..0.95; default -1)
    experts_sublayers: b: feed-forward networks of an expert, one after another (1..16; default 1)
    gating_length: g: tokens that its matrices have room for; no model reads more (1..8192; default 128)
    gating_chunks: g: chunks of columns, each with a matrix over the tokens of its own (1..256; default 4)
    gating_width: g: columns that are mixed; 0: that of model.width (0..65536; default 0)
    persistent_pairs: pairs of a key and a value that each head of a sublayer a has beside the tokens; -1: as many as model.feed_forward (-1..65536; default -1)
    persistent_dropout: rate of dropout on the attention weights of these pairs, after the softmax (0..0.95; default 0)
    memorizing_size: pairs of a key and a value of earlier segments that a sublayer k keeps for each lane and head; 0: none (0..16777216; default 2048)
    memorizing_read: of these, how many a token reads in each head: the nearest (1..65536; default 32)
    memorizing_combine: gate: what is read and what the segment has, by a trained share of each head; joint: in one softmax (default gate)
    memorizing_empty: while nothing is stored: zero: it counts as zeros, by its share; bypass: it has no share (default zero)
    steps: optimizer steps (1..1e+12; default 10000)
    lr: learning rate (0..100; default 0.001)
    batch: sequences of a training step, all of one length (1..65536; default 128)
    train_clip: largest global norm of the gradient; 0: no clipping (0..1e+09; default 1)
    optimizer_decay: decoupled weight decay per step, times the learning rate (0..1; default 0)
    optimizer_decay_on: what decays: all parameters; all but biases and numbers of encodings; matrices: no gains either, nor tables of tokens and positions; these and the table of tokens (default all)
    train_until: a score at which training ends: METRIC>=NUMBER, as 'token_accuracy>=0.99' or 'perplexity<=20', of the validations (eval.every); none: never (default none)
    train_patience: training ends after so many validations (eval.every) without a better score in the metric; 0: never (0..1e+09; default 0)
    train_time: training ends after so much time of it, over all processes: 90s, 30m, 2h; none: never. How many steps that is depends on the machine, and so do all results (default none)
    init: a run (its last model) or a file like model.safetensors, whose parameters training begins with where names and shapes are the same; the optimizer begins anew (default none)
    seed: seed of all random numbers of training (0..9007199254740991; default 1)
    seed_init: seed of the initial parameters; -1: train.seed (-1..9007199254740991; default -1)
    seed_data: seed of the training sequences; -1: train.seed (-1..9007199254740991; default -1)
    seed_length: seed of the training lengths; -1: train.seed (-1..9007199254740991; default -1)
    seed_dropout: seed of dropout in training; -1: train.seed (-1..9007199254740991; default -1)
    seed_positions: seed of the position samples of training steps; -1: train.seed (-1..9007199254740991; default -1)
    lengths: lengths n to evaluate (1..100000; default 1..100)
    eval_sequences: sequences for each length; text: so many times the shortest length are the target tokens that are scored at every length (see eval.targets) (1..1e+07; default 500)
    eval_seed: seed of all random numbers of evaluation (0..9007199254740991; default 1)
    eval_position_samples: position samples for each length; the sequences are divided among them; token accuracy is the mean over them (1..1e+06; default 1)
    eval_batch: sequences held in memory at once; changes no result (1..1e+06; default 512)
    eval_dropout: leave dropout on, as the released program of Ruoss et al. 2023 does (default false)
    eval_targets: text: target tokens that are scored, the same at every length: the last ones of the test split; 0: eval.sequences times the shortest length, or as many as the longest one has room before (0..1e+15; default 0)
    eval_stride: text: target tokens that each window scores, its last ones; the windows before it end so many tokens earlier. 1: sliding windows; the longest length or more: windows that do not overlap; 0: the shortest length, so that at every length T each target is predicted from at least T less that length (0..100000; default 0)
    eval_validation: records of the validations during training: those of the validation split at the lengths of training (up to 40 of them), or those of the test split at eval.lengths, which then must not choose a model (default validation)
    eval_checkpoint: which parameters of a run are evaluated: the last ones, or those that scored best in the validations (default last)
    eval_max_tokens: greedy decoding: tokens of source and answer together, after which an answer that has not ended is cut off; 0: as many as the target has (0..100000; default 0)
    eval_score: lengths over which the metric is averaged to the score: all evaluated lengths beyond the training lengths; these but the first, as the example script of Ruoss et al. 2023; or all (default first-ood..max)
    eval_score_above: lengths above this one are beyond training to eval.score, so that models trained on other lengths have scores over the same; 0: the longest training length (0..100000; default 0)
    eval_with: options with which the trained model is evaluated in place of those that it is trained with, as 'mask: window, mask.width: 40': of positions, mask, scale, and of encodings in longer sequences (default none)
    eval_average: what weighs alike in a score: lengths, or the examples that are evaluated at them, of which finite data sets have more at some lengths than at others (default lengths)
    out: run directory; <hash> stands for the hash of the config (default runs/<hash>)
    threads: threads; 0: one per processor, divided among runs side by side (0..1024; default 0)
    log: tensorboard: also write a TensorBoard event file (default none)
    train_log_every: steps between two lines of metrics.jsonl (1..1e+09; default 100)
    train_checkpoint_every: steps between two checkpoints (1..1e+09; default 1000)
    train_keep: number of last checkpoints whose models are kept; 1: model.safetensors alone (1..1e+06; default 1)
    train_keep_state: state.safetensors, three times as large as the model: kept always, or until the run is done, which then does not go on to more steps (default always)
    eval_every: validate every N steps (eval.validation) and keep the best checkpoint; 0: never (0..1e+09; default 0)
    data_train: file of the pairs to train on (default none)
    data_test: file of the pairs to test on (default none)
    data_validation_file: file of the pairs to validate on (eval.validation) (default none)
    data_validation_fraction: fraction of the training pairs, taken evenly from the file, to validate on where no file is (0..0.9; default 0)
    data_tokens: what a token is: a word between blanks, a character of UTF-8, or a byte (default words)
    data_subwords: model of SentencePiece, or codes of subword-nmt: tokens are its subwords; empty: data.tokens (default none)
    data_bucket: tokens by which the lengths of sources are rounded up to report them (1..100000; default 1)
    data_source: file of the sources to train on, a line each; or of pairs (default none)
    data_target: file of their targets; empty: data.source has pairs (default none)
    data_test_source: file of the sources to test on; also for a model that is trained (default none)
    data_test_target: file of their targets (default none)
    data_validation_source: file of the sources to validate on (eval.validation) (default none)
    data_validation_target: file of their targets (default none)
    data_test_fraction: fraction of the pairs, the last ones, to test on where no file is (0..0.999999; default 0.1)
    data_target_subwords: another one for targets; empty: one vocabulary for both (default none)
    data_least_uses: tokens that the training split has less often are <unk> (1..1073741824; default 1)
    data_vocabulary: tokens that there are at most, the most frequent ones (0: all) (0..16777216; default 0)
    data_longest: tokens that source and target have at most; longer pairs are left out (1..99999; default 1024)
    data_longest_trained: the same of pairs to train on, for tests of longer ones (0: data.longest) (0..99999; default 0)
    data_concatenated: neighbouring pairs that become one to train on (1..1000; default 1)
    data_file: file of the text (default none)
    data_test_file: another file to test on, in place of the end of data.file; also for a model that is trained (default none)
    data_line_ends: words: a line ends with the token <eos> (default true)
    data_context: tokens of a record that are read before the first one that is predicted (1..100000; default 1)
    data_size: bytes that the file must have; other than its default for a part of it (40..1e+15; default 100000000)
    data_newlines: newlines are tokens; false: they are left out, as the program of Transformer-XL does (default true)
    data_folder: the folder of the corpus, unpacked (default none)
    data_keys: different keys that there are, and most pairs of a sequence (1..4096; default 32)
    data_queries: keys whose values are asked for, one after another (1..1000; default 4)
    data_reach: symbols before each question, and most steps back (1..64; default 4)
    data_width: symbols of a pattern (1..16; default 2)
    data_permutations: keys, each of which names a permutation of the symbols (1..4096; default 16)
    data_inverted: probability that the first adjective stays before its noun: then no model can know all of the target (0..1; default 0)
    data_examples: training examples, divided among the lengths of the curriculum (1..1e+09; default 100000)
    data_validation: validation examples of a length for each training example (0..10; default 0.15)
    data_test_examples: test examples of each length, or cell (1..1e+09; default 500)
    data_seed: seed of all examples (0..9007199254740991; default 9842497)
    data_alphabet: words that sources are made of (1..1e+06; default 6052)
    data_scratchpad: steps before the answer: none, full, full without a part (no_input, no_computation, no_output, no_variables, no_rest), minimal, or digits 0 and 1 for their parts in, comp, out, [ and re (default none)
    data_largest: the largest number (10..999999999; default 9999)
    data_smallest: the smallest number, at most data.largest (0..999999999; default 10)
    data_split: what is trained on: paper: commands of up to 25 actions; orig: of up to 22, as the data set has it (default paper)
    data_prefix: every source begins with the same words, as "Solve:" (default true)
    model_decode: parallel: all outputs in one pass; autoregressive: one after another (needs --mask causal) (default parallel)
    model_computation_steps: computation tokens per input token, between input and output (0..16; default 0)
    architecture_memory_tokens: trained vectors before the tokens of an encoder, which these read and which read them; 0: none (0..4096; default 0)
    architecture_memory_form: plain: memory tokens pass through the sublayers of the tokens; controller: through their own, before the tokens read them; bottleneck: likewise, and tokens read them alone (default plain)
    architecture_memory: tokens of the segments before that each block remembers; 0: none (0..100000; default 0)
    architecture_memory_start: memory at the beginning of a text: none, or rows of zeros that are attended to (default empty)
    architecture_vocabulary: rows of the table of token vectors, and tokens that can be predicted: more than the data has are never learned, as with the 32,100 of T5; 0: as many as the data has (0..1e+07; default 0)
    architecture_begin: the token that targets begin with: one of its own, or, as in fairseq, the one that ends them (default own)
    architecture_tables: token vectors of sources and targets: one table where they have one vocabulary (auto); one, or no model (shared); one each (apart) (default auto)
    encoder_encoding: encoding of the source, with options as encoder.encoding.base; same: that of encoding (default same)
    encoder_positions: positions of the source, with options as encoder.positions.L; same: those of positions (default same)
    decoder_encoding: encoding of the target, with options as decoder.encoding.base; same: that of encoding (default same)
    decoder_positions: positions of the target, with options as decoder.positions.L; same: those of positions (default same)
    cross_encoding: encoding of cross-attention, by the distance of a source token from a target token: rope, alibi, t5, kerple or sandwich (default none)
    architecture_latents: vectors that read the source and that the blocks run over (1..8192; default 16)
    architecture_repeats: how often the latents read the source and pass all blocks, with the same weights (1..64; default 1)
    architecture_query_residual: add what a query reads to the query; false: it replaces it (default false)
    architecture_output: what the head reads: queries, one for each target token, that read the latents; or the mean of the latents, of data whose targets are one token (default queries)
    architecture_hidden: width of each state of the cell (1..8192; default 256)
    positions_L: size of the range that positions are sampled from (1..16777216; default 2048)
    positions_draw: for encodings that read distances: sample sorted distances (auto), or positions and take their differences (default auto)
    positions_per: one position sample for the whole pass, for each block, or in training for each sequence; auto: as the authors do (default auto)
    positions_both_sides: sample the distances to the left and to the right independently (default false)
    positions_even: in evaluation space them evenly over the whole range, rather than at random (default false)
    encoder_positions_L: size of the range that positions are sampled from (1..16777216; default 2048)
    encoder_positions_draw: for encodings that read distances: sample sorted distances (auto), or positions and take their differences (default auto)
    encoder_positions_per: one position sample for the whole pass, for each block, or in training for each sequence; auto: as the authors do (default auto)
    encoder_positions_both_sides: sample the distances to the left and to the right independently (default false)
    encoder_positions_even: in evaluation space them evenly over the whole range, rather than at random (default false)
    decoder_positions_L: size of the range that positions are sampled from (1..16777216; default 2048)
    decoder_positions_draw: for encodings that read distances: sample sorted distances (auto), or positions and take their differences (default auto)
    decoder_positions_per: one position sample for the whole pass, for each block, or in training for each sequence; auto: as the authors do (default auto)
    decoder_positions_both_sides: sample the distances to the left and to the right independently (default false)
    decoder_positions_even: in evaluation space them evenly over the whole range, rather than at random (default false)
    positions_shift: largest offset of training, K: uniform in 0..K (0..16777216; default 500)
    positions_eval_shift: offset of evaluation; the authors' program has that of positions.shift (0..16777216; default 0)
    encoder_positions_shift: largest offset of training, K: uniform in 0..K (0..16777216; default 500)
    encoder_positions_eval_shift: offset of evaluation; the authors' program has that of positions.shift (0..16777216; default 0)
    decoder_positions_shift: largest offset of training, K: uniform in 0..K (0..16777216; default 500)
    decoder_positions_eval_shift: offset of evaluation; the authors' program has that of positions.shift (0..16777216; default 0)
    positions_global_shift: half width G of the shift of all tokens, uniform in -G..G (the authors' program takes the whole width) (0..1e+06; default 5)
    positions_local_shift: half width e of the shift of each token, uniform in -e..e; beyond 0.5 neighbours may change places (0..1e+06; default 0.5)
    positions_max_scale: largest factor S of all positions, its logarithm uniform in -ln S..ln S (1..1000; default 1.03)
    positions_center: subtract the mean of the sequence first, in evaluation too (default true)
    positions_source_factor: factor of the positions of sources that have a sequence of their own, before all else, in evaluation too: the mean length of targets over that of sources (0.001..1000; default 1)
    encoder_positions_global_shift: half width G of the shift of all tokens, uniform in -G..G (the authors' program takes the whole width) (0..1e+06; default 5)
    encoder_positions_local_shift: half width e of the shift of each token, uniform in -e..e; beyond 0.5 neighbours may change places (0..1e+06; default 0.5)
    encoder_positions_max_scale: largest factor S of all positions, its logarithm uniform in -ln S..ln S (1..1000; default 1.03)
    encoder_positions_center: subtract the mean of the sequence first, in evaluation too (default true)
    encoder_positions_source_factor: factor of the positions of sources that have a sequence of their own, before all else, in evaluation too: the mean length of targets over that of sources (0.001..1000; default 1)
    decoder_positions_global_shift: half width G of the shift of all tokens, uniform in -G..G (the authors' program takes the whole width) (0..1e+06; default 5)
    decoder_positions_local_shift: half width e of the shift of each token, uniform in -e..e; beyond 0.5 neighbours may change places (0..1e+06; default 0.5)
    decoder_positions_max_scale: largest factor S of all positions, its logarithm uniform in -ln S..ln S (1..1000; default 1.03)
    decoder_positions_center: subtract the mean of the sequence first, in evaluation too (default true)
    decoder_positions_source_factor: factor of the positions of sources that have a sequence of their own, before all else, in evaluation too: the mean length of targets over that of sources (0.001..1000; default 1)
    positions_factor: distance of neighbours (1e-06..1e+06; default 1)
    positions_trained: tokens of the longest sequence of training: longer ones are compressed to as many positions; 0: none are (0..16777216; default 0)
    encoder_positions_factor: distance of neighbours (1e-06..1e+06; default 1)
    encoder_positions_trained: tokens of the longest sequence of training: longer ones are compressed to as many positions; 0: none are (0..16777216; default 0)
    decoder_positions_factor: distance of neighbours (1e-06..1e+06; default 1)
    decoder_positions_trained: tokens of the longest sequence of training: longer ones are compressed to as many positions; 0: none are (0..16777216; default 0)
    positions_law: law of the last position in training, of mean T; beta: up to positions.longest; fixed: it is T, as in evaluation (default exponential)
    positions_longest: M of the law beta: tokens of the longest sequences that are tested; the last position is below it (1..16777216; default 2048)
    encoder_positions_law: law of the last position in training, of mean T; beta: up to positions.longest; fixed: it is T, as in evaluation (default exponential)
    encoder_positions_longest: M of the law beta: tokens of the longest sequences that are tested; the last position is below it (1..16777216; default 2048)
    decoder_positions_law: law of the last position in training, of mean T; beta: up to positions.longest; fixed: it is T, as in evaluation (default exponential)
    decoder_positions_longest: M of the law beta: tokens of the longest sequences that are tested; the last position is below it (1..16777216; default 2048)
    positions_width: largest distance w that is left as it is (1..16777216; default 40)
    positions_compress: distances beyond positions.width are divided by this; 0: they are clipped (0..1e+06; default 0)
    encoder_positions_width: largest distance w that is left as it is (1..16777216; default 40)
    encoder_positions_compress: distances beyond positions.width are divided by this; 0: they are clipped (0..1e+06; default 0)
    decoder_positions_width: largest distance w that is left as it is (1..16777216; default 40)
    decoder_positions_compress: distances beyond positions.width are divided by this; 0: they are clipped (0..1e+06; default 0)
    positions_separator: token that ends a document, as the vocabulary has it; unless it is set, the end of a line: \n of bytes and characters, <eos> of words (default none)
    encoder_positions_separator: token that ends a document, as the vocabulary has it; unless it is set, the end of a line: \n of bytes and characters, <eos> of words (default none)
    decoder_positions_separator: token that ends a document, as the vocabulary has it; unless it is set, the end of a line: \n of bytes and characters, <eos> of words (default none)
    encoding_base: base b of the frequencies b^(-2i/d); the longest wavelength is about 2 pi b tokens (1..1e+09; default 10000)
    encoding_layout: order of the columns: all sines and then all cosines, or sine and cosine of each frequency in turn (default halves)
    encoding_first: added to every position: 1 counts tokens from 1 (0..16777216; default 0)
    encoder_encoding_base: base b of the frequencies b^(-2i/d); the longest wavelength is about 2 pi b tokens (1..1e+09; default 10000)
    encoder_encoding_layout: order of the columns: all sines and then all cosines, or sine and cosine of each frequency in turn (default halves)
    encoder_encoding_first: added to every position: 1 counts tokens from 1 (0..16777216; default 0)
    decoder_encoding_base: base b of the frequencies b^(-2i/d); the longest wavelength is about 2 pi b tokens (1..1e+09; default 10000)
    decoder_encoding_layout: order of the columns: all sines and then all cosines, or sine and cosine of each frequency in turn (default halves)
    decoder_encoding_first: added to every position: 1 counts tokens from 1 (0..16777216; default 0)
    cross_encoding_base: base b of the frequencies b^(-2i/d); the longest wavelength is about 2 pi b tokens (1..1e+09; default 10000)
    cross_encoding_layout: order of the columns: all sines and then all cosines, or sine and cosine of each frequency in turn (default halves)
    cross_encoding_first: added to every position: 1 counts tokens from 1 (0..16777216; default 0)
    encoding_rows: rows of the table: positions must be below (1..1048576; default 2048)
    encoder_encoding_rows: rows of the table: positions must be below (1..1048576; default 2048)
    decoder_encoding_rows: rows of the table: positions must be below (1..1048576; default 2048)
    cross_encoding_rows: rows of the table: positions must be below (1..1048576; default 2048)
    encoding_relative: add a bias by bucket of distance, as of t5 (TUPE-R) (default false)
    encoding_buckets: columns of the table; without a causal mask half of them are for keys on the right (4..256; default 32)
    encoding_max_distance: where the buckets would end if they grew on: the last one begins a little below (2..16777216; default 128)
    encoding_first_token: what the first token sees, and who sees it: alike: as others; free: two trained numbers a head; rows: the same from two rows of the table, as in the authors' program (default alike)
    encoding_released: as in the authors' program: the rows of the table are normalised, and their maps have biases (default false)
    encoder_encoding_relative: add a bias by bucket of distance, as of t5 (TUPE-R) (default false)
    encoder_encoding_buckets: columns of the table; without a causal mask half of them are for keys on the right (4..256; default 32)
    encoder_encoding_max_distance: where the buckets would end if they grew on: the last one begins a little below (2..16777216; default 128)
    encoder_encoding_first_token: what the first token sees, and who sees it: alike: as others; free: two trained numbers a head; rows: the same from two rows of the table, as in the authors' program (default alike)
    encoder_encoding_released: as in the authors' program: the rows of the table are normalised, and their maps have biases (default false)
    decoder_encoding_relative: add a bias by bucket of distance, as of t5 (TUPE-R) (default false)
    decoder_encoding_buckets: columns of the table; without a causal mask half of them are for keys on the right (4..256; default 32)
    decoder_encoding_max_distance: where the buckets would end if they grew on: the last one begins a little below (2..16777216; default 128)
    decoder_encoding_first_token: what the first token sees, and who sees it: alike: as others; free: two trained numbers a head; rows: the same from two rows of the table, as in the authors' program (default alike)
    decoder_encoding_released: as in the authors' program: the rows of the table are normalised, and their maps have biases (default false)
    cross_encoding_relative: add a bias by bucket of distance, as of t5 (TUPE-R) (default false)
    cross_encoding_buckets: columns of the table; without a causal mask half of them are for keys on the right (4..256; default 32)
    cross_encoding_max_distance: where the buckets would end if they grew on: the last one begins a little below (2..16777216; default 128)
    cross_encoding_first_token: what the first token sees, and who sees it: alike: as others; free: two trained numbers a head; rows: the same from two rows of the table, as in the authors' program (default alike)
    cross_encoding_released: as in the authors' program: the rows of the table are normalised, and their maps have biases (default false)
    encoding_shared_terms: all blocks share the content and position bias u and v, as in Transformer-XL without untie_r (default false)
    encoder_encoding_shared_terms: all blocks share the content and position bias u and v, as in Transformer-XL without untie_r (default false)
    decoder_encoding_shared_terms: all blocks share the content and position bias u and v, as in Transformer-XL without untie_r (default false)
    cross_encoding_shared_terms: all blocks share the content and position bias u and v, as in Transformer-XL without untie_r (default false)
    encoding_sides: keys on the left and on the right: half_shift: those on the left are half a step nearer; symmetric: no difference; split_heads: the first half of the heads sees those on the left alone, the second half those on the right; two_slopes: another slope on the right (default half_shift)
    encoding_right_slope: of two_slopes: how many times the slope on the left that on the right is (0.01..100; default 0.5)
    encoding_trained_slopes: train a factor of each slope, from 1, which all blocks share; of two_slopes one for each side (default false)
    encoder_encoding_sides: keys on the left and on the right: half_shift: those on the left are half a step nearer; symmetric: no difference; split_heads: the first half of the heads sees those on the left alone, the second half those on the right; two_slopes: another slope on the right (default half_shift)
    encoder_encoding_right_slope: of two_slopes: how many times the slope on the left that on the right is (0.01..100; default 0.5)
    encoder_encoding_trained_slopes: train a factor of each slope, from 1, which all blocks share; of two_slopes one for each side (default false)
    decoder_encoding_sides: keys on the left and on the right: half_shift: those on the left are half a step nearer; symmetric: no difference; split_heads: the first half of the heads sees those on the left alone, the second half those on the right; two_slopes: another slope on the right (default half_shift)
    decoder_encoding_right_slope: of two_slopes: how many times the slope on the left that on the right is (0.01..100; default 0.5)
    decoder_encoding_trained_slopes: train a factor of each slope, from 1, which all blocks share; of two_slopes one for each side (default false)
    cross_encoding_sides: keys on the left and on the right: half_shift: those on the left are half a step nearer; symmetric: no difference; split_heads: the first half of the heads sees those on the left alone, the second half those on the right; two_slopes: another slope on the right (default half_shift)
    cross_encoding_right_slope: of two_slopes: how many times the slope on the left that on the right is (0.01..100; default 0.5)
    cross_encoding_trained_slopes: train a factor of each slope, from 1, which all blocks share; of two_slopes one for each side (default false)
    encoding_local_heads: M, heads that see the nearest keys alone; 0: half of the heads (0..16777216; default 0)
    encoder_encoding_local_heads: M, heads that see the nearest keys alone; 0: half of the heads (0..16777216; default 0)
    decoder_encoding_local_heads: M, heads that see the nearest keys alone; 0: half of the heads (0..16777216; default 0)
    cross_encoding_local_heads: M, heads that see the nearest keys alone; 0: half of the heads (0..16777216; default 0)
    encoding_fraction: part of each head's columns that is turned, the first ones, rounded down to pairs, but one pair at least (1e-06..1; default 1)
    encoding_pairs: columns that are turned together: 2i and 2i+1, or i and i + half of those that are turned, as in GPT-NeoX (default neighbours)
    encoding_frequencies: for longer sequences: trained: as they are; interpolated (also: pi, linear): all over s; ntk: a larger base; parts_rotations, parts_index, parts_unrounded: slow pairs over s, fast ones as they are (YaRN as published, as released, and with bounds that are not rounded; yarn is parts_index with its encoding.temperature); llama3: likewise, with the bounds of Llama 3; longrope: each over a factor of its own (default trained)
    encoding_extension: s of encoding.frequencies: how many times longer than in training sequences are; with encoding.dynamic, s = extension T / trained - (extension - 1) (1..1e+06; default 1)
    encoding_trained: tokens of the longest sequences in training, by which parts and llama3 know which pairs are slow (2..16777216; default 40)
    encoding_dynamic: s is how many times longer than encoding.trained a sequence of T tokens is, at least 1 (default false)
    encoding_temperature: t: what is turned also grows by the factor t ln s + 1, in queries and keys (0.1 with YaRN) (0..10; default 0)
    encoding_factors: of longrope: what the frequency of each pair is divided by, numbers with blanks between them (default none)
    encoding_short_factors: likewise, in sequences of at most encoding.trained tokens; empty: 1 for all (default none)
    encoding_frequency: frequency of pair k of r columns that are turned, a formula of k, r and T (lengthen help formula); empty: base^(-2*k/r), as encoding.frequencies says (default none)
    encoding_clip: largest distance w that is left as it is (ReRoPE, proposed with scale: log_n); 0: all distances are (0..16777216; default 0)
    encoding_compress: what is beyond encoding.clip is divided by this; 0: distances are clipped (0..1e+06; default 0)
    encoding_group: g: from the distance encoding.clip on, w, positions are divided by g and rounded down, and queries are w - w/g further (Self-Extend); 0: they are not (0..16777216; default 0)
    encoder_encoding_fraction: part of each head's columns that is turned, the first ones, rounded down to pairs, but one pair at least (1e-06..1; default 1)
    encoder_encoding_pairs: columns that are turned together: 2i and 2i+1, or i and i + half of those that are turned, as in GPT-NeoX (default neighbours)
    encoder_encoding_frequencies: for longer sequences: trained: as they are; interpolated (also: pi, linear): all over s; ntk: a larger base; parts_rotations, parts_index, parts_unrounded: slow pairs over s, fast ones as they are (YaRN as published, as released, and with bounds that are not rounded; yarn is parts_index with its encoding.temperature); llama3: likewise, with the bounds of Llama 3; longrope: each over a factor of its own (default trained)
    encoder_encoding_extension: s of encoding.frequencies: how many times longer than in training sequences are; with encoding.dynamic, s = extension T / trained - (extension - 1) (1..1e+06; default 1)
    encoder_encoding_trained: tokens of the longest sequences in training, by which parts and llama3 know which pairs are slow (2..16777216; default 40)
    encoder_encoding_dynamic: s is how many times longer than encoding.trained a sequence of T tokens is, at least 1 (default false)
    encoder_encoding_temperature: t: what is turned also grows by the factor t ln s + 1, in queries and keys (0.1 with YaRN) (0..10; default 0)
    encoder_encoding_factors: of longrope: what the frequency of each pair is divided by, numbers with blanks between them (default none)
    encoder_encoding_short_factors: likewise, in sequences of at most encoding.trained tokens; empty: 1 for all (default none)
    encoder_encoding_frequency: frequency of pair k of r columns that are turned, a formula of k, r and T (lengthen help formula); empty: base^(-2*k/r), as encoding.frequencies says (default none)
    encoder_encoding_clip: largest distance w that is left as it is (ReRoPE, proposed with scale: log_n); 0: all distances are (0..16777216; default 0)
    encoder_encoding_compress: what is beyond encoding.clip is divided by this; 0: distances are clipped (0..1e+06; default 0)
    encoder_encoding_group: g: from the distance encoding.clip on, w, positions are divided by g and rounded down, and queries are w - w/g further (Self-Extend); 0: they are not (0..16777216; default 0)
    decoder_encoding_fraction: part of each head's columns that is turned, the first ones, rounded down to pairs, but one pair at least (1e-06..1; default 1)
    decoder_encoding_pairs: columns that are turned together: 2i and 2i+1, or i and i + half of those that are turned, as in GPT-NeoX (default neighbours)
    decoder_encoding_frequencies: for longer sequences: trained: as they are; interpolated (also: pi, linear): all over s; ntk: a larger base; parts_rotations, parts_index, parts_unrounded: slow pairs over s, fast ones as they are (YaRN as published, as released, and with bounds that are not rounded; yarn is parts_index with its encoding.temperature); llama3: likewise, with the bounds of Llama 3; longrope: each over a factor of its own (default trained)
    decoder_encoding_extension: s of encoding.frequencies: how many times longer than in training sequences are; with encoding.dynamic, s = extension T / trained - (extension - 1) (1..1e+06; default 1)
    decoder_encoding_trained: tokens of the longest sequences in training, by which parts and llama3 know which pairs are slow (2..16777216; default 40)
    decoder_encoding_dynamic: s is how many times longer than encoding.trained a sequence of T tokens is, at least 1 (default false)
    decoder_encoding_temperature: t: what is turned also grows by the factor t ln s + 1, in queries and keys (0.1 with YaRN) (0..10; default 0)
    decoder_encoding_factors: of longrope: what the frequency of each pair is divided by, numbers with blanks between them (default none)
    decoder_encoding_short_factors: likewise, in sequences of at most encoding.trained tokens; empty: 1 for all (default none)
    decoder_encoding_frequency: frequency of pair k of r columns that are turned, a formula of k, r and T (lengthen help formula); empty: base^(-2*k/r), as encoding.frequencies says (default none)
    decoder_encoding_clip: largest distance w that is left as it is (ReRoPE, proposed with scale: log_n); 0: all distances are (0..16777216; default 0)
    decoder_encoding_compress: what is beyond encoding.clip is divided by this; 0: distances are clipped (0..1e+06; default 0)
    decoder_encoding_group: g: from the distance encoding.clip on, w, positions are divided by g and rounded down, and queries are w - w/g further (Self-Extend); 0: they are not (0..16777216; default 0)
    cross_encoding_fraction: part of each head's columns that is turned, the first ones, rounded down to pairs, but one pair at least (1e-06..1; default 1)
    cross_encoding_pairs: columns that are turned together: 2i and 2i+1, or i and i + half of those that are turned, as in GPT-NeoX (default neighbours)
    cross_encoding_frequencies: for longer sequences: trained: as they are; interpolated (also: pi, linear): all over s; ntk: a larger base; parts_rotations, parts_index, parts_unrounded: slow pairs over s, fast ones as they are (YaRN as published, as released, and with bounds that are not rounded; yarn is parts_index with its encoding.temperature); llama3: likewise, with the bounds of Llama 3; longrope: each over a factor of its own (default trained)
    cross_encoding_extension: s of encoding.frequencies: how many times longer than in training sequences are; with encoding.dynamic, s = extension T / trained - (extension - 1) (1..1e+06; default 1)
    cross_encoding_trained: tokens of the longest sequences in training, by which parts and llama3 know which pairs are slow (2..16777216; default 40)
    cross_encoding_dynamic: s is how many times longer than encoding.trained a sequence of T tokens is, at least 1 (default false)
    cross_encoding_temperature: t: what is turned also grows by the factor t ln s + 1, in queries and keys (0.1 with YaRN) (0..10; default 0)
    cross_encoding_factors: of longrope: what the frequency of each pair is divided by, numbers with blanks between them (default none)
    cross_encoding_short_factors: likewise, in sequences of at most encoding.trained tokens; empty: 1 for all (default none)
    cross_encoding_frequency: frequency of pair k of r columns that are turned, a formula of k, r and T (lengthen help formula); empty: base^(-2*k/r), as encoding.frequencies says (default none)
    cross_encoding_clip: largest distance w that is left as it is (ReRoPE, proposed with scale: log_n); 0: all distances are (0..16777216; default 0)
    cross_encoding_compress: what is beyond encoding.clip is divided by this; 0: distances are clipped (0..1e+06; default 0)
    cross_encoding_group: g: from the distance encoding.clip on, w, positions are divided by g and rounded down, and queries are w - w/g further (Self-Extend); 0: they are not (0..16777216; default 0)
    encoding_scale_base: tokens B after which pair i has decayed by its factor z_i, as in the authors' program (1..1e+09; default 512)
    encoding_gamma: the factors z_i go from gamma / (1 + gamma) to almost 1 (0.001..1000; default 0.4)
    encoding_center: position c whose factors are 1; those of floats end about 70 B before and behind it (0..16777216; default 0)
    encoder_encoding_scale_base: tokens B after which pair i has decayed by its factor z_i, as in the authors' program (1..1e+09; default 512)
    encoder_encoding_gamma: the factors z_i go from gamma / (1 + gamma) to almost 1 (0.001..1000; default 0.4)
    encoder_encoding_center: position c whose factors are 1; those of floats end about 70 B before and behind it (0..16777216; default 0)
    decoder_encoding_scale_base: tokens B after which pair i has decayed by its factor z_i, as in the authors' program (1..1e+09; default 512)
    decoder_encoding_gamma: the factors z_i go from gamma / (1 + gamma) to almost 1 (0.001..1000; default 0.4)
    decoder_encoding_center: position c whose factors are 1; those of floats end about 70 B before and behind it (0..16777216; default 0)
    cross_encoding_scale_base: tokens B after which pair i has decayed by its factor z_i, as in the authors' program (1..1e+09; default 512)
    cross_encoding_gamma: the factors z_i go from gamma / (1 + gamma) to almost 1 (0.001..1000; default 0.4)
    cross_encoding_center: position c whose factors are 1; those of floats end about 70 B before and behind it (0..16777216; default 0)
    encoding_kernel: how the penalty grows: log: r1 ln(1 + r2 |D|); power: r1 |D|^r2 (default log)
    encoding_bias_in_scale: divide the bias by sqrt(head_width) too, as the paper does and its authors' program does not (default false)
    encoder_encoding_kernel: how the penalty grows: log: r1 ln(1 + r2 |D|); power: r1 |D|^r2 (default log)
    encoder_encoding_bias_in_scale: divide the bias by sqrt(head_width) too, as the paper does and its authors' program does not (default false)
    decoder_encoding_kernel: how the penalty grows: log: r1 ln(1 + r2 |D|); power: r1 |D|^r2 (default log)
    decoder_encoding_bias_in_scale: divide the bias by sqrt(head_width) too, as the paper does and its authors' program does not (default false)
    cross_encoding_kernel: how the penalty grows: log: r1 ln(1 + r2 |D|); power: r1 |D|^r2 (default log)
    cross_encoding_bias_in_scale: divide the bias by sqrt(head_width) too, as the paper does and its authors' program does not (default false)
    encoding_shared_table: one table for keys and values, as in OpenNMT (default false)
    encoder_encoding_shared_table: one table for keys and values, as in OpenNMT (default false)
    decoder_encoding_shared_table: one table for keys and values, as in OpenNMT (default false)
    cross_encoding_shared_table: one table for keys and values, as in OpenNMT (default false)
    encoding_max_position: position at which gates are no longer counted: one less than there are vectors (1..4096; default 64)
    encoding_term_in_scale: scale the term with the scores, as the authors' program does; false: add it after that, as in the paper (default true)
    encoder_encoding_max_position: position at which gates are no longer counted: one less than there are vectors (1..4096; default 64)
    encoder_encoding_term_in_scale: scale the term with the scores, as the authors' program does; false: add it after that, as in the paper (default true)
    decoder_encoding_max_position: position at which gates are no longer counted: one less than there are vectors (1..4096; default 64)
    decoder_encoding_term_in_scale: scale the term with the scores, as the authors' program does; false: add it after that, as in the paper (default true)
    cross_encoding_max_position: position at which gates are no longer counted: one less than there are vectors (1..4096; default 64)
    cross_encoding_term_in_scale: scale the term with the scores, as the authors' program does; false: add it after that, as in the paper (default true)
    encoding_hidden: hidden units of the network that turns a distance into a bias of each head (1..1024; default 32)
    encoding_threshold: distance L0: queries before position L, at first L0, have L as their longest distance (1..16777216; default 512)
    encoding_shared_bias: one network for all blocks, as in Zhou et al. 2024, not one for each (default false)
    encoder_encoding_hidden: hidden units of the network that turns a distance into a bias of each head (1..1024; default 32)
    encoder_encoding_threshold: distance L0: queries before position L, at first L0, have L as their longest distance (1..16777216; default 512)
    encoder_encoding_shared_bias: one network for all blocks, as in Zhou et al. 2024, not one for each (default false)
    decoder_encoding_hidden: hidden units of the network that turns a distance into a bias of each head (1..1024; default 32)
    decoder_encoding_threshold: distance L0: queries before position L, at first L0, have L as their longest distance (1..16777216; default 512)
    decoder_encoding_shared_bias: one network for all blocks, as in Zhou et al. 2024, not one for each (default false)
    cross_encoding_hidden: hidden units of the network that turns a distance into a bias of each head (1..1024; default 32)
    cross_encoding_threshold: distance L0: queries before position L, at first L0, have L as their longest distance (1..16777216; default 512)
    cross_encoding_shared_bias: one network for all blocks, as in Zhou et al. 2024, not one for each (default false)
    encoding_bias: what is added to the logit of a query and a key, of d, head, H, dk, T, p_i and p_j (lengthen help formula); empty: nothing where there is encoding.frequency, else -abs(d)/2^(8*(head + 1)/H) (default none)
    encoding_parameters: trained numbers of the formula, between semicolons: s[head] = -2; w[head, 32] = normal(0, 0.02) (default none)
    encoding_numbers: numbers of the formula that are not trained, between semicolons: rate = 0.5; width = 64 (default none)
    encoder_encoding_bias: what is added to the logit of a query and a key, of d, head, H, dk, T, p_i and p_j (lengthen help formula); empty: nothing where there is encoding.frequency, else -abs(d)/2^(8*(head + 1)/H) (default none)
    encoder_encoding_parameters: trained numbers of the formula, between semicolons: s[head] = -2; w[head, 32] = normal(0, 0.02) (default none)
    encoder_encoding_numbers: numbers of the formula that are not trained, between semicolons: rate = 0.5; width = 64 (default none)
    decoder_encoding_bias: what is added to the logit of a query and a key, of d, head, H, dk, T, p_i and p_j (lengthen help formula); empty: nothing where there is encoding.frequency, else -abs(d)/2^(8*(head + 1)/H) (default none)
    decoder_encoding_parameters: trained numbers of the formula, between semicolons: s[head] = -2; w[head, 32] = normal(0, 0.02) (default none)
    decoder_encoding_numbers: numbers of the formula that are not trained, between semicolons: rate = 0.5; width = 64 (default none)
    cross_encoding_bias: what is added to the logit of a query and a key, of d, head, H, dk, T, p_i and p_j (lengthen help formula); empty: nothing where there is encoding.frequency, else -abs(d)/2^(8*(head + 1)/H) (default none)
    cross_encoding_parameters: trained numbers of the formula, between semicolons: s[head] = -2; w[head, 32] = normal(0, 0.02) (default none)
    cross_encoding_numbers: numbers of the formula that are not trained, between semicolons: rate = 0.5; width = 64 (default none)
    mask_same_length: with a memory of M rows every query sees M keys, itself among them, or M and itself; no: all keys before it (default no)
    mask_width: width of the window; with mask.form: symmetric an even width counts as the next odd one (1..16777216; default 81)
    mask_form: where the window lies; half: an even width counts as the odd one below; causal: width keys up to the query's own, and the default where architecture or encoding need a causal mask; edge_shift: width keys for every query, fewer on one side at the ends (default symmetric)
    mask_chunk: tokens of a chunk; the last chunk may be shorter (1..16777216; default 40)
    mask_sinks: tokens at the start that every later query sees (0..16777216; default 4)
    mask_block: tokens of a block; the last block may be shorter (1..16777216; default 20)
    mask_separator: token that ends a document, as the vocabulary has it; unless it is set, the end of a line: \n of bytes and characters, <eos> of words (default none)
    mask_formula: where query i sees key j, as a condition (lengthen help formula); causal where j <= i stands in an and (default j <= i)
    mask_numbers: numbers of the formula that are not trained, between semicolons: rate = 0.5; width = 64 (default none)
    scale_keys: m, number of keys at which the factor is that of scale.times: tokens of a sequence in training (2..16777216; default 40)
    scale_at_least_one: no flatter than scale.times: for a test of models trained with that scale (eval --scale log_n) (default false)
    scale_times: the scale that is multiplied: in a test that of training (default inverse_sqrt)
    scale_formula: what the logits of a query are multiplied with, of n, dk, head and H (lengthen help formula) (default 1/sqrt(dk))
    scale_parameters: trained numbers of the formula, between semicolons: s[head] = -2; w[head, 32] = normal(0, 0.02) (default none)
    scale_numbers: numbers of the formula that are not trained, between semicolons: rate = 0.5; width = 64 (default none)
    attention_l1: divide the weights of each query by their sum (default false)
    projection_centred: sums are with the tokens on both sides, where the mask hides none of them (default false)
    projection_shared: keys are the representation that queries are a further map of: q = k Wq (default false)
    projection_cross: attention to another stream has convolutions, too: over its own stream and, centred, over the other (default false)
    residual_sublayers: which sublayers have factors; feed_forward: as NormFormer, the feed-forward network alone (default all)
    block_attention_norm: a norm of what self-attention, or a convolution in its place, adds to the stream (default false)
    block_head_scale: a trained factor of each head of self-attention, at first 1: heads, before the output map; output, of as many slices of columns behind it, as in fairseq (default none)
    block_hidden_norm: a norm of the hidden layer of the feed-forward network, after its activation, or the product with its gate (default false)
    norm_epsilon: added to the variance, or mean square; T5 has 1e-6 (1e-12..1; default 1e-05)
    mixer_width: hidden width of a network with a gate: full, model.feed_forward; two_thirds of it, rounded down, whose three matrices have the parameters of the two without a gate; two_thirds_8: rounded up to a multiple of 8 (default full)
    mixer_formula: the activation, of x (lengthen help formula) (default max(x, 0))
    mixer_numbers: numbers of the formula that are not trained, between semicolons: rate = 0.5; width = 64 (default none)
    initialisation_scale: s of the deviation sqrt(s / inputs) of maps; Switch Transformers have 0.1 (0..100; default 1)
    initialisation_deviation: standard deviation of all weights (0..100; default 0.02)
    initialisation_scale_positions: what the encoding adds to embeddings is multiplied by (9 L)^-1/4 as token vectors are; else sinusoids outweigh them (default false)
    initialisation_of: the initialisation whose weights are made smaller (default xavier)
    head_scaled: multiply what is read by 1/sqrt(width), as T5 does (default false)
    head_bias: a trained number for each output symbol is added, as in Transformer-XL (default false)
    head_cutoffs: ids at which clusters begin, ascending: "20000,40000,200000"; none: one softmax over all (default none)
    head_divisor: vectors of cluster i (the short list is 0) have width / divisor^i columns; 1: all have the width (1..64; default 1)
    head_embedding: token vectors: tied, the tables of the softmax; untied, tables of their own, cut likewise; table, one of full width (default tied)
    head_projections: which maps between the width and that of a cluster the softmax and the token vectors have in common (default all_but_first)
    store_count: number K of stacks (1..16; default 1)
    store_columns: numbers in a cell (1..256; default 8)
    store_cells: cells of a stack, the lowest of which falls off where all are filled; 0: as many as there are tokens (0..1048576; default 0)
    store_joint: one softmax over the actions of all stacks, as the released program has it, in place of one for each (default false)
    store_states: states Q of the automaton (1..4; default 2)
    store_symbols: symbols S of its stack (1..8; default 2)
    store_reading: what is read: weights of top symbols, or of states with top symbols (default symbols)
    store_hidden: width of the two hidden layers of what is written (1..4096; default 64)
    curriculum_lengths: lengths to train at (1..100000; default 1..40)
    curriculum_length: length of all batches (1..100000; default 40)
    curriculum_tau: factor of a length's probability per token; above 1 favours long ones (0.001..1000; default 1.1)
    curriculum_initial: length of the first steps (1..100000; default 1)
    curriculum_every: steps from one length to the next (1..1e+12; default 1000)
    curriculum_amount: tokens from one length to the next (0..100000; default 1)
    curriculum_all_lengths: draw uniformly from all lengths reached so far (default false)
    curriculum_tokens: bound of a batch: records times tokens of its largest source and its largest target; a record that has more is a batch of its own (1..1073741824; default 4096)
    curriculum_pool: records that are sorted by size together, chosen at random; 0: all (0..1e+09; default 0)
    optimizer_beta1: Adam: decay of the mean gradient (0..0.999999; default 0.9)
    optimizer_beta2: Adam: decay of the mean squared gradient (0..0.9999999; default 0.999)
    optimizer_epsilon: Adam: added to the root of the mean squared gradient (0..1; default 1e-08)
    optimizer_epsilon_to: Adam: the root that epsilon is added to: that of the mean square after bias correction, or before it (fairseq) (default corrected)
    optimizer_decay_by: Adam: how weights decay: times the learning rate of the step (AdamW of PyTorch, Adam of fairseq), times what the schedule makes of 1 (AdamW of the paper), or as a part of the gradient, before the moments (L2) (default rate)
    optimizer_step: Adafactor: rate of step t: min(0.01, 1/sqrt(t)); min(1e-6 t, 1/sqrt(t)); or what train.lr and the schedule say (default relative)
    optimizer_scale_parameter: Adafactor: the rate is times the root mean square of the parameter, or optimizer.smallest where that is larger (default true)
    optimizer_smallest: Adafactor: least root mean square that a parameter is taken to have (0..1; default 0.001)
    optimizer_update_clip: Adafactor: largest root mean square of an update before its rate; 0: no clipping (0..1e+09; default 1)
    optimizer_exponent: Adafactor: beta2 of step t is 1 - t^-exponent (0..10; default 0.8)
    schedule_warmup: steps over which the learning rate rises linearly from zero (0..1e+12; default 0)
    schedule_warmup_from: learning rate from which it rises there; 1e-07 in fairseq (0..100; default 0)
    schedule_floor: final learning rate, as a fraction of train.lr (0..1; default 0)
    schedule_end: step at which the floor is reached; 0: train.steps (0..1e+12; default 0)
    schedule_floor_at: the step that has the floor: the one after schedule.end, or that one itself, as most write it (default after)
    schedule_formula: what the learning rate is multiplied with, of step, steps and width (lengthen help formula) (default (1 + cos(pi*step/steps))/2)
    schedule_numbers: numbers of the formula that are not trained, between semicolons: rate = 0.5; width = 64 (default none)
    schedule_delay: steps after which the learning rate is 1/sqrt(2) of the first (1..1e+12; default 4000)
    eval_beam: hypotheses that go on side by side (1..1024; default 4)
    eval_length_norm: what the log probability of a hypothesis of l tokens is divided by, to a power: gnmt, (5 + l) / 6; fairseq, l (default gnmt)
    eval_length_penalty: that power; 0: scores are log probabilities (0..100; default 0.6)
    eval_length_factor: a hypothesis must end after a n + b tokens, for a source of n tokens: a (0..1000; default 1)
    eval_length_extra: b (0..100000; default 50)
    eval_memory: tokens of the segments before that each block remembers; 0: as many as in training (0..100000; default 0)
    eval_same_span: segments of other lengths than in training: remember so many tokens more or fewer that memory and segment together are as long as then (default false)
    eval_lanes: parts of the text that are read side by side, which takes less time; each begins where its memory is full before its first target, and so without what came before that (1..65536; default 1)
    """

def sample(
    data: Literal["even_pairs", "modular_arithmetic", "parity_check", "cycle_navigation", "stack_manipulation", "reverse_string", "modular_arithmetic_brackets", "solve_equation", "duplicate_string", "missing_duplicate_string", "odds_first", "binary_addition", "binary_multiplication", "compute_sqrt", "bucket_sort", "pairs", "translation", "text", "enwik8", "text8", "wikitext", "penn_treebank", "reverse_symbols", "associative_recall", "offset_recall", "pattern_search", "substitution_cipher", "markov_chain", "toy_translation", "copy_rsc", "copy_rsc2x", "copy_rdc", "copy_cmc", "copy_cmc2x", "reverse_mc", "reverse_mc2x", "reverse_mcrv", "half_copy", "addition", "summation", "parity_text", "polynomial", "sort_single", "sort_multi", "scan", "pcfg", "lego_chain", "lego_perm", "rev", "ind", "off", "ciph", "tri", "mt_toy"] | Text | Options | Formula | None = ...,
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
    """Samples of some data, as `lengthen sample --json` has them.

    curriculum: which lengths are trained (default uniform)
    seed: seed of all random numbers of training (0..9007199254740991; default 1)
    lengths: lengths n to evaluate (1..100000; default 1..100)
    data_train: file of the pairs to train on (default none)
    data_test: file of the pairs to test on (default none)
    data_validation_file: file of the pairs to validate on (eval.validation) (default none)
    data_validation_fraction: fraction of the training pairs, taken evenly from the file, to validate on where no file is (0..0.9; default 0)
    data_tokens: what a token is: a word between blanks, a character of UTF-8, or a byte (default words)
    data_subwords: model of SentencePiece, or codes of subword-nmt: tokens are its subwords; empty: data.tokens (default none)
    data_bucket: tokens by which the lengths of sources are rounded up to report them (1..100000; default 1)
    data_source: file of the sources to train on, a line each; or of pairs (default none)
    data_target: file of their targets; empty: data.source has pairs (default none)
    data_test_source: file of the sources to test on; also for a model that is trained (default none)
    data_test_target: file of their targets (default none)
    data_validation_source: file of the sources to validate on (eval.validation) (default none)
    data_validation_target: file of their targets (default none)
    data_test_fraction: fraction of the pairs, the last ones, to test on where no file is (0..0.999999; default 0.1)
    data_target_subwords: another one for targets; empty: one vocabulary for both (default none)
    data_least_uses: tokens that the training split has less often are <unk> (1..1073741824; default 1)
    data_vocabulary: tokens that there are at most, the most frequent ones (0: all) (0..16777216; default 0)
    data_longest: tokens that source and target have at most; longer pairs are left out (1..99999; default 1024)
    data_longest_trained: the same of pairs to train on, for tests of longer ones (0: data.longest) (0..99999; default 0)
    data_concatenated: neighbouring pairs that become one to train on (1..1000; default 1)
    data_file: file of the text (default none)
    data_test_file: another file to test on, in place of the end of data.file; also for a model that is trained (default none)
    data_line_ends: words: a line ends with the token <eos> (default true)
    data_context: tokens of a record that are read before the first one that is predicted (1..100000; default 1)
    data_size: bytes that the file must have; other than its default for a part of it (40..1e+15; default 100000000)
    data_newlines: newlines are tokens; false: they are left out, as the program of Transformer-XL does (default true)
    data_folder: the folder of the corpus, unpacked (default none)
    data_keys: different keys that there are, and most pairs of a sequence (1..4096; default 32)
    data_queries: keys whose values are asked for, one after another (1..1000; default 4)
    data_reach: symbols before each question, and most steps back (1..64; default 4)
    data_width: symbols of a pattern (1..16; default 2)
    data_permutations: keys, each of which names a permutation of the symbols (1..4096; default 16)
    data_inverted: probability that the first adjective stays before its noun: then no model can know all of the target (0..1; default 0)
    data_examples: training examples, divided among the lengths of the curriculum (1..1e+09; default 100000)
    data_validation: validation examples of a length for each training example (0..10; default 0.15)
    data_test_examples: test examples of each length, or cell (1..1e+09; default 500)
    data_seed: seed of all examples (0..9007199254740991; default 9842497)
    data_alphabet: words that sources are made of (1..1e+06; default 6052)
    data_scratchpad: steps before the answer: none, full, full without a part (no_input, no_computation, no_output, no_variables, no_rest), minimal, or digits 0 and 1 for their parts in, comp, out, [ and re (default none)
    data_largest: the largest number (10..999999999; default 9999)
    data_smallest: the smallest number, at most data.largest (0..999999999; default 10)
    data_split: what is trained on: paper: commands of up to 25 actions; orig: of up to 22, as the data set has it (default paper)
    data_prefix: every source begins with the same words, as "Solve:" (default true)
    curriculum_lengths: lengths to train at (1..100000; default 1..40)
    curriculum_length: length of all batches (1..100000; default 40)
    curriculum_tau: factor of a length's probability per token; above 1 favours long ones (0.001..1000; default 1.1)
    curriculum_initial: length of the first steps (1..100000; default 1)
    curriculum_every: steps from one length to the next (1..1e+12; default 1000)
    curriculum_amount: tokens from one length to the next (0..100000; default 1)
    curriculum_all_lengths: draw uniformly from all lengths reached so far (default false)
    curriculum_tokens: bound of a batch: records times tokens of its largest source and its largest target; a record that has more is a batch of its own (1..1073741824; default 4096)
    curriculum_pool: records that are sorted by size together, chosen at random; 0: all (0..1e+09; default 0)
    """

def encoding(
    name: Literal["none", "sinusoid", "learned", "tupe", "relative", "alibi", "hard_alibi", "rope", "xpos", "t5", "kerple", "sandwich", "shaw", "cope", "fox", "fire", "formula", "kerple_log", "kerple_power", "rotary", "partial_rotary", "pi", "ntk", "dynamic_ntk", "yarn", "llama3", "longrope", "rerope", "self_extend"] | Text | Options | Formula,
    *,
    preset: Names | None = ...,
    config: Files | None = ...,
    task: Literal["even_pairs", "modular_arithmetic", "parity_check", "cycle_navigation", "stack_manipulation", "reverse_string", "modular_arithmetic_brackets", "solve_equation", "duplicate_string", "missing_duplicate_string", "odds_first", "binary_addition", "binary_multiplication", "compute_sqrt", "bucket_sort", "pairs", "translation", "text", "enwik8", "text8", "wikitext", "penn_treebank", "reverse_symbols", "associative_recall", "offset_recall", "pattern_search", "substitution_cipher", "markov_chain", "toy_translation", "copy_rsc", "copy_rsc2x", "copy_rdc", "copy_cmc", "copy_cmc2x", "reverse_mc", "reverse_mc2x", "reverse_mcrv", "half_copy", "addition", "summation", "parity_text", "polynomial", "sort_single", "sort_multi", "scan", "pcfg", "lego_chain", "lego_perm", "rev", "ind", "off", "ciph", "tri", "mt_toy"] | Text | Options | Formula | None = ...,
    data: Literal["even_pairs", "modular_arithmetic", "parity_check", "cycle_navigation", "stack_manipulation", "reverse_string", "modular_arithmetic_brackets", "solve_equation", "duplicate_string", "missing_duplicate_string", "odds_first", "binary_addition", "binary_multiplication", "compute_sqrt", "bucket_sort", "pairs", "translation", "text", "enwik8", "text8", "wikitext", "penn_treebank", "reverse_symbols", "associative_recall", "offset_recall", "pattern_search", "substitution_cipher", "markov_chain", "toy_translation", "copy_rsc", "copy_rsc2x", "copy_rdc", "copy_cmc", "copy_cmc2x", "reverse_mc", "reverse_mc2x", "reverse_mcrv", "half_copy", "addition", "summation", "parity_text", "polynomial", "sort_single", "sort_multi", "scan", "pcfg", "lego_chain", "lego_perm", "rev", "ind", "off", "ciph", "tri", "mt_toy"] | Text | Options | Formula | None = ...,
    architecture: Literal["encoder", "decoder", "encoder_decoder", "perceiver_io", "perceiver_ar", "recurrent", "rnn", "lstm", "stack_rnn", "stack_lstm", "nd_stack_rnn", "tape_rnn", "perceiver", "memory_tokens"] | Text | Options | Formula | None = ...,
    positions: Literal["standard", "randomized", "unsorted", "released", "shifted", "augmented", "interpolated", "equal_mean", "clipped", "document", "shape", "cape"] | Text | Options | Formula | None = ...,
    mask: Literal["full", "causal", "window", "chunk", "lambda", "bca", "three_blocks", "document", "formula"] | Text | Options | Formula | None = ...,
    scale: Literal["inverse_sqrt", "inverse_sqrt_2d", "one", "log_n", "formula"] | Text | Options | Formula | None = ...,
    attention: Literal["softmax", "geometric", "softmax1", "sink", "persistent"] | Text | Options | Formula | None = ...,
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
    model_decode: Literal["parallel", "autoregressive"] | None = ...,
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
    encoder_encoding_shared_terms: bool | None = ...,
    decoder_encoding_shared_terms: bool | None = ...,
    cross_encoding_shared_terms: bool | None = ...,
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
    center: int | None = ...,
    encoding_center: int | None = ...,
    encoder_encoding_scale_base: float | None = ...,
    encoder_encoding_gamma: float | None = ...,
    encoder_encoding_center: int | None = ...,
    decoder_encoding_scale_base: float | None = ...,
    decoder_encoding_gamma: float | None = ...,
    decoder_encoding_center: int | None = ...,
    cross_encoding_scale_base: float | None = ...,
    cross_encoding_gamma: float | None = ...,
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
    """A positional encoding before any training, with options of its own (`max_distance`) and of others.

    task: what the model learns (default reverse_string)
    architecture: how a model is put together (default encoder)
    positions: how the tokens are numbered (default standard)
    mask: which keys a query attends to (default full)
    scale: the factor of the attention logits (default inverse_sqrt)
    attention: how attention logits become weights (default softmax)
    projection: how queries, keys and values are made of rows (default linear)
    residual: what the result of a sublayer is added to (default add)
    block: how the sublayers of a block are wired (default post_norm)
    norm: how rows of the residual stream are normalised (default layer_norm)
    mixer: what a block does to each token by itself (default relu)
    initialisation: the initial values of parameters (default truncated_normal)
    head: how the output symbols are read (default linear)
    cell: the cell of a recurrent architecture (default lstm)
    store: the memory beside the cell of a recurrent architecture (default none)
    curriculum: which lengths are trained (default uniform)
    optimizer: how gradients become steps of the parameters (default adam)
    schedule: the learning rate by step (default constant)
    protocol: how a model is tested (default pass)
    metric: what scores, tables, figures and the best checkpoint are made of (default token_accuracy)
    width: width d of the residual stream (1..8192; default 64)
    heads: attention heads; each has width / heads columns (1..256; default 8)
    model_key_heads: heads of keys and values, a divisor of model.heads; each is read by model.heads / model.key_heads neighbouring heads of queries (grouped-query attention; 1: multi-query), so that caches shrink; 0: model.heads (0..256; default 0)
    blocks: blocks of attention and feed-forward (1..256; default 5)
    model_order: sublayers of a block by their letters, s self-attention, f feed-forward (all: lengthen list sublayers); c is cross-attention of encoder_decoder, which follows each that mixes tokens also unless it is written: scf is sf; macaron: fsf (without its halves); sandwich:K: for N blocks s K times, sf N-K times, f K times; memorizing: sf, with k for s in the fourth block from the top; layers, as residuals and initialisations count them, begin with a letter that mixes tokens, or end at bars: s|ff (default sf)
    model_share: which blocks are one and the same, with one set of parameters: none; all (ALBERT, Universal Transformer); groups:N, N runs of neighbours; or the set of each block, as 0,0,1 (default none)
    model_share_norms: blocks that share parameters also share gains and offsets of norms (default true)
    model_step_signal: each block reads its input plus the sinusoid of its number, from 1, and what the encoding adds to embeddings once more (Universal Transformer) (default false)
    model_feed_forward: hidden width of the feed-forward network; 4 times model.width unless it is set (1..65536; default 256)
    dropout: rate of dropout on sublayer outputs and additive embeddings (0..0.95; default 0.1)
    model_dropout_embedding: rate of dropout on token vectors with what is added to them; -1: model.dropout where positions are added, else 0 (-1..0.95; default -1)
    model_dropout_attention: rate of dropout on attention weights, after the softmax; those that are kept grow by 1 / (1 - rate) (0..0.95; default 0)
    model_dropout_hidden: rate of dropout on the hidden layer of the feed-forward network (0..0.95; default 0)
    model_dropout_final: rate of dropout on the rows that the head reads (0..0.95; default 0)
    model_dropout_words: rate at which training replaces tokens that are read by random ones of the vocabulary (0..0.95; default 0)
    precision: format of the factors of matrix products; bf16 is up to twice as fast; all else is in fp32 (default fp32)
    model_bias: biases of the feed-forward maps and of the read-out, and offsets of layer norms (default true)
    model_embedding_scale: factor of token vectors; one: as in T5 (default sqrt_width)
    model_embedding_width: width of token vectors, which a map brings to model.width (ALBERT has 128); 0: model.width, without a map (0..8192; default 0)
    model_embedding_norm: a norm of token vectors, before positions are added to them (BLOOM), or after (BERT) (default none)
    model_qk_norm: a norm of queries and of keys, head by head, before an encoding turns them: by the mean square, or of layers (default none)
    loss_smoothing: part of each target that training spreads over the output symbols; tests report the plain cross-entropy (0..0.95; default 0)
    loss_smoothing_over: symbols that share that part: all V, each 1/V of it, or the V-1 that are not the target (fairseq) (default all)
    loss_z: factor of the squared logarithm of what softmax divides by, added to the loss of training; 1e-4 keeps logits small (0..1; default 0)
    convolution_taps: taps of the kernel: one number, or one for each layer, as 3,7,15; the last holds for all further layers (default 7)
    convolution_heads: kernels of a layer, each for width / heads neighbouring columns; 0: model.heads (0..8192; default 0)
    convolution_gate: what is convolved is (x Wa + a) * sigmoid(x Wb + b); false: x Wa + a (default true)
    convolution_bias: the map to the kernel of a dynamic convolution has a bias (default false)
    convolution_renorm_padding: taps beyond the sequence weigh nothing, so that the others sum to 1; false: they read zeros (default false)
    convolution_dropout_input: rate of dropout on what the maps before a convolution read; 0.1 in the paper (0..0.95; default 0)
    convolution_dropout_weights: rate of dropout on the weights of the taps of each token; 0.1 in the paper (0..0.95; default 0)
    experts_count: experts of a sublayer e or b (1..256; default 8)
    experts_width: hidden width of an expert; 0: that of model.feed_forward (0..65536; default 0)
    experts_capacity: e, in training: an expert has room for this many times the tokens of an equal share; others pass it by; 0: no limit (0..1000; default 1.25)
    experts_capacity_eval: e: the same in evaluation; -1: 2, and no limit under a causal mask, where tokens may be read one by one (-1..1000; default -1)
    experts_capacity_least: e: an expert has room for this many tokens at least (1..1e+09; default 4)
    experts_jitter: e: in training the router's input is multiplied by random numbers in 1-J..1+J (0..0.99; default 0.01)
    experts_balance: e: factor of the loss that keeps experts equally busy (0..1000; default 0.01)
    experts_z_loss: e: factor of the loss that keeps the router's logits small; 0.001 is usual (0..1000; default 0)
    experts_scale: e: initial weights of router and experts are truncated normal of scale sqrt(S / inputs); 0: as initialisation says (0..1000; default 0.1)
    experts_dropout: rate of dropout on the hidden layer of experts; -1: that of model.dropout (-1..0.95; default -1)
    experts_sublayers: b: feed-forward networks of an expert, one after another (1..16; default 1)
    gating_length: g: tokens that its matrices have room for; no model reads more (1..8192; default 128)
    gating_chunks: g: chunks of columns, each with a matrix over the tokens of its own (1..256; default 4)
    gating_width: g: columns that are mixed; 0: that of model.width (0..65536; default 0)
    persistent_pairs: pairs of a key and a value that each head of a sublayer a has beside the tokens; -1: as many as model.feed_forward (-1..65536; default -1)
    persistent_dropout: rate of dropout on the attention weights of these pairs, after the softmax (0..0.95; default 0)
    memorizing_size: pairs of a key and a value of earlier segments that a sublayer k keeps for each lane and head; 0: none (0..16777216; default 2048)
    memorizing_read: of these, how many a token reads in each head: the nearest (1..65536; default 32)
    memorizing_combine: gate: what is read and what the segment has, by a trained share of each head; joint: in one softmax (default gate)
    memorizing_empty: while nothing is stored: zero: it counts as zeros, by its share; bypass: it has no share (default zero)
    steps: optimizer steps (1..1e+12; default 10000)
    lr: learning rate (0..100; default 0.001)
    batch: sequences of a training step, all of one length (1..65536; default 128)
    train_clip: largest global norm of the gradient; 0: no clipping (0..1e+09; default 1)
    optimizer_decay: decoupled weight decay per step, times the learning rate (0..1; default 0)
    optimizer_decay_on: what decays: all parameters; all but biases and numbers of encodings; matrices: no gains either, nor tables of tokens and positions; these and the table of tokens (default all)
    train_until: a score at which training ends: METRIC>=NUMBER, as 'token_accuracy>=0.99' or 'perplexity<=20', of the validations (eval.every); none: never (default none)
    train_patience: training ends after so many validations (eval.every) without a better score in the metric; 0: never (0..1e+09; default 0)
    train_time: training ends after so much time of it, over all processes: 90s, 30m, 2h; none: never. How many steps that is depends on the machine, and so do all results (default none)
    init: a run (its last model) or a file like model.safetensors, whose parameters training begins with where names and shapes are the same; the optimizer begins anew (default none)
    seed: seed of all random numbers of training (0..9007199254740991; default 1)
    seed_init: seed of the initial parameters; -1: train.seed (-1..9007199254740991; default -1)
    seed_data: seed of the training sequences; -1: train.seed (-1..9007199254740991; default -1)
    seed_length: seed of the training lengths; -1: train.seed (-1..9007199254740991; default -1)
    seed_dropout: seed of dropout in training; -1: train.seed (-1..9007199254740991; default -1)
    seed_positions: seed of the position samples of training steps; -1: train.seed (-1..9007199254740991; default -1)
    lengths: lengths n to evaluate (1..100000; default 1..100)
    eval_sequences: sequences for each length; text: so many times the shortest length are the target tokens that are scored at every length (see eval.targets) (1..1e+07; default 500)
    eval_seed: seed of all random numbers of evaluation (0..9007199254740991; default 1)
    eval_position_samples: position samples for each length; the sequences are divided among them; token accuracy is the mean over them (1..1e+06; default 1)
    eval_batch: sequences held in memory at once; changes no result (1..1e+06; default 512)
    eval_dropout: leave dropout on, as the released program of Ruoss et al. 2023 does (default false)
    eval_targets: text: target tokens that are scored, the same at every length: the last ones of the test split; 0: eval.sequences times the shortest length, or as many as the longest one has room before (0..1e+15; default 0)
    eval_stride: text: target tokens that each window scores, its last ones; the windows before it end so many tokens earlier. 1: sliding windows; the longest length or more: windows that do not overlap; 0: the shortest length, so that at every length T each target is predicted from at least T less that length (0..100000; default 0)
    eval_validation: records of the validations during training: those of the validation split at the lengths of training (up to 40 of them), or those of the test split at eval.lengths, which then must not choose a model (default validation)
    eval_checkpoint: which parameters of a run are evaluated: the last ones, or those that scored best in the validations (default last)
    eval_max_tokens: greedy decoding: tokens of source and answer together, after which an answer that has not ended is cut off; 0: as many as the target has (0..100000; default 0)
    eval_score: lengths over which the metric is averaged to the score: all evaluated lengths beyond the training lengths; these but the first, as the example script of Ruoss et al. 2023; or all (default first-ood..max)
    eval_score_above: lengths above this one are beyond training to eval.score, so that models trained on other lengths have scores over the same; 0: the longest training length (0..100000; default 0)
    eval_with: options with which the trained model is evaluated in place of those that it is trained with, as 'mask: window, mask.width: 40': of positions, mask, scale, and of encodings in longer sequences (default none)
    eval_average: what weighs alike in a score: lengths, or the examples that are evaluated at them, of which finite data sets have more at some lengths than at others (default lengths)
    out: run directory; <hash> stands for the hash of the config (default runs/<hash>)
    threads: threads; 0: one per processor, divided among runs side by side (0..1024; default 0)
    log: tensorboard: also write a TensorBoard event file (default none)
    train_log_every: steps between two lines of metrics.jsonl (1..1e+09; default 100)
    train_checkpoint_every: steps between two checkpoints (1..1e+09; default 1000)
    train_keep: number of last checkpoints whose models are kept; 1: model.safetensors alone (1..1e+06; default 1)
    train_keep_state: state.safetensors, three times as large as the model: kept always, or until the run is done, which then does not go on to more steps (default always)
    eval_every: validate every N steps (eval.validation) and keep the best checkpoint; 0: never (0..1e+09; default 0)
    data_train: file of the pairs to train on (default none)
    data_test: file of the pairs to test on (default none)
    data_validation_file: file of the pairs to validate on (eval.validation) (default none)
    data_validation_fraction: fraction of the training pairs, taken evenly from the file, to validate on where no file is (0..0.9; default 0)
    data_tokens: what a token is: a word between blanks, a character of UTF-8, or a byte (default words)
    data_subwords: model of SentencePiece, or codes of subword-nmt: tokens are its subwords; empty: data.tokens (default none)
    data_bucket: tokens by which the lengths of sources are rounded up to report them (1..100000; default 1)
    data_source: file of the sources to train on, a line each; or of pairs (default none)
    data_target: file of their targets; empty: data.source has pairs (default none)
    data_test_source: file of the sources to test on; also for a model that is trained (default none)
    data_test_target: file of their targets (default none)
    data_validation_source: file of the sources to validate on (eval.validation) (default none)
    data_validation_target: file of their targets (default none)
    data_test_fraction: fraction of the pairs, the last ones, to test on where no file is (0..0.999999; default 0.1)
    data_target_subwords: another one for targets; empty: one vocabulary for both (default none)
    data_least_uses: tokens that the training split has less often are <unk> (1..1073741824; default 1)
    data_vocabulary: tokens that there are at most, the most frequent ones (0: all) (0..16777216; default 0)
    data_longest: tokens that source and target have at most; longer pairs are left out (1..99999; default 1024)
    data_longest_trained: the same of pairs to train on, for tests of longer ones (0: data.longest) (0..99999; default 0)
    data_concatenated: neighbouring pairs that become one to train on (1..1000; default 1)
    data_file: file of the text (default none)
    data_test_file: another file to test on, in place of the end of data.file; also for a model that is trained (default none)
    data_line_ends: words: a line ends with the token <eos> (default true)
    data_context: tokens of a record that are read before the first one that is predicted (1..100000; default 1)
    data_size: bytes that the file must have; other than its default for a part of it (40..1e+15; default 100000000)
    data_newlines: newlines are tokens; false: they are left out, as the program of Transformer-XL does (default true)
    data_folder: the folder of the corpus, unpacked (default none)
    data_keys: different keys that there are, and most pairs of a sequence (1..4096; default 32)
    data_queries: keys whose values are asked for, one after another (1..1000; default 4)
    data_reach: symbols before each question, and most steps back (1..64; default 4)
    data_width: symbols of a pattern (1..16; default 2)
    data_permutations: keys, each of which names a permutation of the symbols (1..4096; default 16)
    data_inverted: probability that the first adjective stays before its noun: then no model can know all of the target (0..1; default 0)
    data_examples: training examples, divided among the lengths of the curriculum (1..1e+09; default 100000)
    data_validation: validation examples of a length for each training example (0..10; default 0.15)
    data_test_examples: test examples of each length, or cell (1..1e+09; default 500)
    data_seed: seed of all examples (0..9007199254740991; default 9842497)
    data_alphabet: words that sources are made of (1..1e+06; default 6052)
    data_scratchpad: steps before the answer: none, full, full without a part (no_input, no_computation, no_output, no_variables, no_rest), minimal, or digits 0 and 1 for their parts in, comp, out, [ and re (default none)
    data_largest: the largest number (10..999999999; default 9999)
    data_smallest: the smallest number, at most data.largest (0..999999999; default 10)
    data_split: what is trained on: paper: commands of up to 25 actions; orig: of up to 22, as the data set has it (default paper)
    data_prefix: every source begins with the same words, as "Solve:" (default true)
    model_decode: parallel: all outputs in one pass; autoregressive: one after another (needs --mask causal) (default parallel)
    model_computation_steps: computation tokens per input token, between input and output (0..16; default 0)
    architecture_memory_tokens: trained vectors before the tokens of an encoder, which these read and which read them; 0: none (0..4096; default 0)
    architecture_memory_form: plain: memory tokens pass through the sublayers of the tokens; controller: through their own, before the tokens read them; bottleneck: likewise, and tokens read them alone (default plain)
    architecture_memory: tokens of the segments before that each block remembers; 0: none (0..100000; default 0)
    architecture_memory_start: memory at the beginning of a text: none, or rows of zeros that are attended to (default empty)
    architecture_vocabulary: rows of the table of token vectors, and tokens that can be predicted: more than the data has are never learned, as with the 32,100 of T5; 0: as many as the data has (0..1e+07; default 0)
    architecture_begin: the token that targets begin with: one of its own, or, as in fairseq, the one that ends them (default own)
    architecture_tables: token vectors of sources and targets: one table where they have one vocabulary (auto); one, or no model (shared); one each (apart) (default auto)
    encoder_encoding: encoding of the source, with options as encoder.encoding.base; same: that of encoding (default same)
    encoder_positions: positions of the source, with options as encoder.positions.L; same: those of positions (default same)
    decoder_encoding: encoding of the target, with options as decoder.encoding.base; same: that of encoding (default same)
    decoder_positions: positions of the target, with options as decoder.positions.L; same: those of positions (default same)
    cross_encoding: encoding of cross-attention, by the distance of a source token from a target token: rope, alibi, t5, kerple or sandwich (default none)
    architecture_latents: vectors that read the source and that the blocks run over (1..8192; default 16)
    architecture_repeats: how often the latents read the source and pass all blocks, with the same weights (1..64; default 1)
    architecture_query_residual: add what a query reads to the query; false: it replaces it (default false)
    architecture_output: what the head reads: queries, one for each target token, that read the latents; or the mean of the latents, of data whose targets are one token (default queries)
    architecture_hidden: width of each state of the cell (1..8192; default 256)
    positions_L: size of the range that positions are sampled from (1..16777216; default 2048)
    positions_draw: for encodings that read distances: sample sorted distances (auto), or positions and take their differences (default auto)
    positions_per: one position sample for the whole pass, for each block, or in training for each sequence; auto: as the authors do (default auto)
    positions_both_sides: sample the distances to the left and to the right independently (default false)
    positions_even: in evaluation space them evenly over the whole range, rather than at random (default false)
    encoder_positions_L: size of the range that positions are sampled from (1..16777216; default 2048)
    encoder_positions_draw: for encodings that read distances: sample sorted distances (auto), or positions and take their differences (default auto)
    encoder_positions_per: one position sample for the whole pass, for each block, or in training for each sequence; auto: as the authors do (default auto)
    encoder_positions_both_sides: sample the distances to the left and to the right independently (default false)
    encoder_positions_even: in evaluation space them evenly over the whole range, rather than at random (default false)
    decoder_positions_L: size of the range that positions are sampled from (1..16777216; default 2048)
    decoder_positions_draw: for encodings that read distances: sample sorted distances (auto), or positions and take their differences (default auto)
    decoder_positions_per: one position sample for the whole pass, for each block, or in training for each sequence; auto: as the authors do (default auto)
    decoder_positions_both_sides: sample the distances to the left and to the right independently (default false)
    decoder_positions_even: in evaluation space them evenly over the whole range, rather than at random (default false)
    positions_shift: largest offset of training, K: uniform in 0..K (0..16777216; default 500)
    positions_eval_shift: offset of evaluation; the authors' program has that of positions.shift (0..16777216; default 0)
    encoder_positions_shift: largest offset of training, K: uniform in 0..K (0..16777216; default 500)
    encoder_positions_eval_shift: offset of evaluation; the authors' program has that of positions.shift (0..16777216; default 0)
    decoder_positions_shift: largest offset of training, K: uniform in 0..K (0..16777216; default 500)
    decoder_positions_eval_shift: offset of evaluation; the authors' program has that of positions.shift (0..16777216; default 0)
    positions_global_shift: half width G of the shift of all tokens, uniform in -G..G (the authors' program takes the whole width) (0..1e+06; default 5)
    positions_local_shift: half width e of the shift of each token, uniform in -e..e; beyond 0.5 neighbours may change places (0..1e+06; default 0.5)
    positions_max_scale: largest factor S of all positions, its logarithm uniform in -ln S..ln S (1..1000; default 1.03)
    positions_center: subtract the mean of the sequence first, in evaluation too (default true)
    positions_source_factor: factor of the positions of sources that have a sequence of their own, before all else, in evaluation too: the mean length of targets over that of sources (0.001..1000; default 1)
    encoder_positions_global_shift: half width G of the shift of all tokens, uniform in -G..G (the authors' program takes the whole width) (0..1e+06; default 5)
    encoder_positions_local_shift: half width e of the shift of each token, uniform in -e..e; beyond 0.5 neighbours may change places (0..1e+06; default 0.5)
    encoder_positions_max_scale: largest factor S of all positions, its logarithm uniform in -ln S..ln S (1..1000; default 1.03)
    encoder_positions_center: subtract the mean of the sequence first, in evaluation too (default true)
    encoder_positions_source_factor: factor of the positions of sources that have a sequence of their own, before all else, in evaluation too: the mean length of targets over that of sources (0.001..1000; default 1)
    decoder_positions_global_shift: half width G of the shift of all tokens, uniform in -G..G (the authors' program takes the whole width) (0..1e+06; default 5)
    decoder_positions_local_shift: half width e of the shift of each token, uniform in -e..e; beyond 0.5 neighbours may change places (0..1e+06; default 0.5)
    decoder_positions_max_scale: largest factor S of all positions, its logarithm uniform in -ln S..ln S (1..1000; default 1.03)
    decoder_positions_center: subtract the mean of the sequence first, in evaluation too (default true)
    decoder_positions_source_factor: factor of the positions of sources that have a sequence of their own, before all else, in evaluation too: the mean length of targets over that of sources (0.001..1000; default 1)
    positions_factor: distance of neighbours (1e-06..1e+06; default 1)
    positions_trained: tokens of the longest sequence of training: longer ones are compressed to as many positions; 0: none are (0..16777216; default 0)
    encoder_positions_factor: distance of neighbours (1e-06..1e+06; default 1)
    encoder_positions_trained: tokens of the longest sequence of training: longer ones are compressed to as many positions; 0: none are (0..16777216; default 0)
    decoder_positions_factor: distance of neighbours (1e-06..1e+06; default 1)
    decoder_positions_trained: tokens of the longest sequence of training: longer ones are compressed to as many positions; 0: none are (0..16777216; default 0)
    positions_law: law of the last position in training, of mean T; beta: up to positions.longest; fixed: it is T, as in evaluation (default exponential)
    positions_longest: M of the law beta: tokens of the longest sequences that are tested; the last position is below it (1..16777216; default 2048)
    encoder_positions_law: law of the last position in training, of mean T; beta: up to positions.longest; fixed: it is T, as in evaluation (default exponential)
    encoder_positions_longest: M of the law beta: tokens of the longest sequences that are tested; the last position is below it (1..16777216; default 2048)
    decoder_positions_law: law of the last position in training, of mean T; beta: up to positions.longest; fixed: it is T, as in evaluation (default exponential)
    decoder_positions_longest: M of the law beta: tokens of the longest sequences that are tested; the last position is below it (1..16777216; default 2048)
    positions_width: largest distance w that is left as it is (1..16777216; default 40)
    positions_compress: distances beyond positions.width are divided by this; 0: they are clipped (0..1e+06; default 0)
    encoder_positions_width: largest distance w that is left as it is (1..16777216; default 40)
    encoder_positions_compress: distances beyond positions.width are divided by this; 0: they are clipped (0..1e+06; default 0)
    decoder_positions_width: largest distance w that is left as it is (1..16777216; default 40)
    decoder_positions_compress: distances beyond positions.width are divided by this; 0: they are clipped (0..1e+06; default 0)
    positions_separator: token that ends a document, as the vocabulary has it; unless it is set, the end of a line: \n of bytes and characters, <eos> of words (default none)
    encoder_positions_separator: token that ends a document, as the vocabulary has it; unless it is set, the end of a line: \n of bytes and characters, <eos> of words (default none)
    decoder_positions_separator: token that ends a document, as the vocabulary has it; unless it is set, the end of a line: \n of bytes and characters, <eos> of words (default none)
    base: base b of the frequencies b^(-2i/d); the longest wavelength is about 2 pi b tokens (1..1e+09; default 10000)
    layout: order of the columns: all sines and then all cosines, or sine and cosine of each frequency in turn (default halves)
    first: added to every position: 1 counts tokens from 1 (0..16777216; default 0)
    encoder_encoding_base: base b of the frequencies b^(-2i/d); the longest wavelength is about 2 pi b tokens (1..1e+09; default 10000)
    encoder_encoding_layout: order of the columns: all sines and then all cosines, or sine and cosine of each frequency in turn (default halves)
    encoder_encoding_first: added to every position: 1 counts tokens from 1 (0..16777216; default 0)
    decoder_encoding_base: base b of the frequencies b^(-2i/d); the longest wavelength is about 2 pi b tokens (1..1e+09; default 10000)
    decoder_encoding_layout: order of the columns: all sines and then all cosines, or sine and cosine of each frequency in turn (default halves)
    decoder_encoding_first: added to every position: 1 counts tokens from 1 (0..16777216; default 0)
    cross_encoding_base: base b of the frequencies b^(-2i/d); the longest wavelength is about 2 pi b tokens (1..1e+09; default 10000)
    cross_encoding_layout: order of the columns: all sines and then all cosines, or sine and cosine of each frequency in turn (default halves)
    cross_encoding_first: added to every position: 1 counts tokens from 1 (0..16777216; default 0)
    rows: rows of the table: positions must be below (1..1048576; default 2048)
    encoder_encoding_rows: rows of the table: positions must be below (1..1048576; default 2048)
    decoder_encoding_rows: rows of the table: positions must be below (1..1048576; default 2048)
    cross_encoding_rows: rows of the table: positions must be below (1..1048576; default 2048)
    relative: add a bias by bucket of distance, as of t5 (TUPE-R) (default false)
    buckets: columns of the table; without a causal mask half of them are for keys on the right (4..256; default 32)
    max_distance: where the buckets would end if they grew on: the last one begins a little below (2..16777216; default 128)
    first_token: what the first token sees, and who sees it: alike: as others; free: two trained numbers a head; rows: the same from two rows of the table, as in the authors' program (default alike)
    released: as in the authors' program: the rows of the table are normalised, and their maps have biases (default false)
    encoder_encoding_relative: add a bias by bucket of distance, as of t5 (TUPE-R) (default false)
    encoder_encoding_buckets: columns of the table; without a causal mask half of them are for keys on the right (4..256; default 32)
    encoder_encoding_max_distance: where the buckets would end if they grew on: the last one begins a little below (2..16777216; default 128)
    encoder_encoding_first_token: what the first token sees, and who sees it: alike: as others; free: two trained numbers a head; rows: the same from two rows of the table, as in the authors' program (default alike)
    encoder_encoding_released: as in the authors' program: the rows of the table are normalised, and their maps have biases (default false)
    decoder_encoding_relative: add a bias by bucket of distance, as of t5 (TUPE-R) (default false)
    decoder_encoding_buckets: columns of the table; without a causal mask half of them are for keys on the right (4..256; default 32)
    decoder_encoding_max_distance: where the buckets would end if they grew on: the last one begins a little below (2..16777216; default 128)
    decoder_encoding_first_token: what the first token sees, and who sees it: alike: as others; free: two trained numbers a head; rows: the same from two rows of the table, as in the authors' program (default alike)
    decoder_encoding_released: as in the authors' program: the rows of the table are normalised, and their maps have biases (default false)
    cross_encoding_relative: add a bias by bucket of distance, as of t5 (TUPE-R) (default false)
    cross_encoding_buckets: columns of the table; without a causal mask half of them are for keys on the right (4..256; default 32)
    cross_encoding_max_distance: where the buckets would end if they grew on: the last one begins a little below (2..16777216; default 128)
    cross_encoding_first_token: what the first token sees, and who sees it: alike: as others; free: two trained numbers a head; rows: the same from two rows of the table, as in the authors' program (default alike)
    cross_encoding_released: as in the authors' program: the rows of the table are normalised, and their maps have biases (default false)
    shared_terms: all blocks share the content and position bias u and v, as in Transformer-XL without untie_r (default false)
    encoder_encoding_shared_terms: all blocks share the content and position bias u and v, as in Transformer-XL without untie_r (default false)
    decoder_encoding_shared_terms: all blocks share the content and position bias u and v, as in Transformer-XL without untie_r (default false)
    cross_encoding_shared_terms: all blocks share the content and position bias u and v, as in Transformer-XL without untie_r (default false)
    sides: keys on the left and on the right: half_shift: those on the left are half a step nearer; symmetric: no difference; split_heads: the first half of the heads sees those on the left alone, the second half those on the right; two_slopes: another slope on the right (default half_shift)
    right_slope: of two_slopes: how many times the slope on the left that on the right is (0.01..100; default 0.5)
    trained_slopes: train a factor of each slope, from 1, which all blocks share; of two_slopes one for each side (default false)
    encoder_encoding_sides: keys on the left and on the right: half_shift: those on the left are half a step nearer; symmetric: no difference; split_heads: the first half of the heads sees those on the left alone, the second half those on the right; two_slopes: another slope on the right (default half_shift)
    encoder_encoding_right_slope: of two_slopes: how many times the slope on the left that on the right is (0.01..100; default 0.5)
    encoder_encoding_trained_slopes: train a factor of each slope, from 1, which all blocks share; of two_slopes one for each side (default false)
    decoder_encoding_sides: keys on the left and on the right: half_shift: those on the left are half a step nearer; symmetric: no difference; split_heads: the first half of the heads sees those on the left alone, the second half those on the right; two_slopes: another slope on the right (default half_shift)
    decoder_encoding_right_slope: of two_slopes: how many times the slope on the left that on the right is (0.01..100; default 0.5)
    decoder_encoding_trained_slopes: train a factor of each slope, from 1, which all blocks share; of two_slopes one for each side (default false)
    cross_encoding_sides: keys on the left and on the right: half_shift: those on the left are half a step nearer; symmetric: no difference; split_heads: the first half of the heads sees those on the left alone, the second half those on the right; two_slopes: another slope on the right (default half_shift)
    cross_encoding_right_slope: of two_slopes: how many times the slope on the left that on the right is (0.01..100; default 0.5)
    cross_encoding_trained_slopes: train a factor of each slope, from 1, which all blocks share; of two_slopes one for each side (default false)
    local_heads: M, heads that see the nearest keys alone; 0: half of the heads (0..16777216; default 0)
    encoder_encoding_local_heads: M, heads that see the nearest keys alone; 0: half of the heads (0..16777216; default 0)
    decoder_encoding_local_heads: M, heads that see the nearest keys alone; 0: half of the heads (0..16777216; default 0)
    cross_encoding_local_heads: M, heads that see the nearest keys alone; 0: half of the heads (0..16777216; default 0)
    fraction: part of each head's columns that is turned, the first ones, rounded down to pairs, but one pair at least (1e-06..1; default 1)
    pairs: columns that are turned together: 2i and 2i+1, or i and i + half of those that are turned, as in GPT-NeoX (default neighbours)
    frequencies: for longer sequences: trained: as they are; interpolated (also: pi, linear): all over s; ntk: a larger base; parts_rotations, parts_index, parts_unrounded: slow pairs over s, fast ones as they are (YaRN as published, as released, and with bounds that are not rounded; yarn is parts_index with its encoding.temperature); llama3: likewise, with the bounds of Llama 3; longrope: each over a factor of its own (default trained)
    extension: s of encoding.frequencies: how many times longer than in training sequences are; with encoding.dynamic, s = extension T / trained - (extension - 1) (1..1e+06; default 1)
    trained: tokens of the longest sequences in training, by which parts and llama3 know which pairs are slow (2..16777216; default 40)
    dynamic: s is how many times longer than encoding.trained a sequence of T tokens is, at least 1 (default false)
    temperature: t: what is turned also grows by the factor t ln s + 1, in queries and keys (0.1 with YaRN) (0..10; default 0)
    factors: of longrope: what the frequency of each pair is divided by, numbers with blanks between them (default none)
    short_factors: likewise, in sequences of at most encoding.trained tokens; empty: 1 for all (default none)
    frequency: frequency of pair k of r columns that are turned, a formula of k, r and T (lengthen help formula); empty: base^(-2*k/r), as encoding.frequencies says (default none)
    clip: largest distance w that is left as it is (ReRoPE, proposed with scale: log_n); 0: all distances are (0..16777216; default 0)
    compress: what is beyond encoding.clip is divided by this; 0: distances are clipped (0..1e+06; default 0)
    group: g: from the distance encoding.clip on, w, positions are divided by g and rounded down, and queries are w - w/g further (Self-Extend); 0: they are not (0..16777216; default 0)
    encoder_encoding_fraction: part of each head's columns that is turned, the first ones, rounded down to pairs, but one pair at least (1e-06..1; default 1)
    encoder_encoding_pairs: columns that are turned together: 2i and 2i+1, or i and i + half of those that are turned, as in GPT-NeoX (default neighbours)
    encoder_encoding_frequencies: for longer sequences: trained: as they are; interpolated (also: pi, linear): all over s; ntk: a larger base; parts_rotations, parts_index, parts_unrounded: slow pairs over s, fast ones as they are (YaRN as published, as released, and with bounds that are not rounded; yarn is parts_index with its encoding.temperature); llama3: likewise, with the bounds of Llama 3; longrope: each over a factor of its own (default trained)
    encoder_encoding_extension: s of encoding.frequencies: how many times longer than in training sequences are; with encoding.dynamic, s = extension T / trained - (extension - 1) (1..1e+06; default 1)
    encoder_encoding_trained: tokens of the longest sequences in training, by which parts and llama3 know which pairs are slow (2..16777216; default 40)
    encoder_encoding_dynamic: s is how many times longer than encoding.trained a sequence of T tokens is, at least 1 (default false)
    encoder_encoding_temperature: t: what is turned also grows by the factor t ln s + 1, in queries and keys (0.1 with YaRN) (0..10; default 0)
    encoder_encoding_factors: of longrope: what the frequency of each pair is divided by, numbers with blanks between them (default none)
    encoder_encoding_short_factors: likewise, in sequences of at most encoding.trained tokens; empty: 1 for all (default none)
    encoder_encoding_frequency: frequency of pair k of r columns that are turned, a formula of k, r and T (lengthen help formula); empty: base^(-2*k/r), as encoding.frequencies says (default none)
    encoder_encoding_clip: largest distance w that is left as it is (ReRoPE, proposed with scale: log_n); 0: all distances are (0..16777216; default 0)
    encoder_encoding_compress: what is beyond encoding.clip is divided by this; 0: distances are clipped (0..1e+06; default 0)
    encoder_encoding_group: g: from the distance encoding.clip on, w, positions are divided by g and rounded down, and queries are w - w/g further (Self-Extend); 0: they are not (0..16777216; default 0)
    decoder_encoding_fraction: part of each head's columns that is turned, the first ones, rounded down to pairs, but one pair at least (1e-06..1; default 1)
    decoder_encoding_pairs: columns that are turned together: 2i and 2i+1, or i and i + half of those that are turned, as in GPT-NeoX (default neighbours)
    decoder_encoding_frequencies: for longer sequences: trained: as they are; interpolated (also: pi, linear): all over s; ntk: a larger base; parts_rotations, parts_index, parts_unrounded: slow pairs over s, fast ones as they are (YaRN as published, as released, and with bounds that are not rounded; yarn is parts_index with its encoding.temperature); llama3: likewise, with the bounds of Llama 3; longrope: each over a factor of its own (default trained)
    decoder_encoding_extension: s of encoding.frequencies: how many times longer than in training sequences are; with encoding.dynamic, s = extension T / trained - (extension - 1) (1..1e+06; default 1)
    decoder_encoding_trained: tokens of the longest sequences in training, by which parts and llama3 know which pairs are slow (2..16777216; default 40)
    decoder_encoding_dynamic: s is how many times longer than encoding.trained a sequence of T tokens is, at least 1 (default false)
    decoder_encoding_temperature: t: what is turned also grows by the factor t ln s + 1, in queries and keys (0.1 with YaRN) (0..10; default 0)
    decoder_encoding_factors: of longrope: what the frequency of each pair is divided by, numbers with blanks between them (default none)
    decoder_encoding_short_factors: likewise, in sequences of at most encoding.trained tokens; empty: 1 for all (default none)
    decoder_encoding_frequency: frequency of pair k of r columns that are turned, a formula of k, r and T (lengthen help formula); empty: base^(-2*k/r), as encoding.frequencies says (default none)
    decoder_encoding_clip: largest distance w that is left as it is (ReRoPE, proposed with scale: log_n); 0: all distances are (0..16777216; default 0)
    decoder_encoding_compress: what is beyond encoding.clip is divided by this; 0: distances are clipped (0..1e+06; default 0)
    decoder_encoding_group: g: from the distance encoding.clip on, w, positions are divided by g and rounded down, and queries are w - w/g further (Self-Extend); 0: they are not (0..16777216; default 0)
    cross_encoding_fraction: part of each head's columns that is turned, the first ones, rounded down to pairs, but one pair at least (1e-06..1; default 1)
    cross_encoding_pairs: columns that are turned together: 2i and 2i+1, or i and i + half of those that are turned, as in GPT-NeoX (default neighbours)
    cross_encoding_frequencies: for longer sequences: trained: as they are; interpolated (also: pi, linear): all over s; ntk: a larger base; parts_rotations, parts_index, parts_unrounded: slow pairs over s, fast ones as they are (YaRN as published, as released, and with bounds that are not rounded; yarn is parts_index with its encoding.temperature); llama3: likewise, with the bounds of Llama 3; longrope: each over a factor of its own (default trained)
    cross_encoding_extension: s of encoding.frequencies: how many times longer than in training sequences are; with encoding.dynamic, s = extension T / trained - (extension - 1) (1..1e+06; default 1)
    cross_encoding_trained: tokens of the longest sequences in training, by which parts and llama3 know which pairs are slow (2..16777216; default 40)
    cross_encoding_dynamic: s is how many times longer than encoding.trained a sequence of T tokens is, at least 1 (default false)
    cross_encoding_temperature: t: what is turned also grows by the factor t ln s + 1, in queries and keys (0.1 with YaRN) (0..10; default 0)
    cross_encoding_factors: of longrope: what the frequency of each pair is divided by, numbers with blanks between them (default none)
    cross_encoding_short_factors: likewise, in sequences of at most encoding.trained tokens; empty: 1 for all (default none)
    cross_encoding_frequency: frequency of pair k of r columns that are turned, a formula of k, r and T (lengthen help formula); empty: base^(-2*k/r), as encoding.frequencies says (default none)
    cross_encoding_clip: largest distance w that is left as it is (ReRoPE, proposed with scale: log_n); 0: all distances are (0..16777216; default 0)
    cross_encoding_compress: what is beyond encoding.clip is divided by this; 0: distances are clipped (0..1e+06; default 0)
    cross_encoding_group: g: from the distance encoding.clip on, w, positions are divided by g and rounded down, and queries are w - w/g further (Self-Extend); 0: they are not (0..16777216; default 0)
    scale_base: tokens B after which pair i has decayed by its factor z_i, as in the authors' program (1..1e+09; default 512)
    gamma: the factors z_i go from gamma / (1 + gamma) to almost 1 (0.001..1000; default 0.4)
    center: position c whose factors are 1; those of floats end about 70 B before and behind it (0..16777216; default 0)
    encoder_encoding_scale_base: tokens B after which pair i has decayed by its factor z_i, as in the authors' program (1..1e+09; default 512)
    encoder_encoding_gamma: the factors z_i go from gamma / (1 + gamma) to almost 1 (0.001..1000; default 0.4)
    encoder_encoding_center: position c whose factors are 1; those of floats end about 70 B before and behind it (0..16777216; default 0)
    decoder_encoding_scale_base: tokens B after which pair i has decayed by its factor z_i, as in the authors' program (1..1e+09; default 512)
    decoder_encoding_gamma: the factors z_i go from gamma / (1 + gamma) to almost 1 (0.001..1000; default 0.4)
    decoder_encoding_center: position c whose factors are 1; those of floats end about 70 B before and behind it (0..16777216; default 0)
    cross_encoding_scale_base: tokens B after which pair i has decayed by its factor z_i, as in the authors' program (1..1e+09; default 512)
    cross_encoding_gamma: the factors z_i go from gamma / (1 + gamma) to almost 1 (0.001..1000; default 0.4)
    cross_encoding_center: position c whose factors are 1; those of floats end about 70 B before and behind it (0..16777216; default 0)
    kernel: how the penalty grows: log: r1 ln(1 + r2 |D|); power: r1 |D|^r2 (default log)
    bias_in_scale: divide the bias by sqrt(head_width) too, as the paper does and its authors' program does not (default false)
    encoder_encoding_kernel: how the penalty grows: log: r1 ln(1 + r2 |D|); power: r1 |D|^r2 (default log)
    encoder_encoding_bias_in_scale: divide the bias by sqrt(head_width) too, as the paper does and its authors' program does not (default false)
    decoder_encoding_kernel: how the penalty grows: log: r1 ln(1 + r2 |D|); power: r1 |D|^r2 (default log)
    decoder_encoding_bias_in_scale: divide the bias by sqrt(head_width) too, as the paper does and its authors' program does not (default false)
    cross_encoding_kernel: how the penalty grows: log: r1 ln(1 + r2 |D|); power: r1 |D|^r2 (default log)
    cross_encoding_bias_in_scale: divide the bias by sqrt(head_width) too, as the paper does and its authors' program does not (default false)
    shared_table: one table for keys and values, as in OpenNMT (default false)
    encoder_encoding_shared_table: one table for keys and values, as in OpenNMT (default false)
    decoder_encoding_shared_table: one table for keys and values, as in OpenNMT (default false)
    cross_encoding_shared_table: one table for keys and values, as in OpenNMT (default false)
    max_position: position at which gates are no longer counted: one less than there are vectors (1..4096; default 64)
    term_in_scale: scale the term with the scores, as the authors' program does; false: add it after that, as in the paper (default true)
    encoder_encoding_max_position: position at which gates are no longer counted: one less than there are vectors (1..4096; default 64)
    encoder_encoding_term_in_scale: scale the term with the scores, as the authors' program does; false: add it after that, as in the paper (default true)
    decoder_encoding_max_position: position at which gates are no longer counted: one less than there are vectors (1..4096; default 64)
    decoder_encoding_term_in_scale: scale the term with the scores, as the authors' program does; false: add it after that, as in the paper (default true)
    cross_encoding_max_position: position at which gates are no longer counted: one less than there are vectors (1..4096; default 64)
    cross_encoding_term_in_scale: scale the term with the scores, as the authors' program does; false: add it after that, as in the paper (default true)
    hidden: hidden units of the network that turns a distance into a bias of each head (1..1024; default 32)
    threshold: distance L0: queries before position L, at first L0, have L as their longest distance (1..16777216; default 512)
    shared_bias: one network for all blocks, as in Zhou et al. 2024, not one for each (default false)
    encoder_encoding_hidden: hidden units of the network that turns a distance into a bias of each head (1..1024; default 32)
    encoder_encoding_threshold: distance L0: queries before position L, at first L0, have L as their longest distance (1..16777216; default 512)
    encoder_encoding_shared_bias: one network for all blocks, as in Zhou et al. 2024, not one for each (default false)
    decoder_encoding_hidden: hidden units of the network that turns a distance into a bias of each head (1..1024; default 32)
    decoder_encoding_threshold: distance L0: queries before position L, at first L0, have L as their longest distance (1..16777216; default 512)
    decoder_encoding_shared_bias: one network for all blocks, as in Zhou et al. 2024, not one for each (default false)
    cross_encoding_hidden: hidden units of the network that turns a distance into a bias of each head (1..1024; default 32)
    cross_encoding_threshold: distance L0: queries before position L, at first L0, have L as their longest distance (1..16777216; default 512)
    cross_encoding_shared_bias: one network for all blocks, as in Zhou et al. 2024, not one for each (default false)
    bias: what is added to the logit of a query and a key, of d, head, H, dk, T, p_i and p_j (lengthen help formula); empty: nothing where there is encoding.frequency, else -abs(d)/2^(8*(head + 1)/H) (default none)
    parameters: trained numbers of the formula, between semicolons: s[head] = -2; w[head, 32] = normal(0, 0.02) (default none)
    numbers: numbers of the formula that are not trained, between semicolons: rate = 0.5; width = 64 (default none)
    encoder_encoding_bias: what is added to the logit of a query and a key, of d, head, H, dk, T, p_i and p_j (lengthen help formula); empty: nothing where there is encoding.frequency, else -abs(d)/2^(8*(head + 1)/H) (default none)
    encoder_encoding_parameters: trained numbers of the formula, between semicolons: s[head] = -2; w[head, 32] = normal(0, 0.02) (default none)
    encoder_encoding_numbers: numbers of the formula that are not trained, between semicolons: rate = 0.5; width = 64 (default none)
    decoder_encoding_bias: what is added to the logit of a query and a key, of d, head, H, dk, T, p_i and p_j (lengthen help formula); empty: nothing where there is encoding.frequency, else -abs(d)/2^(8*(head + 1)/H) (default none)
    decoder_encoding_parameters: trained numbers of the formula, between semicolons: s[head] = -2; w[head, 32] = normal(0, 0.02) (default none)
    decoder_encoding_numbers: numbers of the formula that are not trained, between semicolons: rate = 0.5; width = 64 (default none)
    cross_encoding_bias: what is added to the logit of a query and a key, of d, head, H, dk, T, p_i and p_j (lengthen help formula); empty: nothing where there is encoding.frequency, else -abs(d)/2^(8*(head + 1)/H) (default none)
    cross_encoding_parameters: trained numbers of the formula, between semicolons: s[head] = -2; w[head, 32] = normal(0, 0.02) (default none)
    cross_encoding_numbers: numbers of the formula that are not trained, between semicolons: rate = 0.5; width = 64 (default none)
    mask_same_length: with a memory of M rows every query sees M keys, itself among them, or M and itself; no: all keys before it (default no)
    mask_width: width of the window; with mask.form: symmetric an even width counts as the next odd one (1..16777216; default 81)
    mask_form: where the window lies; half: an even width counts as the odd one below; causal: width keys up to the query's own, and the default where architecture or encoding need a causal mask; edge_shift: width keys for every query, fewer on one side at the ends (default symmetric)
    mask_chunk: tokens of a chunk; the last chunk may be shorter (1..16777216; default 40)
    mask_sinks: tokens at the start that every later query sees (0..16777216; default 4)
    mask_block: tokens of a block; the last block may be shorter (1..16777216; default 20)
    mask_separator: token that ends a document, as the vocabulary has it; unless it is set, the end of a line: \n of bytes and characters, <eos> of words (default none)
    mask_formula: where query i sees key j, as a condition (lengthen help formula); causal where j <= i stands in an and (default j <= i)
    mask_numbers: numbers of the formula that are not trained, between semicolons: rate = 0.5; width = 64 (default none)
    scale_keys: m, number of keys at which the factor is that of scale.times: tokens of a sequence in training (2..16777216; default 40)
    scale_at_least_one: no flatter than scale.times: for a test of models trained with that scale (eval --scale log_n) (default false)
    scale_times: the scale that is multiplied: in a test that of training (default inverse_sqrt)
    scale_formula: what the logits of a query are multiplied with, of n, dk, head and H (lengthen help formula) (default 1/sqrt(dk))
    scale_parameters: trained numbers of the formula, between semicolons: s[head] = -2; w[head, 32] = normal(0, 0.02) (default none)
    scale_numbers: numbers of the formula that are not trained, between semicolons: rate = 0.5; width = 64 (default none)
    attention_l1: divide the weights of each query by their sum (default false)
    projection_centred: sums are with the tokens on both sides, where the mask hides none of them (default false)
    projection_shared: keys are the representation that queries are a further map of: q = k Wq (default false)
    projection_cross: attention to another stream has convolutions, too: over its own stream and, centred, over the other (default false)
    residual_sublayers: which sublayers have factors; feed_forward: as NormFormer, the feed-forward network alone (default all)
    block_attention_norm: a norm of what self-attention, or a convolution in its place, adds to the stream (default false)
    block_head_scale: a trained factor of each head of self-attention, at first 1: heads, before the output map; output, of as many slices of columns behind it, as in fairseq (default none)
    block_hidden_norm: a norm of the hidden layer of the feed-forward network, after its activation, or the product with its gate (default false)
    norm_epsilon: added to the variance, or mean square; T5 has 1e-6 (1e-12..1; default 1e-05)
    mixer_width: hidden width of a network with a gate: full, model.feed_forward; two_thirds of it, rounded down, whose three matrices have the parameters of the two without a gate; two_thirds_8: rounded up to a multiple of 8 (default full)
    mixer_formula: the activation, of x (lengthen help formula) (default max(x, 0))
    mixer_numbers: numbers of the formula that are not trained, between semicolons: rate = 0.5; width = 64 (default none)
    initialisation_scale: s of the deviation sqrt(s / inputs) of maps; Switch Transformers have 0.1 (0..100; default 1)
    initialisation_deviation: standard deviation of all weights (0..100; default 0.02)
    initialisation_scale_positions: what the encoding adds to embeddings is multiplied by (9 L)^-1/4 as token vectors are; else sinusoids outweigh them (default false)
    initialisation_of: the initialisation whose weights are made smaller (default xavier)
    head_scaled: multiply what is read by 1/sqrt(width), as T5 does (default false)
    head_bias: a trained number for each output symbol is added, as in Transformer-XL (default false)
    head_cutoffs: ids at which clusters begin, ascending: "20000,40000,200000"; none: one softmax over all (default none)
    head_divisor: vectors of cluster i (the short list is 0) have width / divisor^i columns; 1: all have the width (1..64; default 1)
    head_embedding: token vectors: tied, the tables of the softmax; untied, tables of their own, cut likewise; table, one of full width (default tied)
    head_projections: which maps between the width and that of a cluster the softmax and the token vectors have in common (default all_but_first)
    store_count: number K of stacks (1..16; default 1)
    store_columns: numbers in a cell (1..256; default 8)
    store_cells: cells of a stack, the lowest of which falls off where all are filled; 0: as many as there are tokens (0..1048576; default 0)
    store_joint: one softmax over the actions of all stacks, as the released program has it, in place of one for each (default false)
    store_states: states Q of the automaton (1..4; default 2)
    store_symbols: symbols S of its stack (1..8; default 2)
    store_reading: what is read: weights of top symbols, or of states with top symbols (default symbols)
    store_hidden: width of the two hidden layers of what is written (1..4096; default 64)
    curriculum_lengths: lengths to train at (1..100000; default 1..40)
    curriculum_length: length of all batches (1..100000; default 40)
    curriculum_tau: factor of a length's probability per token; above 1 favours long ones (0.001..1000; default 1.1)
    curriculum_initial: length of the first steps (1..100000; default 1)
    curriculum_every: steps from one length to the next (1..1e+12; default 1000)
    curriculum_amount: tokens from one length to the next (0..100000; default 1)
    curriculum_all_lengths: draw uniformly from all lengths reached so far (default false)
    curriculum_tokens: bound of a batch: records times tokens of its largest source and its largest target; a record that has more is a batch of its own (1..1073741824; default 4096)
    curriculum_pool: records that are sorted by size together, chosen at random; 0: all (0..1e+09; default 0)
    optimizer_beta1: Adam: decay of the mean gradient (0..0.999999; default 0.9)
    optimizer_beta2: Adam: decay of the mean squared gradient (0..0.9999999; default 0.999)
    optimizer_epsilon: Adam: added to the root of the mean squared gradient (0..1; default 1e-08)
    optimizer_epsilon_to: Adam: the root that epsilon is added to: that of the mean square after bias correction, or before it (fairseq) (default corrected)
    optimizer_decay_by: Adam: how weights decay: times the learning rate of the step (AdamW of PyTorch, Adam of fairseq), times what the schedule makes of 1 (AdamW of the paper), or as a part of the gradient, before the moments (L2) (default rate)
    optimizer_step: Adafactor: rate of step t: min(0.01, 1/sqrt(t)); min(1e-6 t, 1/sqrt(t)); or what train.lr and the schedule say (default relative)
    optimizer_scale_parameter: Adafactor: the rate is times the root mean square of the parameter, or optimizer.smallest where that is larger (default true)
    optimizer_smallest: Adafactor: least root mean square that a parameter is taken to have (0..1; default 0.001)
    optimizer_update_clip: Adafactor: largest root mean square of an update before its rate; 0: no clipping (0..1e+09; default 1)
    optimizer_exponent: Adafactor: beta2 of step t is 1 - t^-exponent (0..10; default 0.8)
    schedule_warmup: steps over which the learning rate rises linearly from zero (0..1e+12; default 0)
    schedule_warmup_from: learning rate from which it rises there; 1e-07 in fairseq (0..100; default 0)
    schedule_floor: final learning rate, as a fraction of train.lr (0..1; default 0)
    schedule_end: step at which the floor is reached; 0: train.steps (0..1e+12; default 0)
    schedule_floor_at: the step that has the floor: the one after schedule.end, or that one itself, as most write it (default after)
    schedule_formula: what the learning rate is multiplied with, of step, steps and width (lengthen help formula) (default (1 + cos(pi*step/steps))/2)
    schedule_numbers: numbers of the formula that are not trained, between semicolons: rate = 0.5; width = 64 (default none)
    schedule_delay: steps after which the learning rate is 1/sqrt(2) of the first (1..1e+12; default 4000)
    eval_beam: hypotheses that go on side by side (1..1024; default 4)
    eval_length_norm: what the log probability of a hypothesis of l tokens is divided by, to a power: gnmt, (5 + l) / 6; fairseq, l (default gnmt)
    eval_length_penalty: that power; 0: scores are log probabilities (0..100; default 0.6)
    eval_length_factor: a hypothesis must end after a n + b tokens, for a source of n tokens: a (0..1000; default 1)
    eval_length_extra: b (0..100000; default 50)
    eval_memory: tokens of the segments before that each block remembers; 0: as many as in training (0..100000; default 0)
    eval_same_span: segments of other lengths than in training: remember so many tokens more or fewer that memory and segment together are as long as then (default false)
    eval_lanes: parts of the text that are read side by side, which takes less time; each begins where its memory is full before its first target, and so without what came before that (1..65536; default 1)
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
