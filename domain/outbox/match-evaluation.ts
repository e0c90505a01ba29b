import type { EvaluationListItem } from '#contract/records/evaluation/evaluations.ts';
import type { IdentificationType } from '#contract/vocabulary.ts';
import { normalizeDocumentNumber } from '../patient/document.ts';
import { foldText } from '../text/fold.ts';

/** Catalogue row for the comparison with a list of evaluations: its code when known, and the names that it has had. */
export interface ChosenCatalogRow {
  readonly code: string | null;
  readonly names: readonly string[];
}

/** Values by which the device recognises on the server an evaluation that it sent without a response (S23). */
export interface EvaluationMatch {
  readonly document: { readonly type: IdentificationType; readonly number: string };
  readonly evaluationType: ChosenCatalogRow;
  readonly hasContractor: boolean;
  /** Earliest start: the time of the confirmation, in milliseconds of the server's clock. */
  readonly notBefore: number;
}

/** Tolerance, so that a difference of seconds between two clocks does not decide. */
const MEASURED_MARGIN_MS = 5 * 60_000;
/**
 * Tolerance for a server without a Date header. The device's clock is then not compared, and may differ as much as its user
 * does not notice.
 */
const UNMEASURED_MARGIN_MS = 24 * 60 * 60_000;

export interface CaptureClock {
  readonly capturedAt: number;
  /**
   * `offsetThen` is the clock offset measured at the capture, `offsetNow` the last measured one; null if it was never measured.
   */
  readonly offsetThen: number;
  readonly offsetNow: number | null;
}

/** Returns the earliest possible time of the capture on the server's clock. */
export function earliestCaptureTime({ capturedAt, offsetThen, offsetNow }: CaptureClock): number {
  if (offsetNow === null) return capturedAt + offsetThen - UNMEASURED_MARGIN_MS;
  return capturedAt + Math.min(offsetThen, offsetNow) - MEASURED_MARGIN_MS;
}

const isChosen = ({ code, names }: ChosenCatalogRow, row: EvaluationListItem['evaluation_type']): boolean =>
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
 * Returns the ids of the evaluations that match `sought`, oldest first. Evaluations of other entries on this device (`claimed`)
 * are excluded.
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
