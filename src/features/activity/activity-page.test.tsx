import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { ActivityItem, ActivityList } from '#contract/records/evaluation/clinical.ts';
import type { ActivityFilters } from '#sync/reads/activity.ts';
import { Rejected, Unreachable } from '#sync/requests/api-request.ts';
import { enterText } from '#tests/support/screens/rendering/enter-text.ts';
import { createAccount, renderReadScreen } from '#tests/support/screens/rendering/render-read-screen.tsx';
import { ActivityPage } from './activity-page.tsx';

const fetchActivityMock = vi.hoisted(() =>
  vi.fn<(filters: ActivityFilters, page: number) => Promise<ActivityList>>(),
);
vi.mock('#sync/reads/activity.ts', () => ({ fetchActivity: fetchActivityMock }));

const createActivityItem = (sequence: number, patch: Partial<ActivityItem> = {}): ActivityItem => ({
  sequence,
  at: '2026-11-21T11:47:00Z',
  action: 'history_downloaded',
  status: 'done',
  user_name: 'Ana Demo',
  branch_name: 'Bogotá',
  evaluation: 'A1B2C3D4',
  evaluation_id: null,
  device: 'Chrome en Android',
  ...patch,
});
const createActivityList = (patch: Partial<ActivityList> = {}): ActivityList => ({
  items: [
    createActivityItem(9),
    createActivityItem(8, { action: 'sign_in', status: 'refused', user_name: null, evaluation: null }),
  ],
  total_count: 45,
  page: 1,
  page_size: 20,
  chain_intact: true,
  ...patch,
});
const renderActivityPage = (actions = ['user_management'] as const) =>
  renderReadScreen(<ActivityPage account={createAccount([...actions])} />, '/admin/activity');
const lastActivityRequest = () => fetchActivityMock.mock.calls.at(-1);

beforeEach(() => {
  vi.clearAllMocks();
  fetchActivityMock.mockImplementation(() => Promise.resolve(createActivityList()));
});

describe('P10.12 entries and filters of /admin/activity', () => {
  it('the activity log shows user, action, time, branch and device of each entry, and says that no entry is missing', async () => {
    renderActivityPage();
    const [, first, second] = await screen.findAllByRole('row');
    expect(first?.textContent).toBe(
      '921/11/2026 06:47Ana DemoDescargó la historia clínicaA1B2C3D4BogotáChrome en AndroidRealizada',
    );
    expect(second?.textContent).toContain('Sin usuarioInició sesión');
    expect(screen.getByText(/están completas y sin cambios/)).toBeTruthy();
  });

  it('M1 M4 the activity log shows patient lookups and changes under Spanish names, and offers each of these actions as a filter', async () => {
    const actions = ['patient_looked_up', 'patient_changed', 'evaluations_listed'] as const;
    fetchActivityMock.mockResolvedValue(
      createActivityList({ items: actions.map((action, nth) => createActivityItem(9 - nth, { action })) }),
    );
    renderActivityPage();
    for (const words of ['Buscó un paciente', 'Cambió los datos de un paciente', 'Consultó el listado'])
      expect(await screen.findByRole('cell', { name: words })).toBeTruthy();
    await userEvent.click(screen.getByRole('combobox', { name: 'Acciones' }));
    await userEvent.click(await screen.findByRole('option', { name: 'Buscó un paciente' }));
    await waitFor(() => expect(lastActivityRequest()?.[0].actions).toEqual(['patient_looked_up']));
  });

  it('R4 the activity log shows when an offline access happened, although the device reported it later', async () => {
    const read = createActivityItem(9, { action: 'evaluation_read', read_at: '2026-11-21T09:05:00Z' });
    fetchActivityMock.mockResolvedValue(createActivityList({ items: [read] }));
    renderActivityPage();
    expect(
      await screen.findByText('en la copia del dispositivo, el 21/11/2026 04:05', { exact: false }),
    ).toBeTruthy();
  });

  it('the activity log says that the hash chain is broken', async () => {
    fetchActivityMock.mockResolvedValue(createActivityList({ chain_intact: false }));
    renderActivityPage();
    expect((await screen.findByRole('alert')).textContent).toContain('La cadena de esta página está rota.');
  });

  it('P5.2 the activity log filters by text, status and actions, and shows the first page after each change', async () => {
    renderActivityPage();
    await screen.findByText('Mostrando 1 – 20 de 45');
    await userEvent.click(screen.getByRole('button', { name: 'Siguiente' }));
    await waitFor(() => expect(lastActivityRequest()?.[1]).toBe(2));
    await userEvent.click(screen.getByRole('combobox', { name: 'Resultado' }));
    await userEvent.click(await screen.findByRole('option', { name: 'Rechazada' }));
    await waitFor(() =>
      expect(lastActivityRequest()).toEqual([{ q: '', status: 'refused', actions: [] }, 1]),
    );
    await userEvent.click(screen.getByRole('combobox', { name: 'Acciones' }));
    await userEvent.click(await screen.findByRole('option', { name: 'Firmó y cerró' }));
    await enterText(screen.getByLabelText('Buscar'), 'ana');
    await waitFor(() =>
      expect(lastActivityRequest()).toEqual([
        { q: 'ana', status: 'refused', actions: ['evaluation_signed'] },
        1,
      ]),
    );
    await userEvent.click(screen.getByRole('button', { name: 'Limpiar filtros' }));
    expect(screen.getByLabelText<HTMLInputElement>('Buscar').value).toBe('');
    expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Resultado' }).value).toBe('Todos');
  });
});

