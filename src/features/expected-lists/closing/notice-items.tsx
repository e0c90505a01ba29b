import { Button } from '@mantine/core';
import type { AbsenceNotice } from '#contract/records/evaluation/attendance.ts';
import { fetchNoticeFile } from '#sync/expected/attendance.ts';
import type { Account } from '#sync/session/session.ts';
import { useDownload } from '#components/use-download.ts';
import { Icon } from '#ui/display/icon.tsx';
import { StatusTag } from '#ui/display/status-tag.tsx';
import { peopleCountText } from '../base/messages.ts';
import { NOTICE_STATE_KINDS, NOTICE_STATE_LABELS, noticeStatusText } from './messages.ts';
import { NoticeText } from './notice-draft.tsx';
import './notice-items.css';

interface NoticeItemProps {
  account: Account;
  listId: string;
  notice: AbsenceNotice;
}

function NoticeItem({ account, listId, notice }: NoticeItemProps) {
  const { busy, download } = useDownload({
    ownerId: account.userId,
    fallback: 'No se pudo descargar la constancia.',
    about: `notice:${notice.id}`,
    read: () => fetchNoticeFile(listId, notice.id),
  });
  const { state } = notice.status;
  return (
    <li className="absence-notice">
      <div className="absence-notice-head">
        <StatusTag kind={NOTICE_STATE_KINDS[state]}>{NOTICE_STATE_LABELS[state]}</StatusTag>
        <span>
          Para <b>{notice.to}</b>, con {peopleCountText(notice.people)}
        </span>
      </div>
      <p>{noticeStatusText(notice)}</p>
      <details>
        <summary>Ver el texto</summary>
        <NoticeText {...notice} />
      </details>
      <Button leftSection={<Icon name="download" />} loading={busy} onClick={download}>
        Descargar constancia
      </Button>
    </li>
  );
}

export const NoticeItems = ({
  account,
  listId,
  notices,
}: {
  account: Account;
  listId: string;
  notices: readonly AbsenceNotice[];
}) => (
  <ul className="absence-notices" aria-label="Avisos">
    {notices.map((notice) => (
      <NoticeItem key={notice.id} account={account} listId={listId} notice={notice} />
    ))}
  </ul>
);
