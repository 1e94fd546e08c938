// Package testkit is a folder of kits that tests use and nothing else may import: a
// throw-away PostgreSQL, providers that misbehave.
package testkit
