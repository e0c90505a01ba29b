// @module-tag landing
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { NO_DECISIONS } from '#contract/records/evaluation/decisions.ts';
import { enterText } from '#tests/support/screens/rendering/enter-text.ts';
import {
  getButton,
  evaluationMocks,
  closedEvaluation,
  getTextField,
  findNotesRegion,
  serverState,
  unsignedEvaluation,
  createSigningRules,
  renderEvaluation,
  signThroughDialog,
} from '#tests/support/screens/evaluation-screen.tsx';
import { Rejected } from '#sync/requests/api-request.ts';
import { sampleEvaluation } from '#tests/support/screens/evaluation.ts';

const doctorAna = { id: 'd1', name: 'Dra. Ana Demo', license_number: 'RM-1', license_valid_until: null };
const failedSaveResult = { type: 'refused', refusal: { status: 500, code: null, message: '', details: [] } };

describe('exams', () => {
  const addExam = () => userEvent.click(getButton('Agregar examen'));
  async function choose() {
    await userEvent.click(screen.getByRole('combobox', { name: 'Agregar un examen' }));
    await userEvent.click(await screen.findByRole('option', { name: /Visiometría/ }));
  }

  it('P2.40 P5.11 P7.30 P10.438 the evaluation page adds an exam when the doctor picks it, and each exam only once', async () => {
    renderEvaluation();
    await findNotesRegion();
    await addExam();
    const noChoice = await screen.findByText('Selecciona un examen válido para agregarlo.');
    await choose();
    const pending = await screen.findByRole('region', { name: 'Exámenes por agregar' });
    expect(await screen.findByText('Agregado: Visiometría.')).toBeTruthy();
    await addExam();
    expect(within(pending).getAllByText('Visiometría')).toHaveLength(1);
    expect(noChoice.isConnected).toBe(false);
    await choose();
    expect(await screen.findByText('Este examen ya está asociado a la evaluación.')).toBeTruthy();
    await userEvent.click(within(pending).getByRole('button', { name: 'Quitar Visiometría' }));
    expect(screen.queryByText('Exámenes por agregar')).toBeNull();
  });

  it('P2.40 P8.9 the save button sends added exams in the same request as the results', async () => {
    renderEvaluation();
    await findNotesRegion();
    await choose();
    await enterText(await screen.findByRole('textbox', { name: 'Resultado de Visiometría' }), '20/20');
    await enterText(getTextField('Resultado de Audiometría tonal'), 'Normal');
    evaluationMocks.saveResults.mockResolvedValue(failedSaveResult);
    await userEvent.click(getButton('Guardar resultados'));
    expect((await screen.findByRole('alert')).textContent).toBe(
      'No se pudieron guardar los resultados de exámenes. (500)',
    );
    expect(evaluationMocks.saveResults.mock.calls[0]?.[1]).toEqual({
      orders: [
        { order_id: sampleEvaluation(1).exam_orders[0]?.id, result_notes: 'Normal' },
        { exam_id: 'x9', result_notes: '20/20' },
      ],
    });
  });

  it('S1 the evaluation page adds an attachment to the outbox, or shows why the file cannot be attached', async () => {
    renderEvaluation();
    await findNotesRegion();
    const input = screen.getByLabelText<HTMLInputElement>('Adjuntar archivo a Audiometría tonal');
    const upload = userEvent.setup({ applyAccept: false });
    await upload.upload(input, new File(['hola'], 'informe.txt'));
    expect(await screen.findByText('El archivo debe ser PDF, PNG o JPEG.')).toBeTruthy();
    await upload.upload(input, new File(['MZ'], 'informe.pdf'));
    expect(await screen.findByText(/^El archivo dice ser PDF, pero está dañado/)).toBeTruthy();
    evaluationMocks.attachFile.mockResolvedValue({ type: 'confirmed', entryId: 'e' });
    await upload.upload(input, new File(['%PDF-1.7'], 'informe.pdf'));
    await waitFor(() => expect(evaluationMocks.attachFile).toHaveBeenCalledOnce());
    evaluationMocks.attachFile.mockResolvedValue({ type: 'unverified' });
    await upload.upload(input, new File(['%PDF-1.7'], 'otro.pdf'));
    expect(await screen.findByText('No se pudo adjuntar el archivo.')).toBeTruthy();
    expect(evaluationMocks.attachFile.mock.calls[0]?.[0]).toMatchObject({
      target: { evaluationId: sampleEvaluation(1).id, examOrderId: sampleEvaluation(1).exam_orders[0]?.id },
      file: { mime: 'application/pdf', name: 'informe.pdf' },
      summary: { fileName: 'informe.pdf', examName: 'Audiometría tonal' },
    });
  });
});

