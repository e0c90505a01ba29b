import { addFullStop } from '#sync/messages/rejection-text.ts';
import type { DoneState } from './done-state.ts';

const REASONS_IN_BANNER = 2;

export function reasonsText({ reasons }: Extract<DoneState, { name: 'refused' }>): string {
  const left = reasons.length - REASONS_IN_BANNER;
  const said = reasons.slice(0, REASONS_IN_BANNER).map(addFullStop);
  return [...said, ...(left > 0 ? [`Y ${left} más.`] : [])].join(' ');
}
