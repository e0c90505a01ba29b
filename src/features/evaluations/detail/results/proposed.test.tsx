import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { enterText } from '#tests/support/screens/rendering/enter-text.ts';
import {
  getButton,
  evaluationMocks,
  closedEvaluation,
  getTextField,
  findNotesRegion,
  unsignedEvaluation,
  renderEvaluation,
} from '#tests/support/screens/evaluation-screen.tsx';
import { sampleEvaluation } from '#tests/support/screens/evaluation.ts';

const CLINIC_PHRASES_LABEL = 'Frases de la clínica: Restricciones';
const findClinicPhrases = async () =>
  within(await screen.findByRole('group', { name: CLINIC_PHRASES_LABEL }));
const createPhrases = (words: readonly string[]) =>
  words.map((each, nth) => ({ id: `p${nth}`, type: 'restricciones', words: each }));
const PHRASE_TEXTS = ['Sin alturas.', 'Con gafas.', 'Botas.', 'Evitar el ruido.', 'Guantes de nitrilo.'];

async function openEvaluationWithPhrases() {
  evaluationMocks.fetchPhrases.mockResolvedValue({
    phrases: createPhrases(PHRASE_TEXTS),
    fetchedAt: Date.now(),
  });
  renderEvaluation(unsignedEvaluation);
  await findNotesRegion();
}

describe('P10.197 the clinic’s phrases next to a note', () => {
  it('P10.197 a phrase button adds its phrase as a line at the first tap, counts one use, and removes the line at the second tap', async () => {
    await openEvaluationWithPhrases();
    await enterText(getTextField('Restricciones'), 'Lo acordado.');
    expect(await screen.findAllByRole('group', { name: /^Frases de la clínica/ })).toHaveLength(1);
    await userEvent.click((await findClinicPhrases()).getByRole('button', { name: 'Con gafas.' }));
    expect(getTextField('Restricciones').value).toBe('Lo acordado.\nCon gafas.');
    const pressed = (await findClinicPhrases()).getByRole('button', { name: 'Con gafas.' });
    expect(pressed.getAttribute('aria-pressed')).toBe('true');
    await userEvent.click(pressed);
    expect(getTextField('Restricciones').value).toBe('Lo acordado.');
    expect(evaluationMocks.recordPhraseUse).toHaveBeenCalledExactlyOnceWith(
      expect.any(String),
      expect.any(String),
      'p1',
    );
  });

  it('P10.197 the note shows three phrases of the clinic and finds the others by search', async () => {
    await openEvaluationWithPhrases();
    expect((await findClinicPhrases()).getAllByRole('button').map(({ textContent: words }) => words)).toEqual(
      ['Sin alturas.', 'Con gafas.', 'Botas.', 'Más frases (2)'],
    );
    await userEvent.click((await findClinicPhrases()).getByRole('button', { name: 'Más frases (2)' }));
    await enterText((await findClinicPhrases()).getByRole('textbox', { name: 'Buscar frase' }), 'RUÍDO');
    await userEvent.click((await findClinicPhrases()).getByRole('button', { name: 'Evitar el ruido.' }));
    expect(getTextField('Restricciones').value).toBe('Evitar el ruido.');
    await enterText((await findClinicPhrases()).getByRole('textbox', { name: 'Buscar frase' }), ' zzz');
    expect((await findClinicPhrases()).getByText('Ninguna frase con esas palabras.')).toBeTruthy();
    await userEvent.click((await findClinicPhrases()).getByRole('button', { name: 'Cerrar' }));
    expect((await findClinicPhrases()).getByRole('button', { name: 'Sin alturas.' })).toBeTruthy();
  });
});

