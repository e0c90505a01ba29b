import { withStop } from '#sync/words/refusal-text.ts';
import type { DoneState } from './done-state.ts';

/** The band has room for so many; 'Ver' has all of them. */
const REASONS_IN_BAND = 2;

/** Why it was refused, in the band: nothing is marked there that one could look for. */
export function reasonsText({ reasons }: Extract<DoneState, { name: 'refused' }>): string {
  const left = reasons.length - REASONS_IN_BAND;
  const said = reasons.slice(0, REASONS_IN_BAND).map(withStop);
  return [...said, ...(left > 0 ? [`Y ${left} más.`] : [])].join(' ');
}
