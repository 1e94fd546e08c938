// @ts-check
// What cards say, in the three languages of the house.

/** The languages as Intl knows them; Spanish as Brazil's neighbours write it. @type {Record<string, string>} */
export const locales = { pt: "pt-BR", en: "en-US", es: "es-AR" };

/** @type {Record<string, any>} */
const pt = {
  sample: "exemplo",
  sampleNote: "Os lugares marcados como exemplo são inventados.",
  noPrice: "preço não informado",
  night: "{price} por noite",
  person: "cerca de {price} por pessoa",
  total: "{price} no total",
  rooms: "{n} quarto|{n} quartos",
  beds: "{n} cama|{n} camas",
  nights: "{n} noite|{n} noites",
  people: "{n} pessoa|{n} pessoas",
  days: "verificado há {n} dia|verificado há {n} dias",
  more: "e mais {n}",
  stars: "{n} estrela|{n} estrelas",
  map: "Mapa", site: "Site", photo: "Foto", opens: "Horário", source: "Fonte: {what}",
  why: "Por quê", sources: "Fontes",
  contains: "Contém", inferred: "Pelos ingredientes, também", confirm: "Confirme com a cozinha.",
  stay: "Onde ficar", eat: "Onde comer", trip: "Sua viagem", pick: "Sua escolha", dishes: "Do cardápio", breweries: "Cervejarias",
  where: "Destino", when: "Datas", who: "Quantos", assumed: "suposto",
  avoiding: "Levei em conta: {what}. Mesmo assim, confirme com a cozinha.",
  leftOut: "Deixei de fora: {what}.",
  unchecked: "Não tenho como verificar: {what}. Pergunte ao restaurante.",
  over_budget: "{n} acima do orçamento",
  too_small: "{n} sem espaço para todos",
  verified: "verificado na web", unverified: "não verificado",
  notices: { down: "A fonte não respondeu: isto é o que temos guardado.", stale: "Pode estar desatualizado." },
  notes: {
    stale: "A busca falhou agora: isto é o que a web dizia antes.", no_provider: "Sem busca na web aqui: só o que o cadastro diz.",
    not_found: "A web não diz nada deste lugar.", failed: "A busca na web falhou: só o que o cadastro diz.",
  },
  none: "Nada que sirva.", rows: "Tabela", cut: "Há mais linhas do que as mostradas.", sql: "Consulta feita",
  noted: "Anotei sobre você", refused: "Não guardei", dontKeep: "Não guarde isso", forgotten: "Esquecido.",
  reasons: { sensitive: "é delicado demais para guardar", unsure: "não tenho certeza" },
  error: "Algo deu errado", retry: "Tentar de novo",
  allergens: {}, // whose names are Portuguese
  types: {
    micro: "microcervejaria", nano: "nanocervejaria", large: "grande", planning: "em planejamento",
    contract: "cigana", proprietor: "sob contrato", closed: "fechada",
    guest_house: "pousada", apartment: "casa ou apartamento",
    starter: "entrada", main: "principal", side: "acompanhamento", dessert: "sobremesa", drink: "bebida", beer: "cerveja", snack: "petisco",
    vegan: "vegano", vegetarian: "vegetariano", pescetarian: "pescetariano", gluten_free: "sem glúten", lactose_free: "sem lactose",
    arab: "árabe", barbecue: "churrasco", brazilian: "brasileira", burger: "hambúrguer", chinese: "chinesa", coffee_shop: "cafeteria", fish: "peixe", french: "francesa",
    german: "alemã", ice_cream: "sorvete", italian: "italiana", japanese: "japonesa", mexican: "mexicana", pasta: "massas", portuguese: "portuguesa", seafood: "frutos do mar",
    steak_house: "carnes",
  },
};

