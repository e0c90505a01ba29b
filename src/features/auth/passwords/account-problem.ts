import { rejectionOrFallbackText } from '#sync/messages/rejection-text.ts';
import type { SignInFailure } from '#sync/session/sign-in.ts';
import { CAPTIVE_PORTAL_TEXT } from '#sync/requests/unreachable-text.ts';

/**
 * Messages of an account page for a rejected request. `byStatus`: messages for the statuses that the base contract lists (P8).
 */
export interface AccountProblemTexts {
  readonly fallback: string;
  readonly byStatus?: Readonly<Record<number, string>>;
}

const UNREACHABLE_TEXTS: Record<Extract<SignInFailure, { type: 'unreachable' }>['cause'], string> = {
  no_answer: 'No hay conexión con el servidor; esto necesita red.',
  timeout: 'El servidor tarda demasiado en responder.',
  portal: CAPTIVE_PORTAL_TEXT,
};

/**
 * Returns the message for a failed account call: for a rejection the text of the base contract (P8, Authentication); for a
 * network failure `fallback` with the cause.
 */
export function accountProblemText(
  failure: SignInFailure,
  { fallback, byStatus }: AccountProblemTexts,
): string {
  if (failure.type === 'unreachable') return `${fallback} ${UNREACHABLE_TEXTS[failure.cause]}`;
  return byStatus?.[failure.status] ?? rejectionOrFallbackText(failure, fallback);
}