describe('P10.12 errors and permission of /admin/activity', () => {
  it('the activity log shows a loading failure, and a hint when it has no entries', async () => {
    fetchActivityMock.mockRejectedValueOnce(new Unreachable('no_answer'));
    fetchActivityMock.mockResolvedValue(createActivityList({ items: [], total_count: 0 }));
    renderActivityPage();
    await userEvent.click(await screen.findByRole('button', { name: 'Reintentar' }));
    expect(await screen.findByText('No hay actividad con los filtros seleccionados.')).toBeTruthy();
  });

  it('P8 R3 the activity log shows the age of cached entries and a retry button when the server fails', async () => {
    const { askAgain } = renderActivityPage();
    await screen.findByText(/están completas y sin cambios/);
    fetchActivityMock.mockRejectedValueOnce(
      new Rejected({ status: 500, code: null, message: '', details: [] }),
    );
    await askAgain();
    const title = await screen.findByText('No se pudo cargar la actividad.');
    expect(title.parentElement?.textContent).toMatch(/Ves la copia .*de las \d\d:\d\d\.$/);
    expect(screen.getByText(/están completas y sin cambios/)).toBeTruthy();

    await userEvent.click(screen.getByRole('button', { name: 'Reintentar' }));
    await waitFor(() => expect(screen.queryByText('No se pudo cargar la actividad.')).toBeNull());
  });

  it('P6 the activity log requires the permission user_management', () => {
    renderReadScreen(<ActivityPage account={createAccount(['manage_evaluations'])} />, '/admin/activity');
    expect(screen.getByText('No tienes permiso para ver la actividad.')).toBeTruthy();
    expect(fetchActivityMock).not.toHaveBeenCalled();
  });
});

describe('P10.54 filters in the address, and combined rows of prefetch entries', () => {
  it('the page address contains all filters except the search text', async () => {
    const path = '/admin/activity?status=refused&actions=sign_in,nonsense&page=2';
    renderReadScreen(<ActivityPage account={createAccount(['user_management'])} />, '/admin/activity', path);
    await waitFor(() =>
      expect(lastActivityRequest()).toEqual([{ q: '', status: 'refused', actions: ['sign_in'] }, 2]),
    );
    await enterText(screen.getByLabelText('Buscar'), 'ana');
    await waitFor(() => expect(lastActivityRequest()?.[0].q).toBe('ana'));
    expect(screen.getByTestId('where').textContent).toBe('/admin/activity?status=refused&actions=sign_in');
  });

  it('the activity log combines the prefetch entries of a device into one row, which one touch expands', async () => {
    const copies = [9, 8, 7].map((sequence) =>
      createActivityItem(sequence, { action: 'copy_kept', evaluation: `E${sequence}` }),
    );
    fetchActivityMock.mockResolvedValue(createActivityList({ items: [...copies, createActivityItem(6)] }));
    renderActivityPage();
    expect(await screen.findAllByRole('row')).toHaveLength(3);
    expect(screen.getByRole('cell', { name: '7 – 9' })).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Ver las 3' }));
    expect(screen.getAllByRole('row')).toHaveLength(5);
    expect(screen.getByRole('cell', { name: 'E8' })).toBeTruthy();
  });
});

describe('P10.201 remarks about a signature', () => {
  it('P10.201 the activity log describes each remark about a signature in words, and ignores unknown remarks', async () => {
    const signedLine = (sequence: number, remarks: string[]) =>
      createActivityItem(sequence, { action: 'evaluation_signed', remarks });
    const items = [
      signedLine(9, ['signed_for_another', 'disclosure_passed']),
      signedLine(8, ['without_concept', 'of_a_later_version']),
      signedLine(7, []),
    ];
    fetchActivityMock.mockResolvedValue(createActivityList({ items }));
    renderActivityPage();
    const [, ...rows] = await screen.findAllByRole('row');
    const said = rows.map(({ textContent }) => /Firmó y cerró.*(?=A1B2C3D4)/.exec(textContent)?.[0]);
    expect(said).toEqual([
      'Firmó y cerró en nombre de otro médico, con aviso de hallazgo',
      'Firmó y cerró sin concepto',
      'Firmó y cerró',
    ]);
  });
});

describe('P10.288 corrected registration', () => {
  it('P10.288 the activity log names the corrected fields and images, but not their values', async () => {
    const fields = ['employer_company', 'patient.birth_date', 'photo'];
    fetchActivityMock.mockResolvedValue(
      createActivityList({ items: [createActivityItem(9, { action: 'registration_corrected', fields })] }),
    );
    renderActivityPage();
    const [, row] = await screen.findAllByRole('row');
    expect(row?.textContent).toContain(
      'Corrigió un registro Empresa empleadora, Fecha de nacimiento, Fotografía',
    );
  });
});

describe('P10.246 subject of a change', () => {
  it('P10.246 the activity log names the kind and name of a changed record, but only its name when the log does not know the kind', async () => {
    const abouts = [
      { kind: 'companies', name: 'Flores Prueba', what: 'created' },
      { kind: 'users', name: 'Rocío Prueba', what: null },
      { kind: 'rooms', name: 'Sala Prueba', what: 'painted' },
    ];
    fetchActivityMock.mockResolvedValue(
      createActivityList({
        items: abouts.map((about, nth) => createActivityItem(9 - nth, { action: 'catalog_changed', about })),
      }),
    );
    renderActivityPage();
    for (const words of ['empresa Flores Prueba, creación', 'Rocío Prueba', 'Sala Prueba'])
      expect(await screen.findByText(words)).toBeTruthy();
  });
});
