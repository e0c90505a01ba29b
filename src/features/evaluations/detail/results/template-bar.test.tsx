// @module-tag landing
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { NO_DECISIONS, type Decisions } from '#contract/records/evaluation/decisions.ts';
import type { Evaluation } from '#contract/records/evaluation/evaluations.ts';
import type { EvaluationTemplate } from '#contract/records/evaluation/templates.ts';
import type { Worksheet } from '#domain/evaluation/worksheet/worksheet.ts';
import { sampleEvaluation } from '#tests/support/screens/evaluation.ts';
import {
  closedEvaluation,
  createFetchedEvaluation,
  createSavedNotesResult,
  createSigningRules,
  evaluationMocks,
  findNotesRegion,
  getButton,
  getTextField,
  openSigningDialog,
  renderEvaluation,
  serverState,
} from '#tests/support/screens/evaluation-screen.tsx';
import { createTemplate, NO_TEMPLATE_DECISIONS } from '#tests/support/documents/templates.ts';

const open = sampleEvaluation(1, {
  decisions: NO_DECISIONS,
  media: [{ id: 'm', type: 'signature', storage_path: 'ab/s.png' }],
});
const [order] = open.exam_orders;
if (!order) throw new Error('the sample has an exam');
const template = createTemplate({
  name: 'Ingreso sano',
  results: [{ exam: { ...order.exam, is_active: true }, result_notes: 'Audición normal.' }],
  notes: [{ note_type: 'habitos', content: 'Actividad física.' }],
  decisions: { ...NO_TEMPLATE_DECISIONS, aptitude: 'apto', referral: { to: 'none', reason: null } },
});
const [RESULT, HABITS] = ['Resultado de Audiometría tonal', 'Hábitos y estilos de vida'] as const;
const offer = (...items: EvaluationTemplate[]) =>
  evaluationMocks.fetchTemplates.mockResolvedValue({ items, fetchedAt: Date.now() });
const fillButton = () => screen.findByRole('button', { name: 'Todo normal' });
const region = () => within(screen.getByRole('region', { name: 'Plantilla' }));
async function renderFilled(evaluation: Evaluation = open) {
  renderEvaluation(evaluation);
  await userEvent.click(await fillButton());
}
const markedNames = (): string[] =>
  screen.getAllByText(/^(De|Elección de) plantilla$/).map((tag) => {
    const field = tag.closest('[data-order], [data-note]');
    return field?.getAttribute('data-note') ?? field?.getAttribute('data-order') ?? '';
  });

beforeEach(() => {
  offer(template);
  evaluationMocks.fetchSigningRules.mockResolvedValue(
    createSigningRules({
      doctor: { id: 'd1', name: 'Dra. Ana Demo', license_number: 'RM-1', license_valid_until: null },
    }),
  );
});

