import { Button } from '@mantine/core';
import { useCallback, useEffect, useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { StorageProblem, type StorageProblemKind } from '#storage/base/problem.ts';
import type { Account } from '#sync/session/session.ts';
import { discardDraft } from '#sync/changes/on-device.ts';
import { EmptyState } from '#ui/display/empty-state.tsx';
import { Card } from '#ui/display/card.tsx';
import { PageHeader } from '#ui/page/page-header.tsx';
import { SkeletonCard } from '#ui/display/skeleton-card.tsx';
import { StorageNotice } from '#components/storage-notice.tsx';
import { Done } from './done/done.tsx';
import { Recapture } from './recapture.tsx';
import { focusField, useFocusRequests } from './form/focus.ts';
import { emptyStart, openStart, type Start } from './draft/start.ts';
import { Wizard } from './wizard/wizard.tsx';

type View =
  | { readonly name: 'loading' }
  | { readonly name: 'storage'; readonly kind: StorageProblemKind }
  | { readonly name: 'failed'; readonly error: unknown }
  | { readonly name: 'done'; readonly entryId: string }
  | Start;

const troubleOf = (error: unknown): View =>
  error instanceof StorageProblem ? { name: 'storage', kind: error.kind } : { name: 'failed', error };

interface DeskProps {
  account: Account;
  branchId: string;
  /** The entry to correct; null for new registrations. */
  entryId: string | null;
}

function useView(ownerId: string, entryId: string | null) {
  const [view, setView] = useState<View>({ name: 'loading' });
  const open = useCallback(
    () => openStart({ ownerId, entryId }).catch(troubleOf).then(setView),
    [ownerId, entryId],
  );
  useEffect(() => void open(), [open]);
  return { view, setView, open };
}

const NothingToCorrect = () => (
  <>
    <PageHeader title="Corregir y enviar" />
    <Card>
      <EmptyState
        title="Esta evaluación ya no espera correcciones"
        action={
          <Button component={Link} to="/pending" variant="filled">
            Ver pendientes de envío
          </Button>
        }
      >
        Se envió, se descartó o está en camino.
      </EmptyState>
    </Card>
  </>
);

/** One registration after another, from the draft that waits on the device to what became of the confirmed one. */
export function Desk({ account, branchId, entryId }: DeskProps) {
  useFocusRequests();
  const navigate = useNavigate();
  const { view, setView, open } = useView(account.userId, entryId);
  const another = () => {
    if (entryId !== null) return void navigate('/reception');
    setView({ name: 'wizard', start: emptyStart });
    focusField('identificationNumber'); // The next person is at the desk already.
  };
  const reopen = () => {
    setView({ name: 'loading' });
    void open();
  };
  // The draft that cannot be read: a correction begins again from its entry.
  const startOver = async () => {
    await discardDraft(account.userId, entryId);
    reopen();
  };
  switch (view.name) {
    case 'loading':
      return <SkeletonCard lines={5} />;
    case 'storage':
      return <StorageNotice kind={view.kind} onStartOver={() => void startOver()} />;
    case 'failed':
      throw view.error;
    case 'nothing_to_correct':
      return <NothingToCorrect />;
    case 'recapture':
      return <Recapture ownerId={account.userId} entryId={view.entryId} />;
    case 'done':
      return (
        <Done
          ownerId={account.userId}
          entryId={view.entryId}
          onAnother={another}
          onCorrect={() =>
            view.entryId === entryId ? reopen() : void navigate(`/reception?entry=${view.entryId}`)
          }
        />
      );
    case 'wizard':
      return (
        <Wizard
          account={account}
          branchId={branchId}
          entryId={entryId}
          start={view.start}
          onConfirmed={(confirmed) => setView({ name: 'done', entryId: confirmed })}
          onRestart={reopen}
        />
      );
  }
}
