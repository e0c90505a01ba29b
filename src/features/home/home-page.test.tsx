import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { DashboardPeriod } from '#contract/records/dashboard.ts';
import { Rejected, Unreachable } from '#sync/requests/api-request.ts';
import {
  createAccount,
  renderReadScreen,
  useQueryOnChange,
} from '#tests/support/screens/rendering/render-read-screen.tsx';
import { COMPLETE_SETUP_STATUS } from '#tests/support/screens/setup-status.ts';
import { HomePage } from './home-page.tsx';

const homeDeviceMocks = vi.hoisted(() => ({
  fetchFigures: vi.fn(),
  recallFigures: vi.fn(),
  link: 'up',
  others: 0,
  countSilentDevicesWithUnsent: vi.fn(),
  countParkedDrafts: vi.fn(),
  readRegistrationFigures: vi.fn(),
  readStoredSetup: vi.fn(),
  fetchAndStoreSetup: vi.fn(),
}));
vi.mock('#sync/reads/evaluations/evaluations.ts', () => ({
  fetchEvaluationList: () => Promise.resolve({ total: 0, items: [] }),
}));
vi.mock('dexie-react-hooks', () => ({ useLiveQuery: useQueryOnChange }));
vi.mock('#storage/device/connection-state.ts', () => ({
  readConnectionState: () => Promise.resolve({ name: homeDeviceMocks.link }),
}));
vi.mock('#storage/outbox/entries.ts', () => ({
  readRegistrationFigures: homeDeviceMocks.readRegistrationFigures,
  readSyncSummary: () => Promise.resolve({ unsent: 0, attention: 0, sending: 0 }),
  countEntriesOnDevice: () => Promise.resolve(homeDeviceMocks.others),
}));
vi.mock('#storage/outbox/last-registration.ts', () => ({
  readLastRegistrationTime: () => Promise.resolve(null),
}));
vi.mock('#storage/drafts/parked-list.ts', () => ({ countParkedDrafts: homeDeviceMocks.countParkedDrafts }));
vi.mock('#sync/administration/setup.ts', () => ({
  canSetUpClinic: ({ actions }: { actions: string[] }) =>
    actions.includes('user_management') && actions.includes('manage_catalogs'),
  readStoredSetup: homeDeviceMocks.readStoredSetup,
  fetchAndStoreSetup: homeDeviceMocks.fetchAndStoreSetup,
}));
vi.mock('#sync/administration/devices.ts', () => ({
  countSilentDevicesWithUnsent: homeDeviceMocks.countSilentDevicesWithUnsent,
}));
vi.mock('#sync/reads/waiting-times.ts', () => ({
  fetchWaitingTimes: () => Promise.resolve({ generated_at: '2026-03-10T15:00:00.000Z', hours: [] }),
}));
vi.mock('#sync/reads/dashboard.ts', () => ({
  fetchFigures: homeDeviceMocks.fetchFigures,
  readCachedFigures: homeDeviceMocks.recallFigures,
  toFiguresCacheOwner: () => ({ ownerId: 'a', branchId: 'b' }),
  ALL_COMPANIES: { employer_company_id: '', contractor_company_id: '' },
  hasCompanyFilter: ({ employer_company_id, contractor_company_id }: Record<string, string>) =>
    employer_company_id !== '' || contractor_company_id !== '',
}));
vi.mock('#sync/catalogs/catalog-source.ts', () => {
  const row = { id: 'flores', name: 'Flores', aside: 'FLO', recent: false };
  return {
    createCatalogSource: () => ({
      source: 'companies',
      fits: () => true,
      search: () => Promise.resolve([row]),
      find: () => Promise.resolve(row),
    }),
  };
});

