import type { UnlockResult } from '#sync/session/unlock.ts';
import { signInDelayText, signInProblemText } from './sign-in-problem.ts';

type UnlockProblem = Exclude<UnlockResult, { type: 'unlocked' } | { type: 'storage' }>;

const WRONG_PASSWORD_TEXT = 'La contraseña no es correcta.';

export function unlockProblemText(problem: UnlockProblem): string {
  switch (problem.type) {
    case 'wrong':
      return problem.judged
        ? WRONG_PASSWORD_TEXT
        : `${WRONG_PASSWORD_TEXT} Si la cambiaste en otro equipo, conecta este a la red para entrar con la nueva.`;
    case 'no_way':
      return 'En este dispositivo no se ha escrito tu contraseña. Usa «Cambiar de usuario» e inicia sesión.';
    case 'wait':
      return `Demasiados intentos. Intenta nuevamente en ${signInDelayText(problem.ms)}.`;
    case 'locked':
    case 'overtaken':
    case 'refused':
    case 'unreachable':
      return signInProblemText(problem);
  }
}
