import { randomBytes, randomUUID } from 'node:crypto';
import { hash } from '@node-rs/argon2';
import { PERMISSIONS, type Permission, type UserStatus } from '#contract/vocabulary.ts';
import { toDatabase } from '#server/platform/database/connection/client.ts';
import * as schema from '#tests/support/server/tables.ts';
import type { TestDatabase } from '#tests/support/server/embedded-database.ts';

export const PASSWORD = 'Aguacero-2026';

const randomIdsByName = <Name extends string>(...names: Name[]) =>
  Object.fromEntries(names.map((name) => [name, randomUUID()])) as Record<Name, string>;

export interface TestUser {
  readonly branch: 'bogota' | 'medellin' | null;
  readonly permissions: readonly Permission[];
  readonly status?: UserStatus;
}

/** Users that can sign in; each key is the first part of the address `name@prueba.demo`. */
export const TEST_USERS = {
  admin: {
    branch: 'bogota',
    permissions: PERMISSIONS,
  },
  global: {
    branch: null,
    permissions: ['user_management', 'register_patients', 'manage_evaluations', 'view_dashboard'],
  },
  catalogs: { branch: 'bogota', permissions: ['manage_catalogs'] },
  desk: { branch: 'bogota', permissions: ['register_patients'] },
  deskMedellin: { branch: 'medellin', permissions: ['register_patients'] },
  doctor: { branch: 'bogota', permissions: ['manage_evaluations'] },
  doctorMedellin: {
    branch: 'medellin',
    permissions: ['manage_evaluations', 'register_patients', 'deliver_documents'],
  },
  deliverer: { branch: 'bogota', permissions: ['deliver_documents'] },
  branchless: {
    branch: null,
    permissions: ['register_patients', 'manage_evaluations', 'deliver_documents', 'view_dashboard'],
  },
  nobody: { branch: 'bogota', permissions: [] },
  /** Separate user for tests that change the password, because a change ends all sessions of the user. */
  renewer: { branch: 'bogota', permissions: [] },
  suspended: { branch: 'bogota', permissions: ['register_patients'], status: 'suspended' },
  invited: { branch: 'bogota', permissions: ['register_patients'], status: 'invited' },
} as const satisfies Record<string, TestUser>;
export type TestUserName = keyof typeof TEST_USERS;

export const emailOf = (name: TestUserName): string => `${name.toLowerCase()}@prueba.demo`;

export type SeededClinic = Awaited<ReturnType<typeof seedClinic>>;

export async function seedClinic({ pool }: Pick<TestDatabase, 'pool'>) {
  const db = toDatabase(pool);
  const companies = randomIdsByName('clinic', 'builder', 'scaffolds', 'closed');
  const branches = randomIdsByName('bogota', 'medellin', 'closed');
  const types = randomIdsByName('entry', 'exit', 'retired');
  const occupations = randomIdsByName('welder');
  const users = randomIdsByName(...(Object.keys(TEST_USERS) as TestUserName[]));
  await db.insert(schema.companies).values([
    { id: companies.clinic, code: 'IPS', name: 'IPS de Prueba (DEMO)' },
    { id: companies.builder, code: 'CPI', name: 'Constructora Peña Álvarez (DEMO)', city: 'Bogotá' },
    { id: companies.scaffolds, code: 'AND', name: 'Andamios de Prueba (DEMO)', city: 'Medellín' },
    { id: companies.closed, code: 'CER', name: 'Cerrada de Prueba (DEMO)', is_active: false },
  ]);
  await db.insert(schema.branches).values([
    {
      id: branches.bogota,
      company_id: companies.clinic,
      name: 'Bogotá',
      address: 'Calle 1',
      contact_phone: '601',
    },
    { id: branches.medellin, company_id: companies.clinic, name: 'Medellín' },
    { id: branches.closed, company_id: companies.clinic, name: 'Cerrada', is_active: false },
  ]);
  await db.insert(schema.evaluationTypes).values([
    { id: types.entry, code: 'ING', name: 'Ingreso' },
    { id: types.exit, code: 'EGR', name: 'Egreso' },
    { id: types.retired, code: 'VIE', name: 'Viejo', is_active: false },
  ]);
  await db.insert(schema.occupations).values({ id: occupations.welder, name: 'Soldador de línea' });
  // This hash is cheaper than in production, because the tests sign in hundreds of times.
  const passwordHash = await hash(PASSWORD, { memoryCost: 8, timeCost: 1 });
  const people: [TestUserName, TestUser][] = Object.entries(TEST_USERS).map(([name, person]) => [
    name as TestUserName,
    person,
  ]);
  await db.insert(schema.users).values(
    people.map(([name, { branch, status }]) => ({
      id: users[name],
      email: emailOf(name),
      displayName: `Persona ${name}`,
      status: status ?? 'active',
      passwordHash: name === 'invited' ? null : passwordHash,
      branchId: branch && branches[branch],
      vaultKey: randomBytes(32),
    })),
  );
  await db
    .insert(schema.userPermissions)
    .values(
      people.flatMap(([name, { permissions }]) =>
        permissions.map((permission) => ({ userId: users[name], permission })),
      ),
    );
  return { companies, branches, types, occupations, users };
}