describe('P10.9 employer preview', () => {
  const preview = () => screen.getByRole('region', { name: 'Lo que leerá el empleador' });
  const markedText = () => preview().querySelector('mark')?.textContent;

  it('the employer preview shows the notes as the concept prints them, without observations or details of SVE and EPS/ARL', async () => {
    renderEvaluation({
      ...unsignedEvaluation,
      notes: [
        { note_type: 'concepto', content: 'Apta' },
        { note_type: 'observaciones', content: 'reservado uno' },
        { note_type: 'sve', content: 'SVE auditivo, reservado dos' },
        { note_type: 'manejo_eps_arp', content: 'reservado tres' },
      ],
    });
    await findNotesRegion();
    const lines = [...preview().querySelectorAll('dl > div')].map((line) => line.textContent);
    expect(lines).toContain('Concepto de aptitud laboralApta');
    // The concept takes programmes and referral from the decisions, not from the text of the notes.
    expect(lines).toContain('Inclusión en SVENo registrado');
    expect(lines).toContain('Manejo EPS / ARLNo registrado');
    expect(preview().textContent).not.toContain('reservado');
    expect(screen.queryByText(/parece nombrar/)).toBeNull();
  });

  it('the employer preview shows the chosen programmes and the referral, but never the reason of the referral', async () => {
    const chosen = {
      ...NO_DECISIONS,
      aptitude: 'aplazado' as const,
      surveillance: [{ programme: 'auditivo', act: 'ingresa' as const }],
      referral: { to: 'eps' as const, reason: 'reservado' },
    };
    renderEvaluation({ ...unsignedEvaluation, notes: [], decisions: chosen });
    await findNotesRegion();
    const lines = [...preview().querySelectorAll('dl > div')].map((line) => line.textContent);
    expect(lines).toContain('Concepto de aptitud laboralAplazado');
    expect(lines).toContain('Inclusión en SVESí: auditivo');
    expect(lines).toContain('Manejo EPS / ARLRequiere valoración por EPS');
    expect(preview().textContent).not.toContain('reservado');
  });

  it('the employer preview marks a possible diagnosis while the doctor types, and warns about it without blocking the signature', async () => {
    evaluationMocks.fetchSigningRules.mockResolvedValue(createSigningRules({ doctor: doctorAna }));
    const note = { note_type: 'recomendaciones', content: 'Control de hipertensión' } as const;
    renderEvaluation({ ...unsignedEvaluation, notes: [note] });
    await findNotesRegion();
    expect(screen.getByText(/parece nombrar .* en Recomendaciones laborales\.$/)).toBeTruthy();
    expect(markedText()).toBe('hipertensión');
    await waitFor(() => expect(getButton('Firmar y cierre').disabled).toBe(false));
    await enterText(getTextField('Concepto de aptitud laboral'), ' Apta. H90.3');
    expect(markedText()).toBe('H90.3');
  });
});

it('L3 a text with too many lines shows an error at its field and blocks the signature', async () => {
  const long = Array.from({ length: 501 }, (_, index) => `a${index}`).join('\n');
  renderEvaluation({ ...unsignedEvaluation, notes: [{ note_type: 'concepto', content: long }] });
  await findNotesRegion();
  expect(screen.getAllByText('Máximo 500 renglones.')).toHaveLength(1);
  expect(getTextField('Concepto de aptitud laboral').getAttribute('aria-invalid')).toBe('true');
  expect(screen.getByText(/^Hay textos demasiado largos para el documento\./)).toBeTruthy();
  expect(getButton('Firmar y cierre').disabled).toBe(true);
});

