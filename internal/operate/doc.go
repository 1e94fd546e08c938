// Package operate is a folder of what an operator uses beside the conversation: traces,
// evaluation, learning from corrections, and the sample customers.
package operate
