import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import type { ExpectedList, ExpectedPerson } from '#contract/records/evaluation/expected-lists.ts';
import { PATIENT_FIELDS } from '#contract/records/evaluation/patient-fields.ts';
import type { Permission } from '#contract/vocabulary.ts';
import { Rejected, Unreachable } from '#sync/requests/api-request.ts';
import type { Account } from '#sync/session/session.ts';
import { createAccount, renderReadScreen } from '#tests/support/screens/rendering/render-read-screen.tsx';
import { createList, createPerson, LIST_ID } from '#tests/support/screens/expected/lists.ts';
import {
  createPeoplePage,
  createRefusal,
  getButton,
  listMocks,
  resetListMocks,
} from '#tests/support/screens/expected/list-page.tsx';
import { enterText } from '#tests/support/screens/rendering/enter-text.ts';
import { ExpectedPages } from './expected-pages.tsx';

/** List and people of the simulated server. */
let list: ExpectedList;
let people: readonly ExpectedPerson[];
const receptionist = createAccount(['register_patients']);
const renderAt = (path: string, account: Account = receptionist) =>
  renderReadScreen(<ExpectedPages account={account} />, '/expected/*', path);
const findRows = async () =>
  within(await screen.findByRole('list', { name: 'Personas de la lista' })).getAllByRole('listitem');

beforeEach(() => {
  resetListMocks();
  list = createList();
  people = [
    createPerson(1),
    createPerson(2, {
      status: {
        state: 'registered',
        at: '2026-12-01T12:30:00Z',
        evaluation_id: 'e',
        repeated: [],
        settled: [],
        other_document: [],
      },
    }),
  ];
  listMocks.fetchExpectedLists.mockImplementation(() =>
    Promise.resolve({ items: [list], total_count: 1, page: 1, page_size: 20 }),
  );
  listMocks.fetchExpectedPeople.mockImplementation((_id, { search, state }) => {
    const items = people.filter(
      (one) => JSON.stringify(one).includes(search) && (state === 'all' || one.status.state === state),
    );
    return createPeoplePage(list, items);
  });
});

describe('P11.16 access', () => {
  it.each([['register_patients'], ['manage_catalogs']] as const)('%s opens the lists', async (permission) => {
    renderAt('/expected', createAccount([permission]));
    expect(await screen.findByRole('link', { name: 'Flores Demo' })).toBeTruthy();
  });

  it('other users see which permission they lack, and a user without a branch sees that the lists belong to one', () => {
    const others: Permission[] = ['manage_evaluations', 'user_management'];
    const { unmount } = renderAt('/expected', createAccount(others));
    expect(screen.getByText(/No tienes permiso/)).toBeTruthy();
    unmount();
    renderAt('/expected', { ...receptionist, branchId: null });
    expect(screen.getByText(/son de una sede/)).toBeTruthy();
    expect(listMocks.fetchExpectedLists).not.toHaveBeenCalled();
  });

  it('a server without lists is named as the reason', async () => {
    const refusal = { status: 404, code: 'call_unknown', message: '', details: [] };
    listMocks.fetchExpectedLists.mockRejectedValue(new Rejected(refusal));
    renderAt('/expected');
    expect(await screen.findByText('No se pudieron cargar las citaciones.')).toBeTruthy();
  });
});

describe('P11.28 lists', () => {
  it('show company, place, day, people and counts by state, and open their page', async () => {
    renderAt('/expected');
    const row = (await screen.findByRole('link', { name: 'Flores Demo' })).closest('tr');
    expect(row?.textContent).toMatch(
      /^Flores DemoMina Norte01\/12\/20263 personas2 por llegar.· 1 llegó Abierta$/u,
    );
    await userEvent.click(screen.getByRole('link', { name: 'Flores Demo' }));
    expect(screen.getByTestId('where').textContent).toBe(`/expected/${LIST_ID}`);
  });

  it('are filtered by day in the address', async () => {
    renderAt('/expected?from=2026-12-01&company=no');
    await screen.findByRole('link', { name: 'Flores Demo' });
    expect(listMocks.fetchExpectedLists).toHaveBeenLastCalledWith({
      companyId: '',
      from: '2026-12-01',
      to: '',
      page: 1,
    });
    await userEvent.click(getButton('Limpiar filtros'));
    await waitFor(() => expect(screen.getByTestId('where').textContent).toBe('/expected'));
  });

  it('that were never created, or that no filter finds, are explained', async () => {
    listMocks.fetchExpectedLists.mockResolvedValue({ items: [], total_count: 0, page: 1, page_size: 20 });
    const { unmount } = renderAt('/expected');
    expect(await screen.findByText('Todavía no hay citaciones.')).toBeTruthy();
    unmount();
    renderAt('/expected?to=2026-12-01');
    expect(await screen.findByText('Ninguna lista coincide.')).toBeTruthy();
  });

  it('say that they could not be loaded, and are loaded again on request', async () => {
    listMocks.fetchExpectedLists.mockRejectedValueOnce(new Unreachable('no_answer'));
    renderAt('/expected');
    await userEvent.click(await screen.findByRole('button', { name: 'Reintentar' }));
    expect(await screen.findByRole('link', { name: 'Flores Demo' })).toBeTruthy();
  });
});

