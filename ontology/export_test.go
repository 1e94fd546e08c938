package ontology

var (
	Compile = compile
	Open    = open
	Shipped = &shipped
)
