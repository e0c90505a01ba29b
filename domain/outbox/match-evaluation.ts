import type { EvaluationListItem } from '#contract/records/evaluation/evaluations.ts';
import type { IdentificationType } from '#contract/vocabulary.ts';
import { normalizeDocumentNumber } from '../patient/document.ts';
import { foldText } from '../text/fold.ts';

/**
 * Catalogue row by which the device searches a list of evaluations: the row's code, when known, and all names that the row has
 * had.
 */
export interface ChosenCatalogRow {
  readonly code: string | null;
  readonly names: readonly string[];
}

/** Values by which the device finds an evaluation on the server after a send without a response (S23). */
export interface EvaluationMatchCriteria {
  readonly document: { readonly type: IdentificationType; readonly number: string };
  readonly evaluationType: ChosenCatalogRow;
  readonly hasContractor: boolean;
  /** Earliest possible start of the evaluation: the time of confirmation, in milliseconds on the server's clock. */
  readonly notBefore: number;
}

/** Tolerance for a difference of seconds or minutes between the clocks of device and server. */
const MEASURED_CLOCK_TOLERANCE_MS = 5 * 60_000;
/**
 * Tolerance when the server sends no Date header. The device's clock was then never compared with the server's, and may be
 * wrong by hours without its user noticing.
 */
const UNMEASURED_CLOCK_TOLERANCE_MS = 24 * 60 * 60_000;

export interface CaptureTimeAndOffsets {
  readonly capturedAt: number;
  /**
   * `offsetThen`: difference to the server's clock at the capture. `offsetNow`: last measured difference; null if it was never
   * measured.
   */
  readonly offsetThen: number;
  readonly offsetNow: number | null;
}

export function earliestCaptureTime({ capturedAt, offsetThen, offsetNow }: CaptureTimeAndOffsets): number {
  if (offsetNow === null) return capturedAt + offsetThen - UNMEASURED_CLOCK_TOLERANCE_MS;
  return capturedAt + Math.min(offsetThen, offsetNow) - MEASURED_CLOCK_TOLERANCE_MS;
}

const isChosenRow = (
  { code, names }: ChosenCatalogRow,
  row: EvaluationListItem['evaluation_type'],
): boolean =>
  (code !== null && row.code === code) ||
  names.some((name) => name !== '' && foldText(name) === foldText(row.name));

function isMatchingListItem(
  { document, ...sought }: EvaluationMatchCriteria,
  item: EvaluationListItem,
): boolean {
  const { identification_type: type, identification_number: number } = item.patient;
  return (
    type === document.type &&
    normalizeDocumentNumber(type, number) === normalizeDocumentNumber(type, document.number) &&
    isChosenRow(sought.evaluationType, item.evaluation_type) &&
    (item.contractor_company !== null) === sought.hasContractor &&
    Date.parse(item.started_at) >= sought.notBefore
  );
}

/**
 * Returns the ids of the evaluations that match `sought`, the oldest first. It excludes evaluations of other entries on this
 * device (`claimed`).
 */
export const findMatchingEvaluationIds = (
  items: readonly EvaluationListItem[],
  sought: EvaluationMatchCriteria,
  claimed: ReadonlySet<string>,
): string[] =>
  items
    .filter((item) => !claimed.has(item.id) && isMatchingListItem(sought, item))
    .sort((a, b) => Date.parse(a.started_at) - Date.parse(b.started_at))
    .map(({ id }) => id);
