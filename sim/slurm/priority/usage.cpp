// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/priority/usage.hpp"

#include <algorithm>

namespace clustersim::slurm {

AssociationUsage::AssociationUsage(Site const& site)
    : decay_(Seconds{site.settings.priority.decay_half_life}),
      changed_at_(site.associations.size()),
      decaying_(site.associations.size() + site.qos.size(), site.tres.size()),
      kept_qos_(site.qos.size(), site.tres.size()) {
    parents_.reserve(site.associations.size());
    for (auto const& association : site.associations) parents_.push_back(association.parent);
    keeps_.reserve(site.qos.size());
    for (auto const& qos : site.qos) keeps_.push_back(qos.flags.no_decay);
}

void AssociationUsage::decay(Seconds since_previous) {
    if (decaying_.decay(decay_.over(since_previous))) mark_all_changed();
}

template <typename Add>
void AssociationUsage::record(std::int32_t association, Add add) {
    ++changes_;
    for (auto row = association; row >= 0; row = parents_[index(row)]) {
        add(index(row));
        changed_at_[index(row)] = changes_;
    }
}

void AssociationUsage::mark_all_changed() {
    std::ranges::fill(changed_at_, ++changes_);
}

double AssociationUsage::decayed_over(Seconds elapsed) {
    if (elapsed != last_elapsed_) {
        last_elapsed_ = elapsed;
        last_decay_ = decay_.over(elapsed);
    }
    return last_decay_;
}

void AssociationUsage::charge(std::int32_t association,
                              std::span<std::int32_t const> qos,
                              Charge const& used) {
    if (used.elapsed <= Seconds{0}) return;
    auto const whole = static_cast<double>(used.elapsed.count);
    auto const decayed = whole * decayed_over(used.elapsed);
    decaying_.prepare(static_cast<long double>(decayed * used.billing * used.usage_factor),
                      decayed * used.usage_factor,
                      used.tres);
    record(association, [&](std::size_t row) { decaying_.add(row); });
    for (std::size_t i = 0; i < qos.size(); ++i) {
        // If the QOS of the job and of the partition are the same, it is charged once.
        auto const seen = qos.first(i);
        if (qos[i] < 0 || std::find(seen.begin(), seen.end(), qos[i]) != seen.end()) continue;
        if (keeps_[index(qos[i])]) {
            kept_qos_.prepare(static_cast<long double>(whole * used.billing * used.usage_factor),
                              whole * used.usage_factor,
                              used.tres);
            kept_qos_.add(index(qos[i]));
        } else {
            decaying_.add(decaying_row(qos[i]));
        }
    }
}

void AssociationUsage::add_past(std::int32_t association, long double usage_raw) {
    record(
        association, [&](std::size_t row) { decaying_.add_raw(row, usage_raw); });
}

void AssociationUsage::set_past(std::int32_t association,
                                double usage_raw,
                                double wall_seconds,
                                std::span<double const> tres_seconds) {
    decaying_.set(index(association), usage_raw, wall_seconds, tres_seconds);
    record(association, [](std::size_t) {});  // a changed part, of accounts that keep their usage
}

void AssociationUsage::set_past_of_qos(std::int32_t qos,
                                       double usage_raw,
                                       double wall_seconds,
                                       std::span<double const> tres_seconds) {
    if (keeps_[index(qos)])
        kept_qos_.set(index(qos), usage_raw, wall_seconds, tres_seconds);
    else
        decaying_.set(decaying_row(qos), usage_raw, wall_seconds, tres_seconds);
}

void AssociationUsage::reset() {
    decaying_.clear();
    kept_qos_.clear();
    mark_all_changed();
}

long double AssociationUsage::qos_usage_raw(std::int32_t qos) const {
    return keeps_[index(qos)] ? kept_qos_.raw(index(qos)) : decaying_.raw(decaying_row(qos));
}

double AssociationUsage::qos_tres_seconds(std::int32_t qos, std::size_t tres) const {
    return keeps_[index(qos)] ? kept_qos_.tres(index(qos), tres)
                              : decaying_.tres(decaying_row(qos), tres);
}

double AssociationUsage::qos_wall_seconds(std::int32_t qos) const {
    return keeps_[index(qos)] ? kept_qos_.wall(index(qos)) : decaying_.wall(decaying_row(qos));
}

}  // namespace clustersim::slurm
