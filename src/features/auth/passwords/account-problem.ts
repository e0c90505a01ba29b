import { rejectionMessageOr } from '#sync/messages/rejection-text.ts';
import type { SignInFailure } from '#sync/session/sign-in.ts';
import { CAPTIVE_PORTAL_TEXT } from '#sync/requests/unreachable-text.ts';

/** Messages of an account screen for a rejected request, by status if the base contract defines them (P8). */
export interface ProblemMessage {
  readonly fallback: string;
  readonly byStatus?: Readonly<Record<number, string>>;
}

const UNREACHABLE: Record<Extract<SignInFailure, { type: 'unreachable' }>['cause'], string> = {
  no_answer: 'No hay conexión con el servidor; esto necesita red.',
  timeout: 'El servidor tarda demasiado en responder.',
  portal: CAPTIVE_PORTAL_TEXT,
};

/** Returns the message of P8, Authentication, and describes network failures in plain words. */
export function accountProblem(failure: SignInFailure, { fallback, byStatus }: ProblemMessage): string {
  if (failure.type === 'unreachable') return `${fallback} ${UNREACHABLE[failure.cause]}`;
  return byStatus?.[failure.status] ?? rejectionMessageOr(failure, fallback);
}
