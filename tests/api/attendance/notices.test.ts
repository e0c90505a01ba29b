// @module-tag landing
import { randomUUID } from 'node:crypto';
import { PassThrough } from 'node:stream';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { AbsenceNotice, AbsenceNotices } from '#contract/records/evaluation/attendance.ts';
import { MAX_SEND_ATTEMPTS } from '#server/mails/commands/mail-queue.ts';
import { pdfTextOf } from '#tests/support/documents/poppler.ts';
import { readActivityLog, lastLogSequence } from '../support/activity.ts';
import { countRows } from '../support/capture.ts';
import {
  PAST_DAY,
  absenceNoticeBody,
  closeExpectedList,
  createClosedList,
  createCopiedNotice,
} from '../support/examples/attendance-examples.ts';
import { createExpectedList, expectedPersonBody } from '../support/examples/expected-list-examples.ts';
import {
  type Caller,
  type Replica,
  type Server,
  rejectionOf,
  responseOf,
  startReplica,
  startServer,
} from '../support/server.ts';
import { type SmtpSink, startSmtpSink } from '../support/smtp-sink.ts';

let smtpSink: SmtpSink;
let server: Server;
/** Server without a mail server, on the same database. */
let silent: Replica;
let receptionist: Caller;
let logText = '';
beforeAll(async () => {
  smtpSink = await startSmtpSink();
  const stream = new PassThrough();
  stream.setEncoding('utf8').on('data', (text: string) => (logText += text));
  const publicUrl = new URL('https://ventanilla.clinica.example');
  server = await startServer('notices', {
    mail: { smtpUrl: smtpSink.url, from: 'avisos@clinica.example', publicUrl },
    publicUrl,
    logger: { level: 'info', stream },
  });
  silent = await startReplica(server, { publicUrl });
  receptionist = await server.as('desk');
});
afterAll(async () => {
  await silent.stop();
  await server.stop();
  await smtpSink.close();
});
afterEach(async () => {
  smtpSink.refuse(false);
  await server.database.pool.query('truncate expected_lists, attempts cascade');
});

const post = (listId: string, changes: object = {}, caller = receptionist) =>
  caller.post(`/expected-lists/${listId}/notices`, { json: absenceNoticeBody(changes) });
const create = async (listId: string, changes: object = {}) =>
  responseOf(AbsenceNotice, await post(listId, changes));
const fetchNotices = async (listId: string, caller = receptionist) =>
  responseOf(AbsenceNotices, await caller.get(`/expected-lists/${listId}/notices`));
const fetchStates = async (listId: string) =>
  (await fetchNotices(listId)).items.map(({ status }) => status.state);
const expectStates = (listId: string, ...states: string[]) =>
  expect.poll(() => fetchStates(listId)).toEqual(states);
const mailsTo = (address: string) => smtpSink.mails.filter(({ to }) => to?.[0]?.address === address);
const createAddress = () => `${randomUUID()}@empresa.demo`;

/** Creates a closed list of two people who did not come and one who did. */
async function createListWithAbsences() {
  const people = ['Ana', 'Berta <b>', 'Carla'].map((first_name) => expectedPersonBody({ first_name }));
  const body = { day: PAST_DAY, people, brigade: 'Planta' };
  const { list, items } = await createExpectedList(server, receptionist, body);
  await receptionist.post(`/expected-people/${items[2]?.id}/state`, { json: { state: 'arrived' } });
  await closeExpectedList(receptionist, list.id);
  return { list, items };
}

