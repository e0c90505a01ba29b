import { discloseNotes, type DisclosedNotes } from '#domain/evaluation/notes/disclosure.ts';
import type { ClosingContent } from '../../closing/closing.ts';
import { day, noteOf } from './words.ts';

/**
 * All that the employer learns. The concept is written from this and never from the closing: what is not here cannot be
 * disclosed by a change of layout. No result, attachment, comment, 'observaciones', nor the detail of SVE and EPS/ARL.
 */
export interface Disclosure extends DisclosedNotes {
  /** Names by day, the days in their order; never a result, nor an exam whose very name tells something. */
  readonly exams: readonly { readonly day: string; readonly names: readonly string[] }[];
}

function examsByDay({ exam_orders: orders }: ClosingContent): Disclosure['exams'] {
  const days = new Map<string, string[]>();
  const shown = orders.filter((order) => order.shown_on_concept !== false);
  const inOrder = shown.toSorted((a, b) => Date.parse(a.updated_at) - Date.parse(b.updated_at));
  for (const { exam, updated_at: at } of inOrder)
    days.set(day(at), [...(days.get(day(at)) ?? []), exam.name]);
  return [...days].map(([on, names]) => ({ day: on, names }));
}

export const disclose = (closing: ClosingContent): Disclosure => ({
  exams: examsByDay(closing),
  ...discloseNotes((type) => noteOf(closing, type), closing.decisions ?? null),
});
