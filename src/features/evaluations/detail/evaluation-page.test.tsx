import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { enterText } from '#tests/support/screens/rendering/enter-text.ts';
import {
  getButton,
  evaluationMocks,
  createFetchedEvaluation,
  doctorAccount,
  getTextField,
  createSavedNotesResult,
  findNotesRegion,
  serverState,
  renderEvaluation,
} from '#tests/support/screens/evaluation-screen.tsx';
import type { Worksheet } from '#domain/evaluation/worksheet/worksheet.ts';
import { Rejected, Unreachable } from '#sync/requests/api-request.ts';
import type { SaveResult } from '#sync/changes/clinical.ts';
import { sampleEvaluation } from '#tests/support/screens/evaluation.ts';
import { renderReadScreen } from '#tests/support/screens/rendering/render-read-screen.tsx';
import { EvaluationPage } from './evaluation-page.tsx';

describe('/evaluations/{id}', () => {
  it('P2.37 P9.18 the evaluation page shows header and sections, with placeholders for missing data', async () => {
    renderEvaluation();
    await findNotesRegion();
    expect(screen.getByText('00000001')).toBeTruthy();
    expect(screen.getByText(/Iniciada el 20\/11\/2026 a las 06:47/)).toBeTruthy();
    for (const text of ['CC 9999000001', 'Ingreso (ING)', 'Flores del Páramo'])
      expect(screen.getByText(text)).toBeTruthy();
    expect(screen.getByText('Empresa contratista').nextSibling?.textContent).toBe('No aplica');
    for (const text of ['Sin firmar', 'Sin comentarios', 'Sin resultado'])
      expect(screen.getByText(text)).toBeTruthy();
    expect(screen.getAllByRole('textbox', { name: /./ }).length).toBeGreaterThanOrEqual(9);
  });

  it("P10.207 P10.161 M4 the evaluation page shows the patient's name in its heading but not in the window title, and the notes in document order", async () => {
    renderEvaluation();
    const card = within(await findNotesRegion());
    const title = screen.getByRole('heading', { level: 1 });
    expect(title.textContent).toBe('Zoraida Quiñones');
    expect(title.parentElement?.textContent).toContain('00000001');
    expect(screen.getAllByText('Zoraida Quiñones')).toHaveLength(2);
    expect(document.title).toBe('00000001 · Ventanilla');
    expect(screen.queryByText(/después de este registro|Corregir registro/)).toBeNull();
    const beside = within(screen.getByRole('complementary', { name: 'Firma y cierre' }));
    expect(beside.getAllByRole('heading').map(({ textContent }) => textContent)).toEqual([
      'Firma y cierre',
      'Lo que leerá el empleador',
    ]);
    expect(
      card.getAllByRole('textbox').map((box) => (box as HTMLTextAreaElement).labels[0]?.textContent),
    ).toEqual([
      'Concepto de aptitud laboral',
      'Aptitud para tareas específicas',
      'Restricciones',
      'Recomendaciones laborales',
      'Hábitos y estilos de vida',
      'Inclusión en SVE',
      'Manejo EPS / ARL',
      'Observaciones',
    ]);
  });

  it.each([
    [
      'nothing by that id',
      new Rejected({ status: 404, code: 'not_found', message: 'x', details: [] }),
      'Evaluación no encontrada',
    ],
    ['no answer', new Unreachable('no_answer'), 'No se pudo cargar la evaluación.'],
  ])(
    'P2.35 the evaluation page shows an error and a link back to the list when the server returns: %s',
    async (_what, error, text) => {
      evaluationMocks.fetchEvaluation.mockRejectedValue(error);
      renderEvaluation();
      expect((await screen.findAllByText(text)).length).toBeGreaterThan(0);
      expect(screen.getByRole('link', { name: 'Volver al listado' }).getAttribute('href')).toBe(
        '/evaluations',
      );
    },
  );

  it('P2.36 the evaluation page shows a loading error, and loads the evaluation on retry', async () => {
    const silent = { status: 400, code: null, message: '', details: [] };
    evaluationMocks.fetchEvaluation.mockRejectedValueOnce(new Rejected(silent));
    renderEvaluation();
    expect(await screen.findByRole('heading', { name: 'Error al cargar' })).toBeTruthy();
    expect(screen.getByRole('alert').textContent).toContain('No se pudo cargar la evaluación.');
    await userEvent.click(getButton('Reintentar'));
    expect(await findNotesRegion()).toBeTruthy();
  });

  it('P2.35 the evaluation page sends no request when its address has no id', () => {
    renderReadScreen(<EvaluationPage account={doctorAccount} />, '/evaluations/:id', '/evaluations/nada');
    expect(screen.getAllByText('Evaluación no encontrada').length).toBeGreaterThan(0);
    expect(evaluationMocks.fetchEvaluation).not.toHaveBeenCalled();
  });
});

