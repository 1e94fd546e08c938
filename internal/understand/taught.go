package understand

import (
	"context"
	"encoding/binary"
	"fmt"
	"math"
)

// TrainActs learns what messages mean from labelled ones, and keeps how spans are found
// as a file of weights has it: whoever teaches that a message asks for the opening hours
// changes nothing in how an allergy is read. It ends between two of its steps, each of
// which takes up to a minute, when ctx does.
func TrainActs(ctx context.Context, lines []Labelled, base []byte) ([]byte, error) {
	_, rest, err := openTable(base, len(Acts))
	numbers := 4 * 3 // least and sure, before the stamp
	if err == nil && len(rest) < numbers+stampSize {
		err = fmt.Errorf("%w: it ends too soon", errWeights)
	}
	if err != nil {
		return nil, err
	}
	all := make([]example, len(lines))
	half := func(from int) func() {
		return func() {
			for i := from; i < len(lines) && ctx.Err() == nil; i += 2 {
				all[i] = newExample(&lines[i])
			}
		}
	}
	parallel(half(0), half(1))
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	v := enumerate(all, ofActs, actRecipe)
	learn, aside := apart(lines, all)
	w := &weights{}
	parallel(func() { w.least, w.sure = calibrate(fitActs(learn, v), aside) }, func() { w.acts = fitActs(all, v) })
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	out := append(w.acts.encode(), rest[:len(rest)-numbers-stampSize]...)
	for _, f := range []float32{w.least, w.sure[0], w.sure[1]} {
		out = binary.LittleEndian.AppendUint32(out, math.Float32bits(f))
	}
	return append(out, make([]byte, stampSize)...), nil
}

// ShippedWeights returns the weights of Default.
func ShippedWeights() []byte { return shipped }
