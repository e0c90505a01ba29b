import { expect, it } from 'vitest';
import { routes } from '#contract/routes/routes.ts';
import { PERMISSIONS, type Permission } from '#contract/vocabulary.ts';
import { activeEntry, navEntriesFor, canOpenScreen } from './nav-entries.ts';

const labels = (actions: Parameters<typeof navEntriesFor>[0], hasQueue = false) =>
  navEntriesFor(actions, hasQueue).map((entry) => entry.label);
const COMMON_ENTRIES = ['Inicio', 'Registrar paciente', 'Evaluaciones', 'Mi organización'];
const ENTRIES_WITH_QUEUE = COMMON_ENTRIES.toSpliced(2, 0, 'Pendientes de envío');

it('P2.21 the main menu shows four entries to every user, and administration only to users with user_management', () => {
  expect(labels([])).toEqual(COMMON_ENTRIES);
  expect(labels(['view_dashboard'])).toEqual(COMMON_ENTRIES);
  expect(labels(['user_management'])).toEqual([...COMMON_ENTRIES, 'Usuarios']);
  expect(labels(['manage_catalogs'])).toEqual([...COMMON_ENTRIES, 'Catálogos']);
});

it('P2.21 the main menu shows pending entries to every user who registers patients, and to others only when entries are pending', () => {
  expect(labels(['register_patients'])).toEqual(ENTRIES_WITH_QUEUE);
  expect(labels([], true)).toEqual(ENTRIES_WITH_QUEUE);
});

it("P10.206 the main menu lists today's evaluations before all evaluations for a doctor", () => {
  expect(labels(['manage_evaluations', 'view_dashboard'])).toEqual(
    COMMON_ENTRIES.toSpliced(2, 0, 'Lista de hoy'),
  );
  expect(labels(['manage_evaluations'], true)).toEqual(ENTRIES_WITH_QUEUE.toSpliced(3, 0, 'Lista de hoy'));
});

it.each([
  ['/admin/users', 'Usuarios'],
  ['/admin/users/00000001', 'Usuarios'],
  ['/admin/devices', 'Usuarios'],
  ['/admin/activity', 'Usuarios'],
  ['/admin/system', 'Usuarios'],
  ['/admin/catalogs/branches', 'Catálogos'],
])('P10.329 the main menu at the address %s marks the entry %s as active', (pathname, label) => {
  const entries = navEntriesFor(['user_management', 'manage_catalogs'], false);
  expect(activeEntry(entries, { pathname, search: '' })?.label).toBe(label);
});

it.each([
  ['/evaluations/today', 'Lista de hoy'],
  ['/evaluations', 'Evaluaciones'],
  ['/evaluations/00000001', 'Evaluaciones'],
  ['/evaluations-of-others', undefined],
])("P10.206 the main menu at the address %s marks a doctor's entry %s as active", (pathname, label) => {
  expect(activeEntry(navEntriesFor(['manage_evaluations'], false), { pathname, search: '' })?.label).toBe(
    label,
  );
});

it.each([
  ['', 'Registrar paciente'],
  ['?result=00000001', 'Registrar paciente'],
  ['?evaluation=00000001', undefined],
  ['?entry=00000001', undefined],
])(
  'P10.382 the main menu at reception with the address end %j marks the entry %s as active',
  (search, label) => {
    const entries = navEntriesFor(['register_patients', 'manage_evaluations'], true);
    expect(activeEntry(entries, { pathname: '/reception', search })?.label).toBe(label);
  },
);

const MATRIX = PERMISSIONS.reduce<readonly (readonly Permission[])[]>(
  (sets, permission) => [...sets, ...sets.map((set) => [...set, permission])],
  [[]],
);
const CALLS = { '/reception': routes.createEvaluation, '/evaluations': routes.listEvaluations };

it.each(MATRIX)(
  'P10.336 the main menu marks exactly the entries that a user with the permissions [%s %s %s %s %s] cannot open',
  (...actions) => {
    const entries = navEntriesFor(actions, false);
    const closed = entries.filter((entry) => !canOpenScreen(actions, entry)).map(({ to }) => to);
    const forbidden = Object.entries(CALLS).filter(
      ([, { access }]) => !access.some((permission) => actions.includes(permission)),
    );
    expect(closed).toEqual(forbidden.map(([to]) => to));
  },
);
