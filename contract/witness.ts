export const WITNESS_REASONS = ['no_escribe', 'impedimento_fisico', 'impedimento_visual', 'otra'] as const;
export type WitnessReason = (typeof WITNESS_REASONS)[number];

export const WITNESS_REASON_LABELS: Readonly<Record<WitnessReason, string>> = {
  no_escribe: 'No sabe o no puede escribir',
  impedimento_fisico: 'Impedimento en la mano o el brazo',
  impedimento_visual: 'No puede leer el texto',
  otra: 'Otra razón',
};

/** Returns the label of the reason, followed by the detail: 'Otra razón: …'. */
export const witnessReasonText = ({
  reason,
  detail,
}: {
  reason: WitnessReason;
  detail: string | null;
}): string => [WITNESS_REASON_LABELS[reason], detail].filter(Boolean).join(': ');
