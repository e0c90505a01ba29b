import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderScreen } from '#tests/support/screens/rendering/render-screen.tsx';
import { sampleEvaluation } from '#tests/support/screens/evaluation.ts';
import { RepetitionNotice } from './repetition-notice.tsx';

const OTHER_ID = sampleEvaluation(9).id;

it.each([
  ['unsettled', 'Esta persona citada se registró más de una vez.'],
  ['keep', 'Esta persona citada tiene otra evaluación.'],
  ['repeats', 'Esta evaluación repite a otra.'],
] as const)(
  'P11.49 the page of a further evaluation of an announced person (%s) says so and links to the other one',
  (state, title) => {
    const evaluation = { ...sampleEvaluation(1), repetition: { state, evaluation_id: OTHER_ID } };
    renderScreen(<RepetitionNotice evaluation={evaluation} />);
    expect(screen.getByText(title)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Ver la otra evaluación' }).getAttribute('href')).toBe(
      `/evaluations/${OTHER_ID}`,
    );
  },
);

it('P11.49 the page of any other evaluation has no such notice', () => {
  const { container } = renderScreen(<RepetitionNotice evaluation={sampleEvaluation(1)} />);
  expect(container.querySelector('.notice')).toBeNull();
});
