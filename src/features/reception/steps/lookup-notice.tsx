import { Suspense } from 'react';
import type { RegistrationChoices } from '#domain/registration.ts';
import { lazyComponent } from '#ui/hooks/lazy-piece.ts';
import type { WizardIdentity } from '../patient/use-identity.ts';
import type { VisitOffer } from '../visits/visit-offers.ts';
import { FoundNotice, type TodayRegistrationMessage, type ParkedDraftMessage } from './found-notice.tsx';

const LookupOutcome = lazyComponent(() =>
  import('../patient/lookup-outcome.tsx').then((loaded) => loaded.LookupOutcome),
);

interface LookupNoticeProps {
  previous: VisitOffer | null;
  identity: WizardIdentity;
  /**
   * Text about today's registration with this document. The found patient's notice contains this text; without a found patient,
   * a separate notice shows it.
   */
  today: TodayRegistrationMessage | null;
  /**
   * Text about a parked draft with this document. The found patient's notice contains this text; without a found patient, a
   * separate notice shows it.
   */
  waiting: ParkedDraftMessage | null;
  onForward: () => void;
  onVisit: (chosen: RegistrationChoices) => void;
}

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
