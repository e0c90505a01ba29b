import { test as base } from '#tests/e2e/fixtures.ts';
import { createClinicUser } from '#tests/support/server/clinic.ts';
import { BaseContractClient } from './client.ts';
import { AUDIT_USERS, type AuditUserName } from './people.ts';
import { AuditRecords } from './records.ts';

export { expect } from '@playwright/test';
export { verify } from './checks.ts';

interface AuditFixtures {
  /** Returns the client of this user, the same one throughout the run. */
  readonly as: (person: AuditUserName) => Promise<BaseContractClient>;
  /** Returns a client of a new, signed-in user, for calls that end or change the session. */
  readonly fresh: (person: AuditUserName) => Promise<BaseContractClient>;
  readonly anonymous: BaseContractClient;
  readonly records: AuditRecords;
}

export const test = base.extend<object, AuditFixtures>({
  fresh: [
    async ({ clinic }, provide) =>
      provide(async (person) => {
        const [branch, actions] = AUDIT_USERS[person];
        const client = new BaseContractClient(clinic.origin);
        await client.signIn(await createClinicUser(clinic, branch, actions));
        return client;
      }),
    { scope: 'worker' },
  ],
  as: [
    async ({ fresh }, provide) => {
      const known = new Map<AuditUserName, Promise<BaseContractClient>>();
      await provide((person) => {
        const client = known.get(person) ?? fresh(person);
        known.set(person, client);
        return client;
      });
    },
    { scope: 'worker' },
  ],
  records: [async ({ as }, provide) => provide(new AuditRecords(as)), { scope: 'worker' }],
  anonymous: [
    async ({ clinic }, provide) => provide(new BaseContractClient(clinic.origin)),
    { scope: 'worker' },
  ],
});
