import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import {
  evaluationMocks,
  closedEvaluation,
  findNotesRegion,
  unsignedEvaluation,
  createSigningRules,
  serverState,
  renderEvaluation,
  signThroughDialog,
} from '#tests/support/screens/evaluation-screen.tsx';

it('P10.366 when the response to a signing is lost, the page warns that the signature may exist, but shows the signature if the server has it', async () => {
  evaluationMocks.fetchSigningRules.mockResolvedValue(
    createSigningRules({
      doctor: { id: 'd1', name: 'Dra. Ana Demo', license_number: 'RM-1', license_valid_until: null },
    }),
  );
  renderEvaluation(unsignedEvaluation);
  await findNotesRegion();
  const lost = { type: 'unreachable', cause: 'no_answer' };
  evaluationMocks.signEvaluation.mockResolvedValue(lost);
  await signThroughDialog();
  expect((await screen.findByRole('alert')).textContent).toContain('Si alcanzó a quedar firmada');
  evaluationMocks.signEvaluation.mockImplementation(() => {
    serverState.now = closedEvaluation;
    return Promise.resolve(lost);
  });
  await signThroughDialog();
  expect(await screen.findByRole('button', { name: 'Reabrir evaluación' })).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
});
