// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/controller/fruitless_searches.hpp"

#include "sim/slurm/controller/job_spec.hpp"

#include <algorithm>

namespace clustersim::slurm {

namespace {

PartitionChoice const& choice_of(SearchTerms const& terms) {
    return terms.spec->choices[static_cast<std::size_t>(terms.record.choice)];
}

/// True if the jobs may have the same nodes, by features and exclusions.
bool same_nodes(SearchTerms const& a, SearchTerms const& b) {
    if (a.spec == b.spec && a.record.choice == b.record.choice) return true;
    auto const& one = choice_of(a);
    auto const& other = choice_of(b);
    return one.counted.empty() && other.counted.empty() && one.nodes == other.nodes;
}

bool same_question(SearchTerms const& a, SearchTerms const& b) {
    return a.length == b.length && a.start_limit == b.start_limit && a.no_reserve == b.no_reserve &&
           a.record.nodes == b.record.nodes && a.record.reservation == b.record.reservation &&
           a.request == b.request && same_nodes(a, b);
}

}  // namespace

SearchFinding const* FruitlessSearches::find(SearchTerms const& terms, bool weighs) {
    auto const last = entries_.begin() + static_cast<std::ptrdiff_t>(known_);
    auto const found = std::find_if(entries_.begin(), last, [&](Entry const& one) {
        return one.weighs == weighs && same_question(one.terms, terms);
    });
    if (found == last) return nullptr;
    ++spared_;
    return &found->finding;
}

void FruitlessSearches::add(SearchTerms const& terms, bool weighs, SearchFinding const& finding) {
    if (finding.kind != SearchFinding::Kind::nowhere) return;
    if (known_ == entries_.size()) entries_.emplace_back();
    auto& entry = entries_[known_++];
    entry.terms = terms;
    entry.weighs = weighs;
    entry.finding = finding;
}

}  // namespace clustersim::slurm
