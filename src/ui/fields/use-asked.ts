import { useEffect, useEffectEvent, useRef, useState } from 'react';

interface Question<Row> {
  /** Identifies the searched data; another source has other rows. */
  readonly source: string;
  readonly ask?: (query: string) => Promise<readonly Row[]>;
}

interface Known<Row> {
  readonly source: string;
  /** Null before the first response. */
  readonly query: string | null;
  readonly rows: readonly Row[];
}

/**
 * Requests rows from the server at each pause in typing; `query` is null while there is nothing to request. One request is in
 * flight at a time, and only the newest waiting query is sent next. Overtaken responses are ignored; a failed request gives no
 * rows.
 */
export function useRemoteRows<Row>({ source, ask }: Question<Row>, query: string | null) {
  const [known, setKnown] = useState<Known<Row>>({ source, query: null, rows: [] });
  const line = useRef<Promise<void>>(Promise.resolve());
  const put = useEffectEvent(async (asked: string): Promise<readonly Row[]> => {
    try {
      return (await ask?.(asked)) ?? [];
    } catch (error) {
      reportError(error);
      return [];
    }
  });
  useEffect(() => {
    if (query === null) return;
    let isOvertaken = false;
    const before = line.current;
    const takeTurn = async () => {
      await before;
      if (isOvertaken) return;
      const rows = await put(query);
      if (!isOvertaken) setKnown({ source, query, rows });
    };
    line.current = takeTurn();
    return () => {
      isOvertaken = true;
    };
  }, [source, query]);
  const isOfHere = known.source === source;
  return { rows: isOfHere ? known.rows : [], answered: isOfHere ? known.query : null };
}
