import { useEffect, useRef } from 'react';
import { toast } from './toast.ts';

interface RejectionReason {
  readonly code: string | null;
  readonly text: string;
}

/** Events after which the rejection counts as read. */
const USER_INPUT_EVENTS = ['pointerdown', 'keydown'] as const;

/**
 * Returns a function that reports a rejection. If the app leaves the screen before the user could read the message, the message
 * is shown as a toast. This happens when the user's permission was just removed.
 */
export function useToastAfterRedirect(): (refusal: RejectionReason | null) => void {
  const isHere = useRef(false);
  const unread = useRef<string | null>(null);
  useEffect(() => {
    isHere.current = true;
    const forget = () => (unread.current = null);
    for (const act of USER_INPUT_EVENTS) document.addEventListener(act, forget, true);
    return () => {
      isHere.current = false;
      for (const act of USER_INPUT_EVENTS) document.removeEventListener(act, forget, true);
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
