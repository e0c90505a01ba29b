import type { Permission } from '#contract/vocabulary.ts';
import { test as base } from '#tests/e2e/fixtures.ts';
import { hire } from '#tests/support/clinic.ts';
import { Client } from './client.ts';
import { Records } from './records.ts';

export { expect } from '@playwright/test';
export { see } from './see.ts';

/** Who calls, by what they may and where they work. */
const PEOPLE = {
  /** Everything, in Bogotá. */
  admin: [
    'Bogotá',
    ['user_management', 'manage_catalogs', 'register_patients', 'manage_evaluations', 'view_dashboard'],
  ],
  /** Manages users and has no branch: global mode. */
  global: [null, ['user_management', 'manage_catalogs', 'view_dashboard']],
  desk: ['Bogotá', ['register_patients']],
  doctor: ['Bogotá', ['manage_evaluations']],
  curator: ['Bogotá', ['manage_catalogs']],
  manager: ['Bogotá', ['user_management']],
  watcher: ['Bogotá', ['view_dashboard']],
  /** A session without any permission. */
  nobody: ['Bogotá', []],
  branchless: [null, ['register_patients', 'manage_evaluations']],
} as const satisfies Record<string, readonly ['Bogotá' | 'Medellín' | null, readonly Permission[]]>;
export type Person = keyof typeof PEOPLE;

interface Wire {
  /** The same client for the same person within the run. */
  readonly as: (person: Person) => Promise<Client>;
  /** Somebody new, signed in, for what ends or changes their session. */
  readonly fresh: (person: Person) => Promise<Client>;
  readonly anonymous: Client;
  readonly records: Records;
}

/** tests/e2e/fixtures.ts, and clients over HTTP that know the specification alone. */
export const test = base.extend<object, Wire>({
  fresh: [
    async ({ clinic }, provide) =>
      provide(async (person) => {
        const [branch, actions] = PEOPLE[person];
        const client = new Client(clinic.origin);
        await client.signIn(await hire(clinic, branch, actions));
        return client;
      }),
    { scope: 'worker' },
  ],
  as: [
    async ({ fresh }, provide) => {
      const known = new Map<Person, Promise<Client>>();
      await provide((person) => {
        const client = known.get(person) ?? fresh(person);
        known.set(person, client);
        return client;
      });
    },
    { scope: 'worker' },
  ],
  records: [async ({ as }, provide) => provide(new Records(as)), { scope: 'worker' }],
  anonymous: [async ({ clinic }, provide) => provide(new Client(clinic.origin)), { scope: 'worker' }],
});
