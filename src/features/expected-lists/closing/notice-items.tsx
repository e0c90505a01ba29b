import { Button } from '@mantine/core';
import type { AbsenceNotice } from '#contract/records/evaluation/attendance.ts';
import { fetchNoticeFile, withdrawAbsenceNotice } from '#sync/expected/attendance.ts';
import type { Account } from '#sync/session/session.ts';
import { useDownload } from '#components/use-download.ts';
import { ButtonRow } from '#ui/display/button-row.tsx';
import { Icon } from '#ui/display/icon.tsx';
import { StatusTag } from '#ui/display/status-tag.tsx';
import { ChangeFailure, useExpectedChange } from '../base/expected-change.tsx';
import { peopleCountText } from '../base/messages.ts';
import { NOTICE_STATE_KINDS, noticeStatusLabel, noticeStatusText } from './messages.ts';
import { NoticeText } from './notice-draft.tsx';
import './notice-items.css';

interface NoticesProps {
  account: Account;
  listId: string;
  /** Id of the element that says why nothing can be changed; undefined while changes are possible. */
  disabledById: string | undefined;
  refetch: () => Promise<void>;
}
type NoticeItemProps = NoticesProps & { notice: AbsenceNotice };

/** Button that withdraws a notice that waits to be sent. */
function Withdrawal({ listId, notice, disabledById, refetch }: NoticeItemProps) {
  const { busy, trouble, change } = useExpectedChange(refetch);
  const withdraw = () =>
    change({
      send: () => withdrawAbsenceNotice(listId, notice.id),
      done: 'Aviso retirado.',
      failed: 'No se pudo retirar el aviso.',
    });
  return (
    <>
      <ChangeFailure trouble={trouble} />
      <Button
        loading={busy}
        disabled={disabledById !== undefined}
        aria-describedby={disabledById}
        onClick={withdraw}
      >
        Retirar aviso
      </Button>
    </>
  );
}

function NoticeItem(props: NoticeItemProps) {
  const { account, listId, notice } = props;
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
        <StatusTag kind={NOTICE_STATE_KINDS[state]}>{noticeStatusLabel(notice.status)}</StatusTag>
        <span>
          Para <b>{notice.to}</b>, con {peopleCountText(notice.people)}
        </span>
      </div>
      <p>{noticeStatusText(notice)}</p>
      {notice.text !== '' && (
        <details>
          <summary>Ver el texto</summary>
          <NoticeText {...notice} />
        </details>
      )}
      <ButtonRow>
        <Button leftSection={<Icon name="download" />} loading={busy} onClick={download}>
          Descargar constancia
        </Button>
        {state === 'queued' && <Withdrawal {...props} />}
      </ButtonRow>
    </li>
  );
}

export const NoticeItems = ({ notices, ...props }: NoticesProps & { notices: readonly AbsenceNotice[] }) => (
  <ul className="absence-notices" aria-label="Avisos">
    {notices.map((notice) => (
      <NoticeItem key={notice.id} {...props} notice={notice} />
    ))}
  </ul>
);
