import { useLiveQuery } from 'dexie-react-hooks';
import type { Link } from '#domain/link.ts';
import { readLink } from '#storage/device/link.ts';
import { whyNoChange } from '#sync/requests/barrier.ts';
import type { Account } from '#sync/session/session.ts';

export const useLink = (): Link => useLiveQuery(readLink) ?? { name: 'unknown' };

/** Why nothing can be changed now; null when it can. */
export const useBarrier = (account: Account): string | null => whyNoChange(account, useLink());
