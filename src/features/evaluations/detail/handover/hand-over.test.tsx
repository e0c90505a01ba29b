import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { SignedVersion } from '#contract/records/evaluation/evaluations.ts';
import type { Drawing } from '#domain/signature/strokes.ts';
import {
  getButton,
  evaluationMocks,
  closedEvaluation,
  createFetchedEvaluation,
  openMoreMenu,
  findNotesRegion,
  renderEvaluation,
} from '#tests/support/screens/evaluation-screen.tsx';

const mocks = vi.hoisted(() => ({ sendDocumentReceipt: vi.fn(), stroke: null as unknown }));
vi.mock('#sync/changes/hand-over.ts', () => ({ sendDocumentReceipt: mocks.sendDocumentReceipt }));
vi.mock('#components/signature/signature-pad.tsx', () => ({
  SignaturePad: ({ onStroke, label }: { onStroke: unknown; label: string }) => {
    mocks.stroke = onStroke;
    return <img alt={label} />;
  },
}));

const validSignedVersion: SignedVersion = {
  version: 1,
  closed_at: '2026-11-20T15:00:00Z',
  doctor_name: 'Dra. Ana Demo',
  number: 'BOG-2026-000123',
  code: '7KQ2-9M4X-HJ3T',
  state: 'vigente',
  receipt: null,
};
const sampleReceipt = {
  items: ['concept', 'results'],
  received_at: '2026-11-20T16:05:00Z',
  handed_by: 'Ana',
};
const signedEvaluation = { ...closedEvaluation, version: 1, closings: [validSignedVersion] };
const evaluationWithReceipt = {
  ...signedEvaluation,
  closings: [{ ...validSignedVersion, receipt: sampleReceipt }],
};
const drawing: Drawing = {
  strokes: [[0, 40, 80, 120, 160].map((x) => ({ x, y: x / 2, time: x * 4 }))],
  width: 300,
  height: 200,
};
const signaturePng = new Blob(['firma'], { type: 'image/png' });
const signatureCanvas = {
  toBlob: (done: BlobCallback) => done(signaturePng),
} as unknown as HTMLCanvasElement;
const simulateDrawing = () =>
  act(() => (mocks.stroke as (drawn: Drawing, on: HTMLCanvasElement) => void)(drawing, signatureCanvas));
const openDocumentHandoverDialog = async () => {
  renderEvaluation(signedEvaluation);
  await findNotesRegion();
  await openMoreMenu();
  await userEvent.click(getButton('Entregar al trabajador'));
  return screen.findByRole('dialog', { name: 'Entrega al trabajador' });
};

beforeEach(() => mocks.sendDocumentReceipt.mockReset());

describe('P10.205 return of the tablet', () => {
  it.each([
    ['saved', { type: 'saved', body: evaluationWithReceipt, etag: '"r9"' }],
    ['whose answer was lost', { type: 'unreachable', cause: 'no_answer' }],
  ])(
    'P10.205 P10.143 the handover dialog asks the worker to return the tablet before it closes, after a document receipt %s',
    async (_how, answer) => {
      mocks.sendDocumentReceipt.mockImplementation(() => {
        evaluationMocks.fetchEvaluation.mockResolvedValue(createFetchedEvaluation(evaluationWithReceipt));
        return Promise.resolve(answer);
      });
      const dialog = await openDocumentHandoverDialog();
      expect(within(dialog).getByText(/Documento BOG-2026-000123/)).toBeTruthy();
      const keep = within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Firmar y recibir' });
      expect(keep.disabled).toBe(true);
      await userEvent.click(within(dialog).getByLabelText('Resultados de los exámenes'));
      simulateDrawing();
      await userEvent.click(keep);
      expect(mocks.sendDocumentReceipt).toHaveBeenCalledExactlyOnceWith(
        { id: signedEvaluation.id, version: 1, items: ['concept', 'results'] },
        signaturePng,
      );
      const thanks = within(await screen.findByRole('dialog', { name: 'Listo' }));
      expect(thanks.getByText('Devuelva la tableta.')).toBeTruthy();
      expect(evaluationMocks.toast).not.toHaveBeenCalled();
      await userEvent.click(thanks.getByRole('button', { name: 'Continuar' }));
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
      expect(screen.getByText('Entrega guardada.')).toBeTruthy();
      expect(evaluationMocks.toast).toHaveBeenCalledWith('ok', 'Entrega firmada y guardada.');
    },
  );
});

describe('P10.143 document receipt of the worker', () => {
  it("the handover dialog disables 'Firmar y recibir' until a document is ticked and a signature is drawn", async () => {
    const dialog = await openDocumentHandoverDialog();
    simulateDrawing();
    await userEvent.click(within(dialog).getByLabelText('Concepto de aptitud'));
    expect(within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Firmar y recibir' }).disabled).toBe(
      true,
    );
  });

  it("the handover dialog shows the server's rejection and stays open", async () => {
    mocks.sendDocumentReceipt.mockResolvedValue({
      type: 'refused',
      refusal: { status: 409, code: 'media_exists', message: 'Esta versión ya se entregó.', details: [] },
    });
    const dialog = await openDocumentHandoverDialog();
    simulateDrawing();
    await userEvent.click(within(dialog).getByRole('button', { name: 'Firmar y recibir' }));
    expect(await within(dialog).findByText(/Esta versión ya se entregó/)).toBeTruthy();
  });

  it('the evaluation page shows the document receipt next to the received document and hides the handover button', async () => {
    renderEvaluation({ ...signedEvaluation, closings: [{ ...validSignedVersion, receipt: sampleReceipt }] });
    await findNotesRegion();
    expect(
      screen.getByText(
        /Recibió el trabajador el 20\/11\/2026.*Concepto de aptitud, Resultados de los exámenes/,
      ),
    ).toBeTruthy();
    await openMoreMenu();
    expect(screen.queryByRole('button', { name: 'Entregar al trabajador' })).toBeNull();
  });

  it('the handover button is disabled with a reason without network, and hidden when the server stores no document receipts', async () => {
    Object.assign(evaluationMocks, { link: { name: 'down', cause: 'no_answer', since: 0 } });
    const { unmount } = renderEvaluation(signedEvaluation);
    await findNotesRegion();
    await openMoreMenu();
    expect(getButton('Entregar al trabajador').disabled).toBe(true);
    expect(screen.getByText(/entregar necesita red/)).toBeTruthy();
    unmount();
    Object.assign(evaluationMocks, { link: { name: 'up' } });
    renderEvaluation(closedEvaluation);
    await findNotesRegion();
    expect(screen.queryByRole('button', { name: 'Más' })).toBeNull();
  });
});