describe('P11.29 one list', () => {
  it('shows each person with state and time, and no button for a registered one', async () => {
    renderAt(`/expected/${LIST_ID}`);
    const texts = (await findRows()).map(({ textContent }) => textContent);
    expect(texts[0]).toMatch(/^Zoraida1 GilCC 102030405107:30.*Ingreso.*Soldador.*EsperadaLlegóMás/u);
    expect(texts[1]).toMatch(/Registrada 07:30$/);
  });

  it('is searched on the server, and the search is not in the address', async () => {
    renderAt(`/expected/${LIST_ID}`);
    await findRows();
    await userEvent.type(screen.getByLabelText('Buscar'), '1020304052');
    await waitFor(async () => expect(await findRows()).toHaveLength(1));
    expect(screen.getByTestId('where').textContent).toBe(`/expected/${LIST_ID}`);
  });

  it('has its own search text', async () => {
    renderAt(`/expected/${LIST_ID}`);
    await findRows();
    await enterText(screen.getByLabelText('Buscar'), '1020304052');
    list = createList({ id: '66666666-6666-4666-8666-666666666666' });
    await userEvent.click(screen.getByRole('link', { name: 'Volver a Citaciones' }));
    await userEvent.click(await screen.findByRole('link', { name: 'Flores Demo' }));
    await screen.findByRole('button', { name: 'Cancelar la lista' });
    expect(screen.getByLabelText<HTMLInputElement>('Buscar').value).toBe('');
  });

  it('cancels a person only after a confirmation, and takes the cancellation back', async () => {
    renderAt(`/expected/${LIST_ID}`);
    await findRows();
    await userEvent.click(getButton('Más sobre Zoraida1 Gil'));
    await userEvent.click(getButton('Cancelar la cita de Zoraida1 Gil'));
    const dialog = within(await screen.findByRole('dialog'));
    expect(listMocks.setExpectedPersonState).not.toHaveBeenCalled();
    people = [createPerson(1, { status: { state: 'cancelled', at: '2026-12-01T12:00:00Z', by: 'Ana' } })];
    await userEvent.click(dialog.getByRole('button', { name: 'Cancelar la cita' }));
    expect(listMocks.setExpectedPersonState.mock.lastCall?.[1]).toEqual({ state: 'cancelled' });
    await userEvent.click(await screen.findByRole('button', { name: 'Volver a esperar a Zoraida1 Gil' }));
    expect(listMocks.setExpectedPersonState.mock.lastCall?.[1]).toEqual({ state: 'expected' });
  });

  it('cancels the whole list after a confirmation that names its consequences; a cancelled list is read-only', async () => {
    renderAt(`/expected/${LIST_ID}`);
    await findRows();
    await userEvent.click(getButton('Cancelar la lista'));
    const dialog = within(await screen.findByRole('dialog', { name: '¿Cancelar toda la lista?' }));
    expect(dialog.getByText(/2 personas por llegar de Flores Demo quedarán canceladas/)).toBeTruthy();
    list = createList({ status: { state: 'cancelled', at: '2026-12-01T12:00:00Z', by: 'Ana' } });
    await userEvent.click(dialog.getByRole('button', { name: 'Cancelar la lista' }));
    expect(listMocks.cancelExpectedList).toHaveBeenCalledExactlyOnceWith(LIST_ID);
    expect(await screen.findByText(/La canceló Ana el 01\/12\/2026/)).toBeTruthy();
    expect(getButton('Agregar persona').disabled).toBe(true);
    expect(screen.queryByRole('button', { name: 'Cancelar la lista' })).toBeNull();
  });

  it.each([
    [0, 'Nadie de Flores Demo está por llegar.'],
    [1, '1 persona por llegar de Flores Demo quedará cancelada.'],
  ])('with %i people still expected says what its cancellation does', async (expected, text) => {
    list = createList({ counts: { ...list.counts, expected } });
    renderAt(`/expected/${LIST_ID}`);
    await findRows();
    await userEvent.click(getButton('Cancelar la lista'));
    const dialog = await screen.findByRole('dialog', { name: '¿Cancelar toda la lista?' });
    expect(dialog.textContent).toContain(text);
  });

  it('shows why a change failed', async () => {
    listMocks.setExpectedPersonState.mockResolvedValue(createRefusal('expected_person_registered'));
    renderAt(`/expected/${LIST_ID}`);
    await findRows();
    await userEvent.click(getButton('Más sobre Zoraida1 Gil'));
    await userEvent.click(getButton('Cancelar la cita de Zoraida1 Gil'));
    await userEvent.click(
      within(await screen.findByRole('dialog')).getByRole('button', { name: 'Cancelar la cita' }),
    );
    expect(await screen.findByText(/Rechazado: expected_person_registered/)).toBeTruthy();
  });
});

