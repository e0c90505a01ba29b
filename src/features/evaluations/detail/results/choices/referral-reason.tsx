import { TextInput } from '@mantine/core';
import { REASON_MAX_LENGTH } from '#contract/limits.ts';
import { setDecisionAndSentence } from '#domain/evaluation/worksheet/decide.ts';
import type { EvaluationContext } from '../../state/use-evaluation-context.ts';
import './referral-reason.css';

export function ReferralReasonField({
  context: { typing, evaluation, decisions },
}: {
  context: EvaluationContext;
}) {
  const referral = decisions?.referral;
  if (!referral || referral.to === 'none') return null;
  return (
    <TextInput
      className="referral-reason"
      label="Motivo de la remisión"
      description="Sale solo en la historia clínica; el empleador no lo lee."
      autoComplete="off"
      maxLength={REASON_MAX_LENGTH}
      value={referral.reason ?? ''}
      onChange={({ currentTarget: { value } }) =>
        typing.change((sheet) =>
          setDecisionAndSentence(sheet, evaluation, 'referral', {
            to: referral.to,
            reason: value === '' ? null : value,
          }),
        )
      }
    />
  );
}
