// @module-tag landing
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { type ExpectedPerson, ExpectedPersonBody } from '#contract/records/evaluation/expected-lists.ts';
import { createList, createPerson } from '#tests/support/screens/expected/lists.ts';
import {
  createPeoplePage,
  getButton,
  listMocks,
  renderListPage,
  resetListMocks,
} from '#tests/support/screens/expected/list-page.tsx';
import { enterText } from '#tests/support/screens/rendering/enter-text.ts';

const FIELD = {
  field_id: '88888888-8888-4888-8888-888888888888',
  name: 'EPS',
  subject: 'patient',
  kind: 'text',
  value: 'Sura',
} as const;
const stored = createPerson(1, {
  first_name: 'Zoraida',
  birth_date: '1988-06-14',
  gender: 'F',
  evaluation_type: { id: '77777777-7777-4777-8777-777777777777', name: 'Retiro', code: 'RET' },
  package_job: 'Alturas',
  phone: '3001234567',
  additional_fields: [FIELD],
});

const ARRIVED = { state: 'arrived', at: '2026-12-01T12:00:00Z', by: 'Ana' } as const;

/** Returns the body without its empty fields, which a request may contain as null or not at all. */
const filledFieldsOf = (body: ExpectedPersonBody) =>
  Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null));
/** Returns the filled fields of the body that stores the person as it is. */
const toFields = ({ evaluation_type: type, ...data }: ExpectedPerson) =>
  filledFieldsOf(ExpectedPersonBody.parse({ ...data, evaluation_type_id: type?.id }));
/** Returns the person and the filled fields of the last request. */
const lastReplacement = () => {
  const [read, body] = listMocks.replaceExpectedPerson.mock.lastCall ?? [];
  return [read, body && filledFieldsOf(body)];
};

/** Person of the simulated server. */
let person: ExpectedPerson;
const openMore = async (query = '') => {
  renderListPage(query);
  await userEvent.click(await screen.findByRole('button', { name: 'Más sobre Zoraida Gil' }));
};
const openForm = async (query?: string) => {
  await openMore(query);
  await userEvent.click(getButton('Editar a Zoraida Gil'));
  await screen.findByRole('dialog', { name: 'Editar a Zoraida Gil' });
};
const enterPhone = async (number: string) => {
  await userEvent.clear(screen.getByLabelText(/^Teléfono/));
  await enterText(screen.getByLabelText(/^Teléfono/), number);
};
/** Simulates that another user changes the person just before the next attempt to save. */
const changeConcurrently = (patch: Partial<ExpectedPerson>): ExpectedPerson => {
  const theirs = { ...stored, ...patch, revision: 2 };
  listMocks.replaceExpectedPerson.mockImplementationOnce(() => {
    person = theirs;
    return Promise.resolve({ type: 'stale' });
  });
  return theirs;
};

beforeEach(() => {
  resetListMocks();
  person = stored;
  listMocks.fetchExpectedPeople.mockImplementation((_id, { state }) => {
    const items = state === 'all' || person.status.state === state ? [person] : [];
    return createPeoplePage(createList(), items);
  });
  listMocks.fetchExpectedPerson.mockImplementation(() => Promise.resolve(person));
});