describe('P11.57 notice of a closed list', () => {
  it('P11.57 the text names only people who did not come, with their documents', async () => {
    await server.database.pool.query(
      `update branches set contact_phone = '601 000 0000', contact_email = null where id = $1`,
      [server.clinic.branches.bogota],
    );
    const { list, items } = await createListWithAbsences();
    const [ana, berta, carla] = items;
    expect((await fetchNotices(list.id)).draft?.to).toBeNull();
    const contact = 'personal@constructora.demo';
    await server.database.pool.query('update companies set contact_email = $1 where id = $2', [
      contact,
      list.company.id,
    ]);
    const { draft, sends_mail } = await fetchNotices(list.id);
    expect(sends_mail).toBe(true);
    expect(draft).toMatchObject({
      to: contact,
      people: 2,
      subject: 'Inasistencias del 15/01/2026 – IPS de Prueba (DEMO)',
    });
    expect(draft?.text).toBe(
      [
        'Constructora Peña Álvarez (DEMO):',
        'Estas personas estaban citadas para su evaluación médica ocupacional el 15/01/2026 en IPS de Prueba (DEMO), sede Bogotá, brigada Planta, y no asistieron:',
        `1. Ana Gil, CC ${ana?.identification_number}\n2. Berta <b> Gil, CC ${berta?.identification_number}`,
        'Total: 2 personas. Para programar otra fecha, comuníquese con la sede: 601 000 0000.',
        'IPS de Prueba (DEMO)\n',
      ].join('\n\n'),
    );
    expect(draft?.text).not.toContain(carla?.identification_number);
    const one = await createClosedList(server, receptionist);
    expect((await fetchNotices(one.list.id)).draft?.text).toMatch(
      /Esta persona estaba citada .* y no asistió:/,
    );
  });

  it('P11.57 a list that is open, cancelled or without absent people has no notice', async () => {
    const open = await createExpectedList(server, receptionist);
    const cancelled = await createExpectedList(server, receptionist);
    await receptionist.post(`/expected-lists/${cancelled.list.id}/cancel`);
    const empty = await createClosedList(server, receptionist, { people: [] });
    for (const [{ list }, code] of [
      [open, 'expected_list_open'],
      [cancelled, 'expected_list_cancelled'],
      [empty, 'notice_without_people'],
    ] as const) {
      expect(rejectionOf(await post(list.id))).toEqual([409, code]);
      expect(await fetchNotices(list.id)).toMatchObject({ items: [], draft: null });
    }
    const { list } = await createClosedList(server, receptionist);
    for (const to of [
      '',
      'empresa',
      'una@empresa.demo, otra@empresa.demo',
      'una@empresa.demo\r\nBcc: x@y.demo',
    ])
      expect(rejectionOf(await post(list.id, { to }))).toEqual([400, 'validation_failed']);
    expect(await countRows(server, 'absence_notices')).toBe(0);
    expect(await countRows(server, 'mails')).toBe(0);
  });

  it('P11.57 concurrent requests send one notice; a repeated request returns it, and another content under its id is rejected', async () => {
    const { list } = await createListWithAbsences();
    const changes = { id: randomUUID(), to: createAddress() };
    const replies = await Promise.all([
      post(list.id, changes),
      post(list.id, { ...changes, id: changes.id.toUpperCase() }),
      post(list.id, { to: changes.to }),
    ]);
    const accepted = replies.filter(({ statusCode }) => statusCode === 201);
    expect(accepted.length).toBeGreaterThan(0);
    for (const reply of replies.filter(({ statusCode }) => statusCode !== 201))
      expect(rejectionOf(reply)).toEqual([409, 'notice_exists']);
    await expectStates(list.id, 'accepted');
    expect(mailsTo(changes.to)).toHaveLength(1);
    const { items } = await fetchNotices(list.id);
    const repeated = { id: items[0]?.id, to: changes.to };
    expect(await create(list.id, repeated)).toEqual(items[0]);
    for (const other of [{ to: createAddress() }, { is_copied: true }])
      expect(rejectionOf(await post(list.id, { ...repeated, ...other }))).toEqual([
        422,
        'idempotency_mismatch',
      ]);
    const another = await createClosedList(server, receptionist);
    expect(rejectionOf(await post(another.list.id, repeated))).toEqual([422, 'idempotency_mismatch']);
    expect(mailsTo(changes.to)).toHaveLength(1);
  });
});