const evaluationWithoutExams = sampleEvaluation(1, { exam_orders: [] });
const createSampleExam = (nth: number) => ({ id: `x${nth}`, name: `Examen ${nth}`, code: `E${nth}` });
const createSamplePackage = (count: number, patch: object = {}) => ({
  evaluation_type: evaluationWithoutExams.evaluation_type,
  company: null,
  job: null,
  exams: Array.from({ length: count }, (_, nth) => createSampleExam(nth)),
  emphases: [],
  additional_fields: [],
  revision: 1,
  ...patch,
});
const mockExamPackages = (...items: readonly ReturnType<typeof createSamplePackage>[]) =>
  evaluationMocks.fetchExamPackages.mockResolvedValue({ items, fetchedAt: Date.now() });
const mockExamPackage = (count: number, patch: object = {}) =>
  mockExamPackages(createSamplePackage(count, patch));
const ADD_PACKAGE_BUTTON_LABEL = 'Agregar los 3 exámenes del paquete Ingreso';

it('P10.185 the evaluation page proposes the exam package, and adds each of its exams once when the doctor taps the proposal', async () => {
  mockExamPackage(3);
  renderEvaluation(evaluationWithoutExams);
  await findNotesRegion();
  const add = await screen.findByRole('button', { name: ADD_PACKAGE_BUTTON_LABEL });
  expect(screen.queryByRole('region', { name: 'Exámenes por agregar' })).toBeNull();
  expect(evaluationMocks.saved).toEqual([]);
  await userEvent.dblClick(add);
  const added = within(await screen.findByRole('region', { name: 'Exámenes por agregar' }));
  expect(added.getAllByRole('textbox').map((box) => box.getAttribute('aria-label'))).toEqual([
    'Resultado de Examen 0',
    'Resultado de Examen 1',
    'Resultado de Examen 2',
  ]);
  expect(screen.queryByRole('button', { name: ADD_PACKAGE_BUTTON_LABEL })).toBeNull();
  expect(evaluationMocks.saveResults).not.toHaveBeenCalled();
  expect(getButton('Guardar resultados').disabled).toBe(false);
});

it('P10.185 the button that adds an exam package uses the singular for a package of one exam', async () => {
  mockExamPackage(1);
  renderEvaluation(evaluationWithoutExams);
  expect(await screen.findByRole('button', { name: 'Agregar el examen del paquete Ingreso' })).toBeTruthy();
});

it('P10.185 the page of a closed evaluation requests and proposes no exam package', async () => {
  mockExamPackage(3);
  renderEvaluation({ ...closedEvaluation, exam_orders: [] });
  await findNotesRegion();
  expect(screen.queryByRole('button', { name: ADD_PACKAGE_BUTTON_LABEL })).toBeNull();
  expect(evaluationMocks.fetchExamPackages).not.toHaveBeenCalled();
});

describe("P11.67 job profile on the doctor's page", () => {
  const profile = {
    company: { id: evaluationWithoutExams.employer_company.id, name: 'Flores', code: 'FLO' },
    emphases: ['Alturas', 'Osteomuscular'],
  };

  it('the page offers the exams of the profile and shows its emphases', async () => {
    mockExamPackage(2, profile);
    renderEvaluation(evaluationWithoutExams);
    expect(
      await screen.findByRole('button', {
        name: 'Agregar los 2 exámenes del perfil de cargo Ingreso, Flores',
      }),
    ).toBeTruthy();
    expect(screen.getByText('Énfasis: Alturas, Osteomuscular')).toBeTruthy();
  });

  it('the emphases stay while the evaluation is open and has exams', async () => {
    mockExamPackage(2, profile);
    renderEvaluation(unsignedEvaluation);
    expect(await screen.findByText('Énfasis: Alturas, Osteomuscular')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /perfil de cargo/ })).toBeNull();
  });

  it('the profile of another company is not offered, but the package of the type', async () => {
    const another = { ...profile, company: { id: 'another', name: 'Otra', code: 'OTR' } };
    mockExamPackages(createSamplePackage(2, another), createSamplePackage(1));
    renderEvaluation(evaluationWithoutExams);
    expect(await screen.findByRole('button', { name: 'Agregar el examen del paquete Ingreso' })).toBeTruthy();
    expect(screen.queryByText(/^Énfasis: /)).toBeNull();
  });
});
