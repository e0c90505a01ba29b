import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import './step-foot.css';

interface StepFootProps {
  main: string;
  busy: boolean;
  disabledReason: string | null;
  onSkip: (() => void) | null;
  /** Called by the main button; if absent, the button submits its form. */
  onMain?: () => void;
  children?: ReactNode;
}

export const StepFoot = ({ main, busy, disabledReason, onSkip, onMain, children }: StepFootProps) => (
  <div className="setup-foot">
    {children}
    <span className="setup-foot-gap">{disabledReason}</span>
    {onSkip && (
      <Button variant="subtle" disabled={busy} onClick={onSkip}>
        Ahora no
      </Button>
    )}
    <Button
      type={onMain ? 'button' : 'submit'}
      variant="filled"
      loading={busy}
      disabled={disabledReason !== null}
      {...(onMain && { onClick: onMain })}
    >
      {main}
    </Button>
  </div>
);
