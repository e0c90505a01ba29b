// @module-tag landing
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { MAIL_LEASE_SECONDS, MAX_SEND_ATTEMPTS, leaseMail } from '#server/mails/commands/mail-queue.ts';
import { toDatabase } from '#server/platform/database/connection/client.ts';
import { emailOf } from '../support/clinic.ts';
import { type Caller, type Replica, type Server, startReplica, startServer } from '../support/server.ts';
import { type SmtpSink, startSmtpSink } from '../support/smtp-sink.ts';
import {
  WIDE_SIGN_IN_LIMITS,
  addActiveUser,
  completeReset,
  createUser,
  createResetToken,
  patchUserStatus,
} from '../support/users.ts';

const PUBLIC_URL = new URL('https://ventanilla.clinica.example');
const CHOSEN_PASSWORD = 'Aguacero-2027';
/** Unknown address. A reset request for this address makes a server check the mail queue without sending a mail. */
const UNKNOWN_EMAIL = 'nadie@prueba.demo';

let smtpSink: SmtpSink;
let firstServer: Server;
let otherServer: Replica;
let admin: Caller;
const createMailOptions = () => ({
  mail: { smtpUrl: smtpSink.url, from: 'avisos@clinica.example', publicUrl: PUBLIC_URL },
  publicUrl: PUBLIC_URL,
  signInLimits: WIDE_SIGN_IN_LIMITS,
});
beforeAll(async () => {
  smtpSink = await startSmtpSink();
  firstServer = await startServer('mails', createMailOptions());
  otherServer = await startReplica(firstServer, createMailOptions());
  admin = await firstServer.as('admin');
});
afterAll(async () => {
  await otherServer.stop();
  await firstServer.stop();
  await smtpSink.close();
});
afterEach(async () => {
  smtpSink.refuse(false);
  await firstServer.database.pool.query('delete from mails');
});

interface QueuedMail {
  readonly purpose: string;
  readonly email: string | null;
  readonly tries: number;
  /** Whole seconds until the next attempt. */
  readonly pause: number;
}
const listQueuedMails = async () =>
  (
    await firstServer.database.pool.query<QueuedMail>(
      'select purpose, email, tries, round(extract(epoch from due_at - now()))::integer as pause from mails where email is distinct from $1',
      [UNKNOWN_EMAIL],
    )
  ).rows;
const expectNoQueuedMail = () => expect.poll(listQueuedMails).toEqual([]);
/** Makes every queued mail due: ends its pause or lease. */
const makeMailsDue = () => firstServer.database.pool.query('update mails set due_at = now()');
const requestPasswordResetAt = ({ anonymous }: { anonymous: Caller }, email: string) =>
  anonymous.post('/auth/password-reset', { json: { email } });
const mailsTo = (email: string) => smtpSink.mails.filter(({ to }) => to?.[0]?.address === email);
const resetTokenIn = (text: string | undefined) => /token=([\w-]{43})/.exec(text ?? '')?.[1] ?? '';
/** Makes both servers check the queue, and waits until each due mail is sent or has failed. */
async function checkQueueOnBothServers(): Promise<void> {
  await Promise.all([firstServer, otherServer].map((at) => requestPasswordResetAt(at, UNKNOWN_EMAIL)));
  const queuedMails = () =>
    firstServer.database.pool.query('select 1 from mails where email = $1', [UNKNOWN_EMAIL]);
  await expect.poll(async () => (await queuedMails()).rows.length).toBe(0);
}
/** Waits until the queued mails have these numbers of attempts (0: not tried) and none is being sent. */
const expectMailTries = (...tries: number[]) =>
  expect
    .poll(async () =>
      (await listQueuedMails()).map((row) => (row.pause > MAIL_LEASE_SECONDS - 15 ? 0 : row.tries)),
    )
    .toEqual(tries);
/**
 * Waits until the mail server has rejected `count` mails and none is being sent. The next step of the test can then cancel no
 * mail during its sending.
 */
const expectRejectedMails = (count: number) =>
  expect
    .poll(
      async () =>
        (await listQueuedMails()).filter((row) => row.tries > 0 && row.pause <= MAIL_LEASE_SECONDS - 15)
          .length,
    )
    .toBe(count);
const addUserWithMailCount = async () => {
  const added = await addActiveUser(firstServer, { send_invitation: false });
  return { ...added, before: mailsTo(added.email).length };
};