/** @type {Record<string, any>} */
const en = {
  sample: "sample",
  sampleNote: "Places marked as sample are made up.",
  noPrice: "price not known",
  night: "{price} a night",
  person: "about {price} a person",
  total: "{price} in all",
  rooms: "{n} room|{n} rooms",
  beds: "{n} bed|{n} beds",
  nights: "{n} night|{n} nights",
  people: "{n} person|{n} people",
  days: "verified {n} day ago|verified {n} days ago",
  more: "and {n} more",
  stars: "{n} star|{n} stars",
  map: "Map", site: "Site", photo: "Photo", opens: "Hours", source: "Source: {what}",
  why: "Why", sources: "Sources",
  contains: "Contains", inferred: "By its ingredients, also", confirm: "Please confirm with the kitchen.",
  stay: "Where to stay", eat: "Where to eat", trip: "Your trip", pick: "Your choice", dishes: "From the menu", breweries: "Breweries",
  where: "Where", when: "When", who: "Party", assumed: "assumed",
  avoiding: "I kept in mind: {what}. Please confirm with the kitchen all the same.",
  leftOut: "I left out: {what}.",
  unchecked: "I have no way to check: {what}. Please ask the restaurant.",
  over_budget: "{n} above your budget",
  too_small: "{n} too small for all of you",
  verified: "verified on the web", unverified: "not verified",
  notices: { down: "The source did not answer: this is what we have kept.", stale: "This may be out of date." },
  notes: {
    stale: "The search failed just now: this is what the web said before.", no_provider: "No web search here: only what the listing says.",
    not_found: "The web says nothing of this place.", failed: "The web search failed: only what the listing says.",
  },
  none: "Nothing that fits.", rows: "Table", cut: "There are more rows than are shown.", sql: "The query",
  noted: "I made a note of you", refused: "I did not keep", dontKeep: "Do not keep this", forgotten: "Forgotten.",
  reasons: { sensitive: "too delicate to keep", unsure: "I am not sure of it" },
  error: "Something went wrong", retry: "Try again",
  types: {}, // whose codes are English
  allergens: {
    "glúten": "gluten", "crustáceos": "crustaceans", ovo: "egg", peixe: "fish", amendoim: "peanut", soja: "soy", leite: "milk", castanhas: "tree nuts",
    gergelim: "sesame", mostarda: "mustard", aipo: "celery", sulfitos: "sulphites", moluscos: "molluscs", "tremoço": "lupin", "látex": "latex",
  },
};

/** @type {Record<string, any>} */
const es = {
  sample: "ejemplo",
  sampleNote: "Los lugares marcados como ejemplo son inventados.",
  noPrice: "precio no informado",
  night: "{price} por noche",
  person: "unos {price} por persona",
  total: "{price} en total",
  rooms: "{n} habitación|{n} habitaciones",
  beds: "{n} cama|{n} camas",
  nights: "{n} noche|{n} noches",
  people: "{n} persona|{n} personas",
  days: "verificado hace {n} día|verificado hace {n} días",
  more: "y {n} más",
  stars: "{n} estrella|{n} estrellas",
  map: "Mapa", site: "Sitio", photo: "Foto", opens: "Horario", source: "Fuente: {what}",
  why: "Por qué", sources: "Fuentes",
  contains: "Contiene", inferred: "Por los ingredientes, también", confirm: "Confirme con la cocina.",
  stay: "Dónde alojarse", eat: "Dónde comer", trip: "Su viaje", pick: "Su elección", dishes: "De la carta", breweries: "Cervecerías",
  where: "Destino", when: "Fechas", who: "Cuántos", assumed: "supuesto",
  avoiding: "Tuve en cuenta: {what}. Aun así, confirme con la cocina.",
  leftOut: "Dejé fuera: {what}.",
  unchecked: "No tengo cómo verificar: {what}. Pregunte al restaurante.",
  over_budget: "{n} por encima de su presupuesto",
  too_small: "{n} sin espacio para todos",
  verified: "verificado en la web", unverified: "no verificado",
  notices: { down: "La fuente no respondió: esto es lo que tenemos guardado.", stale: "Puede estar desactualizado." },
  notes: {
    stale: "La búsqueda falló ahora: esto es lo que la web decía antes.", no_provider: "Sin búsqueda en la web aquí: solo lo que dice el registro.",
    not_found: "La web no dice nada de este lugar.", failed: "La búsqueda en la web falló: solo lo que dice el registro.",
  },
  none: "Nada que sirva.", rows: "Tabla", cut: "Hay más filas que las mostradas.", sql: "Consulta hecha",
  noted: "Anoté sobre usted", refused: "No guardé", dontKeep: "No guarde eso", forgotten: "Olvidado.",
  reasons: { sensitive: "es demasiado delicado para guardarlo", unsure: "no estoy seguro" },
  error: "Algo salió mal", retry: "Intentar de nuevo",
  allergens: {
    "glúten": "gluten", ovo: "huevo", peixe: "pescado", amendoim: "maní", leite: "leche", castanhas: "frutos secos", gergelim: "sésamo", mostarda: "mostaza",
    aipo: "apio", "tremoço": "altramuz",
  },
  types: {
    ...pt.types, micro: "microcervecería", nano: "nanocervecería", contract: "por contrato", planning: "en planificación", proprietor: "por encargo", closed: "cerrada",
    hostel: "hostal", guest_house: "posada", apartment: "casa o apartamento", main: "principal", side: "guarnición", dessert: "postre", beer: "cerveza", snack: "picada",
    gluten_free: "sin gluten", lactose_free: "sin lactosa", barbecue: "parrilla", brazilian: "brasileña", burger: "hamburguesas",
    chinese: "china", coffee_shop: "cafetería", fish: "pescado", german: "alemana", ice_cream: "helado", pasta: "pastas", seafood: "mariscos",
  },
};

/** @type {Record<string, Record<string, any>>} */
export const dictionaries = { pt, en, es };
