/** S16: what a sign-out leaves behind, and that it stays. */
export const unsentWords = (count: number): string =>
  count === 1
    ? 'Hay 1 evaluación que todavía no ha llegado completa al servidor. Se queda guardada y sellada en este dispositivo hasta que vuelvas a iniciar sesión aquí; nadie más puede verla, ni enviarla sin un código tuyo.'
    : `Hay ${count} evaluaciones que todavía no han llegado completas al servidor. Se quedan guardadas y selladas en este dispositivo hasta que vuelvas a iniciar sesión aquí; nadie más puede verlas, ni enviarlas sin un código tuyo.`;

/** The same where a handover of it lies here (S14). */
export const handedWords = (count: number): string =>
  `Hay ${count === 1 ? '1 evaluación que todavía no ha llegado completa' : `${count} evaluaciones que todavía no han llegado completas`} al servidor. Quien tenga el código de tu entrega puede recibir en este dispositivo lo que entregaste; si vuelves antes, sigue siendo tuya y se envía como siempre.`;
