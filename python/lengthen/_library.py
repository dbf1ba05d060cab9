"""Types and functions of lengthen.h, for ctypes. Written by tools/python_binding.py (make binding)."""
from ctypes import (CDLL, CFUNCTYPE, POINTER, Structure, c_bool, c_char, c_char_p, c_double, c_int, c_int32, c_int64,
                    c_size_t, c_uint64, c_uint8, c_void_p)
from typing import Any

VERSION = "0.3.0"

LG_VERSION_MAJOR = 0
LG_VERSION_MINOR = 3
LG_VERSION_PATCH = 0
LG_THREADS_MAX = 1024
LG_OTHER_WORD = 256
LG_LENGTH_MAX = 100000
LG_SPLITS = 2
LG_OK = 0
LG_FAILED = 1
LG_USAGE = 2
LG_SOME_FAILED = 3
LG_DIVERGED = 4
LG_MISMATCH = 5
LG_CORRUPT = 6
LG_PREEMPTED = 75
LG_DEFAULT = 0
LG_PRESET = 1
LG_FILE = 2
LG_ENVIRONMENT = 3
LG_FLAG = 4
LG_SPLIT_TRAIN = 0
LG_SPLIT_TEST = 1
LG_SPLIT_VALIDATION = 2
LG_ATTENTION_SELF = 0
LG_ATTENTION_ENCODER = 1
LG_ATTENTION_CROSS = 2
LG_STEP_COUNT = 0
LG_STEP_INPUT = 1
LG_STEP_COMPUTATION = 2
LG_STEP_OUTPUT = 3
LG_STEP_VARIABLES = 4
LG_STEP_REST = 5
LG_STEP_WHOLE = 6
LG_STEP_SCORES = 7
LG_METRICS_MAX = 32
LG_SCORE_ORDERS = 16
LG_SCORE_SUMS = 50
LG_DEBUG = 0
LG_INFO = 1
LG_WARNING = 2
LG_HEADS_MAX = 0
LG_HEADS_MEAN = 1
LG_HEADS_ALL = 2
LG_SLOTS_INPUT = 0
LG_SLOTS_OUTPUT = 1
LG_SLOTS_ALL = 2

class lg_bytes(Structure):
    _fields_ = [("data", c_void_p), ("size", c_size_t)]


lg_progress_fn = CFUNCTYPE(None, c_void_p, c_int64, c_int64, c_double)


class lg_metric_info(Structure):
    _fields_ = [("name", c_char_p), ("title", c_char_p), ("label", c_char_p), ("unit", c_char_p), ("in", c_char_p),
                ("scale", c_double), ("value_unit", c_char_p), ("digits", c_int), ("low", c_double),
                ("high", c_double), ("lower_is_better", c_bool), ("has_chance", c_bool), ("logarithmic", c_bool),
                ("pooled", c_bool)]


class lg_text_score(Structure):
    _fields_ = [("name", c_char_p), ("score", c_double), ("orders", c_int), ("counts", c_double * 16),
                ("totals", c_double * 16), ("references", c_double * 16), ("precisions", c_double * 16),
                ("recalls", c_double * 16), ("brevity_penalty", c_double), ("hypothesis_length", c_double),
                ("reference_length", c_double)]


lg_log_fn = CFUNCTYPE(None, c_void_p, c_int, c_char_p)


class lg_setting(Structure):
    _fields_ = [("key", c_char_p), ("value", c_char_p), ("origin", c_char_p), ("where", c_char_p), ("yaml", c_char_p)]


class lg_example(Structure):
    _fields_ = [("task", c_char_p), ("length", c_int), ("inputs", c_int), ("targets", c_int),
                ("input", POINTER(c_int32)), ("target", POINTER(c_int32)), ("mask", POINTER(c_uint8)),
                ("input_symbols", POINTER(c_char_p)), ("target_symbols", POINTER(c_char_p)),
                ("source_text", c_char_p), ("target_text", c_char_p), ("text", c_char_p), ("cell", c_char_p),
                ("entropy", c_double)]


lg_example_fn = CFUNCTYPE(None, c_void_p, POINTER(lg_example))


class lg_custom_record(Structure):
    _fields_ = [("length", c_int), ("inputs", c_int), ("targets", c_int), ("input", POINTER(c_int32)),
                ("target", POINTER(c_int32)), ("learned", POINTER(c_uint8)), ("counted", POINTER(c_uint8))]


class lg_custom_split(Structure):
    _fields_ = [("lengths", POINTER(c_int)), ("length_count", c_size_t), ("counts", POINTER(c_int64))]


