// @module-tag landing
import '#tests/support/device/indexeddb.ts';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { db } from '#storage/database/database.ts';
import { CreateEvaluationBody } from '#contract/records/evaluation/capture.ts';
import type { LocalPatient } from '#domain/registration.ts';
import { readQueuedRegistration } from '#storage/outbox/entries.ts';
import { readItemContent } from '#storage/outbox/sending/outbox-content.ts';
import {
  anaAccount,
  ANA_ID,
  BRANCH_ID,
  claimDueItem,
  confirmation,
  confirmNewEntry,
  createLocalPatient,
} from '#tests/support/device/device.ts';
import {
  createAdditionalField,
  createFieldValue,
  storeAdditionalFields,
} from '#tests/support/screens/additional-fields.ts';
import { enterText } from '#tests/support/screens/rendering/enter-text.ts';
import {
  EMPLOYER_ID,
  prepareEmptyReception,
  findField,
  DOCUMENT_NUMBER,
  EVALUATION_TYPE_ID,
} from '#tests/support/screens/reception.tsx';
import { renderScreen } from '#tests/support/screens/rendering/render-screen.tsx';
import { Reception } from '../reception.tsx';
import type { PatientLookupOutcome } from '#sync/reads/lookup.ts';
import { loadDraft } from '#storage/drafts/drafts.ts';

const lookupServerMock = vi.hoisted(() => ({ patient: null as LocalPatient | null }));
vi.mock('#sync/reads/lookup.ts', async (original) => ({
  ...(await original<object>()),
  lookUpPatient: (): Promise<PatientLookupOutcome> =>
    Promise.resolve({ source: 'server', patient: lookupServerMock.patient }),
}));

beforeEach(async () => {
  lookupServerMock.patient = null;
  await prepareEmptyReception();
});

async function createConfirmedEntry(linked: LocalPatient | null = null): Promise<string> {
  const given = confirmation(DOCUMENT_NUMBER);
  const form = {
    ...given.summary.form,
    evaluation_type_id: EVALUATION_TYPE_ID,
    employer_company_id: EMPLOYER_ID,
    patient_id: linked?.id ?? null,
  };
  return confirmNewEntry(DOCUMENT_NUMBER, { summary: { ...given.summary, form, linked } });
}

async function readQueuedBody(entryId: string): Promise<CreateEvaluationBody> {
  const item = (await readQueuedRegistration(ANA_ID, entryId))?.items.find(
    ({ kind }) => kind === 'evaluation',
  );
  const content = await readItemContent(item?.id ?? '');
  if (content.type !== 'body') throw new Error('No body waits');
  return CreateEvaluationBody.parse(JSON.parse(content.text));
}

const renderCorrection = (entryId: string) =>
  renderScreen(<Reception account={anaAccount} branchId={BRANCH_ID} entryId={entryId} />, '/reception');

async function typeFirstNameAndContinue(name: string): Promise<void> {
  const first = await findField('Primer nombre');
  await userEvent.clear(first);
  await enterText(first, name);
  for (let step = 0; step < 2; step += 1)
    await userEvent.click(await screen.findByRole('button', { name: 'Siguiente' }));
}

const clickButton = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const clickSendCorrection = () => clickButton('Corregir y enviar');
const countCorrections = () => db.entries.where('kind').equals('correction').count();

