package house

// Wanted is wanted, for tests.
var Wanted = wanted
