import { addFullStop } from '#sync/messages/rejection-text.ts';
import type { DeliveryState } from './done-state.ts';

const MAX_BANNER_REASONS = 2;

export function formatRejectionReasons({ reasons }: Extract<DeliveryState, { name: 'refused' }>): string {
  const left = reasons.length - MAX_BANNER_REASONS;
  const said = reasons.slice(0, MAX_BANNER_REASONS).map(addFullStop);
  return [...said, ...(left > 0 ? [`Y ${left} más.`] : [])].join(' ');
}
