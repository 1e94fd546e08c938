"""Answers with numpy and pandas what oracle_test.go asks of a list of tables.

Reads a JSON list of CSV texts from standard input, and writes a JSON list of
answers. Sums and deviations are taken in extended precision, whose exponents
hold the squares of huge numbers.
"""

import io
import json
import sys

import numpy as np
import pandas as pd


def numbers(s):
    x = s.dropna().to_numpy()
    wide = x.astype(np.longdouble)
    q1, median, q3 = (float(q) for q in np.quantile(x, [0.25, 0.5, 0.75]))
    reach = 1.5 * (q3 - q1)
    answer = {
        "count": len(x),
        "missing": int(s.isna().sum()),
        "distinct": int(s.nunique()),
        "min": float(x.min()),
        "q1": q1,
        "median": median,
        "q3": q3,
        "max": float(x.max()),
        "mean": float(wide.mean()),
        "sd": float(wide.std(ddof=1)),
        "sum": float(wide.sum()),
        "low": int((x < q1 - reach).sum()),
        "high": int((x > q3 + reach).sum()),
        "bins": [],
    }
    if q3 > q1 and (x != np.trunc(x)).any():
        bins = min(max(len(np.histogram_bin_edges(x, "fd")) - 1, 5), 40)
        answer["bins"] = np.histogram(x, bins)[0].tolist()
    return answer


def correlation(t, a, b):
    both = t[[a, b]].dropna()
    x, y = (both[c].to_numpy().astype(np.longdouble) for c in (a, b))
    x, y = x - x.mean(), y - y.mean()
    spread = np.sqrt((x * x).sum() * (y * y).sum())
    ranks = both.rank()
    return {
        "a": a,
        "b": b,
        "count": len(both),
        "pearson": float((x * y).sum() / spread) if spread > 0 else None,
        "spearman": float(np.corrcoef(ranks[a], ranks[b])[0, 1]) if spread > 0 else None,
    }


def answer(text):
    t = pd.read_csv(io.StringIO(text), parse_dates=["when"])
    columns = [c for c in t.columns if c not in ("when", "group")]
    groups = t.dropna(subset=["plain"]).groupby("group")["plain"].agg(["count", "sum", "mean", "median"])
    months = t.dropna(subset=["when"]).set_index("when")["plain"].resample("MS").agg(["count", "sum"])
    return {
        "columns": {c: numbers(t[c]) for c in columns},
        "correlations": [correlation(t, a, b) for i, a in enumerate(columns) for b in columns[:i]],
        "groups": {g: [float(v) for v in row] for g, row in zip(groups.index, groups.to_numpy())},
        "months": {m.strftime("%Y-%m"): [float(v) for v in row] for m, row in zip(months.index, months.to_numpy())},
        "top": [[k, -int(n)] for n, k in sorted((-n, k) for k, n in t["group"].value_counts().items())],
    }


with np.errstate(all="ignore"):
    print("[" + ",\n".join(json.dumps(answer(text), allow_nan=False) for text in json.load(sys.stdin)) + "]")
