"""Tables of results: made from what the benchmarks write, kept as bench/results/MACHINE/NAME.csv, and read again.

A table is a list of dicts with the same keys. Its file begins with comments: the command that makes it, the measured
commit, and the commands behind it.
"""
import csv
import io
import json
import re


def write(path, comments, rows):
    """Figures are written with four significant digits."""
    text = io.StringIO()
    out = csv.DictWriter(text, list(rows[0]), lineterminator="\n")
    out.writeheader()
    out.writerows({key: _cell(value) for key, value in row.items()} for row in rows)
    path.write_text("".join(f"# {line}\n" for line in comments) + text.getvalue())


def read(path):
    return list(csv.DictReader(line for line in path.read_text().splitlines() if not line.startswith("#")))


def _cell(value):
    if value is None:
        return ""
    if isinstance(value, float):
        return f"{value:.0f}" if abs(value) >= 1000 else f"{value:.4g}"
    return value


def _percent(share):
    return None if share is None else 100.0 * share


def battles(results):
    """Of the JSON of fray_bench_battles."""
    return [{"battle": row["battle"], "threads": row["threads"], "frames": row["frames"], "agents": row["agents"],
             "mean_ms": row["mean_ms"], "p50_ms": row["p50_ms"], "p99_ms": row["p99_ms"], "max_ms": row["max_ms"],
             "p99_over_p50": row["p99_over_p50"], "core_ns": row["core_ns_per_agent"],
             "core_ns_awake": row["core_ns_per_agent"] / max(row["movement"]["awake_share"], 1e-9),
             "moved_percent": _percent(row["movement"]["moved_share"]),
             "awake_percent": _percent(row["movement"]["awake_share"]),
             "others_percent": _percent((row["steal"] or 0) + (row["used_by_others"] or 0)),
             **row["system_ms"], "hash": row["hash"]} for row in results["battles"]]


def crowds(results):
    """Of the JSON of fray_bench_battles --crowds."""
    def times(row, peer):
        name = peer.replace("-", "_")
        return {name + "_ms": row[_PEERS[peer] + "_ms"],
                name + "_ratio": row[_PEERS[peer] + "_over_locomotion_and_indices"]}
    return [{"battle": row["battle"], "frame": row["frame"], "threads": row["threads"], "agents": row["agents"],
             "walking_percent": _percent(row["walking_share"]), "locomotion_ms": row["fray_locomotion_ms"],
             "indices_ms": row["fray_build_indices_ms"],
             **{key: value for peer in _PEERS for key, value in times(row, peer).items()}}
            for row in results.get("crowds", [])]


_PEERS = {"orca": "orca_10_neighbours", "orca-6": "orca_6_neighbours", "detour": "detour_low"}


def scale(variant, results):
    """Of the JSON of `fray scale`."""
    return [{"variant": variant, "agents": row["agents"], "threads": "serial" if row["jobs"] == "serial" else row["threads"],
             "pinned": int(row["pinned"]), "frame_ms": row["frame_ms"], "p99_ms": row["frame_ms_p99"],
             "speedup": row["speedup"], "ceiling": row["ceiling"], "serial_percent": _percent(row["serial_share"]),
             "hash_ms": row["hash_ms"], "locomotion_ms": row["system_ms_locomotion"], "hash": row["hash"]}
            for row in results["rows"]]


def projection(results):
    """Of the JSON of `fray scale --project`. All but measured_ms is predicted."""
    keys = ["cores", "frame_ms", "frame_ms_with_memory", "speedup", "speedup_with_memory", "critical_path_ms",
            "work_by_cores_ms", "memory_ms"]
    return [{"agents": battle["agents"], **{key: row[key] for key in keys},
             "measured_ms": row.get("check", {}).get("measured_frame_ms"), "binds": row["binds"].replace(", ", ": ")}
            for battle in results["projections"]["list"] for row in battle["rows"]]


def plain(agents, port, fray):
    """Of the output of fray_plain, and of the JSON of `fray run --stats` with one thread and without the hash."""
    port_ms = float(re.search(r"^ *frame +([\d.]+) ms", port, re.M)[1])
    fray_ms = fray["frame_ms"]["mean"] - fray["hash_ms"]
    return {"agents": agents, "plain_ms": port_ms, "fray_ms": fray_ms, "ratio": port_ms / fray_ms,
            "plain_attacks_per_s": float(re.search(r"attacks +(\d+) a second", port)[1]) * agents / 1e5,
            "fray_attacks_per_s": fray["attacks_a_second"]}


def motion(results):
    """Of the JSON of fray_bench_motion. Times are empty if too few agents have arrived within the time limit."""
    keys = ["t50_s", "t99_s", "t100_s", "stuck", "astray", "worst_overlap", "path_ratio", "standing_moved_m"]
    return [{"scene": row["scene"], "engine": row["engine"], "agents": row["agents"], "ideal_s": row["free_time_s"],
             **{key: row[key] for key in keys}, "deep_percent": _percent(row["deep_share"]), "ns": row["whole_ns"]}
            for row in results]


def ranks(text):
    """Of the output of fray_bench_ranks: a part for each battle, and in it a line for each number of ranks."""
    rows, battle = [], None
    for line in text.splitlines():
        if head := re.match(r"(\w+), (\d+) agents( a rank)?, frames (\d+) to (\d+)", line):
            battle = {"battle": head[1], "agents": head[2], "a_rank": int(bool(head[3])), "first_frame": head[4]}
        elif re.match(r" *\d", line):
            values = line.replace("|", " ").split()
            *head, exchanges, fast, gain, slow, slow_gain = values
            rows.append({**battle, "ranks": head[0], "longest_ms": head[1], "mean_ms": head[2], "sent_mb": head[-1],
                         "exchanges": exchanges, "frame_ms": fast, "gain": gain, "slow_network_frame_ms": slow,
                         "slow_network_gain": slow_gain})
    return rows


def google(results):
    """Of the JSON of a program of Google Benchmark: medians where there are repeats."""
    return [{"benchmark": re.sub(r"/(iterations:\d+|repeats:\d+|manual_time|real_time)", "", row.get("run_name", row["name"])),
             "time": row["real_time"], "unit": row["time_unit"]}
            for row in results["benchmarks"] if row.get("aggregate_name", "median") == "median"]


def load(path):
    return json.loads(path.read_text())
