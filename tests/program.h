// Runs the program `fray` as a child process: its exit code, its output, and a folder for the files of a test. The
// macro FRAY_PROGRAM is the path of the executable.
#pragma once

#include <csignal>
#include <cstdio>
#include <filesystem>
#include <gtest/gtest.h>
#include <string>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>

namespace fray::test {

struct Answer {
    int code = -1;
    std::string text; ///< stdout and stderr
};

/// Runs a command of the shell.
inline Answer shell(const std::string& command) {
    Answer answer;
    std::FILE* pipe = popen(command.c_str(), "r");
    if (!pipe) return answer;
    char buffer[4096];
    for (size_t n = 0; (n = fread(buffer, 1, sizeof buffer, pipe)) > 0;) answer.text.append(buffer, n);
    const int status = pclose(pipe);
    answer.code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    return answer;
}

inline Answer fray(const std::string& arguments) {
    return shell(std::string(FRAY_PROGRAM) + " " + arguments + " 2>&1");
}

/// A command of the shell.
struct Command {
    std::string text;
};

/// The program in the background. It is killed at the end of its life.
class Child {
public:
    /// Stdout and stderr go to the file `said`.
    Child(const std::string& arguments, const std::string& said)
        : Child(Command{std::string(FRAY_PROGRAM) + " " + arguments}, said) {}
    Child(const Command& given, const std::string& said) {
        const std::string command = "exec " + given.text + " > " + said + " 2>&1";
        id_ = fork();
        if (id_ == 0) {
            execl("/bin/sh", "sh", "-c", command.c_str(), nullptr);
            _exit(127);
        }
    }
    ~Child() {
        if (id_ > 0) signal(SIGKILL);
    }
    Child(const Child&) = delete;
    Child& operator=(const Child&) = delete;

    /// Waits until the file has content, for half a minute at most.
    void wait_for_file(const std::string& path) const {
        std::error_code error;
        for (int i = 0; i < 3000; ++i) {
            if (std::filesystem::exists(path) && std::filesystem::file_size(path, error) > 0) return;
            usleep(10'000);
        }
        ADD_FAILURE() << path << ": nothing was written";
    }
    void send(int signal) const { kill(id_, signal); }
    /// Sends the signal and waits for the end. Returns the exit code as a shell does: 128 + the signal that killed it.
    int signal(int number) {
        send(number);
        return wait();
    }
    /// Waits for the end. Returns the same.
    int wait() {
        int status = 0;
        waitpid(std::exchange(id_, -1), &status, 0);
        return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    }

private:
    pid_t id_ = -1;
};

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
