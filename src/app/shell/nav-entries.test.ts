import { expect, it } from 'vitest';
import { routes } from '#contract/routes/routes.ts';
import { PERMISSIONS, type Permission } from '#contract/vocabulary.ts';
import { activeEntry, navEntriesFor, canOpenScreen } from './nav-entries.ts';

const labels = (actions: Parameters<typeof navEntriesFor>[0], hasQueue = false) =>
  navEntriesFor(actions, hasQueue).map((entry) => entry.label);
const FOR_ALL = ['Inicio', 'Registrar paciente', 'Evaluaciones', 'Mi organización'];
const WITH_QUEUE = FOR_ALL.toSpliced(2, 0, 'Pendientes de envío');

it('P2.21 the main menu shows four entries to every user, and administration only to users with user_management', () => {
  expect(labels([])).toEqual(FOR_ALL);
  expect(labels(['view_dashboard'])).toEqual(FOR_ALL);
  expect(labels(['user_management'])).toEqual([...FOR_ALL, 'Usuarios']);
  expect(labels(['manage_catalogs'])).toEqual([...FOR_ALL, 'Catálogos']);
});

it('P2.21 the main menu shows pending entries to users who register, and to other users only when they have pending entries', () => {
  expect(labels(['register_patients'])).toEqual(WITH_QUEUE);
  expect(labels([], true)).toEqual(WITH_QUEUE);
});

it("P10.206 the main menu lists today's evaluations before all evaluations for a doctor", () => {
  expect(labels(['manage_evaluations', 'view_dashboard'])).toEqual(FOR_ALL.toSpliced(2, 0, 'Lista de hoy'));
  expect(labels(['manage_evaluations'], true)).toEqual(WITH_QUEUE.toSpliced(3, 0, 'Lista de hoy'));
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
  expect(activeEntry(entries, pathname)?.label).toBe(label);
});

it.each([
  ['/evaluations/today', 'Lista de hoy'],
  ['/evaluations', 'Evaluaciones'],
  ['/evaluations/00000001', 'Evaluaciones'],
  ['/evaluations-of-others', undefined],
])('P10.206 the address %s activates the menu entry %s', (pathname, label) => {
  expect(activeEntry(navEntriesFor(['manage_evaluations'], false), pathname)?.label).toBe(label);
});

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
