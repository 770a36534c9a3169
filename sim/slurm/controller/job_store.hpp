// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

namespace clustersim::slurm {

/// Objects by number. References stay valid when objects are added, and neighbours lie side by side.
template <class T>
class JobStore {
  public:
    JobStore() = default;
    JobStore(JobStore const& other) : size_(other.size_) {
        blocks_.reserve(other.blocks_.size());
        for (auto const& block : other.blocks_) blocks_.push_back(std::make_unique<Block>(*block));
    }
    JobStore(JobStore&& other) noexcept
        : blocks_(std::move(other.blocks_)), size_(std::exchange(other.size_, 0)) {}
    JobStore& operator=(JobStore other) noexcept {
        std::swap(blocks_, other.blocks_);
        std::swap(size_, other.size_);
        return *this;
    }
    ~JobStore() = default;

    [[nodiscard]] std::size_t size() const { return size_; }
    [[nodiscard]] T& operator[](std::size_t i) { return (*blocks_[i / in_block])[i % in_block]; }
    [[nodiscard]] T const& operator[](std::size_t i) const {
        return (*blocks_[i / in_block])[i % in_block];
    }
    void push_back(T object) {
        if (size_ == blocks_.size() * in_block) blocks_.push_back(std::make_unique<Block>());
        (*this)[size_++] = std::move(object);
    }

  private:
    static constexpr std::size_t in_block = 64;
    using Block = std::array<T, in_block>;

    std::vector<std::unique_ptr<Block>> blocks_;
    std::size_t size_ = 0;
};

}  // namespace clustersim::slurm
