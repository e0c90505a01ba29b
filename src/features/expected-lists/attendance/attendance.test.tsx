import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Attendance, AttendancePerson } from '#contract/records/evaluation/attendance.ts';
import { Unreachable } from '#sync/requests/api-request.ts';
import type { AttendanceFilter } from '#sync/expected/attendance.ts';
import { createAccount, renderReadScreen } from '#tests/support/screens/rendering/render-read-screen.tsx';
import { createList, LIST_ID } from '#tests/support/screens/expected/lists.ts';
import { AttendancePage } from './attendance-page.tsx';

const mocks = vi.hoisted(() => ({
  fetchAttendance: vi.fn<(filter: AttendanceFilter) => Promise<unknown>>(),
  fetchAttendanceFile: vi.fn<(filter: AttendanceFilter, format: string) => Promise<unknown>>(),
  downloadFile: vi.fn(),
  toast: vi.fn(),
}));
vi.mock('dexie-react-hooks', async () => ({
  useLiveQuery: (await import('#tests/support/screens/rendering/render-read-screen.tsx')).useQueryOnChange,
}));
vi.mock('#storage/device/connection-state.ts', () => ({
  readConnectionState: () => Promise.resolve({ name: 'up', since: 0 }),
}));
vi.mock('#sync/catalogs/catalog-source.ts', () => ({
  createCompanyFilterSource: () => ({
    source: 'companies',
    search: () => Promise.resolve([]),
    find: () => Promise.resolve(null),
  }),
}));
vi.mock('#sync/expected/attendance.ts', () => ({
  ...mocks,
  attendanceMediaType: (format: string) => `type of ${format}`,
}));
vi.mock('#sync/reads/documents/downloads.ts', () => ({ recordDownload: () => Promise.resolve() }));
vi.mock('#ui/hooks/save-file.ts', () => ({ downloadFile: mocks.downloadFile }));
vi.mock('#ui/notices/toast.ts', () => ({ toast: mocks.toast, hideToast: vi.fn() }));

const createPerson = (nth: number, patch: Partial<AttendancePerson>): AttendancePerson => ({
  id: `55555555-5555-4555-8555-55555555555${nth}`,
  list_id: LIST_ID,
  identification_type: 'CC',
  identification_number: `102030405${nth}`,
  full_name: 'zoraida gil',
  hour: '07:30',
  outcome: 'expected',
  at: null,
  evaluation_id: null,
  is_result_pending: false,
  ...patch,
});
const counts = { came: 1, arrived: 0, no_show: 2, expected: 3, results_pending: 1 };
const found: Attendance = {
  items: [
    createPerson(1, { outcome: 'came', at: '2026-12-01T12:40:00Z', is_result_pending: true }),
    createPerson(2, { outcome: 'no_show', at: '2026-12-01T23:00:00Z' }),
    createPerson(3, {}),
  ],
  total_count: 3,
  page: 1,
  page_size: 100,
  lists: [{ ...createList(), attendance: counts }],
  attendance: counts,
};
const renderPage = (query = '') =>
  renderReadScreen(
    <AttendancePage account={createAccount(['register_patients'])} />,
    '/expected/attendance',
    `/expected/attendance${query}`,
  );
const getButton = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });

beforeEach(() => {
  vi.clearAllMocks();
  mocks.fetchAttendance.mockResolvedValue(found);
});

describe('P11.69 attendance', () => {
  it('shows people with outcome, time and pending results, and the numbers of all pages', async () => {
    renderPage();
    const [head, ...rows] = await screen.findAllByRole('row');
    expect(head?.textContent).toMatch(/^PersonaEmpresaDíaCitaLlegada/u);
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(
        /^Zoraida GilCC 1020304051Flores Demo01\/12\/2026.*Mina Norte 07:3007:40AsistióResultados pendientes$/u,
      ),
      expect.stringMatching(/07:30No asistió$/),
      expect.stringMatching(/07:30Esperada$/),
    ]);
    const texts = [...document.querySelectorAll('.attendance-counts div')].map((one) => one.textContent);
    expect(texts).toEqual(['Asistieron1', 'No asistieron2', 'Por llegar3', 'Resultados pendientes1']);
  });

  it('is filtered in the address', async () => {
    renderPage(`?list=${LIST_ID}&outcome=no_show&from=2026-12-01&page=2`);
    await screen.findAllByRole('row');
    expect(mocks.fetchAttendance).toHaveBeenLastCalledWith({
      companyId: '',
      listId: LIST_ID,
      from: '2026-12-01',
      to: '',
      outcome: 'no_show',
      page: 2,
    });
    await userEvent.click(getButton('Ver todas las listas'));
    await waitFor(() => expect(screen.getByTestId('where').textContent).not.toContain('list='));
    await userEvent.click(getButton('Limpiar filtros'));
    await waitFor(() => expect(screen.getByTestId('where').textContent).toBe('/expected/attendance'));
  });

  it('says that no person matches, or why it could not be read', async () => {
    mocks.fetchAttendance.mockResolvedValueOnce({ ...found, items: [], total_count: 0, lists: [] });
    const { unmount } = renderPage();
    expect(await screen.findByText('Ninguna persona coincide.')).toBeTruthy();
    unmount();
    mocks.fetchAttendance.mockRejectedValueOnce(new Unreachable('no_answer'));
    renderPage();
    await userEvent.click(await screen.findByRole('button', { name: 'Reintentar' }));
    expect(await screen.findAllByRole('row')).toHaveLength(4);
  });

  it('is downloaded in three formats for one company or list only', async () => {
    const { unmount } = renderPage();
    await screen.findAllByRole('row');
    expect(getButton('Descargar PDF').disabled).toBe(true);
    expect(screen.getByText('Elige una empresa para descargar su asistencia.')).toBeTruthy();
    unmount();
    renderPage(`?list=${LIST_ID}`);
    await screen.findAllByRole('row');
    mocks.fetchAttendanceFile.mockImplementation((_filter, format) =>
      Promise.resolve({ bytes: new ArrayBuffer(1), fileName: `asistencia.${format}`, keptSince: null }),
    );
    for (const [label, format] of [
      ['PDF', 'pdf'],
      ['Excel', 'xlsx'],
      ['CSV', 'csv'],
    ] as const) {
      await userEvent.click(getButton(`Descargar ${label}`));
      await waitFor(() =>
        expect(mocks.downloadFile).toHaveBeenLastCalledWith(
          expect.any(ArrayBuffer),
          `type of ${format}`,
          `asistencia.${format}`,
        ),
      );
      expect(mocks.fetchAttendanceFile.mock.lastCall).toMatchObject([{ listId: LIST_ID }, format]);
    }
    mocks.fetchAttendanceFile.mockRejectedValueOnce(new Unreachable('no_answer'));
    await userEvent.click(getButton('Descargar CSV'));
    await waitFor(() => expect(mocks.toast.mock.lastCall?.[0]).toBe('error'));
  });
});
