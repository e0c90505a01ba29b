import { expect, it } from 'vitest';
import { routes } from '#contract/routes/routes.ts';
import { PERMISSIONS, type Permission } from '#contract/vocabulary.ts';
import { findActiveNavEntry, navEntriesFor, canOpenScreen } from './nav-entries.ts';

const getNavLabels = (actions: Parameters<typeof navEntriesFor>[0], hasQueue = false) =>
  navEntriesFor(actions, hasQueue).map((entry) => entry.label);
const COMMON_NAV_LABELS = ['Inicio', 'Registrar paciente', 'Evaluaciones', 'Mi organización'];
const NAV_LABELS_WITH_PENDING = COMMON_NAV_LABELS.toSpliced(2, 0, 'Pendientes de envío');

it('P2.21 the main menu shows every user four entries, and one more with the permission user_management or manage_catalogs', () => {
  expect(getNavLabels([])).toEqual(COMMON_NAV_LABELS);
  expect(getNavLabels(['view_dashboard'])).toEqual(COMMON_NAV_LABELS);
  expect(getNavLabels(['user_management'])).toEqual([...COMMON_NAV_LABELS, 'Usuarios']);
  expect(getNavLabels(['manage_catalogs'])).toEqual([...COMMON_NAV_LABELS, 'Catálogos']);
});

it("P2.21 the main menu shows 'Pendientes de envío' to every user who registers patients, and to others only while entries are unsent", () => {
  expect(getNavLabels(['register_patients'])).toEqual(NAV_LABELS_WITH_PENDING);
  expect(getNavLabels([], true)).toEqual(NAV_LABELS_WITH_PENDING);
});

it("P10.206 the main menu lists today's evaluations before all evaluations for a doctor", () => {
  expect(getNavLabels(['manage_evaluations', 'view_dashboard'])).toEqual(
    COMMON_NAV_LABELS.toSpliced(2, 0, 'Lista de hoy'),
  );
  expect(getNavLabels(['manage_evaluations'], true)).toEqual(
    NAV_LABELS_WITH_PENDING.toSpliced(3, 0, 'Lista de hoy'),
  );
});

it("P10.389 the main menu shows 'Entregas' only to users who hand documents over", () => {
  expect(getNavLabels(['deliver_documents'])).toEqual(COMMON_NAV_LABELS.toSpliced(2, 0, 'Entregas'));
});

it("P11.16 the main menu shows 'Citaciones' to users who register patients or manage catalogues, if the server offers extensions", () => {
  const getLabels = (actions: Permission[], isOurs: boolean) =>
    navEntriesFor(actions, false, isOurs).map(({ label }) => label);
  expect(getLabels(['register_patients'], true)).toContain('Citaciones');
  expect(getLabels(['manage_catalogs'], true)).toContain('Citaciones');
  expect(getLabels(['manage_evaluations', 'user_management'], true)).not.toContain('Citaciones');
  expect(getLabels(['register_patients', 'manage_catalogs'], false)).not.toContain('Citaciones');
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
  expect(findActiveNavEntry(entries, { pathname, search: '' })?.label).toBe(label);
});

it.each([
  ['/evaluations/today', 'Lista de hoy'],
  ['/evaluations', 'Evaluaciones'],
  ['/evaluations/00000001', 'Evaluaciones'],
  ['/evaluations-of-others', undefined],
])("P10.206 the main menu at the address %s marks a doctor's entry %s as active", (pathname, label) => {
  expect(
    findActiveNavEntry(navEntriesFor(['manage_evaluations'], false), { pathname, search: '' })?.label,
  ).toBe(label);
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
    expect(findActiveNavEntry(entries, { pathname: '/reception', search })?.label).toBe(label);
  },
);

const PERMISSION_SETS = PERMISSIONS.reduce<readonly (readonly Permission[])[]>(
  (sets, permission) => [...sets, ...sets.map((set) => [...set, permission])],
  [[]],
);
const CALL_BY_PATH = { '/reception': routes.createEvaluation, '/evaluations': routes.listEvaluations };

it.each(PERMISSION_SETS)(
  'P10.336 the main menu marks exactly the entries that a user with the permissions [%s %s %s %s %s] cannot open',
  (...actions) => {
    const entries = navEntriesFor(actions, false);
    const closed = entries.filter((entry) => !canOpenScreen(actions, entry)).map(({ to }) => to);
    const forbidden = Object.entries(CALL_BY_PATH).filter(
      ([, { access }]) => !access.some((permission) => actions.includes(permission)),
    );
    expect(closed).toEqual(forbidden.map(([to]) => to));
  },
);