describe('signing an evaluation', () => {
  const sign = () => getButton('Firmar y cierre');
  const chooseDoctor = async () => {
    await userEvent.click(screen.getByRole('combobox', { name: 'Médico' }));
    await userEvent.click(await screen.findByRole('option', { name: /Dra\. Ana Demo/ }));
  };

  it('P2.38 P4.6 the signing panel lists missing requirements and disables the signature', async () => {
    renderEvaluation();
    await findNotesRegion();
    expect(screen.getByText('Completa los requisitos pendientes antes de firmar.')).toBeTruthy();
    expect(sign().disabled).toBe(true);
    const met = screen.getAllByRole('listitem').filter((item) => item.hasAttribute('data-met'));
    expect(met.map((item) => item.textContent)).toEqual([
      'Cumplido:Al menos un examen',
      'Cumplido:Evaluación abierta',
    ]);
    await enterText(getTextField('Observaciones'), 'x');
    expect(screen.getByText(/Lo escrito cuenta cuando lo guardas\.$/)).toBeTruthy();
  });

  it('P10.291 the signing panel disables the signature while a patient signature from a correction has not arrived', async () => {
    const told = {
      at: '2026-03-05T14:30:00Z',
      by: 'Sara',
      reason: 'La firma era de otra persona.',
      changes: [],
    };
    const correction = { ...told, pictures: ['signature'], awaited: ['signature'] };
    renderEvaluation({ ...unsignedEvaluation, corrections: [correction] });
    await findNotesRegion();
    expect(screen.getByText('Firma que se anunció en la corrección').textContent).toBe(
      'Pendiente:Firma que se anunció en la corrección',
    );
    expect(sign().disabled).toBe(true);
  });

  it('P4.2 P4.6 P9.19 the signing panel requires a doctor, and signs the revision that was read', async () => {
    renderEvaluation(unsignedEvaluation);
    await findNotesRegion();
    expect(await screen.findByText('Selecciona un médico para firmar la evaluación.')).toBeTruthy();
    expect(sign().disabled).toBe(true);
    await chooseDoctor();
    expect(await screen.findByText('Todo listo para cerrar la evaluación.')).toBeTruthy();
    const described = screen.getByRole('combobox', { name: 'Médico' }).getAttribute('aria-describedby') ?? '';
    expect(document.getElementById(described)?.textContent).toBe('RM-1 · Laboral');
    evaluationMocks.signEvaluation.mockImplementation(() => {
      serverState.now = closedEvaluation;
      return Promise.resolve({ type: 'saved', body: closedEvaluation, etag: '"r3"' });
    });
    await signThroughDialog();
    expect(await screen.findByRole('button', { name: 'Reabrir evaluación' })).toBeTruthy();
    const primary = await screen.findByRole('link', { name: 'Nadie más espera: lista de hoy' });
    expect(document.activeElement).toBe(primary);
    expect(evaluationMocks.signEvaluation).toHaveBeenCalledExactlyOnceWith(
      { id: unsignedEvaluation.id, etag: '"r1"' },
      { doctor_id: 'd1', confirmed: { without_concept: false, disclosure_reason: '' } },
    );
  });

  it('P10.6 the signing panel disables the signature until typed changes are saved, because only saved data is signed', async () => {
    renderEvaluation(unsignedEvaluation);
    await findNotesRegion();
    await enterText(getTextField('Observaciones'), 'x');
    expect(screen.getByText('Guarda primero los cambios de resultados y notas.')).toBeTruthy();
    expect(sign().disabled).toBe(true);
  });

  it('P10.5 P8.11 the signing panel does not sign an evaluation that has changed since it was read, and reports the failed signature', async () => {
    renderEvaluation(unsignedEvaluation);
    await findNotesRegion();
    await chooseDoctor();
    evaluationMocks.signEvaluation.mockResolvedValue({ type: 'stale' });
    await signThroughDialog();
    expect((await screen.findByRole('alert')).textContent).toMatch(/cambió mientras la revisabas/);
    expect(evaluationMocks.signEvaluation).toHaveBeenCalledOnce();
    evaluationMocks.signEvaluation.mockResolvedValue(failedSaveResult);
    await signThroughDialog();
    await waitFor(() =>
      expect(screen.getByRole('alert').textContent).toBe(
        'No se pudo completar la firma de la evaluación. (500)',
      ),
    );
  });
});

