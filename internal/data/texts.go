package data

import "github.com/maitre-dev/maitre/lang"

// phrasebook is what is said in a language. %s stands for names, and for
// numbers that are written already.
type phrasebook struct {
	titles                              map[string]string // of figures, by intent
	frequency, share, by                string            // on axes
	measures                            map[string]string
	from, fromSample, fromOwn, figures  string
	approximate, onlyFor                string
	numbers, texts, dates, nothing      string // distributions
	spread, outliers, noOutliers        string
	pair, noPair, strongest             string
	weak, moderate, strong              string
	negative, positive                  string
	groups, lowest, other, others       string
	outlier, always                     string // of one
	trend, rise, fall, level            string
	gaps, noGaps, gap                   string
	has, column                         string
	noTable, noRows, noNumbers, noDates string
	noGroups, more, and                 string
}

var texts = map[lang.Language]phrasebook{
	lang.Portuguese: {
		titles: map[string]string{
			Distribution: "Distribuição de %s", Dispersion: "Dispersão de %s", Correlating: "%s e %s", Comparing: "%s por %s",
			Trending: "%s ao longo do tempo", Outlying: "Valores atípicos de %s", Missing: "O que falta em cada coluna", "matrix": "Correlações",
		},
		frequency: "frequência", share: "parte que falta", by: "%s de %s",
		measures: map[string]string{"count": "número de linhas", "sum": "total", "mean": "média", "median": "mediana", "min": "mínimo", "max": "máximo"},
		from:     "Tabela %s, %s linhas.", fromOwn: "Suas compras, %s linhas.", figures: "Fiz %s gráficos: %s.",
		fromSample:  "Dados de exemplo: suas compras na amostra, %s linhas.",
		approximate: "A tabela é grande: os números são estimados por uma amostra de %s linhas.", onlyFor: "Só as linhas com %s, %s ao todo.",
		numbers: "%s: de %s a %s, mediana %s, metade dos valores entre %s e %s, média %s.", texts: "%s: %s valores diferentes; os mais frequentes são %s.",
		dates: "%s: de %s a %s; o mês com mais linhas é %s, com %s.", nothing: "%s: não há valores.",
		spread:   "%s: desvio padrão %s em torno da média %s (%s%%), quartis %s e %s, de %s a %s.",
		outliers: "%s: %s valores atípicos, abaixo de %s ou acima de %s: %s.", noOutliers: "%s: nenhum valor atípico, todos entre %s e %s.",
		pair: "%s e %s: correlação %s %s (Pearson %s, Spearman %s), em %s linhas. Correlação não diz o que causa o quê.", noPair: "%s e %s: não há correlação que se possa calcular.",
		strongest: "As correlações mais fortes: %s. Correlação não diz o que causa o quê.",
		weak:      "fraca", moderate: "moderada", strong: "forte", negative: "negativa", positive: "positiva",
		groups: "%s por %s: %s.", lowest: "O menor é %s, com %s.", other: "Há mais %s grupo.", others: "Há mais %s grupos.",
		outlier: "%s: %s valor atípico, abaixo de %s ou acima de %s: %s.", always: "%s: sempre %s.",
		trend: "%s, de %s (%s) a %s (%s): %s. O ponto mais alto é %s, com %s, e o mais baixo %s, com %s.", rise: "subiu %s%%", fall: "caiu %s%%", level: "ficou no mesmo nível",
		gaps: "Faltam valores em: %s.", noGaps: "Não falta nada: todas as %s colunas estão completas.", gap: "%s (%s, %s%%)",
		has: "Tem %s linhas e %s colunas.", column: "%s de %s: %s.",
		noTable:   "Ainda não há nenhuma tabela para analisar. Quem cuida da casa acrescenta uma com “maitre data add ARQUIVO --name NOME”.",
		noRows:    "Nenhuma linha é assim: %s.",
		noNumbers: "Para isso é preciso uma coluna de números, e não encontrei nenhuma que sirva.", noDates: "Para ver uma evolução é preciso uma coluna de datas, e a tabela não tem.",
		noGroups: "Para comparar é preciso uma coluna que divida as linhas em grupos, e não encontrei nenhuma que sirva.", more: "Há mais %s colunas.", and: "e",
	},
	lang.English: {
		titles: map[string]string{
			Distribution: "Distribution of %s", Dispersion: "Dispersion of %s", Correlating: "%s and %s", Comparing: "%s by %s",
			Trending: "%s over time", Outlying: "Outliers of %s", Missing: "What is missing in each column", "matrix": "Correlations",
		},
		frequency: "frequency", share: "share missing", by: "%s of %s",
		measures: map[string]string{"count": "number of rows", "sum": "total", "mean": "mean", "median": "median", "min": "minimum", "max": "maximum"},
		from:     "Table %s, %s rows.", fromOwn: "Your purchases, %s rows.", figures: "I drew %s charts: %s.",
		fromSample:  "Sample data: your purchases in the sample, %s rows.",
		approximate: "The table is large: the numbers are estimates from a sample of %s rows.", onlyFor: "Only the rows with %s, %s in all.",
		numbers: "%s: from %s to %s, median %s, half of the values between %s and %s, mean %s.", texts: "%s: %s different values; the most frequent are %s.",
		dates: "%s: from %s to %s; the month with most rows is %s, with %s.", nothing: "%s: there are no values.",
		spread:   "%s: standard deviation %s around the mean %s (%s%%), quartiles %s and %s, from %s to %s.",
		outliers: "%s: %s outliers, below %s or above %s: %s.", noOutliers: "%s: no outliers, all between %s and %s.",
		pair: "%s and %s: a %s %s correlation (Pearson %s, Spearman %s), over %s rows. Correlation does not tell what causes what.", noPair: "%s and %s: no correlation can be computed.",
		strongest: "The strongest correlations: %s. Correlation does not tell what causes what.",
		weak:      "weak", moderate: "moderate", strong: "strong", negative: "negative", positive: "positive",
		groups: "%s by %s: %s.", lowest: "The lowest is %s, with %s.", other: "There is %s more group.", others: "There are %s more groups.",
		outlier: "%s: %s outlier, below %s or above %s: %s.", always: "%s: always %s.",
		trend: "%s, from %s (%s) to %s (%s): %s. The highest point is %s, with %s, and the lowest %s, with %s.", rise: "up %s%%", fall: "down %s%%", level: "at the same level",
		gaps: "Values are missing in: %s.", noGaps: "Nothing is missing: all %s columns are complete.", gap: "%s (%s, %s%%)",
		has: "It has %s rows and %s columns.", column: "%s of %s: %s.",
		noTable:   "There is no table to look at yet. Whoever runs the house adds one with “maitre data add FILE --name NAME”.",
		noRows:    "No row is like that: %s.",
		noNumbers: "That takes a column of numbers, and I found none that fits.", noDates: "A trend takes a column of dates, and the table has none.",
		noGroups: "A comparison takes a column that divides the rows into groups, and I found none that fits.", more: "There are %s more columns.", and: "and",
	},
	lang.Spanish: {
		titles: map[string]string{
			Distribution: "Distribución de %s", Dispersion: "Dispersión de %s", Correlating: "%s y %s", Comparing: "%s por %s",
			Trending: "%s a lo largo del tiempo", Outlying: "Valores atípicos de %s", Missing: "Lo que falta en cada columna", "matrix": "Correlaciones",
		},
		frequency: "frecuencia", share: "parte que falta", by: "%s de %s",
		measures: map[string]string{"count": "número de filas", "sum": "total", "mean": "media", "median": "mediana", "min": "mínimo", "max": "máximo"},
		from:     "Tabla %s, %s filas.", fromOwn: "Sus compras, %s filas.", figures: "Hice %s gráficos: %s.",
		fromSample:  "Datos de ejemplo: sus compras en la muestra, %s filas.",
		approximate: "La tabla es grande: los números se estiman con una muestra de %s filas.", onlyFor: "Solo las filas con %s, %s en total.",
		numbers: "%s: de %s a %s, mediana %s, la mitad de los valores entre %s y %s, media %s.", texts: "%s: %s valores diferentes; los más frecuentes son %s.",
		dates: "%s: de %s a %s; el mes con más filas es %s, con %s.", nothing: "%s: no hay valores.",
		spread:   "%s: desviación estándar %s alrededor de la media %s (%s%%), cuartiles %s y %s, de %s a %s.",
		outliers: "%s: %s valores atípicos, por debajo de %s o por encima de %s: %s.", noOutliers: "%s: ningún valor atípico, todos entre %s y %s.",
		pair: "%s y %s: correlación %s %s (Pearson %s, Spearman %s), en %s filas. La correlación no dice qué causa qué.", noPair: "%s y %s: no hay correlación que se pueda calcular.",
		strongest: "Las correlaciones más fuertes: %s. La correlación no dice qué causa qué.",
		weak:      "débil", moderate: "moderada", strong: "fuerte", negative: "negativa", positive: "positiva",
		groups: "%s por %s: %s.", lowest: "El menor es %s, con %s.", other: "Hay %s grupo más.", others: "Hay %s grupos más.",
		outlier: "%s: %s valor atípico, por debajo de %s o por encima de %s: %s.", always: "%s: siempre %s.",
		trend: "%s, de %s (%s) a %s (%s): %s. El punto más alto es %s, con %s, y el más bajo %s, con %s.", rise: "subió %s%%", fall: "bajó %s%%", level: "quedó al mismo nivel",
		gaps: "Faltan valores en: %s.", noGaps: "No falta nada: las %s columnas están completas.", gap: "%s (%s, %s%%)",
		has: "Tiene %s filas y %s columnas.", column: "%s de %s: %s.",
		noTable:   "Todavía no hay ninguna tabla para analizar. Quien lleva la casa agrega una con “maitre data add ARCHIVO --name NOMBRE”.",
		noRows:    "Ninguna fila es así: %s.",
		noNumbers: "Para eso hace falta una columna de números, y no encontré ninguna que sirva.", noDates: "Para ver una evolución hace falta una columna de fechas, y la tabla no tiene.",
		noGroups: "Para comparar hace falta una columna que divida las filas en grupos, y no encontré ninguna que sirva.", more: "Hay %s columnas más.", and: "y",
	},
}
