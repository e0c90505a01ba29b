// @module-tag landing
import { PassThrough } from 'node:stream';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { Health } from '#contract/records/health.ts';
import { emailOf } from '../support/clinic.ts';
import { readActivityLog, lastLogSequence } from '../support/activity.ts';
import { type Caller, type Server, responseOf, startServer, statusesOf } from '../support/server.ts';
import { type SmtpSink, startSmtpSink } from '../support/smtp-sink.ts';
import { statementsAfterChainInserts } from '../support/examples/statements.ts';
import {
  completeReset,
  createUser,
  postResetLink,
  postUser,
  createResetToken,
  patchUserStatus,
} from '../support/users.ts';

const PUBLIC_URL = new URL('https://ventanilla.clinica.example');
const MAIL_SENDER = 'avisos@clinica.example';

let smtpSink: SmtpSink;
let server: Server;
let admin: Caller;
let logText = '';
beforeAll(async () => {
  smtpSink = await startSmtpSink();
  const stream = new PassThrough();
  stream.setEncoding('utf8').on('data', (text: string) => (logText += text));
  server = await startServer('mail', {
    mail: { smtpUrl: smtpSink.url, from: MAIL_SENDER, publicUrl: PUBLIC_URL },
    publicUrl: PUBLIC_URL,
    logger: { level: 'info', stream },
  });
  admin = await server.as('admin');
});
afterAll(async () => {
  await server.stop();
  await smtpSink.close();
});
afterEach(() => smtpSink.refuse(false));

const requestPasswordResetMail = (email: string) =>
  server.anonymous.post('/auth/password-reset', { json: { email } });
async function waitForMailsTo(email: string, count = 1) {
  const mailsToUser = () => smtpSink.mails.filter((mail) => mail.to?.[0]?.address === email);
  await expect.poll(() => mailsToUser().length).toBe(count);
  return mailsToUser();
}
const findResetTokenInMail = (text: string | undefined) =>
  new RegExp(`^${PUBLIC_URL.origin}/reset-password\\?token=([\\w-]{43})$`, 'm').exec(text ?? '')?.[1] ?? '';
const CHOSEN_PASSWORD = 'Aguacero-2027';
/**
 * Adds an active user. Waits for the mail of the invitation before using it, because the server discards the mail of an
 * invitation that is already used.
 */
async function addUserInvitedByMail() {
  const { id, email } = await createUser(admin);
  const mails = await waitForMailsTo(email);
  await completeReset(server.anonymous, findResetTokenInMail(mails[0]?.text), CHOSEN_PASSWORD);
  return { id, email };
}

it('P10.326 /health states that the server can mail users a link to reset their password', async () => {
  const reply = await server.anonymous.get('/health');
  expect(responseOf(Health, reply).self_service_reset).toBe(true);
});

