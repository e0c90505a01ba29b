import { visitId, type VisitChoices } from '#domain/registration.ts';
import { isSameVisit, sameAsPrevious, usePreviousVisit, useUsualVisits } from './visit-offers.ts';
import { VisitButton } from './visit-button.tsx';
import './usual-visits.css';

/** Besides the one before; on a phone fewer are shown. */
const SHOWN_MAX = 3;

interface UsualVisitsProps {
  ownerId: string;
  branchId: string;
  onVisit: (chosen: VisitChoices) => void;
}

/** Type and companies together, as of the one before or as usual here at this hour: one tap, and on to the last step. */
export function UsualVisits({ ownerId, branchId, onVisit }: UsualVisitsProps) {
  const previous = usePreviousVisit(ownerId);
  const others = useUsualVisits(ownerId, branchId).filter(
    (offer) => !(previous && isSameVisit(offer, previous)),
  );
  const shown = [
    ...(previous ? [{ ...previous, label: sameAsPrevious(previous) }] : []),
    ...others.slice(0, SHOWN_MAX),
  ];
  if (shown.length === 0) return null;
  return (
    <fieldset className="usual-visits" aria-label="Visitas habituales">
      {shown.map(({ chosen, label }) => (
        <VisitButton key={visitId(chosen)} label={label} onClick={() => onVisit(chosen)} />
      ))}
    </fieldset>
  );
}
