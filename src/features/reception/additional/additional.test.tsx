// @module-tag landing
import '#tests/support/device/indexeddb.ts';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { CreateEvaluationBody } from '#contract/records/evaluation/capture.ts';
import type { LocalPatient } from '#domain/registration.ts';
import { recordUnsupportedAndDropFields } from '#storage/database/additional-fields-support.ts';
import { loadDraft, saveDraftContent } from '#storage/drafts/drafts.ts';
import { listEntries } from '#storage/outbox/entries.ts';
import { readItemContent } from '#storage/outbox/sending/outbox-content.ts';
import type { PatientLookupOutcome } from '#sync/reads/lookup.ts';
import { ANA_ID, createLocalPatient } from '#tests/support/device/device.ts';
import {
  createAdditionalField,
  createFieldValue,
  storeAdditionalFields,
} from '#tests/support/screens/additional-fields.ts';
import { enterText } from '#tests/support/screens/rendering/enter-text.ts';
import {
  findButton,
  prepareEmptyReception,
  findField,
  DOCUMENT_NUMBER,
  storeReadyDraft,
  readSavedForm,
  renderReception,
  EVALUATION_TYPE_ID,
} from '#tests/support/screens/reception.tsx';

const lookUpPatientMock = vi.hoisted(() => vi.fn<() => Promise<PatientLookupOutcome>>());
vi.mock('#sync/reads/lookup.ts', async (original) => ({
  ...(await original<object>()),
  lookUpPatient: lookUpPatientMock,
}));

const epsField = createAdditionalField(1, {
  name: 'EPS',
  kind: 'choice',
  choices: ['Nueva EPS', 'Sura', 'Sanitas'],
  is_required: true,
});
const weightField = createAdditionalField(2, { name: 'Peso', kind: 'number' });
const memberSinceField = createAdditionalField(3, { name: 'Afiliado desde', kind: 'date' });
const tradeUnionField = createAdditionalField(4, { name: 'Sindicato', kind: 'yes_no' });
const workAtHeightsField = createAdditionalField(5, {
  name: 'Alturas',
  subject: 'visit',
  is_required: true,
  evaluation_type_ids: [EVALUATION_TYPE_ID],
});
const localPatient: LocalPatient = {
  ...createLocalPatient(DOCUMENT_NUMBER),
  id: '00000000-0000-4000-8000-000000000009',
  additional_fields: [createFieldValue(epsField, 'Sura')],
};

beforeEach(async () => {
  lookUpPatientMock.mockReset().mockResolvedValue({ source: 'server', patient: null });
  await prepareEmptyReception();
});

const findAdditionalFieldsHeading = () => screen.findByRole('heading', { name: 'Datos adicionales' });
const findComboboxByName = async (name: string) => screen.findByRole<HTMLInputElement>('combobox', { name });

async function enterPatientIdentity() {
  await enterText(await findField('Número de identificación'), DOCUMENT_NUMBER);
  await enterText(await findField('Primer nombre'), 'Zoraida');
  await enterText(await findField('Primer apellido'), 'Quiñones');
}

