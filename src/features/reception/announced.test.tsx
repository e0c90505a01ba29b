// @module-tag landing
import '#tests/support/device/indexeddb.ts';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readExpectedMarks } from '#storage/cache/expected-marks.ts';
import { db } from '#storage/database/database.ts';
import { listEntries } from '#storage/outbox/entries.ts';
import { readItemContent } from '#storage/outbox/sending/outbox-content.ts';
import { loadDraft, saveDraftContent } from '#storage/drafts/drafts.ts';
import { ANA_ID, anaAccount, draftContent } from '#tests/support/device/device.ts';
import { createExpectedPersonOnDevice } from '#tests/support/device/expected.ts';
import { failAsUnreachable, stubServer } from '#tests/support/device/servers/session-server.ts';
import {
  ANNOUNCED,
  LIST,
  openExpectedToday,
  press,
  storeDay,
  storeSignature,
  storeToday,
  TODAY,
} from '#tests/support/screens/announced.ts';
import { renderScreen } from '#tests/support/screens/rendering/render-screen.tsx';
import { enterText } from '#tests/support/screens/rendering/enter-text.ts';
import {
  DOCUMENT_NUMBER,
  EMPLOYER_ID,
  EVALUATION_TYPE_ID,
  findButton,
  findField,
  prepareEmptyReception,
  readSavedForm,
  renderReception,
  storeReadyDraft,
} from '#tests/support/screens/reception.tsx';
import { ReceptionPage } from './reception-page.tsx';

const LAST_STEP_HEADING = { name: 'Paso 3 de 3: Confirmación' };
const typeNumber = async (number = DOCUMENT_NUMBER) =>
  enterText(await findField('Número de identificación'), number);
const typeOtherBirthDate = async () => {
  await storeSignature();
  await storeToday({});
  renderReception();
  await typeNumber();
  await enterText(await findField('Fecha de nacimiento'), '1990-01-02');
};

beforeEach(async () => {
  await prepareEmptyReception();
  stubServer(failAsUnreachable);
});
afterEach(() => vi.unstubAllGlobals());

describe('P11.39 announced person at reception', () => {
  it('one tap on the announcement of a typed document fills the form offline and opens the last step', async () => {
    await storeSignature();
    await storeToday({});
    renderReception();
    await typeNumber();
    await screen.findByText('Citada hoy por Flores: Zoraida Yturralde');
    expect(screen.queryByText(/Sigue con sus datos/)).toBeNull();
    await press('Usar citación');
    await screen.findByRole('heading', LAST_STEP_HEADING);
    await waitFor(async () =>
      expect(await readSavedForm()).toMatchObject({
        identification_number: DOCUMENT_NUMBER,
        first_name: 'Zoraida',
        last_name: 'Yturralde',
        birth_date: '1984-07-19',
        gender: 'F',
        occupation_name: 'Soldadora',
        evaluation_type_id: EVALUATION_TYPE_ID,
        employer_company_id: EMPLOYER_ID,
        expected_person_id: ANNOUNCED.id,
      }),
    );
    expect((await readExpectedMarks()).get(ANNOUNCED.id)).toMatchObject({
      mark: 'arrived',
      revision: 1,
    });
  });

  it('the announcement is found by the full name and fills the document too', async () => {
    await storeSignature();
    await storeToday({});
    renderReception();
    await enterText(await findField('Primer nombre'), 'zoraida');
    await enterText(await findField('Primer apellido'), 'YTURRALDE');
    await press('Usar citación');
    await screen.findByRole('heading', LAST_STEP_HEADING);
    await waitFor(async () =>
      expect(await readSavedForm()).toMatchObject({ identification_number: DOCUMENT_NUMBER }),
    );
  });

  it('typed values stay, both values are shown before the tap, and the other button takes the announced ones', async () => {
    await typeOtherBirthDate();
    await screen.findByText('Fecha de nacimiento: 02/01/1990 en el formulario, 19/07/1984 en la citación.');
    await press('Usar citación');
    await waitFor(async () =>
      expect(await readSavedForm()).toMatchObject({ birth_date: '1990-01-02', first_name: 'Zoraida' }),
    );
  });

  it('the second button replaces differing values by the announced ones, except the document', async () => {
    await typeOtherBirthDate();
    await press('Usar con los datos de la citación');
    await waitFor(async () =>
      expect(await readSavedForm()).toMatchObject({
        birth_date: '1984-07-19',
        identification_number: DOCUMENT_NUMBER,
      }),
    );
  });

  it('the form stays in the step whose data are missing', async () => {
    await storeToday({ evaluation_type: null });
    renderReception();
    await typeNumber();
    await press('Usar citación');
    await screen.findByRole('heading', { name: 'Paso 2 de 3: Evaluación y empresas' });
  });

  it('the page shows no announcement and no list when the device has none', async () => {
    renderReception();
    await typeNumber();
    await findButton('Siguiente');
    expect(screen.queryByRole('button', { name: /Esperadas hoy/ })).toBeNull();
    expect(screen.queryByText(/Citada hoy/)).toBeNull();
  });
});

