// @module-tag landing
import '#tests/support/device/indexeddb.ts';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { PatientLookupOutcome } from '#sync/reads/lookup.ts';
import { replaceCatalogCache } from '#storage/cache/catalogs.ts';
import { NO_TYPED_COMPANIES } from '#domain/registration.ts';
import { saveDraftContent } from '#storage/drafts/drafts.ts';
import { ANA_ID, draftContent } from '#tests/support/device/device.ts';
import { enterText } from '#tests/support/screens/rendering/enter-text.ts';
import {
  findButton,
  prepareEmptyReception,
  findField,
  DOCUMENT_NUMBER,
  readSavedForm,
  renderReception,
  EVALUATION_TYPE_ID,
} from '#tests/support/screens/reception.tsx';

const lookUpPatientMock = vi.hoisted(() => vi.fn<() => Promise<PatientLookupOutcome>>());
vi.mock('#sync/reads/lookup.ts', async (original) => ({
  ...(await original<object>()),
  lookUpPatient: lookUpPatientMock,
}));

beforeEach(async () => {
  lookUpPatientMock.mockResolvedValue({ source: 'server', patient: null });
  await prepareEmptyReception();
});

const expectFocus = async (label: string) => {
  const there = await findField(label);
  await waitFor(() => expect(document.activeElement).toBe(there));
};
const ENTER = '{Enter}';
const findStepTwo = () => screen.findByRole('heading', { name: /^Paso 2 de 3/ });
const findEvaluationTypeField = () =>
  screen.getByRole<HTMLInputElement>('combobox', { name: 'Tipo de evaluación' });

async function saveDraftAtStep(step: 0 | 1): Promise<void> {
  const { form } = draftContent(DOCUMENT_NUMBER);
  await saveDraftContent(ANA_ID, null, {
    form,
    step,
    linked: null,
    picturesOf: null,
    typedCompanies: NO_TYPED_COMPANIES,
    correcting: null,
  });
}

describe('P10.297 Enter in the wizard', () => {
  it("P10.297 Enter moves the focus to the next field; in the last field, Enter acts like the button 'Siguiente'", async () => {
    renderReception();
    await userEvent.click(await findField('Cargo'));
    await userEvent.keyboard(ENTER);
    expect(await screen.findByText('Ingrese los nombres')).toBeTruthy();
    await expectFocus('Número de identificación');
    await enterText(await findField('Número de identificación'), `${DOCUMENT_NUMBER}${ENTER}`);
    await expectFocus('Primer nombre');
    for (const [label, text] of [
      ['Primer nombre', 'Zoraida'],
      ['Segundo nombre', ''],
      ['Primer apellido', 'Quiñones'],
      ['Segundo apellido', ''],
      ['Fecha de nacimiento', '15/4/88'],
      ['Género', ''],
    ] as const) {
      await expectFocus(label);
      if (text !== '') await userEvent.paste(text);
      await userEvent.keyboard(ENTER);
    }
    await expectFocus('Cargo');
    expect((await findField('Fecha de nacimiento')).value).toBe('1988-04-15');
    await userEvent.keyboard(ENTER);
    expect(await findStepTwo()).toBeTruthy();
  });

  it('P10.297 Enter selects the text of the next field and presses a focused button; holding Enter moves the focus only once', async () => {
    await saveDraftAtStep(0);
    renderReception();
    await userEvent.click(await findField('Segundo nombre'));
    await userEvent.keyboard(`${ENTER}x`);
    expect((await findField('Primer apellido')).value).toBe('x');
    (await findButton('Registrar nuevo')).focus();
    await userEvent.keyboard(ENTER);
    expect(await findButton('Deshacer')).toBeTruthy();
    const surname = await findField('Segundo apellido');
    surname.focus();
    expect(fireEvent.keyDown(surname, { key: 'Enter', repeat: true }), 'sends no form').toBe(false);
    expect(document.activeElement).toBe(surname);
  });

  it('P10.297 Enter moves from the step’s heading to its first field; a textarea requires Ctrl+Enter', async () => {
    await saveDraftAtStep(1);
    renderReception();
    const heading = await findStepTwo();
    heading.focus();
    await userEvent.keyboard(ENTER);
    expect(document.activeElement).toBe(findEvaluationTypeField());
    const info = await findField('Información adicional');
    await userEvent.click(info);
    await userEvent.keyboard(`a${ENTER}b{Shift>}${ENTER}{/Shift}c`);
    await waitFor(async () => expect((await readSavedForm())?.additional_info).toBe('a\nb\nc'));
    await userEvent.keyboard(`{Control>}${ENTER}{/Control}`);
    expect(await screen.findByText('Seleccione el tipo de evaluación')).toBeTruthy();
  });
});

