import { hasVisible } from '#contract/primitives.ts';
import type { EvaluationStatus, MediaType } from '#contract/vocabulary.ts';

/** What signing needs (P4), in the order in which it is shown. */
export const REQUIREMENTS = ['exam_order', 'results', 'note', 'signature', 'open'] as const;
export type Requirement = (typeof REQUIREMENTS)[number];

interface Signable {
  readonly status: EvaluationStatus;
  readonly exam_orders: readonly { readonly result_notes: string | null }[];
  readonly notes: readonly { readonly content: string }[];
  readonly media: readonly { readonly type: MediaType }[];
}

const hasText = (text: string | null): boolean => text !== null && hasVisible(text);

/** Each requirement and whether it is met; the provider asks the same again in the transaction that signs. */
export function signingChecklist(evaluation: Signable): Record<Requirement, boolean> {
  const { exam_orders: orders, notes, media, status } = evaluation;
  return {
    exam_order: orders.length > 0,
    results: orders.length > 0 && orders.every((order) => hasText(order.result_notes)),
    note: notes.some((note) => hasText(note.content)),
    signature: media.some((item) => item.type === 'signature'),
    open: status !== 'cerrada',
  };
}

export const missingRequirements = (evaluation: Signable): Requirement[] => {
  const met = signingChecklist(evaluation);
  return REQUIREMENTS.filter((requirement) => !met[requirement]);
};
