// @module-tag landing
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { enterText } from '#tests/support/screens/rendering/enter-text.ts';
import {
  closedEvaluation,
  evaluationMocks,
  findNotesRegion,
  getButton,
  getTextField,
  renderEvaluation,
} from '#tests/support/screens/evaluation-screen.tsx';
import { sampleEvaluation } from '#tests/support/screens/evaluation.ts';
import { Unreachable } from '#sync/requests/api-request.ts';

const PREVIOUS_VISIT = {
  id: '00000009-0000-4000-8000-000000000000',
  closed_at: '2026-03-13T02:30:00Z',
  notes: [],
};
const evaluation = sampleEvaluation(1, { previous_visit: PREVIOUS_VISIT });
const HEARING_ID = evaluation.exam_orders[0]?.exam.id ?? '';
const PREVIOUS_LABEL = 'Visita anterior (12 mar 2026)';
const pickVisiometry = async () => {
  await userEvent.click(screen.getByRole('combobox', { name: 'Agregar un examen' }));
  await userEvent.click(await screen.findByRole('option', { name: /Visiometría/ }));
  return within(await screen.findByRole('region', { name: 'Exámenes por agregar' }));
};

describe('P10.436 results of the previous visit', () => {
  it('P10.436 an ordered and an added exam show the result of the previous visit with its day; an exam without one shows none', async () => {
    evaluationMocks.readPreviousResults.mockResolvedValue({ [HEARING_ID]: 'Caída en 4 kHz.', x9: '20/20' });
    renderEvaluation(evaluation);
    await findNotesRegion();
    const row = (await screen.findByText('Caída en 4 kHz.')).parentElement;
    expect(row?.textContent).toBe(`${PREVIOUS_LABEL}Caída en 4 kHz.`);
    expect(getTextField('Resultado de Audiometría tonal').value).toBe('');
    const added = await pickVisiometry();
    expect(added.getByText('20/20')).toBeTruthy();
    expect(evaluationMocks.readPreviousResults).toHaveBeenCalledExactlyOnceWith(
      expect.anything(),
      PREVIOUS_VISIT,
    );
  });

  it.each([
    ['the server names no previous visit', sampleEvaluation(1)],
    ['the patient has no previous visit', { ...evaluation, previous_visit: null }],
    ['the evaluation has no exams', { ...evaluation, exam_orders: [] }],
    ['the evaluation is closed', { ...closedEvaluation, previous_visit: PREVIOUS_VISIT }],
  ])('P10.436 the page reads no earlier visit when %s', async (_when, shown) => {
    renderEvaluation(shown);
    await findNotesRegion();
    expect(evaluationMocks.readPreviousResults).not.toHaveBeenCalled();
    expect(screen.queryByText(PREVIOUS_LABEL)).toBeNull();
  });

  it('P10.436 a previous result that arrives late leaves the focus in the field', async () => {
    let arrive: (results: Record<string, string>) => void = () => undefined;
    evaluationMocks.readPreviousResults.mockReturnValue(new Promise((resolve) => (arrive = resolve)));
    renderEvaluation(evaluation);
    await findNotesRegion();
    await userEvent.click(getTextField('Resultado de Audiometría tonal'));
    await userEvent.keyboard('Sin ');
    arrive({ [HEARING_ID]: 'Caída en 4 kHz.' });
    await screen.findByText('Caída en 4 kHz.');
    await userEvent.keyboard('cambios');
    expect(getTextField('Resultado de Audiometría tonal').value).toBe('Sin cambios');
  });

  it('P10.436 the page states that the earlier results could not be read, and stays usable', async () => {
    evaluationMocks.readPreviousResults.mockRejectedValue(new Unreachable('no_answer'));
    renderEvaluation(evaluation);
    expect(
      await screen.findByText(/^No se pudieron traer los resultados de la visita anterior\./),
    ).toBeTruthy();
    await userEvent.click(getButton('Normal: Audiometría tonal'));
    expect(getTextField('Resultado de Audiometría tonal').value).toBe('Normal');
  });
});

describe("P10.437 the button 'Normal' of an exam", () => {
  it("P10.437 the button writes 'Normal' into an empty result and removes it at the second press", async () => {
    renderEvaluation(evaluation);
    await findNotesRegion();
    const button = getButton('Normal: Audiometría tonal');
    button.focus();
    await userEvent.keyboard('{Enter}');
    expect(getTextField('Resultado de Audiometría tonal').value).toBe('Normal');
    expect(button.getAttribute('aria-pressed')).toBe('true');
    expect(document.activeElement).toBe(button);
    await userEvent.keyboard(' ');
    expect(getTextField('Resultado de Audiometría tonal').value).toBe('');
    expect(button.getAttribute('aria-pressed')).toBe('false');
  });

  it('P10.437 the button works for an added exam, and is hidden for another text and in a closed evaluation', async () => {
    const { unmount } = renderEvaluation(evaluation);
    await findNotesRegion();
    const added = await pickVisiometry();
    await userEvent.click(added.getByRole('button', { name: 'Normal: Visiometría' }));
    expect(getTextField('Resultado de Visiometría').value).toBe('Normal');
    await enterText(getTextField('Resultado de Audiometría tonal'), 'Caída leve');
    expect(screen.queryByRole('button', { name: 'Normal: Audiometría tonal' })).toBeNull();
    unmount();
    renderEvaluation(closedEvaluation);
    await findNotesRegion();
    await waitFor(() => expect(screen.queryByRole('button', { name: /^Normal: / })).toBeNull());
  });
});

it('P10.438 the evaluation page adds no exam for text that the doctor left in the field, until the doctor presses the button', async () => {
  renderEvaluation(evaluation);
  await findNotesRegion();
  await userEvent.type(screen.getByRole('combobox', { name: 'Agregar un examen' }), 'visio');
  await userEvent.tab();
  await waitFor(() =>
    expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Agregar un examen' }).value).toBe(
      'Visiometría',
    ),
  );
  expect(screen.queryByRole('region', { name: 'Exámenes por agregar' })).toBeNull();
  await userEvent.click(getButton('Agregar examen'));
  expect(await screen.findByRole('region', { name: 'Exámenes por agregar' })).toBeTruthy();
});
