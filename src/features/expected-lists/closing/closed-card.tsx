import { Button } from '@mantine/core';
import { useId } from 'react';
import type { AbsenceNotices } from '#contract/records/evaluation/attendance.ts';
import type { ExpectedList } from '#contract/records/evaluation/expected-lists.ts';
import { reopenExpectedList } from '#sync/expected/attendance.ts';
import type { Account } from '#sync/session/session.ts';
import { ReadStateNotice } from '#components/connection/read-notice.tsx';
import { useDisabledReason } from '#components/connection/use-disabled-reason.ts';
import { useReadDisplay } from '#components/connection/use-read-display.ts';
import { ButtonRow } from '#ui/display/button-row.tsx';
import { Card } from '#ui/display/cards/card.tsx';
import { ButtonWithReason } from '#ui/display/with-reason.tsx';
import { Notice } from '#ui/notices/notice.tsx';
import { ChangeFailure, useExpectedChange } from '../base/expected-change.tsx';
import { endText } from '../base/messages.ts';
import { useAbsenceNotices, useExpectedRefetch } from '../base/queries.ts';
import { noticeBindingText } from './messages.ts';
import { NoticeDraft } from './notice-draft.tsx';
import { NoticeItems } from './notice-items.tsx';
import './closed-card.css';

interface ReopeningProps {
  list: ExpectedList;
  /** Reason why nothing can be changed; null while changes are possible. */
  reason: string | null;
  refetch: () => Promise<void>;
}

function Reopening({ list, reason, refetch }: ReopeningProps) {
  const { busy, trouble, change } = useExpectedChange(refetch);
  const reasonId = useId();
  const reopen = () =>
    change({
      send: () => reopenExpectedList(list.id),
      done: 'Lista reabierta.',
      failed: 'No se pudo reabrir la lista.',
    });
  return (
    <>
      <ChangeFailure trouble={trouble} />
      <ButtonRow>
        <ButtonWithReason hint={reason === null ? null : { id: reasonId, text: reason }}>
          <Button
            loading={busy}
            disabled={reason !== null}
            aria-describedby={reason === null ? undefined : reasonId}
            onClick={reopen}
          >
            Reabrir la lista
          </Button>
        </ButtonWithReason>
      </ButtonRow>
    </>
  );
}

const NothingToSend = ({ notices: { items, draft } }: { notices: AbsenceNotices }) =>
  items.length === 0 && draft === null && <p>Todas las personas asistieron: no hay aviso que enviar.</p>;

/** Card of a closed list: who closed it, the notice to the company about people who did not come, and the button to reopen. */
export function ClosedListCard({ account, list }: { account: Account; list: ExpectedList }) {
  const query = useAbsenceNotices(account, list.id);
  const { problem, age } = useReadDisplay(query, account, 'No se pudieron cargar los avisos.');
  const refetch = useExpectedRefetch(account);
  const disabledReason = useDisabledReason(account);
  const reasonId = useId();
  const { data } = query;
  const disabledById = disabledReason === null ? undefined : reasonId;
  return (
    <Card title="Lista cerrada">
      <p>{endText(list)}</p>
      <ReadStateNotice problem={problem} age={age} onRetry={query.refetch} />
      <div id={reasonId}>{disabledReason !== null && <Notice kind="warn">{disabledReason}</Notice>}</div>
      {data && (
        <section className="closed-list-notice" aria-label="Aviso a la empresa">
          <h3>Aviso a {list.company.name}</h3>
          <NothingToSend notices={data} />
          <NoticeItems
            account={account}
            listId={list.id}
            notices={data.items}
            disabledById={disabledById}
            refetch={refetch}
          />
          {data.draft && (
            <NoticeDraft
              key={data.draft.to}
              listId={list.id}
              draft={data.draft}
              sendsMail={data.sends_mail}
              isCopyOffered={data.items.length > 0}
              disabledById={disabledById}
              refetch={refetch}
            />
          )}
        </section>
      )}
      {data && (
        <Reopening list={list} reason={noticeBindingText(data.items) ?? disabledReason} refetch={refetch} />
      )}
    </Card>
  );
}
