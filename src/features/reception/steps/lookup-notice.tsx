import { Suspense } from 'react';
import type { VisitChoices } from '#domain/registration.ts';
import { lazyComponent } from '#ui/hooks/lazy-piece.ts';
import type { WizardIdentity } from '../patient/use-identity.ts';
import type { VisitOffer } from '../visits/visit-offers.ts';
import { FoundNotice, type TodayRegistrationMessage, type ParkedDraftMessage } from './found-notice.tsx';

/** Loaded for every result of the lookup except a found patient without a conflict. */
const LookupOutcome = lazyComponent(() =>
  import('../patient/lookup-outcome.tsx').then((loaded) => loaded.LookupOutcome),
);

interface LookupNoticeProps {
  previous: VisitOffer | null;
  identity: WizardIdentity;
  /** Today's registration with the document; shown in the notice about the found patient, otherwise in a separate one. */
  today: TodayRegistrationMessage | null;
  /** Parked draft with the document; shown in the notice about the found patient, otherwise in a separate one. */
  waiting: ParkedDraftMessage | null;
  onForward: () => void;
  /** Takes over type and companies of a visit. */
  onVisit: (chosen: VisitChoices) => void;
}

/** Shows the result of the lookup, and marks results that come from the device. */
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
