import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { ExpectedPerson } from '#contract/records/evaluation/expected-lists.ts';
import { Unreachable } from '#sync/requests/api-request.ts';
import { createList, createPerson } from '#tests/support/screens/expected/lists.ts';
import {
  createPeoplePage,
  listMocks,
  renderListPage,
  resetListMocks,
} from '#tests/support/screens/expected/list-page.tsx';
import { sampleEvaluation, toEvaluationListItem } from '#tests/support/screens/evaluation.ts';
import type { RegisteredStatus } from './registrations.ts';

const mocks = vi.hoisted(() => ({
  fetchEvaluationList: vi.fn<(reader: unknown, query: { filters: { search: string } }) => Promise<unknown>>(),
}));
vi.mock('#sync/reads/evaluations/evaluations.ts', () => mocks);

const FIRST = sampleEvaluation(1);
const SECOND = sampleEvaluation(2);
const REPEATED = {
  state: 'registered',
  at: '2026-12-01T12:30:00Z',
  evaluation_id: FIRST.id,
  repeated: [SECOND.id],
  settled: [],
  other_document: [],
} satisfies RegisteredStatus;

/** Person of the simulated server, with the number of evaluations without a decision. */
let person: ExpectedPerson;
let repeated: number;
const show = (status: RegisteredStatus) => {
  person = createPerson(1, { status });
  repeated = status.repeated.length;
};
const openDialog = async (query = '') => {
  renderListPage(query, ['register_patients', 'manage_evaluations']);
  await userEvent.click(await screen.findByRole('button', { name: 'Ver los registros de Zoraida1 Gil' }));
  return within(await screen.findByRole('dialog', { name: 'Registros de Zoraida1 Gil' }));
};
const cardOf = (dialog: ReturnType<typeof within>, { id }: { id: string }) =>
  within(dialog.getByRole('listitem', { name: `Evaluación ${id.slice(0, 8).toUpperCase()}` }));

beforeEach(() => {
  resetListMocks();
  show(REPEATED);
  listMocks.fetchExpectedPerson.mockImplementation(() => Promise.resolve(person));
  listMocks.fetchExpectedPeople.mockImplementation((_id, { state }) =>
    createPeoplePage(createList({ repeated }), state === 'unsettled' && repeated === 0 ? [] : [person]),
  );
  mocks.fetchEvaluationList.mockImplementation((_reader, { filters }) =>
    Promise.resolve({
      items: [FIRST, SECOND]
        .filter(({ id }) => id === filters.search)
        .map((one) => toEvaluationListItem(one)),
    }),
  );
});

describe('P11.48 repeated registrations', () => {
  it('are shown on top of the list and at the person, and lead to the people to decide about', async () => {
    renderListPage();
    expect(await screen.findByText('1 registro repetido sin decidir.')).toBeTruthy();
    expect(screen.getByText('1 registro repetido')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Ver repetidas' }));
    await waitFor(() =>
      expect(listMocks.fetchExpectedPeople.mock.lastCall?.[1]).toMatchObject({ state: 'unsettled' }),
    );
  });

  it('are shown side by side with their facts, and link to the evaluations', async () => {
    const dialog = await openDialog();
    for (const evaluation of [FIRST, SECOND]) {
      const card = cardOf(dialog, evaluation);
      expect(await card.findByText('Registrada')).toBeTruthy();
      expect(card.getByText(/CC 999900000/)).toBeTruthy();
      expect(card.getByRole('link', { name: 'Ver evaluación' }).getAttribute('href')).toBe(
        `/evaluations/${evaluation.id}`,
      );
    }
  });

  it('say that their facts could not be read, and are read again on request', async () => {
    mocks.fetchEvaluationList.mockRejectedValueOnce(new Unreachable('no_answer'));
    const dialog = await openDialog();
    expect(await dialog.findByText(/No se pudieron cargar los datos de las evaluaciones/)).toBeTruthy();
    await userEvent.click(dialog.getByRole('button', { name: 'Reintentar' }));
    expect(await dialog.findAllByText('Registrada')).toHaveLength(2);
  });

  it('keep their facts after a decision, which the filter no longer finds, without reading them again', async () => {
    listMocks.settleRepetition.mockImplementation(() => {
      const settled = { evaluation_id: FIRST.id, decision: 'repeats', at: REPEATED.at, by: 'Luz' } as const;
      show({ ...REPEATED, evaluation_id: SECOND.id, repeated: [], settled: [settled] });
      return Promise.resolve({ type: 'saved', body: {}, etag: null });
    });
    const dialog = await openDialog('?state=unsettled');
    await dialog.findAllByText('Registrada');
    await userEvent.click(cardOf(dialog, FIRST).getByRole('button', { name: 'Esta repite a la otra' }));
    await dialog.findByText(/Repite a otra: lo decidió Luz/);
    expect(screen.getByText('Nadie coincide.')).toBeTruthy();
    expect(dialog.getAllByText('Registrada')).toHaveLength(2);
    expect(mocks.fetchEvaluationList).toHaveBeenCalledTimes(2);
  });
});

describe('P11.48 decisions about repeated registrations', () => {
  it.each([
    [SECOND, 'Conservar las dos', 'keep'],
    [SECOND, 'Esta repite a la otra', 'repeats'],
    [FIRST, 'Esta repite a la otra', 'repeats'],
  ] as const)('are settled by the user (%#)', async (evaluation, button, decision) => {
    const dialog = await openDialog();
    await userEvent.click(cardOf(dialog, evaluation).getByRole('button', { name: button }));
    expect(listMocks.settleRepetition.mock.calls).toEqual([
      [person.id, { evaluation_id: evaluation.id, decision }],
    ]);
  });

  it('the dialog shows a decision with its author, which can be changed', async () => {
    const decision = { evaluation_id: SECOND.id, decision: 'repeats', at: '2026-12-01T13:00:00Z', by: 'Luz' };
    show({ ...REPEATED, repeated: [], settled: [{ ...decision, decision: 'repeats' }] });
    const dialog = await openDialog();
    const card = cardOf(dialog, SECOND);
    // The last evaluation of a person cannot be given up.
    expect(cardOf(dialog, FIRST).queryByRole('button', { name: 'Esta repite a la otra' })).toBeNull();
    expect(card.getByText(/Repite a otra: lo decidió Luz el 01\/12\/2026/)).toBeTruthy();
    await userEvent.click(card.getByRole('button', { name: 'Conservar las dos' }));
    expect(listMocks.settleRepetition.mock.lastCall?.[1]).toEqual({
      evaluation_id: SECOND.id,
      decision: 'keep',
    });
  });

  it('of another document are marked; a single one needs no decision', async () => {
    show({ ...REPEATED, repeated: [], other_document: [FIRST.id] });
    const dialog = await openDialog();
    const card = cardOf(dialog, FIRST);
    expect(card.getByText('El documento no es el de la persona citada.')).toBeTruthy();
    expect(card.queryByRole('button', { name: 'Esta repite a la otra' })).toBeNull();
  });

  it('show why a decision failed', async () => {
    listMocks.settleRepetition.mockResolvedValue({ type: 'unreachable', cause: 'no_answer' });
    const dialog = await openDialog();
    await userEvent.click(cardOf(dialog, SECOND).getByRole('button', { name: 'Conservar las dos' }));
    expect(await dialog.findByText(/No se pudo guardar la decisión/)).toBeTruthy();
  });
});
