import { UnstyledButton } from '@mantine/core';
import { Icon } from '#ui/display/icon.tsx';
import type { VisitOffer } from './visit-offers.ts';
import './visit-button.css';

interface VisitButtonProps {
  offer: VisitOffer;
  /** True if a phone has no room for it. */
  isMore?: boolean;
  onClick: () => void;
}

/** Button that takes over a visit and continues; company names are long, and wrap. */
export const VisitButton = ({ offer: { head, label }, isMore, onClick }: VisitButtonProps) => (
  <UnstyledButton className="visit-button" data-more={isMore || undefined} onClick={onClick}>
    <span>
      {head && <strong>{head}</strong>}
      {head ? ` ${label}` : label}
    </span>
    <Icon name="right" />
  </UnstyledButton>
);
