import type { SignInResult } from '#sync/session.ts';

type Problem = Exclude<SignInResult, { type: 'signed_in' } | { type: 'storage' }>;

const WRONG = 'Credenciales inválidas. Verifica tu correo y contraseña.';
const FALLBACK = 'No fue posible iniciar sesión. Intenta nuevamente.';
const UNREACHABLE: Record<Extract<Problem, { type: 'unreachable' }>['cause'], string> = {
  no_answer:
    'No hay conexión con el servidor. Este dispositivo necesita red para iniciar sesión; conéctalo e intenta nuevamente.',
  timeout:
    'El servidor tarda demasiado en responder. Este dispositivo necesita red para iniciar sesión; intenta nuevamente.',
  portal:
    'Otra página respondió en lugar del servidor; puede ser el portal de acceso de la red wifi. Ábrelo en el navegador, conéctate e intenta nuevamente.',
};

/** Spec §8, Authentication; and in plain words what the network did. */
export function signInProblem(problem: Problem): string {
  if (problem.type === 'unreachable') return UNREACHABLE[problem.cause];
  if (problem.status === 401) return WRONG;
  return problem.message.trim() || FALLBACK;
}