describe('last step of a correction', () => {
  it('P10.287 P10.281 the correction lists each changed field with both values, and requires no reason when the registration was not sent yet', async () => {
    const entryId = await createConfirmedEntry();
    renderCorrection(entryId);
    await typeFirstNameAndContinue('Zoé');
    const changes = await screen.findByRole('list', { name: 'Lo que cambia' });
    expect(changes.textContent).toBe('Primer nombreAntes: Zoraida → Ahora: Zoé');
    expect(screen.queryByLabelText(/Motivo de la corrección/)).toBeNull();
    await clickSendCorrection();
    await waitFor(async () =>
      expect((await readQueuedRegistration(ANA_ID, entryId))?.summary.patientName).toBe('Zoé Quiñones'),
    );
    expect(await countCorrections()).toBe(0);
  });

  it('P10.281 P10.299 the corrected unsent registration still states which of the known patient’s values the user emptied', async () => {
    const known = {
      ...createLocalPatient(DOCUMENT_NUMBER),
      id: '00000007-0000-4000-8000-000000000000',
      birth_date: '1980-05-03',
    };
    const entryId = await createConfirmedEntry(known);
    renderCorrection(entryId);
    await typeFirstNameAndContinue('Zoraida');
    await clickSendCorrection();
    await waitFor(async () =>
      expect((await readQueuedBody(entryId)).patient).toMatchObject({ cleared: ['birth_date', 'gender'] }),
    );
  });

  it('P10.356 P10.353 the user corrects an additional field of a queued registration, which keeps the confirmed value of a field that no longer exists', async () => {
    const [eps, gone] = [
      createAdditionalField(1, { name: 'EPS' }),
      createAdditionalField(2, { name: 'Antiguo' }),
    ];
    await storeAdditionalFields([eps]);
    const given = confirmation(DOCUMENT_NUMBER);
    const patient_additional = [createFieldValue(eps, 'Sura'), createFieldValue(gone, 'x')];
    const choices = { evaluation_type_id: EVALUATION_TYPE_ID, employer_company_id: EMPLOYER_ID };
    const form = { ...given.summary.form, ...choices, patient_additional };
    const entryId = await confirmNewEntry(DOCUMENT_NUMBER, { summary: { ...given.summary, form } });
    renderCorrection(entryId);
    await enterText(await findField('EPS'), ' Nueva');
    expect(screen.queryByLabelText('Antiguo')).toBeNull();
    await typeFirstNameAndContinue('Zoraida');
    const changes = await screen.findByRole('list', { name: 'Lo que cambia' });
    expect(changes.textContent).toBe('EPSAntes: Sura → Ahora: Sura Nueva');
    await clickSendCorrection();
    await waitFor(async () =>
      expect((await readQueuedBody(entryId)).additional_fields).toEqual([
        createFieldValue(eps, 'Sura Nueva'),
        createFieldValue(gone, 'x'),
      ]),
    );
  });

  it('P10.282 a correction requires a reason when the registration was sent in the meantime, and the typed data stay', async () => {
    const entryId = await createConfirmedEntry();
    renderCorrection(entryId);
    await typeFirstNameAndContinue('Zoé');
    await claimDueItem();
    await clickSendCorrection();
    const reason = await screen.findByLabelText(/Motivo de la corrección/);
    await enterText(reason, 'corto');
    await clickSendCorrection();
    expect(await screen.findByText('Escribe al menos 10 caracteres.')).toBeDefined();
    expect(await countCorrections()).toBe(0);
    await userEvent.clear(reason);
    await enterText(reason, 'El nombre estaba mal escrito');
    await clickSendCorrection();
    await waitFor(async () => expect(await countCorrections()).toBe(1));
  });
});

const OTHER_NUMBER = '9999000025';
const SAME_PATIENT_BUTTON = 'Solo el número estaba mal';

async function confirmAndOpenCorrection(): Promise<string> {
  const given = confirmation(DOCUMENT_NUMBER);
  const form = {
    ...given.summary.form,
    birth_date: '2006-04-03',
    gender: 'F' as const,
    occupation_name: 'Tornera',
    evaluation_type_id: EVALUATION_TYPE_ID,
    employer_company_id: EMPLOYER_ID,
  };
  const entryId = await confirmNewEntry(DOCUMENT_NUMBER, { summary: { ...given.summary, form } });
  renderCorrection(entryId);
  await findField('Primer nombre');
  return entryId;
}

