// SPDX-License-Identifier: Apache-2.0
#include "sim/core/random_stream.hpp"

#include "sim/core/ensure.hpp"

#include <boost/random/exponential_distribution.hpp>
#include <boost/random/gamma_distribution.hpp>
#include <boost/random/mersenne_twister.hpp>
#include <boost/random/normal_distribution.hpp>
#include <boost/random/uniform_01.hpp>
#include <boost/random/uniform_int_distribution.hpp>

#include <cmath>

namespace clustersim {

struct RandomStream::Engine {
    boost::random::mt19937_64 bits;
};

namespace {

std::uint64_t fnv1a(std::string_view text) {
    std::uint64_t hash = 0xcbf29ce484222325U;
    for (char const c : text) {
        hash ^= static_cast<unsigned char>(c);
        hash *= 0x100000001b3U;
    }
    return hash;
}

/// The output function of splitmix64 (Steele, Lea, Flood 2014, doi:10.1145/2660193.2660195): a
/// bijection in which every input bit changes about half of the output bits.
std::uint64_t splitmix64(std::uint64_t x) {
    x += 0x9e3779b97f4a7c15U;
    x = (x ^ (x >> 30U)) * 0xbf58476d1ce4e5b9U;
    x = (x ^ (x >> 27U)) * 0x94d049bb133111ebU;
    return x ^ (x >> 31U);
}

bool positive(double value) {
    return value > 0.0 && std::isfinite(value);
}

}  // namespace

std::uint64_t stream_key(std::uint64_t seed, std::string_view purpose, std::uint64_t replicate) {
    return splitmix64(splitmix64(splitmix64(seed) ^ fnv1a(purpose)) + replicate);
}

RandomStream::RandomStream(std::uint64_t seed, std::string_view purpose, std::uint64_t replicate)
    : engine_(std::make_unique<Engine>()) {
    engine_->bits.seed(stream_key(seed, purpose, replicate));
}
RandomStream::~RandomStream() = default;
RandomStream::RandomStream(RandomStream&&) noexcept = default;
RandomStream& RandomStream::operator=(RandomStream&&) noexcept = default;
RandomStream::RandomStream(RandomStream const& other)
    : engine_(std::make_unique<Engine>(*other.engine_)) {}
RandomStream& RandomStream::operator=(RandomStream const& other) {
    if (this != &other) engine_ = std::make_unique<Engine>(*other.engine_);
    return *this;
}

std::uint64_t RandomStream::bits() {
    return engine_->bits();
}

double RandomStream::uniform01() {
    return boost::random::uniform_01<double>()(engine_->bits);
}

double RandomStream::uniform(double low, double high) {
    CS_ENSURE(low < high && std::isfinite(high - low), "a uniform sample needs low < high");
    return low + (high - low) * uniform01();
}

std::uint64_t RandomStream::uniform_int(std::uint64_t n) {
    CS_ENSURE(n > 0, "a sample among no numbers");
    return boost::random::uniform_int_distribution<std::uint64_t>(0, n - 1)(engine_->bits);
}

bool RandomStream::bernoulli(double p) {
    CS_ENSURE(p >= 0.0 && p <= 1.0, "a probability lies in [0, 1]");
    return uniform01() < p;
}

double RandomStream::normal() {
    return boost::random::normal_distribution<double>(0.0, 1.0)(engine_->bits);
}

double RandomStream::exponential(double mean) {
    CS_ENSURE(positive(mean), "an exponential needs a positive mean");
    return boost::random::exponential_distribution<double>(1.0 / mean)(engine_->bits);
}

double RandomStream::lognormal(double mu, double sigma) {
    CS_ENSURE(std::isfinite(mu) && sigma >= 0.0, "a lognormal needs sigma >= 0");
    return std::exp(mu + sigma * normal());
}

double RandomStream::gamma(double shape, double scale) {
    CS_ENSURE(positive(shape) && positive(scale), "a gamma needs positive shape and scale");
    return boost::random::gamma_distribution<double>(shape, scale)(engine_->bits);
}

std::size_t RandomStream::pick(std::span<double const> weights) {
    double total = 0.0;
    for (double const weight : weights) {
        CS_ENSURE(weight >= 0.0, "a weight is at least zero");
        total += weight;
    }
    CS_ENSURE(positive(total), "weights are finite and not all zero");
    double left = uniform01() * total;
    std::size_t last = 0;
    for (std::size_t i = 0; i < weights.size(); ++i) {
        if (weights[i] == 0.0) continue;
        last = i;
        if (left < weights[i]) return i;
        left -= weights[i];
    }
    return last;  // reached only by rounding: the last index with a weight
}

}  // namespace clustersim
