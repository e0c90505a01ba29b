import { Client } from 'pg';
import { vi } from 'vitest';

const queryTextOf = (query: unknown): string =>
  typeof query === 'string' ? query : String((query as { readonly text?: string }).text);

/**
 * Runs the work. Returns, for each insert into the hash chain, the next statement on the same connection. The statement should
 * be a commit, because other inserts wait for the commit.
 */
export async function statementsAfterChainInserts(work: () => Promise<unknown>): Promise<string[]> {
  const query = vi.spyOn(Client.prototype, 'query');
  await work();
  const { calls, contexts } = query.mock;
  const sent = calls.map(([what], nth) => ({ text: queryTextOf(what), by: contexts[nth] }));
  query.mockRestore();
  return sent.flatMap(({ text, by }, nth) =>
    text.startsWith('insert into "activity"')
      ? [sent.slice(nth + 1).find((next) => next.by === by)?.text ?? 'nothing']
      : [],
  );
}