describe('P11.47 a person of the list', () => {
  it('is edited in the form for new people, and keeps the data that the form does not show', async () => {
    await openForm();
    await enterPhone('3110000000');
    await userEvent.click(getButton('Guardar'));
    expect(lastReplacement()).toEqual([stored, { ...toFields(stored), phone: '3110000000' }]);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('with a wrong value is marked at the field and not sent', async () => {
    await openForm();
    await userEvent.clear(screen.getByLabelText(/^Hora/));
    await enterText(screen.getByLabelText(/^Hora/), '25:80');
    await userEvent.click(getButton('Guardar'));
    expect(screen.getByLabelText(/^Hora/).getAttribute('aria-invalid')).toBe('true');
    expect(listMocks.replaceExpectedPerson).not.toHaveBeenCalled();
  });

  it('that another user changed is shown with the stored values, over which the user saves the own ones', async () => {
    const theirs = changeConcurrently({ phone: '3220000000', notes: 'Llega tarde' });
    await openForm();
    await enterPhone('3110000000');
    await userEvent.click(getButton('Guardar'));
    expect(await screen.findByText(/Otra persona cambió esta cita/)).toBeTruthy();
    const found = [...document.querySelectorAll('.conflict-values div')].map((one) => one.textContent);
    expect(found).toEqual(['Teléfono3220000000', 'ObservacionesLlega tarde']);
    await userEvent.click(getButton('Guardar lo mío'));
    expect(lastReplacement()).toEqual([theirs, { ...toFields(stored), phone: '3110000000' }]);
  });

  it('that another user changed is edited further from the stored values on request', async () => {
    const theirs = changeConcurrently({ phone: '3220000000' });
    await openForm();
    await enterPhone('3110000000');
    await userEvent.click(getButton('Guardar'));
    await userEvent.click(await screen.findByRole('button', { name: 'Usar lo que hay ahora' }));
    expect((await screen.findByLabelText<HTMLInputElement>(/^Teléfono/)).value).toBe('3220000000');
    await userEvent.click(getButton('Guardar'));
    expect(lastReplacement()).toEqual([theirs, toFields(theirs)]);
  });

  it.each([
    ['on the page', ''],
    ['that the filter no longer finds', '?state=expected'],
  ])('%s who arrived in the meantime is saved with the texts', async (_where, query) => {
    const theirs = changeConcurrently({ status: ARRIVED });
    await openForm(query);
    await enterPhone('3110000000');
    await userEvent.click(getButton('Guardar'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(lastReplacement()).toEqual([theirs, { ...toFields(stored), phone: '3110000000' }]);
  });

  it('that the filter no longer finds and another user changed is shown with the stored values', async () => {
    const theirs = changeConcurrently({ status: ARRIVED, notes: 'Llega tarde' });
    await openForm('?state=expected');
    await enterPhone('3110000000');
    await userEvent.click(getButton('Guardar'));
    await userEvent.click(await screen.findByRole('button', { name: 'Guardar lo mío' }));
    expect(lastReplacement()).toEqual([theirs, { ...toFields(stored), phone: '3110000000' }]);
  });

  it.each([
    ['expected', 'Llegó Zoraida Gil', 'arrived'],
    ['expected', 'No asistió Zoraida Gil', 'no_show'],
    ['arrived', 'Volver a esperar a Zoraida Gil', 'expected'],
    ['arrived', 'No asistió Zoraida Gil', 'no_show'],
    ['no_show', 'Llegó Zoraida Gil', 'arrived'],
  ] as const)('%s gets another state by the button %s', async (from, button, state) => {
    const decision = { at: '2026-12-01T12:00:00Z', by: 'Ana' };
    const statuses = {
      expected: { state: 'expected' },
      arrived: { state: 'arrived', ...decision },
      no_show: { state: 'no_show', by_closing: false, ...decision },
    } as const;
    person = createPerson(1, {
      first_name: 'Zoraida',
      status: statuses[from],
    });
    await openMore();
    await userEvent.click(getButton(button));
    expect(listMocks.setExpectedPersonState.mock.calls).toEqual([[person, { state }]]);
  });
});

describe('P11.47 the form of a person', () => {
  it('gives the focus back to the button that opened it, after Escape and after Cancelar', async () => {
    await openForm();
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(document.activeElement).toBe(getButton('Editar a Zoraida Gil')));
    await userEvent.click(getButton('Agregar persona'));
    await screen.findByRole('dialog', { name: 'Agregar persona' });
    await userEvent.click(getButton('Cancelar'));
    await waitFor(() => expect(document.activeElement).toBe(getButton('Agregar persona')));
  });
});
