import { Suspense } from 'react';
import type { VisitChoices } from '#domain/registration.ts';
import { lazyPiece } from '#ui/hooks/lazy-piece.ts';
import type { Identity } from '../patient/use-identity.ts';
import type { VisitOffer } from '../visits/visit-offers.ts';
import { FoundNotice, type Today, type Waiting } from './found-notice.tsx';

/** Everything but a patient who was found without a doubt. */
const LookupOutcome = lazyPiece(() =>
  import('../patient/lookup-outcome.tsx').then((late) => late.LookupOutcome),
);

interface LookupNoticeProps {
  previous: VisitOffer | null;
  identity: Identity;
  /** Words about the document's registration of today: with who was found, else in a notice of their own. */
  today: Today | null;
  /** Whoever of this document waits: with who was found, else in a notice of their own. */
  waiting: Waiting | null;
  onForward: () => void;
  /** Takes over what a visit was for. */
  onVisit: (chosen: VisitChoices) => void;
}

/** One line for each answer of the lookup; what the device answered by itself is said to be that. */
export function LookupNotice({ previous, identity, today, waiting, onForward, onVisit }: LookupNoticeProps) {
  const { note } = identity;
  if (note.name === 'none' || note.name === 'searching') return null;
  if (note.name !== 'found')
    return (
      <Suspense>
        <LookupOutcome
          {...{ note, identity, isToday: today !== null, isWaiting: waiting !== null, onForward }}
        />
      </Suspense>
    );
  return (
    <FoundNotice
      patient={note.patient}
      previous={previous}
      unasked={note.unasked}
      today={today}
      waiting={waiting}
      onVisit={onVisit}
    />
  );
}
