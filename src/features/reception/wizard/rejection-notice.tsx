import { Button } from '@mantine/core';
import type { Rejection } from '#domain/outbox/item.ts';
import { rejectionTitle } from '#sync/messages/rejection-text.ts';
import { NoticeList } from '#ui/notices/notice-list.tsx';
import { Notice } from '#ui/notices/notice.tsx';
import { formatFieldProblems, splitDetails } from '../form/field-details.ts';
import type { WizardState } from './use-wizard.ts';

/** Shows the server's rejection of the entry in correction (S10). Messages about a field are shown at the field. */
export function RejectionNotice({ refusal, wizard }: { refusal: Rejection; wizard: WizardState }) {
  const [away] = wizard.marked;
  return (
    <Notice
      kind="error"
      title={rejectionTitle('evaluation', refusal, 'El servidor no aceptó esta evaluación')}
      action={
        away && (
          <Button onClick={() => wizard.showMarked(away)}>Ver lo marcado en el paso {away.step + 1}</Button>
        )
      }
    >
      <NoticeList lines={formatFieldProblems(splitDetails(refusal.details).rest)} />
      Corrígela y envíala de nuevo; la hora de captura no cambia.
    </Notice>
  );
}