describe('P11.40 announcement that cannot be used', () => {
  it('a cancelled announcement is named and not offered', async () => {
    await storeToday({ status: { state: 'cancelled', at: new Date().toISOString(), by: 'Bea' } });
    renderReception();
    await typeNumber();
    await screen.findByText('La citación de hoy por Flores se canceló.');
    expect(screen.queryByRole('button', { name: 'Usar citación' })).toBeNull();
  });

  it('a person registered today is named with a link to the evaluation', async () => {
    const evaluation_id = '00000000-0000-4000-8000-00000000000e';
    const at = `${TODAY}T17:05:00.000Z`;
    await storeToday({
      status: { state: 'registered', at, evaluation_id, repeated: [], settled: [], other_document: [] },
    });
    renderReception();
    await typeNumber();
    await screen.findByText('Citada hoy por Flores: ya se registró a las 12:05.');
    const link = screen.getByRole('link', { name: 'Ver la de hoy' });
    expect(link.getAttribute('href')).toBe(`/reception?evaluation=${evaluation_id}`);
  });

  it('an announcement of another day is not offered', async () => {
    await storeDay('2026-01-02', {});
    renderReception();
    await typeNumber();
    await findButton('Siguiente');
    expect(screen.queryByText(/Citada hoy/)).toBeNull();
  });
});

describe('P11.40 draft with an announcement that is not of today', () => {
  it('the form names the outdated announcement, and the user removes it', async () => {
    await storeToday({});
    const { form, ...content } = draftContent('9999000099');
    await saveDraftContent(ANA_ID, null, {
      ...content,
      step: 0,
      form: { ...form, expected_person_id: createExpectedPersonOnDevice(99).id },
    });
    renderReception();
    await screen.findByText('La citación de este registro no es de hoy, o ya no está en este dispositivo.');
    await press('Quitar citación');
    await waitFor(async () => expect(await readSavedForm()).toMatchObject({ expected_person_id: null }));
  });
});

const readEvaluationBody = async (): Promise<Record<string, unknown>> => {
  const [entry] = await listEntries(ANA_ID, { limit: 1 });
  const rows = await db.items
    .where('entryId')
    .equals(entry?.id ?? '')
    .toArray();
  const content = await readItemContent(rows.find(({ kind }) => kind === 'evaluation')?.id ?? '');
  if (content.type !== 'body') throw new Error(content.type);
  return JSON.parse(content.text) as Record<string, unknown>;
};
const confirmReadyDraft = async () => {
  renderReception();
  await screen.findByRole('heading', LAST_STEP_HEADING);
  await press('Confirmar y crear evaluación');
  await waitFor(async () => expect(await listEntries(ANA_ID, { limit: 1 })).toHaveLength(1));
};

describe('P11.43 registration of an announced person', () => {
  it('a registration with document, name and company of an announcement carries its id, and marks the person as registered', async () => {
    await storeToday({ last_name: 'Quiñones' });
    await storeReadyDraft();
    await confirmReadyDraft();
    expect(await readEvaluationBody()).toMatchObject({ expected_person_id: ANNOUNCED.id });
    await waitFor(async () =>
      expect((await readExpectedMarks()).get(ANNOUNCED.id)).toMatchObject({ mark: 'registered' }),
    );
  });

  it('a registration of a person of another name carries no id', async () => {
    await storeToday({ first_name: 'Beatriz', last_name: 'Rojas' });
    await storeReadyDraft();
    await confirmReadyDraft();
    expect(await readEvaluationBody()).not.toHaveProperty('expected_person_id');
  });
});