describe('data that reception changed or has not sent', () => {
  it("M4 the evaluation page also shows the name at registration when a later registration has changed the patient's name", async () => {
    renderEvaluation(sampleEvaluation(1, { patient_was: { first_name: 'Ana', middle_name: 'María' } }));
    const title = await screen.findByText('El nombre del paciente cambió después de este registro.');
    expect(title.parentElement?.textContent).toContain(
      'Al registrarlo decía Ana María Quiñones. Otro registro con el mismo documento lo cambió. Antes de firmar, confirma con el paciente que es la misma persona.',
    );
    expect(screen.getByText('Zoraida Quiñones', { selector: 'dd, dd *' })).toBeTruthy();
  });

  it('M4 the evaluation page shows which other data of the patient a later registration has changed', async () => {
    const patient_was = { birth_date: '1990-05-12', gender: 'F', occupation_name: null } as const;
    renderEvaluation(sampleEvaluation(1, { patient_was }));
    const title = await screen.findByText('Los datos del paciente cambiaron después de este registro.');
    expect(title.parentElement?.textContent).toContain(
      'Al registrarlo decía fecha de nacimiento: 12/05/1990 · género: Femenino · cargo: sin indicar.',
    );
  });

  it('P2.38 the evaluation page shows which photos and signatures a tablet has not sent yet', async () => {
    renderEvaluation(sampleEvaluation(1, { media: [], pending_media: ['photo', 'signature'] }));
    expect(await screen.findByText('Foto pendiente en recepción')).toBeTruthy();
    expect(screen.getByText('Firma pendiente en recepción')).toBeTruthy();
  });
});

it('P8 R3 the evaluation page says that its data is outdated when the server fails after a save', async () => {
  evaluationMocks.saveNotes.mockResolvedValue(createSavedNotesResult([]));
  renderEvaluation();
  await findNotesRegion();
  expect(screen.getByText('actualizada hace un momento')).toBeTruthy();
  evaluationMocks.fetchEvaluation.mockRejectedValue(
    new Rejected({ status: 500, code: null, message: '', details: [] }),
  );
  await enterText(getTextField('Restricciones'), 'x');
  await userEvent.click(getButton('Guardar notas'));
  const title = await screen.findByText('No se pudo cargar la evaluación.');
  expect(title.parentElement?.textContent).toContain('El servidor no pudo responder (500). Ves la copia');
  expect(screen.getByText('Sin actualizar · datos de hace un momento')).toBeTruthy();
  expect(screen.queryByText(/Sin conexión/)).toBeNull();
  expect(getButton('Reintentar')).toBeTruthy();
});

