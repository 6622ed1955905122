// `fray film` as a process: films, folders of frames, and errors.
#include "scenario/program_folder.h"

#include <gtest/gtest.h>
#include <string>

namespace {

namespace fs = std::filesystem;
using fray::test::Answer, fray::test::expect_ends, fray::test::expect_refused, fray::test::expect_runs,
    fray::test::expect_says, fray::test::fray, fray::test::has, fray::test::shell;

class Film : public fray::test::ProgramFolder {
protected:
    void SetUp() override {
        ProgramFolder::SetUp();
        fs::create_directory(file("empty"));
    }

    /// With PATH as given: "empty" for a PATH without ffmpeg.
    Answer with_path(const std::string& path, const std::string& arguments) const {
        return shell("PATH=" + path + " " FRAY_PROGRAM " " + arguments + " 2>&1");
    }
    /// A program that is called ffmpeg.
    std::string fake_ffmpeg(const std::string& script) const {
        const std::string folder = file("bin");
        fs::create_directory(folder);
        std::ofstream(folder + "/ffmpeg") << "#!/bin/sh\n" << script << "\n";
        fs::permissions(folder + "/ffmpeg", fs::perms::owner_all);
        return folder;
    }

    const std::string small = "film kungfu --from 3 --until 3.3 --fps 10 --width 320 --height 180 ";
};

bool has_ffmpeg() { return shell("command -v ffmpeg").code == 0; }

TEST_F(Film, WritesNumberedFramesIntoAFolder) {
    expect_ends(0, fray(small + "-o " + file("frames")), "3 frames of 320x180: ffmpeg -framerate 10 -i");
    for (const std::string name : {"00001.png", "00002.png", "00003.png"})
        EXPECT_EQ(text("frames/" + name).substr(1, 3), "PNG") << name;
    EXPECT_FALSE(fs::exists(file("frames/00004.png")));
    expect_refused(fray(small + "-o " + file("frames")), "the folder has the frames of another film");
}

TEST_F(Film, TheSameFilmHasTheSameFramesWithAnyNumberOfThreads) {
    for (const std::string threads : {"1", "3"})
        expect_runs(fray("film skirmish --agents 300 --from 4 --until 4.2 --fps 5 --width 320 --height 180 --threads " +
                         threads + " -o " + file(threads)));
    EXPECT_EQ(text("1/00001.png"), text("3/00001.png"));
}

TEST_F(Film, FilmsARecordingLikeItsBattle) {
    ASSERT_EQ(fray("run kungfu --frames 240 --quiet --record " + file("r")).code, 0);
    const std::string rest = " --from 3 --until 3.3 --fps 10 --width 320 --height 180 -o ";
    EXPECT_EQ(fray("film " + file("r") + rest + file("a")).code, 0);
    EXPECT_EQ(fray("film kungfu" + rest + file("b")).code, 0);
    for (const std::string frame : {"00001.png", "00002.png", "00003.png"}) {
        EXPECT_GT(text("a/" + frame).size(), 1000u) << frame;
        EXPECT_EQ(text("a/" + frame), text("b/" + frame)) << frame;
    }
    EXPECT_NE(text("a/00001.png"), text("a/00003.png")) << "the fight goes on";
    const Answer seed = fray("film " + file("r") + " --seed 3 -o " + file("c"));
    expect_refused(seed, "--seed: ");
    expect_says(seed, " is a recording");
}

TEST_F(Film, WithoutFfmpegTheFramesGoIntoAFolderAndItSaysWhatToInstall) {
    const Answer answer = with_path(file("empty"), small + "-o " + file("clip.mp4"));
    expect_ends(0, answer, "there is no ffmpeg in PATH, so the frames go into the folder " + file("clip"));
    expect_says(answer, "apt-get install ffmpeg");
    EXPECT_TRUE(fs::exists(file("clip/00003.png")));
    EXPECT_FALSE(fs::exists(file("clip.mp4")));
}

TEST_F(Film, FfmpegMakesFilmsOfEveryFormat) {
    if (!has_ffmpeg()) GTEST_SKIP() << "there is no ffmpeg";
    for (const std::string ending : {"mp4", "webp", "gif"}) {
        expect_runs(fray(small + "-o " + file("clip." + ending)));
        const std::string bytes = text("clip." + ending).substr(0, 16);
        EXPECT_TRUE(has(bytes, ending == "mp4" ? "ftyp" : ending == "webp" ? "WEBP" : "GIF8")) << ending;
    }
}

TEST_F(Film, TwoBattlesSideBySide) {
    expect_runs(fray(small + "--beside -o " + file("frames")));
    EXPECT_TRUE(fs::exists(file("frames/00003.png")));
}

TEST_F(Film, AFailureOfFfmpegIsAnErrorAndLeavesTheOldFile) {
    std::ofstream(file("clip.mp4")) << "old";
    const std::string path = fake_ffmpeg("echo 'Unknown encoder libx264' >&2; exit 7");
    expect_refused(with_path(path + ":$PATH", small + "-o " + file("clip.mp4")),
                   "clip.mp4: ffmpeg has failed (exit code 7): Unknown encoder libx264");
    EXPECT_EQ(text("clip.mp4"), "old");
}

TEST_F(Film, RefusesWhatItCannotFilm) {
    const std::string to = " -o " + file("frames");
    std::ofstream(file("file")) << "text";
    const std::pair<std::string, std::string> cases[] = {
        {"film kungfu -o " + file("clip.avi"), "ending .avi; allowed: .mp4, .webp, .gif, or a folder for PNG frames"},
        {"film kungfu -o " + file("file/frames"), "the folder cannot be made: "},
        {"film kungfu --from 900" + to, "--from 900: the battle ends at 60 s"},
        {"film kungfu --from 5 --until 5" + to, "--until 5: the film begins at 5 s"},
        {"film kungfu --speed 0" + to, "--speed"},
        {"film kungfu --from -1" + to, "--from"},
        {"film kungfu --width 321 -o " + file("clip.mp4"), "even width and height"},
        {"film kungfu --focus 0,0,0" + to, "--focus: the width is 0"},
        {"film kungfu --fsp 3" + to, "--fps"},
        {"film kungfuu" + to, "kungfu"},
        {"film kungfu", "--output"},
    };
    for (const auto& [arguments, said] : cases) expect_refused(fray(arguments), said);
    if (!has_ffmpeg()) return;
    expect_refused(fray(small + "-o " + file("none/clip.mp4")), "cannot be opened for writing: No such file");
    ASSERT_EQ(fray("run kungfu --frames 2 --quiet --record " + file("r.mp4")).code, 0);
    expect_refused(fray("film " + file("r.mp4") + " -o " + file("r.mp4")), ": the same file as ");
}

} // namespace
