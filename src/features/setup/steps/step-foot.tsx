import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import './step-foot.css';

interface StepFootProps {
  /** What the step's main button will do. */
  main: string;
  busy: boolean;
  disabledReason: string | null;
  onSkip: (() => void) | null;
  /** Without it the button submits its form. */
  onMain?: () => void;
  /** To the left: what is rare. */
  children?: ReactNode;
}

/** The row that ends a step: what is rare to the left, 'Ahora no', and the way on. */
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
