import { UnstyledButton } from '@mantine/core';
import { Icon } from '#ui/display/icon.tsx';
import type { VisitOffer } from './visit-offers.ts';
import './visit-button.css';

interface VisitButtonProps {
  offer: VisitOffer;
  isMore?: boolean;
  onClick: () => void;
}

export const VisitButton = ({ offer: { head, label }, isMore, onClick }: VisitButtonProps) => (
  <UnstyledButton className="visit-button" data-more={isMore || undefined} onClick={onClick}>
    <span>
      {head && <strong>{head}</strong>}
      {head ? ` ${label}` : label}
    </span>
    <Icon name="right" />
  </UnstyledButton>
);
