// Temporary files.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <unistd.h>

namespace fray::test {

/// A file that is removed before and after the test.
class TemporaryFile {
public:
    explicit TemporaryFile(const std::string& name)
        : path(testing::TempDir() + "fray-" + std::to_string(::getpid()) + "-" + name) {
        std::filesystem::remove(path);
    }
    ~TemporaryFile() { std::filesystem::remove(path); }
    bool there() const { return std::filesystem::exists(path); }
    std::string path;
};

} // namespace fray::test
