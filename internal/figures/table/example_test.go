package table_test

import (
	"context"
	"fmt"
	"log"
	"strings"

	"github.com/maitre-dev/maitre/internal/figures/table"
)

func ExampleRead() {
	file := strings.NewReader("data;estado;preço\n05/01/2024;SP;R$ 10,00\n20/01/2024;RJ;R$ 1.020,50\n10/02/2024;SP;n/a\n")
	t, err := table.Read(context.Background(), file, table.Options{})
	if err != nil {
		log.Fatal(err)
	}
	for _, p := range t.Summary() {
		fmt.Println(p.Name, p.Kind, p.Unit, "values:", p.Count, "missing:", p.Missing)
	}
	_, rows, err := t.Query(context.Background(), `SELECT estado, AVG("preço") FROM data GROUP BY estado`, 10)
	if err != nil {
		log.Fatal(err)
	}
	for _, r := range rows {
		fmt.Println(r...)
	}
	// Output:
	// data date  values: 3 missing: 0
	// estado text  values: 3 missing: 0
	// preço number R$ values: 2 missing: 1
	// RJ 1020.5
	// SP 10
}