/** Returns the number of attempts of the only queued mail; undefined while it is being sent. */
async function fetchTriesOfMail(): Promise<number | undefined> {
  const { rows } = await server.database.pool.query<{ tries: number }>(
    `select tries from mails where due_at < now() + interval '1 minute'`,
  );
  return rows[0]?.tries;
}

describe('P11.58 sending of the notice', () => {
  it('P11.58 the company gets the text; the notice states the server that accepted it and its response', async () => {
    const { list } = await createListWithAbsences();
    const to = createAddress();
    const release = smtpSink.hold();
    const since = await lastLogSequence(server);
    const queued = await create(list.id, { to });
    expect(queued).toMatchObject({ to, people: 2, created_by: 'Persona desk', status: { state: 'queued' } });
    await expect.poll(() => smtpSink.holding).toBe(1);
    expect(await fetchNotices(list.id)).toMatchObject({ items: [queued], draft: null });
    release();
    await expectStates(list.id, 'accepted');
    const { items } = await fetchNotices(list.id);
    expect(items[0]).toMatchObject({
      ...queued,
      status: { state: 'accepted', server: '127.0.0.1', response: expect.stringMatching(/^250 /) as string },
    });
    const [mail] = mailsTo(to);
    expect(mail).toMatchObject({
      from: { name: 'IPS de Prueba (DEMO)', address: 'avisos@clinica.example' },
      to: [{ name: 'Constructora Peña Álvarez (DEMO)', address: to }],
      subject: queued.subject,
    });
    expect(mail?.text?.trim()).toBe(queued.text.trim());
    expect(mail?.html).toContain('2. Berta &lt;b&gt; Gil');
    const detail = { list_id: list.id, notice_id: queued.id };
    const log = (await readActivityLog(server, since)).filter(({ action }) => action.startsWith('absence'));
    expect(log).toMatchObject([
      { action: 'absence_notice_created', detail: { ...detail, people: 2, copied: false } },
      { action: 'absence_notice_accepted', user_name: 'Persona desk', branch_name: 'Bogotá', detail },
    ]);
    expect(JSON.stringify(log)).not.toMatch(/Berta|@/);
    expect(logText).not.toMatch(new RegExp(`Berta|${to}`));
    expect(await countRows(server, 'mails')).toBe(0);
  });

  it('P11.58 a notice that the mail server rejects fails at once; another notice may follow', async () => {
    const { list } = await createListWithAbsences();
    smtpSink.refuse(true, 550);
    await create(list.id);
    await expectStates(list.id, 'failed');
    const failed = await fetchNotices(list.id);
    expect(failed.items[0]?.status).toMatchObject({ reason: 'rejected' });
    expect(failed.draft?.people).toBe(2);
    expect((await receptionist.post(`/expected-lists/${list.id}/reopen`)).statusCode).toBe(200);
    await closeExpectedList(receptionist, list.id);
    smtpSink.refuse(false);
    await create(list.id, { to: createAddress() });
    await expectStates(list.id, 'accepted', 'failed');
    const log = (await readActivityLog(server)).filter(({ action }) => action === 'absence_notice_failed');
    expect(log.at(-1)?.detail).toMatchObject({ list_id: list.id, reason: 'rejected' });
  });

  it('P11.58 a notice is retried while the mail server is unavailable, and fails after the last attempt', async () => {
    const { list } = await createListWithAbsences();
    const { pool } = server.database;
    smtpSink.refuse(true);
    await create(list.id);
    await expect.poll(fetchTriesOfMail).toBe(1);
    expect(await fetchStates(list.id)).toEqual(['queued']);
    await pool.query('update mails set tries = $1, due_at = now()', [MAX_SEND_ATTEMPTS - 1]);
    const other = await createListWithAbsences();
    await create(other.list.id);
    await expectStates(list.id, 'failed');
    expect((await fetchNotices(list.id)).items[0]?.status).toMatchObject({ reason: 'unreachable' });
  });

  it('P11.58 a notice whose mail another version of the program removed is sent', async () => {
    const { list } = await createListWithAbsences();
    const to = createAddress();
    smtpSink.refuse(true);
    await create(list.id, { to });
    await expect.poll(fetchTriesOfMail).toBe(1);
    await server.database.pool.query('delete from mails');
    smtpSink.refuse(false);
    await create((await createListWithAbsences()).list.id);
    await expectStates(list.id, 'accepted');
    expect(mailsTo(to)).toHaveLength(1);
  });
});

