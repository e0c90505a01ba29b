import { Suspense } from 'react';
import type { VisitChoices } from '#domain/registration.ts';
import { lazyPiece } from '#ui/hooks/lazy-piece.ts';
import type { Identity } from '../patient/use-identity.ts';
import type { VisitOffer } from '../visits/visit-offers.ts';
import { FoundNotice, type Today, type Waiting } from './found-notice.tsx';

/** Loaded for every result except a patient found without a doubt. */
const LookupOutcome = lazyPiece(() =>
  import('../patient/lookup-outcome.tsx').then((loaded) => loaded.LookupOutcome),
);

interface LookupNoticeProps {
  previous: VisitOffer | null;
  identity: Identity;
  /** Registration of the document today: shown with the found patient, otherwise in a separate notice. */
  today: Today | null;
  /** Parked draft of the document: shown with the found patient, otherwise in a separate notice. */
  waiting: Waiting | null;
  onForward: () => void;
  /** Takes over type and companies of a visit. */
  onVisit: (chosen: VisitChoices) => void;
}

/** Shows a line for each result of the lookup, and marks results that come from the device. */
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
