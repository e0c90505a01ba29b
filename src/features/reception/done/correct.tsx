import { CorrectLink, correctionOfEntry, correctionOfReceipt } from '#components/correct-link.tsx';
import type { Registered } from './done-state.ts';

interface CorrectProps {
  registered: Registered | undefined;
  variant?: 'default' | 'subtle';
  className?: string;
}

/**
 * Button 'Corregir' for the registration that was just confirmed; a registration that the server rejected has a different
 * button.
 */
export function Correct({ registered, ...look }: CorrectProps) {
  if (!registered) return null;
  const { entry, receipt } = registered;
  const patientName = (entry ?? receipt)?.summary.patientName ?? '';
  if (entry) return <CorrectLink {...correctionOfEntry(entry)} {...look} patientName={patientName} />;
  return receipt && <CorrectLink {...correctionOfReceipt(receipt)} {...look} patientName={patientName} />;
}
