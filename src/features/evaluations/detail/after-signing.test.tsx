import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { SHORT_REASON_MESSAGE } from '#contract/primitives.ts';
import { enterText } from '#tests/support/screens/rendering/enter-text.ts';
import {
  getButton,
  evaluationMocks,
  closedEvaluation,
  getTextField,
  openMoreMenu,
  findNotesRegion,
  serverState,
  unsignedEvaluation,
  renderEvaluation,
} from '#tests/support/screens/evaluation-screen.tsx';

describe('closed evaluation with signed versions', () => {
  const closing = {
    version: 1,
    closed_at: '2026-11-20T15:00:00Z',
    doctor_name: 'Dra. Ana Demo',
    number: 'BOG-2026-000123',
    code: '7KQ2-9M4X-HJ3T',
    state: 'vigente' as const,
  };
  const kept = { ...closedEvaluation, version: 1, closings: [closing] };

  it('P10.136 the reopen dialog requires a reason', async () => {
    renderEvaluation(kept);
    await findNotesRegion();
    await userEvent.click(getButton('Reabrir evaluación'));
    const dialog = within(await screen.findByRole('dialog'));
    const confirm = dialog.getByRole<HTMLButtonElement>('button', { name: 'Reabrir evaluación' });
    expect(confirm.disabled).toBe(true);
    await enterText(dialog.getByRole('textbox', { name: 'Por qué la reabres' }), 'Faltó un examen');
    evaluationMocks.reopenEvaluation.mockImplementation(() => {
      serverState.now = unsignedEvaluation;
      return Promise.resolve({ type: 'saved', body: unsignedEvaluation, etag: '"r4"' });
    });
    await userEvent.click(confirm);
    expect(await screen.findByRole('button', { name: 'Guardar notas' })).toBeTruthy();
    expect(evaluationMocks.reopenEvaluation.mock.lastCall?.[1]).toBe('Faltó un examen');
  });

  it('P10.234 the reopen dialog shows an error at the field and sends nothing when the reason has one letter', async () => {
    renderEvaluation(kept);
    await findNotesRegion();
    await userEvent.click(getButton('Reabrir evaluación'));
    const dialog = within(await screen.findByRole('dialog'));
    const why = dialog.getByRole('textbox', { name: 'Por qué la reabres' });
    await enterText(why, ' x ');
    expect(dialog.queryByText(SHORT_REASON_MESSAGE)).toBeNull();
    await userEvent.click(dialog.getByRole('button', { name: 'Reabrir evaluación' }));
    expect(await dialog.findByText(SHORT_REASON_MESSAGE)).toBeTruthy();
    expect(document.activeElement).toBe(why);
    expect(evaluationMocks.reopenEvaluation).not.toHaveBeenCalled();
  });

  it('P10.137 the documents panel shows signer, reason for reopening and clarifications of each signed version', async () => {
    const reopened = { at: '2026-11-21T15:00:00Z', by: 'Ana Demo', reason: 'Faltó un examen' };
    const notes = [{ content: 'Se aclara.', at: '2026-11-20T16:00:00Z', by: 'Luis Demo' }];
    renderEvaluation({
      ...kept,
      closings: [{ ...closing, signed_by: 'Ana Demo', reopened, clarifications: notes }],
    });
    await findNotesRegion();
    const card = screen.getByRole('region', { name: 'Documentos' }).textContent;
    for (const words of [
      /Firmó en su nombre: Ana Demo/,
      /Nota aclaratoria de Luis Demo, 20\/11\/2026/,
      /Se aclara\./,
    ])
      expect(card).toMatch(words);
    expect(card).toMatch(/La reabrió Ana Demo, 21\/11\/2026 .*Faltó un examen/);
  });

  it('P10.138 the clarification dialog adds a clarification, and keeps the typed text when sending fails', async () => {
    renderEvaluation(kept);
    await findNotesRegion();
    await openMoreMenu();
    await userEvent.click(getButton('Agregar nota aclaratoria'));
    const dialog = within(await screen.findByRole('dialog'));
    const send = () => userEvent.click(dialog.getByRole('button', { name: 'Agregar nota aclaratoria' }));
    const text = dialog.getByRole<HTMLTextAreaElement>('textbox', { name: 'Qué aclaras' });
    await enterText(text, 'Se aclara');
    evaluationMocks.addClarification.mockResolvedValueOnce({ type: 'unreachable', cause: 'no_answer' });
    await send();
    expect((await dialog.findByRole('alert')).textContent).toMatch(
      /^No se pudo agregar la nota aclaratoria\./,
    );
    expect(text.value).toBe('Se aclara');
    evaluationMocks.addClarification.mockResolvedValueOnce({ type: 'saved', body: kept, etag: '"r5"' });
    await send();
    await waitFor(() =>
      expect(evaluationMocks.toast).toHaveBeenCalledWith('ok', 'Nota aclaratoria agregada.'),
    );
    expect(evaluationMocks.addClarification.mock.lastCall?.[1]).toBe('Se aclara');
  });
});