describe('R3 reads of the evaluation after a change', () => {
  const written = [{ note_type: 'restricciones', content: 'x' }] as const;
  const saveNotes = async (body: object, etag: string | null) => {
    evaluationMocks.saveNotes.mockResolvedValue({ type: 'saved', body: { notes: written, ...body }, etag });
    renderEvaluation();
    await findNotesRegion();
    await enterText(getTextField('Restricciones'), 'x');
    serverState.now = { ...serverState.now, status: 'en_proceso', notes: [...written] };
    await userEvent.click(getButton('Guardar notas'));
    await waitFor(() => expect(evaluationMocks.toast).toHaveBeenCalledOnce());
  };

  it('R3 the evaluation page shows and caches the state of a complete response to a save, and sends no further request', async () => {
    await saveNotes({ status: 'en_proceso' }, '"r2"');
    expect(await screen.findByText('En proceso')).toBeTruthy();
    expect(evaluationMocks.fetchEvaluation).toHaveBeenCalledOnce();
    const [, changed] = evaluationMocks.cacheChangedEvaluation.mock.lastCall ?? [];
    expect(changed).toMatchObject({ etag: '"r2"', evaluation: { status: 'en_proceso', notes: written } });
  });

  it.each([
    ['status', {}, '"r2"'],
    ['ETag', { status: 'en_proceso' }, null],
  ])(
    'R3 the evaluation page reads the evaluation again after a save whose response has no %s',
    async (_missing, body, etag) => {
      await saveNotes(body, etag);
      await waitFor(() => expect(evaluationMocks.fetchEvaluation).toHaveBeenCalledTimes(2));
      expect(await screen.findByText('En proceso')).toBeTruthy();
      expect(evaluationMocks.cacheChangedEvaluation).not.toHaveBeenCalled();
    },
  );

  it('R3 the evaluation page reads the evaluation again when a read was in flight during the save', async () => {
    evaluationMocks.saveNotes.mockImplementation(async () => {
      evaluationMocks.fetchEvaluation.mockReturnValueOnce(new Promise(() => undefined));
      vi.advanceTimersByTime(30_000);
      await waitFor(() => expect(evaluationMocks.fetchEvaluation).toHaveBeenCalledTimes(2));
      return { type: 'saved', body: { notes: written, status: 'en_proceso' }, etag: '"r2"' };
    });
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    renderEvaluation();
    await findNotesRegion();
    await enterText(getTextField('Restricciones'), 'x');
    await userEvent.click(getButton('Guardar notas'));
    await waitFor(() => expect(evaluationMocks.fetchEvaluation).toHaveBeenCalledTimes(3));
    expect(evaluationMocks.cacheChangedEvaluation).not.toHaveBeenCalled();
  });
});

describe('notes', () => {
  it('P8.34 the save button sends only the changed notes, with the revision that was read', async () => {
    renderEvaluation();
    await findNotesRegion();
    expect(getButton('Guardar notas').disabled).toBe(true);
    evaluationMocks.saveNotes.mockImplementation(() => {
      serverState.now = { ...serverState.now, notes: [{ note_type: 'concepto', content: 'Apta' }] };
      return Promise.resolve(createSavedNotesResult(serverState.now.notes));
    });
    await enterText(getTextField('Concepto de aptitud laboral'), 'Apta');
    await userEvent.click(getButton('Guardar notas'));
    await waitFor(() =>
      expect(evaluationMocks.toast).toHaveBeenCalledWith('ok', 'Notas actualizadas correctamente.'),
    );
    expect(evaluationMocks.saveNotes).toHaveBeenCalledExactlyOnceWith(
      { id: sampleEvaluation(1).id, etag: '"r1"' },
      { notes: [{ note_type: 'concepto', content: 'Apta' }] },
    );
    expect(getTextField('Concepto de aptitud laboral').value).toBe('Apta');
    expect(getButton('Guardar notas').disabled).toBe(true);
  });

  it('P10.6 the device stores typed text, and the evaluation page restores it', async () => {
    const view = renderEvaluation();
    await findNotesRegion();
    await enterText(getTextField('Observaciones'), 'a medias');
    view.unmount();
    const sheet = evaluationMocks.saved.at(-1) as Worksheet;
    expect(sheet.texts['note:observaciones']).toEqual({ base: '', mine: 'a medias', theirs: null });
    evaluationMocks.draft = sheet;
    renderEvaluation();
    await findNotesRegion();
    expect(getTextField('Observaciones').value).toBe('a medias');
    expect(screen.getByText(/Recuperamos lo que habías escrito/)).toBeTruthy();
  });

  it('P8.10 S9 the evaluation page shows why saving failed and keeps the typed text', async () => {
    renderEvaluation();
    await findNotesRegion();
    await enterText(getTextField('Observaciones'), 'hola');
    const details = [{ field: 'notes', message: 'Reábrela primero.' }];
    const refusal = {
      status: 409,
      code: 'evaluation_closed',
      message: 'La evaluación está cerrada.',
      details,
    };
    const answers: [SaveResult<never>, RegExp][] = [
      [{ type: 'session_ended' }, /Tu sesión venció: inicia sesión y guarda de nuevo/],
      [{ type: 'unreachable', cause: 'no_answer' }, /Lo escrito sigue guardado en este dispositivo/],
      [{ type: 'refused', refusal }, /La evaluación está cerrada\.Reábrela primero\./],
    ];
    for (const [result, text] of answers) {
      evaluationMocks.saveNotes.mockResolvedValue(result);
      await userEvent.click(getButton('Guardar notas'));
      await waitFor(() => expect(screen.getByRole('alert').textContent).toMatch(text));
      expect(getTextField('Observaciones').value).toBe('hola');
    }
  });

  it('R3 the save button is disabled and shows the reason without network', async () => {
    evaluationMocks.link = { name: 'down' };
    renderEvaluation();
    await findNotesRegion();
    await enterText(getTextField('Observaciones'), 'hola');
    await waitFor(() => expect(getButton('Guardar notas').disabled).toBe(true));
    const reason = getButton('Guardar notas').getAttribute('aria-describedby') ?? '';
    expect(document.getElementById(reason)?.textContent).toMatch(/^Sin conexión/);
  });
});

