// Runs the program `fray` as a child process: its exit code, its output, and a folder for the files of a test. The
// macro FRAY_PROGRAM is the path of the executable.
#pragma once

#include <cstdio>
#include <filesystem>
#include <gtest/gtest.h>
#include <string>
#include <sys/wait.h>
#include <unistd.h>

namespace fray::test {

struct Answer {
    int code = -1;
    std::string text; ///< stdout and stderr
};

inline Answer fray(const std::string& arguments) {
    Answer answer;
    const std::string command = std::string(FRAY_PROGRAM) + " " + arguments + " 2>&1";
    std::FILE* pipe = popen(command.c_str(), "r");
    if (!pipe) return answer;
    char buffer[4096];
    for (size_t n = 0; (n = fread(buffer, 1, sizeof buffer, pipe)) > 0;) answer.text.append(buffer, n);
    const int status = pclose(pipe);
    answer.code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    return answer;
}

/// A fixture with a folder for each test, removed afterwards.
class WithFolder : public testing::Test {
protected:
    void SetUp() override {
        const auto* info = testing::UnitTest::GetInstance()->current_test_info();
        dir_ = std::filesystem::temp_directory_path() /
               (std::string("fray-") + info->test_suite_name() + "-" + info->name() + std::to_string(getpid()));
        std::filesystem::create_directories(dir_);
    }
    void TearDown() override { std::filesystem::remove_all(dir_); }

    std::string file(const std::string& name) const { return (dir_ / name).string(); }

    std::filesystem::path dir_;
};

} // namespace fray::test