describe('P11.43 correction of the registration of an announced person', () => {
  it('the corrected registration keeps the id of the announced person', async () => {
    await storeToday({ last_name: 'Quiñones' });
    await storeReadyDraft();
    await confirmReadyDraft();
    const [entry] = await listEntries(ANA_ID, { limit: 1 });
    cleanup();
    renderScreen(<ReceptionPage account={anaAccount} />, '/reception', `?entry=${entry?.id}`);
    await screen.findByRole('heading', { name: 'Corregir y enviar' });
    await press('Siguiente');
    await screen.findByRole('heading', { name: 'Paso 2 de 3: Evaluación y empresas' });
    await press('Siguiente');
    await screen.findByRole('heading', LAST_STEP_HEADING);
    await press('Corregir y enviar');
    await waitFor(async () => expect(await loadDraft(ANA_ID, entry?.id ?? '')).toBeNull());
    expect(await readEvaluationBody()).toMatchObject({ expected_person_id: ANNOUNCED.id });
  });
});

describe("P11.41 'Esperadas hoy'", () => {
  const others = [
    { id: createExpectedPersonOnDevice(18).id, identification_number: '9999000018', first_name: 'Beatriz' },
    { id: createExpectedPersonOnDevice(19).id, identification_number: '9999000019', first_name: 'Carlos' },
  ];

  it('the list finds people by name and document, and one tap fills the form', async () => {
    await storeSignature();
    await storeToday({}, ...others);
    renderReception();
    const dialog = await openExpectedToday();
    await enterText(within(dialog).getByLabelText('Buscar'), 'beatriz');
    await waitFor(() => expect(within(dialog).getAllByRole('listitem')).toHaveLength(1));
    await userEvent.clear(within(dialog).getByLabelText('Buscar'));
    await enterText(within(dialog).getByLabelText('Buscar'), '9.999.000.019');
    await within(dialog).findByText('Carlos Yturralde');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Usar citación de Carlos Yturralde' }));
    await screen.findByRole('heading', LAST_STEP_HEADING);
    await waitFor(async () =>
      expect(await readSavedForm()).toMatchObject({ identification_number: '9999000019' }),
    );
  });

  it("'Llegó' marks the person at once and keeps the list open", async () => {
    await storeToday({}, ...others);
    renderReception();
    const dialog = await openExpectedToday();
    await userEvent.click(within(dialog).getByRole('button', { name: 'Llegó Carlos Yturralde' }));
    await within(dialog).findByText('Llegó · por enviar');
    expect([...(await readExpectedMarks()).values()]).toMatchObject([{ mark: 'arrived' }]);
  });

  it('a form about another person is not mixed with an announcement', async () => {
    await storeToday({}, ...others);
    renderReception();
    await typeNumber('9999000017');
    await enterText(await findField('Primer nombre'), 'Zoraida');
    await enterText(await findField('Primer apellido'), 'Yturralde');
    const dialog = await openExpectedToday();
    const button = within(dialog).getByRole<HTMLButtonElement>('button', {
      name: 'Usar citación de Carlos Yturralde',
    });
    expect(button.disabled).toBe(true);
    within(dialog).getByText(/Estás registrando a Zoraida Yturralde/);
  });

  it('P11.44 people with several registrations are counted with a link to their list', async () => {
    const [evaluation_id = '', repeated = ''] = others.map(({ id }) => id);
    const at = new Date().toISOString();
    const known = { state: 'registered', at, evaluation_id, settled: [], other_document: [] } as const;
    await storeToday({ status: { ...known, settled: [], other_document: [], repeated: [repeated] } });
    renderReception();
    const dialog = await openExpectedToday();
    within(dialog).getByText('1 persona con más de un registro');
    const link = within(dialog).getByRole('link', { name: 'Decidir en la citación de Flores' });
    expect(link.getAttribute('href')).toBe(`/expected/${LIST.id}?state=unsettled`);
  });
});
