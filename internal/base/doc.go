// Package base is a folder of small things that every floor may use: texts for guests
// in three languages and the format of their files, JSON lines, records of a CSV file, tokens of access, patterns, tables of the last results.
package base
