// Package semcache keeps answers that cost something and finds them again by
// what was asked, exactly or in other words.
//
// A [Cache] has the answers of one space. [Cache.Get] looks for one under the
// question's key, then under questions that mean the same, and has it made if
// there is none that is still good. However many ask at once, in one process
// or in several that share a [Store], it is made once. When it cannot be made,
// an answer past its time is given rather than none, and says so.
package semcache
