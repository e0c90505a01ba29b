import type { Location } from 'react-router-dom';

/** Address to open after a sign-in. It is passed in the history’s state, never in the address (D5). */
export interface ReturnAddress {
  readonly from: string;
}

export const returnAddressOf = ({ pathname, search, hash }: Location): ReturnAddress => ({
  from: `${pathname}${search}${hash}`,
});

/** Returns the stored address or the start page; never an address of another site. */
export function addressToReturnTo(state: unknown): string {
  if (typeof state !== 'object' || state === null || !('from' in state)) return '/';
  const { from } = state;
  return typeof from === 'string' && /^\/(?![/\\])/.test(from) ? from : '/';
}
