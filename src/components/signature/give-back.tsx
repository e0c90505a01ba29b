import { Button } from '@mantine/core';
import { useEffect, useId, useRef } from 'react';
import { Icon } from '#ui/display/icon.tsx';
import './give-back.css';

export const RETURNED_LABEL = 'Continuar en recepción';

const RETURN_TEXTS = {
  reception: 'Devuelva la tableta a recepción.',
  anywhere: 'Devuelva la tableta.',
};

interface ReturnTabletPromptProps {
  /** Place that gave the tablet to the reader. */
  to: 'reception' | 'anywhere';
  /** Label of the button for the staff. */
  on: string;
  /** Null while the screen is about to lock: the prompt then has no button. */
  onClose: (() => void) | null;
}

/** Prompt that the patient or worker reads after signing. */
export function ReturnTabletPrompt({ to, on, onClose }: ReturnTabletPromptProps) {
  const button = useRef<HTMLButtonElement>(null);
  const textId = useId();
  const hasButton = onClose !== null;
  useEffect(() => {
    if (hasButton) button.current?.focus({ preventScroll: true });
  }, [hasButton]);
  return (
    <div className="give-back">
      <Icon name="check" size={60} />
      <output id={textId} className="give-back-text">
        <span className="give-back-word">Gracias.</span>
        <span>{RETURN_TEXTS[to]}</span>
      </output>
      {onClose && (
        <Button size="lg" className="give-back-on" ref={button} aria-describedby={textId} onClick={onClose}>
          {on}
        </Button>
      )}
    </div>
  );
}
