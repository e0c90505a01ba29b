import type { FieldProblem } from '#contract/errors.ts';
import { CALL_UNKNOWN_CODE } from '#network/client.ts';
import { Rejected, Unreachable } from '../requests/api-request.ts';
import { serverMessageOrCodeText } from './code-text.ts';
import {
  isMissingBranchRejection,
  rejectionStatusSuffix,
  rejectionOrFallbackText,
} from './rejection-text.ts';
import type { SaveResult } from '../requests/saving.ts';
import { supportCodeToShow } from './support-code.ts';
import { unreachableText } from '../requests/unreachable-text.ts';

/** Returns true if the server lacks the call, as a base-contract server lacks our extensions. */
export const isUnsupportedCallError = (error: unknown): boolean =>
  error instanceof Rejected && error.refusal.code === CALL_UNKNOWN_CODE;

/** Returns why reading failed: the server's message if it sent one (P8), or our own text; empty when the reason is unknown. */
export function failureReasonText(error: unknown): string {
  if (isUnsupportedCallError(error)) return 'El servidor no lo ofrece.';
  if (error instanceof Rejected) {
    const message = serverMessageOrCodeText(error.refusal);
    if (message !== '') return message;
    const unsaid = error.status >= 500 ? 'El servidor no pudo responder' : 'El servidor no lo aceptó';
    return `${unsaid}${rejectionStatusSuffix(error.refusal)}.`;
  }
  return error instanceof Unreachable ? unreachableText(error.reason) : '';
}

/** Returns one text for a failed read: the server's message, or `fallback` followed by the reason. */
export function failureText(error: unknown, fallback: string): string {
  if (error instanceof Rejected && !isUnsupportedCallError(error))
    return rejectionOrFallbackText(error.refusal, fallback);
  return `${fallback} ${failureReasonText(error)}`.trim();
}

/** Returns the support code ('Código para soporte') of a failed request; undefined if there is none. */
export const supportCodeOfError = (error: unknown): string | undefined =>
  error instanceof Rejected ? supportCodeToShow(error.refusal) : undefined;

/** Returns true if the call was rejected because the session has no branch (P8). */
export const isMissingBranchError = (error: unknown): boolean =>
  error instanceof Rejected && isMissingBranchRejection(error.refusal);

/**
 * Returns the title for a missing branch. A branch that the server no longer knows has another title, because the top bar still
 * shows its name.
 */
export const noBranchTitle = ({ branchId }: { readonly branchId: string | null }): string =>
  branchId === null ? 'No tienes una sede asignada.' : 'El servidor no reconoce tu sede activa.';

/** Returns the error code. For a server without codes, status 403 counts as a missing permission. */
const rejectionCodeOf = ({ code, status }: Rejected['refusal']): string | null =>
  code ?? (status === 403 ? 'forbidden' : null);

export const isForbiddenError = (error: unknown): error is Rejected =>
  error instanceof Rejected && rejectionCodeOf(error.refusal) === 'forbidden';

type NotSavedResult = Exclude<SaveResult<unknown>, { type: 'saved' }>;

/** Reason why a change was not saved. Programs use `type` and `code`; `text` is shown to the user. */
export interface SaveFailure {
  readonly type: NotSavedResult['type'];
  readonly code: string | null;
  readonly text: string;
  readonly details: readonly FieldProblem[];
  readonly supportCode?: string;
}

function toSaveFailure(result: NotSavedResult, fallback: string): SaveFailure {
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
      const supportCode = supportCodeToShow(refusal);
      return {
        type,
        code: rejectionCodeOf(refusal),
        text: rejectionOrFallbackText(refusal, fallback),
        details: refusal.details,
        ...(supportCode !== undefined && { supportCode }),
      };
    }
  }
}

export function saveFailureOf(result: NotSavedResult, fallback: string): SaveFailure;
export function saveFailureOf(result: SaveResult<unknown>, fallback: string): SaveFailure | null;
export function saveFailureOf(result: SaveResult<unknown>, fallback: string): SaveFailure | null {
  return result.type === 'saved' ? null : toSaveFailure(result, fallback);
}

/**
 * Returns the reason as one text, for a part of the screen without input fields: the server's first error about a field, or the
 * whole text.
 */
export const saveFailureReasonText = ({ details, text }: SaveFailure): string => details[0]?.message ?? text;

/** Returns the first error message of each field, by the field's name in the API (P5). */
export const firstMessageByField = (details: readonly FieldProblem[]): Readonly<Record<string, string>> =>
  Object.fromEntries([...details].reverse().map(({ field, message }) => [field, message]));