class lg_custom_data(Structure):
    _fields_ = [("size", c_size_t), ("name", c_char_p), ("summary", c_char_p), ("input_words", POINTER(c_char_p)),
                ("input_word_count", c_int), ("target_words", POINTER(c_char_p)), ("target_word_count", c_int),
                ("end_word", c_char_p), ("exact", c_bool), ("splits", lg_custom_split * 2), ("user", c_void_p),
                ("bound", CFUNCTYPE(None, c_void_p, c_int, POINTER(c_int), POINTER(c_int))),
                ("draw", CFUNCTYPE(c_bool, c_void_p, c_int, c_int, c_int64, c_uint64, POINTER(lg_custom_record))),
                ("check", CFUNCTYPE(c_bool, c_void_p, POINTER(lg_custom_record))),
                ("validation", POINTER(lg_custom_split))]


class lg_matrix(Structure):
    _fields_ = [("name", c_char_p), ("what", c_char_p), ("rank", c_int), ("shape", c_size_t * 4),
                ("data", POINTER(c_double))]


lg_matrix_fn = CFUNCTYPE(None, c_void_p, POINTER(lg_matrix))


class lg_step_report(Structure):
    _fields_ = [("step", c_int64), ("steps", c_int64), ("length", c_int), ("loss", c_double), ("accuracy", c_double),
                ("grad_norm", c_double), ("learning_rate", c_double), ("seconds", c_double),
                ("steps_per_second", c_double), ("logged", c_bool)]


class lg_target_report(Structure):
    _fields_ = [("first", c_int64), ("last", c_int64), ("count", c_int64), ("wanted", c_int64), ("stride", c_int),
                ("digest", c_char * 33)]


class lg_length_report(Structure):
    _fields_ = [("length", c_int), ("metric", c_size_t), ("value", c_double), ("low", c_double), ("high", c_double),
                ("values", c_double * 32), ("sequences", c_int64), ("tokens", c_int64), ("cut", c_int64),
                ("memory", c_int), ("targets", lg_target_report), ("cached", c_bool), ("fraction", c_double),
                ("steps", c_double * 7)]


class lg_eval_plan_report(Structure):
    _fields_ = [("lengths", c_size_t), ("cached", c_size_t), ("first", c_int), ("last", c_int),
                ("sequences", c_int64), ("uneven", c_bool), ("fraction", c_double), ("seconds", c_double)]


class lg_score_report(Structure):
    _fields_ = [("metric", c_size_t), ("score", c_double), ("scores", c_double * 32), ("rule", c_char_p),
                ("average", c_char_p), ("first", c_int), ("last", c_int), ("lengths", c_size_t), ("trained", c_int),
                ("above", c_int), ("missing", c_size_t), ("split", c_int)]


class lg_outcome(Structure):
    _fields_ = [("status", c_char_p), ("dir", c_char_p), ("step", c_int64), ("ended", c_char_p), ("loss", c_double),
                ("accuracy", c_double), ("seconds", c_double), ("has_score", c_bool), ("score", lg_score_report)]


class lg_result(Structure):
    _fields_ = [("status", c_int), ("outcome", lg_outcome), ("text", c_char * 1024)]


class lg_answer_report(Structure):
    _fields_ = [("length", c_int), ("cell", c_char_p), ("record", c_int64), ("right", c_bool), ("difference", c_int),
                ("prompt", c_char_p), ("target", c_char_p), ("answer", c_char_p), ("bytes", c_bool),
                ("targets", c_int), ("tokens", c_int), ("target_ids", POINTER(c_int32)), ("ids", POINTER(c_int32)),
                ("target_words", POINTER(c_char_p)), ("words", POINTER(c_char_p))]


class lg_callbacks(Structure):
    _fields_ = [("user", c_void_p), ("step", CFUNCTYPE(None, c_void_p, POINTER(lg_step_report))),
                ("length", CFUNCTYPE(None, c_void_p, POINTER(lg_length_report))),
                ("score", CFUNCTYPE(None, c_void_p, c_int64, POINTER(lg_score_report))), ("pause_at", c_int64),
                ("result", CFUNCTYPE(None, c_void_p, POINTER(lg_result))),
                ("evaluating", CFUNCTYPE(None, c_void_p, POINTER(lg_eval_plan_report))),
                ("answer", CFUNCTYPE(None, c_void_p, POINTER(lg_answer_report)))]


class lg_flops_report(Structure):
    _fields_ = [("training", c_double), ("evaluation", c_double)]


class lg_parameter(Structure):
    _fields_ = [("name", c_char_p), ("rank", c_int), ("shape", c_size_t * 4), ("active", c_size_t),
                ("norm", c_double), ("mean", c_double), ("largest", c_double), ("decay", c_double)]


lg_parameter_fn = CFUNCTYPE(None, c_void_p, POINTER(lg_parameter))


