import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { findLeastCoveredPosition, listPressableBoxes } from '#ui/notices/free-position.ts';
import './card-message.css';

/** Time in ms for which a message is shown; long enough for a user who reads slowly. */
const MESSAGE_DURATION_MS = 8_000;

/** Message about a card. `nth` increases with each message, so that a repeated text is shown and announced again. */
interface ShownCardMessage {
  readonly text: string;
  readonly nth: number;
}

/** Returns the message for a card that the current screen cannot use, and its setter; null clears the message. */
export function useCardMessage(): [said: ShownCardMessage | null, say: (text: string | null) => void] {
  const [message, setMessage] = useState<ShownCardMessage | null>(null);
  useEffect(() => {
    if (message === null) return;
    const timer = setTimeout(() => setMessage(null), MESSAGE_DURATION_MS);
    return () => clearTimeout(timer);
  }, [message]);
  const nth = useRef(0);
  const showMessage = (text: string | null) =>
    setMessage(text === null ? null : { text, nth: (nth.current += 1) });
  return [message, showMessage];
}

/** Shows the message in a layer above dialogs, because the last step of the form has no space for it. */
export function CardMessage({ said: message }: { said: ShownCardMessage | null }) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (message === null || !box.current) return;
    const { width, height } = box.current.getBoundingClientRect();
    const { innerWidth, innerHeight } = window;
    const place = findLeastCoveredPosition(
      { width, height },
      { width: innerWidth, height: innerHeight },
      listPressableBoxes('.card-said'),
    );
    box.current.style.right = `${innerWidth - place.right}px`;
    box.current.style.bottom = `${innerHeight - place.bottom}px`;
  }, [message]);
  return createPortal(
    <div ref={box} className="card-said" aria-live="polite">
      {message && <p key={message.nth}>{message.text}</p>}
    </div>,
    document.body,
  );
}
