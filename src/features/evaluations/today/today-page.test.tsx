import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { SigningRules } from '#contract/records/evaluation/clinical.ts';
import type { EvaluationStatus } from '#contract/vocabulary.ts';
import { bogotaDay } from '#domain/time/clock.ts';
import { Unreachable } from '#sync/requests/api-request.ts';
import type { DatedEvaluationList, EvaluationListQuery } from '#sync/reads/evaluations/evaluations.ts';
import { createAccount, renderReadScreen } from '#tests/support/screens/rendering/render-read-screen.tsx';
import { toEvaluationListItem, sampleEvaluation } from '#tests/support/screens/evaluation.ts';
import { TodayPage } from './today-page.tsx';

const listMocks = vi.hoisted(() => ({
  fetchEvaluationList:
    vi.fn<(reader: unknown, question: EvaluationListQuery) => Promise<DatedEvaluationList>>(),
  listFromDevice: vi.fn<() => Promise<DatedEvaluationList | null>>(),
  fetchSigningRules: vi.fn<() => Promise<unknown>>(),
  fetchOrReadDocument: vi.fn<(reader: unknown, kind: string, closing: unknown) => Promise<unknown>>(),
  downloadFile: vi.fn(),
  readCachedPhoto: vi.fn<(reader: unknown, id: string) => Promise<unknown>>(),
  kept: null as DatedEvaluationList | null,
  link: { name: 'up' },
}));
vi.mock('dexie-react-hooks', async () => ({
  useLiveQuery: (await import('#tests/support/screens/rendering/render-read-screen.tsx')).useQueryOnChange,
}));
vi.mock('#sync/reads/evaluations/evaluations.ts', () => ({
  fetchEvaluationList: listMocks.fetchEvaluationList,
  buildEvaluationListFromCache: listMocks.listFromDevice,
  readCachedEvaluationList: () => Promise.resolve(listMocks.kept),
}));
vi.mock('#sync/reads/documents/documents.ts', () => ({ fetchOrReadDocument: listMocks.fetchOrReadDocument }));
vi.mock('#sync/reads/documents/downloads.ts', () => ({ recordDownload: () => Promise.resolve() }));
vi.mock('#ui/hooks/save-file.ts', () => ({ downloadFile: listMocks.downloadFile }));
vi.mock('#sync/reads/evaluations/listed-photo.ts', () => ({ readCachedPhoto: listMocks.readCachedPhoto }));
vi.mock('./calls/use-calls.ts', () => ({ usePatientCalls: () => null }));
vi.mock('#sync/changes/clinical.ts', () => ({ fetchSigningRules: listMocks.fetchSigningRules }));
vi.mock('#sync/reads/evaluations/prefetch.ts', () => ({ prefetchIfAnyUncached: async () => 'not_due' }));
vi.mock('#storage/device/connection-state.ts', () => ({ readConnectionState: async () => listMocks.link }));
vi.mock('#storage/drafts/clinical-drafts.ts', () => ({ listUnsavedEvaluations: async () => new Set() }));
vi.mock('#storage/outbox/entries.ts', () => ({ countOutboxReceipts: () => Promise.resolve(0) }));

const MINUTE_MS = 60_000;
const createArrivalMinutesAgo = (nth: number, minutes: number, status: EvaluationStatus = 'pendiente') =>
  toEvaluationListItem(
    sampleEvaluation(nth, {
      status,
      started_at: new Date(Date.now() - minutes * MINUTE_MS).toISOString(),
      patient: { ...sampleEvaluation(nth).patient, last_name: `Número ${nth}` },
    }),
  );
const createEvaluationList = (
  items: DatedEvaluationList['items'],
  patch: Partial<DatedEvaluationList> = {},
): DatedEvaluationList => ({
  items,
  total: items.length,
  fetchedAt: Date.now(),
  source: 'provider',
  ...patch,
});
/** Returns a list of patients with the numbers 1, 2, … who arrived the given minutes ago. */
const createWaitingList = (...minutes: readonly number[]) =>
  createEvaluationList(minutes.map((ago, at) => createArrivalMinutesAgo(at + 1, ago)));
const accountOfDoctor = createAccount(['manage_evaluations']);
const renderTodayPage = (who = accountOfDoctor, query = '') =>
  renderReadScreen(<TodayPage account={who} />, '/evaluations/today', `/evaluations/today${query}`);
