/* program.h: includes every header of the library that the program uses. */
#ifndef LG_API_PROGRAM_H
#define LG_API_PROGRAM_H

#include "api/analysis.h"
#include "api/catalogue.h"
#include "api/decoding.h"
#include "api/figure.h"
#include "api/machine.h"
#include "api/report.h"
#include "api/run_files.h"
#include "api/scorer.h"
#include "api/sweep.h"
#include "api/text.h"
#include "api/theorem.h"
#include "lengthen.h"

#endif
