package data

import (
	"github.com/maitre-dev/maitre/internal/question"
	"github.com/maitre-dev/maitre/internal/table"
)

// Ways of asking, besides those that package question names.
const (
	comparing = "comparison"
	trending  = "trend"
	ranking   = "top"
)

// way is a way of asking: what its chunk says, and for what columns.
type way struct {
	intent, title, about string
	kinds                []table.Kind
}

var all = []table.Kind{table.Number, table.Date, table.Bool, table.Text}

var ways = []way{
	{
		question.Missing, "Valores ausentes", "O que falta nos dados: valores ausentes, células vazias, nulos, em branco, linhas incompletas, qualidade dos dados.", all,
	},
	{
		question.Outliers, "Valores atípicos", "Outliers, valores fora da curva, estranhos, extremos, discrepantes, anomalias, muito acima ou muito abaixo do normal.",
		[]table.Kind{table.Number},
	},
	{
		question.Correlation, "Correlação entre colunas", "Relação entre duas colunas: correlação, associação, influência, se uma sobe a outra também, gráfico de dispersão de pontos, matriz.",
		[]table.Kind{table.Number},
	},
	{
		trending, "Tendência ao longo do tempo", "Evolução por dia, semana, mês ou ano: tendência, crescimento, queda, série temporal, sazonalidade, gráfico de linha.",
		[]table.Kind{table.Date},
	},
	{
		ranking, "Os maiores e os mais frequentes", "Ranking: os mais vendidos, os melhores, os maiores, top 10, o que mais aparece, primeiro lugar, pódio.",
		[]table.Kind{table.Text, table.Bool, table.Date},
	},
	{
		comparing, "Comparação entre grupos", "Comparar grupos: por categoria, por estado, por canal, por tipo; média e total de cada grupo, lado a lado, gráfico de barras.",
		[]table.Kind{table.Text, table.Bool},
	},
	{
		question.Distribution, "Distribuição", "Distribuição de cada variável: histogramas, frequência dos valores, faixas, como se espalham os valores de cada coluna.", all,
	},
	{
		question.Spread, "Dispersão", "Dispersão dos valores: desvio padrão, variância, amplitude, quartis, o quanto variam em torno da média, boxplot, gráfico de caixa.",
		[]table.Kind{table.Number},
	},
	{
		question.Summary, "Resumo dos dados", "O que esse dado tem: resumo, colunas, tipos, quantas linhas, média, mediana, total, mínimo e máximo de cada coluna, visão geral.", all,
	},
}
