import { useQuery } from '@tanstack/react-query';
import { useLiveQuery } from 'dexie-react-hooks';
import { useEffect, useRef } from 'react';
import { CACHE_MS } from '#contract/limits.ts';
import { readLink } from '#storage/entries.ts';
import {
  fetchFigures,
  figuresReader,
  isNarrowed,
  recallFigures,
  type FiguresQuestion,
} from '#sync/dashboard.ts';
import type { Account } from '#sync/session.ts';
import { keptFirst } from '#ui/kept-first.ts';

/** Asks again at once when asking makes sense again. */
function useComeback(asking: boolean, ask: () => unknown): void {
  const before = useRef(asking);
  useEffect(() => {
    if (asking && !before.current) ask();
    before.current = asking;
  }, [asking, ask]);
}

/** R3, and every five minutes (spec §9) while the session is open and somebody answers. */
export function useFigures(account: Account, question: FiguresQuestion) {
  const reader = figuresReader(account);
  const offline = useLiveQuery(readLink)?.name === 'down';
  const asking = account.gate === 'open' && !offline;
  const figures = useQuery({
    queryKey: ['figures', reader.ownerId, reader.branchId, question],
    queryFn: () => fetchFigures(reader, question),
    persister: keptFirst(() => (isNarrowed(question) ? Promise.resolve(null) : recallFigures(reader))),
    staleTime: CACHE_MS.default,
    refetchInterval: asking ? CACHE_MS.default : false,
  });
  useComeback(asking, figures.refetch);
  return { figures, offline };
}