describe('a closed evaluation', () => {
  it('P2 P10.9 P10.139 P10.190 P10.295 the page of a closed evaluation shows no input fields, phrases, employer preview or warnings', async () => {
    renderEvaluation(closedEvaluation);
    await findNotesRegion();
    expect(screen.queryByRole('textbox')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Guardar notas' })).toBeNull();
    expect(screen.getByText('Apta')).toBeTruthy();
    for (const gone of [
      /^Frases: /,
      /^Renglones/,
      'Lo que leerá el empleador',
      'Datos que faltan para el certificado',
    ])
      expect(screen.queryByLabelText(gone)).toBeNull();
  });

  it('P2.39 P7 the page of a closed evaluation downloads each document under the file name that the server sends', async () => {
    evaluationMocks.fetchDocument.mockImplementation((_reader: unknown, kind: string) =>
      Promise.resolve({ bytes: new ArrayBuffer(1), fileName: `${kind}.pdf`, keptSince: null }),
    );
    renderEvaluation(closedEvaluation);
    await findNotesRegion();
    await userEvent.click(getButton('Descargar concepto PDF'));
    await userEvent.click(getButton('Descargar historia clínica'));
    await waitFor(() => expect(evaluationMocks.saveFile).toHaveBeenCalledTimes(2));
    const saved = evaluationMocks.saveFile.mock.calls.map(([, , name]) => name as string);
    expect(saved).toEqual(['concept.pdf', 'history.pdf']);
    const recorded = evaluationMocks.recordDownload.mock.calls.map(([, name]) => name);
    expect(recorded).toEqual(['concept.pdf', 'history.pdf']);
  });

  it("P8.12 P8.14 the page of a closed evaluation reports a failed download, with the server's message if the document no longer exists", async () => {
    const label = 'Descargar concepto PDF';
    evaluationMocks.fetchDocument.mockRejectedValue(
      new Rejected({ status: 500, code: null, message: '', details: [] }),
    );
    renderEvaluation(closedEvaluation);
    await findNotesRegion();
    await userEvent.click(getButton(label));
    const about = `concept ${closedEvaluation.id}`;
    await waitFor(() =>
      expect(evaluationMocks.toast).toHaveBeenCalledExactlyOnceWith(
        'error',
        'No se pudo generar el concepto en PDF. (500)',
        about,
      ),
    );
    // The button must be enabled again first, so that the next press dismisses the toast and reports its own result.
    await waitFor(() => expect(getButton(label).disabled).toBe(false));
    evaluationMocks.hideToast.mockClear();
    const message = 'Identificador de evaluación no disponible.';
    evaluationMocks.fetchDocument.mockRejectedValue(
      new Rejected({ status: 404, code: 'not_found', message, details: [] }),
    );
    await userEvent.click(getButton(label));
    expect(evaluationMocks.hideToast).toHaveBeenCalledExactlyOnceWith(about);
    await waitFor(() => expect(evaluationMocks.toast).toHaveBeenLastCalledWith('error', message, about));
  });

  it('P2.39 P4.3 P8.11 the reopen dialog stays open when reopening fails, and closes when it succeeds', async () => {
    renderEvaluation(closedEvaluation);
    await findNotesRegion();
    await userEvent.click(getButton('Reabrir evaluación'));
    const dialog = await screen.findByRole('dialog');
    const confirm = within(dialog).getByRole('button', { name: 'Reabrir evaluación' });
    evaluationMocks.reopenEvaluation.mockResolvedValueOnce(failedSaveResult);
    await userEvent.click(confirm);
    const alert = await within(dialog).findByRole('alert');
    expect(alert.textContent).toBe('No se pudo reabrir la evaluación. (500)');
    evaluationMocks.reopenEvaluation.mockImplementation(() => {
      serverState.now = unsignedEvaluation;
      return Promise.resolve({ type: 'saved', body: unsignedEvaluation, etag: '"r4"' });
    });
    await userEvent.click(confirm);
    expect(await screen.findByRole('button', { name: 'Guardar notas' })).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
    // A base-contract server stores no reason, so the page sends none.
    const version = { id: closedEvaluation.id, etag: '"r1"' };
    expect(evaluationMocks.reopenEvaluation).toHaveBeenLastCalledWith(version, null);
  });
});
