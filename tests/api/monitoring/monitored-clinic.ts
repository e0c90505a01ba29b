import { randomUUID } from 'node:crypto';
import os from 'node:os';
import type { Pool } from 'pg';
import { toDatabase } from '#server/platform/database/connection/client.ts';
import type { MailContent, Mailer } from '#server/platform/mail/mailer.ts';
import { INACTIVE_STORAGE_MONITOR } from '#server/monitoring/facts/places.ts';
import { ALERT_DEFAULTS } from '#server/monitoring/settings.ts';
import type { MonitoringDependencies } from '#server/monitoring/state.ts';
import type { Server } from '../support/server.ts';

const HOUR_MS = 60 * 60_000;
const hoursAgo = (hours: number): Date => new Date(Date.now() - hours * HOUR_MS);

export const addBackup = (pool: Pool, hours: number, isVerified = true) =>
  pool.query(
    `insert into copies (name, place, kind, held_until, finished_at, bytes, files, verified_at)
      values ($1, '/mnt/copies', 'embedded', $2, $2, 1000, 3, $3)`,
    [`copy-${randomUUID()}`, hoursAgo(hours), isVerified ? hoursAgo(hours) : null],
  );

export const addTablet = (
  { database, clinic }: Server,
  hours: number,
  unsent: number,
  name = 'Recepción 1',
) =>
  database.pool.query(
    `insert into devices (id, name, unsent, attention, first_user_id, last_user_id, branch_id, first_seen_at, last_seen_at)
      values ($1, $2, $3, 0, $4, $4, $5, $6, $6)`,
    [randomUUID(), name, unsent, clinic.users.desk, clinic.branches.bogota, hoursAgo(hours)],
  );

export const monitoredSystemOf = (
  pool: Pool,
  patch: Partial<MonitoringDependencies> = {},
): MonitoringDependencies => ({
  db: toDatabase(pool),
  program: {
    id: randomUUID(),
    host: 'servidor-1',
    version: '1.0.0',
    startedAt: new Date(),
    dataDir: os.tmpdir(),
  },
  alerts: ALERT_DEFAULTS,
  places: INACTIVE_STORAGE_MONITOR,
  sendsMail: true,
  ...patch,
});

export interface TestMailer extends Mailer {
  readonly letters: MailContent[];
  /** Rejects all further mails if true; accepts mails again if false. */
  refuse(isRejecting: boolean): void;
}

export function createTestMailer(): TestMailer {
  const letters: MailContent[] = [];
  let isRejecting = false;
  return {
    letters,
    refuse: (refusing) => (isRejecting = refusing),
    send: async (letter) => {
      if (isRejecting) throw new Error('the mail server is away');
      letters.push(letter);
      return { server: 'correo.prueba.demo', response: '250 OK' };
    },
  };
}