describe('P11.27 one list', () => {
  it('keeps the typed person after a failed call, and repeats the call under the same id', async () => {
    listMocks.addExpectedPerson.mockResolvedValueOnce({ type: 'unreachable', cause: 'no_answer' });
    renderAt(`/expected/${LIST_ID}`);
    await findRows();
    await userEvent.click(getButton('Agregar persona'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Agregar persona' }));
    await enterText(dialog.getByLabelText(/^Número de documento/), '52123456');
    const firstName = dialog.getByLabelText<HTMLInputElement>(/^Primer nombre/);
    expect(firstName.maxLength).toBe(PATIENT_FIELDS.first_name.maxLength);
    await enterText(firstName, 'Luz');
    await enterText(dialog.getByLabelText(/^Primer apellido/), 'Paz');
    await userEvent.click(dialog.getByRole('button', { name: 'Agregar' }));
    expect(await dialog.findByText(/Lo que escribiste sigue aquí/)).toBeTruthy();
    await userEvent.click(dialog.getByRole('button', { name: 'Agregar' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const [first, second] = listMocks.addExpectedPerson.mock.calls;
    expect(second).toEqual(first);
    expect(second?.[1]).toMatchObject({
      identification_number: '52123456',
      first_name: 'Luz',
      last_name: 'Paz',
    });
  });

  it('stays on the screen without network, and says why nothing can be changed', async () => {
    const { askAgain } = renderAt(`/expected/${LIST_ID}`);
    await findRows();
    listMocks.fetchExpectedPeople.mockRejectedValue(new Unreachable('no_answer'));
    await askAgain();
    expect(await findRows()).toHaveLength(2);
    expect(await screen.findByText(/No se pudo cargar la lista/)).toBeTruthy();
  });
});

describe('P11.47 changes of people', () => {
  it('sends those of several people at once, and one of a person at a time', async () => {
    people = [createPerson(1), createPerson(2)];
    const answers: (() => void)[] = [];
    listMocks.setExpectedPersonState.mockImplementation(
      () =>
        new Promise((resolve) => answers.push(() => resolve({ type: 'unreachable', cause: 'no_answer' }))),
    );
    renderAt(`/expected/${LIST_ID}`);
    await findRows();
    await userEvent.click(getButton('Llegó Zoraida1 Gil'));
    await userEvent.click(getButton('Llegó Zoraida1 Gil'));
    await userEvent.click(getButton('Llegó Zoraida2 Gil'));
    expect(listMocks.setExpectedPersonState.mock.calls.map(([{ id }]) => id)).toEqual(
      people.map(({ id }) => id),
    );
    for (const answer of answers) answer();
    const failures = await screen.findAllByRole('alert');
    expect(failures.map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^Zoraida1 GilNo se pudo cambiar la cita/u),
      expect.stringMatching(/^Zoraida2 GilNo se pudo cambiar la cita/u),
    ]);
    await userEvent.click(screen.getAllByRole('button', { name: 'Entendido' })[0] as HTMLElement);
    expect(screen.getAllByRole('alert')).toHaveLength(1);
  });
});