class lg_attention_map(Structure):
    _fields_ = [("length", c_int), ("block", c_int), ("blocks", c_int), ("kind", c_int), ("tokens", c_int),
                ("keys", c_int), ("inputs", c_int), ("outputs", c_int), ("first", c_int), ("matrices", c_int),
                ("weights", POINTER(c_double)), ("query_words", POINTER(c_char_p)), ("key_words", POINTER(c_char_p))]


lg_attention_fn = CFUNCTYPE(None, c_void_p, POINTER(lg_attention_map))


class lg_point_set(Structure):
    _fields_ = [("length", c_int), ("points", c_size_t), ("at", POINTER(c_double)), ("overlap", c_double),
                ("sequences", c_int)]


class lg_layer_map(Structure):
    _fields_ = [("layer", c_int), ("layers", c_int), ("explained", c_double * 2), ("width", c_int),
                ("mean", POINTER(c_double)), ("axes", POINTER(c_double)), ("set_count", c_size_t),
                ("sets", POINTER(lg_point_set))]


lg_layer_fn = CFUNCTYPE(None, c_void_p, POINTER(lg_layer_map))


class lg_axis(Structure):
    _fields_ = [("name", c_char_p), ("summary", c_char_p), ("fallback", c_char_p), ("flag", c_char_p)]


class lg_choice(Structure):
    _fields_ = [("axis", c_char_p), ("name", c_char_p), ("summary", c_char_p), ("formula", c_char_p),
                ("source", c_char_p), ("properties", c_char_p), ("example", c_char_p), ("published", c_char_p),
                ("chance", c_double), ("order_invariant", c_bool)]


class lg_option_info(Structure):
    _fields_ = [("name", c_char_p), ("type", c_char_p), ("fallback", c_char_p), ("choices", c_char_p),
                ("bounds", c_char_p), ("flag", c_char_p), ("help", c_char_p)]


class lg_second_name(Structure):
    _fields_ = [("axis", c_char_p), ("name", c_char_p), ("choice", c_char_p), ("setting", c_char_p),
                ("also", c_char_p * 3)]


class lg_speed(Structure):
    _fields_ = [("task", c_char_p), ("encoding", c_char_p), ("positions", c_char_p), ("length", c_int),
                ("tokens", c_int), ("threads", c_int), ("precision", c_char_p), ("steps_per_second", c_double),
                ("eval_tokens_per_second", c_double), ("gflops", c_double), ("peak_gflops", c_double),
                ("peak_fraction", c_double), ("intensity", c_double), ("memory_bytes", c_size_t),
                ("gflop_per_step", c_double)]


