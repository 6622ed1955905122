#!/usr/bin/env bash
# The example of lock-step netcode: a host, a peer and a late joiner have equal hashes; a peer that cheats is found;
# messages that the protocol does not allow are refused, and the battle goes on.
#   tests/integration/lockstep.sh PROGRAM
#   AGENTS=N FRAMES=F tests/integration/lockstep.sh PROGRAM
set -uo pipefail

program=$(realpath "$1")
agents=${AGENTS:-2000} frames=${FRAMES:-240}
cd "$(mktemp -d)" || exit 1
trap 'kill $(jobs -p) 2>/dev/null; rm -rf "$PWD"' EXIT

fail() {
    echo "tests/integration/lockstep.sh: $1" >&2
    head -50 ./*.txt >&2
    exit 1
}
has() { grep -q -- "$2" "$1" || fail "$1 does not have '$2'"; }
# Waits until the file has the text.
await() {
    for _ in $(seq 600); do
        grep -qs -- "$2" "$1" && return
        sleep 0.1
    done
    fail "$1 does not have '$2' after 60 s"
}
# Starts a host with these options, and sets `host` and `port`.
begin() {
    rm -f ./*.txt
    "$program" host --agents "$agents" --frames "$frames" "$@" >host.txt 2>&1 &
    host=$!
    await host.txt "listening on port"
    port=$(sed -n 's/listening on port //p' host.txt)
}
# Ends with the exit status of the process.
ends() { wait "$1"; [ $? -eq "$2" ] || fail "exit status of $3, expected $2"; }
# Sends bytes to the host, and expects this reason.
stranger() {
    exec 3<>"/dev/tcp/127.0.0.1/$port"
    printf %b "$1" >&3
    timeout 30 cat <&3 >stranger.txt
    exec 3>&-
    has stranger.txt "$2"
}

# All hashes are equal, those of a late joiner too. Strangers do not disturb.
begin --peers 2
"$program" join --port "$port" >peer.txt 2>&1 &
peer=$!
await host.txt "peer 1 joins"
sleep 0.5 # some frames
"$program" join --port "$port" >late.txt 2>&1 &
late=$!
stranger '\x63\x00\x00' "unknown kind 99"
stranger '\x00\xff\xff' "65535 bytes, allowed 6 to 38"
stranger '\x00\x06\x00nobody' "this is no lock-step peer"
stranger '\x00\x09\x00FRAY\x01\x000.1' "protocol 1 and fray 0.1, but the host has"
stranger '\x00\x09\x00FRAY\x63\x000.1' "protocol 99 and fray 0.1, but the host has"
stranger '\x05\x08\x00hashhash' "kind 5, which is not allowed now"
ends "$peer" 0 peer
ends "$late" 0 "late joiner"
ends "$host" 0 host
has host.txt "peer 2 joins in frame [1-9]"
has host.txt "snapshot of"
for file in host peer late; do
    has $file.txt "every hash equal"
    rate=$(grep "every hash" $file.txt | grep -o '[0-9]* bytes/s' | sort -n | tail -1)
    [ "${rate% *}" -le 2000 ] || fail "$file: $rate, allowed 2000"
done
cat host.txt peer.txt late.txt

# A peer that cheats: every process says so and ends.
begin --peers 3
"$program" join --port "$port" >peer.txt 2>&1 &
peer=$!
"$program" join --port "$port" --desync-at 100 >cheat.txt 2>&1 &
cheat=$!
ends "$peer" 1 peer
ends "$cheat" 1 "the cheating peer"
ends "$host" 1 host
for file in host peer cheat; do has $file.txt "frame 100: the state of peer [12] differs"; done

# A peer that goes away is dropped, and the battle goes on.
begin --peers 3
"$program" join --port "$port" >peer.txt 2>&1 &
peer=$!
"$program" join --port "$port" >leaver.txt 2>&1 &
leaver=$!
await host.txt "peer 2 joins"
sleep 0.5 # some frames
kill -KILL "$leaver"
wait "$leaver" 2>/dev/null
ends "$peer" 0 peer
ends "$host" 0 host
has host.txt "peer [12] is dropped: the connection was closed"

# Bad arguments: a line, and exit status 2.
while read -r arguments; do
    # shellcheck disable=SC2086
    "$program" $arguments >bad.txt 2>&1
    [ "$? $(wc -l <bad.txt)" = "2 1" ] || fail "'$arguments' is not refused"
done <<'ARGUMENTS'

play
host --port
host --port 65536
host --agents 1
host --agents 1e6
host --desync-at 5
join
join --port 0
join --port 5000 --agents 10
ARGUMENTS
