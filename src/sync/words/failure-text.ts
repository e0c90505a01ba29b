import type { FieldProblem } from '#contract/errors.ts';
import { CALL_UNKNOWN } from '#network/client.ts';
import { Refused, Unreachable } from '../requests/api-request.ts';
import { sentenceOf } from './code-text.ts';
import { isBranchRefusal, statusBehind, wordsOr } from './refusal-text.ts';
import type { SaveResult } from '../requests/saving.ts';
import { supportCodeOf } from './support-code.ts';
import { unreachedText } from '../requests/unreached-text.ts';

/** The provider has no such call: one of the base contract alone lacks ours. */
export const isCallUnknown = (error: unknown): boolean =>
  error instanceof Refused && error.refusal.code === CALL_UNKNOWN;

/** Why something could not be read, in the server's own words where it has some (P8); empty where nobody knows. */
export function failureReason(error: unknown): string {
  if (isCallUnknown(error)) return 'El servidor no lo ofrece.';
  if (error instanceof Refused) {
    const message = sentenceOf(error.refusal);
    if (message !== '') return message;
    const unsaid = error.status >= 500 ? 'El servidor no pudo responder' : 'El servidor no lo aceptó';
    return `${unsaid}${statusBehind(error.refusal)}.`;
  }
  return error instanceof Unreachable ? unreachedText(error.reason) : '';
}

/** The same as one sentence: the server's words, otherwise the screen's with the reason. */
export function failureText(error: unknown, fallback: string): string {
  if (error instanceof Refused && !isCallUnknown(error)) return wordsOr(error.refusal, fallback);
  return `${fallback} ${failureReason(error)}`.trim();
}

/** What whoever calls for help tells of it. */
export const supportCodeBehind = (error: unknown): string | undefined =>
  error instanceof Refused ? supportCodeOf(error.refusal) : undefined;

/** P8, of a call that was refused. */
export const isBranchMissing = (error: unknown): boolean =>
  error instanceof Refused && isBranchRefusal(error.refusal);

/** The top bar shows the active branch: what the provider does not know any more is not said to be missing here. */
export const noBranchTitle = ({ branchId }: { readonly branchId: string | null }): string =>
  branchId === null ? 'No tienes una sede asignada.' : 'El servidor no reconoce tu sede activa.';

/** Of a provider without codes the status tells that a permission is missing. */
const codeOf = ({ code, status }: Refused['refusal']): string | null =>
  code ?? (status === 403 ? 'forbidden' : null);

export const isForbidden = (error: unknown): error is Refused =>
  error instanceof Refused && codeOf(error.refusal) === 'forbidden';

type NotSaved = Exclude<SaveResult<unknown>, { type: 'saved' }>;

/** Why a change was not made. `type` and `code` are for programs, `text` is for people. */
export interface Trouble {
  readonly type: NotSaved['type'];
  readonly code: string | null;
  readonly text: string;
  readonly details: readonly FieldProblem[];
  /** What whoever calls for help tells. */
  readonly supportCode?: string;
}

function troubleIn(result: NotSaved, fallback: string): Trouble {
  const { type } = result;
  const trouble = (text: string): Trouble => ({ type, code: null, text, details: [] });
  switch (type) {
    case 'stale':
      return trouble('Otra persona guardó cambios mientras tanto. Nada se guardó todavía.');
    case 'session_ended':
      return trouble(`${fallback} Tu sesión venció: inicia sesión e inténtalo de nuevo.`);
    case 'unreachable':
      return trouble(`${fallback} ${unreachedText(result.cause)}`);
    case 'refused': {
      const { refusal } = result;
      const supportCode = supportCodeOf(refusal);
      return {
        type,
        code: codeOf(refusal),
        text: wordsOr(refusal, fallback),
        details: refusal.details,
        ...(supportCode !== undefined && { supportCode }),
      };
    }
  }
}

/** Null when it was made. */
export function troubleOf(result: NotSaved, fallback: string): Trouble;
export function troubleOf(result: SaveResult<unknown>, fallback: string): Trouble | null;
export function troubleOf(result: SaveResult<unknown>, fallback: string): Trouble | null {
  return result.type === 'saved' ? null : troubleIn(result, fallback);
}

/** The first message of each field, by the wire's name (P5). */
export const fieldMessages = (details: readonly FieldProblem[]): Readonly<Record<string, string>> =>
  Object.fromEntries([...details].reverse().map(({ field, message }) => [field, message]));
