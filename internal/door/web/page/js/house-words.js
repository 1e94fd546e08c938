// @ts-check
// The words of the owner's page about the house itself, in its languages.

import { words } from "./owner-words.js";

Object.assign(words.pt, {
  houseText: "O que você diz aqui, o maître responde aos convidados a partir da próxima mensagem. O que não for dito, ele diz que não sabe.",
  houseName: "Nome da casa", welcome: "Primeira linha da página", looks: "Aparência", color: "Cor", plainColor: "a cor de sempre", hours: "Horário", kitchen: "Horário da cozinha",
  from: "das", to: "às", weekdays: "Dias", addSpan: "Mais um horário", removeSpan: "Tirar este horário", closedHolidays: "fechado nos feriados",
  hoursText: "Como texto", hoursRaw: "Este horário só se muda como texto.", guestsHear: "Os convidados ouvem:", holidays: "Outros feriados da casa",
  houseTexts: "O que os convidados perguntam", textLanguage: "Idioma destes textos", allLanguages: "todos", address: "Endereço", bookingHow: "Reservas", orderHow: "Como se pede",
  payment: "Pagamento", parking: "Estacionamento", wifi: "Internet", children: "Crianças", pets: "Animais", dress: "Traje", speaks: "Idiomas da equipe",
  tablesOf: "Lugares para reservas", tablesOfText: "Com os lugares contados, um horário cheio é dito cheio, e dois convidados nunca ficam com os mesmos lugares. Vazio: só a equipe sabe o que está livre.",
  seats: "Lugares ao mesmo tempo", stay: "Minutos que uma mesa fica ocupada", slot: "Minutos entre os horários oferecidos", lead: "Minutos de antecedência",
  saveHouse: "Salvar", houseSaved: "Salvo: vale a partir da próxima mensagem.", houseChanged: "Outra pessoa mudou isto agora: abra de novo e repita a sua mudança.",
  bad_hours: "{what}: não faz sentido. Exemplo: Tu-Su 12:00-15:00,19:00-23:00; PH off", bad_holidays: "{what}: escreva os dias como 2026-12-24.", bad_tables: "{what}: confira os números (1 a 10.000 lugares, tempos em minutos).",
  bad_name: "{what}: até 80 letras, sem < e >.", bad_text: "{what}: até 500 letras, sem < e >.", "did PUT /api/v1/house/facts": "mudou o que a casa diz de si",
});
Object.assign(words.en, {
  houseText: "What you say here the maître answers guests from their next message on. What is not said, it says that it does not know.",
  houseName: "Name of the house", welcome: "First line of the page", looks: "Looks", color: "Colour", plainColor: "the usual colour", hours: "Opening hours", kitchen: "Hours of the kitchen",
  from: "from", to: "to", weekdays: "Days", addSpan: "Add hours", removeSpan: "Remove these hours", closedHolidays: "closed on public holidays",
  hoursText: "As text", hoursRaw: "These hours can only be changed as text.", guestsHear: "Guests hear:", holidays: "Other holidays of the house",
  houseTexts: "What guests ask for", textLanguage: "Language of these texts", allLanguages: "all", address: "Address", bookingHow: "Bookings", orderHow: "How to order",
  payment: "Payment", parking: "Parking", wifi: "Internet", children: "Children", pets: "Pets", dress: "Dress", speaks: "Languages of the staff",
  tablesOf: "Seats for bookings", tablesOfText: "With seats counted, a full time is said to be full, and two guests never get the same seats. Empty: only the staff knows what is free.",
  seats: "Seats at a time", stay: "Minutes that a table is taken for", slot: "Minutes between the times offered", lead: "Minutes ahead",
  saveHouse: "Save", houseSaved: "Saved: it holds from the next message on.", houseChanged: "Somebody else has changed this just now: open it again and repeat your change.",
  bad_hours: "{what}: this makes no sense. Example: Tu-Su 12:00-15:00,19:00-23:00; PH off", bad_holidays: "{what}: write the days as 2026-12-24.", bad_tables: "{what}: check the numbers (1 to 10,000 seats, times in minutes).",
  bad_name: "{what}: at most 80 letters, without < and >.", bad_text: "{what}: at most 500 letters, without < and >.", "did PUT /api/v1/house/facts": "changed what the house says of itself",
});
Object.assign(words.es, {
  houseText: "Lo que diga aquí, el maître lo responde a los huéspedes desde su próximo mensaje. Lo que no se diga, dice que no lo sabe.",
  houseName: "Nombre de la casa", welcome: "Primera línea de la página", looks: "Apariencia", color: "Color", plainColor: "el color de siempre", hours: "Horario", kitchen: "Horario de la cocina",
  from: "de", to: "a", weekdays: "Días", addSpan: "Otro horario", removeSpan: "Quitar este horario", closedHolidays: "cerrado en feriados",
  hoursText: "Como texto", hoursRaw: "Este horario solo se cambia como texto.", guestsHear: "Los huéspedes oyen:", holidays: "Otros feriados de la casa",
  houseTexts: "Lo que preguntan los huéspedes", textLanguage: "Idioma de estos textos", allLanguages: "todos", address: "Dirección", bookingHow: "Reservas", orderHow: "Cómo se pide",
  payment: "Pago", parking: "Estacionamiento", wifi: "Internet", children: "Niños", pets: "Mascotas", dress: "Vestimenta", speaks: "Idiomas del equipo",
  tablesOf: "Lugares para reservas", tablesOfText: "Con los lugares contados, un horario lleno se dice lleno, y dos huéspedes nunca reciben los mismos lugares. Vacío: solo el equipo sabe lo que está libre.",
  seats: "Lugares a la vez", stay: "Minutos que se ocupa una mesa", slot: "Minutos entre los horarios ofrecidos", lead: "Minutos de antelación",
  saveHouse: "Guardar", houseSaved: "Guardado: vale desde el próximo mensaje.", houseChanged: "Otra persona cambió esto ahora: ábralo de nuevo y repita su cambio.",
  bad_hours: "{what}: no tiene sentido. Ejemplo: Tu-Su 12:00-15:00,19:00-23:00; PH off", bad_holidays: "{what}: escriba los días como 2026-12-24.", bad_tables: "{what}: revise los números (1 a 10.000 lugares, tiempos en minutos).",
  bad_name: "{what}: hasta 80 letras, sin < y >.", bad_text: "{what}: hasta 500 letras, sin < y >.", "did PUT /api/v1/house/facts": "cambió lo que la casa dice de sí",
});
