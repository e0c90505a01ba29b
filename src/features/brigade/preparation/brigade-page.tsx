import { Button } from '@mantine/core';
import { useLiveQuery } from 'dexie-react-hooks';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { PERMISSION_DEFINITIONS } from '#contract/vocabulary.ts';
import { formatCalendarDay } from '#domain/time/calendar.ts';
import { readPreparedBrigade, type PreparedBrigade } from '#storage/device/brigade.ts';
import { refreshBrigadeData } from '#sync/brigade/preparation.ts';
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
import { FailedRefreshNotice, useBrigadeRefresh, type BrigadeRefreshRun } from './refresh.tsx';
import { PageColumn } from '../base/column.tsx';

const TITLE = 'Preparar este dispositivo';

interface PreparedProps {
  account: Account;
  brigade: PreparedBrigade;
  refresh: BrigadeRefreshRun;
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
        <FailedRefreshNotice failure={refresh.failure} />
        <BrigadeCheckList account={account} brigade={brigade} />
      </PageColumn>
    </>
  );
}

interface PreparationProps {
  account: Account & { branchId: string };
  brigade: PreparedBrigade | null;
}

function BrigadePreparation({ account, brigade }: PreparationProps) {
  const [address, setAddress] = useSearchParams();
  const refresh = useBrigadeRefresh();
  /** List of the brigade that the user wants to replace. */
  const [replaced, setReplaced] = useState(() => {
    const named = address.get('list');
    return brigade && named !== null && named !== brigade.listId ? brigade.listId : null;
  });
  if (brigade?.branchId === account.branchId && brigade.listId !== replaced)
    return (
      <PreparedDevice
        account={account}
        brigade={brigade}
        refresh={refresh}
        onChange={() => setReplaced(brigade.listId)}
      />
    );
  return (
    <BrigadeChoice
      title={TITLE}
      account={account}
      current={brigade}
      refresh={refresh}
      onPrepare={(prepare) =>
        refresh.run(async () => {
          const result = await prepare();
          if (result.type === 'fetched') setReplaced(null);
          return result;
        })
      }
      onCancel={
        brigade?.branchId === account.branchId
          ? () => {
              setReplaced(null);
              setAddress({}, { replace: true });
            }
          : null
      }
    />
  );
}

function StoredBrigadePreparation({ account }: Pick<PreparationProps, 'account'>) {
  const brigade = useLiveQuery(readPreparedBrigade, []);
  if (brigade === undefined) return <SkeletonCard lines={6} />;
  return <BrigadePreparation account={account} brigade={brigade} />;
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
  return <StoredBrigadePreparation key={branchId} account={{ ...account, branchId }} />;
}
