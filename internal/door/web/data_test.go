package web_test

import (
	"testing"
)

// An owner brings a table of data with a broken line, mends the kind of a column, keeps
// it, brings another in its place, goes back, and removes it.
func TestPageKeepsATableOfData(t *testing.T) {
	t.Parallel()
	base := fresh(t)
	owner := enter(t, base, 390, 844)
	owner.goTo("/owner#data")
	owner.wait("no table", `document.querySelector("main").innerText.includes("Ainda não há tabelas")`)
	const file = `.file input`
	owner.chooses(file, "Vendas de verão.csv", "text/csv", []byte("produto;cep;valor\nCaipirinha;01310;R$ 22,00\n<b>Suco</b>;20040;R$ 12,50\nsobra;1;2;3;4\n"))
	owner.wait("what was understood", `document.querySelector(".look form input")?.value === "vendas-de-verao" && document.querySelector(".look").innerText.includes("Linha 4: tem 5 campos, e não 3")`)
	owner.fits()
	owner.shot("data")
	owner.writes(`.look th:nth-child(2) select`, "text")
	owner.wait("it as text", `document.querySelector(".look th:nth-child(2) select").value === "text" && document.querySelector(".look td:nth-child(2)").innerText === "01310"`)
	owner.click("Guardar a tabela")
	const row = `[...document.querySelectorAll("tbody tr")].find((r) => r.cells[0]?.innerText === "vendas-de-verao")`
	owner.wait("it kept", row+`?.cells[1].innerText === "2"`)

	owner.cuts() // the console tells of what is refused
	owner.chooses(file, "foto.csv", "text/csv", plate(t))
	owner.wait("that it is none", `document.querySelector("#toasts").innerText.includes("não é uma tabela")`)
	owner.chooses(file, "Vendas de verão.csv", "text/csv", []byte("produto;valor\nÁgua;5\n"))
	owner.wait("one row", `document.querySelector(".look").innerText.includes("Li 1 linha.")`)
	owner.click("Guardar a tabela")
	owner.wait("it in its place", row+`?.cells[1].innerText === "1"`)
	owner.click("Voltar à anterior")
	owner.click("Voltar à anterior")
	owner.wait("the one before", row+`?.cells[1].innerText === "2"`)
	owner.click("Ver: vendas-de-verao")
	const cells = `.look tbody tr:nth-child(2) input`
	owner.wait("its rows", `document.querySelector("`+cells+`")?.value === "<b>Suco</b>"`)
	owner.fits()
	owner.fills(`.look tbody tr:nth-child(2) td:nth-child(3) input`, "R$ 13,90")
	owner.wait("the cell kept", `document.querySelectorAll(".versions tr").length === 3`)
	owner.fills(cells, "Suco de caju")
	owner.wait("the next one, too", `document.querySelectorAll(".versions tr").length === 4`)
	owner.fills(`.look tbody tr:nth-child(2) td:nth-child(3) input`, "caro")
	owner.wait("that it is no number", `document.querySelector("#toasts").innerText.includes("não serve nesta coluna") && document.querySelector(".look [aria-invalid=true]").value === "caro"`)
	const second = `[...document.querySelectorAll(".look tbody tr:nth-child(2) input")].map((i) => i.value).join()`
	for _, want := range []string{"<b>Suco</b>,20040,13.9", "<b>Suco</b>,20040,12.5"} {
		owner.mouse(".row button", "Voltar à anterior")
		owner.mouse("dialog button", "Voltar à anterior")
		owner.wait(want, second+` === "`+want+`"`)
	}
	owner.mouse(".versions button", "Voltar a esta")
	owner.wait("the last one again", second+` === "Suco de caju,20040,13.9"`)
	owner.click("Remover: vendas-de-verao")
	owner.click("Remover")
	owner.wait("it gone", `document.querySelector("main").innerText.includes("Ainda não há tabelas") && !document.querySelector(".look table")`)
}
