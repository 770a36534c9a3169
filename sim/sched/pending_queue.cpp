// SPDX-License-Identifier: Apache-2.0
#include "sim/sched/pending_queue.hpp"

#include <algorithm>
#include <limits>

namespace clustersim {
namespace {

constexpr std::int64_t none = std::numeric_limits<std::int64_t>::max();

bool matches(PendingJob const& job, PendingQueue::Filter filter) {
    std::int64_t const size = job.total_units();
    return size > 0 && size <= filter.size &&
           (job.requested <= filter.length || size <= filter.size_if_longer);
}

}  // namespace

void PendingQueue::push_back(PendingJob const& job) {
    if (slots_.size() % block_size == 0) blocks_.push_back({none, none});
    blocks_.back().smallest = std::min(blocks_.back().smallest, job.total_units());
    blocks_.back().shortest = std::min(blocks_.back().shortest, job.requested);
    slots_.push_back(job);
    ++size_;
}

void PendingQueue::remove(Slot slot) {
    slots_[slot].nodes = emptied;
    --size_;
    summarise(slot / block_size);
    if (slot == front_) front_ = first_filled(slot);
}

void PendingQueue::compact() {
    if (slots_.size() < 2 * size_ + block_size) return;
    std::erase_if(slots_, [](PendingJob const& job) { return job.nodes == emptied; });
    blocks_.resize((slots_.size() + block_size - 1) / block_size);
    for (std::size_t block = 0; block < blocks_.size(); ++block) summarise(block);
    front_ = 0;
}

PendingQueue::Slot PendingQueue::find(Slot from, Filter filter) const {
    from = std::max(from, front_);
    std::size_t slot = from;
    while (slot < slots_.size()) {
        Block const& block = blocks_[slot / block_size];
        std::size_t const end = std::min(slots_.size(), (slot / block_size + 1) * block_size);
        bool const hopeless =
            block.smallest > filter.size ||
            (block.shortest > filter.length && block.smallest > filter.size_if_longer);
        if (!hopeless) {
            for (; slot < end; ++slot)
                if (matches(slots_[slot], filter)) return static_cast<Slot>(slot);
        }
        slot = end;
    }
    return end();
}

PendingQueue::Slot PendingQueue::first_filled(Slot from) const {
    return find(from, {.size = none, .length = none, .size_if_longer = none});
}

void PendingQueue::summarise(std::size_t block) {
    Block& summary = blocks_[block];
    summary = {none, none};
    std::size_t const end = std::min(slots_.size(), (block + 1) * block_size);
    for (std::size_t slot = block * block_size; slot < end; ++slot) {
        PendingJob const& job = slots_[slot];
        if (job.nodes == emptied) continue;
        summary.smallest = std::min(summary.smallest, job.total_units());
        summary.shortest = std::min(summary.shortest, job.requested);
    }
}

}  // namespace clustersim
