import { Button } from '@mantine/core';
import { useEffect, useId, useRef, useState, type ReactNode } from 'react';
import { Icon } from './icon.tsx';
import './more.css';

/** Hides the actions on Escape and focuses the button. Key events of a dialog that an action has opened do not arrive here. */
function useEscape(isOpen: boolean, close: () => void) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const node = place.current;
    if (!isOpen || !node) return;
    const onKey = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape') return;
      close();
      node.querySelector('button')?.focus();
    };
    node.addEventListener('keydown', onKey);
    return () => node.removeEventListener('keydown', onKey);
  }, [isOpen, close]);
  return place;
}

/**
 * Renders a button 'Más' that shows further actions after it, in its row and in the order of Tab; Escape hides them again. The
 * actions stay mounted while they are hidden, so that a dialog opened by an action stays open.
 */
export function MoreActions({ children }: { children: ReactNode }) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const [close] = useState(() => () => setOpen(false));
  const place = useEscape(isOpen, close);
  return (
    <div className="more" ref={place}>
      <Button
        variant="subtle"
        aria-expanded={isOpen}
        aria-controls={id}
        rightSection={
          <span className="more-mark">
            <Icon name="down" size={16} />
          </span>
        }
        onClick={() => setOpen(!isOpen)}
      >
        Más
      </Button>
      <div id={id} className="more-actions" hidden={!isOpen}>
        {children}
      </div>
    </div>
  );
}
