//go:build !race

package menu

const part = 1
