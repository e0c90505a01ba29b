import { useLiveQuery } from 'dexie-react-hooks';
import type { ReactNode } from 'react';
import { countParked } from '#storage/drafts/parked-drafts.ts';
import { waitingText, waitingTitle } from '#sync/words/waiting-people-text.ts';
import { Notice } from '#ui/notices/notice.tsx';

interface WaitingPeopleProps {
  ownerId: string;
  className?: string;
  /** The way to them. */
  action: ReactNode;
}

/** S27: who waits on this device, where the wizard is not open. */
export function WaitingPeople({ ownerId, className = '', action }: WaitingPeopleProps) {
  const waiting = useLiveQuery(() => countParked(ownerId), [ownerId]) ?? 0;
  return waiting === 0 ? null : (
    <Notice className={className} kind="warn" title={`${waitingTitle(waiting)}.`} action={action}>
      {waitingText(waiting)}
    </Notice>
  );
}
