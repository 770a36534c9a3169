// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/serve/wasm/math/fused.hpp"

#include <type_traits>

namespace clustersim::wasm {

/// A number as GCC computes with it where it may contract: a product that is only added or subtracted is not rounded by
/// itself, the sum is that of a fused multiply-add. Of two products that are added, the first is not rounded.
class Contracted {
  public:
    constexpr Contracted() = default;
    template <class T, class = std::enable_if_t<std::is_arithmetic_v<T>>>
    constexpr Contracted(T value) : value_(static_cast<double>(value)) {}

    [[nodiscard]] constexpr double value() const { return value_; }
    template <class T, class = std::enable_if_t<std::is_arithmetic_v<T>>>
    explicit constexpr operator T() const {
        return static_cast<T>(value_);
    }
    /// The product as a number of its own.
    [[nodiscard]] Contracted rounded() const { return value_; }

    friend Contracted operator*(Contracted a, Contracted b) {
        Contracted product(a.value_ * b.value_);
        product.left_ = a.value_;
        product.right_ = b.value_;
        product.is_product_ = true;
        return product;
    }
    friend Contracted operator+(Contracted a, Contracted b) {
        if (a.is_product_) return fused(a.left_, a.right_, b.value_);
        if (b.is_product_) return fused(b.left_, b.right_, a.value_);
        return a.value_ + b.value_;
    }
    friend Contracted operator-(Contracted a, Contracted b) {
        if (a.is_product_) return fused(a.left_, a.right_, -b.value_);
        if (b.is_product_) return fused(-b.left_, b.right_, a.value_);
        return a.value_ - b.value_;
    }
    friend Contracted operator/(Contracted a, Contracted b) { return a.value_ / b.value_; }
    Contracted operator-() const {
        Contracted opposite = *this;
        opposite.value_ = -value_;
        opposite.left_ = -left_;
        return opposite;
    }
    Contracted& operator+=(Contracted b) { return *this = *this + b; }
    Contracted& operator-=(Contracted b) { return *this = *this - b; }
    Contracted& operator*=(Contracted b) { return *this = *this * b; }
    Contracted& operator/=(Contracted b) { return *this = *this / b; }

    friend bool operator==(Contracted a, Contracted b) { return a.value_ == b.value_; }
    friend bool operator<(Contracted a, Contracted b) { return a.value_ < b.value_; }
    friend bool operator>(Contracted a, Contracted b) { return a.value_ > b.value_; }
    friend bool operator<=(Contracted a, Contracted b) { return a.value_ <= b.value_; }
    friend Contracted fabs(Contracted a) { return std::abs(a.value_); }
    friend Contracted fused(Contracted a, Contracted b, Contracted c) {
        return fused(a.value_, b.value_, c.value_);
    }

  private:
    double value_ = 0.0;
    double left_ = 0.0;
    double right_ = 0.0;
    bool is_product_ = false;
};

}  // namespace clustersim::wasm
