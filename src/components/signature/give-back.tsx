import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { Icon } from '#ui/display/icon.tsx';
import './give-back.css';

interface ReturnTabletPromptProps {
  on: string;
  onClose: () => void;
}

export function ReturnTabletPrompt({ on, onClose }: ReturnTabletPromptProps) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus({ preventScroll: true }), []);
  return (
    <div className="give-back">
      <Icon name="check" size={60} />
      <p className="give-back-word">Gracias.</p>
      <p>Devuelve la tableta.</p>
      <Button size="lg" className="give-back-on" ref={button} onClick={onClose}>
        {on}
      </Button>
    </div>
  );
}
