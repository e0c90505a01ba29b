import {
  CorrectionLink,
  correctionLinkTargetOfEntry,
  correctionLinkTargetOfReceipt,
} from '#components/correct-link.tsx';
import type { ConfirmedRegistration } from './done-state.ts';

interface CorrectButtonProps {
  registered: ConfirmedRegistration | undefined;
  variant?: 'default' | 'subtle';
  className?: string;
}

export function CorrectButton({ registered, ...look }: CorrectButtonProps) {
  if (!registered) return null;
  const { entry, receipt } = registered;
  const patientName = (entry ?? receipt)?.summary.patientName ?? '';
  if (entry)
    return <CorrectionLink {...correctionLinkTargetOfEntry(entry)} {...look} patientName={patientName} />;
  return (
    receipt && (
      <CorrectionLink {...correctionLinkTargetOfReceipt(receipt)} {...look} patientName={patientName} />
    )
  );
}
