import { Button } from '@mantine/core';
import { useLiveQuery } from 'dexie-react-hooks';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { PERMISSION_DEFINITIONS } from '#contract/vocabulary.ts';
import { formatCalendarDay } from '#domain/time/calendar.ts';
import { readPreparedBrigade, type PreparedBrigade } from '#storage/device/brigade.ts';
import { refreshBrigadeData, type BrigadeRefresh } from '#sync/brigade/preparation.ts';
import { failureText, supportCodeOfError } from '#sync/messages/failure-text.ts';
import type { Account } from '#sync/session/session.ts';
import { useDisabledReason } from '#components/connection/use-disabled-reason.ts';
import { ButtonRow } from '#ui/display/button-row.tsx';
import { FactList } from '#ui/display/facts.tsx';
import { SkeletonCard } from '#ui/display/cards/skeleton-card.tsx';
import { Notice } from '#ui/notices/notice.tsx';
import { NoPermission } from '#ui/page/no-permission.tsx';
import { PageHeader } from '#ui/page/page-header.tsx';
import { BrigadeChoice } from './brigade-choice.tsx';
import { BrigadeCheckList } from './check-list.tsx';
import { PageColumn } from '../base/column.tsx';

const TITLE = 'Preparar este dispositivo';

const FailedRefreshNotice = ({ result }: { result: BrigadeRefresh }) =>
  result.type === 'not_fetched' && (
    <Notice kind="error" supportCode={supportCodeOfError(result.error)}>
      {failureText(result.error, 'No se descargó todo.')}
    </Notice>
  );

/** Runs the downloads of the page one at a time. Returns the result of the last one, and whether one is running. */
function useBrigadeRefresh() {
  const [state, setState] = useState<{ busy: boolean; result: BrigadeRefresh | null }>({
    busy: false,
    result: null,
  });
  const run = async (work: () => Promise<BrigadeRefresh>) => {
    setState({ busy: true, result: null });
    let result: BrigadeRefresh | null = null;
    try {
      result = await work();
    } finally {
      setState({ busy: false, result });
    }
  };
  return { ...state, run: (work: () => Promise<BrigadeRefresh>) => void run(work).catch(reportError) };
}

interface PreparedProps {
  account: Account;
  brigade: PreparedBrigade;
  refresh: ReturnType<typeof useBrigadeRefresh>;
  onChange: () => void;
}

function PreparedDevice({ account, brigade, refresh, onChange }: PreparedProps) {
  const reason = useDisabledReason(account);
  return (
    <>
      <PageHeader
        title={TITLE}
        sub={<FactList of={[brigade.place, formatCalendarDay(brigade.day) ?? brigade.day]} />}
      />
      <PageColumn>
        <ButtonRow>
          <Button
            variant="filled"
            loading={refresh.busy}
            disabled={reason !== null}
            onClick={() => refresh.run(() => refreshBrigadeData(account))}
          >
            Actualizar ahora
          </Button>
          <Button component={Link} to="/brigade/close">
            Cierre de la brigada
          </Button>
          <Button variant="subtle" disabled={refresh.busy} onClick={onChange}>
            Cambiar de brigada
          </Button>
        </ButtonRow>
        {reason !== null && <Notice kind="info">{reason}</Notice>}
        {refresh.result && <FailedRefreshNotice result={refresh.result} />}
        <BrigadeCheckList account={account} brigade={brigade} />
      </PageColumn>
    </>
  );
}

function BrigadePreparation({ account }: { account: Account & { branchId: string } }) {
  const brigade = useLiveQuery(readPreparedBrigade, []);
  const refresh = useBrigadeRefresh();
  const [isChanging, setChanging] = useState(false);
  if (brigade === undefined) return <SkeletonCard lines={6} />;
  if (brigade?.branchId === account.branchId && !isChanging)
    return (
      <PreparedDevice
        account={account}
        brigade={brigade}
        refresh={refresh}
        onChange={() => setChanging(true)}
      />
    );
  return (
    <BrigadeChoice
      title={TITLE}
      account={account}
      onPrepare={(prepare) => {
        setChanging(false);
        refresh.run(prepare);
      }}
    />
  );
}

/** `/brigade`, 'Preparar este dispositivo': fetches what a brigade needs without network, and checks the device. */
export function BrigadePage({ account }: { account: Account }) {
  const { actions, branchId } = account;
  if (!actions.includes('register_patients'))
    return (
      <NoPermission
        page={TITLE}
        what="preparar una brigada"
        permission={PERMISSION_DEFINITIONS.register_patients.label}
      />
    );
  if (branchId === null)
    return (
      <>
        <PageHeader title={TITLE} />
        <Notice kind="warn">Una brigada es de una sede. Elige una en la barra superior.</Notice>
      </>
    );
  return <BrigadePreparation key={branchId} account={{ ...account, branchId }} />;
}