describe('P10.15 mails of the server', () => {
  it('P10.15 the row of a mail is inserted before the log entry, because other log entries wait from that entry until the commit', async () => {
    const { id } = await createUser(admin);
    expect(await statementsAfterChainInserts(() => postUser(admin))).toEqual(['commit']);
    expect(await statementsAfterChainInserts(() => postResetLink(admin, id))).toEqual(['commit']);
  });

  it('the server sends an invitation from the clinic, in Spanish, with a working link', async () => {
    const { bogota } = server.clinic.branches;
    const name = 'Ñoño "El <b>Jefe</b>" & Cía';
    const { email } = await createUser(admin, { display_name: name, branch_id: bogota });
    const [mail] = await waitForMailsTo(email);
    expect(mail).toMatchObject({
      from: { name: 'IPS de Prueba (DEMO)', address: MAIL_SENDER },
      to: [{ name, address: email }],
      subject: 'Activa tu cuenta de IPS de Prueba (DEMO)',
    });
    expect(mail?.text).toContain(`Hola, ${name}:`);
    expect(mail?.text).toContain('El enlace sirve una sola vez y vence el ');
    expect(mail?.html).toContain('Ñoño &quot;El &lt;b&gt;Jefe&lt;/b&gt;&quot; &amp; Cía');
    expect(mail?.html).not.toContain('<b>');
    const token = findResetTokenInMail(mail?.text);
    expect(mail?.html).toContain(`href="${PUBLIC_URL.origin}/reset-password?token=${token}"`);
    expect((await completeReset(server.anonymous, token, CHOSEN_PASSWORD)).statusCode).toBe(200);
  });

  it('a line break in a user’s name adds no header to the mail', async () => {
    const { email } = await createUser(admin, { display_name: 'Ana\r\nBcc: otra@prueba.demo\r\n\r\nHola' });
    const [mail] = await waitForMailsTo(email);
    expect(mail?.bcc).toBeUndefined();
    expect(mail?.subject).toBe('Activa tu cuenta de IPS de Prueba (DEMO)');
    await waitForMailsTo('otra@prueba.demo', 0);
  });

  it('the server mails no invitation to an active user; when the administrator declines the mail, the server only returns the link', async () => {
    const quiet = await createUser(admin, { send_invitation: false });
    const active = await createUser(admin, { status: 'active' });
    const last = await createUser(admin);
    await waitForMailsTo(last.email);
    expect(quiet.invite_token).toMatch(/^[\w-]{43}$/);
    for (const { email } of [quiet, active]) await waitForMailsTo(email, 0);
  });

  it('a reset request gets the same response for known and unknown addresses, and a known address gets the link', async () => {
    const { id, email } = await addUserInvitedByMail();
    const replies = [
      await requestPasswordResetMail(email.toUpperCase()),
      await requestPasswordResetMail('nadie@prueba.demo'),
    ];
    for (const reply of replies) expect([reply.statusCode, reply.body]).toEqual([200, '{}']);
    const [, mail] = await waitForMailsTo(email, 2);
    expect(mail?.subject).toBe('Restablece tu contraseña de IPS de Prueba (DEMO)');
    expect(
      (await completeReset(server.anonymous, findResetTokenInMail(mail?.text), CHOSEN_PASSWORD)).statusCode,
    ).toBe(200);
    await waitForMailsTo('nadie@prueba.demo', 0);
    await patchUserStatus(admin, id, 'suspended');
    const since = await lastLogSequence(server);
    await requestPasswordResetMail(email);
    await requestPasswordResetMail(emailOf('desk'));
    await waitForMailsTo(emailOf('desk'));
    await waitForMailsTo(email, 2);
    expect((await readActivityLog(server, since)).map(({ user_id }) => user_id)).toEqual([
      server.clinic.users.desk,
    ]);
  });

  it('L2 the server sends at most three mails with a reset link an hour to an address; the response does not show the limit', async () => {
    const { email } = await addUserInvitedByMail();
    const bodies = new Set<string>();
    for (let times = 0; times < 6; times += 1) bodies.add((await requestPasswordResetMail(email)).body);
    bodies.add((await requestPasswordResetMail('nadie@prueba.demo')).body);
    await requestPasswordResetMail(emailOf('doctor'));
    await waitForMailsTo(emailOf('doctor'));
    expect([...bodies]).toEqual(['{}']);
    expect(await waitForMailsTo(email, 4)).toHaveLength(4);
  });

  it('the server mails the user a link when an administrator creates one; using the mailed or the shown link makes the other link invalid', async () => {
    const { id, email } = await addUserInvitedByMail();
    const token = await createResetToken(admin, id);
    const [, mail] = await waitForMailsTo(email, 2);
    const replies = [findResetTokenInMail(mail?.text), token].map((link) =>
      completeReset(server.anonymous, link, CHOSEN_PASSWORD),
    );
    expect(statusesOf(await Promise.all(replies))).toEqual([200, 400]);
  });

  it('no request waits for the mail server', async () => {
    const { email, id } = await addUserInvitedByMail();
    const release = smtpSink.hold();
    const replies = [
      await requestPasswordResetMail(email),
      await postResetLink(admin, id),
      await postUser(admin),
    ];
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200, 201]);
    expect(await waitForMailsTo(email, 1)).toHaveLength(1);
    release();
    await waitForMailsTo(email, 3);
    // All mails must have arrived before the next test begins.
    await waitForMailsTo(replies[2]?.json<{ email: string }>().email ?? '');
  });

  it('no call fails when the mail server rejects a mail; the log has the failure without the address', async () => {
    smtpSink.refuse(true);
    logText = '';
    const user = await createUser(admin);
    expect(user.invite_token).toMatch(/^[\w-]{43}$/);
    expect((await requestPasswordResetMail(emailOf('doctor'))).body).toBe('{}');
    await expect.poll(() => logText.split('mail failed').length - 1).toBe(2);
    expect(logText).toContain('"code":"EMESSAGE"');
    for (const secret of [user.email, emailOf('doctor'), 'persona@prueba.demo', user.invite_token ?? 'x'])
      expect([secret, logText.includes(secret)]).toEqual([secret, false]);
  });
});

describe('P10.15 mail server', () => {
  const invite = async (smtpUrl: URL) => {
    const other = await startServer('smtp', { mail: { smtpUrl, from: MAIL_SENDER, publicUrl: PUBLIC_URL } });
    const reply = await postUser(await other.as('admin'));
    // The stop waits until mails in flight are sent.
    await other.stop();
    return reply;
  };

  it('P8.43 mails encode names and subjects so that no mail program decodes a typed name to another text', async () => {
    const open = await startSmtpSink();
    const other = await startServer('encoded', {
      mail: { smtpUrl: open.url, from: MAIL_SENDER, publicUrl: PUBLIC_URL },
    });
    const display_name = '=?utf-8?q?Banco_<pagos@evil.example>?= Gil';
    await postUser(await other.as('admin'), { display_name });
    await other.stop();
    const raw = open.raw.join('');
    expect(raw).toMatch(/^To: =\?UTF-8\?[BQ]\?/im);
    expect(raw.split('\r\n\r\n')[0]).not.toContain('Banco_<pagos');
    expect(open.mails[0]?.to?.[0]?.name?.replaceAll('\u2060', '')).toBe(display_name);
    await open.close();
  });

  it('the server signs in at a mail server that requires a password with special characters, and sends the mail', async () => {
    const strict = await startSmtpSink({ user: 'clinica', pass: 'p@ss:wörd/%' });
    expect((await invite(strict.url)).statusCode).toBe(201);
    expect(strict.mails).toHaveLength(1);
    await strict.close();
  });

  it('no call fails when the mail server is unreachable', async () => {
    const gone = await startSmtpSink();
    await gone.close();
    const reply = await invite(gone.url);
    expect([reply.statusCode, reply.json()]).toMatchObject([201, { status: 'invited' }]);
  });
});
