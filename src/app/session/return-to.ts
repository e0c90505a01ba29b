import type { Location } from 'react-router-dom';

/** Address to open after a sign-in. It is in the history state, never in the address bar (D5). */
export interface ReturnAddress {
  readonly from: string;
}

export const returnAddressOf = ({ pathname, search, hash }: Location): ReturnAddress => ({
  from: `${pathname}${search}${hash}`,
});

/** Returns the stored address, or the start page if it is missing or belongs to another site. */
export function readReturnAddress(state: unknown): string {
  if (typeof state !== 'object' || state === null || !('from' in state)) return '/';
  const { from } = state;
  return typeof from === 'string' && /^\/(?![/\\])/.test(from) ? from : '/';
}