describe('P11.59 proof of a notice', () => {
  const downloadText = async (listId: string, id: string | undefined) => {
    const reply = await receptionist.get(`/expected-lists/${listId}/notices/${id}/file`);
    expect(reply.headers['content-type']).toBe('application/pdf');
    return pdfTextOf(reply.rawPayload);
  };

  it('P11.59 a server without mail only stores that a user sent the text by another way', async () => {
    const { list } = await createListWithAbsences();
    const caller = silent.caller(receptionist);
    expect((await fetchNotices(list.id, caller)).sends_mail).toBe(false);
    expect(rejectionOf(await post(list.id, {}, caller))).toEqual([409, 'mail_not_configured']);
    const to = createAddress();
    const reply = await post(list.id, { to, is_copied: true }, caller);
    const notice = responseOf(AbsenceNotice, reply);
    expect(notice).toMatchObject({ to, people: 2, status: { state: 'copied' } });
    expect(rejectionOf(await post(list.id))).toEqual([409, 'notice_exists']);
    expect(await countRows(server, 'mails')).toBe(0);
    const text = await downloadText(list.id, notice.id);
    expect(text).toContain('Persona desk declaró el');
    expect(text).toContain(to);
  });

  it('P11.59 a user sends the text of a notice that waits after the mail server was removed', async () => {
    const { list } = await createListWithAbsences();
    smtpSink.refuse(true);
    await create(list.id);
    await expect.poll(fetchTriesOfMail).toBe(1);
    const caller = silent.caller(receptionist);
    expect((await fetchNotices(list.id, caller)).draft?.people).toBe(2);
    expect((await post(list.id, { is_copied: true }, caller)).statusCode).toBe(201);
    const statuses = (await fetchNotices(list.id)).items.map(({ status }) => status);
    expect(statuses).toMatchObject([{ state: 'copied' }, { state: 'failed', reason: 'withdrawn' }]);
    expect(await countRows(server, 'mails')).toBe(0);
  });

  it('P11.59 the PDF states address, time, mail server and text, and is logged', async () => {
    const { list, items } = await createListWithAbsences();
    const to = createAddress();
    const { id } = await create(list.id, { to });
    await expectStates(list.id, 'accepted');
    const since = await lastLogSequence(server);
    const text = await downloadText(list.id, id.toUpperCase());
    for (const part of [to, 'Aceptado por el servidor de correo 127.0.0.1 el', '250', 'y no asistieron:'])
      expect(text).toContain(part);
    expect(text).toContain(`1. Ana Gil, CC ${items[0]?.identification_number}`);
    expect(await readActivityLog(server, since)).toMatchObject([
      { action: 'absence_notice_downloaded', detail: { list_id: list.id, notice_id: id } },
    ]);
  });

  it('P11.59 a notice belongs to its list; a later change of a person leaves its text as it was sent', async () => {
    const { list, items } = await createListWithAbsences();
    const notice = await createCopiedNotice(receptionist, list.id);
    await receptionist.post(`/expected-people/${items[0]?.id}/state`, { json: { state: 'arrived' } });
    expect((await fetchNotices(list.id)).items).toEqual([notice]);
    const other = await createClosedList(server, receptionist);
    const path = `/expected-lists/${other.list.id}/notices/${notice.id}/file`;
    expect(rejectionOf(await receptionist.get(path))).toEqual([404, 'not_found']);
  });
});
