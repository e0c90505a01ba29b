import { wordsOr } from '#sync/words/refusal-text.ts';
import type { SignInFailure } from '#sync/session/sign-in.ts';
import { ANOTHER_ANSWERS } from '#sync/requests/unreached-text.ts';

/** The message of an account screen for a refusal: by status where the base contract gives the words (P8). */
export interface ProblemWords {
  readonly fallback: string;
  readonly byStatus?: Readonly<Record<number, string>>;
}

const UNREACHABLE: Record<Extract<SignInFailure, { type: 'unreachable' }>['cause'], string> = {
  no_answer: 'No hay conexión con el servidor; esto necesita red.',
  timeout: 'El servidor tarda demasiado en responder.',
  portal: ANOTHER_ANSWERS,
};

/** P8, Authentication; and in plain words what the network did. */
export function accountProblem(failure: SignInFailure, { fallback, byStatus }: ProblemWords): string {
  if (failure.type === 'unreachable') return `${fallback} ${UNREACHABLE[failure.cause]}`;
  return byStatus?.[failure.status] ?? wordsOr(failure, fallback);
}
