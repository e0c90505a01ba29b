import { UnstyledButton } from '@mantine/core';
import { Icon } from '#ui/display/icon.tsx';
import './visit-button.css';

/** Takes a visit over and goes on; names of companies are long, and wrap. */
export const VisitButton = ({ label, onClick }: { label: string; onClick: () => void }) => (
  <UnstyledButton className="visit-button" onClick={onClick}>
    <span>{label}</span>
    <Icon name="right" />
  </UnstyledButton>
);
