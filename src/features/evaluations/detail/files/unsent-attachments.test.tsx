import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import type { ItemState, Rejection, WaitCause } from '#domain/outbox/item.ts';
import {
  getButton,
  evaluationMocks,
  findNotesRegion,
  unsignedEvaluation,
  createSigningRules,
  renderEvaluation,
} from '#tests/support/screens/evaluation-screen.tsx';

const FIRST_EXAM_ORDER = unsignedEvaluation.exam_orders[0];
const DAMAGED_PDF_TEXT = 'El PDF está dañado o incompleto y no se puede abrir.';
const sampleRejectionWith = (patch: Partial<Rejection> = {}): Rejection => ({
  status: 422,
  code: 'file_invalid',
  message: DAMAGED_PDF_TEXT,
  details: [],
  ...patch,
});
const createAttentionState = (patch: Partial<Rejection> = {}): ItemState => ({
  name: 'attention',
  since: 0,
  correctable: true,
  refusal: sampleRejectionWith(patch),
});
const createAttachmentEntry = (state: ItemState, fileName = 'informe.pdf') => ({
  id: `entry of ${fileName}`,
  kind: 'attachment',
  standing: state.name === 'attention' ? 'attention' : 'on_its_way',
  target: { evaluationId: unsignedEvaluation.id, examOrderId: FIRST_EXAM_ORDER?.id },
  summary: { fileName, examName: FIRST_EXAM_ORDER?.exam.name },
  items: [{ id: 'i', kind: 'attachment', state }],
});

async function renderEvaluationWithFiles(...files: ReturnType<typeof createAttachmentEntry>[]) {
  evaluationMocks.unsentFiles = files;
  evaluationMocks.fetchSigningRules.mockResolvedValue(
    createSigningRules({
      doctor: { id: 'd1', name: 'Dra. Ana Demo', license_number: 'RM-1', license_valid_until: null },
    }),
  );
  renderEvaluation(unsignedEvaluation);
  await findNotesRegion();
}
const readSigningHint = () => document.querySelector('.sign-hint')?.textContent ?? '';

describe('P8 unsent file of an exam', () => {
  const rowOf = async (fileName: string) => (await screen.findByText(fileName)).closest('li')?.textContent;

  it('P8 S10 the row of a rejected file shows the reason and offers a retry', async () => {
    await renderEvaluationWithFiles(
      createAttachmentEntry(createAttentionState()),
      createAttachmentEntry(
        createAttentionState({ code: null, message: '', status: 400, statusText: 'Bad Request' }),
        'dos.pdf',
      ),
      createAttachmentEntry(
        createAttentionState({ details: [{ field: 'file', message: 'Muy grande.' }] }),
        'tres.pdf',
      ),
    );
    expect(await rowOf('informe.pdf')).toContain(`No se pudo adjuntar el archivo. ${DAMAGED_PDF_TEXT}`);
    expect(await rowOf('dos.pdf')).toContain('No se pudo adjuntar el archivo. (400 Bad Request)');
    expect(await rowOf('tres.pdf')).toContain('No se pudo adjuntar el archivo. Muy grande.');
    expect(screen.getAllByText('Error al subir')).toHaveLength(3);
    await userEvent.click(getButton('Reintentar subida de dos.pdf'));
    expect(evaluationMocks.retryNow).toHaveBeenCalledWith(expect.any(String), 'entry of dos.pdf');
  });

  it('S8 the row of a waiting file shows the reason and offers an immediate retry', async () => {
    const waitingState = (cause: WaitCause): ItemState => ({ name: 'waiting', since: 0, until: 1, cause });
    const told = sampleRejectionWith({ status: 500, message: 'Hasta las 8.' });
    await renderEvaluationWithFiles(
      createAttachmentEntry({ ...waitingState('failing'), refusal: told } as ItemState),
      createAttachmentEntry(waitingState('busy'), 'dos.pdf'),
      createAttachmentEntry(waitingState('no_answer'), 'tres.pdf'),
    );
    const failing = await rowOf('informe.pdf');
    for (const text of [
      'Error al subir',
      'El servidor tiene un problema',
      'El servidor dice: «Hasta las 8.».',
    ])
      expect(failing).toContain(text);
    expect(await rowOf('dos.pdf')).toContain('El servidor está ocupado');
    expect(await rowOf('tres.pdf')).toMatch(/Pendiente por subir.*El envío no se ha logrado todavía/);
    expect(screen.getAllByText(/El servidor dice/)).toHaveLength(1);
    await userEvent.click(getButton('Reintentar subida de dos.pdf'));
    expect(evaluationMocks.retryNow).toHaveBeenCalledWith(expect.any(String), 'entry of dos.pdf');
  });

  it('S10 the row of a file discards the file only after a confirmation that mentions the loss', async () => {
    await renderEvaluationWithFiles(createAttachmentEntry(createAttentionState()));
    await userEvent.click(getButton('Descartar informe.pdf'));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText(/aquí no se puede recuperar/)).toBeTruthy();
    expect(evaluationMocks.discardEntry).not.toHaveBeenCalled();
    await userEvent.click(dialog.getByRole('button', { name: 'Descartar definitivamente' }));
    expect(evaluationMocks.discardEntry).toHaveBeenCalledWith(expect.any(String), 'entry of informe.pdf');
  });
});

describe('P4 signing with unsent files', () => {
  it('P4.5 the signing panel requires the doctor to retry or discard a rejected file, because a signed evaluation accepts no files', async () => {
    await renderEvaluationWithFiles(
      createAttachmentEntry({ name: 'queued' }, 'otro.pdf'),
      createAttachmentEntry(createAttentionState()),
    );
    expect(readSigningHint()).toContain(
      'No se pudo subir «informe.pdf»: reinténtalo o descártalo antes de firmar',
    );
    expect(getButton('Firmar y cierre').disabled).toBe(true);
  });

  it('the signing panel names the first of several rejected files and counts the others', async () => {
    const names = ['uno', 'dos', 'tres', 'cuatro', 'cinco'].map((name) => `${name}.pdf`);
    await renderEvaluationWithFiles(
      ...names.map((name) => createAttachmentEntry(createAttentionState(), name)),
    );
    expect(readSigningHint()).toBe(
      'No se pudo subir «uno.pdf» y 4 más: reinténtalos o descártalos antes de firmar; después ya no pueden entrar.',
    );
  });

  it('P4.5 the signing panel disables the signature while a file is unsent', async () => {
    await renderEvaluationWithFiles(
      createAttachmentEntry({ name: 'waiting', since: 0, until: 1, cause: 'failing' }),
    );
    expect(readSigningHint()).toContain('Espera a que suba «informe.pdf»');
    expect(getButton('Firmar y cierre').disabled).toBe(true);
  });
});
