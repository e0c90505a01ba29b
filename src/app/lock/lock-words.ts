import { pauseWords, signInProblem } from '#features/auth/sign-in/sign-in-problem.ts';
import type { UnlockResult } from '#sync/session/unlock.ts';

type Problem = Exclude<UnlockResult, { type: 'unlocked' } | { type: 'storage' }>;

const WRONG = 'La contraseña no es correcta.';

/** Why the screen stays locked, and what to do. */
export function lockProblem(problem: Problem): string {
  switch (problem.type) {
    case 'wrong':
      return problem.judged
        ? WRONG
        : `${WRONG} Si la cambiaste en otro equipo, conecta este a la red para entrar con la nueva.`;
    case 'no_way':
      return 'En este dispositivo no se ha escrito tu contraseña. Usa «Cambiar de usuario» e inicia sesión.';
    case 'wait':
      return `Demasiados intentos. Intenta nuevamente en ${pauseWords(problem.ms)}.`;
    case 'locked':
    case 'refused':
    case 'unreachable':
      return signInProblem(problem);
  }
}
