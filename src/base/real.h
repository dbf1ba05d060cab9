/* real.h: the element type of tensors: float, or double in the double build (make double), which can compare gradients
 * with finite differences to many digits. */
#ifndef LG_BASE_REAL_H
#define LG_BASE_REAL_H

#ifdef LG_DOUBLE
typedef double real;
#define LG_REAL_BYTES 8
#define LG_REAL_DTYPE "F64" /* the dtype in safetensors headers */
#else
typedef float real;
#define LG_REAL_BYTES 4
#define LG_REAL_DTYPE "F32"
#endif

#endif
