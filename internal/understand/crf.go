package understand

import (
	"math"
	"slices"
)

// crf finds the gradients of a conditional random field: how far the chances of
// tags and of steps from tag to tag are from what is labelled.
type crf struct {
	forward, backward, turn, pairs []float32
	likely                         [][]int // by token, the tags that are not out of the question
}

// gradient replaces the scores of tags by their gradients, and adds those of steps.
func (c *crf) gradient(scores []float32, row []int, step, dstep []float32) {
	n := len(row)
	c.forward, c.backward = sized(c.forward, n*tagCount), sized(c.backward, n*tagCount)
	c.turn, c.pairs = sized(c.turn, tagCount*tagCount), sized(c.pairs, tagCount*tagCount)
	clear(c.forward)
	clear(c.backward)
	c.likely = slices.Grow(c.likely[:0], n)[:n]
	for i := range n {
		now := scores[i*tagCount : (i+1)*tagCount]
		softmax(now)
		c.likely[i] = c.likely[i][:0]
		for t, p := range now {
			if p > 0.0005 || t == row[i] || t == 0 {
				c.likely[i] = append(c.likely[i], t)
			}
		}
	}
	for i, s := range step {
		c.turn[i] = 0
		if follows(i/tagCount, i%tagCount) {
			c.turn[i] = float32(math.Exp(float64(s)))
		}
	}
	for _, t := range c.likely[0] {
		if follows(0, t) {
			c.forward[t] = scores[t]
		}
	}
	scaleToOne(c.forward[:tagCount])
	for i := 1; i < n; i++ {
		now, prev := c.forward[i*tagCount:(i+1)*tagCount], c.forward[(i-1)*tagCount:i*tagCount]
		for _, t := range c.likely[i] {
			for _, p := range c.likely[i-1] {
				now[t] += prev[p] * c.turn[p*tagCount+t]
			}
			now[t] *= scores[i*tagCount+t]
		}
		scaleToOne(now)
	}
	for _, t := range c.likely[n-1] {
		c.backward[(n-1)*tagCount+t] = 1
	}
	for i := n - 2; i >= 0; i-- {
		now, next := c.backward[i*tagCount:(i+1)*tagCount], c.backward[(i+1)*tagCount:(i+2)*tagCount]
		for _, t := range c.likely[i+1] {
			v := scores[(i+1)*tagCount+t] * next[t]
			for _, p := range c.likely[i] {
				now[p] += v * c.turn[p*tagCount+t]
			}
		}
		scaleToOne(now)
	}
	for i := 1; i < n; i++ {
		sum := float32(0)
		for _, p := range c.likely[i-1] {
			for _, t := range c.likely[i] {
				v := c.forward[(i-1)*tagCount+p] * c.turn[p*tagCount+t] * scores[i*tagCount+t] * c.backward[i*tagCount+t]
				c.pairs[p*tagCount+t] = v
				sum += v
			}
		}
		for _, p := range c.likely[i-1] {
			for _, t := range c.likely[i] {
				dstep[p*tagCount+t] += c.pairs[p*tagCount+t] / max(sum, 1e-30)
			}
		}
		dstep[row[i-1]*tagCount+row[i]]--
	}
	for i := range n {
		g := scores[i*tagCount : (i+1)*tagCount]
		for t := range g {
			g[t] = c.forward[i*tagCount+t] * c.backward[i*tagCount+t]
		}
		scaleToOne(g)
		g[row[i]]--
	}
}

func softmax(scores []float32) {
	top, sum := slices.Max(scores), float32(0)
	for i, s := range scores {
		scores[i] = float32(math.Exp(float64(s - top)))
		sum += scores[i]
	}
	for i := range scores {
		scores[i] /= sum
	}
}

func sized(s []float32, n int) []float32 { return slices.Grow(s[:0], n)[:n] }

func scaleToOne(v []float32) {
	sum := float32(0)
	for _, x := range v {
		sum += x
	}
	for i := range v {
		v[i] /= max(sum, 1e-30)
	}
}
