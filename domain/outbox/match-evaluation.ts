import type { EvaluationListItem } from '#contract/records/evaluation/evaluations.ts';
import type { IdentificationType } from '#contract/vocabulary.ts';
import { normalizeDocumentNumber } from '../patient/document.ts';
import { foldText } from '../text/fold.ts';

/** Catalogue row as a list of evaluations names it: the code when known, and the names that it had. */
export interface Chosen {
  readonly code: string | null;
  readonly names: readonly string[];
}

/** Expected values on the server of an evaluation that was sent without a response (S23). */
export interface EvaluationMatch {
  readonly document: { readonly type: IdentificationType; readonly number: string };
  readonly evaluationType: Chosen;
  readonly hasContractor: boolean;
  /** Earliest start: the time of the confirmation, in milliseconds of the server's clock. */
  readonly notBefore: number;
}

/** Tolerance without which a difference of seconds between two clocks would decide. */
const MEASURED_MARGIN_MS = 5 * 60_000;
/** Tolerance for a server without a Date header: the device's clock may show any time that its user accepts as right. */
const UNMEASURED_MARGIN_MS = 24 * 60 * 60_000;

export interface CaptureClock {
  readonly capturedAt: number;
  /** Offset measured at the capture, and the last measured one; null if it was never measured. */
  readonly offsetThen: number;
  readonly offsetNow: number | null;
}

/** Returns the earliest possible time of the capture on the server's clock. */
export function earliestStart({ capturedAt, offsetThen, offsetNow }: CaptureClock): number {
  if (offsetNow === null) return capturedAt + offsetThen - UNMEASURED_MARGIN_MS;
  return capturedAt + Math.min(offsetThen, offsetNow) - MEASURED_MARGIN_MS;
}

const isChosen = ({ code, names }: Chosen, row: EvaluationListItem['evaluation_type']): boolean =>
  (code !== null && row.code === code) ||
  names.some((name) => name !== '' && foldText(name) === foldText(row.name));

function looksLike({ document, ...sought }: EvaluationMatch, item: EvaluationListItem): boolean {
  const { identification_type: type, identification_number: number } = item.patient;
  return (
    type === document.type &&
    normalizeDocumentNumber(type, number) === normalizeDocumentNumber(type, document.number) &&
    isChosen(sought.evaluationType, item.evaluation_type) &&
    (item.contractor_company !== null) === sought.hasContractor &&
    Date.parse(item.started_at) >= sought.notBefore
  );
}

/**
 * Returns the ids of evaluations that may be the sought one, oldest first, without those that this device already has an entry
 * for.
 */
export const matchEvaluation = (
  items: readonly EvaluationListItem[],
  sought: EvaluationMatch,
  claimed: ReadonlySet<string>,
): string[] =>
  items
    .filter((item) => !claimed.has(item.id) && looksLike(sought, item))
    .sort((a, b) => Date.parse(a.started_at) - Date.parse(b.started_at))
    .map(({ id }) => id);
