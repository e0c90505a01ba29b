import { Writable } from 'node:stream';
import Fastify from 'fastify';
import type { Pool } from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { toDatabase } from '#server/platform/database/connection/client.ts';
import { createPool } from '#server/platform/database/connection/pool.ts';
import { checkAndSendAlerts } from '#server/monitoring/alert-check.ts';
import { claimUnreportedAlerts } from '#server/monitoring/alerts.ts';
import { emailOf } from '../support/clinic.ts';
import { type Server, startServer } from '../support/server.ts';
import {
  addBackup,
  addTablet,
  createTestMailer,
  monitoredSystemOf,
  type TestMailer,
} from './monitored-clinic.ts';

const PUBLIC_URL = new URL('https://ventanilla.clinica.example');
const loggedLines: string[] = [];
const { log } = Fastify({
  logger: {
    stream: new Writable({
      write: (chunk: Buffer, _encoding, done) => {
        loggedLines.push(chunk.toString());
        done();
      },
    }),
  },
});

let server: Server;
beforeAll(async () => {
  server = await startServer('alerts');
});
afterAll(() => server.stop());
afterEach(async () => {
  loggedLines.length = 0;
  for (const table of ['alerts', 'copies', 'devices', 'mails', 'providers'])
    await server.database.pool.query(`delete from ${table}`);
});

const runAlertCheck = (mailer: TestMailer | null, pool = server.database.pool) =>
  checkAndSendAlerts(monitoredSystemOf(pool), mailer && { mailer, publicUrl: PUBLIC_URL }, log, new Date());
const readAlertKinds = async () =>
  (await server.database.pool.query<{ kind: string }>('select kind from alerts order by kind')).rows.map(
    ({ kind }) => kind,
  );
const updateAllAlerts = (what: string) => server.database.pool.query(`update alerts set ${what}`);
const moveAlertAnHourBack = () => updateAllAlerts(`seen_at = seen_at - interval '61 minutes'`);

