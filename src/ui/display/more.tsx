import { Button } from '@mantine/core';
import { useEffect, useId, useRef, useState, type ReactNode } from 'react';
import { Icon } from './icon.tsx';
import './more.css';

/** Hides the actions on Escape and focuses the button. An open dialog of an action handles its own Escape. */
function useCloseOnEscape(isOpen: boolean, close: () => void) {
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

interface MoreActionsProps {
  /** Text of the button. */
  label?: string;
  /** True if the button stays next to others on a phone instead of filling a row. */
  isNarrow?: boolean;
  /** Accessible name in a list with several such buttons. */
  name?: string;
  children: ReactNode;
}

/**
 * Button, usually 'Más', that shows further actions after it in the same row; Escape hides them. Hidden actions stay mounted, so
 * that a dialog that an action has opened stays open.
 */
export function MoreActions({ label = 'Más', name, isNarrow, children }: MoreActionsProps) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const [close] = useState(() => () => setOpen(false));
  const place = useCloseOnEscape(isOpen, close);
  return (
    <div className="more" data-narrow={isNarrow || undefined} ref={place}>
      <Button
        variant="subtle"
        aria-label={name}
        aria-expanded={isOpen}
        aria-controls={id}
        rightSection={
          <span className="more-mark">
            <Icon name="down" size={16} />
          </span>
        }
        onClick={() => setOpen(!isOpen)}
      >
        {label}
      </Button>
      <div id={id} className="more-actions" hidden={!isOpen}>
        {children}
      </div>
    </div>
  );
}
