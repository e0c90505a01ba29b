import type { Referral, Surveillance } from '#contract/records/evaluation/decisions.ts';
import {
  REFERRAL_LABELS,
  PROGRAMME_DECISIONS,
  PROGRAMME_DECISION_LABELS,
  type ProgrammeDecision,
} from '#contract/vocabulary.ts';

/**
 * Text that documents print when the doctor neither decided nor wrote anything. The documents must not print 'yes' or 'no',
 * which the doctor did not state.
 */
export const NOT_RECORDED_TEXT = 'No registrado';

export const DEFAULT_PROGRAMMES: readonly string[] = [
  'osteomuscular',
  'auditivo',
  'visual',
  'respiratorio',
  'cardiovascular',
  'psicosocial',
  'químico',
  'biológico',
  'voz',
];

const programmeNamesText = (chosen: Surveillance, acts: readonly ProgrammeDecision[]): string =>
  chosen
    .filter(({ act }) => acts.includes(act))
    .map(({ programme }) => programme)
    .join(', ');

/** Returns 'Sí: osteomuscular, visual', 'Egresa: voz', 'No', or `NOT_RECORDED_TEXT` without a decision. */
export function programmeInclusionText(chosen: Surveillance | null): string {
  if (chosen === null) return NOT_RECORDED_TEXT;
  const [included, left] = [
    programmeNamesText(chosen, ['ingresa', 'continua']),
    programmeNamesText(chosen, ['egresa']),
  ];
  const parts = [
    included === '' ? '' : `Sí: ${included}`,
    left === '' ? '' : `${PROGRAMME_DECISION_LABELS.egresa}: ${left}`,
  ].filter(Boolean);
  return parts.length === 0 ? 'No' : parts.join('. ');
}

/** Returns 'Ingresa: osteomuscular. Egresa: voz', 'No', or `NOT_RECORDED_TEXT` without a decision. */
export function programmeDecisionsText(chosen: Surveillance | null): string {
  if (chosen === null) return NOT_RECORDED_TEXT;
  const parts = PROGRAMME_DECISIONS.map((act) => [act, programmeNamesText(chosen, [act])] as const)
    .filter(([, names]) => names !== '')
    .map(([act, names]) => `${PROGRAMME_DECISION_LABELS[act]}: ${names}`);
  return parts.length === 0 ? 'No' : parts.join('. ');
}

/**
 * Returns the recipient of the referral, or that no referral is needed. The reason is omitted, because the employer must not
 * read it.
 */
export const referralText = (chosen: Referral | null): string =>
  chosen === null ? NOT_RECORDED_TEXT : REFERRAL_LABELS[chosen.to];