const dashboardPeriod: DashboardPeriod = {
  total: 12,
  previous_total: 10,
  statuses: { pendiente: 3, en_proceso: 2, cerrada: 7 },
  new_patients: 5,
  returning_patients: 6,
  average_completion_minutes: 45,
};
const sampleDashboardSummary = {
  generated_at: '2026-11-21T13:00:00.000Z',
  periods: {
    today: dashboardPeriod,
    this_week: dashboardPeriod,
    this_month: dashboardPeriod,
    this_year: dashboardPeriod,
  },
};
const createDatedFigures = (fetchedAt = Date.now()) => ({ summary: sampleDashboardSummary, fetchedAt });
const renderHomePage = (actions: Parameters<typeof createAccount>[0] = ['view_dashboard'], patch = {}) =>
  renderReadScreen(<HomePage account={createAccount(actions, patch)} />, '/home');
const createRejected = (status: number, code: string, message = '') =>
  new Rejected({ status, code, message, details: [] });

beforeEach(() => {
  vi.resetAllMocks();
  homeDeviceMocks.link = 'up';
  homeDeviceMocks.others = 0;
  homeDeviceMocks.recallFigures.mockResolvedValue(null);
  homeDeviceMocks.countSilentDevicesWithUnsent.mockResolvedValue(0);
  homeDeviceMocks.countParkedDrafts.mockResolvedValue(0);
  homeDeviceMocks.readRegistrationFigures.mockResolvedValue({ registered: 0 });
  homeDeviceMocks.readStoredSetup.mockResolvedValue({ skipped: [], facts: null });
  homeDeviceMocks.fetchAndStoreSetup.mockResolvedValue({ skipped: [], facts: COMPLETE_SETUP_STATUS });
  homeDeviceMocks.fetchFigures.mockResolvedValue(createDatedFigures());
});