const findShownPatientNames = async () =>
  within(await screen.findByRole('list', { name: 'Personas de hoy' }))
    .getAllByRole('link')
    .map(({ textContent }) => /Número \d/.exec(textContent)?.[0]);
const renderAndFindPatientNames = async (...page: Parameters<typeof renderTodayPage>) => {
  renderTodayPage(...page);
  return findShownPatientNames();
};
const getTab = (name: string) =>
  within(screen.getByRole('navigation', { name: 'De hoy' })).getByRole('link', { name });
const createLicenceRules = (validUntil: string | null): SigningRules => ({
  doctor: { id: 'd1', name: 'Dra. Ana Demo', license_number: 'L-1', license_valid_until: validUntil },
  own_only: false,
  licences: [],
});
const dayFromNow = (days: number) => bogotaDay(Date.now() + days * 24 * 60 * MINUTE_MS);

const listsByStatus: Record<EvaluationStatus, DatedEvaluationList> = {
  pendiente: createEvaluationList([]),
  en_proceso: createEvaluationList([]),
  cerrada: createEvaluationList([]),
};

beforeEach(() => {
  vi.clearAllMocks();
  // The clock is at noon in Bogotá. Shortly after midnight, a patient who arrived 48 minutes ago would have arrived on the
  // previous day.
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-10T12:00:00-05:00') });
  listsByStatus.pendiente = createWaitingList(12, 48);
  listsByStatus.en_proceso = createEvaluationList([createArrivalMinutesAgo(3, 70, 'en_proceso')]);
  listsByStatus.cerrada = createEvaluationList([createArrivalMinutesAgo(4, 90, 'cerrada')], { total: 14 });
  listMocks.fetchEvaluationList.mockImplementation((_reader, { filters }) =>
    Promise.resolve(listsByStatus[filters.statuses[0] ?? 'pendiente']),
  );
  listMocks.listFromDevice.mockResolvedValue(null);
  listMocks.fetchSigningRules.mockResolvedValue(null);
  listMocks.readCachedPhoto.mockResolvedValue(null);
  listMocks.kept = null;
  listMocks.link = { name: 'up' };
});

afterEach(() => {
  vi.useRealTimers();
});

it("P10.179 P10.239 today's list sorts by waiting time, shows waiting time and queue number, and makes each whole row a link", async () => {
  listsByStatus.pendiente = createEvaluationList([
    { ...createArrivalMinutesAgo(1, 12), turn: 'B-14' },
    createArrivalMinutesAgo(2, 48),
    { ...createArrivalMinutesAgo(3, 24 * 60), turn: 'A-02' },
  ]);
  expect(await renderAndFindPatientNames()).toEqual(['Número 3', 'Número 2', 'Número 1']);
  const rows = screen.getAllByRole('link', { name: /^Ver detalle: / }).map(({ textContent }) => textContent);
  expect(rows.at(-1)).toMatch(/^Ver detalle: .*Número 1 Turno B-14 CC /);
  expect(rows.slice(0, 2).join('')).not.toContain('Turno');
  const first = screen.getByRole('link', { name: /^Ver detalle: Zoraida Número 2/ });
  expect(first.getAttribute('href')).toBe(`/evaluations/${sampleEvaluation(2).id}`);
  expect(first.textContent).toContain('espera 48\u00a0min');
  expect(within(first).getByText('CC 9999000002')).toBeTruthy();
});