describe('additional fields in the registration form', () => {
  it('P10.351 the registration form shows no section for additional fields when the clinic has defined none', async () => {
    renderReception();
    await findField('Primer nombre');
    expect(screen.queryByText('Datos adicionales')).toBeNull();
  });

  it('P10.351 P10.353 the user fills in additional fields of all kinds by keyboard; the form reports a missing value, and the draft stores all values', async () => {
    await storeAdditionalFields([
      epsField,
      weightField,
      memberSinceField,
      tradeUnionField,
      workAtHeightsField,
    ]);
    renderReception();
    await findAdditionalFieldsHeading();
    expect(screen.queryByLabelText('Alturas')).toBeNull();
    await enterPatientIdentity();
    await userEvent.click(await findButton('Siguiente'));
    expect(await screen.findByText('Completa este dato.')).toBeTruthy();
    await waitFor(async () => expect(document.activeElement).toBe(await findComboboxByName('EPS')));
    await enterText(await findComboboxByName('EPS'), 'sani{Enter}');
    await waitFor(async () => expect(document.activeElement).toBe(await findField('Peso')));
    await enterText(await findField('Peso'), '70,5{Enter}');
    await waitFor(async () => expect(document.activeElement).toBe(await findField('Afiliado desde')));
    await enterText(await findField('Afiliado desde'), '5/8/2019{Enter}');
    expect((await findField('Afiliado desde')).value).toBe('2019-08-05');
    await userEvent.selectOptions(await findField('Sindicato'), 'Sí');
    await waitFor(async () =>
      expect((await readSavedForm())?.patient_additional).toEqual([
        createFieldValue(epsField, 'Sanitas'),
        createFieldValue(weightField, '70.5'),
        createFieldValue(memberSinceField, '2019-08-05'),
        createFieldValue(tradeUnionField, 'yes'),
      ]),
    );
    expect(screen.queryByText('Completa este dato.')).toBeNull();
    expect((await findField('Peso')).value).toBe('70,5');
    await userEvent.click(await findButton('Siguiente'));
    expect(await screen.findByLabelText('Tipo de evaluación')).toBeTruthy();
  });

  it('P10.353 the message at a missing required additional field stays when the patient lookup finishes after the message appeared', async () => {
    await storeAdditionalFields([epsField]);
    let finishLookup = () => undefined as void;
    const noPatient: PatientLookupOutcome = { source: 'server', patient: null };
    lookUpPatientMock.mockReturnValue(new Promise((resolve) => (finishLookup = () => resolve(noPatient))));
    renderReception();
    await findAdditionalFieldsHeading();
    await enterPatientIdentity();
    await waitFor(() => expect(lookUpPatientMock).toHaveBeenCalled());
    await userEvent.click(await findButton('Siguiente'));
    expect(await screen.findByText('Completa este dato.')).toBeTruthy();
    finishLookup();
    expect(await screen.findByText(/No hay registros|no está|nuevo/i)).toBeTruthy();
    expect(screen.getByText('Completa este dato.')).toBeTruthy();
  });

  it("P10.351 'Repetir última visita' leads back to a required additional field that the repeated evaluation type has and the draft lacks", async () => {
    await storeAdditionalFields([weightField, workAtHeightsField]);
    const chosen = {
      evaluation_type_id: EVALUATION_TYPE_ID,
      employer_company_id: '00000000-0000-4000-8000-000000000002',
      contractor_company_id: '',
    };
    const last_evaluation = {
      started_at: '2025-02-18T13:40:00Z',
      evaluation_type_name: 'Ingreso',
      isOpen: false,
      chosen,
    };
    lookUpPatientMock.mockResolvedValue({ source: 'server', patient: { ...localPatient, last_evaluation } });
    renderReception();
    await findAdditionalFieldsHeading();
    await enterText(await findField('Número de identificación'), `${DOCUMENT_NUMBER}{Enter}`);
    await userEvent.click(await findButton('Repetir última visita'));
    await waitFor(async () => expect(document.activeElement).toBe(await findField('Alturas')));
    expect(screen.getByText('Completa este dato.')).toBeTruthy();
  });
});

describe('additional values of a patient and a server', () => {
  it("P10.352 a lookup fills in the patient's additional values; a changed document removes them; 'Registrar nuevo' also removes typed values", async () => {
    await storeAdditionalFields([epsField, weightField]);
    lookUpPatientMock.mockResolvedValue({ source: 'server', patient: localPatient });
    renderReception();
    await findAdditionalFieldsHeading();
    await enterText(await findField('Número de identificación'), `${DOCUMENT_NUMBER}{Enter}`);
    await waitFor(async () => expect((await findComboboxByName('EPS')).value).toBe('Sura'));
    await enterText(await findField('Peso'), '70');
    lookUpPatientMock.mockResolvedValue({ source: 'server', patient: null });
    await enterText(await findField('Número de identificación'), '8');
    await waitFor(async () => expect((await findComboboxByName('EPS')).value).toBe(''));
    expect((await findField('Peso')).value).toBe('70');
    await userEvent.click(await findButton('Registrar nuevo'));
    expect((await findField('Peso')).value).toBe('');
  });

  it('P10.354 the form says that the server does not receive additional fields until the user dismisses the message', async () => {
    await storeAdditionalFields([epsField]);
    await recordUnsupportedAndDropFields(true);
    renderReception();
    expect(await screen.findByText('Este servidor no recibe los campos adicionales.')).toBeTruthy();
    expect(screen.queryByRole('heading', { name: 'Datos adicionales' })).toBeNull();
    await userEvent.click(await findButton('Entendido'));
    await waitFor(() => expect(screen.queryByText(/no recibe los campos adicionales/)).toBeNull());
  });
});

