import { useEffect, useRef } from 'react';
import { toast } from './toast.ts';

interface Refusal {
  readonly code: string | null;
  readonly text: string;
}

/** Whatever a person does next, they have read what the screen said. */
const ACTS = ['pointerdown', 'keydown'] as const;

/**
 * Whose permission was just taken away is led away from the screen, maybe before it has shown the refusal: the server's
 * words go along. On a screen that stays nothing is said a second time.
 */
export function useSayIfLedAway(): (refusal: Refusal | null) => void {
  const isHere = useRef(false);
  const unread = useRef<string | null>(null);
  useEffect(() => {
    isHere.current = true;
    const forget = () => (unread.current = null);
    for (const act of ACTS) document.addEventListener(act, forget, true);
    return () => {
      isHere.current = false;
      for (const act of ACTS) document.removeEventListener(act, forget, true);
      if (unread.current !== null) toast('error', unread.current, 'forbidden');
      unread.current = null;
    };
  }, []);
  return (refusal) => {
    const text = refusal?.code === 'forbidden' ? refusal.text : null;
    if (isHere.current) unread.current = text;
    else if (text !== null) toast('error', text, 'forbidden');
  };
}
