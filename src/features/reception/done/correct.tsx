import {
  CorrectLink,
  correctLinkTargetOfEntry,
  correctLinkTargetOfReceipt,
} from '#components/correct-link.tsx';
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
  if (entry) return <CorrectLink {...correctLinkTargetOfEntry(entry)} {...look} patientName={patientName} />;
  return (
    receipt && <CorrectLink {...correctLinkTargetOfReceipt(receipt)} {...look} patientName={patientName} />
  );
}
