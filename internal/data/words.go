package data

import (
	_ "embed"
	"slices"
	"strings"
	"sync"

	"github.com/maitre-dev/maitre/internal/table"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/ontology"
)

// The ways of asking.
const (
	Distribution = "distribution"
	Dispersion   = "dispersion"
	Correlating  = "correlation"
	Comparing    = "comparison"
	Trending     = "trend"
	Outlying     = "outliers"
	Missing      = "missing"
	Summary      = "summary"
	Top          = "top"
)

// way is a way of asking: what its chunk says, for what columns, and which
// concepts of the ontology, and which words besides, ask for it. Of two ways
// that are asked for as much, the earlier counts.
type way struct {
	intent, title, about string
	kinds                []table.Kind
	concepts, words      []string
}

var all = []table.Kind{table.Number, table.Date, table.Bool, table.Text}

var ways = []way{
	{
		Missing, "Valores ausentes", "O que falta nos dados: valores ausentes, células vazias, nulos, em branco, linhas incompletas, qualidade dos dados.", all,
		strings.Fields("ausente completo_dado qualidade_dados inconsistencia"),
		strings.Fields("falta faltam faltando faltantes faltante vazio vazia vazios vazias nulo nulos branco missing blank blanks empty null gaps vacio vacia vacios vacias incompleto incompletas incompletos incomplete buracos buraco lacunas preenchido preenchidos preenchida preenchidas filled completeness"),
	},
	{
		Outlying, "Valores atípicos", "Outliers, valores fora da curva, estranhos, extremos, discrepantes, anomalias, muito acima ou muito abaixo do normal.",
		[]table.Kind{table.Number},
		strings.Fields("outlier"),
		strings.Fields("outlier outliers atipico atipicos atipica discrepante discrepantes anomalia anomalias anomaly anomalies anormal anormais estranho estranhos estranha weird unusual strange raro raros absurdo absurdos exagerado exagerados odd"),
	},
	{
		Correlating, "Correlação entre colunas", "Relação entre duas colunas: correlação, associação, influência, se uma sobe a outra também, gráfico de dispersão de pontos, matriz.",
		[]table.Kind{table.Number},
		strings.Fields("correlacao relacao_colunas causalidade regressao grafico_dispersao mapa_calor elasticidade_preco"),
		strings.Fields("correlacao correlacionado correlation related relationship relacao relacionado relacionada relacionadas relacionados relacion depende dependem depends scatter scatterplot influencia influenciam afeta afetam affect affects associado linked vinculo ligacao acompanha acompanham"),
	},
	{
		Trending, "Tendência ao longo do tempo", "Evolução por dia, semana, mês ou ano: tendência, crescimento, queda, série temporal, sazonalidade, gráfico de linha.",
		[]table.Kind{table.Date},
		strings.Fields("tendencia crescimento decrescimo taxa_crescimento serie_temporal sazonalidade variacao_periodo previsao media_movel mudanca_serie pico_demanda vale_serie grafico_linha mes_ano ano_col semana_col dia_col"),
		strings.Fields("tendencia trend evolucao evolution evolucion evoluiu evoluiram mensal mensais monthly mensual semanal weekly anual yearly timeline cresce cresceu cresceram crecio caiu cairam subiu subiram historico over"),
	},
	{
		Top, "Os maiores e os mais frequentes", "Ranking: os mais vendidos, os melhores, os maiores, top 10, o que mais aparece, primeiro lugar, pódio.",
		[]table.Kind{table.Text, table.Bool, table.Date},
		strings.Fields("ranking piores mais_vendido menos_vendido pareto moda_estat"),
		strings.Fields("top ranking rank mais most mas maior maiores melhor melhores best highest biggest largest mejores mayores campeao campeoes lidera lideram podio favoritos favoritas favorito favorita favorite favorites favoritas primeiros"),
	},
	{
		Comparing, "Comparação entre grupos", "Comparar grupos: por categoria, por estado, por canal, por tipo; média e total de cada grupo, lado a lado, gráfico de barras.",
		[]table.Kind{table.Text, table.Bool},
		strings.Fields("comparacao comparacao_grupo cruzamento segmento regiao_col grafico_barra"),
		strings.Fields("comparar compare compara comparacao comparison comparacion versus vs diferenca difference diferencia difere diferem differ agrupado agrupada agrupe group grouped breakdown"),
	},
	{
		Distribution, "Distribuição", "Distribuição de cada variável: histogramas, frequência dos valores, faixas, como se espalham os valores de cada coluna.", all,
		strings.Fields("distribuicao histograma faixa_classe densidade_estat percentil violino_grafico frequencia frequencia_relativa assimetria curtose cauda_dist normalidade proporcao"),
		strings.Fields("distribuicao distribuicoes distribution distributions distributed distribucion histograma histogramas histogram histograms frequencia frequency frecuencia faixas shape formato concentram concentra proporcao percentual"),
	},
	{
		Dispersion, "Dispersão", "Dispersão dos valores: desvio padrão, variância, amplitude, quartis, o quanto variam em torno da média, boxplot, gráfico de caixa.",
		[]table.Kind{table.Number},
		strings.Fields("dispersao desvio_padrao variancia coeficiente_variacao amplitude amplitude_interquartil estabilidade volatil_serie boxplot quartil quantil"),
		strings.Fields("dispersao dispersion desvio deviation desviacion variancia variance varianza variabilidade variability boxplot boxplots iqr varia variam varies vary varian amplitude quartis quartiles cuartiles oscila oscilam espalhados"),
	},
	{
		Summary, "Resumo dos dados", "O que esse dado tem: resumo, colunas, tipos, quantas linhas, média, mediana, total, mínimo e máximo de cada coluna, visão geral.", all,
		strings.Fields("resumo_dados tendencia_central media_estat mediana total_soma contagem maximo minimo extremo_estat tipo_coluna registro_dados ticket_medio indicador unico_valor"),
		strings.Fields("resumo resuma resume resumen summary summarize describe descreva describa overview panorama linhas rows filas colunas columns columnas media mean average promedio mediana median soma sum total maximo minimo maximum minimum"),
	},
}

