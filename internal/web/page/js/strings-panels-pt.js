// @ts-check
/** @type {Record<string, string>} */
export const strings = {
  loading: "Lendo…", failed: "Não consegui ler isto agora.", denied: "Só quem cuida da casa vê isto.", again: "Tentar de novo", download: "Baixar JSON",
  memoryNone: "Ainda não sei nada de você. O que você contar numa conversa aparece aqui, e pode ser esquecido a qualquer hora.",
  sure: "certeza {p}", since: "desde {date}", said: "dito {n} vez|dito {n} vezes", session: "só nesta conversa", retired: "não vale mais",
  forget: "Esquecer", forgetOf: "Esquecer: {what}", forgetAll: "Esquecer tudo", forgetAsk: "Esquecer tudo o que sei de você? Não há volta.", forgetYes: "Sim, esquecer tudo", forgot: "Esquecido.",
  export: "Levar meus dados", health: "Saúde", healthAsk: "Posso lembrar do que toca a sua saúde, como alergias?", healthYes: "Você deixou que eu lembre do que toca a sua saúde.",
  healthNo: "Não guardo nada que toque a sua saúde.", allow: "Sim, pode lembrar", deny: "Não, não guarde isso",
  traceNone: "Ainda não aconteceu nada nesta conversa.", took: "levou {time}", at: "aos {at}, durou {time}", tokens: "{n} token|{n} tokens", cost: "custo {usd}", unpriced: "custo desconhecido",
  rule: "regras", byRule: "por regras, sem IA", byModel: "por {by}", instead: "no lugar do modelo: {why}", details: "Detalhes", searched: "{n} busca na web|{n} buscas na web",
  step: "passo", decision: "decisão", tool: "ferramenta", model: "modelo", question: "pergunta", ui: "cartão", retrieval: "busca",
  stage: "Etapa", query: "Busca", near: "Semelhança", hits: "Achados", time: "Tempo",
  original: "a pergunta como é", paraphrase: "em outras palavras", ontology: "com a ontologia", global: "todos os documentos",
  CACHE_HIT: "do cache", CACHE_MISS: "sem cache ainda", ended: "concluída", "run failed": "falhou", cancelled: "parada", running: "em curso", waiting: "esperando resposta",
  error: "erro", answered: "respondida", declined: "recusada", "timed out": "sem resposta",
  boardNone: "Ninguém falou com a casa ainda. Os números aparecem depois da primeira conversa.",
  turns: "Turnos", latency: "Tempo médio por turno", cache: "Acertos do cache", saved: "Buscas poupadas", savedOf: "{usd} poupados", spent: "Custo dos modelos", unknownOf: "{n} decisão sem preço|{n} decisões sem preço",
  para: "Paráfrases usadas", gain: "ganho médio de {p} em semelhança", outOf: "de {n} busca|de {n} buscas", toolTime: "Tempo médio de ferramenta", toolErrors: "{n} erro|{n} erros",
  runs: "Turnos por fim", tools: "Ferramentas", decisions: "Quem decidiu", opinions: "Opiniões", memories: "Memória", questions: "Perguntas", asked: "feitas", nothing: "Nada ainda.",
  name: "Nome", count: "Vezes", positive: "ajudou", negative: "não ajudou", correction: "correção", preference: "preferência",
  memory_retrieved: "consultada", memory_candidate: "candidata", memory_rejected: "rejeitada", memory_saved: "guardada", memory_voted: "confirmada", memory_kept: "mantida", memory_retired: "aposentada",
  feedback_asked: "opinião pedida", hook_error: "falha",
};
