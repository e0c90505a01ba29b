import { Client } from 'pg';
import { vi } from 'vitest';

const textOf = (query: unknown): string =>
  typeof query === 'string' ? query : String((query as { readonly text?: string }).text);

/** What follows each line of the chain on its connection, during the work: only a commit lets the other lines go on. */
export async function afterLines(work: () => Promise<unknown>): Promise<string[]> {
  const query = vi.spyOn(Client.prototype, 'query');
  await work();
  const { calls, contexts } = query.mock;
  const sent = calls.map(([what], nth) => ({ text: textOf(what), by: contexts[nth] }));
  query.mockRestore();
  return sent.flatMap(({ text, by }, nth) =>
    text.startsWith('insert into "activity"')
      ? [sent.slice(nth + 1).find((next) => next.by === by)?.text ?? 'nothing']
      : [],
  );
}
