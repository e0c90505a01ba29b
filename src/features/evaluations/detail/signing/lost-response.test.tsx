import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import {
  calls,
  closed,
  findNotesRegion,
  ready,
  rules,
  server,
  show,
  signNow,
} from '#tests/support/screens/evaluation-screen.tsx';

it('P10.366 the signing panel says that the evaluation may be signed when the response is lost, and shows the signature that the server stored', async () => {
  calls.fetchSigningRules.mockResolvedValue(
    rules({
      doctor: { id: 'd1', name: 'Dra. Ana Demo', license_number: 'RM-1', license_valid_until: null },
    }),
  );
  show(ready);
  await findNotesRegion();
  const lost = { type: 'unreachable', cause: 'no_answer' };
  calls.signEvaluation.mockResolvedValue(lost);
  await signNow();
  expect((await screen.findByRole('alert')).textContent).toContain('Si alcanzó a quedar firmada');
  calls.signEvaluation.mockImplementation(() => {
    server.now = closed;
    return Promise.resolve(lost);
  });
  await signNow();
  expect(await screen.findByRole('button', { name: 'Reabrir evaluación' })).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
});
