import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DeviceReportResponse } from '#contract/records/people/devices.ts';
import { listBackupStatementHmacParts } from '#domain/retention.ts';
import { hmacOfConsentTerms } from '#server/platform/access/consent.ts';
import type { TestUserName } from '../support/clinic.ts';
import { type Server, responseOf, startServer } from '../support/server.ts';

let server: Server;
beforeAll(async () => {
  server = await startServer('copies');
});
afterAll(() => server.stop());
beforeEach(async () => {
  await server.database.pool.query('delete from copies');
});

const BACKUP_ASKING_REPORT = {
  unsent: 0,
  attention: 0,
  oldest_captured_at: null,
  storage_used: null,
  storage_quota: null,
  storage_persisted: null,
  asks_copies: true,
};

async function reportAndReadBackupStatement(deviceId: string = randomUUID(), person: TestUserName = 'desk') {
  const caller = await server.as(person);
  const reply = await caller.send('PUT', `/devices/${deviceId}`, { json: BACKUP_ASKING_REPORT });
  return responseOf(DeviceReportResponse, reply).copies;
}

const insertBackup = (name: string, heldUntil: string, verifiedAt: string | null) =>
  server.database.pool.query(
    `insert into copies (name, place, kind, held_until, finished_at, bytes, files, verified_at)
      values ($1, '/copies', 'embedded', $2, $2, 1, 0, $3)`,
    [name, heldUntil, verifiedAt],
  );

describe('S29 P10.108 backup statement (which captures the newest backup contains)', () => {
  it('a device report that requests the backup statement gets the incarnation of the database, with null as all times while no backup exists', async () => {
    const said = await reportAndReadBackupStatement();
    const { rows } = await server.database.pool.query<{ id: string }>('select id from database_life');
    expect(said).toMatchObject({ life: rows[0]?.id, after: null, holds_until: null, backed_up_until: null });
    const caller = await server.as('desk');
    const { asks_copies: _asks, ...older } = BACKUP_ASKING_REPORT;
    const reply = await caller.send('PUT', `/devices/${randomUUID()}`, { json: older });
    expect([reply.statusCode, reply.body]).toEqual([204, '']);
  });

  it('the backup statement counts only verified backups', async () => {
    await insertBackup('copy-1', '2026-11-20T08:00:00Z', '2026-11-20T09:00:00Z');
    await insertBackup('copy-2', '2026-11-21T08:00:00Z', '2026-11-21T09:00:00Z');
    await insertBackup('copy-3', '2026-11-22T08:00:00Z', null);
    expect((await reportAndReadBackupStatement())?.backed_up_until).toBe('2026-11-21T08:00:00.000Z');
  });

  it('the server signs the backup statement for the requesting user and device', async () => {
    const deviceId = randomUUID();
    const said = await reportAndReadBackupStatement(deviceId);
    const { rows } = await server.database.pool.query<{ id: string; vault_key: Buffer }>(
      'select id, vault_key from users where id = $1',
      [server.clinic.users.desk],
    );
    const user = rows[0];
    if (!user || !said) throw new Error('nothing was said');
    const parts = listBackupStatementHmacParts({
      userId: user.id,
      deviceId,
      life: said.life,
      after: said.after,
      holdsUntil: said.holds_until,
      backedUpUntil: said.backed_up_until,
      at: said.at,
    });
    expect(hmacOfConsentTerms(user.vault_key, parts).toString('hex')).toBe(said.hmac);
    expect((await reportAndReadBackupStatement(deviceId.toUpperCase()))?.life).toBe(said.life);
    expect((await reportAndReadBackupStatement(randomUUID(), 'doctor'))?.hmac).not.toBe(said.hmac);
  });
});
