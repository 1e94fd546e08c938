// Package testkit is a folder of kits that tests use and nothing else may import: a
// throw-away PostgreSQL, providers that misbehave, and what ends a test that cannot go on.
package testkit