describe('P10.417 the button Todo normal', () => {
  it('P10.417 fills the empty fields with one press, saves nothing and offers to undo', async () => {
    await renderFilled();
    expect(getTextField(RESULT).value).toBe('Audición normal.');
    expect(getTextField(HABITS).value).toBe('Actividad física.');
    expect(getTextField('Concepto de aptitud laboral').value).toBe('Apto');
    expect(region().getByText(/«Ingreso sano» llenó 4 campos\. Quedan 5 vacíos\./)).toBeTruthy();
    expect(evaluationMocks.saveResults).not.toHaveBeenCalled();
    await userEvent.click(getButton('Deshacer'));
    expect(getTextField(RESULT).value).toBe('');
    expect(screen.queryByText(/^(De|Elección de) plantilla$/)).toBeNull();
    expect(await fillButton()).toBeTruthy();
  });

  it('P10.417 P10.444 announces the number, with a note and its decision as one, of filled fields in a live region that existed before the press', async () => {
    renderEvaluation(open);
    await fillButton();
    const live = screen.getByRole('region', { name: 'Plantilla' }).querySelector('[aria-live]');
    await userEvent.click(await fillButton());
    expect(live?.textContent).toMatch(
      /^«Ingreso sano» llenó 4 campos\. Quedan 5 vacíos\. Por revisar: 4 campos de plantilla\.$/,
    );
  });

  it('P10.417 offers no undo once the doctor has changed a field', async () => {
    await renderFilled();
    fireEvent.change(getTextField(HABITS), { target: { value: 'Fuma.' } });
    expect(screen.queryByRole('button', { name: 'Deshacer' })).toBeNull();
    expect(getTextField(HABITS).value).toBe('Fuma.');
  });

  it('P10.417 lists the templates by name when several fit equally', async () => {
    offer(template, createTemplate({ ...template, id: 'b', name: 'Otra sana' }));
    await renderFilled();
    const names = within(screen.getByRole('list', { name: 'Plantillas' })).getAllByRole('button');
    expect(names.map(({ textContent }) => textContent)).toEqual(['Ingreso sano', 'Otra sana']);
    await userEvent.click(getButton('Otra sana'));
    expect(region().getByText(/«Otra sana» llenó/)).toBeTruthy();
  });

  it('P10.412 P10.444 states how many exams the fill has added, and names the inactive exam that it has skipped', async () => {
    const exam = { id: 'off', name: 'Espirometría', code: 'ESP', is_active: false };
    const results = [exam, { ...exam, id: 'on', is_active: true }].map((one) => ({
      exam: one,
      result_notes: 'Normal.',
    }));
    offer({ ...template, results });
    await renderFilled();
    expect(
      region().getByText(/1 examen de la plantilla\. No se agregó: Espirometría \(examen inactivo/),
    ).toBeTruthy();
  });

  it('P10.417 is the primary action only while the doctor has written nothing', async () => {
    renderEvaluation(open);
    expect((await fillButton()).dataset['variant']).toBe('filled');
    fireEvent.change(getTextField(HABITS), { target: { value: 'Fuma.' } });
    expect((await fillButton()).dataset['variant']).toBe('default');
  });

  it('P10.417 is absent without a fitting template', async () => {
    offer({ ...template, job: 'Soldador' });
    renderEvaluation(open);
    await findNotesRegion();
    await waitFor(() => expect(evaluationMocks.fetchTemplates).toHaveResolved());
    // The page renders the response in a later task.
    await act(() => new Promise((resolve) => setTimeout(resolve)));
    expect(screen.queryByRole('region', { name: 'Plantilla' })).toBeNull();
  });

  it('P10.417 a closed evaluation offers no template', async () => {
    renderEvaluation(closedEvaluation);
    await findNotesRegion();
    expect(screen.queryByRole('region', { name: 'Plantilla' })).toBeNull();
  });
});

describe('P10.414 marks of filled fields', () => {
  it('P10.414 each filled field is marked with icon and word, also for a screen reader', async () => {
    await renderFilled();
    expect(markedNames()).toEqual([
      order.id,
      'concepto',
      'concepto',
      'habitos',
      'manejo_eps_arp',
      'manejo_eps_arp',
    ]);
    const described = getTextField(RESULT).getAttribute('aria-describedby') ?? '';
    expect(document.getElementById(described)?.textContent).toBe('De plantilla');
    expect(screen.getByRole('group', { name: 'De plantilla: Concepto de aptitud laboral' })).toBeTruthy();
  });

  it('P10.414 a field that the doctor focuses loses its mark; scrolling past it keeps the mark', async () => {
    await renderFilled();
    fireEvent.scroll(window);
    expect(markedNames()).toContain('habitos');
    act(() => getTextField(HABITS).focus());
    expect(markedNames()).not.toContain('habitos');
    expect(markedNames()).toContain(order.id);
  });

  it('P10.414 a decision that the doctor focuses keeps the space of its mark, so that its buttons stay in place', async () => {
    await renderFilled();
    const group = screen.getByRole('group', { name: 'De plantilla: Concepto de aptitud laboral' });
    act(() => within(group).getByRole('button', { name: 'Apto' }).focus());
    expect(within(group).queryByText('Elección de plantilla')).toBeNull();
    expect(group.firstElementChild?.className).toBe('template-mark template-mark-seen');
  });

  it("P10.414 'Visto' clears the marks of its card, and 'Revisé todo' the marks of the page", async () => {
    await renderFilled();
    await userEvent.click(getButton('Visto: Resultados de exámenes'));
    expect(markedNames()).not.toContain(order.id);
    expect(markedNames()).toContain('concepto');
    await userEvent.click(getButton('Revisé todo'));
    expect(screen.queryByText(/^(De|Elección de) plantilla$/)).toBeNull();
    expect(getTextField(HABITS).value).toBe('Actividad física.');
  });

  it('P10.415 the page shows a stored mark only at a field that still contains the value from the template', async () => {
    const draft: Worksheet = {
      texts: { 'note:habitos': { base: '', mine: 'Actividad física.', theirs: null } },
      added: [],
      marks: {
        'note:habitos': { state: 'unseen', template: 'Ingreso sano', value: 'Actividad física.' },
        'note:sve': { state: 'unseen', template: 'Ingreso sano', value: 'No requiere' },
      },
    };
    evaluationMocks.draft = draft;
    renderEvaluation(open);
    await findNotesRegion();
    expect(markedNames()).toEqual(['habitos']);
  });

  it('P10.415 the device removes the marks when the evaluation is closed', async () => {
    const marks = { 'note:concepto': { state: 'unseen', template: 'X', value: 'Apta' } };
    evaluationMocks.draft = { texts: {}, added: [], marks };
    renderEvaluation(closedEvaluation);
    await findNotesRegion();
    expect(screen.queryByText(/^(De|Elección de) plantilla$/)).toBeNull();
    await waitFor(() => expect(evaluationMocks.saved).toContain(null));
  });
});

const decided: Decisions = { ...NO_DECISIONS, aptitude: 'apto', referral: { to: 'none', reason: null } };
const filledNotes: Evaluation['notes'] = [
  { note_type: 'concepto', content: 'Apto' },
  { note_type: 'habitos', content: 'Actividad física.' },
  { note_type: 'manejo_eps_arp', content: 'No requiere' },
];
const filledOrders = [{ ...order, result_notes: 'Audición normal.' }];
const filledEvaluation: Evaluation = {
  ...open,
  exam_orders: filledOrders,
  notes: filledNotes,
  decisions: decided,
};
function acceptSaves() {
  evaluationMocks.saveResults.mockImplementation(() => {
    serverState.now = { ...serverState.now, exam_orders: filledOrders };
    return Promise.resolve({ type: 'saved', body: { orders: filledOrders }, etag: '"r2"' });
  });
  evaluationMocks.saveNotes.mockImplementation(() => {
    serverState.now = filledEvaluation;
    return Promise.resolve({ ...createSavedNotesResult(filledNotes, decided), etag: '"r3"' });
  });
}

describe('P10.419 the button Guardar todo', () => {
  it('P10.419 saves the results, and then notes and decisions with the ETag of the first response, with one press', async () => {
    acceptSaves();
    await renderFilled();
    await userEvent.click(getButton('Guardar todo'));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Guardar todo' })).toBeNull());
    expect(evaluationMocks.saveResults.mock.calls[0]?.[0]).toMatchObject({ etag: '"r1"' });
    expect(evaluationMocks.saveNotes.mock.calls[0]?.[0]).toMatchObject({ etag: '"r2"' });
    expect(evaluationMocks.saveNotes.mock.calls[0]?.[1]).toMatchObject({ decisions: { aptitude: 'apto' } });
  });

  it('P10.419 shows a conflict and saves no notes when another doctor has changed a note by the time the results are saved', async () => {
    acceptSaves();
    evaluationMocks.saveResults.mockImplementationOnce(() => {
      serverState.now = { ...open, notes: [{ note_type: 'habitos', content: 'Fuma.' }] };
      evaluationMocks.fetchEvaluation.mockImplementation(() =>
        Promise.resolve(createFetchedEvaluation(serverState.now, '"r2"')),
      );
      return Promise.resolve({ type: 'stale' });
    });
    await renderFilled();
    await userEvent.click(getButton('Guardar todo'));
    expect(await screen.findByRole('group', { name: `Dos textos: ${HABITS}` })).toBeTruthy();
    expect(evaluationMocks.saveResults).toHaveBeenCalledTimes(2);
    expect(evaluationMocks.saveNotes).not.toHaveBeenCalled();
  });

  it('P10.419 stops when saving the results fails, and focuses the button that saves the results', async () => {
    evaluationMocks.saveResults.mockResolvedValue({ type: 'unreachable', cause: 'no_answer' });
    await renderFilled();
    await userEvent.click(getButton('Guardar todo'));
    await waitFor(() => expect(document.activeElement).toBe(getButton('Guardar resultados')));
    expect(evaluationMocks.saveNotes).not.toHaveBeenCalled();
  });
});

describe('P10.418 signing fields that a template has filled', () => {
  it('P10.418 the signing dialog lists each unseen field with its complete value, and its button states that the doctor read these fields', async () => {
    acceptSaves();
    await renderFilled();
    await userEvent.click(getButton('Guardar todo'));
    const dialog = await openSigningDialog();
    const review = within(dialog.getByRole('region', { name: 'De la plantilla «Ingreso sano»' }));
    const terms = review.getAllByRole('term').map(({ textContent }) => textContent);
    const values = review.getAllByRole('definition').map(({ textContent }) => textContent);
    expect(terms.map((term, nth) => [term, values[nth]])).toEqual([
      [RESULT, 'Audición normal.'],
      ['Concepto de aptitud laboral (elección)', 'Apto'],
      ['Concepto de aptitud laboral', 'Apto'],
      [HABITS, 'Actividad física.'],
      ['Manejo EPS / ARL (elección)', 'No requiere'],
      ['Manejo EPS / ARL', 'No requiere'],
    ]);
    expect(dialog.queryByRole('button', { name: 'Firmar y cierre' })).toBeNull();
    expect(dialog.getByRole('region', { name: 'Lo que leerá el empleador' })).toBeTruthy();
    evaluationMocks.signEvaluation.mockResolvedValue({ type: 'unreachable', cause: 'no_answer' });
    await userEvent.click(dialog.getByRole('button', { name: 'Leí los campos de la plantilla y firmo' }));
    expect(evaluationMocks.signEvaluation).toHaveBeenCalledOnce();
  });

  it.each([
    [`exam:${order.exam.id}`, 'Audición normal.', RESULT],
    ['choice:aptitude', '"apto"', 'Concepto de aptitud laboral (elección)'],
    ['note:concepto', 'Apto', 'Concepto de aptitud laboral'],
    ['note:habitos', 'Actividad física.', HABITS],
    ['choice:referral', '{"to":"none","reason":null}', 'Manejo EPS / ARL (elección)'],
    ['note:habitos', 'Actividad física.', HABITS, 'another window'],
  ])(
    'P10.418 the signing dialog lists the unseen field %s before the doctor can sign',
    async (field, value, label, from?: string) => {
      const marks = { [field]: { state: 'unseen', template: 'Sana', value } } as const;
      if (from === 'another window') evaluationMocks.storedMarks = marks;
      else evaluationMocks.draft = { texts: {}, added: [], marks };
      renderEvaluation(filledEvaluation);
      const dialog = await openSigningDialog();
      const review = within(dialog.getByRole('region', { name: 'De la plantilla «Sana»' }));
      expect(review.getAllByRole('term').map(({ textContent }) => textContent)).toEqual([label]);
      expect(dialog.queryByRole('button', { name: 'Firmar y cierre' })).toBeNull();
    },
  );

  it('P10.418 the signing dialog lists no filled fields once the doctor has seen all of them', async () => {
    acceptSaves();
    await renderFilled();
    await userEvent.click(getButton('Revisé todo'));
    await userEvent.click(getButton('Guardar todo'));
    const dialog = await openSigningDialog();
    expect(dialog.queryByRole('region', { name: /^De la plantilla/ })).toBeNull();
    expect(dialog.getByRole('button', { name: 'Firmar y cierre' })).toBeTruthy();
  });
});
