import { Suspense, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { Uuid } from '#contract/primitives.ts';
import type { Account } from '#sync/session/session.ts';
import { SkeletonCard } from '#ui/display/skeleton-card.tsx';
import { lazyPiece } from '#ui/hooks/lazy-piece.ts';
import { Desk } from './desk.tsx';
import { noteConfirmed } from './done/last-confirmed.ts';

const NoDesk = lazyPiece(() => import('./no-desk.tsx').then((late) => late.NoDesk));
const Done = lazyPiece(() => import('./done/done.tsx').then((late) => late.Done));

/** Ids name nobody, and may stand in an address (D5). */
function useId(name: string): string | null {
  const [params] = useSearchParams();
  const id = Uuid.safeParse(params.get(name));
  return id.success ? id.data : null;
}

/** Whether the page has shown another of its screens before this one: the shell sees no other page. */
function useLedHere(screen: string): boolean {
  const [seen, setSeen] = useState({ screen, isLed: false });
  if (seen.screen !== screen) setSeen({ screen, isLed: true });
  return seen.isLed;
}

/**
 * `/reception`, `/pacientes`; with `?entry=` the refused entry of that id is corrected, with `?result=` one reads what
 * became of the one that was confirmed; `?waiting` opens the list of those who wait.
 */
export function ReceptionPage({ account }: { account: Account }) {
  const [entryId, resultId] = [useId('entry'), useId('result')];
  const isLedHere = useLedHere(`${entryId} ${resultId}`);
  const { userId, branchId } = account;
  if (!account.actions.includes('register_patients') || branchId === null)
    return (
      <Suspense fallback={<SkeletonCard lines={5} />}>
        <NoDesk account={account} />
      </Suspense>
    );
  if (resultId !== null)
    return (
      <Suspense fallback={<SkeletonCard lines={5} />}>
        <Done ownerId={userId} entryId={resultId} onAnother={() => noteConfirmed(userId, null)} />
      </Suspense>
    );
  return (
    <Desk
      key={`${userId}:${entryId ?? 'new'}`}
      account={account}
      branchId={branchId}
      entryId={entryId}
      isLedHere={isLedHere}
    />
  );
}