it("P10.179 the tabs of today's list show the counts of the day, and each tab has its own address", async () => {
  await renderAndFindPatientNames();
  expect(getTab('Por atender 2').getAttribute('aria-current')).toBe('page');
  expect(getTab('En proceso 1')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Ver todas' }).getAttribute('href')).toBe('/evaluations');
  await userEvent.click(getTab('Cerradas hoy 14'));
  expect(await findShownPatientNames()).toEqual(['Número 4']);
  expect(screen.getByTestId('where').textContent).toBe('/evaluations/today?status=cerrada');
  const day = bogotaDay(Date.now());
  expect(
    listMocks.fetchEvaluationList.mock.calls.every(
      ([, { filters }]) => filters.from === day && filters.to === day,
    ),
  ).toBe(true);
});

it("P10.179 today's list says that more patients are waiting than it shows", async () => {
  listsByStatus.pendiente = createEvaluationList([createArrivalMinutesAgo(1, 12)], { total: 130 });
  renderTodayPage();
  expect(await screen.findByText(/^Se muestran 1 de 130\./)).toBeTruthy();
});

it("P10.179 today's list says 'Nadie espera.' when no patient is waiting", async () => {
  listsByStatus.pendiente = createEvaluationList([]);
  renderTodayPage();
  expect(await screen.findByText('Nadie espera.')).toBeTruthy();
  expect(getTab('Por atender 0')).toBeTruthy();
});

const readFocusedPatient = () => /Número \d/.exec(document.activeElement?.textContent ?? '')?.[0];

it("P10.183 in today's list, the arrow keys, J, K, Home and End move between rows, Enter opens a row, and Tab stops only once", async () => {
  listsByStatus.pendiente = createWaitingList(10, 20, 30);
  await renderAndFindPatientNames();
  screen.getByRole('link', { name: /Número 3/ }).focus();
  const seen = [];
  for (const key of ['{ArrowDown}', 'j', 'j', 'k', '{ArrowUp}', '{ArrowUp}', '{End}', '{Home}']) {
    await userEvent.keyboard(key);
    seen.push(readFocusedPatient()?.at(-1));
  }
  expect(seen.join('')).toBe('21123313');
  await userEvent.keyboard('{ArrowDown}{ArrowUp}');
  const [first, ...others] = screen.getAllByRole('link', { name: /Número/ });
  expect([first?.tabIndex, ...others.map(({ tabIndex }) => tabIndex)]).toEqual([0, -1, -1]);
  await userEvent.keyboard('{Enter}');
  expect(screen.getByTestId('where').textContent).toBe(`/evaluations/${sampleEvaluation(3).id}`);
});

it("P10.183 the navigation keys move the focus into today's list from anywhere on the page except a field", async () => {
  await renderAndFindPatientNames();
  await userEvent.keyboard('j');
  expect(readFocusedPatient()).toBe('Número 2');
  const search = document.body.appendChild(document.createElement('input'));
  search.focus();
  await userEvent.keyboard('j');
  expect(search.value).toBe('j');
  search.remove();
});

it("P10.183 when the row with the focus is removed from today's list, the focus moves to the next row", async () => {
  listsByStatus.pendiente = createWaitingList(10, 20, 30);
  const { askAgain } = renderTodayPage();
  await findShownPatientNames();
  screen.getByRole('link', { name: /Número 2/ }).focus();
  listsByStatus.pendiente = createEvaluationList([
    createArrivalMinutesAgo(1, 10),
    createArrivalMinutesAgo(3, 30),
  ]);
  await askAgain();
  expect(await findShownPatientNames()).toEqual(['Número 3', 'Número 1']);
  expect(readFocusedPatient()).toBe('Número 1');
});

it.each([
  ['who is still there', 1, 'Número 1'],
  ['who is gone: whoever comes after', 7, 'Número 1'],
])(
  "P10.183 today's list restores the focus when the user comes back from the evaluation of a patient %s",
  async (_what, nth, at) => {
    const { id, started_at: startedAt } = createArrivalMinutesAgo(nth, 30);
    const state = { from: '/evaluations/today', left: { id, startedAt } };
    renderReadScreen(<TodayPage account={accountOfDoctor} />, '/evaluations/today', {
      pathname: '/evaluations/today',
      state,
    });
    await findShownPatientNames();
    await waitFor(() => expect(readFocusedPatient()).toBe(at));
  },
);

it("P10.182 a row of today's list shows the patient's photo when the device has it", async () => {
  vi.stubGlobal(
    'URL',
    Object.assign(URL, { createObjectURL: () => 'blob:photo', revokeObjectURL: () => undefined }),
  );
  listMocks.readCachedPhoto.mockImplementation((_reader, id) =>
    Promise.resolve(id === sampleEvaluation(2).id ? { bytes: new ArrayBuffer(2), mime: 'image/jpeg' } : null),
  );
  await renderAndFindPatientNames();
  const photo = await screen.findByRole('presentation');
  expect(photo.closest('a')?.getAttribute('href')).toBe(`/evaluations/${sampleEvaluation(2).id}`);
  vi.unstubAllGlobals();
});

it("P10.180 today's list shows the evaluations stored on the device, with a notice, when there is no network", async () => {
  listMocks.link = { name: 'down' };
  listMocks.fetchEvaluationList.mockRejectedValue(new Unreachable('no_answer'));
  listMocks.listFromDevice.mockResolvedValue(
    createEvaluationList([createArrivalMinutesAgo(5, 20)], {
      source: 'device',
      fetchedAt: Date.now() - 40 * MINUTE_MS,
    }),
  );
  expect(await renderAndFindPatientNames()).toEqual(['Número 5']);
  expect(screen.getByText('Sin conexión · datos de hace 40 min')).toBeTruthy();
  expect(screen.getByText(/solo las evaluaciones guardadas en este dispositivo/)).toBeTruthy();
});

it("P10.180 today's list shows the cached response with its age immediately", async () => {
  listMocks.kept = createEvaluationList([createArrivalMinutesAgo(6, 20)], {
    fetchedAt: Date.now() - 5 * MINUTE_MS,
  });
  listMocks.fetchEvaluationList.mockReturnValue(new Promise(() => undefined));
  expect(await renderAndFindPatientNames()).toEqual(['Número 6']);
  expect(screen.getByText('Actualizado hace 5 min')).toBeTruthy();
});

it.each([
  [9, /^Tu licencia vence el .* \(quedan 9 días\)\.$/],
  [0, /^Tu licencia vence hoy\.$/],
  [-1, /^Tu licencia venció el /],
])(
  "P10.181 the page of today's list shows a hint when the user's licence is valid for %i more days",
  async (days, words) => {
    listMocks.fetchSigningRules.mockResolvedValue(createLicenceRules(dayFromNow(days)));
    renderTodayPage();
    expect(await screen.findByText(words)).toBeTruthy();
  },
);

it("P10.181 the page of today's list shows no hint when the user's licence does not expire soon", async () => {
  listMocks.fetchSigningRules.mockResolvedValue(createLicenceRules(dayFromNow(200)));
  await renderAndFindPatientNames();
  expect(screen.queryByText(/licencia/)).toBeNull();
});

it("P6 the page of today's list shows no list and sends no request when the user may not open evaluations", () => {
  renderTodayPage(createAccount(['register_patients']));
  expect(screen.getByText('No tienes permiso para abrir evaluaciones.')).toBeTruthy();
  expect(listMocks.fetchEvaluationList).not.toHaveBeenCalled();
});

it("P2.34 the page of today's list shows a notice to a user without a branch", () => {
  renderTodayPage(createAccount(['manage_evaluations'], { branchId: null }));
  expect(screen.getByText('No tienes una sede asignada.')).toBeTruthy();
});

it("P10.273 in today's list, the row of a closed evaluation shows the aptitude", async () => {
  listMocks.fetchEvaluationList.mockResolvedValue(
    createEvaluationList([{ ...createArrivalMinutesAgo(1, 30, 'cerrada'), aptitude: 'apto_restricciones' }]),
  );
  renderTodayPage(accountOfDoctor, '?status=cerrada');
  const row = within(await screen.findByRole('list', { name: 'Personas de hoy' })).getByRole('link');
  expect(row.textContent).toContain('Apto con restricciones');
});

it("P10.321 a row of today's list shows age and job below the name, if the server sends them", async () => {
  const [known, unknown] = [createArrivalMinutesAgo(1, 30), createArrivalMinutesAgo(2, 20)];
  const patient = { ...known.patient, age: 41, occupation_name: 'Soldadora' };
  listsByStatus.pendiente = createEvaluationList([{ ...known, patient }, unknown]);
  await renderAndFindPatientNames();
  expect(screen.getByText('41 años · Soldadora')).toBeTruthy();
  expect(document.querySelectorAll('.today-facts')).toHaveLength(1);
});

it("P10.322 in today's list, the row of a closed evaluation downloads the concept of the valid signed version", async () => {
  const closing = { version: 2, closed_at: '2026-03-10T16:00:00.000Z' };
  const item = { ...createArrivalMinutesAgo(1, 30, 'cerrada'), closing };
  listsByStatus.cerrada = createEvaluationList([item, createArrivalMinutesAgo(2, 20, 'cerrada')]);
  const bytes = new ArrayBuffer(8);
  listMocks.fetchOrReadDocument.mockResolvedValue({ bytes, fileName: 'concepto_x.pdf', keptSince: null });
  await renderAndFindPatientNames(accountOfDoctor, '?status=cerrada');
  const buttons = screen.getAllByRole('button', { name: /^Descargar concepto PDF de / });
  expect(buttons).toHaveLength(1);
  await userEvent.click(buttons[0] as HTMLElement);
  expect(listMocks.fetchOrReadDocument.mock.lastCall?.slice(1)).toEqual([
    'concept',
    { id: item.id, ...closing },
  ]);
  expect(listMocks.downloadFile).toHaveBeenCalledWith(bytes, 'application/pdf', 'concepto_x.pdf');
});
