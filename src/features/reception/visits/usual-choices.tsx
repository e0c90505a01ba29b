import { UnstyledButton } from '@mantine/core';
import type { RegistrationChoices } from '#domain/registration.ts';
import type { CatalogChoice } from '#sync/catalogs/catalog-source.ts';
import { Icon } from '#ui/display/icon.tsx';
import type { UsualVisit } from './use-usual.ts';
import type { VisitOffer } from './visit-offers.ts';
import './usual-choices.css';

interface UsualChoicesProps {
  label: string;
  usual: readonly CatalogChoice[];
  value: string;
  onChange: (id: string) => void;
}

/** Offers the usual choices of this branch at this hour. A tap does not reorder them. */
export const UsualChoices = ({ label, usual, value, onChange }: UsualChoicesProps) =>
  usual.length > 0 && (
    <fieldset className="usual-choices" aria-label={label}>
      {usual.map(({ id, name }) => (
        <UnstyledButton
          key={id}
          className="usual-button usual-choice"
          aria-pressed={id === value}
          onClick={() => onChange(id)}
        >
          <span>{name}</span>
        </UnstyledButton>
      ))}
    </fieldset>
  );

interface VisitButtonProps {
  offer: VisitOffer;
  isMore?: boolean;
  onVisit: (chosen: RegistrationChoices) => void;
}

export const VisitButton = ({ offer: { head, name, chosen }, isMore, onVisit }: VisitButtonProps) => (
  <UnstyledButton
    className="usual-button visit-button"
    data-more={isMore || undefined}
    onClick={() => onVisit(chosen)}
  >
    <span>
      {head && <strong>{head}</strong>}
      {head ? ` ${name}` : name}
    </span>
    <Icon name="right" />
  </UnstyledButton>
);

/**
 * Offers type and companies of the previous registration and of usual visits at this hour. One tap fills them in and opens the
 * last step.
 */
export const UsualVisits = ({
  offers,
  onVisit,
}: Pick<VisitButtonProps, 'onVisit'> & { offers: readonly UsualVisit[] }) =>
  offers.length > 0 && (
    <fieldset className="usual-visits" aria-label="Visitas habituales">
      {offers.map((offer) => (
        <VisitButton key={offer.id} offer={offer} isMore={offer.isMore} onVisit={onVisit} />
      ))}
    </fieldset>
  );