describe('P10.15 mails queued in the database', () => {
  it('a queued mail contains no link, and is deleted once it is sent', async () => {
    const { id, email, before } = await addUserWithMailCount();
    const release = smtpSink.hold();
    const token = await createResetToken(admin, id);
    await expect.poll(async () => (await listQueuedMails()).map(({ tries }) => tries)).toEqual([1]);
    const { rows } = await firstServer.database.pool.query<{ all: string }>(
      'select mails::text as all from mails',
    );
    for (const secret of [token, email]) expect(rows[0]?.all).not.toContain(secret);
    release();
    await expectNoQueuedMail();
    expect(mailsTo(email)).toHaveLength(before + 1);
  });

  it('two servers that check the mail queue at the same time send each mail once', async () => {
    smtpSink.refuse(true);
    const people = [];
    for (let count = 0; count < 4; count += 1) people.push((await createUser(admin)).email);
    for (const [place, email] of people.entries())
      await requestPasswordResetAt(place % 2 ? firstServer : otherServer, email);
    const tried = async () =>
      (await listQueuedMails()).filter((row) => row.tries > 0 && row.pause < MAIL_LEASE_SECONDS - 15);
    await expect.poll(async () => (await tried()).length).toBe(8);
    smtpSink.refuse(false);
    await makeMailsDue();
    await checkQueueOnBothServers();
    await expectNoQueuedMail();
    expect(people.map((email) => mailsTo(email).length)).toEqual(people.map(() => 2));
  });

  it('when a server dies while it sends a mail, another server sends the mail after the lease has ended', async () => {
    const { id, email, before } = await addUserWithMailCount();
    smtpSink.refuse(true);
    await createResetToken(admin, id);
    await expectMailTries(1);
    // Takes the lease and does not send, like a server process that ends at this point.
    const taken = await toDatabase(firstServer.database.pool).transaction(async (tx) => {
      await tx.execute('update mails set due_at = now()');
      return leaseMail(tx);
    });
    expect(taken).toMatchObject({ tries: 2 });
    smtpSink.refuse(false);
    await checkQueueOnBothServers();
    expect(await listQueuedMails()).toMatchObject([{ tries: 2 }]);
    expect((await listQueuedMails())[0]?.pause).toBeGreaterThan(MAIL_LEASE_SECONDS - 30);
    await makeMailsDue();
    await requestPasswordResetAt(otherServer, UNKNOWN_EMAIL);
    await expectNoQueuedMail();
    expect(mailsTo(email)).toHaveLength(before + 1);
  });

  it('the server retries a mail after growing pauses with a working link, and drops it after the last attempt', async () => {
    const { id, email, before } = await addUserWithMailCount();
    smtpSink.refuse(true);
    await createResetToken(admin, id);
    const pauses: (number | undefined)[] = [];
    for (const tries of [1, 2, 3]) {
      await expectMailTries(tries);
      pauses.push((await listQueuedMails())[0]?.pause);
      if (tries === 3) break;
      await makeMailsDue();
      await requestPasswordResetAt(firstServer, UNKNOWN_EMAIL);
    }
    expect(pauses.map((pause) => Math.round((pause ?? 0) / 10))).toEqual([1, 4, 16]);
    smtpSink.refuse(false);
    await makeMailsDue();
    await requestPasswordResetAt(otherServer, UNKNOWN_EMAIL);
    await expectNoQueuedMail();
    const mail = mailsTo(email)[before];
    expect(
      (await completeReset(firstServer.anonymous, resetTokenIn(mail?.text), CHOSEN_PASSWORD)).statusCode,
    ).toBe(200);

    smtpSink.refuse(true);
    await createResetToken(admin, id);
    await expectMailTries(1);
    await firstServer.database.pool.query('update mails set tries = $1', [MAX_SEND_ATTEMPTS - 1]);
    await makeMailsDue();
    await requestPasswordResetAt(firstServer, UNKNOWN_EMAIL);
    await expectNoQueuedMail();
    expect(mailsTo(email)).toHaveLength(before + 1);
  });

  it('a newer link, a completed password reset and a suspension cancel a queued mail', async () => {
    const [newer, set, suspended] = [
      await addUserWithMailCount(),
      await addUserWithMailCount(),
      await addUserWithMailCount(),
    ];
    smtpSink.refuse(true);
    await createResetToken(admin, newer.id);
    await expectRejectedMails(1);
    const latest = await createResetToken(admin, newer.id);
    await expectRejectedMails(1);
    const setToken = await createResetToken(admin, set.id);
    await expectRejectedMails(2);
    expect((await completeReset(firstServer.anonymous, setToken, CHOSEN_PASSWORD)).statusCode).toBe(200);
    await createResetToken(admin, suspended.id);
    await expectRejectedMails(2);
    await patchUserStatus(admin, suspended.id, 'suspended');
    expect(await listQueuedMails()).toHaveLength(1);
    smtpSink.refuse(false);
    await makeMailsDue();
    await checkQueueOnBothServers();
    await expectNoQueuedMail();
    expect(mailsTo(newer.email)).toHaveLength(newer.before + 1);
    expect(mailsTo(set.email)).toHaveLength(set.before);
    expect(mailsTo(suspended.email)).toHaveLength(suspended.before);
    // The link on the administrator's screen and the mailed link both work; using one makes the other invalid.
    const sent = resetTokenIn(mailsTo(newer.email).at(-1)?.text);
    expect((await completeReset(firstServer.anonymous, latest, CHOSEN_PASSWORD)).statusCode).toBe(200);
    expect((await completeReset(firstServer.anonymous, sent, CHOSEN_PASSWORD)).statusCode).toBe(400);
  });

  it('the server drops a mail an hour after its reset request; the attempts to send it create only one link', async () => {
    const { email, before } = await addUserWithMailCount();
    smtpSink.refuse(true);
    await requestPasswordResetAt(firstServer, email);
    for (const tries of [1, 2, 3]) {
      await expectMailTries(tries);
      if (tries === 3) break;
      await makeMailsDue();
      await requestPasswordResetAt(otherServer, UNKNOWN_EMAIL);
    }
    const links = await firstServer.database.pool.query(
      'select 1 from one_time_tokens join users on users.id = user_id where email = $1 and used_at is null',
      [email],
    );
    expect(links.rows).toHaveLength(1);
    await firstServer.database.pool.query("update mails set asked_at = asked_at - interval '61 minutes'");
    smtpSink.refuse(false);
    await makeMailsDue();
    await checkQueueOnBothServers();
    await expectNoQueuedMail();
    expect(mailsTo(email)).toHaveLength(before);
  });

  it('a server without a configured mail server queues no mails', async () => {
    const silent = await startReplica(firstServer);
    await requestPasswordResetAt(silent, emailOf('desk'));
    expect(await listQueuedMails()).toEqual([]);
    await silent.stop();
  });
});
