import { CACHED_DATA_WAIT_MS, createReadDisplay } from '#sync/reads/last-read.ts';
import type { Account } from '#sync/session/session.ts';
import { useIsWaitBeginning } from './read-notice.tsx';
import { useConnectionState } from './use-connection-state.ts';

type ReadQuery = Parameters<typeof createReadDisplay>[0]['query'] & { readonly isPending: boolean };

/** Returns the problem and the age that a screen shows with the data of a query. `failed`: title of the problem. */
export const useReadDisplay = (query: ReadQuery, { gate }: Account, failed: string) =>
  createReadDisplay({
    query,
    beginning: useIsWaitBeginning(query.isPending, CACHED_DATA_WAIT_MS),
    link: useConnectionState(),
    gate,
    failed,
  });
