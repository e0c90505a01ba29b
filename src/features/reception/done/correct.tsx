import { CorrectLink, correctionOfEntry, correctionOfReceipt } from '#components/correct-link.tsx';
import type { ConfirmedRegistration } from './done-state.ts';

interface CorrectProps {
  registered: ConfirmedRegistration | undefined;
  variant?: 'default' | 'subtle';
  className?: string;
}

export function CorrectButton({ registered, ...look }: CorrectProps) {
  if (!registered) return null;
  const { entry, receipt } = registered;
  const patientName = (entry ?? receipt)?.summary.patientName ?? '';
  if (entry) return <CorrectLink {...correctionOfEntry(entry)} {...look} patientName={patientName} />;
  return receipt && <CorrectLink {...correctionOfReceipt(receipt)} {...look} patientName={patientName} />;
}
