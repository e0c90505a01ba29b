import { visitChoicesKey, type RegistrationChoices } from '#domain/registration.ts';
import type { UsualVisit } from './use-usual.ts';
import { VisitButton } from './visit-button.tsx';
import './usual-visits.css';

interface UsualVisitsProps {
  offers: readonly UsualVisit[];
  onVisit: (chosen: RegistrationChoices) => void;
}

/**
 * Offers type and companies of the previous registration and of usual visits at this hour. One tap fills them in and opens the
 * last step.
 */
export function UsualVisits({ offers, onVisit }: UsualVisitsProps) {
  if (offers.length === 0) return null;
  return (
    <fieldset className="usual-visits" aria-label="Visitas habituales">
      {offers.map((offer) => (
        <VisitButton
          key={visitChoicesKey(offer.chosen)}
          offer={offer}
          isMore={offer.isMore}
          onClick={() => onVisit(offer.chosen)}
        />
      ))}
    </fieldset>
  );
}
