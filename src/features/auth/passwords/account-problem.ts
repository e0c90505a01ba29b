import { wordsOr } from '#sync/words/refusal-text.ts';
import type { SignInFailure } from '#sync/session/session.ts';
import { ANOTHER_ANSWERS } from '#sync/requests/unreached-text.ts';

/** What a screen of accounts says of a refusal: by status where the base contract has words of its own (P8). */
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
