import { TOO_MANY_LINES_MESSAGE } from '#contract/records/evaluation/clinical.ts';
import type { Aptitude, EvaluationStatus } from '#contract/vocabulary.ts';
import { hasTooManyLines } from '#domain/evaluation/signing/printable.ts';
import type { ConnectionState } from '#domain/connection-state.ts';
import type { Account } from '#sync/session/session.ts';
import { serverNeededText } from '#sync/requests/unreachable-text.ts';
import type { StatusKind } from '#ui/display/status-tag.tsx';

export { failureText, isMissingBranchError } from '#sync/messages/failure-text.ts';

export const EVALUATION_STATUS_TONES: Record<EvaluationStatus, StatusKind> = {
  pendiente: 'info',
  en_proceso: 'warn',
  cerrada: 'ok',
};

export const APTITUDE_TONES: Record<Aptitude, StatusKind> = {
  apto: 'ok',
  apto_recomendaciones: 'ok',
  apto_restricciones: 'warn',
  aplazado: 'warn',
  no_apto: 'bad',
  realizado: 'info',
};

/** Returns the error for a text that is too long for the documents; null if it fits. */
export const textLengthProblem = (text: string): string | null =>
  hasTooManyLines(text) ? TOO_MANY_LINES_MESSAGE : null;

export const formatNotOnDevice = (link: ConnectionState): string =>
  link.name === 'down'
    ? serverNeededText(link, 'no se ha abierto en este dispositivo.')
    : 'Tu sesión venció. Inicia sesión para abrirlo.';

/** Returns why an action that needs the network is disabled now (R3); null if the action is enabled. */
export function findNetworkDisabledReason(
  account: Pick<Account, 'gate'>,
  link: ConnectionState,
): string | null {
  if (account.gate === 'expired')
    return 'Tu sesión venció. Inicia sesión para guardar; lo escrito sigue aquí.';
  if (account.gate === 'offline' && link.name === 'up')
    return 'Entraste sin conexión. Inicia sesión para guardar; lo escrito sigue aquí.';
  if (account.gate === 'open' && link.name !== 'down') return null;
  return `${serverNeededText(link, 'esto necesita red.')} Lo que escribas se guarda en este dispositivo.`;
}