describe('P10.86 alerts by mail', () => {
  it('the server sends one alert when a problem begins, one when it is over, and none in between', async () => {
    const mailer = createTestMailer();
    await addBackup(server.database.pool, 80);
    for (let count = 0; count < 3; count += 1) await runAlertCheck(mailer);
    expect(mailer.letters).toHaveLength(1);
    const [begun] = mailer.letters;
    expect(begun?.subject).toContain('El servidor necesita atención');
    expect(begun?.text).toContain('Hace más de 2 días que no hay una copia verificada.');
    expect(begun?.text).toContain('https://ventanilla.clinica.example/admin/system');
    await addBackup(server.database.pool, 1);
    await runAlertCheck(mailer);
    expect([mailer.letters.length, await readAlertKinds()]).toEqual([1, ['copies']]);
    await moveAlertAnHourBack();
    for (let count = 0; count < 3; count += 1) await runAlertCheck(mailer);
    expect(mailer.letters).toHaveLength(2);
    expect(mailer.letters[1]?.subject).toContain('El servidor está bien de nuevo');
    expect(await readAlertKinds()).toEqual([]);
  });

  it('the server treats a problem that ends and returns within an hour as one problem', async () => {
    const mailer = createTestMailer();
    await addTablet(server, 60, 3);
    for (let count = 0; count < 5; count += 1) {
      await server.database.pool.query(`update devices set unsent = ${count % 2 === 0 ? 3 : 0}`);
      await runAlertCheck(mailer);
    }
    expect(mailer.letters).toHaveLength(1);
  });

  it('the server reports several problems in one mail', async () => {
    const mailer = createTestMailer();
    await addBackup(server.database.pool, 80);
    await addTablet(server, 60, 3);
    await runAlertCheck(mailer);
    expect(mailer.letters).toHaveLength(1);
    expect(mailer.letters[0]?.text).toMatch(/copia verificada[^]*no dan señal hace más de 2 días/);
  });

  it('the server mails alerts to the active administrators of users, or to the configured addresses', async () => {
    const mailer = createTestMailer();
    await addBackup(server.database.pool, 80);
    await runAlertCheck(mailer);
    const addresses = [mailer.letters[0]?.to ?? []].flat().map(({ address }) => address);
    expect(addresses).toEqual([emailOf('admin'), emailOf('global')]);
    await updateAllAlerts('told_at = null, due_at = now()');
    const named = monitoredSystemOf(server.database.pool, {
      alerts: { mails: ['ti@clinica.example'], copyDays: 2, deviceDays: 2 },
    });
    await checkAndSendAlerts(named, { mailer, publicUrl: PUBLIC_URL }, log, new Date());
    expect([mailer.letters[1]?.to].flat()).toEqual([{ name: '', address: 'ti@clinica.example' }]);
  });

  it('alerts name no device, branch or user in the mail or the log', async () => {
    const mailer = createTestMailer();
    await addTablet(server, 60, 3, 'Tableta de Zoraida');
    await runAlertCheck(mailer);
    const [letter] = mailer.letters;
    const said = `${letter?.subject}${letter?.text}${letter?.html}${loggedLines.join('')}`;
    for (const name of ['Zoraida', 'Bogotá', 'Persona desk', emailOf('desk')])
      expect([name, said.includes(name)]).toEqual([name, false]);
  });

  it('the server retries an alert after growing pauses when the mail server rejects it, not in each round', async () => {
    const mailer = createTestMailer();
    mailer.refuse(true);
    await addBackup(server.database.pool, 80);
    await expect(runAlertCheck(mailer)).rejects.toThrow('away');
    mailer.refuse(false);
    await runAlertCheck(mailer);
    expect(mailer.letters).toHaveLength(0);
    const pauses = await server.database.pool.query<{ pause: number }>(
      'select round(extract(epoch from due_at - now()) / 60)::integer as pause from alerts',
    );
    expect(pauses.rows).toEqual([{ pause: 5 }]);
    await updateAllAlerts('due_at = now()');
    await runAlertCheck(mailer);
    expect(mailer.letters).toHaveLength(1);
  });

  it('the server sends no alert for a problem that was over before a mail could be sent', async () => {
    const mailer = createTestMailer();
    await addBackup(server.database.pool, 80);
    await runAlertCheck(null);
    await addBackup(server.database.pool, 1);
    await moveAlertAnHourBack();
    await runAlertCheck(mailer);
    expect([mailer.letters, await readAlertKinds()]).toEqual([[], []]);
  });

  it('P10.209 alerts report an unavailable file store and an archive that is behind, and their recovery', async () => {
    const mailer = createTestMailer();
    await addBackup(server.database.pool, 1);
    const fault = { code: 'ECONNREFUSED', since: new Date(Date.now() - 6 * 60_000) };
    const state = { files: { kind: 'bucket', fault }, archive: { fault } } as const;
    const watched = monitoredSystemOf(server.database.pool, {
      places: { state: () => state, look: async () => undefined },
    });
    await checkAndSendAlerts(watched, { mailer, publicUrl: PUBLIC_URL }, log, new Date());
    expect(await readAlertKinds()).toEqual(['archive', 'files']);
    expect(mailer.letters).toHaveLength(1);
    expect(mailer.letters[0]?.text).toMatch(/firmas y adjuntos no responde/);
    expect(mailer.letters[0]?.text).toMatch(/Nada llega a ARCHIVE_DIR/);
    await moveAlertAnHourBack();
    await runAlertCheck(mailer);
    expect(mailer.letters[1]?.text).toMatch(/vuelve a responder[^]*vuelve a llegar a ARCHIVE_DIR/);
  });

  it('the server reports failing mails only in the log, not by mail', async () => {
    const mailer = createTestMailer();
    await server.database.pool.query(
      `insert into mails (id, purpose, user_id, asked_at, tries)
        values (gen_random_uuid(), 'invitation', $1, now(), 6)`,
      [server.clinic.users.invited],
    );
    await runAlertCheck(mailer);
    expect([mailer.letters, await readAlertKinds()]).toEqual([[], ['mails']]);
    expect(loggedLines.map((line) => JSON.parse(line) as object)).toContainEqual(
      expect.objectContaining({ alert: 'mails', msg: 'alert' }),
    );
  });

  it('when two servers check at the same time, only one sends the alert', async () => {
    const mailer = createTestMailer();
    const other = createPool(server.database.connection);
    await addBackup(server.database.pool, 80);
    await Promise.all([
      runAlertCheck(mailer),
      runAlertCheck(mailer, other),
      runAlertCheck(mailer),
      runAlertCheck(mailer, other),
    ]);
    expect(mailer.letters).toHaveLength(1);
    await other.end();
  });

  describe('P10.86 changes by another server while a mail is being sent', () => {
    const checkFromOtherServer = (pool: Pool) => runAlertCheck(null, pool);
    /** Returns a mail server that, before it accepts a mail, runs `meanwhile` at another server. */
    const slowMailer = (mailer: TestMailer, meanwhile: (pool: Pool) => Promise<unknown>): TestMailer => ({
      ...mailer,
      send: async (letter) => {
        const other = createPool(server.database.connection);
        await meanwhile(other);
        await other.end();
        return mailer.send(letter);
      },
    });
    const mailKinds = ({ letters }: TestMailer) =>
      letters.map(({ subject }) => (subject.includes('bien de nuevo') ? 'over' : 'begun'));
    const rounds = async (mailer: TestMailer) => {
      for (let count = 0; count < 3; count += 1) await runAlertCheck(mailer);
    };

    it('P10.86 the server reports the end of a problem that ended while the mail about its beginning was sent', async () => {
      const { pool } = server.database;
      const mailer = createTestMailer();
      await addBackup(pool, 80);
      const checkHourLater = async (other: Pool) => {
        await addBackup(pool, 1);
        await moveAlertAnHourBack();
        await checkFromOtherServer(other);
      };
      await runAlertCheck(slowMailer(mailer, checkHourLater));
      await rounds(mailer);
      expect([mailKinds(mailer), await readAlertKinds()]).toEqual([['begun', 'over'], []]);
    });

    it('P10.86 the server keeps a problem that returned while the mail about its end was sent, and reports it again', async () => {
      const { pool } = server.database;
      const mailer = createTestMailer();
      await addBackup(pool, 80);
      await runAlertCheck(mailer);
      const began = await pool.query('select began_at from alerts');
      await addBackup(pool, 1);
      await moveAlertAnHourBack();
      const checkWithBackup = async (other: Pool) => {
        await pool.query('delete from copies');
        await addBackup(pool, 80);
        await checkFromOtherServer(other);
      };
      await runAlertCheck(slowMailer(mailer, checkWithBackup));
      expect((await pool.query('select began_at from alerts')).rows).toEqual(began.rows);
      await rounds(mailer);
      expect(mailKinds(mailer)).toEqual(['begun', 'over', 'begun']);
    });

    it('P10.86 a mail about an alert that was deleted while the mail was sent does not count for the next alert, which gets a mail', async () => {
      const { pool } = server.database;
      const mailer = createTestMailer();
      await addBackup(pool, 80);
      const checkWithoutAlerts = async () => {
        await pool.query('delete from alerts');
        await checkFromOtherServer(pool);
      };
      await runAlertCheck(slowMailer(mailer, checkWithoutAlerts));
      await rounds(mailer);
      expect(mailKinds(mailer)).toEqual(['begun', 'begun']);
    });

    it('P10.86 the server drops an alert that was never mailed when the problem is over, and does not report the end', async () => {
      const { pool } = server.database;
      const mailer = createTestMailer();
      mailer.refuse(true);
      await addBackup(pool, 80);
      await expect(runAlertCheck(mailer)).rejects.toThrow('away');
      mailer.refuse(false);
      await addBackup(pool, 1);
      await moveAlertAnHourBack();
      await runAlertCheck(mailer);
      expect([mailKinds(mailer), await readAlertKinds()]).toEqual([[], ['copies']]);
      await updateAllAlerts('due_at = now()');
      expect(await claimUnreportedAlerts(toDatabase(pool))).toEqual([]);
      await rounds(mailer);
      expect([mailKinds(mailer), await readAlertKinds()]).toEqual([[], []]);
    });

    it('P10.86 when a problem that was never reported returns, the server starts a new alert and mails it at once', async () => {
      const { pool } = server.database;
      const mailer = createTestMailer();
      mailer.refuse(true);
      await addBackup(pool, 80);
      await expect(runAlertCheck(mailer)).rejects.toThrow('away');
      mailer.refuse(false);
      await updateAllAlerts(
        `began_at = began_at - interval '3 days', due_at = now() + interval '6 hours', tries = 9`,
      );
      await addBackup(pool, 1);
      await moveAlertAnHourBack();
      await runAlertCheck(mailer);
      await pool.query('delete from copies');
      await addBackup(pool, 80);
      loggedLines.length = 0;
      await runAlertCheck(mailer);
      expect(mailKinds(mailer)).toEqual(['begun']);
      const alert = await pool.query(
        `select began_at > now() - interval '1 minute' as is_new, ended_at, tries from alerts`,
      );
      expect(alert.rows).toEqual([{ is_new: true, ended_at: null, tries: 0 }]);
      expect(loggedLines.map((line) => JSON.parse(line) as object)).toContainEqual(
        expect.objectContaining({ alert: 'copies', msg: 'alert' }),
      );
    });
  });
});
