// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <tl/expected.hpp>

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace clustersim {

/// A longer list is a typing error, not a machine.
constexpr std::size_t max_hosts = 1'000'000;

/// The names of a Slurm hostlist, in the order written, with repetitions:
/// `mel[0001-0573,0600],gpu3`, and with several brackets `r[1-2]n[01-10]`, whose last bracket
/// changes fastest. The digits of a range's start set the width. The error says what is wrong, in
/// one line.
tl::expected<std::vector<std::string>, std::string> expand_hostlist(std::string_view text);

/// The shortest text with one bracket per name that expand_hostlist turns back into `names`, in the
/// same order. Names contain no brackets, commas or blanks.
std::string compress_hostlist(std::span<std::string const> names);

}  // namespace clustersim
