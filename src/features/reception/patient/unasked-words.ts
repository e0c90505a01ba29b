import { ANOTHER_ANSWERS } from '#sync/requests/unreached-text.ts';

/** Why the device answers in place of the server. */
export const UNASKED = {
  no_answer: 'No se pudo preguntar al servidor: sin conexión.',
  timeout: 'No se pudo preguntar al servidor: tardó demasiado.',
  portal: ANOTHER_ANSWERS,
  session_ended: 'No se pudo preguntar al servidor: tu sesión venció.',
  draft: 'Es lo que había en el borrador.',
};
