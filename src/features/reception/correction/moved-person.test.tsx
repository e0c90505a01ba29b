import '#tests/support/device/jsdom-device.ts';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { KnownPatient } from '#domain/registration.ts';
import type { LookupResult } from '#sync/reads/lookup.ts';
import { account, ANA, BRANCH, confirmation, confirmedEntry, person } from '#tests/support/device/device.ts';
import { EMPLOYER, emptyDesk, field, TYPE } from '#tests/support/screens/reception.tsx';
import { renderScreen } from '#tests/support/screens/render-screen.tsx';
import { loadDraft } from '#storage/drafts/drafts.ts';
import { Desk } from '../desk.tsx';

const server = vi.hoisted(() => ({ patient: null as KnownPatient | null }));
vi.mock('#sync/reads/lookup.ts', async (original) => ({
  ...(await original<object>()),
  lookUpPatient: (): Promise<LookupResult> => Promise.resolve({ source: 'server', patient: server.patient }),
}));

const FIRST = '9999000017';
const OTHER = '9999000025';
const SAME = 'Solo el número estaba mal';

async function open(): Promise<string> {
  const given = confirmation(FIRST);
  const form = {
    ...given.summary.form,
    birthDate: '2006-04-03',
    gender: 'F' as const,
    occupationName: 'Tornera',
    evaluationTypeId: TYPE,
    employerCompanyId: EMPLOYER,
  };
  const entryId = await confirmedEntry(FIRST, { summary: { ...given.summary, form } });
  renderScreen(<Desk account={account} branchId={BRANCH} entryId={entryId} />, '/reception');
  await field('Primer nombre');
  return entryId;
}

async function type(label: string, text: string): Promise<void> {
  const input = await field(label);
  await userEvent.clear(input);
  await userEvent.type(input, text);
}
const typeNumber = (number: string) => type('Número de identificación', number);
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
/** Values of the person's fields in the draft. */
const saved = async (entryId: string) => {
  const form = (await loadDraft(ANA, entryId))?.content?.form;
  return [form?.firstName, form?.lastName, form?.birthDate, form?.gender, form?.occupationName].join('|');
};

beforeEach(async () => {
  server.patient = null;
  await emptyDesk();
});

describe('a correction that changes the document', () => {
  it("P10.285 empties the first patient's data that were not typed again when the user says that it is another person", async () => {
    const entryId = await open();
    await typeNumber(OTHER);
    await type('Primer nombre', 'Ángela');
    await type('Primer apellido', 'Muñoz');
    expect((await screen.findByText(/^Estos datos son todavía/)).textContent).toContain(
      'son todavía de Zoraida Quiñones: fecha de nacimiento, género, cargo. Si es otra persona, se vacían',
    );
    await press('Es otra persona');
    await waitFor(async () => expect(await saved(entryId)).toBe('Ángela|Muñoz|||'));
    await press('Siguiente');
    await press('Siguiente');
    const changes = await screen.findByRole('list', { name: 'Lo que cambia' });
    for (const label of [
      'Documento',
      'Primer nombre',
      'Primer apellido',
      'Fecha de nacimiento',
      'Género',
      'Cargo',
    ])
      expect(changes.textContent).toContain(label);
  });

  it('P10.285 does not continue, and leads to the question, before the user has answered it; keeps and lists the data, but what the user removed, when only the number was wrong', async () => {
    const entryId = await open();
    await userEvent.clear(await field('Cargo'));
    await typeNumber(OTHER);
    await press('Siguiente');
    expect(await screen.findByText('Responde primero si es otra persona.')).toBeDefined();
    expect(screen.getByRole('heading', { name: /^Paso 1 de 3/ })).toBeDefined();
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Es otra persona'));
    await press(SAME);
    await screen.findByText('Cambiaste el número de la misma persona');
    expect((await field('Cargo')).value).toBe('');
    await press('Siguiente');
    await press('Siguiente');
    expect(await screen.findByText(/^Se quedan: /)).toHaveProperty(
      'textContent',
      'Se quedan: primer nombre, primer apellido, fecha de nacimiento, género.',
    );
    expect(await saved(entryId)).toBe('Zoraida|Quiñones|2006-04-03|F|');
  });

  it('P10.285 brings the data back under the first document, and when the user takes the answer back', async () => {
    const entryId = await open();
    await typeNumber(OTHER);
    await press('Es otra persona');
    await waitFor(async () => expect(await saved(entryId)).toBe('||||'));
    await press(SAME);
    await waitFor(async () => expect(await saved(entryId)).toBe('Zoraida|Quiñones|2006-04-03|F|Tornera'));
    await press('Es otra persona');
    await type('Primer nombre', 'Ángela');
    await typeNumber(FIRST);
    await waitFor(async () => expect(await saved(entryId)).toBe('Zoraida|Quiñones|2006-04-03|F|Tornera'));
  });

  it('P10.285 fills in the patient whom the server knows by the new document', async () => {
    server.patient = {
      ...person(OTHER),
      id: '00000007-0000-4000-8000-000000000000',
      first_name: 'Ángela',
      last_name: 'Muñoz',
      birth_date: null,
    };
    const entryId = await open();
    await typeNumber(OTHER);
    await screen.findByText('Este documento es de Ángela Muñoz.');
    await press('Es otra persona');
    await waitFor(async () => expect(await saved(entryId)).toBe('Ángela|Muñoz||F|'));
  });
});
