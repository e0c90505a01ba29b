import type { EvaluationStatus } from '#contract/vocabulary.ts';
import type { Requirement } from '#domain/evaluation/checklist.ts';
import type { Link } from '#domain/link.ts';
import { Refused, Unreachable } from '#sync/asking.ts';
import type { Account } from '#sync/session.ts';
import type { StatusKind } from '#ui/status-tag.tsx';

/** Spec §4. */
export const STATUS_KINDS: Record<EvaluationStatus, StatusKind> = {
  pendiente: 'info',
  en_proceso: 'warn',
  cerrada: 'ok',
};

export const REQUIREMENT_WORDS: Record<Requirement, string> = {
  exam_order: 'Al menos un examen',
  results: 'Todos los exámenes con resultado',
  note: 'Una nota médica con contenido',
  signature: 'Firma del paciente',
  open: 'Evaluación abierta',
};

/** The first eight characters of an evaluation's id, as people name it (spec §9). */
export const shortId = (id: string): string => id.slice(0, 8).toUpperCase();

/** The server's own words where it has some (spec §8), otherwise ours. */
export function failureText(error: unknown, fallback: string): string {
  if (error instanceof Refused && error.refusal.message !== '') return error.refusal.message;
  if (!(error instanceof Unreachable)) return fallback;
  return error.reason === 'portal'
    ? `${fallback} La red pide iniciar sesión en otra página.`
    : `${fallback} El servidor no responde.`;
}

export const isBranchMissing = (error: unknown): boolean =>
  error instanceof Refused &&
  error.status === 403 &&
  (error.refusal.code === 'branch_not_resolved' || error.refusal.message === 'branch not resolved');

/** Why something that is not on this device cannot be opened now. */
export const notHereText = (offline: boolean): string =>
  offline
    ? 'Sin conexión: no se ha abierto en este dispositivo.'
    : 'Tu sesión venció. Inicia sesión para abrirlo.';

/** Why an action that needs the network cannot be done now (R3); null when it can be tried. */
export function barrier(account: Pick<Account, 'gate'>, link: Link): string | null {
  if (account.gate === 'expired')
    return 'Tu sesión venció. Inicia sesión para guardar; lo escrito sigue aquí.';
  if (link.name !== 'down') return null;
  return 'Sin conexión: esto necesita red. Lo que escribas se guarda en este dispositivo.';
}
