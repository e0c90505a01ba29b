import { UnstyledButton } from '@mantine/core';
import { Icon } from '#ui/display/icon.tsx';
import './visit-button.css';

interface VisitButtonProps {
  label: string;
  /** There is no room for it on a phone. */
  isMore?: boolean;
  onClick: () => void;
}

/** Takes a visit over and goes on; names of companies are long, and wrap. */
export const VisitButton = ({ label, isMore, onClick }: VisitButtonProps) => (
  <UnstyledButton className="visit-button" data-more={isMore || undefined} onClick={onClick}>
    <span>{label}</span>
    <Icon name="right" />
  </UnstyledButton>
);
