//go:build !race

package analyst_test

const part = 1
