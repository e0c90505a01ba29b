import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { socketConnectionTo, findPostmaster } from '#server/platform/database/embedded/postmaster.ts';
import { DEMO_USERS } from '#server/demo/clinic.ts';
import { type ServerProcess, startServer } from '#tests/support/server/server-process.ts';
import { type SmtpSink, startSmtpSink } from '../support/smtp-sink.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
let smtpSink: SmtpSink;
let firstServer: ServerProcess;
let secondServer: ServerProcess;

function databaseUrlOf({ dataDir }: ServerProcess): string {
  const server = findPostmaster(path.join(dataDir, 'postgres'));
  if (!server) throw new Error('The first program has no database running');
  const { host, port, user, database } = socketConnectionTo(server.socketDir, 'ventanilla');
  const place = new URLSearchParams({ host, port: String(port), user });
  return `postgresql:///${database}?${place.toString()}`;
}

beforeAll(async () => {
  execFileSync(process.execPath, ['scripts/build.mjs', 'provider'], { cwd: root });
  smtpSink = await startSmtpSink();
  const env = {
    SMTP_URL: smtpSink.url.href,
    MAIL_FROM: 'avisos@clinica.example',
    PUBLIC_URL: 'https://ventanilla.clinica.example',
  };
  firstServer = await startServer({ env });
  secondServer = await startServer({ env: { ...env, DATABASE_URL: databaseUrlOf(firstServer) } });
});
afterAll(async () => {
  await secondServer.destroy();
  await firstServer.destroy();
  await smtpSink.close();
});

const requestPasswordResetAt = (at: ServerProcess, email: string) =>
  fetch(`${at.origin}/api/v1/auth/password-reset`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email }),
  });

describe('P10.63 two server processes on one PostgreSQL', () => {
  test('two server processes serve requests, and the second one prints how many connections all servers share', async () => {
    for (const { origin } of [firstServer, secondServer])
      expect((await fetch(`${origin}/api/v1/ready`)).status).toBe(200);
    expect(secondServer.output()).toMatch(
      /PostgreSQL en el socket local \(a lo más 20 de sus \d+ conexiones\)/,
    );
  });

  test('P10.15 two servers send a mail once when one of them was killed while sending it', async () => {
    const [{ email }] = DEMO_USERS;
    // The mail server receives the mail but never confirms it to this process.
    smtpSink.hold();
    expect((await requestPasswordResetAt(secondServer, email)).status).toBe(200);
    await expect.poll(() => smtpSink.holding).toBe(1);
    await secondServer.kill();
    smtpSink.hold()();
    // This ends the lease of the killed process.
    await firstServer.query('update mails set due_at = now()');
    await requestPasswordResetAt(firstServer, 'nadie@prueba.demo');
    await expect.poll(() => firstServer.query('select 1 from mails')).toEqual([]);
    expect(smtpSink.mails.map(({ to }) => to?.[0]?.address)).toEqual([email]);
    await secondServer.start();
    expect((await fetch(`${secondServer.origin}/api/v1/ready`)).status).toBe(200);
  });
});
