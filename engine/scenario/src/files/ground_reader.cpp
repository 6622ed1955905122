#include "files/ground_reader.h"

#include "fray/spatial/grid_map.h"
#ifdef FRAY_NAVMESH
#include "fray/spatial/navmesh.h"
#endif
#include "army/lookup.h"
#include "army/standing.h"
#include "files/words.h"
#include "input_file.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fmt/format.h>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <utility>

namespace fray::scenario {
namespace {

// ---- Making ---------------------------------------------------------------------------------------------------------

/// The cells of a GridMap, before its position in the world is known.
struct Cells {
    int columns = 0, lines = 0;
    std::vector<uint8_t> kinds;
};

class GroundMaker {
public:
    GroundMaker(Problems& problems, const toml::table& ground, const std::string& file, GroundDef& def)
        : problems_(problems), ground_(ground), file_(file), def_(def) {}

    void make() {
        if (!def_.navmesh.empty()) return load_navmesh();
        if (def_.kind == GroundKind::grid && def_.agent_radius > 0.0f)
            return wrong("agent_radius",
                         fmt::format("is {}; allowed: 0 without kind = 'navmesh'", to_text(def_.agent_radius)));
        if (def_.kind == GroundKind::grid && def_.open_gaps)
            return wrong("open_gaps", "is true; allowed: false for a grid map, its rows say what is water");
        if (!(def_.map.empty() ? take_rows() : take_map())) return;
        if (std::find(cells_.kinds.begin(), cells_.kinds.end(), GridMap::passable) == cells_.kinds.end())
            return wrong("rows", "have no walkable cell");
        const Vec2 half = {0.5f * def_.cell_size * static_cast<float>(cells_.columns),
                           0.5f * def_.cell_size * static_cast<float>(cells_.lines)};
        const float reach = std::max(std::abs(def_.at.x) + half.x, std::abs(def_.at.y) + half.y);
        if (reach > world_extent)
            return too_large(ground_.contains("cell_size") ? "cell_size" : def_.map.empty() ? "rows" : "map", reach);
        Result<GridMap> map = GridMap::create(cells_.columns, cells_.lines, std::move(cells_.kinds), def_.cell_size,
                                              {def_.at.x - half.x, def_.at.y - half.y});
        if (!map) return wrong(def_.map.empty() ? "rows" : "map", printable(map.error_text(), 400));
        if (def_.kind == GroundKind::grid)
            def_.made = std::make_shared<GridMap>(std::move(*map));
        else
            make_navmesh(*map);
    }

private:
    void wrong(const char* key, const std::string& what, const toml::node* element = nullptr,
               const std::string& index = "") {
        const toml::node* const node = element != nullptr ? element : ground_.get(key);
        problems_.add(node != nullptr ? node->source() : ground_.source(), fmt::format("ground.{}{}", key, index),
                      what);
    }

    void too_large(const char* key, float reach) {
        wrong(key, fmt::format("makes a ground that reaches {} m from the origin; allowed: 0 to {}",
                               to_text(std::ceil(reach)), to_text(world_extent)));
    }

    /// The contents of the file `name`, which `key` gives relative to the scenario's folder. Empty: the file cannot be
    /// read; the error is reported.
    std::optional<std::string> read_file(const char* key, const std::string& name, uint64_t most) {
        const std::filesystem::path path = std::filesystem::path(file_).parent_path() / name;
        std::string text;
        const std::string error = read_input(path.string(), most, &text);
        if (error.empty()) return text;
        wrong(key, fmt::format("'{}' {}", printable(name), error));
        return std::nullopt;
    }

#ifdef FRAY_NAVMESH
    void make_navmesh(const GridMap& map) {
        Result<NavMesh> mesh = NavMesh::from_grid(map, def_.agent_radius, {.open_gaps = def_.open_gaps});
        if (!mesh) return wrong("kind", printable(mesh.error_text(), 400));
        def_.made = std::make_shared<NavMesh>(std::move(*mesh));
    }

