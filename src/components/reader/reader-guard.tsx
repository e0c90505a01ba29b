import { useEffect, useEffectEvent } from 'react';
import { CardMessage, useCardMessage } from './card-message.tsx';
import type { CardHandlers } from './card-handlers.ts';
import { listenForReader } from './listen-for-reader.ts';

const UNUSED_CARD_TEXT = 'Leíste una cédula, y esta pantalla no la usa: no se guardó nada.';
const UNREADABLE_CARD_TEXT = 'El lector leyó algo que esta pantalla no usa: no se guardó nada.';

/** Keeps the input of a card reader out of all fields, and passes cards to the screen that uses them. */
export function ReaderGuard({ taker }: { taker: () => CardHandlers | undefined }) {
  const [said, say] = useCardMessage();
  const onCard = useEffectEvent<CardHandlers['onCard']>((text) => {
    const used = taker();
    if (used) used.onCard(text);
    else say(UNUSED_CARD_TEXT);
  });
  const onUnreadable = useEffectEvent(() => {
    const used = taker();
    if (used) used.onUnreadable();
    else say(UNREADABLE_CARD_TEXT);
  });
  useEffect(
    () => listenForReader({ onCard: (text) => onCard(text), onUnreadable: () => onUnreadable() }),
    [],
  );
  return <CardMessage said={said} />;
}
