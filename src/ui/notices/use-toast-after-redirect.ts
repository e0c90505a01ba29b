import { useEffect, useRef } from 'react';
import { toast } from './toast.ts';

interface Rejection {
  readonly code: string | null;
  readonly text: string;
}

/** Events that show that the user has read the text on the screen. */
const ACTS = ['pointerdown', 'keydown'] as const;

/**
 * Returns a function that shows a rejection as a toast when the user is redirected to another screen. A user whose permission
 * was just removed may be redirected before the screen has shown the server's message. If the user stays on the screen, no
 * toast appears.
 */
export function useToastAfterRedirect(): (refusal: Rejection | null) => void {
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
