/* stream_names.c: the choices of stream options, generated from the .def files (nn/stream/positional.h). */
#include "nn/stream/positional.h"

#define ENCODING(name) " " #name
const char lg_stream_encodings[] = "same"
#include "nn/axes/encodings.def"
    ;
const char lg_cross_encodings[] =
#include "nn/axes/encodings.def"
    ;
#undef ENCODING

#define POSITIONS(name) " " #name
const char lg_stream_samplers[] = "same"
#include "nn/axes/positions.def"
    ;
#undef POSITIONS
