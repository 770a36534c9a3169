// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace clustersim {

/// Prints the expression, place and meaning of a broken invariant, then exits with code 70. User
/// input can never cause it; active in release builds too.
[[noreturn]] void broken_invariant(std::string_view expression,
                                   std::string_view meaning,
                                   std::string_view file,
                                   int line);

}  // namespace clustersim

#define CS_ENSURE(condition, meaning)                                                              \
    do {                                                                                           \
        if (!(condition)) [[unlikely]] {                                                           \
            ::clustersim::broken_invariant(#condition, meaning, __FILE__, __LINE__);               \
        }                                                                                          \
    } while (false)
