// @ts-check
// The words of the owner's page, in the languages of the house.

import { lang } from "./i18n.js";

/** @type {Record<string, Record<string, string>>} */
export const words = {
  pt: {
    data: "Dados", house: "A casa", inbox: "Pedidos", card: "Cardápio", yourName: "Seu nome, como o convidado o lê", sayName: "Diga primeiro o seu nome.", new: "Novos", taken: "Com alguém", done: "Feitos",
    declined: "Recusado", withdrawn: "Retirado pelo convidado", nothing: "Ninguém pediu nada ainda.", noInbox: "Esta casa não recebe pedidos.", booking: "Reserva", room: "Quarto", allergy: "Alergia: a cozinha confirma", order: "Pedido à cozinha",
    complaint: "Reclamação", other: "Recado", waits: "espera há {time}", waitsNow: "chegou agora", by: "com {name}", mustNot: "Não pode: {what}", peopleOf: "{n} pessoas", take: "Assumir",
    send: "Responder", handBack: "Devolver ao maître", close: "Encerrar", decline: "Recusar", answer: "Sua resposta",
    commandLine: "linha de comando", answerHint: "O convidado lê isto na conversa, com o seu nome", takenAlready: "Outra pessoa já assumiu.", state: "Situação", tableOf: "Mesa", name: "Nome", contact: "Contato",
    people: "Pessoas", day: "Dia", leaves: "Saída", time: "Hora", total: "Total", changes: "Muda um pedido anterior, que já não vale", guest: "convidado", person: "equipe", concierge: "maître",
    title: "Minha casa", denied: "Esta página é da casa: entre com o código de acesso de quem trabalha nela.",
    tables: "Mesas", tablesText: "Cada código abre a página como convidado daquela mesa ou quarto, sem cadastro. Imprima a folha agora: os códigos não aparecem outra vez.",
    tableNames: "Mesas ou quartos (1-10, Varanda)", days: "Valem por quantos dias", makeLinks: "Fazer códigos", print: "Imprimir a folha",
    linksMade: "Códigos feitos.", linksFailed: "Não deu certo: confira os nomes (até 200) e os dias (1 a 1000).",
    table: "Mesa", until: "Vale até", over: "encerrado em {day}", revoke: "Encerrar", atTable: "Mesa {table}", codeOf: "Código QR da mesa {table}", scan: "Aponte a câmera para conversar com a casa",
  },
  en: {
    data: "Data", house: "The house", inbox: "Requests", card: "The card", yourName: "Your name, as the guest reads it", sayName: "Say your name first.", new: "New", taken: "With somebody", done: "Done",
    declined: "Declined", withdrawn: "Withdrawn by the guest", nothing: "Nobody has asked for anything yet.", noInbox: "This house takes no requests.", booking: "Booking", room: "Room", allergy: "Allergy: the kitchen confirms", order: "Order for the kitchen",
    complaint: "Complaint", other: "Message", waits: "waits for {time}", waitsNow: "came just now", by: "with {name}", mustNot: "Must not have: {what}", peopleOf: "{n} people", take: "Take",
    send: "Answer", handBack: "Hand back to the maître", close: "Close", decline: "Decline", answer: "Your answer",
    commandLine: "command line", answerHint: "The guest reads this in the conversation, with your name", takenAlready: "Somebody else has taken it.", state: "State", tableOf: "Table", name: "Name", contact: "Contact",
    people: "People", day: "Day", leaves: "Departure", time: "Time", total: "Total", changes: "Changes an earlier request, which no longer stands", guest: "guest", person: "staff", concierge: "maître",
    title: "My house", denied: "This page is the house's: sign in with the access code of somebody who works in it.",
    tables: "Tables", tablesText: "Each code opens the page as a guest of that table or room, without signing up. Print the sheet now: the codes are not shown again.",
    tableNames: "Tables or rooms (1-10, Veranda)", days: "Valid for how many days", makeLinks: "Make codes", print: "Print the sheet",
    linksMade: "The codes are made.", linksFailed: "That did not work: check the names (up to 200) and the days (1 to 1000).",
    table: "Table", until: "Valid until", over: "ended on {day}", revoke: "End", atTable: "Table {table}", codeOf: "QR code of table {table}", scan: "Point your camera here to talk to the house",
  },
  es: {
    data: "Datos", house: "La casa", inbox: "Pedidos", card: "La carta", yourName: "Su nombre, como lo lee el huésped", sayName: "Diga primero su nombre.", new: "Nuevos", taken: "Con alguien", done: "Hechos",
    declined: "Rechazado", withdrawn: "Retirado por el cliente", nothing: "Nadie ha pedido nada todavía.", noInbox: "Esta casa no recibe pedidos.", booking: "Reserva", room: "Habitación", allergy: "Alergia: la cocina confirma", order: "Pedido a la cocina",
    complaint: "Queja", other: "Mensaje", waits: "espera hace {time}", waitsNow: "llegó ahora", by: "con {name}", mustNot: "No puede: {what}", peopleOf: "{n} personas", take: "Tomar",
    send: "Responder", handBack: "Devolver al maître", close: "Cerrar", decline: "Rechazar", answer: "Su respuesta",
    commandLine: "línea de comandos", answerHint: "El huésped lee esto en la conversación, con su nombre", takenAlready: "Otra persona ya lo tomó.", state: "Estado", tableOf: "Mesa", name: "Nombre", contact: "Contacto",
    people: "Personas", day: "Día", leaves: "Salida", time: "Hora", total: "Total", changes: "Cambia un pedido anterior, que ya no vale", guest: "huésped", person: "personal", concierge: "maître",
    title: "Mi casa", denied: "Esta página es de la casa: entre con el código de acceso de alguien que trabaja en ella.",
    tables: "Mesas", tablesText: "Cada código abre la página como huésped de esa mesa o habitación, sin registrarse. Imprima la hoja ahora: los códigos no se muestran otra vez.",
    tableNames: "Mesas o habitaciones (1-10, Terraza)", days: "Valen por cuántos días", makeLinks: "Hacer códigos", print: "Imprimir la hoja",
    linksMade: "Los códigos están hechos.", linksFailed: "No funcionó: revise los nombres (hasta 200) y los días (1 a 1000).",
    table: "Mesa", until: "Vale hasta", over: "terminado el {day}", revoke: "Terminar", atTable: "Mesa {table}", codeOf: "Código QR de la mesa {table}", scan: "Apunte la cámara para hablar con la casa",
  },
};

/** A text of the owner's page, with what is in {braces} filled in. @param {string} key @param {Record<string, string | number>} [fill] */
export const o = (key, fill = {}) => (words[lang][key] ?? key).replace(/\{(\w+)\}/g, (whole, name) => String(fill[name] ?? whole));
