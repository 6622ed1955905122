// A node that runs a world of fray's in Godot 4 (GDExtension, godot-cpp). Not built here (demo/bindings/README.md).
// Godot's ground plane is x and z; its bodies are moved by fray, and read with `positions`.
#pragma once

#include <fray/fray_c.h>

#include <godot_cpp/classes/node3d.hpp>
#include <godot_cpp/variant/packed_vector3_array.hpp>
#include <godot_cpp/variant/string.hpp>

class FrayWorld : public godot::Node3D {
    GDCLASS(FrayWorld, godot::Node3D)

public:
    ~FrayWorld() override;
    void _ready() override;
    void _physics_process(double delta) override;

    /// Tables `archetypes.NAME` and `monsters.NAME`; errors go to Godot's console.
    bool add_archetypes(const godot::String& toml, const godot::String& name);
    int add_team(const godot::String& name);
    /// The agent's serial; -1: refused.
    int spawn(const godot::String& archetype, int team, const godot::Vector3& at);
    void damage(int serial, float amount, int by);
    /// By row; `serials` says who.
    godot::PackedVector3Array positions() const;
    godot::PackedInt32Array serials() const;

protected:
    /// Signals: hit(attacker, target, damage), died(agent, by).
    static void _bind_methods();

private:
    bool good(fray_error error) const;
    void tell_events();

    fray_world_id world_ = {};
};
