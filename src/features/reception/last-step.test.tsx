import '#tests/support/device/indexeddb.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { RegistrationForm } from '#domain/registration.ts';
import { StorageProblem } from '#storage/base/problem.ts';
import { loadDraft, saveDraftContent as saveOnDevice } from '#storage/drafts/drafts.ts';
import { listEntries } from '#storage/outbox/entries.ts';
import { saveDraftContent } from '#sync/changes/on-device.ts';
import { ANA_ID, createLocalPatient } from '#tests/support/device/device.ts';
import { enterText } from '#tests/support/screens/rendering/enter-text.ts';
import {
  findButton,
  prepareEmptyReception,
  findField,
  DOCUMENT_NUMBER,
  storeReadyDraft,
  createPatientRegisteredToday,
  readSavedForm,
  renderReception,
} from '#tests/support/screens/reception.tsx';

vi.mock('#sync/reads/lookup.ts', async (original) => ({
  ...(await original<object>()),
  lookUpPatient: () => Promise.resolve({ source: 'server', patient: null }),
}));
vi.mock('#components/signature/signature-pad.tsx', () => ({ SignaturePad: () => null }));
vi.mock('#sync/changes/on-device.ts', async (original) => {
  const real = await original<{ saveDraftContent: typeof saveDraftContent }>();
  return { ...real, saveDraftContent: vi.fn(real.saveDraftContent) };
});

const [STEP_2, STEP_3] = ['Paso 2 de 3: Evaluación y empresas', 'Paso 3 de 3: Confirmación'];
const findStep = (step: string) => screen.findByRole('heading', { name: step });
const expectFieldFocus = (name: string) =>
  waitFor(() => expect(document.activeElement).toBe(document.querySelector(`[data-path="${name}"]`)));
const clickButton = async (name: string) => userEvent.click(await findButton(name));
const clickConfirm = () => clickButton('Confirmar y crear evaluación');
const listOutboxEntries = () => listEntries(ANA_ID, { limit: 9 });

beforeEach(async () => {
  vi.mocked(saveDraftContent).mockReset();
  await prepareEmptyReception();
});

it('P10.335 a draft that was left in the last step opens together with the captures of this step', async () => {
  await storeReadyDraft();
  renderReception();
  await findStep(STEP_3);
  expect(screen.getByLabelText('Cargar foto desde archivo')).toBeTruthy();
});

describe("P10.169 button 'Editar' of the last step", () => {
  beforeEach(async () => {
    await storeReadyDraft();
    renderReception();
    await findStep(STEP_3);
  });

  it("'Editar' opens the patient’s data; 'Siguiente' then leads directly back to the last step, even after an error was corrected", async () => {
    await clickButton('Editar datos del paciente');
    await expectFieldFocus('identification_number');
    await enterText(await findField('Segundo nombre'), 'Inés');
    await userEvent.clear(await findField('Primer apellido'));
    await clickButton('Siguiente');
    expect(await screen.findByText('Ingrese los apellidos')).toBeTruthy();
    await enterText(await findField('Primer apellido'), 'Quiñones');
    await clickButton('Siguiente');
    await waitFor(() => expect(screen.queryByText('Ingrese los apellidos')).toBeNull());
    await findStep(STEP_3);
    expect(screen.getByText('Zoraida Inés Quiñones')).toBeTruthy();
  });

  it("'Editar' opens the evaluation type with its list closed; after 'Volver', 'Siguiente' leads through each step", async () => {
    await clickButton('Editar evaluación y empresas');
    await expectFieldFocus('evaluation_type_id');
    expect(screen.queryByRole('option')).toBeNull();
    await clickButton('Siguiente');
    await findStep(STEP_3);
    await clickButton('Volver');
    await findStep(STEP_2);
    await clickButton('Volver');
    await clickButton('Siguiente');
    await findStep(STEP_2);
  });

  it("S3 'Editar' and 'Volver' do nothing and look unchanged while the confirmation runs", async () => {
    const [edit, back] = [await findButton('Editar datos del paciente'), await findButton('Volver')];
    const heard = vi.fn<() => void>();
    edit.addEventListener('pointerdown', heard); // The signature library also listens for `pointerdown` outside React.
    fireEvent.click(await findButton('Confirmar y crear evaluación'));
    fireEvent.pointerDown(edit);
    fireEvent.click(edit);
    fireEvent.keyDown(edit, { key: 'Enter' });
    fireEvent.click(back);
    expect(edit.closest('[inert]')).toBeNull();
    expect(back.hasAttribute('disabled')).toBe(false);
    expect(screen.getByRole('heading', { name: STEP_3 })).toBeTruthy();
    await findButton('Registrar otra evaluación');
    expect(heard).not.toHaveBeenCalled();
    expect(await listOutboxEntries()).toHaveLength(1);
  });
});

