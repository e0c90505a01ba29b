import type { Refusal } from '#domain/outbox/item.ts';

/** What our codes mean to people, and what to do next: for a provider that has no sentence of its own. */
const TEXTS: Readonly<Record<string, string>> = {
  unauthenticated: 'Inicia sesión para continuar.',
  forbidden: 'No tienes permiso para hacer esto. Pídelo al administrador.',
  branch_not_resolved:
    'El servidor no reconoce tu sede activa. Elígela de nuevo en la barra superior, o pide al administrador que te asigne una.',
  branch_forbidden: 'No puedes actuar para esa sede. Pide al administrador que te la asigne.',
  account_inactive: 'La cuenta está inactiva. Contacta al administrador.',
  not_found: 'No encontramos lo que buscas. Vuelve al listado y ábrelo de nuevo.',
  rate_limited: 'Demasiados intentos. Espera unos minutos e intenta de nuevo.',
  internal: 'El servidor falló. Intenta de nuevo; si sigue, avisa a quien lo administra.',
  unavailable: 'El servicio no está disponible en este momento. Intenta de nuevo en unos minutos.',
};

const asCode = (text: string): string => (text.toLowerCase().match(/[a-z]+/g) ?? []).join('_');

/** The refusal with a sentence where its message is none: empty, or a code in words ('branch not resolved', 'Not Found'). */
export function withSentence(refusal: Refusal): Refusal {
  const { code, message } = refusal;
  const said = asCode(message);
  const text = said === '' || said === code ? TEXTS[code ?? ''] : TEXTS[said];
  return text === undefined ? refusal : { ...refusal, message: text };
}
