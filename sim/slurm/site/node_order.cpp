// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/site/node_order.hpp"

#include <algorithm>
#include <cstddef>

namespace clustersim::slurm {

namespace {

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

/// The digits with which a text begins.
std::string_view number_of_name(std::string_view text) {
    return text.substr(0, std::min(text.find_first_not_of("0123456789"), text.size()));
}

}  // namespace

bool named_before(std::string_view a, std::string_view b) {
    while (!a.empty() && !b.empty()) {
        if (is_digit(a.front()) && is_digit(b.front())) {
            auto const x = number_of_name(a), y = number_of_name(b);
            bool const padded = x.front() == '0' || y.front() == '0';
            if (!padded && x.size() != y.size()) return x.size() < y.size();
            if (x != y) return x < y;
            a.remove_prefix(x.size());
            b.remove_prefix(y.size());
        } else {
            if (a.front() != b.front())
                return static_cast<unsigned char>(a.front()) <
                       static_cast<unsigned char>(b.front());
            a.remove_prefix(1);
            b.remove_prefix(1);
        }
    }
    return a.size() < b.size();
}

void order_by_name(std::vector<Node>& nodes) {
    std::ranges::stable_sort(
        nodes, [](Node const& a, Node const& b) { return named_before(a.name, b.name); });
}

}  // namespace clustersim::slurm