    void load_navmesh() {
        for (const char* key : {"kind", "agent_radius", "cell_size", "at"})
            if (ground_.contains(key)) return wrong(key, "is for maps; allowed: without it, a navmesh has its own");
        const std::optional<std::string> bytes = read_file("navmesh", def_.navmesh, InputLimits::navmesh);
        if (!bytes) return;
        Result<NavMesh> mesh =
            NavMesh::parse(std::as_bytes(std::span(*bytes)), def_.navmesh, {.open_gaps = def_.open_gaps});
        if (!mesh) return wrong("navmesh", printable(mesh.error_text(), 400));
        const Vec2 low = mesh->low(), high = mesh->high();
        const float reach = std::max({-low.x, -low.y, high.x, high.y});
        if (reach > world_extent) return too_large("navmesh", reach);
        def_.made = std::make_shared<NavMesh>(std::move(*mesh));
    }
#else
    void no_navmeshes(const char* key) { wrong(key, "needs a build with navmeshes (librecast-dev, FRAY_NAVMESH)"); }
    void make_navmesh(const GridMap&) { no_navmeshes("kind"); }
    void load_navmesh() { no_navmeshes("navmesh"); }
#endif

    bool take_map() {
        const std::optional<std::string> text = read_file("map", def_.map, InputLimits::map);
        if (!text) return false;
        const Result<GridMap> map = GridMap::parse(*text, def_.map);
        if (!map) {
            wrong("map", printable(map.error_text(), 400));
            return false;
        }
        cells_ = {map->columns(), map->lines(), {}};
        for (int y = 0; y < map->lines(); ++y)
            for (int x = 0; x < map->columns(); ++x) cells_.kinds.push_back(map->kind(x, y));
        return true;
    }

    bool take_rows() {
        const toml::array& rows = *ground_["rows"].as_array();
        const size_t width = def_.rows.empty() ? 0 : def_.rows[0].size();
        const auto most = static_cast<size_t>(GridMap::max_side);
        if (width == 0 || width > most || def_.rows.size() > most) {
            wrong("rows", fmt::format("are {} of {} cells; allowed: 1 to {} each way", def_.rows.size(), width, most));
            return false;
        }
        cells_ = {static_cast<int>(width), static_cast<int>(def_.rows.size()), {}};
        bool good = true;
        for (size_t i = def_.rows.size(); i-- > 0;) good = take_row(rows[i], i) && good; // last row: lowest y
        return good;
    }

    bool take_row(const toml::node& node, size_t i) {
        const std::string& row = def_.rows[i];
        const std::string index = fmt::format("[{}]", i);
        if (row.size() != static_cast<size_t>(cells_.columns)) {
            wrong("rows", fmt::format("is of {} cells; allowed: {}, like the first", row.size(), cells_.columns), &node,
                  index);
            return false;
        }
        for (size_t k = 0; k < row.size(); ++k) {
            const std::optional<uint8_t> kind = GridMap::kind_of(row[k]);
            if (kind) cells_.kinds.push_back(*kind);
            if (kind) continue;
            wrong("rows",
                  fmt::format("has '{}' in place {}; allowed: . G S (walkable) @ O T W (not)",
                              printable(std::string_view(row).substr(k, 1)), k),
                  &node, index);
            return false;
        }
        return true;
    }

    Problems& problems_;
    const toml::table& ground_;
    const std::string& file_;
    GroundDef& def_;
    Cells cells_;
};

// ---- Checking -------------------------------------------------------------------------------------------------------

class GroundCheck {
public:
    GroundCheck(Problems& problems, Problems& warnings, const toml::table& root, const Scenario& scenario)
        : problems_(problems), warnings_(warnings), root_(root), scenario_(scenario), islands_(scenario.groups.size()) {
    }

    void all() {
        floors();
        Standing standing(scenario_);
        const std::vector<int64_t> counts = group_counts(scenario_);
        for (size_t i = 0; i < counts.size(); ++i) group(standing, i, counts[i]);
        for (size_t i = 0; i < counts.size(); ++i) reaches(i);
        for (size_t i = 0; i < scenario_.script.size(); ++i) leads_off(i);
    }

private:
    void floors() {
#ifdef FRAY_NAVMESH
        const auto* const mesh = dynamic_cast<const NavMesh*>(scenario_.ground->made.get());
        Vec2 at{};
        if (scenario_.ground->navmesh.empty() || mesh == nullptr || !mesh->has_floors(&at)) return;
        warnings_.add(root_["ground"]["navmesh"].node()->source(), "ground.navmesh",
                      fmt::format("has floors that lie over each other, for example at [{}, {}]: heights are ignored, "
                                  "so paths may lead over the wrong floor; give a mesh of a single floor",
                                  std::round(at.x * 10.0f) / 10.0f, std::round(at.y * 10.0f) / 10.0f));
#endif
    }