describe('confirmation with additional fields', () => {
  async function confirmWith(values: readonly ReturnType<typeof createFieldValue>[]) {
    await storeReadyDraft();
    const draft = await loadDraft(ANA_ID, null);
    if (!draft?.content) throw new Error('the draft is gone');
    const form = {
      ...draft.content.form,
      patient_additional: values.filter(({ subject }) => subject === 'patient'),
      visit_additional: values.filter(({ subject }) => subject === 'visit'),
    };
    await saveDraftContent(ANA_ID, null, { ...draft.content, form });
  }
  async function confirmAndReadBody() {
    await userEvent.click(await findButton('Confirmar y crear evaluación'));
    await waitFor(async () => expect(await listEntries(ANA_ID, { limit: 9 })).toHaveLength(1));
    const [entry] = await listEntries(ANA_ID, { limit: 9 });
    const item = entry?.items.find(({ kind }) => kind === 'evaluation');
    const content = await readItemContent(item?.id ?? '');
    return {
      entry,
      body: CreateEvaluationBody.parse(JSON.parse(content.type === 'body' ? content.text : '')),
    };
  }
  const gone = createAdditionalField(9, { name: 'Antiguo' });

  it('P10.355 P10.353 summary and confirmation contain the values of all shown additional fields, but not of one that the clinic removed', async () => {
    await storeAdditionalFields([epsField, weightField, workAtHeightsField]);
    await confirmWith([
      createFieldValue(epsField, 'Sura'),
      createFieldValue(weightField, '70.5'),
      createFieldValue(gone, 'x'),
      createFieldValue(workAtHeightsField, 'Sí, 12 m'),
    ]);
    renderReception();
    for (const text of ['EPS: Sura', 'Peso: 70,5', 'Alturas: Sí, 12 m'])
      expect(await screen.findByText(new RegExp(`^${text}`))).toBeTruthy();
    expect(screen.queryByText(/Antiguo/)).toBeNull();
    const { body, entry } = await confirmAndReadBody();
    const values = [
      createFieldValue(epsField, 'Sura'),
      createFieldValue(weightField, '70.5'),
      createFieldValue(workAtHeightsField, 'Sí, 12 m'),
    ];
    expect(body.additional_fields).toEqual(values);
    expect(entry?.summary).toMatchObject({ form: { patient_additional: values.slice(0, 2) } });
  });

  it("P10.351 'Confirmar' leads back to a required additional field that the clinic added after the user had completed the step", async () => {
    await confirmWith([createFieldValue(weightField, '70')]);
    await storeAdditionalFields([epsField, weightField]);
    renderReception();
    await screen.findByText(/^Peso: 70/);
    await userEvent.click(await findButton('Confirmar y crear evaluación'));
    await waitFor(async () => expect(document.activeElement).toBe(await findComboboxByName('EPS')));
    expect(await screen.findByText('Completa este dato.')).toBeTruthy();
  });

  it("P10.351 'Confirmar' leads back to a missing required additional field, even when pressed as soon as the last step appears", async () => {
    await confirmWith([createFieldValue(weightField, '70')]);
    await storeAdditionalFields([epsField, weightField]);
    const pressed = vi.fn<() => void>();
    // The observer presses the button as soon as it appears, before the page can react to anything else.
    const seen = new MutationObserver(() => {
      const confirm = [...document.querySelectorAll('button')].find(
        ({ textContent }) => textContent === 'Confirmar y crear evaluación',
      );
      if (!confirm || pressed.mock.calls.length > 0) return;
      pressed();
      confirm.click();
    });
    seen.observe(document.body, { childList: true, subtree: true });
    renderReception();
    await waitFor(() => expect(pressed).toHaveBeenCalled());
    seen.disconnect();
    expect(await screen.findByText('Completa este dato.')).toBeTruthy();
    expect(await listEntries(ANA_ID, { limit: 9 })).toEqual([]);
  });

  it('P10.354 the registration request contains no additional values when the device no longer has the definitions of the fields', async () => {
    await confirmWith([createFieldValue(epsField, 'Sura')]);
    renderReception();
    const { body } = await confirmAndReadBody();
    expect(body).not.toHaveProperty('additional_fields');
  });
});