describe('P10.139 phrases of a note', () => {
  it("P10.139 a phrase button writes its phrase into the note in place of another button's phrase, and the note is saved with it", async () => {
    renderEvaluation();
    await findNotesRegion();
    const phrases = within(screen.getByRole('group', { name: 'Frases: Concepto de aptitud laboral' }));
    const fit = phrases.getByRole('button', { name: 'Apto' });
    await userEvent.click(fit);
    expect(getTextField('Concepto de aptitud laboral').value).toBe('Apto');
    expect(fit.getAttribute('aria-pressed')).toBe('true');
    await userEvent.click(phrases.getByRole('button', { name: 'Aplazado' }));
    expect(getTextField('Concepto de aptitud laboral').value).toBe('Aplazado');
    evaluationMocks.saveNotes.mockResolvedValue({ type: 'saved', body: { notes: [] }, etag: '"r2"' });
    await userEvent.click(getButton('Guardar notas'));
    expect(evaluationMocks.saveNotes.mock.lastCall?.[1]).toEqual({
      notes: [{ note_type: 'concepto', content: 'Aplazado' }],
    });
  });
});

const replacedSignedVersion = {
  version: 1,
  closed_at: '2026-11-20T15:00:00Z',
  doctor_name: 'Dra. Ana Demo',
  number: 'BOG-2026-000123',
  code: '7KQ2-9M4X-HJ3T',
  state: 'reemplazada' as const,
};
const currentSignedVersion = {
  ...replacedSignedVersion,
  version: 2,
  number: 'BOG-2026-000124',
  code: 'ABCD-EFGH-JKMN',
  state: 'vigente' as const,
};

