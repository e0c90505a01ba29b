// In jsdom: by which turn the person is called, at the evaluation's head.
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { opened, show } from '#tests/support/screens/evaluation-screen.tsx';
import { sampleEvaluation } from '#tests/support/screens/evaluation.ts';

it.each([
  ['of today', new Date().toISOString(), 'Turno B-14'],
  ['of another day with that day', '2026-11-20T11:47:00Z', 'Turno B-14 del 20/11/2026'],
])('P10.239 the turn stands beside the name: %s', async (_when, started_at, words) => {
  show(sampleEvaluation(1, { turn: 'B-14', started_at }));
  await opened();
  const title = screen.getByRole('heading', { level: 1 });
  expect(screen.getByText(words).parentElement).toBe(title.parentElement);
});

it.each([{}, { turn: null }])('P10.239 nothing of a turn is said where there is none: %j', async (patch) => {
  show(sampleEvaluation(1, patch));
  await opened();
  expect(screen.queryByText(/Turno/)).toBeNull();
});
