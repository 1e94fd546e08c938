// @ts-check
/** @type {Record<string, string>} */
export const strings = {
  loading: "Leyendo…", failed: "No pude leer esto ahora.", denied: "Solo quien cuida la casa ve esto.", again: "Intentar de nuevo", download: "Descargar JSON",
  memoryNone: "Todavía no sé nada de usted. Lo que cuente en una conversación aparece aquí, y puede olvidarse en cualquier momento.",
  sure: "certeza {p}", since: "desde {date}", said: "dicho {n} vez|dicho {n} veces", session: "solo en esta conversación", retired: "ya no vale",
  forget: "Olvidar", forgetOf: "Olvidar: {what}", forgetAll: "Olvidar todo", forgetAsk: "¿Olvidar todo lo que sé de usted? No hay vuelta atrás.", forgetYes: "Sí, olvidar todo", forgot: "Olvidado.",
  export: "Llevar mis datos", health: "Salud", healthAsk: "¿Puedo recordar lo que toca a su salud, como alergias?", healthYes: "Usted permitió que recuerde lo que toca a su salud.",
  healthNo: "No guardo nada que toque a su salud.", allow: "Sí, puede recordar", deny: "No, no guarde eso",
  traceNone: "Todavía no ocurrió nada en esta conversación.", took: "tardó {time}", at: "a los {at}, duró {time}", tokens: "{n} token|{n} tokens", cost: "costo {usd}", unpriced: "costo desconocido",
  rule: "reglas", byRule: "por reglas, sin IA", byModel: "por {by}", instead: "en lugar del modelo: {why}", details: "Detalles", searched: "{n} búsqueda en la web|{n} búsquedas en la web",
  step: "paso", decision: "decisión", tool: "herramienta", model: "modelo", question: "pregunta", ui: "tarjeta", retrieval: "búsqueda",
  stage: "Etapa", query: "Búsqueda", near: "Semejanza", hits: "Hallados", time: "Tiempo",
  original: "la pregunta como es", paraphrase: "en otras palabras", ontology: "con la ontología", global: "todos los documentos",
  CACHE_HIT: "del caché", CACHE_MISS: "sin caché aún", ended: "concluido", "run failed": "falló", cancelled: "parado", running: "en curso", waiting: "espera respuesta",
  error: "error", answered: "respondida", declined: "rechazada", "timed out": "sin respuesta",
  boardNone: "Nadie habló con la casa todavía. Los números llegan con la primera conversación.",
  turns: "Turnos", latency: "Tiempo medio por turno", cache: "Aciertos del caché", saved: "Búsquedas ahorradas", savedOf: "{usd} ahorrados", spent: "Costo de los modelos", unknownOf: "{n} decisión sin precio|{n} decisiones sin precio",
  para: "Paráfrasis usadas", gain: "ganancia media de {p} en semejanza", outOf: "de {n} búsqueda|de {n} búsquedas", toolTime: "Tiempo medio de herramienta", toolErrors: "{n} error|{n} errores",
  runs: "Turnos por final", tools: "Herramientas", decisions: "Quién decidió", opinions: "Opiniones", memories: "Memoria", questions: "Preguntas", asked: "hechas", nothing: "Nada aún.",
  name: "Nombre", count: "Veces", positive: "ayudó", negative: "no ayudó", correction: "corrección", preference: "preferencia",
  memory_retrieved: "consultada", memory_candidate: "candidata", memory_rejected: "rechazada", memory_saved: "guardada", memory_voted: "confirmada", memory_kept: "mantenida", memory_retired: "retirada",
  feedback_asked: "opinión pedida", hook_error: "falla",
};
