import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { spreadsheetMediaType } from '#contract/spreadsheets.ts';
import type { Account } from '#sync/session/session.ts';
import { Rejected } from '#sync/requests/api-request.ts';
import { createAccount, renderReadScreen } from '#tests/support/screens/rendering/render-read-screen.tsx';
import { ListDownload } from './list-download.tsx';

const mocks = vi.hoisted(() => ({
  fetch: vi.fn(),
  downloadFile: vi.fn(),
  toast: vi.fn(),
  recordDownload: vi.fn(() => Promise.resolve()),
}));
vi.mock('#sync/reads/evaluations/list-file.ts', () => ({ fetchEvaluationsFile: mocks.fetch }));
vi.mock('#sync/reads/documents/downloads.ts', () => ({ recordDownload: mocks.recordDownload }));
vi.mock('#ui/notices/toast.ts', () => ({ toast: mocks.toast, hideToast: vi.fn() }));
vi.mock('#ui/hooks/save-file.ts', () => ({ downloadFile: mocks.downloadFile }));

const FILTERS = { statuses: ['cerrada'], from: '2026-11-01', to: '', companyId: '', search: 'gil' } as const;
const renderDownload = (account: Account) =>
  renderReadScreen(<ListDownload account={account} filters={FILTERS} />, '/evaluations');
const choose = async (format: string) => {
  renderDownload(createAccount(['manage_evaluations'], { grantable: [] }));
  await userEvent.click(screen.getByRole('button', { name: 'Descargar' }));
  await userEvent.click(screen.getByRole('button', { name: `Descargar en ${format}` }));
};

beforeEach(() => vi.clearAllMocks());

describe("P11.63 button 'Descargar' of the list of evaluations", () => {
  it.each([
    ['Excel', 'xlsx'],
    ['CSV', 'csv'],
  ] as const)('it downloads the list with its filters as %s', async (label, format) => {
    const bytes = new ArrayBuffer(3);
    mocks.fetch.mockResolvedValue({ bytes, fileName: `evaluaciones.${format}`, keptSince: null });
    await choose(label);
    await waitFor(() => expect(mocks.downloadFile).toHaveBeenCalledOnce());
    expect(mocks.fetch).toHaveBeenCalledExactlyOnceWith(FILTERS, format);
    expect(mocks.downloadFile).toHaveBeenCalledWith(
      bytes,
      spreadsheetMediaType(format),
      `evaluaciones.${format}`,
    );
    expect(mocks.recordDownload).toHaveBeenCalledWith(expect.any(String), `evaluaciones.${format}`);
  });

  it('it shows the message of a rejected download', async () => {
    mocks.fetch.mockRejectedValue(
      new Rejected({ status: 422, code: 'too_many_rows', message: 'Usa los filtros.', details: [] }),
    );
    await choose('Excel');
    await waitFor(() =>
      expect(mocks.toast).toHaveBeenCalledWith('error', 'Usa los filtros.', 'evaluations-file'),
    );
    expect(mocks.downloadFile).not.toHaveBeenCalled();
  });

  it.each([
    ['a server of the base contract', createAccount(['manage_evaluations'])],
    ['a user who may not open evaluations', createAccount(['register_patients'], { grantable: [] })],
  ])('it is not shown for %s', (_who, account) => {
    renderDownload(account);
    expect(screen.queryByRole('button')).toBeNull();
  });
});
