/** Part of the proposed text that the user must replace. */
export const MISSING_NAME = '[nombre de la IPS]';

/**
 * Returns a text that the clinic can adapt and approve. It is never in use before a user has approved it. It cites no legal
 * norm, because the clinic's lawyer decides which ones apply.
 */
export const proposedAuthorisationText = (companyName: string | null): string =>
  `Autorizo a ${companyName ?? MISSING_NAME} a recoger, guardar y usar mis datos personales y de salud, mi fotografía y mi firma para hacer mi evaluación médica ocupacional y conservar mi historia clínica.

Sé que mi empleador recibe únicamente el concepto de aptitud con sus recomendaciones y restricciones. Mi historia clínica y los resultados de mis exámenes son reservados.

Puedo pedir que me muestren, corrijan o actualicen mis datos, y retirar esta autorización en lo que la ley permita, en la recepción de esta sede.

Leí este texto, o me lo leyeron, y pude hacer preguntas antes de firmar.`;