    const toml::source_region& source(size_t group) const { return (*root_["groups"].as_array())[group].source(); }
    std::string place(size_t group) const { return fmt::format("groups.{}", printable(scenario_.groups[group].name)); }

    void group(Standing& standing, size_t i, int64_t count) {
        const GroupDef& group = scenario_.groups[i];
        const Standing::Places places = standing.stand(group, formation_positions(group, count));
        if (places.off_ground != 0 && scenario_.off_ground == OffGround::refuse)
            problems_.add(source(i), place(i),
                          fmt::format("has {} of its agents off the ground, the first at [{}, {}]; allowed: none, "
                                      "or off_ground = 'move'",
                                      places.off_ground, to_text(places.first.x), to_text(places.first.y)));
        else if (places.without_room != 0)
            problems_.add(source(i), place(i),
                          fmt::format("finds no room on the ground for {} of its agents", places.without_room));
        else if (places.off_ground != 0)
            warnings_.add(source(i), place(i),
                          fmt::format("has {} of its agents off the ground: each is moved to the nearest free place",
                                      places.off_ground));
        for (const Vec2 at : places.positions) ++islands_[i][standing.island(at)];
    }

    /// Warns if agents of a group have no enemy on their island.
    void reaches(size_t i) {
        std::set<uint32_t> foes;
        bool anybody = false;
        for (size_t k = 0; k < scenario_.groups.size(); ++k) {
            if (!are_hostile(scenario_, scenario_.groups[i].team, scenario_.groups[k].team)) continue;
            for (const auto& [island, agents] : islands_[k]) {
                foes.insert(island);
                anybody = anybody || agents != 0;
            }
        }
        // An enemy off the ground has no island, so every agent can reach it.
        if (!anybody || foes.count(Ground::no_island) != 0) return;
        int64_t cut_off = 0;
        for (const auto& [island, agents] : islands_[i])
            if (island != Ground::no_island && foes.count(island) == 0) cut_off += agents;
        if (cut_off != 0)
            warnings_.add(source(i), place(i),
                          fmt::format("has {} agents that can reach no enemy: none is on their island", cut_off));
    }

    void leads_off(size_t i) {
        const ScriptCommand& command = scenario_.script[i].command;
        const auto* const order = std::get_if<ScriptOrder>(&command);
        const auto* const teleport = std::get_if<ScriptTeleport>(&command);
        if (teleport == nullptr && (order == nullptr || order->kind != OrderKind::move)) return;
        if (scenario_.ground->made->walkable(teleport != nullptr ? teleport->to : order->to)) return;
        const toml::table& table = *(*root_["script"].as_array())[i].as_table();
        const bool refused = teleport != nullptr && scenario_.off_ground == OffGround::refuse;
        (refused ? problems_ : warnings_)
            .add(table.get("to")->source(), fmt::format("script[{}].to", i),
                 refused ? "is off the ground; allowed: ground, or off_ground = 'move'"
                         : "is off the ground: the nearest walkable point is used");
    }

    Problems& problems_;
    Problems& warnings_;
    const toml::table& root_;
    const Scenario& scenario_;
    std::vector<std::map<uint32_t, int64_t>> islands_; ///< for each group: number of its agents by island
};

} // namespace

void make_ground(Problems& problems, const toml::table& root, const std::string& file, GroundDef* def) {
    GroundMaker(problems, *root["ground"].as_table(), file, *def).make();
}

void check_ground(Problems& problems, Problems& warnings, const toml::table& root, const Scenario& scenario) {
    GroundCheck(problems, warnings, root, scenario).all();
}

} // namespace fray::scenario
