// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <compare>

namespace clustersim {

/// A physical amount with exponents of time (s), data (B), work (flop) and energy (J), stored in SI
/// base units. It is built from a named factory or a literal, never from a bare number, so that
/// passing Bytes as a Duration does not compile.
template <int Time, int Data, int Work, int Energy>
class Quantity {
  public:
    constexpr Quantity() = default;
    static constexpr Quantity from_si(double value) {
        Quantity q;
        q.value_ = value;
        return q;
    }
    /// The amount in SI base units (s, B, flop, J and their quotients).
    [[nodiscard]] constexpr double si() const { return value_; }

    constexpr Quantity& operator+=(Quantity other) {
        value_ += other.value_;
        return *this;
    }
    constexpr Quantity& operator-=(Quantity other) {
        value_ -= other.value_;
        return *this;
    }
    constexpr Quantity& operator*=(double factor) {
        value_ *= factor;
        return *this;
    }
    friend constexpr Quantity operator+(Quantity a, Quantity b) { return a += b; }
    friend constexpr Quantity operator-(Quantity a, Quantity b) { return a -= b; }
    friend constexpr Quantity operator-(Quantity a) { return from_si(-a.value_); }
    friend constexpr Quantity operator*(Quantity a, double factor) { return a *= factor; }
    friend constexpr Quantity operator*(double factor, Quantity a) { return a *= factor; }
    friend constexpr Quantity operator/(Quantity a, double divisor) {
        return from_si(a.value_ / divisor);
    }
    friend constexpr auto operator<=>(Quantity, Quantity) = default;

  private:
    double value_ = 0.0;
};

namespace detail {
/// A dimensionless result is a plain double.
template <int T, int D, int W, int E>
constexpr auto quantity_or_double(double value) {
    if constexpr (T == 0 && D == 0 && W == 0 && E == 0)
        return value;
    else
        return Quantity<T, D, W, E>::from_si(value);
}
}  // namespace detail

template <int T1, int D1, int W1, int E1, int T2, int D2, int W2, int E2>
constexpr auto operator*(Quantity<T1, D1, W1, E1> a, Quantity<T2, D2, W2, E2> b) {
    return detail::quantity_or_double<T1 + T2, D1 + D2, W1 + W2, E1 + E2>(a.si() * b.si());
}
template <int T1, int D1, int W1, int E1, int T2, int D2, int W2, int E2>
constexpr auto operator/(Quantity<T1, D1, W1, E1> a, Quantity<T2, D2, W2, E2> b) {
    return detail::quantity_or_double<T1 - T2, D1 - D2, W1 - W2, E1 - E2>(a.si() / b.si());
}
template <int T, int D, int W, int E>
constexpr auto operator/(double a, Quantity<T, D, W, E> b) {
    return detail::quantity_or_double<-T, -D, -W, -E>(a / b.si());
}

using Duration = Quantity<1, 0, 0, 0>;    ///< seconds
using Frequency = Quantity<-1, 0, 0, 0>;  ///< hertz
using Bytes = Quantity<0, 1, 0, 0>;       ///< bytes
using Bandwidth = Quantity<-1, 1, 0, 0>;  ///< bytes per second
using Flop = Quantity<0, 0, 1, 0>;        ///< floating-point operations
using FlopRate = Quantity<-1, 0, 1, 0>;   ///< flop per second
using Joules = Quantity<0, 0, 0, 1>;      ///< joules
using Watts = Quantity<-1, 0, 0, 1>;      ///< joules per second

constexpr Duration seconds(double value) {
    return Duration::from_si(value);
}
constexpr Duration hours(double value) {
    return Duration::from_si(value * 3600.0);
}
constexpr Bytes bytes(double value) {
    return Bytes::from_si(value);
}
constexpr Bandwidth bytes_per_second(double value) {
    return Bandwidth::from_si(value);
}
constexpr Flop flop(double value) {
    return Flop::from_si(value);
}
constexpr FlopRate flop_per_second(double value) {
    return FlopRate::from_si(value);
}
constexpr Watts watts(double value) {
    return Watts::from_si(value);
}
constexpr Joules joules(double value) {
    return Joules::from_si(value);
}

namespace literals {
constexpr Duration operator""_s(long double v) {
    return seconds(static_cast<double>(v));
}
constexpr Duration operator""_us(long double v) {
    return seconds(static_cast<double>(v) * 1e-6);
}
constexpr Bytes operator""_B(unsigned long long v) {
    return bytes(static_cast<double>(v));
}
constexpr Bytes operator""_GB(long double v) {
    return bytes(static_cast<double>(v) * 1e9);
}
constexpr Bytes operator""_GiB(long double v) {
    return bytes(static_cast<double>(v) * 0x1p30);
}
constexpr Bandwidth operator""_GBps(long double v) {
    return bytes_per_second(static_cast<double>(v) * 1e9);
}
constexpr FlopRate operator""_TFLOPs(long double v) {
    return flop_per_second(static_cast<double>(v) * 1e12);
}
}  // namespace literals

/// Units that count an allocation. They are not physical dimensions, so that a budget does not
/// cancel against a time, nor GPU-hours against node-hours.
template <class Tag>
struct Count {
    double value = 0.0;
    friend constexpr Count operator+(Count a, Count b) { return {a.value + b.value}; }
    friend constexpr Count operator*(Count a, double factor) { return {a.value * factor}; }
    friend constexpr auto operator<=>(Count, Count) = default;
};
using NodeHours = Count<struct NodeHoursTag>;
using GpuHours = Count<struct GpuHoursTag>;
using CoreHours = Count<struct CoreHoursTag>;

}  // namespace clustersim
