import type { ExpectedDayList } from '#contract/records/evaluation/expected-day.ts';
import {
  EXPECTED_STATE_LABELS,
  type ExpectedState,
  type ExpectedStatus,
} from '#contract/records/evaluation/expected-lists.ts';
import { formatTime } from '#domain/time/format.ts';
import type { StatusKind } from '#ui/display/status-tag.tsx';

export const EXPECTED_STATE_KINDS: Readonly<Record<ExpectedState, StatusKind>> = {
  expected: 'info',
  arrived: 'warn',
  registered: 'ok',
  no_show: 'bad',
  cancelled: 'mute',
};

/** Returns the state of a person with its time. */
export function stateText(status: ExpectedStatus): string {
  const label = EXPECTED_STATE_LABELS[status.state];
  switch (status.state) {
    case 'arrived':
    case 'registered':
      return `${label} ${formatTime(Date.parse(status.at))}`;
    case 'expected':
    case 'no_show':
    case 'cancelled':
      return label;
  }
}

/** Returns company and brigade of a list. */
export const listText = ({ company, brigade }: Pick<ExpectedDayList, 'company' | 'brigade'>): string =>
  [company.name, ...(brigade ? [`Brigada ${brigade}`] : [])].join(' · ');