# Result and arguments of each function.
FUNCTIONS: dict[str, tuple[Any, list[Any]]] = {
    "lg_split_name": (c_char_p, [c_int]),
    "lg_step_score_name": (c_char_p, [c_size_t]),
    "lg_metric_count": (c_size_t, []),
    "lg_metric_at": (lg_metric_info, [c_size_t]),
    "lg_metric_find": (c_bool, [c_char_p, POINTER(c_size_t)]),
    "lg_metric_applies": (c_bool, [c_size_t, POINTER(c_double)]),
    "lg_metric_better": (c_bool, [c_size_t, c_double, c_double]),
    "lg_metric_base": (c_size_t, [c_size_t]),
    "lg_metric_of_base": (c_double, [c_size_t, c_double]),
    "lg_version": (c_char_p, []),
    "lg_context_new": (c_void_p, []),
    "lg_context_free": (None, [c_void_p]),
    "lg_error_text": (c_char_p, [c_void_p]),
    "lg_context_log": (None, [c_void_p, lg_log_fn, c_void_p]),
    "lg_context_stop": (None, [c_void_p, CFUNCTYPE(c_bool, c_void_p), c_void_p]),
    "lg_flag_is_set": (c_bool, [c_void_p]),
    "lg_context_threads": (None, [c_void_p, c_int]),
    "lg_config_new": (c_int, [c_void_p, POINTER(c_void_p)]),
    "lg_config_copy": (c_int, [c_void_p, POINTER(c_void_p)]),
    "lg_config_free": (None, [c_void_p]),
    "lg_config_set": (c_int, [c_void_p, c_char_p, c_char_p, c_int, c_char_p]),
    "lg_config_unset": (c_int, [c_void_p, c_char_p]),
    "lg_config_load": (c_int, [c_void_p, c_char_p]),
    "lg_config_preset": (c_int, [c_void_p, c_char_p]),
    "lg_config_environment": (c_int, [c_void_p]),
    "lg_config_check": (c_int, [c_void_p]),
    "lg_other_word": (c_bool, [c_char_p, c_size_t, c_char_p, POINTER(c_char)]),
    "lg_config_count": (c_size_t, [c_void_p]),
    "lg_config_at": (lg_setting, [c_void_p, c_size_t]),
    "lg_config_get": (c_char_p, [c_void_p, c_char_p]),
    "lg_config_alias": (c_char_p, [c_void_p, c_char_p]),
    "lg_config_text": (c_char_p, [c_void_p]),
    "lg_config_hash": (c_char_p, [c_void_p]),
    "lg_preset_count": (c_size_t, [c_void_p]),
    "lg_preset_name": (c_char_p, [c_void_p, c_size_t]),
    "lg_preset_summary": (c_char_p, [c_void_p, c_size_t]),
    "lg_sample_task": (c_int, [c_void_p, c_int, c_int, c_uint64, lg_example_fn, c_void_p]),
    "lg_sample_split": (c_int, [c_void_p, c_int, c_int, c_int, c_uint64, lg_example_fn, c_void_p]),
    "lg_sample_all": (c_int, [c_void_p, c_int, c_int, lg_example_fn, c_void_p]),
    "lg_sample_verify": (c_int, [c_void_p, c_int, c_int, c_int, c_uint64]),
    "lg_context_register_data": (c_int, [c_void_p, POINTER(lg_custom_data)]),
    "lg_inspect_encoding": (c_int, [c_void_p, c_int, POINTER(c_double), POINTER(c_double), lg_matrix_fn, c_void_p]),
    "lg_inspect_is_causal": (c_bool, [c_void_p]),
    "lg_inspect_default_width": (c_int, [c_void_p]),
    "lg_inspect_positions": (c_int, [c_void_p, c_int, lg_matrix_fn, c_void_p]),
    "lg_inspect_positions_of": (c_int, [c_void_p, c_char_p, lg_matrix_fn, c_void_p]),
    "lg_train": (c_int, [c_void_p, POINTER(lg_callbacks), POINTER(lg_outcome)]),
    "lg_config_flops": (c_int, [c_void_p, POINTER(lg_flops_report)]),
    "lg_train_all": (c_int, [c_void_p, POINTER(c_void_p), c_size_t, c_int, POINTER(lg_callbacks), POINTER(lg_result)]),
    "lg_run_open": (c_int, [c_void_p, c_char_p, POINTER(c_void_p)]),
    "lg_run_free": (None, [c_void_p]),
    "lg_run_config": (c_void_p, [c_void_p]),
    "lg_run_is_changed": (c_bool, [c_void_p, c_char_p]),
    "lg_run_eval": (c_int, [c_void_p, POINTER(lg_callbacks), POINTER(lg_score_report)]),
    "lg_run_logits": (c_int, [c_void_p, POINTER(c_int32), c_int, POINTER(c_double), c_size_t, POINTER(c_int),
        POINTER(c_int)]),
    "lg_run_positions": (c_int, [c_void_p, lg_matrix_fn, c_void_p]),
    "lg_inspect_model": (c_int, [c_void_p, lg_parameter_fn, c_void_p]),
    "lg_run_parameters": (c_size_t, [c_void_p]),
    "lg_run_parameter": (lg_parameter, [c_void_p, c_size_t]),
    "lg_analyze_lengths": (c_size_t, [c_void_p, POINTER(c_int)]),
    "lg_analyze_attention": (c_int, [c_void_p, c_int, POINTER(c_int), c_size_t, c_int, c_int64, lg_attention_fn,
        c_void_p]),
    "lg_analyze_activations": (c_int, [c_void_p, POINTER(c_int), c_size_t, c_int, c_int, lg_layer_fn, c_void_p]),
    "lg_axis_count": (c_size_t, []),
    "lg_axis_at": (lg_axis, [c_size_t]),
    "lg_choice_count": (c_size_t, []),
    "lg_choice_at": (lg_choice, [c_size_t]),
    "lg_choice_options": (c_size_t, [c_char_p, c_char_p]),
    "lg_choice_option": (lg_option_info, [c_char_p, c_char_p, c_size_t]),
    "lg_stream_axis_count": (c_size_t, []),
    "lg_stream_axis_at": (lg_axis, [c_size_t]),
    "lg_second_name_count": (c_size_t, []),
    "lg_second_name_at": (lg_second_name, [c_size_t]),
    "lg_common_option_count": (c_size_t, []),
    "lg_common_option": (lg_option_info, [c_size_t]),
    "lg_config_set_list": (c_int, [c_void_p, c_char_p, c_int, c_char_p]),
    "lg_run_eval_check": (c_int, [c_void_p]),
    "lg_analyze_curve": (c_int, [c_void_p, c_int, POINTER(lg_callbacks), POINTER(lg_score_report)]),
    "lg_bench": (c_int, [c_void_p, c_int, c_double, c_bool, POINTER(lg_speed)]),
}


def declare(library: CDLL) -> CDLL:
    """Declares the types of the functions of a library that ctypes has opened."""
    for name, (result, arguments) in FUNCTIONS.items():
        function = getattr(library, name)
        function.restype, function.argtypes = result, arguments
    return library
