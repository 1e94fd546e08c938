package brewery

import (
	"crypto/sha256"
	"fmt"
	"strings"

	"github.com/maitre-dev/maitre/lang"
)

// called are other names that people give the columns of FromColumns, folded.
var called = func() map[string]string {
	all := map[string]string{}
	for column, names := range map[string]string{
		"id":             "codigo,code",
		"name":           "nome,nombre,cervejaria,cerveceria,brewery,brewery name,nome da cervejaria,nome fantasia",
		"brewery_type":   "brewery type,tipo,type,categoria",
		"address_1":      "address 1,address,endereco,direccion,rua,logradouro,street",
		"address_2":      "address 2,complemento",
		"address_3":      "address 3,bairro,barrio",
		"city":           "cidade,ciudad,municipio,town",
		"state_province": "state province,state,uf,estado,provincia,province",
		"postal_code":    "postal code,cep,zip,zip code,codigo postal",
		"country":        "pais",
		"phone":          "telefone,telefono,fone,tel",
		"website_url":    "website url,site,website,url,web,pagina",
		"longitude":      "lon,lng",
		"latitude":       "lat",
	} {
		all[lang.Fold(column)] = column
		for name := range strings.SplitSeq(names, ",") {
			all[name] = column
		}
	}
	return all
}()

// Columns returns the columns of a row under the names that FromColumns knows,
// whatever a person called them: "Cidade" is city. What nobody knows is left
// out; a column under its own name goes before one under another. Only Brazil
// has UF and CEP.
func Columns(row map[string]string) map[string]string {
	known := map[string]string{}
	for name, value := range row {
		column := called[lang.Fold(name)]
		if _, twice := known[column]; column != "" && (!twice || name == column) {
			known[column] = value
		}
	}
	if known["country"] == "" && (row["uf"] != "" || row["cep"] != "") {
		known["country"] = "Brazil"
	}
	return known
}

// OwnID is an id for a brewery of a list that has none: the same name in the
// same place has the same.
func OwnID(column map[string]string) string {
	if key(column["name"]) == "" {
		return ""
	}
	of := strings.Join([]string{key(column["name"]), key(column["city"]), key(column["state_province"])}, "\n")
	return fmt.Sprintf("own-%.6x", sha256.Sum256([]byte(of)))
}
