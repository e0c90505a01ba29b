import { useEffect, useEffectEvent, useRef, useState } from 'react';

interface RemoteRowsSource<Row> {
  /** Id of the searched data; the rows of another source are dropped. */
  readonly source: string;
  readonly ask?: (query: string) => Promise<readonly Row[]>;
}

interface RowsOfSource<Row> {
  readonly source: string;
  /** Search text of the last response; null before the first one. */
  readonly query: string | null;
  readonly rows: readonly Row[];
}

/**
 * Requests the rows for `query` from the server. `query`: search text; null for no request. Only one request is in flight, and
 * only the newest text waits. Outdated responses are ignored; a failed request yields no rows.
 */
export function useRemoteRows<Row>({ source, ask }: RemoteRowsSource<Row>, query: string | null) {
  const [known, setKnown] = useState<RowsOfSource<Row>>({ source, query: null, rows: [] });
  const line = useRef<Promise<void>>(Promise.resolve());
  const put = useEffectEvent(async (searched: string): Promise<readonly Row[]> => {
    try {
      return (await ask?.(searched)) ?? [];
    } catch (error) {
      reportError(error);
      return [];
    }
  });
  useEffect(() => {
    if (query === null) return;
    let isOvertaken = false;
    const before = line.current;
    const waitForTurn = async () => {
      await before;
      if (isOvertaken) return;
      const rows = await put(query);
      if (!isOvertaken) setKnown({ source, query, rows });
    };
    line.current = waitForTurn();
    return () => {
      isOvertaken = true;
    };
  }, [source, query]);
  const isOfHere = known.source === source;
  return { rows: isOfHere ? known.rows : [], answered: isOfHere ? known.query : null };
}
