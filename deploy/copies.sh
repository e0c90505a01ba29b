#!/bin/sh
# In the container of the copies: one every night at COPIES_AT, restored in a test right after it, and one at the start unless one of
# the last day is there. What goes wrong stands in the log; the last verified one then grows old, and the container is shown as unhealthy.
# With words after it, it does that instead, once: restore /copies.
set -u
[ $# -eq 0 ] || exec node --enable-source-maps /app/dist/server/main.js "$@"
trap 'kill "${running:-}" 2>/dev/null; exit 0' TERM INT

# In the background, or the signal that stops us would wait for it.
await() {
  "$@" &
  running=$!
  wait "$running"
}

program() { await node --enable-source-maps /app/dist/server/main.js "$@"; }

once() { program backup /copies --keep "$COPIES_KEEP" && program verify /copies; }

# A database that restarts just then costs ten minutes, not a night.
copy() { once || { await sleep 600 && once; } || { await sleep 3600 && once; }; }

until_next() {
  now=$(date +%s)
  next=$(date --date="today $COPIES_AT" +%s)
  [ "$next" -gt "$now" ] || next=$(date --date="tomorrow $COPIES_AT" +%s)
  echo $((next - now))
}

if ! date --date="today $COPIES_AT" >/dev/null 2>&1; then
  echo "COPIES_AT tiene que ser una hora del día, como 02:30 (ahora es \"$COPIES_AT\")." >&2
  exit 1
fi
[ -n "$(find /copies -maxdepth 2 -name verified.json -mmin -1440 2>/dev/null)" ] || copy
while :; do
  await sleep "$(until_next)"
  copy
done
