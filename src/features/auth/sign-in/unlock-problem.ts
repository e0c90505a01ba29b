import type { UnlockResult } from '#sync/session/unlock.ts';
import { signInPauseText, signInProblem } from './sign-in-problem.ts';

type Problem = Exclude<UnlockResult, { type: 'unlocked' } | { type: 'storage' }>;

const WRONG_PASSWORD = 'La contraseña no es correcta.';

export function unlockProblem(problem: Problem): string {
  switch (problem.type) {
    case 'wrong':
      return problem.judged
        ? WRONG_PASSWORD
        : `${WRONG_PASSWORD} Si la cambiaste en otro equipo, conecta este a la red para entrar con la nueva.`;
    case 'no_way':
      return 'En este dispositivo no se ha escrito tu contraseña. Usa «Cambiar de usuario» e inicia sesión.';
    case 'wait':
      return `Demasiados intentos. Intenta nuevamente en ${signInPauseText(problem.ms)}.`;
    case 'locked':
    case 'overtaken':
    case 'refused':
    case 'unreachable':
      return signInProblem(problem);
  }
}
