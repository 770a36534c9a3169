// SPDX-License-Identifier: Apache-2.0
#pragma once

// What a few files of glibc's sysdeps/ieee754/dbl-64 need of glibc's own headers: with it they are compiled alone. Flags
// and errors of floating-point arithmetic are nobody's business here.

#include <errno.h>
#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#define __set_errno(value) ((void)(value))
#define __glibc_unlikely(x) __builtin_expect((x), 0)
#define __glibc_likely(x) __builtin_expect((x), 1)
#define attribute_hidden
#define strong_alias(a, b)
#define libm_alias_double(a, b)
#define libm_alias_finite(a, b)
#define libm_alias_double_other(a, b)
#define math_narrow_eval(x) (x)
#define math_force_eval(x) ((void)(x))
#define math_check_force_underflow(x) ((void)(x))
#define math_check_force_underflow_nonneg(x) ((void)(x))
#define math_opt_barrier(x) (x)
#define FIX_INT_FP_CONVERT_ZERO 0
#define LIBM_SVID_COMPAT 0
#define SET_RESTORE_ROUND_53BIT(mode)

static inline uint64_t clustersim_bits(double x) {
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}
static inline double clustersim_double(uint64_t bits) {
    double x;
    memcpy(&x, &bits, sizeof x);
    return x;
}
#define EXTRACT_WORDS(high, low, x)                  \
    do {                                             \
        (high) = (int32_t)(clustersim_bits(x) >> 32); \
        (low) = (uint32_t)clustersim_bits(x);        \
    } while (0)
#define GET_HIGH_WORD(high, x) ((high) = (int32_t)(clustersim_bits(x) >> 32))
#define GET_LOW_WORD(low, x) ((low) = (uint32_t)clustersim_bits(x))
#define INSERT_WORDS(x, high, low) \
    ((x) = clustersim_double((uint64_t)(uint32_t)(high) << 32 | (uint32_t)(low)))
#define SET_HIGH_WORD(x, high) INSERT_WORDS(x, high, (uint32_t)clustersim_bits(x))
#define SET_LOW_WORD(x, low) INSERT_WORDS(x, clustersim_bits(x) >> 32, low)
#define EXTRACT_WORDS64(bits, x) ((bits) = (int64_t)clustersim_bits(x))
#define DIAG_PUSH_NEEDS_COMMENT
#define DIAG_IGNORE_Os_NEEDS_COMMENT(version, option)
#define DIAG_POP_NEEDS_COMMENT
#define USE_FMAX_BUILTIN 0
#define USE_FMIN_BUILTIN 0
#define HIGH_ORDER_BIT_IS_SET_FOR_SNAN 0
#define INSERT_WORDS64(x, bits) ((x) = clustersim_double((uint64_t)(bits)))
#define __frexp frexp
#define __ldexp ldexp
// The order of the halves of a number.
#define LITTLE_ENDI 1
#define HIGH_HALF 1
#define LOW_HALF 0
