// Little-endian writing and bounded reading of bytes. A reader never reads past the end: it turns bad and gives zeros.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace uneri {

class ByteWriter {
public:
    void u8(std::uint8_t value) { bytes_.push_back(value); }
    void i8(std::int8_t value) { u8(static_cast<std::uint8_t>(value)); }
    void u16(std::uint16_t value) { le(value, 2); }
    void u32(std::uint32_t value) { le(value, 4); }
    void u64(std::uint64_t value) { le(value, 8); }
    void i32(std::int32_t value) { u32(static_cast<std::uint32_t>(value)); }
    template <std::integral T>
    void integer(T value) {
        le(static_cast<std::make_unsigned_t<T>>(value), sizeof value);
    }
    void text(std::string_view value) {  // at most 2^32 - 1 bytes, with its length in front
        u32(static_cast<std::uint32_t>(value.size()));
        bytes_.insert(bytes_.end(), value.begin(), value.end());
    }
    std::span<const std::uint8_t> bytes() const noexcept { return bytes_; }

private:
    void le(std::uint64_t value, std::size_t count) {
        for (std::size_t i = 0; i < count; ++i) u8(static_cast<std::uint8_t>(value >> (8 * i)));
    }
    std::vector<std::uint8_t> bytes_;
};

class ByteReader {
public:
    explicit ByteReader(std::span<const std::uint8_t> bytes) noexcept : bytes_(bytes) {}

    std::uint8_t u8() noexcept { return static_cast<std::uint8_t>(le(1)); }
    std::int8_t i8() noexcept { return static_cast<std::int8_t>(u8()); }
    std::uint16_t u16() noexcept { return static_cast<std::uint16_t>(le(2)); }
    std::uint32_t u32() noexcept { return static_cast<std::uint32_t>(le(4)); }
    std::uint64_t u64() noexcept { return le(8); }
    std::int32_t i32() noexcept { return static_cast<std::int32_t>(u32()); }
    template <std::integral T>
    T integer() noexcept {
        return static_cast<T>(le(sizeof(T)));
    }
    std::string text() {
        const std::uint32_t size = u32();
        if (size > left()) {
            good_ = false;
            return {};
        }
        std::string value(reinterpret_cast<const char*>(bytes_.data()) + at_, size);
        at_ += size;
        return value;
    }
    std::size_t left() const noexcept { return bytes_.size() - at_; }
    bool good() const noexcept { return good_; }

private:
    std::uint64_t le(std::size_t count) noexcept {
        if (count > left()) {
            good_ = false;
            at_ = bytes_.size();
            return 0;
        }
        std::uint64_t value = 0;
        for (std::size_t i = 0; i < count; ++i) value |= std::uint64_t{bytes_[at_ + i]} << (8 * i);
        at_ += count;
        return value;
    }
    std::span<const std::uint8_t> bytes_;
    std::size_t at_ = 0;
    bool good_ = true;
};

}  // namespace uneri
