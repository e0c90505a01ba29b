import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import {
  evaluationMocks,
  closedEvaluation,
  doctorAccount,
  findNotesRegion,
  serverState,
  unsignedEvaluation,
  createSigningRules,
  renderEvaluation,
  signThroughDialog,
} from '#tests/support/screens/evaluation-screen.tsx';
import { EvaluationPage } from '#features/evaluations/detail/evaluation-page.tsx';
import { toEvaluationListItem, sampleEvaluation } from '#tests/support/screens/evaluation.ts';
import { renderReadScreen } from '#tests/support/screens/rendering/render-read-screen.tsx';

const NEXT_STEP_SHORTCUT = { key: 'Enter', ctrlKey: true };
const createWaitingItem = (nth: number, minute: number) =>
  toEvaluationListItem(
    sampleEvaluation(nth, { status: 'pendiente', started_at: `2026-11-20T11:${minute}:00Z` }),
  );
const mockWaitingList = (...items: ReturnType<typeof createWaitingItem>[]) =>
  evaluationMocks.fetchList.mockResolvedValue({
    items,
    total: items.length,
    fetchedAt: Date.now(),
    source: 'provider',
  });
const shownAddress = () => screen.getByTestId('where').textContent;
const ownDoctorRules = createSigningRules({
  doctor: { id: 'd1', name: 'Dra. Ana Demo', license_number: 'RM-1', license_valid_until: null },
});

async function renderAndSign() {
  evaluationMocks.fetchSigningRules.mockResolvedValue(ownDoctorRules);
  evaluationMocks.signEvaluation.mockImplementation(() => {
    serverState.now = closedEvaluation;
    return Promise.resolve({ type: 'saved', body: closedEvaluation, etag: '"r2"' });
  });
  renderEvaluation(unsignedEvaluation);
  await signThroughDialog();
}

it('P10.184 the link after a signature, which Ctrl+Enter follows, leads to the patient with the longest wait', async () => {
  mockWaitingList(createWaitingItem(5, 40), createWaitingItem(4, 20));
  await renderAndSign();
  const next = await screen.findByRole('link', { name: /^Siguiente en espera: / });
  expect(next.getAttribute('href')).toBe(`/evaluations/${sampleEvaluation(4).id}`);
  fireEvent.keyDown(document.body, NEXT_STEP_SHORTCUT);
  // The mock server returns the same evaluation for every id, so only the address shows the change.
  await waitFor(() => expect(shownAddress()).toBe(`/evaluations/${sampleEvaluation(4).id}`));
});

it("P10.184 the link after a signature leads to today's list when no patient is waiting", async () => {
  mockWaitingList();
  await renderAndSign();
  const back = await screen.findByRole('link', { name: 'Nadie más espera: lista de hoy' });
  expect(back.getAttribute('href')).toBe('/evaluations/today');
});

it('P10.184 the evaluation page requests no list and offers no next patient to a user who only reads a closed evaluation', async () => {
  renderEvaluation(closedEvaluation);
  await findNotesRegion();
  expect(screen.queryByRole('link', { name: /^Siguiente en espera/ })).toBeNull();
  expect(evaluationMocks.fetchList).not.toHaveBeenCalled();
});

it("P10.184 a closed evaluation opened from today's list offers the next patient and a link back to the list", async () => {
  mockWaitingList(createWaitingItem(4, 20));
  serverState.now = closedEvaluation;
  const left = { id: closedEvaluation.id, startedAt: closedEvaluation.started_at };
  const state = { from: '/evaluations/today?status=cerrada', left };
  const pathname = `/evaluations/${closedEvaluation.id}`;
  renderReadScreen(<EvaluationPage account={doctorAccount} />, '/evaluations/:id', { pathname, state });
  expect(await screen.findByRole('link', { name: /^Siguiente en espera: / })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Volver al listado' }).getAttribute('href')).toBe(
    '/evaluations/today?status=cerrada',
  );
});
