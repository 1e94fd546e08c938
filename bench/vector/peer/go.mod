module github.com/maitre-dev/maitre/bench/vector/peer

go 1.26.0

require (
	github.com/maitre-dev/maitre v0.0.0
	github.com/philippgille/chromem-go v0.7.0
)

require golang.org/x/sys v0.49.0 // indirect

replace github.com/maitre-dev/maitre => ../../..