describe('P2 figures of the four periods', () => {
  it('P2.9 P9.16 each period card of the start page shows total, difference, statuses, patients and completion time', async () => {
    renderHomePage();
    const today = await screen.findByRole('region', { name: 'Hoy' });
    const said = (today.textContent ?? '').replace(/\s/g, ' ');
    for (const text of [
      '12 evaluaciones',
      '2 más que ayer',
      'Pendiente3',
      'En proceso2',
      'Cerrada7',
      'Pacientes nuevos5',
      'Recurrentes6',
      'Cierre promedio45 min',
    ])
      expect(said).toContain(text);
    expect(screen.getAllByRole('heading', { level: 3 }).map((heading) => heading.textContent)).toEqual([
      'Hoy',
      'Esta semana',
      'Este mes',
      'Este año',
    ]);
    expect(screen.getByText(/^Actualizado hace un momento$/)).toBeTruthy();
  });

  it('P6.7 the start page requests no figures for a user without view_dashboard', () => {
    renderHomePage(['manage_evaluations']);
    expect(screen.getByRole('link', { name: /^Evaluaciones/ })).toBeTruthy();
    expect(homeDeviceMocks.fetchFigures).not.toHaveBeenCalled();
  });

  it('P8.29 the start page reports that the figures failed to load, and retries with one tap', async () => {
    homeDeviceMocks.fetchFigures.mockRejectedValueOnce(createRejected(500, 'internal', 'Falló la base.'));
    renderHomePage();
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('No se pudieron cargar las métricas del dashboard.Falló la base.');
    await userEvent.click(within(alert).getByRole('button', { name: 'Reintentar' }));
    expect(await screen.findByRole('region', { name: 'Hoy' })).toBeTruthy();
  });

  it('R3 the start page shows the cached figures with their age when there is no network', async () => {
    homeDeviceMocks.link = 'down';
    homeDeviceMocks.recallFigures.mockResolvedValue(createDatedFigures(Date.now() - 40 * 60_000));
    homeDeviceMocks.fetchFigures.mockRejectedValue(new Unreachable('no_answer'));
    renderHomePage();
    expect(await screen.findByText('Sin conexión · datos de hace 40 min')).toBeTruthy();
    expect(screen.getByRole('region', { name: 'Este año' })).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('P8 R3 the start page shows the error and the cached figures when the server fails', async () => {
    homeDeviceMocks.recallFigures.mockResolvedValue(createDatedFigures(Date.now() - 40 * 60_000));
    homeDeviceMocks.fetchFigures.mockRejectedValue(createRejected(500, 'internal', 'Falló la base.'));
    renderHomePage();
    const title = await screen.findByText('No se pudieron cargar las métricas del dashboard.');
    expect(title.parentElement?.textContent).toContain('Falló la base. Ves la copia');
    expect(screen.getByText('Sin actualizar · datos de hace 40 min')).toBeTruthy();
    expect(screen.getByRole('region', { name: 'Este año' })).toBeTruthy();
    expect(screen.queryByText(/Sin conexión/)).toBeNull();
  });
});

describe('P6 branch of the figures', () => {
  it('P6.8 the start page refers a user without a branch to the administrator, and requests no figures', () => {
    renderHomePage(['view_dashboard'], { branchId: null });
    expect(screen.getByText('No tienes una sede asignada.')).toBeTruthy();
    expect(screen.getByText(/^Pide al administrador/)).toBeTruthy();
    expect(homeDeviceMocks.fetchFigures).not.toHaveBeenCalled();
  });

  it('P8.5 the start page refers the user to the administrator when the server responds branch_not_resolved', async () => {
    homeDeviceMocks.fetchFigures.mockRejectedValue(
      createRejected(403, 'branch_not_resolved', 'branch not resolved'),
    );
    renderHomePage();
    expect(await screen.findByText('El servidor no reconoce tu sede activa.')).toBeTruthy();
    const asked = homeDeviceMocks.fetchFigures.mock.calls.length;
    await userEvent.click(screen.getByRole('button', { name: 'Reintentar' }));
    await waitFor(() => expect(homeDeviceMocks.fetchFigures.mock.calls.length).toBeGreaterThan(asked));
  });

  it('P4 the start page shows the figures of all branches in global mode', async () => {
    renderHomePage(['view_dashboard', 'user_management'], { branchId: null });
    expect(await screen.findByRole('heading', { name: 'Evaluaciones de todas las sedes' })).toBeTruthy();
  });
});

it('P10.37 the start page shows a receptionist the registration card first, then the summary of the day, then the figures', async () => {
  renderHomePage(['register_patients', 'view_dashboard']);
  const today = await screen.findByRole('region', { name: 'Hoy' });
  const main = screen.getByRole('link', { name: /^Registrar paciente/ });
  const day = await screen.findByText('Hoy todavía no has registrado a nadie en este dispositivo.');
  const follows = Node.DOCUMENT_POSITION_FOLLOWING;
  expect(main.compareDocumentPosition(day) & follows).toBe(follows);
  expect(day.compareDocumentPosition(today) & follows).toBe(follows);
});

describe('P10.75 parked drafts on the start page', () => {
  it('the start page shows a receptionist the number of parked drafts, with a link to their list', async () => {
    homeDeviceMocks.countParkedDrafts.mockResolvedValue(2);
    renderHomePage(['register_patients']);
    expect(await screen.findByText('Tienes 2 registros en espera en este dispositivo.')).toBeTruthy();
    const way = screen.getByRole('link', { name: 'Ver quién espera' });
    expect(way.getAttribute('href')).toBe('/reception?waiting');
  });

  it('the start page mentions no parked drafts when none exist, and does not count them for users who may not register', async () => {
    renderHomePage(['register_patients']);
    await screen.findByText('Hoy todavía no has registrado a nadie en este dispositivo.');
    expect(screen.queryByText(/en espera/)).toBeNull();
    homeDeviceMocks.countParkedDrafts.mockClear();
    renderHomePage(['view_dashboard']);
    await screen.findByRole('region', { name: 'Hoy' });
    expect(homeDeviceMocks.countParkedDrafts).not.toHaveBeenCalled();
  });
});

it('P10.51 the start page explains new and returning patients, and why a year may show fewer of them than a day', async () => {
  renderHomePage();
  await screen.findByRole('region', { name: 'Hoy' });
  expect(screen.getByText(/^Nuevos: .* Recurrentes: .* el año puede tener menos que el día/)).toBeTruthy();
});

it('P10.219 the start page does not claim that everything was sent when a colleague has unsent entries', async () => {
  homeDeviceMocks.others = 2;
  renderHomePage(['register_patients']);
  expect(await screen.findByText('Todo lo tuyo, enviado')).toBeTruthy();
});

it('P7.36 P9 P10.223 the start page filters the figures by employer and contractor, with only ids in the address; one tap removes the filters', async () => {
  renderReadScreen(
    <HomePage account={createAccount(['view_dashboard'])} />,
    '/home',
    '/home?employer=flores&contractor=%3Cb%3E',
  );
  await screen.findByRole('region', { name: 'Hoy' });
  const lastRequest = () => homeDeviceMocks.fetchFigures.mock.calls.at(-1)?.[1] as unknown;
  expect(lastRequest()).toEqual({ employer_company_id: 'flores', contractor_company_id: '' });
  await userEvent.click(screen.getByRole('button', { name: 'Quitar filtro' }));
  expect(screen.getByTestId('where').textContent).toBe('/home');
  await waitFor(() => expect(lastRequest()).toEqual({ employer_company_id: '', contractor_company_id: '' }));
  await userEvent.click(screen.getByRole('button', { name: 'Filtrar por empresa' }));
  await userEvent.click(screen.getByRole('combobox', { name: 'Empresa contratista' }));
  await userEvent.click(await screen.findByRole('option', { name: /Flores/ }));
  expect(screen.getByTestId('where').textContent).toBe('/home?contractor=flores');
  await waitFor(() =>
    expect(lastRequest()).toEqual({ employer_company_id: '', contractor_company_id: 'flores' }),
  );
});

it('P2.10 the start page shows a message to a user without any quick access', () => {
  renderHomePage(['view_dashboard']);
  expect(screen.getByText('No hay accesos rápidos disponibles para tu rol.')).toBeTruthy();
});

describe('S24 tablets without a recent report', () => {
  it('the start page shows an administrator how many tablets have unsent evaluations but no recent report, with a link to all devices', async () => {
    homeDeviceMocks.countSilentDevicesWithUnsent.mockResolvedValue(1);
    renderHomePage(['user_management']);
    expect(
      await screen.findByText('1 dispositivo con evaluaciones por enviar lleva más de una hora en silencio.'),
    ).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Ver dispositivos' }).getAttribute('href')).toBe(
      '/admin/devices',
    );
  });

  it('the start page requests the number of tablets without a recent report only for administrators', () => {
    renderHomePage(['view_dashboard']);
    expect(homeDeviceMocks.countSilentDevicesWithUnsent).not.toHaveBeenCalled();
  });
});

describe('P10.102 clinic that is not set up yet', () => {
  it('the start page shows the setup card only to a user who may complete the set-up', async () => {
    homeDeviceMocks.fetchAndStoreSetup.mockResolvedValue({
      skipped: [],
      facts: { ...COMPLETE_SETUP_STATUS, exams: 0 },
    });
    renderHomePage(['user_management', 'register_patients']).unmount();
    expect(homeDeviceMocks.readStoredSetup).not.toHaveBeenCalled();
    renderHomePage(['user_management', 'manage_catalogs']);
    expect(await screen.findByRole('region', { name: 'Pon en marcha tu clínica' })).toBeTruthy();
  });
});

it('P10.37 the start page shows the new date at midnight and counts the registrations of the new day from then on', async () => {
  const now = Date.parse('2026-11-21T23:59:30-05:00');
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now });
  const who = createAccount([]);
  renderReadScreen(<HomePage account={who} />, '/home');
  expect(await screen.findByText('sábado, 21 de noviembre')).toBeTruthy();
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  expect(screen.getByText('domingo, 22 de noviembre')).toBeTruthy();
  const today = Date.parse('2026-11-22T00:00:00-05:00');
  expect(homeDeviceMocks.readRegistrationFigures).toHaveBeenLastCalledWith(who.userId, today);
  vi.useRealTimers();
});
