import type { EvaluationListItem } from '#contract/records/evaluation/evaluations.ts';
import type { IdentificationType } from '#contract/vocabulary.ts';
import { normalizeDocumentNumber } from '../patient/document.ts';
import { foldText } from '../text/fold.ts';

/** A row of a catalogue as a list of evaluations names it: the code where it is known, and the names that it had. */
export interface Chosen {
  readonly code: string | null;
  readonly names: readonly string[];
}

/** What an evaluation that was sent and not answered would look like at the provider (S23). */
export interface EvaluationMatch {
  readonly document: { readonly type: IdentificationType; readonly number: string };
  readonly evaluationType: Chosen;
  readonly hasContractor: boolean;
  /** It cannot have begun before it was confirmed. Milliseconds of the provider's clock. */
  readonly notBefore: number;
}

/** Without this the order of two clocks that differ by seconds would decide. */
const MEASURED_MARGIN_MS = 5 * 60_000;
/** A provider without a Date header: the device's clock may be anything that a person takes for right. */
const UNMEASURED_MARGIN_MS = 24 * 60 * 60_000;

export interface CaptureClock {
  readonly capturedAt: number;
  /** As measured when it was captured, and as measured last; null where it never was. */
  readonly offsetThen: number;
  readonly offsetNow: number | null;
}

/** The earliest instant of the provider's clock at which the capture may have been. */
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

/** Ids of those that may be the one sought, oldest first: without those that this device stands for already. */
export const matchEvaluation = (
  items: readonly EvaluationListItem[],
  sought: EvaluationMatch,
  claimed: ReadonlySet<string>,
): string[] =>
  items
    .filter((item) => !claimed.has(item.id) && looksLike(sought, item))
    .sort((a, b) => Date.parse(a.started_at) - Date.parse(b.started_at))
    .map(({ id }) => id);