describe('P10.298 Enter in a field with a list', () => {
  it('P10.298 Enter chooses the marked row of the list and moves to the next field', async () => {
    await saveDraftAtStep(1);
    renderReception();
    await findStepTwo();
    await userEvent.type(findEvaluationTypeField(), 'Ingr');
    await screen.findByRole('option', { name: /Ingreso/ });
    await waitFor(() => expect(document.querySelector('[data-combobox-selected]')).toBeTruthy());
    await userEvent.keyboard(ENTER);
    await expectFocus('Empresa empleadora');
    await waitFor(async () => expect((await readSavedForm())?.evaluation_type_id).toBe(EVALUATION_TYPE_ID));
    expect(findEvaluationTypeField().value).toBe('Ingreso');
  });

  it('P10.298 Enter waits for a running search and chooses the row that it finds; the focus stays if no row matches', async () => {
    await saveDraftAtStep(1);
    renderReception();
    await findStepTwo();
    await enterText(findEvaluationTypeField(), `Ingr${ENTER}`);
    await expectFocus('Empresa empleadora');
    await waitFor(() => expect(findEvaluationTypeField().value).toBe('Ingreso'));
    await enterText(await findField('Empresa empleadora'), `Zzz${ENTER}`);
    expect(await screen.findByText(/^«Zzz» no está en el catálogo/)).toBeTruthy();
    await expectFocus('Empresa empleadora');
  });

  it('P10.298 Enter chooses the marked job and opens the next step', async () => {
    const row = { id: EVALUATION_TYPE_ID, code: '', name: 'Catador de café', detail: null, active: true };
    await replaceCatalogCache('occupations', [row], [], Date.now());
    await saveDraftAtStep(0);
    renderReception();
    await userEvent.type(await screen.findByRole('combobox', { name: 'Cargo' }), 'Cata');
    await screen.findByRole('option', { name: 'Catador de café' });
    await userEvent.keyboard(`{ArrowDown}${ENTER}`);
    expect(await findStepTwo()).toBeTruthy();
    expect((await readSavedForm())?.occupation_name).toBe('Catador de café');
  });

  it('P10.298 Enter in a native select moves the focus when the key is released; a card reader’s Enter never leaves the step', async () => {
    await saveDraftAtStep(0);
    renderReception();
    const gender = await findField('Género');
    gender.focus();
    fireEvent.keyUp(gender, { key: 'Enter' });
    await expectFocus('Cargo');
    await userEvent.click(await findField('Fecha de nacimiento'));
    await userEvent.keyboard(ENTER);
    await expectFocus('Género');
    const name = await findField('Primer nombre');
    name.focus();
    fireEvent.keyDown(name, { key: 'Enter' });
    await expectFocus('Segundo nombre');
    const job = await screen.findByRole('combobox', { name: 'Cargo' });
    job.focus();
    expect(fireEvent.keyDown(job, { key: 'Enter' }), 'the browser alone would submit').toBe(true);
    expect(screen.getByRole('heading', { name: /^Paso 1 de 3/ })).toBeTruthy();
  });
});
