import type { FieldProblem } from '#contract/errors.ts';
import { CALL_UNKNOWN_CODE } from '#network/client.ts';
import { Rejected, Unreachable } from '../requests/api-request.ts';
import { rejectionSentence } from './code-text.ts';
import { isBranchRejection, statusSuffix, rejectionMessageOr } from './rejection-text.ts';
import type { SaveResult } from '../requests/saving.ts';
import { supportCodeOf } from './support-code.ts';
import { unreachableText } from '../requests/unreachable-text.ts';

/** Returns true when the server has no such call: a base-contract server lacks ours. */
export const isCallUnknown = (error: unknown): boolean =>
  error instanceof Rejected && error.refusal.code === CALL_UNKNOWN_CODE;

/** Returns why a read failed, with the server's own message if it sent one (P8); empty when the reason is unknown. */
export function failureReason(error: unknown): string {
  if (isCallUnknown(error)) return 'El servidor no lo ofrece.';
  if (error instanceof Rejected) {
    const message = rejectionSentence(error.refusal);
    if (message !== '') return message;
    const unsaid = error.status >= 500 ? 'El servidor no pudo responder' : 'El servidor no lo aceptó';
    return `${unsaid}${statusSuffix(error.refusal)}.`;
  }
  return error instanceof Unreachable ? unreachableText(error.reason) : '';
}

/** Returns the failure as one text: the server's message, otherwise the screen's text with the reason. */
export function failureText(error: unknown, fallback: string): string {
  if (error instanceof Rejected && !isCallUnknown(error)) return rejectionMessageOr(error.refusal, fallback);
  return `${fallback} ${failureReason(error)}`.trim();
}

/** Returns the code that a user names when calling for help. */
export const supportCodeSuffix = (error: unknown): string | undefined =>
  error instanceof Rejected ? supportCodeOf(error.refusal) : undefined;

/** Returns true when a call was rejected because the session has no branch (P8). */
export const isBranchMissing = (error: unknown): boolean =>
  error instanceof Rejected && isBranchRejection(error.refusal);

/**
 * Returns the title for a missing branch. A branch that the server no longer knows is not called missing, because the top bar
 * still shows it.
 */
export const noBranchTitle = ({ branchId }: { readonly branchId: string | null }): string =>
  branchId === null ? 'No tienes una sede asignada.' : 'El servidor no reconoce tu sede activa.';

/** Returns the error code. A server without codes reports a missing permission by status 403. */
const codeOf = ({ code, status }: Rejected['refusal']): string | null =>
  code ?? (status === 403 ? 'forbidden' : null);

export const isForbidden = (error: unknown): error is Rejected =>
  error instanceof Rejected && codeOf(error.refusal) === 'forbidden';

type NotSaved = Exclude<SaveResult<unknown>, { type: 'saved' }>;

/** Reason why a change was not saved. `type` and `code` are for programs, `text` is for users. */
export interface SaveFailure {
  readonly type: NotSaved['type'];
  readonly code: string | null;
  readonly text: string;
  readonly details: readonly FieldProblem[];
  /** Code that a user names when calling for help. */
  readonly supportCode?: string;
}

function troubleIn(result: NotSaved, fallback: string): SaveFailure {
  const { type } = result;
  const trouble = (text: string): SaveFailure => ({ type, code: null, text, details: [] });
  switch (type) {
    case 'stale':
      return trouble('Otra persona guardó cambios mientras tanto. Nada se guardó todavía.');
    case 'session_ended':
      return trouble(`${fallback} Tu sesión venció: inicia sesión e inténtalo de nuevo.`);
    case 'unreachable':
      return trouble(`${fallback} ${unreachableText(result.cause)}`);
    case 'refused': {
      const { refusal } = result;
      const supportCode = supportCodeOf(refusal);
      return {
        type,
        code: codeOf(refusal),
        text: rejectionMessageOr(refusal, fallback),
        details: refusal.details,
        ...(supportCode !== undefined && { supportCode }),
      };
    }
  }
}

/** Returns why a change was not saved; null when it was saved. */
export function saveFailureOf(result: NotSaved, fallback: string): SaveFailure;
export function saveFailureOf(result: SaveResult<unknown>, fallback: string): SaveFailure | null;
export function saveFailureOf(result: SaveResult<unknown>, fallback: string): SaveFailure | null {
  return result.type === 'saved' ? null : troubleIn(result, fallback);
}

/** Returns the first message of each field, by wire name (P5). */
export const fieldMessages = (details: readonly FieldProblem[]): Readonly<Record<string, string>> =>
  Object.fromEntries([...details].reverse().map(({ field, message }) => [field, message]));
