import { totalUnsent, type UnsentCounts } from '#domain/outbox/unsent.ts';
import { unsentText } from '#sync/messages/unsent-text.ts';

export function handoverPreviewText(unsent: UnsentCounts, names: readonly string[]): string {
  const rest = totalUnsent(unsent) - names.length;
  const list = new Intl.ListFormat('es-CO').format([...names, ...(rest > 0 ? [`${rest} más`] : [])]);
  return `Vas a entregar ${unsentText(unsent)}: ${list}.`;
}
