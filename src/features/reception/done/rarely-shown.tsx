import { Button } from '@mantine/core';
import { Link } from 'react-router-dom';
import { retryItemsNow } from '#sync/outbox/entry-actions.ts';
import {
  CorrectionLink,
  correctionLinkTargetOfEntry,
  correctionLinkTargetOfReceipt,
} from '#components/correct-link.tsx';
import { useChangeRunner } from '#ui/forms/use-change.ts';
import type { ConfirmedRegistration } from './done-state.ts';
import './rarely-shown.css';

export const PendingLink = ({ variant = 'default' }: { variant?: 'default' | 'filled' | 'subtle' }) => (
  <Button component={Link} to="/pending" variant={variant}>
    Ver pendientes de envío
  </Button>
);

interface CorrectButtonProps {
  registered: ConfirmedRegistration;
  variant?: 'default' | 'subtle';
  className?: string;
}

export function CorrectButton({ registered: { entry, receipt }, ...look }: CorrectButtonProps) {
  const patientName = (entry ?? receipt)?.summary.patientName ?? '';
  const target = entry
    ? correctionLinkTargetOfEntry(entry)
    : receipt && correctionLinkTargetOfReceipt(receipt);
  return target && <CorrectionLink {...target} {...look} patientName={patientName} />;
}

interface RetryButtonProps {
  ownerId: string;
  entryId: string;
  label: string;
  className?: string;
}

export function RetryButton({ ownerId, entryId, label, className = '' }: RetryButtonProps) {
  const { busy, run } = useChangeRunner<never>();
  const retry = () => retryItemsNow(ownerId, entryId).then(() => null);
  return (
    <Button className={className} loading={busy} onClick={() => void run(retry)}>
      {label}
    </Button>
  );
}

interface PictureActionsProps {
  ownerId: string;
  entryId: string;
  /** Labels of the buttons; null hides the button. */
  labels: { capture: string | null; retry: string | null };
  patientName: string;
}

export const PictureActions = ({ ownerId, entryId, labels, patientName }: PictureActionsProps) => (
  <>
    {labels.capture !== null && (
      <Button
        className="picture-action"
        component={Link}
        to={`/reception?entry=${entryId}`}
        aria-label={`${labels.capture}: ${patientName}`}
      >
        {labels.capture}
      </Button>
    )}
    {labels.retry !== null && (
      <RetryButton className="picture-action" ownerId={ownerId} entryId={entryId} label={labels.retry} />
    )}
  </>
);
