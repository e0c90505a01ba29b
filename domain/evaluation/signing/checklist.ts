import { hasVisibleCharacter } from '#contract/primitives.ts';
import type { Correction } from '#contract/records/evaluation/corrections.ts';
import type { EvaluationStatus, MediaKind } from '#contract/vocabulary.ts';

/** Conditions that an evaluation must meet before it can be signed (P4), in the order of the screen. */
export const SIGNING_REQUIREMENTS = ['exam_order', 'results', 'note', 'signature', 'open'] as const;
export type SigningRequirement = (typeof SIGNING_REQUIREMENTS)[number];

interface SignableEvaluation {
  readonly status: EvaluationStatus;
  readonly exam_orders: readonly { readonly result_notes: string | null }[];
  readonly notes: readonly { readonly content: string }[];
  readonly media: readonly { readonly type: MediaKind }[];
  readonly corrections?: readonly Pick<Correction, 'pictures' | 'awaited'>[] | undefined;
}

const hasText = (text: string | null): boolean => text !== null && hasVisibleCharacter(text);

/**
 * Returns true when the newest correction that retakes the signature awaits the new signature. The evaluation cannot be signed
 * then, because the stored signature is wrong. A missing photo does not prevent signing.
 */
export const isRetakenSignatureAwaited = ({
  corrections = [],
}: Pick<SignableEvaluation, 'corrections'>): boolean =>
  corrections.findLast(({ pictures }) => pictures.includes('signature'))?.awaited?.includes('signature') ===
  true;

/** Returns for each requirement whether the evaluation meets it. The server checks the requirements again when it signs. */
export function signingChecklist(evaluation: SignableEvaluation): Record<SigningRequirement, boolean> {
  const { exam_orders: orders, notes, media, status } = evaluation;
  return {
    exam_order: orders.length > 0,
    results: orders.length > 0 && orders.every((order) => hasText(order.result_notes)),
    note: notes.some((note) => hasText(note.content)),
    signature: media.some((item) => item.type === 'signature') && !isRetakenSignatureAwaited(evaluation),
    open: status !== 'cerrada',
  };
}

export const missingSigningRequirements = (evaluation: SignableEvaluation): SigningRequirement[] => {
  const met = signingChecklist(evaluation);
  return SIGNING_REQUIREMENTS.filter((requirement) => !met[requirement]);
};