describe('P10.245 document number that is impossible for its type', () => {
  const question = () => screen.findByRole('dialog', { name: '¿Está bien el número?' });
  const chooseAnswer = async (name: string) =>
    userEvent.click(within(await question()).getByRole('button', { name }));

  it("P10.245 'Confirmar' with an impossible document number opens a prompt, and creates the entry after 'Sí, está bien'", async () => {
    await storeReadyDraft('12AB34');
    renderReception();
    await clickConfirm();
    expect((await question()).textContent).toContain('La cédula solo lleva números. Revisa el número.');
    await chooseAnswer('Sí, está bien');
    await findButton('Registrar otra evaluación');
    expect(await listOutboxEntries()).toHaveLength(1);
  });

  it("P10.245 'Volver a revisar' does not accept an impossible number; step 1 then opens the same prompt before the next step", async () => {
    await storeReadyDraft('12AB34');
    renderReception();
    await clickConfirm();
    await chooseAnswer('Volver a revisar');
    await userEvent.clear(await findField('Primer nombre'));
    expect(await listOutboxEntries()).toHaveLength(0);
    await clickButton('Siguiente');
    await waitFor(async () => expect(document.activeElement).toBe(await findField('Primer nombre')));
    expect(screen.queryByRole('dialog'), 'what is missing is said first').toBeNull();
    await enterText(await findField('Primer nombre'), 'Zoraida');
    await clickButton('Siguiente');
    await chooseAnswer('Volver a revisar');
    await waitFor(async () =>
      expect(document.activeElement).toBe(await findField('Número de identificación')),
    );
    await clickButton('Siguiente');
    await chooseAnswer('Sí, está bien');
    await clickConfirm();
    await findButton('Registrar otra evaluación');
    expect(await listOutboxEntries()).toHaveLength(1);
  });

  it("P10.245 'Confirmar' opens no prompt about an impossible document number of a known patient", async () => {
    await storeReadyDraft('12AB34', createLocalPatient('12AB34'));
    renderReception();
    await clickConfirm();
    await findButton('Registrar otra evaluación');
  });
});

describe("data typed right before 'Confirmar'", () => {
  const COMMENTS = 'Información adicional';
  const noSave = () => vi.mocked(saveDraftContent).mockRejectedValue(new StorageProblem('closed'));
  async function writeComments(text: string): Promise<HTMLElement> {
    fireEvent.click(await findButton('Editar evaluación y empresas'));
    fireEvent.change(await findField(COMMENTS), { target: { value: text } });
    fireEvent.click(await findButton('Siguiente'));
    return findButton('Confirmar y crear evaluación');
  }

  it('S2 S3 the entry contains the last typed data without a further save of the draft', async () => {
    await storeReadyDraft();
    renderReception();
    noSave();
    const last = await writeComments('Trae exámenes');
    vi.mocked(saveDraftContent).mockClear();
    fireEvent.click(last);
    await findButton('Registrar otra evaluación');
    expect(saveDraftContent).not.toHaveBeenCalled();
    const [entry] = await listOutboxEntries();
    expect(entry?.summary).toMatchObject({ form: { additional_info: 'Trae exámenes' } });
  });

  it('S3 P10.2 the app saves the draft when it asks whether to register a patient who was registered today on another tablet', async () => {
    await storeReadyDraft(DOCUMENT_NUMBER, createPatientRegisteredToday());
    renderReception();
    noSave();
    const last = await writeComments('Trae exámenes');
    expect((await readSavedForm())?.additional_info).not.toBe('Trae exámenes');
    vi.mocked(saveDraftContent).mockReset();
    fireEvent.click(last);
    const dialog = await screen.findByRole('dialog');
    expect(within(dialog).getByText(/Ya se registró a .* hoy a las/)).toBeTruthy();
    await waitFor(async () => expect((await readSavedForm())?.additional_info).toBe('Trae exámenes'));
    fireEvent.click(within(dialog).getByRole('button', { name: 'Volver a revisar' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await writeComments('Trae lentes');
    await waitFor(async () => expect((await readSavedForm())?.additional_info).toBe('Trae lentes'));
  });
});

describe('summary of the last step', () => {
  async function confirmWith(patch: Partial<RegistrationForm>): Promise<void> {
    await storeReadyDraft();
    const content = (await loadDraft(ANA_ID, null))?.content;
    if (!content) throw new Error('no draft');
    await saveOnDevice(ANA_ID, null, { ...content, form: { ...content.form, ...patch } });
  }
  const missingFields = () =>
    within(screen.getByText('Falta para el certificado:').closest<HTMLElement>('.notice')!);

  it('P10.296 the summary of the last step shows the gender in words and the birth date with the age', async () => {
    vi.setSystemTime('2026-11-28T15:00:00Z');
    await confirmWith({ birth_date: '1988-04-15', gender: 'F', occupation_name: 'Soldadora' });
    renderReception();
    expect(await screen.findByText(/^15\/04\/1988 \(38 años\)/)).toBeTruthy();
    expect(screen.getByText(/^Femenino/)).toBeTruthy();
    expect(screen.queryByText('Falta para el certificado:')).toBeNull();
    vi.useRealTimers();
  });

  it('P10.295 the summary of the last step lists the data that the certificate lacks, and each name leads to its field', async () => {
    await confirmWith({ gender: 'F' });
    renderReception();
    await findButton('Confirmar y crear evaluación');
    const names = missingFields().getAllByRole('button');
    expect(names.map(({ textContent }) => textContent)).toEqual(['Fecha de nacimiento', 'Cargo']);
    await clickButton('Cargo');
    const job = await screen.findByRole('combobox', { name: 'Cargo' });
    await waitFor(() => expect(document.activeElement).toBe(job));
    await enterText(job, 'Afinador');
    await clickButton('Siguiente');
    await findButton('Confirmar y crear evaluación');
    expect(missingFields().getAllByRole('button')).toHaveLength(1);
    await clickConfirm();
    await findButton('Registrar otra evaluación');
    expect(await listOutboxEntries(), 'it blocks nobody').toHaveLength(1);
  });
});
