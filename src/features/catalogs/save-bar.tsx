import { Button } from '@mantine/core';
import { useId, type ReactNode } from 'react';
import { ButtonWithReason } from '#ui/display/with-reason.tsx';
import './save-bar.css';

interface SaveBarProps {
  label: string;
  busy: boolean;
  /** Reason why saving is disabled; null if it is enabled. */
  reason: string | null;
  disabled?: boolean;
  /** Called by the button; if absent, the button submits its form. */
  onSave?: () => void;
  /** Other buttons of the form. */
  children: ReactNode;
}

/** End of a form with several cards: other buttons and the button that saves. */
export function SaveBar({ label, busy, reason, disabled = false, onSave, children }: SaveBarProps) {
  const hintId = useId();
  return (
    <div className="save-bar">
      {children}
      <ButtonWithReason hint={reason === null ? null : { id: hintId, text: reason }}>
        <Button
          type={onSave ? 'button' : 'submit'}
          variant="filled"
          loading={busy}
          disabled={disabled || reason !== null}
          aria-describedby={reason === null ? undefined : hintId}
          {...(onSave && { onClick: onSave })}
        >
          {label}
        </Button>
      </ButtonWithReason>
    </div>
  );
}