// measures are what may be made of numbers, by the words that ask for it.
var measures = []struct {
	name  string
	words []string
}{
	{"median", strings.Fields("mediana median medianas")},
	{"mean", strings.Fields("media medias medio medios average avg mean promedio tipico tipica typical")},
	{"sum", strings.Fields("soma total totais somado sum suma acumulado gasto gastos gastei gastamos faturamento receita revenue ingresos spent spend spending gaste vendas sales ventas vendeu venderam vendemos vendi sold vendio vendieron")},
	{"count", strings.Fields("quantas quantos contagem numero vezes count many times cuantas cuantos veces frequentes frequente compras purchases pedidos orders linhas rows")},
	{"max", strings.Fields("maximo maxima maximum max caro cara caros caras priciest expensive")},
	{"min", strings.Fields("minimo minima minimum min barato barata baratos baratas cheapest")},
}

var periods = []struct {
	period table.Period
	words  []string
}{
	{table.Day, strings.Fields("dia dias diario diaria diarias diarios day daily days")},
	{table.Week, strings.Fields("semana semanas semanal semanais week weekly weeks semanales")},
	{table.Month, strings.Fields("mes meses mensal mensais month monthly months mensual mensuales mensalmente")},
	{table.Year, strings.Fields("ano anos anual anuais year yearly annual years anuales")},
}

//go:embed columns.txt
var columnWords string

// group is words that name the same column, and their stems.
type group struct{ words, stems []string }

var groups = sync.OnceValue(func() []group {
	var all []group
	for line := range strings.Lines(columnWords) {
		if line = strings.TrimSpace(line); line != "" && line[0] != '#' {
			all = append(all, group{strings.Fields(line), stemsOf(line)})
		}
	}
	return all
})

// synonyms returns other names of a column.
func synonyms(name string) []string {
	stems := stemsOf(name)
	var other []string
	for _, g := range groups() {
		if !slices.ContainsFunc(g.stems, func(s string) bool { return slices.Contains(stems, s) }) {
			continue
		}
		for i, w := range g.words {
			if !slices.Contains(stems, g.stems[i]) && !slices.Contains(other, w) {
				other = append(other, w)
			}
		}
	}
	return other
}

func stemsOf(text string) []string {
	words := strings.Fields(lang.Fold(text))
	for i, w := range words {
		words[i] = lang.Stem(w)
	}
	return words
}

// statistics is the ontology as far as tables go.
var statistics = sync.OnceValue(func() *ontology.Ontology { return ontology.Default().Only(ontology.Estatistica) })
