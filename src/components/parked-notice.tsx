import { useLiveQuery } from 'dexie-react-hooks';
import type { ReactNode } from 'react';
import { countParkedDrafts } from '#storage/drafts/parked-list.ts';
import { unconfirmedDraftsText, parkedDraftsTitle } from '#sync/messages/parked-drafts-text.ts';
import { Notice } from '#ui/notices/notice.tsx';

interface ParkedDraftsNoticeProps {
  ownerId: string;
  className?: string;
  action: ReactNode;
}

/** S27: shows the number of parked drafts on this device, on screens other than the registration form. */
export function ParkedDraftsNotice({ ownerId, className = '', action }: ParkedDraftsNoticeProps) {
  const waiting = useLiveQuery(() => countParkedDrafts(ownerId), [ownerId]) ?? 0;
  return waiting === 0 ? null : (
    <Notice className={className} kind="warn" title={`${parkedDraftsTitle(waiting)}.`} action={action}>
      {unconfirmedDraftsText(waiting)}
    </Notice>
  );
}
