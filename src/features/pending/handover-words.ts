import { countOf, type Unsent } from '#domain/outbox/unsent.ts';
import { unsentText } from '#sync/words/unsent-text.ts';

/** Returns the text about the entries to hand over: the first patients by name, the rest by number. */
export function handedNames(unsent: Unsent, names: readonly string[]): string {
  const rest = countOf(unsent) - names.length;
  const list = new Intl.ListFormat('es-CO').format([...names, ...(rest > 0 ? [`${rest} más`] : [])]);
  return `Vas a entregar ${unsentText(unsent)}: ${list}.`;
}
