#!/bin/sh
# Builds what is released, into dist/: for each system an archive with the
# static program, the license, the README and the licenses of what is built in,
# and SHA256SUMS. It depends on nothing but the commit, the version and Go's own
# release: whoever builds the same gets the same bytes. It wants GNU's tar and
# touch, and zip.
#
#   deploy/dist.sh [OS/ARCH...]
set -eu
cd "$(dirname "$0")/.."
umask 022
export LC_ALL=C

version=${VERSION:-$(git describe --tags --always --dirty 2>/dev/null || echo devel)}
epoch=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null || echo 1)}
[ $# -gt 0 ] || set -- linux/amd64 linux/arm64 darwin/amd64 darwin/arm64 windows/amd64

# licenses prints those of the modules that are built in, and Go's own.
licenses() {
	{
		echo "Go $(go env GOROOT)"
		go list -deps -f '{{with .Module}}{{if not .Main}}{{.Path}} {{.Dir}}{{end}}{{end}}' ./cmd/maitre | sort -u
	} | while read -r module dir; do
		found=
		for file in "$dir"/LICENSE* "$dir"/LICENCE* "$dir"/COPYING* "$dir"/NOTICE*; do
			[ -f "$file" ] || continue
			found=yes
			printf '\n======== %s: %s\n\n' "$module" "$(basename "$file")"
			cat "$file"
		done
		[ -n "$found" ] || { echo "$module has no license" >&2; exit 1; }
	done
}

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/dist"

for platform; do
	export GOOS="${platform%/*}" GOARCH="${platform#*/}" CGO_ENABLED=0
	name=maitre_${version}_${GOOS}_${GOARCH}
	program=maitre
	[ "$GOOS" != windows ] || program=maitre.exe
	mkdir "$work/$name"
	go build -trimpath -buildvcs=false -ldflags "-s -w -X github.com/maitre-dev/maitre/internal/door/cli.Version=$version" \
		-o "$work/$name/$program" ./cmd/maitre
	licenses >"$work/$name/LICENSES-OF-OTHERS"
	cp LICENSE README.md "$work/$name"
	chmod 644 "$work/$name"/[A-Z]*
	find "$work/$name" -exec touch -d "@$epoch" {} +
	if [ "$GOOS" = windows ]; then
		(cd "$work" && TZ=UTC zip -qrX - "$name"/*) >"$work/dist/$name.zip"
	else
		tar -C "$work" --sort=name --owner=0 --group=0 --numeric-owner --mtime="@$epoch" --format=ustar -cf - "$name" |
			gzip -9n >"$work/dist/$name.tar.gz"
	fi
done
(cd "$work/dist" && sha256sum -- *) >"$work/sums"
rm -rf dist
mv "$work/dist" dist
mv "$work/sums" dist/SHA256SUMS
