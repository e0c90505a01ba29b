import { formatRejectionWithDetails, rejectionOrFallbackText } from '#sync/messages/rejection-text.ts';
import type { SignInResult } from '#sync/session/sign-in.ts';
import { CAPTIVE_PORTAL_TEXT } from '#sync/requests/unreachable-text.ts';

type SignInProblem = Exclude<SignInResult, { type: 'signed_in' } | { type: 'storage' }>;

const WRONG_CREDENTIALS_TEXT = 'Credenciales inválidas. Verifica tu correo y contraseña.';
const SIGN_IN_FAILED_TEXT = 'No fue posible iniciar sesión. Intenta nuevamente.';
const UNREACHABLE_TEXTS: Record<Extract<SignInProblem, { type: 'unreachable' }>['cause'], string> = {
  no_answer:
    'No hay conexión con el servidor. Sin red solo entra quien ya inició sesión en este dispositivo con esta contraseña: la primera vez necesita red.',
  timeout:
    'El servidor tarda demasiado en responder. Sin él solo entra quien ya inició sesión en este dispositivo con esta contraseña: la primera vez necesita red. Intenta nuevamente.',
  portal: CAPTIVE_PORTAL_TEXT,
};

const PREVIOUS_PASSWORD_NEEDED_TEXT =
  'Tu contraseña cambió fuera de este dispositivo, y lo que quedó guardado aquí solo se abre con la anterior. Escríbela para seguir.';

const SESSION_CHANGED_TEXT =
  'Mientras tanto alguien salió o entró en este dispositivo. Inicia sesión otra vez.';

/** Returns the waiting time until the next password attempt, such as '30 segundos' or '1 minuto'. */
export function signInDelayText(ms: number): string {
  const seconds = Math.ceil(ms / 1_000);
  return seconds < 60
    ? `${seconds} ${seconds === 1 ? 'segundo' : 'segundos'}`
    : `${Math.ceil(seconds / 60)} ${seconds <= 60 ? 'minuto' : 'minutos'}`;
}

/**
 * Returns the message for a failed sign-in: for a rejection the text of the base contract (P8, Authentication); for a failure
 * of the network or of an offline sign-in (D2) a text with the cause.
 */
export function signInProblemText(problem: SignInProblem): string {
  switch (problem.type) {
    case 'unreachable':
      return UNREACHABLE_TEXTS[problem.cause];
    case 'wait':
      return `Demasiados intentos sin conexión. Intenta nuevamente en ${signInDelayText(problem.ms)}.`;
    case 'locked':
      return PREVIOUS_PASSWORD_NEEDED_TEXT;
    case 'overtaken':
      return SESSION_CHANGED_TEXT;
    case 'refused':
      return problem.status === 401
        ? WRONG_CREDENTIALS_TEXT
        : formatRejectionWithDetails({
            text: rejectionOrFallbackText(problem, SIGN_IN_FAILED_TEXT),
            details: problem.details ?? [],
          });
  }
}
