// @ts-check
// The words of the owner's page, in the languages of the house.

import { lang } from "./i18n.js";

/** @type {Record<string, Record<string, string>>} */
export const words = {
  pt: {
    title: "A casa", denied: "Esta página é da casa: entre com o código de acesso de quem trabalha nela.",
    tables: "Mesas", tablesText: "Cada código abre a página como convidado daquela mesa ou quarto, sem cadastro. Imprima a folha agora: os códigos não aparecem outra vez.",
    tableNames: "Mesas ou quartos (1-10, Varanda)", days: "Valem por quantos dias", makeLinks: "Fazer códigos", print: "Imprimir a folha",
    linksMade: "Códigos feitos.", linksFailed: "Não deu certo: confira os nomes (até 200) e os dias (1 a 1000).",
    table: "Mesa", until: "Vale até", over: "encerrado em {day}", revoke: "Encerrar", atTable: "Mesa {table}", codeOf: "Código QR da mesa {table}", scan: "Aponte a câmera para conversar com a casa",
  },
  en: {
    title: "The house", denied: "This page is the house's: sign in with the access code of somebody who works in it.",
    tables: "Tables", tablesText: "Each code opens the page as a guest of that table or room, without signing up. Print the sheet now: the codes are not shown again.",
    tableNames: "Tables or rooms (1-10, Veranda)", days: "Valid for how many days", makeLinks: "Make codes", print: "Print the sheet",
    linksMade: "The codes are made.", linksFailed: "That did not work: check the names (up to 200) and the days (1 to 1000).",
    table: "Table", until: "Valid until", over: "ended on {day}", revoke: "End", atTable: "Table {table}", codeOf: "QR code of table {table}", scan: "Point your camera here to talk to the house",
  },
  es: {
    title: "La casa", denied: "Esta página es de la casa: entre con el código de acceso de alguien que trabaja en ella.",
    tables: "Mesas", tablesText: "Cada código abre la página como huésped de esa mesa o habitación, sin registrarse. Imprima la hoja ahora: los códigos no se muestran otra vez.",
    tableNames: "Mesas o habitaciones (1-10, Terraza)", days: "Valen por cuántos días", makeLinks: "Hacer códigos", print: "Imprimir la hoja",
    linksMade: "Los códigos están hechos.", linksFailed: "No funcionó: revise los nombres (hasta 200) y los días (1 a 1000).",
    table: "Mesa", until: "Vale hasta", over: "terminado el {day}", revoke: "Terminar", atTable: "Mesa {table}", codeOf: "Código QR de la mesa {table}", scan: "Apunte la cámara para hablar con la casa",
  },
};

/** A text of the owner's page, with what is in {braces} filled in. @param {string} key @param {Record<string, string | number>} [fill] */
export const o = (key, fill = {}) => (words[lang][key] ?? key).replace(/\{(\w+)\}/g, (whole, name) => String(fill[name] ?? whole));
