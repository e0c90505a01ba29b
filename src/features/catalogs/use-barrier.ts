import { whyNoChange } from '#sync/requests/barrier.ts';
import type { Account } from '#sync/session/session.ts';
import { useLink } from '#components/use-link.ts';

/** Why nothing can be changed now; null when it can. */
export const useBarrier = (account: Account): string | null => whyNoChange(account, useLink());
