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
import { focusField, focusOn, useFocusRequests } from './form/focus.ts';
import { tellOtherWindows } from './draft/draft-channel.ts';
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

/** `nth`: each view is a screen of its own, also where a wizard follows a wizard. */
function useView(ownerId: string, entryId: string | null) {
  const [{ view, nth }, setShown] = useState<{ view: View; nth: number }>({
    view: { name: 'loading' },
    nth: 0,
  });
  const show = useCallback((next: View) => setShown((before) => ({ view: next, nth: before.nth + 1 })), []);
  const open = useCallback(() => openStart({ ownerId, entryId }).catch(troubleOf), [ownerId, entryId]);
  useEffect(() => void open().then(show), [open, show]);
  return { view, nth, show, open };
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
  const { view, nth, show, open } = useView(account.userId, entryId);
  const next = () => {
    show({ name: 'wizard', start: emptyStart });
    focusField('identificationNumber'); // The next person is at the desk already.
  };
  const reopen = async () => {
    show({ name: 'loading' });
    const opened = await open();
    show(opened);
    // From here on this window has it, and no other shows it.
    if (opened.name === 'wizard' && opened.start.restored)
      tellOtherWindows({ ownerId: account.userId, entryId });
  };
  const bringBack = async () => {
    const opened = await open();
    show(opened.name === 'wizard' ? { ...opened, start: { ...opened.start, restored: false } } : opened);
    focusOn('.step-place');
  };
  // The draft that cannot be read: a correction begins again from its entry.
  const startOver = async () => {
    await discardDraft(account.userId, entryId);
    await reopen();
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
          onAnother={entryId === null ? next : () => void navigate('/reception')}
          onCorrect={() =>
            view.entryId === entryId ? void reopen() : void navigate(`/reception?entry=${view.entryId}`)
          }
        />
      );
    case 'wizard':
      return (
        <Wizard
          key={nth}
          account={account}
          branchId={branchId}
          entryId={entryId}
          start={view.start}
          onConfirmed={(confirmed) => show({ name: 'done', entryId: confirmed })}
          onRestart={() => void reopen()}
          onParked={next}
          onBroughtBack={() => void bringBack()}
        />
      );
  }
}