async function retypeField(label: string, text: string): Promise<void> {
  const input = await findField(label);
  await userEvent.clear(input);
  await enterText(input, text);
}
const typeNumber = (number: string) => retypeField('Número de identificación', number);
const readSavedFormText = async (entryId: string) => {
  const form = (await loadDraft(ANA_ID, entryId))?.content?.form;
  return [form?.first_name, form?.last_name, form?.birth_date, form?.gender, form?.occupation_name].join('|');
};

describe('correction that changes the document', () => {
  it("P10.285 'Es otra persona' empties the first patient’s data, except values that the user typed again", async () => {
    const entryId = await confirmAndOpenCorrection();
    await typeNumber(OTHER_NUMBER);
    await retypeField('Primer nombre', 'Ángela');
    await retypeField('Primer apellido', 'Muñoz');
    expect((await screen.findByText(/^Estos datos son todavía/)).textContent).toContain(
      'son todavía de Zoraida Quiñones: fecha de nacimiento, género, cargo. Si es otra persona, se vacían',
    );
    await clickButton('Es otra persona');
    await waitFor(async () => expect(await readSavedFormText(entryId)).toBe('Ángela|Muñoz|||'));
    await clickButton('Siguiente');
    await clickButton('Siguiente');
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

  it("P10.285 a prompt blocks 'Siguiente' until the user decides; 'Solo el número estaba mal' keeps and lists the other data", async () => {
    const entryId = await confirmAndOpenCorrection();
    await userEvent.clear(await findField('Cargo'));
    await typeNumber(OTHER_NUMBER);
    await clickButton('Siguiente');
    expect(await screen.findByText('Responde primero si es otra persona.')).toBeDefined();
    expect(screen.getByRole('heading', { name: /^Paso 1 de 3/ })).toBeDefined();
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Es otra persona'));
    await clickButton(SAME_PATIENT_BUTTON);
    await screen.findByText('Cambiaste el número de la misma persona');
    expect((await findField('Cargo')).value).toBe('');
    await clickButton('Siguiente');
    await clickButton('Siguiente');
    expect(await screen.findByText(/^Se quedan: /)).toHaveProperty(
      'textContent',
      'Se quedan: primer nombre, primer apellido, fecha de nacimiento, género.',
    );
    expect(await readSavedFormText(entryId)).toBe('Zoraida|Quiñones|2006-04-03|F|');
  });

  it("P10.285 the correction form restores the registered patient's data when the user types the first document again or confirms the same person", async () => {
    const entryId = await confirmAndOpenCorrection();
    await typeNumber(OTHER_NUMBER);
    await clickButton('Es otra persona');
    await waitFor(async () => expect(await readSavedFormText(entryId)).toBe('||||'));
    await clickButton(SAME_PATIENT_BUTTON);
    await waitFor(async () =>
      expect(await readSavedFormText(entryId)).toBe('Zoraida|Quiñones|2006-04-03|F|Tornera'),
    );
    await clickButton('Es otra persona');
    await retypeField('Primer nombre', 'Ángela');
    await typeNumber(DOCUMENT_NUMBER);
    await waitFor(async () =>
      expect(await readSavedFormText(entryId)).toBe('Zoraida|Quiñones|2006-04-03|F|Tornera'),
    );
  });

  it("P10.285 'Es otra persona' fills in the patient that the server knows by the new document", async () => {
    lookupServerMock.patient = {
      ...createLocalPatient(OTHER_NUMBER),
      id: '00000007-0000-4000-8000-000000000000',
      first_name: 'Ángela',
      last_name: 'Muñoz',
      birth_date: null,
    };
    const entryId = await confirmAndOpenCorrection();
    await typeNumber(OTHER_NUMBER);
    await screen.findByText('Este documento es de Ángela Muñoz.');
    await clickButton('Es otra persona');
    await waitFor(async () => expect(await readSavedFormText(entryId)).toBe('Ángela|Muñoz||F|'));
  });
});
