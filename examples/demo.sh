#!/bin/sh
# Build the graph of the example vault and look around in it. Usage: demo.sh [GRAPHIFY]
set -eu
graphify=${1:-graphify}
vault=$(dirname "$0")/vault
graph=$vault/graphify-out/graph.json

say() { printf '\n\033[1m%s\033[0m\n' "$1"; }
[ -t 1 ] || say() { printf '\n%s\n' "$1"; }

say "graphify examples/vault"
"$graphify" "$vault"

say "graphify gods: the entry points of the map"
"$graphify" gods --top 10 --graph "$graph"

say 'graphify explain "Lock levels": one neighbourhood'
"$graphify" explain "Lock levels" --graph "$graph"

say 'graphify query "how do we change a schema without downtime?"'
"$graphify" query "how do we change a schema without downtime?" --budget 500 --graph "$graph"

say "Where it lies"
for name in GRAPH_REPORT.md graph.html graph.json; do
  echo "  $vault/graphify-out/$name"
done
