# Makes one table of what benchmarks print. They name their metrics so:
#
#   µs-ours        what ours takes, in any unit
#   µs-PEER        what the peer takes, in the same unit
#   ×PEER          how ours compares with it
#   ≤goal×PEER     what that is to be, at most (≤) or at least (≥)
#   ≤goal-µs       what ours is to be
#
# A goal that is missed is marked with an exclamation mark.
BEGIN { row("benchmark", "ours", "peer", "ratio", "goal") }

/^pkg: / { sub(/.*\/bench\//, "", $2); package = $2 }

/^Benchmark/ && NF > 3 {
	split("", metric); ours = unit = ""; rows = 0
	name = $1; sub(/^Benchmark/, "", name); sub(/-[0-9]+$/, "", name)
	for (i = 3; i < NF; i += 2) {
		metric[$(i+1)] = $i
		if ($(i+1) ~ /-ours$/) { ours = $i; unit = $(i+1); sub(/-ours$/, "", unit) }
	}
	for (m in metric) if (m ~ /^×/) {
		peer = substr(m, length("×") + 1)
		row(package " " name, short(ours) " " unit, short(metric[unit "-" peer]) " " peer, short(metric[m]), goal("×" peer, metric[m]) goal("-" unit, ours))
		rows++
	}
	if (!rows && ours != "") row(package " " name, short(ours) " " unit, "", "", goal("-" unit, ours))
}

/^(--- FAIL|FAIL|panic)/ { print; failed = 1 }

END { exit failed }

function goal(of, got) {
	what = of; sub(/^-/, " ", what); sub(/^×.*/, "", what)
	if (("≤goal" of) in metric) return "≤ " metric["≤goal" of]+0 what (got+0 > metric["≤goal" of]+0 ? " !" : "")
	if (("≥goal" of) in metric) return "≥ " metric["≥goal" of]+0 what (got+0 < metric["≥goal" of]+0 ? " !" : "")
	return ""
}

function short(n) { return n == "" ? "" : sprintf(n < 10 ? "%.2g" : "%.0f", n) }

# Some awks count bytes and others letters, so what aligns the columns comes later.
function row(a, b, c, d, e) { print a "|" b "|" c "|" d "|" e }
