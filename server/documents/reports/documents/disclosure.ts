import { discloseNotes, type DisclosedNotes } from '#domain/evaluation/notes/disclosure.ts';
import type { SignedVersionContent } from '../../../schema/evaluation/signed-version.ts';
import { type PrintedAdditionalField, printedAdditionalFields } from './additional.ts';
import { dayText, noteText } from './labels.ts';

/**
 * All data that the employer receives. The concept is written from this object and never from the signed version, so that a
 * change of the layout cannot disclose more. Contains no result, attachment, comment or 'observaciones', and no detail of SVE
 * and EPS/ARL.
 */
export interface Disclosure extends DisclosedNotes {
  /**
   * Exam names grouped by day, in chronological order. Contains no result, and no exam whose name reveals clinical information.
   */
  readonly exams: readonly { readonly day: string; readonly names: readonly string[] }[];
  /** Additional fields that the clinic prints on the concept. */
  readonly additional: readonly PrintedAdditionalField[];
}

function disclosedExamsByDay({ exam_orders: orders }: SignedVersionContent): Disclosure['exams'] {
  const days = new Map<string, string[]>();
  const shown = orders.filter((order) => order.shown_on_concept !== false);
  const inOrder = shown.toSorted((a, b) => Date.parse(a.updated_at) - Date.parse(b.updated_at));
  for (const { exam, updated_at: at } of inOrder)
    days.set(dayText(at), [...(days.get(dayText(at)) ?? []), exam.name]);
  return [...days].map(([on, names]) => ({ day: on, names }));
}

export const discloseToEmployer = (closing: SignedVersionContent): Disclosure => ({
  exams: disclosedExamsByDay(closing),
  additional: printedAdditionalFields(closing, 'on_concept'),
  ...discloseNotes((type) => noteText(closing, type), closing.decisions ?? null),
});
