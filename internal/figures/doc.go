// Package figures is a folder of what answers a question with numbers: the question
// engine that plans and writes SQL, the operator's tables and the charts.
package figures
