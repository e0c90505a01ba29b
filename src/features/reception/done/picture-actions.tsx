import { Button } from '@mantine/core';
import { Link } from 'react-router-dom';
import { RetryButton } from './retry-button.tsx';
import './picture-actions.css';

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
