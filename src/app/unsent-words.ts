import type { Downloads } from '#storage/downloads.ts';

/** S16: what a sign-out leaves behind, and that it stays. */
export const unsentWords = (count: number): string =>
  count === 1
    ? 'Hay 1 evaluación que todavía no ha llegado completa al servidor. Se queda guardada y sellada en este dispositivo hasta que vuelvas a iniciar sesión aquí; nadie más puede verla, ni enviarla sin un código tuyo.'
    : `Hay ${count} evaluaciones que todavía no han llegado completas al servidor. Se quedan guardadas y selladas en este dispositivo hasta que vuelvas a iniciar sesión aquí; nadie más puede verlas, ni enviarlas sin un código tuyo.`;

/** The same where a handover of it lies here (S14). */
export const handedWords = (count: number): string =>
  `Hay ${count === 1 ? '1 evaluación que todavía no ha llegado completa' : `${count} evaluaciones que todavía no han llegado completas`} al servidor. Quien tenga el código de tu entrega puede recibir en este dispositivo lo que entregaste; si vuelves antes, sigue siendo tuya y se envía como siempre.`;

const SHOWN_NAMES = 4;
const list = new Intl.ListFormat('es');

/** D4: what was downloaded is the browser's and the system's, and stays when the app forgets. */
export function downloadedWords({ count, names }: Downloads): string {
  const shown = [...new Set(names)].slice(0, SHOWN_NAMES);
  const rest = new Set(names).size - shown.length + (count - names.length);
  const said = list.format(rest > 0 ? [...shown, `${rest} más`] : shown);
  const head = count === 1 ? 'quedó 1 archivo descargado' : `quedaron ${count} archivos descargados`;
  const it = count === 1 ? 'lo' : 'los';
  const needed = count === 1 ? 'ya no lo necesites' : 'ya no los necesites';
  return `En este dispositivo ${head}: ${said}. Cerrar sesión no ${it} borra: bórra${it} de la carpeta Descargas cuando ${needed} aquí.`;
}
