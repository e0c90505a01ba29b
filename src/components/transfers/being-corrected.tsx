import { useLiveQuery } from 'dexie-react-hooks';
import type { ReactNode } from 'react';
import { formatCountWithNoun } from '#domain/text/counted.ts';
import { listEntriesBeingCorrected } from '#storage/outbox/registrations/corrections.ts';
import { Notice } from '#ui/notices/notice.tsx';

interface CorrectionsInProgressNoticeProps {
  ownerId: string;
  children: ReactNode;
}

/** Warns a user who has unconfirmed corrections, because a transfer contains only confirmed data. */
export function CorrectionsInProgressNotice({ ownerId, children }: CorrectionsInProgressNoticeProps) {
  const entries = useLiveQuery(() => listEntriesBeingCorrected(ownerId), [ownerId]) ?? [];
  if (entries.length === 0) return null;
  const names = new Intl.ListFormat('es-CO').format(entries.map(({ summary }) => summary.patientName));
  const begun = formatCountWithNoun(entries.length, 'corrección', 'correcciones');
  return (
    <Notice kind="warn" title={`Tienes ${begun} sin enviar: ${names}.`}>
      {children}
    </Notice>
  );
}
