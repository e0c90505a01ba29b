import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { Uuid } from '#contract/primitives.ts';
import type { Account } from '#sync/session/session.ts';
import { SkeletonCard } from '#ui/display/cards/skeleton-card.tsx';
import { lazyComponent } from '#ui/hooks/lazy-piece.ts';
import { Reception } from './reception.tsx';
import { setLastConfirmed } from './done/last-confirmed.ts';

const skeleton = () => <SkeletonCard lines={5} />;
const LazyReceptionUnavailable = lazyComponent(
  () => import('./rarely-shown.tsx'),
  'ReceptionUnavailable',
  skeleton,
);
const LazyConfirmedRegistrationScreen = lazyComponent(
  () => import('./done/done.tsx'),
  'ConfirmedRegistrationScreen',
  skeleton,
);

/** Returns an id from the URL. Ids may be in URLs, because they contain no patient data (D5). */
function useIdFromUrl(name: string): string | null {
  const [params] = useSearchParams();
  const id = Uuid.safeParse(params.get(name));
  return id.success ? id.data : null;
}

/**
 * Returns true if this page has shown another screen before. The app moves the focus only when the page changes, so this page
 * must itself move the focus when its screens change.
 */
function useHasShownOtherScreen(screen: string): boolean {
  const [seen, setSeen] = useState({ screen, isLed: false });
  if (seen.screen !== screen) setSeen({ screen, isLed: true });
  return seen.isLed;
}

function SentRegistrationCorrection({ account, evaluationId }: { account: Account; evaluationId: string }) {
  const { userId, branchId } = account;
  const [key, setKey] = useState<string | null>(null);
  useEffect(() => {
    import('./correction/opening.ts')
      .then(({ findCorrectionDraftKey }) => findCorrectionDraftKey(userId, evaluationId))
      .then(setKey, reportError);
  }, [userId, evaluationId]);
  if (key === null || branchId === null) return <SkeletonCard lines={5} />;
  const isDoctors = account.actions.includes('manage_evaluations');
  return (
    <Reception
      key={`${userId}:${key}`}
      account={account}
      branchId={branchId}
      entryId={key}
      returnTo={isDoctors ? `/evaluations/${evaluationId}` : '/pending'}
    />
  );
}

const canCorrectRegistrations = ({ actions }: Account): boolean =>
  actions.includes('register_patients') || actions.includes('manage_evaluations');

/**
 * Page of `/reception` and `/pacientes`. `?entry=` corrects the registration of an entry; `?evaluation=` corrects a sent
 * registration, and `field` names the API field to start at; `?result=` shows the state of a confirmed registration; `?waiting`
 * opens the list of parked drafts.
 */
export function ReceptionPage({ account }: { account: Account }) {
  const entryId = useIdFromUrl('entry');
  const resultId = useIdFromUrl('result');
  const evaluationId = useIdFromUrl('evaluation');
  const isLedHere = useHasShownOtherScreen(`${entryId} ${resultId} ${evaluationId}`);
  const { userId, branchId } = account;
  if (evaluationId !== null && canCorrectRegistrations(account) && branchId !== null)
    return <SentRegistrationCorrection account={account} evaluationId={evaluationId} />;
  if (!account.actions.includes('register_patients') || branchId === null)
    return <LazyReceptionUnavailable account={account} />;
  if (resultId !== null)
    return (
      <LazyConfirmedRegistrationScreen
        ownerId={userId}
        entryId={resultId}
        onAnother={() => setLastConfirmed(userId, null)}
      />
    );
  return (
    <Reception
      key={`${userId}:${entryId ?? 'new'}`}
      account={account}
      branchId={branchId}
      entryId={entryId}
      isLedHere={isLedHere}
    />
  );
}
