export const parkedDraftsTitle = (count: number): string =>
  `Tienes ${count === 1 ? '1 registro' : `${count} registros`} en espera en este dispositivo`;

export const unconfirmedDraftsText = (count: number): string =>
  count === 1 ? 'No se envía hasta que lo confirmes.' : 'No se envían hasta que los confirmes.';

/** Returns the text about parked drafts at a sign-out: they stay on the device, and only the same user can open them (S27). */
export const parkedDraftsStayText = (count: number): string => {
  const [stays, them] = count === 1 ? ['Se queda guardado', 'abrirlo'] : ['Se quedan guardados', 'abrirlos'];
  return `${parkedDraftsTitle(count)}, sin confirmar. ${stays} con llave: solo tú puedes ${them}, cuando vuelvas a iniciar sesión aquí. ${unconfirmedDraftsText(count)}`;
};