describe('P10.6 conflict between two doctors', () => {
  /** Opens an evaluation and saves the note `concepto` after another doctor has changed this note too. */
  async function openConflict() {
    renderEvaluation(sampleEvaluation(1, { notes: [{ note_type: 'concepto', content: 'Apta' }] }));
    await findNotesRegion();
    await enterText(getTextField('Concepto de aptitud laboral'), ' con');
    serverState.now = sampleEvaluation(1, { notes: [{ note_type: 'concepto', content: 'No apta' }] });
    evaluationMocks.fetchEvaluation.mockImplementation(() =>
      Promise.resolve(createFetchedEvaluation(serverState.now, '"r2"')),
    );
    evaluationMocks.saveNotes.mockResolvedValueOnce({ type: 'stale' });
    await userEvent.click(getButton('Guardar notas'));
    return screen.findByRole('group', { name: 'Dos textos: Concepto de aptitud laboral' });
  }

  it('the evaluation page shows both texts of a note that two doctors changed, and saves neither until the user resolves the conflict', async () => {
    const group = await openConflict();
    expect(within(group).getByRole('region', { name: 'Tu texto' }).textContent).toContain('Apta con');
    expect(within(group).getByRole('region', { name: 'El otro texto' }).textContent).toContain('No apta');
    await userEvent.click(getButton('Guardar notas'));
    expect(evaluationMocks.saveNotes).toHaveBeenCalledOnce();
    await userEvent.click(getButton('Usar el texto unido'));
    const notes = [{ note_type: 'concepto' as const, content: 'Apta con\n\nNo apta' }];
    evaluationMocks.saveNotes.mockResolvedValue(createSavedNotesResult(notes));
    await userEvent.click(getButton('Guardar notas'));
    await waitFor(() =>
      expect(evaluationMocks.saveNotes).toHaveBeenLastCalledWith(
        { id: sampleEvaluation(1).id, etag: '"r2"' },
        { notes },
      ),
    );
  });

  it.each([
    ['Conservar el mío', 'Apta con', false],
    ['Usar el otro', 'No apta', true],
  ])(
    'the button %s ends a conflict with the text «%s»; the save button is then disabled: %s',
    async (choice, text, isSaved) => {
      await openConflict();
      await userEvent.click(getButton(choice));
      expect(getTextField('Concepto de aptitud laboral').value).toBe(text);
      expect(getButton('Guardar notas').disabled).toBe(isSaved);
    },
  );
});
