import {
  EXPECTED_STATES,
  type ExpectedList,
  type ExpectedState,
} from '#contract/records/evaluation/expected-lists.ts';
import { formatCalendarDay } from '#domain/time/calendar.ts';
import { formatDateTime } from '#domain/time/format.ts';
import { formatCountWithNoun } from '#domain/text/counted.ts';

export const peopleCountText = (count: number): string => formatCountWithNoun(count, 'persona', 'personas');

export const totalPeople = ({ counts }: ExpectedList): number =>
  EXPECTED_STATES.reduce((sum, state) => sum + counts[state], 0);

/** Words for one person and for several people in each state. */
const COUNT_NOUNS: Readonly<Record<ExpectedState, readonly [one: string, many: string]>> = {
  expected: ['por llegar', 'por llegar'],
  arrived: ['llegó', 'llegaron'],
  registered: ['registrada', 'registradas'],
  no_show: ['no asistió', 'no asistieron'],
  cancelled: ['cancelada', 'canceladas'],
};

/** Returns the numbers of people by state, such as '12 por llegar', without the states of no person. */
export const countTexts = ({ counts }: ExpectedList): string[] =>
  EXPECTED_STATES.filter((state) => counts[state] > 0).map((state) =>
    formatCountWithNoun(counts[state], ...COUNT_NOUNS[state]),
  );

/** Returns the day of a list and the brigade, if it has one. */
export const dayFacts = ({ day, brigade }: Pick<ExpectedList, 'day' | 'brigade'>): string[] => [
  formatCalendarDay(day) ?? day,
  ...(brigade ? [brigade] : []),
];

export const listStatusText = ({ status }: Pick<ExpectedList, 'status'>): string => {
  switch (status.state) {
    case 'open':
      return 'Abierta';
    case 'closed':
      return 'Cerrada';
    case 'cancelled':
      return 'Cancelada';
  }
};

/** Returns what a cancellation of the list does to the people still expected. */
export function expectedCancellationText({ counts, company }: ExpectedList): string {
  const count = counts.expected;
  if (count === 0) return `Nadie de ${company.name} está por llegar.`;
  const consequence = count === 1 ? 'quedará cancelada' : 'quedarán canceladas';
  return `${peopleCountText(count)} por llegar de ${company.name} ${consequence}.`;
}

/** Returns what closing the list does to the people still expected, and how many came. */
export function closingText({ counts }: ExpectedList): string {
  const { expected, arrived, registered } = counts;
  const cameText = [
    `${registered === 1 ? 'Asistió' : 'Asistieron'} ${peopleCountText(registered)}.`,
    ...(arrived > 0
      ? [`${formatCountWithNoun(arrived, 'llegó y no se registró', 'llegaron y no se registraron')}.`]
      : []),
  ].join(' ');
  if (expected === 0) return `${cameText} Nadie está por llegar.`;
  return `${cameText} ${peopleCountText(expected)} por llegar ${expected === 1 ? 'quedará' : 'quedarán'} como «No asistió».`;
}

/** Returns who cancelled or closed the list and when; null for an open list. */
export function endText({ status }: ExpectedList): string | null {
  switch (status.state) {
    case 'open':
      return null;
    case 'closed':
      return `La cerró ${status.by} el ${formatDateTime(Date.parse(status.at))}.`;
    case 'cancelled':
      return `La canceló ${status.by} el ${formatDateTime(Date.parse(status.at))}.`;
  }
}