describe('P10.140 documents of an evaluation', () => {
  it('the documents panel shows number, state and code of each version, and links the code to its verification page', async () => {
    renderEvaluation({
      ...closedEvaluation,
      version: 2,
      closings: [currentSignedVersion, replacedSignedVersion],
    });
    await findNotesRegion();
    const card = screen.getByRole('region', { name: 'Documentos' });
    expect(
      within(card)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual([
      expect.stringMatching(
        /^BOG-2026-000124Vigente.*ABCD-EFGH-JKMN.*Versión 2\. Dra\. Ana Demo, 20\/11\/2026/,
      ),
      expect.stringMatching(/^BOG-2026-000123Reemplazada.*7KQ2-9M4X-HJ3T/),
    ]);
    const link = await within(card).findByRole('link', { name: /7KQ2-9M4X-HJ3T/ });
    expect(link.getAttribute('href')).toBe('https://clinica.test/v/7KQ2-9M4X-HJ3T');
    expect(
      within(card)
        .getByRole('link', { name: /Verificar un documento/ })
        .getAttribute('href'),
    ).toBe('/verify');
  });

  it('the documents panel shows no link for a version that has no number', async () => {
    renderEvaluation({
      ...closedEvaluation,
      version: 1,
      closings: [{ ...replacedSignedVersion, number: null, code: null, state: 'vigente' }],
    });
    await findNotesRegion();
    const card = screen.getByRole('region', { name: 'Documentos' });
    expect(within(card).getByText('Versión 1')).toBeTruthy();
    expect(within(card).getAllByRole('link')).toHaveLength(1);
  });

  it('the documents panel is hidden when the server returns no signed versions', async () => {
    renderEvaluation(closedEvaluation);
    await findNotesRegion();
    expect(screen.queryByRole('region', { name: 'Documentos' })).toBeNull();
  });
});

describe('P10.200 concept of each version', () => {
  const kept = { ...replacedSignedVersion, has_concept: true };

  it("P10.200 the row of a version opens the concept of that version and shows the version's state", async () => {
    renderEvaluation({
      ...closedEvaluation,
      version: 2,
      closings: [{ ...currentSignedVersion, has_concept: true }, kept],
    });
    await findNotesRegion();
    const bytes = new ArrayBuffer(8);
    evaluationMocks.fetchIssuedConcept.mockResolvedValue({
      bytes,
      fileName: 'concepto_x_v1.pdf',
      keptSince: null,
    });
    const [, earlier] = within(screen.getByRole('region', { name: 'Documentos' })).getAllByRole('listitem');
    if (!earlier) throw new Error('No second version');
    expect(within(earlier).getByText('Reemplazada')).toBeTruthy();
    await userEvent.click(within(earlier).getByRole('button', { name: 'Abrir versión 1' }));
    await waitFor(() =>
      expect(evaluationMocks.saveFile).toHaveBeenCalledWith(bytes, 'application/pdf', 'concepto_x_v1.pdf'),
    );
    expect(evaluationMocks.fetchIssuedConcept.mock.lastCall?.[1]).toEqual({
      id: closedEvaluation.id,
      version: 1,
      closed_at: replacedSignedVersion.closed_at,
    });
  });

  it('P10.200 the row of a version says that the concept of this version was not stored, and offers no download', async () => {
    renderEvaluation({
      ...closedEvaluation,
      version: 2,
      closings: [currentSignedVersion, { ...replacedSignedVersion, has_concept: false }],
    });
    await findNotesRegion();
    const card = within(screen.getByRole('region', { name: 'Documentos' }));
    expect(card.getByText('De esta versión no quedó el concepto en PDF.')).toBeTruthy();
    expect(card.queryByRole('button')).toBeNull();
  });
});

it("P10.319 a closed evaluation shows one primary action; the button 'Más' opens and closes the others, also by keyboard", async () => {
  renderEvaluation({
    ...closedEvaluation,
    version: 2,
    closings: [{ ...currentSignedVersion, receipt: null }],
  });
  await findNotesRegion();
  const filled = [...document.querySelectorAll('.closed-actions [data-variant="filled"]')];
  expect(filled).toEqual([getButton('Descargar concepto PDF')]);
  expect(screen.queryByRole('button', { name: 'Agregar nota aclaratoria' })).toBeNull();
  getButton('Más').focus();
  await userEvent.keyboard('{Enter}{Tab}');
  expect(document.activeElement).toBe(getButton('Entregar al trabajador'));
  await userEvent.keyboard('{Tab}');
  expect(document.activeElement).toBe(getButton('Agregar nota aclaratoria'));
  await userEvent.keyboard('{Escape}');
  expect(document.activeElement).toBe(getButton('Más'));
  expect(screen.queryByRole('button', { name: 'Entregar al trabajador' })).toBeNull();
});

it('P10.319 the signing panel of a closed evaluation shows no pending requirement', async () => {
  renderEvaluation(closedEvaluation);
  await findNotesRegion();
  expect(screen.getByRole('region', { name: 'Firma y cierre' }).textContent).toContain('firmó el');
  expect(screen.queryByText('Pendiente:')).toBeNull();
});

describe('evaluation that another user closes', () => {
  it('P8.10 S9 text that was typed while another user closed the evaluation is announced, and Ctrl+Enter stays on the page', async () => {
    renderEvaluation(unsignedEvaluation);
    await findNotesRegion();
    await enterText(getTextField('Observaciones'), 'hola');
    evaluationMocks.saveNotes.mockImplementation(() => {
      serverState.now = closedEvaluation;
      return Promise.resolve({ type: 'stale' });
    });
    await userEvent.click(getButton('Guardar notas'));
    expect(await screen.findByText('La evaluación se cerró sin lo que escribiste.')).toBeTruthy();
    fireEvent.keyDown(document.body, { key: 'Enter', ctrlKey: true });
    expect(screen.getByText('La evaluación se cerró sin lo que escribiste.')).toBeTruthy();
  });
});
