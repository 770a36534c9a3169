// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/controller/search_log.hpp"

namespace clustersim::slurm {

namespace {

bool same_record(QueueRecord const& a, QueueRecord const& b) {
    return a.slot == b.slot && a.generation == b.generation && a.choice == b.choice &&
           a.prefer == b.prefer && a.plain == b.plain && a.nodes == b.nodes &&
           a.minutes == b.minutes && a.reservation == b.reservation;
}

bool same_jobs(SearchTerms const& a, SearchTerms const& b) {
    if (a.preemptable == b.preemptable) return true;
    return a.preemptable && b.preemptable && *a.preemptable == *b.preemptable;
}

bool same_terms(SearchTerms const& a, SearchTerms const& b) {
    return same_record(a.record, b.record) && a.spec == b.spec && a.length == b.length &&
           a.start_limit == b.start_limit && a.no_reserve == b.no_reserve &&
           a.request == b.request && same_jobs(a, b);
}

}  // namespace

void SearchLog::begin(Basis const& basis) {
    position_ = 0;
    recording_ = true;
    if (has_basis(basis)) return;
    basis_ = basis;
    known_ = 0;
}

void SearchLog::close() {
    basis_.reset();
    recording_ = false;
    known_ = 0;
    position_ = 0;
}

SearchFinding const* SearchLog::next(SearchTerms const& terms, Instant now) {
    if (position_ < known_) {
        auto const& entry = entries_[position_];
        if (now < entry.steady_until && same_terms(entry.terms, terms)) {
            ++position_;
            ++repeated_;
            return &entry.finding;
        }
        known_ = position_;
    }
    return nullptr;
}

void SearchLog::add(SearchTerms const& terms,
                    SearchFinding const& finding,
                    Instant now,
                    Instant steady_until) {
    recording_ = recording_ && now < steady_until;
    if (!recording_) return;
    if (known_ == entries_.size()) entries_.emplace_back();
    // Member by member, so that the sets of an old entry keep their memory.
    auto& entry = entries_[known_];
    entry.terms = terms;
    entry.finding = finding;
    entry.steady_until = steady_until;
    position_ = ++known_;
}

}  // namespace clustersim::slurm
