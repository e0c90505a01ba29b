import type { AdditionalKind } from '#contract/records/evaluation/additional-values.ts';
import { formatCalendarDay } from '../time/calendar.ts';

const YES_NO_LABELS: Readonly<Record<string, string>> = { yes: 'Sí', no: 'No' };

/** Returns a stored value of an additional field as screens and documents show it. */
export function additionalValueText(kind: AdditionalKind, value: string): string {
  switch (kind) {
    case 'text':
    case 'choice':
      return value;
    case 'number':
      return value.replace('.', ',');
    case 'date':
      return formatCalendarDay(value) ?? value;
    case 'yes_no':
      return YES_NO_LABELS[value] ?? value;
  }
}
