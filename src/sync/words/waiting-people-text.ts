/** Returns the title, such as 'Tienes 2 registros en espera en este dispositivo'. */
export const parkedDraftsTitle = (count: number): string =>
  `Tienes ${count === 1 ? '1 registro' : `${count} registros`} en espera en este dispositivo`;

/** Returns why parked drafts are not sent: they are not confirmed. */
export const waitingText = (count: number): string =>
  count === 1 ? 'No se envía hasta que lo confirmes.' : 'No se envían hasta que los confirmes.';

/** Returns what a sign-out does to parked drafts, and which user can open them afterwards (S27). */
export const parkedDraftsStayText = (count: number): string => {
  const [stays, them] = count === 1 ? ['Se queda guardado', 'abrirlo'] : ['Se quedan guardados', 'abrirlos'];
  return `${parkedDraftsTitle(count)}, sin confirmar. ${stays} con llave: solo tú puedes ${them}, cuando vuelvas a iniciar sesión aquí. ${waitingText(count)}`;
};
