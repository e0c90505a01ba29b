import { hasVisibleCharacter } from '#contract/primitives.ts';
import type { Correction } from '#contract/records/evaluation/corrections.ts';
import type { EvaluationStatus, MediaKind } from '#contract/vocabulary.ts';

/** Data of an evaluation that the requirements read. Both callers pass the whole evaluation, so a new rule may add fields. */
interface SignableEvaluation {
  readonly status: EvaluationStatus;
  readonly exam_orders: readonly { readonly result_notes: string | null }[];
  readonly notes: readonly { readonly content: string }[];
  readonly media: readonly { readonly type: MediaKind }[];
  readonly corrections?: readonly Pick<Correction, 'pictures' | 'awaited'>[] | undefined;
}

interface RequirementDefinition {
  /** Text in the checklist of the doctor's page. */
  readonly label: string;
  /** Message of the server if the evaluation does not meet the requirement. */
  readonly message: string;
  /** Field of the server's message, if it is not the name of the requirement. */
  readonly field?: string;
  /** Returns true for an evaluation that must meet the requirement. Without this function every evaluation must. */
  readonly appliesTo?: (evaluation: SignableEvaluation) => boolean;
  readonly isMet: (evaluation: SignableEvaluation) => boolean;
}

const hasText = (text: string | null): boolean => text !== null && hasVisibleCharacter(text);

/**
 * Returns true when the newest correction that retakes the signature awaits the new signature. The evaluation cannot be signed
 * then, because the stored signature is wrong. A missing photo does not prevent signing.
 */
const isRetakenSignatureAwaited = ({ corrections = [] }: SignableEvaluation): boolean =>
  corrections.findLast(({ pictures }) => pictures.includes('signature'))?.awaited?.includes('signature') ===
  true;

const DEFINED_REQUIREMENTS = {
  exam_order: {
    label: 'Al menos un examen',
    message: 'Agrega al menos un examen.',
    isMet: ({ exam_orders: orders }) => orders.length > 0,
  },
  results: {
    label: 'Todos los exámenes con resultado',
    message: 'Escribe el resultado de cada examen.',
    isMet: ({ exam_orders: orders }) => orders.length > 0 && orders.every((one) => hasText(one.result_notes)),
  },
  note: {
    label: 'Una nota médica con contenido',
    message: 'Escribe al menos una nota médica.',
    isMet: ({ notes }) => notes.some(({ content }) => hasText(content)),
  },
  signature: {
    label: 'Firma del paciente',
    message: 'Falta la firma del paciente.',
    appliesTo: (evaluation) => !isRetakenSignatureAwaited(evaluation),
    isMet: ({ media }) => media.some(({ type }) => type === 'signature'),
  },
  retaken_signature: {
    label: 'Firma que se anunció en la corrección',
    message: 'Falta la firma que se anunció en la corrección.',
    field: 'signature',
    appliesTo: isRetakenSignatureAwaited,
    isMet: () => false,
  },
  open: {
    label: 'Evaluación abierta',
    message: 'La evaluación ya está cerrada.',
    isMet: ({ status }) => status !== 'cerrada',
  },
} satisfies Record<string, RequirementDefinition>;

export type SigningRequirement = keyof typeof DEFINED_REQUIREMENTS;

/**
 * Conditions that an evaluation must meet before it can be signed (P4), in the order of the screen. The server checks them again
 * when it signs.
 */
export const SIGNING_REQUIREMENTS: Readonly<Record<SigningRequirement, RequirementDefinition>> =
  DEFINED_REQUIREMENTS;

/** Returns the requirements that apply to the evaluation, and whether it meets each of them. */
export const signingChecklist = (
  evaluation: SignableEvaluation,
): { readonly requirement: SigningRequirement; readonly isMet: boolean }[] =>
  (Object.keys(DEFINED_REQUIREMENTS) as SigningRequirement[])
    .filter((requirement) => SIGNING_REQUIREMENTS[requirement].appliesTo?.(evaluation) ?? true)
    .map((requirement) => ({ requirement, isMet: SIGNING_REQUIREMENTS[requirement].isMet(evaluation) }));

export const missingSigningRequirements = (evaluation: SignableEvaluation): SigningRequirement[] =>
  signingChecklist(evaluation).flatMap(({ requirement, isMet }) => (isMet ? [] : [requirement]));
