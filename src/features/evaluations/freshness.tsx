import { agoWords } from '#domain/time/ago.ts';
import { useNow } from '#ui/ticker.ts';

interface FreshnessProps {
  /** When the provider last said what is shown. Milliseconds. */
  fetchedAt: number;
  /** Nobody answers at the moment. */
  offline: boolean;
  /** 'actualizada', 'actualizado'. */
  word: string;
}

/** R3: how old what is shown is. */
export function Freshness({ fetchedAt, offline, word }: FreshnessProps) {
  const now = useNow(true);
  const ago = agoWords(fetchedAt, now);
  return <span>{offline ? `Sin conexión · datos de ${ago}` : `${word} ${ago}`}</span>;
}
