// SPDX-License-Identifier: Apache-2.0
#include "sim/sched/slurm/priority/usage.hpp"

#include <algorithm>

namespace clustersim::slurm {

void UsageTable::add(std::size_t row,
                     long double raw,
                     double seconds,
                     std::span<std::int64_t const> counts) {
    raw_[row] += raw / scale_;
    auto const scaled = seconds / static_cast<double>(scale_);
    wall_[row] += scaled;
    auto const known = std::min(width_, counts.size());
    for (std::size_t t = 0; t < known; ++t) {
        tres_[row * width_ + t] += scaled * static_cast<double>(counts[t]);
    }
}

void UsageTable::clear() {
    std::fill(raw_.begin(), raw_.end(), 0.0L);
    std::fill(wall_.begin(), wall_.end(), 0.0);
    std::fill(tres_.begin(), tres_.end(), 0.0);
    scale_ = 1.0L;
}

void UsageTable::rescale() {
    // One factor over a very long gap can shrink the scale by more than one step.
    while (scale_ != 0.0L && scale_ < smallest) {
        for (auto& value : raw_) {
            value *= smallest;
        }
        for (auto& value : wall_) {
            value *= static_cast<double>(smallest);
        }
        for (auto& value : tres_) {
            value *= static_cast<double>(smallest);
        }
        scale_ /= smallest;
    }
    if (scale_ == 0.0L) {
        clear();
    }
}

AssociationUsage::AssociationUsage(Site const& site)
    : decay_(Seconds{site.settings.priority.decay_half_life}),
      associations_(site.associations.size(), site.tres.size()),
      decaying_qos_(site.qos.size(), site.tres.size()),
      kept_qos_(site.qos.size(), site.tres.size()) {
    parents_.reserve(site.associations.size());
    for (auto const& association : site.associations) {
        parents_.push_back(association.parent);
    }
    keeps_.reserve(site.qos.size());
    for (auto const& qos : site.qos) {
        keeps_.push_back(qos.flags.no_decay);
    }
}

void AssociationUsage::decay(Seconds since_previous) {
    auto const factor = decay_.over(since_previous);
    associations_.decay(factor);
    decaying_qos_.decay(factor);
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
    if (used.elapsed <= Seconds{0}) {
        return;
    }
    auto const whole = static_cast<double>(used.elapsed.count);
    auto const decayed = whole * decayed_over(used.elapsed);
    auto const seconds = decayed * used.usage_factor;
    auto const raw = static_cast<long double>(decayed * used.billing * used.usage_factor);
    for (auto row = association; row >= 0; row = parents_[index(row)]) {
        associations_.add(index(row), raw, seconds, used.tres);
    }
    for (std::size_t i = 0; i < qos.size(); ++i) {
        auto const row = qos[i];
        // One QOS that is both the job's and the partition's is charged once.
        if (row < 0 || std::find(qos.begin(), qos.begin() + static_cast<std::ptrdiff_t>(i), row) !=
                           qos.begin() + static_cast<std::ptrdiff_t>(i)) {
            continue;
        }
        if (keeps_[index(row)]) {
            auto const plain = whole * used.usage_factor;
            kept_qos_.add(
                index(row), static_cast<long double>(plain * used.billing), plain, used.tres);
        } else {
            decaying_qos_.add(index(row), raw, seconds, used.tres);
        }
    }
}

void AssociationUsage::add_past(std::int32_t association, long double usage_raw) {
    for (auto row = association; row >= 0; row = parents_[index(row)]) {
        associations_.add_raw(index(row), usage_raw);
    }
}

void AssociationUsage::reset() {
    associations_.clear();
    decaying_qos_.clear();
    kept_qos_.clear();
}

long double AssociationUsage::qos_usage_raw(std::int32_t qos) const {
    return table_of(qos).raw(index(qos));
}

double AssociationUsage::qos_tres_seconds(std::int32_t qos, std::size_t tres) const {
    return table_of(qos).tres(index(qos), tres);
}

double AssociationUsage::qos_wall_seconds(std::int32_t qos) const {
    return table_of(qos).wall(index(qos));
}

}  // namespace clustersim::slurm
