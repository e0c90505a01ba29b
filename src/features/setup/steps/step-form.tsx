import { Button } from '@mantine/core';
import type { FormEventHandler, ReactNode } from 'react';
import type { StepProps } from './step.ts';
import './step-form.css';

interface StepFootProps extends Pick<StepProps, 'disabledReason' | 'onSkip'> {
  label?: string;
  busy?: boolean;
  /** Called by the main button; if absent, the button submits its form. */
  onMain?: () => void;
}

/** End of a step: the reason why it cannot be completed, 'Ahora no', and the main button. */
export const StepFoot = ({
  label = 'Guardar y seguir',
  busy = false,
  disabledReason,
  onSkip,
  onMain,
}: StepFootProps) => (
  <div className="setup-foot">
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
      {label}
    </Button>
  </div>
);

/** Form of a step in two columns. Its draft is stored while the user types. */
export const StepForm = (props: { children: ReactNode; onSubmit: FormEventHandler<HTMLFormElement> }) => (
  <form className="setup-form" noValidate data-kept {...props} />
);
