import { useLiveQuery } from 'dexie-react-hooks';
import type { ReactNode } from 'react';
import { counted } from '#domain/text/counted.ts';
import { listBeingCorrected } from '#storage/outbox/corrections.ts';
import { Notice } from '#ui/notices/notice.tsx';

interface BeingCorrectedProps {
  ownerId: string;
  /** What that means for what is given away. */
  children: ReactNode;
}

/** What is given away is what was confirmed: whoever has begun to correct some of it hears so before. */
export function BeingCorrected({ ownerId, children }: BeingCorrectedProps) {
  const entries = useLiveQuery(() => listBeingCorrected(ownerId), [ownerId]) ?? [];
  if (entries.length === 0) return null;
  const names = new Intl.ListFormat('es-CO').format(entries.map(({ summary }) => summary.patientName));
  const begun = counted(entries.length, 'corrección', 'correcciones');
  return (
    <Notice kind="warn" title={`Tienes ${begun} sin enviar: ${names}.`}>
      {children}
    </Notice>
  );
}
