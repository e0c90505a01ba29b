// @module-tag landing
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  AbsenceNotice,
  AbsenceNotices,
  LIST_NOTICE_MAILS_MAX,
} from '#contract/records/evaluation/attendance.ts';
import { ExpectedList } from '#contract/records/evaluation/expected-lists.ts';
import { pdfTextOf } from '#tests/support/documents/poppler.ts';
import { collectNewLogEntries } from '../support/activity.ts';
import { countRows } from '../support/capture.ts';
import { absenceNoticeBody, createClosedList } from '../support/examples/attendance-examples.ts';
import { expectedPersonBody } from '../support/examples/expected-list-examples.ts';
import { type Caller, type Server, rejectionOf, responseOf, startServer } from '../support/server.ts';
import { type SmtpSink, startSmtpSink } from '../support/smtp-sink.ts';

let smtpSink: SmtpSink;
let server: Server;
let receptionist: Caller;
beforeAll(async () => {
  smtpSink = await startSmtpSink();
  const publicUrl = new URL('https://ventanilla.clinica.example');
  server = await startServer('notice_changes', {
    mail: { smtpUrl: smtpSink.url, from: 'avisos@clinica.example', publicUrl },
    publicUrl,
  });
  receptionist = await server.as('desk');
});
afterAll(async () => {
  await server.stop();
  await smtpSink.close();
});
afterEach(async () => {
  smtpSink.refuse(false);
  await server.database.pool.query('truncate expected_lists, attempts cascade');
});

const createList = () =>
  createClosedList(server, receptionist, { people: [expectedPersonBody(), expectedPersonBody()] });
const post = (listId: string, changes: object = {}) =>
  receptionist.post(`/expected-lists/${listId}/notices`, { json: absenceNoticeBody(changes) });
const create = async (listId: string) => responseOf(AbsenceNotice, await post(listId));
const fetchNotices = async (listId: string) =>
  responseOf(AbsenceNotices, await receptionist.get(`/expected-lists/${listId}/notices`));
const withdraw = (listId: string, id: string) =>
  receptionist.post(`/expected-lists/${listId}/notices/${id}/withdraw`);
const reopen = (listId: string) => receptionist.post(`/expected-lists/${listId}/reopen`);
const proofOf = async (listId: string, id: string) =>
  pdfTextOf((await receptionist.get(`/expected-lists/${listId}/notices/${id}/file`)).rawPayload);

/** Creates a list whose notice waits, because the mail server postponed its first attempt. */
async function createListWithWaitingNotice() {
  const { list } = await createList();
  smtpSink.refuse(true);
  const notice = await create(list.id);
  const fetchAttempts = async () => {
    const { rows } = await server.database.pool.query<{ tries: number; is_leased: boolean }>(
      'select tries, is_leased from mails',
    );
    return rows;
  };
  await expect.poll(fetchAttempts).toEqual([{ tries: 1, is_leased: false }]);
  return { list, notice };
}

describe('P11.57 text of a notice', () => {
  it('P11.57 a notice is rejected if its text is no longer the one that the user saw', async () => {
    const { list, items } = await createList();
    const seen = (await fetchNotices(list.id)).draft;
    await receptionist.post(`/expected-people/${items[0]?.id}/state`, { json: { state: 'arrived' } });
    for (const is_copied of [true, false])
      expect(rejectionOf(await post(list.id, { digest: seen?.digest, is_copied }))).toEqual([
        409,
        'notice_changed',
      ]);
    expect(await countRows(server, 'absence_notices')).toBe(0);
    const { draft } = await fetchNotices(list.id);
    const sent = responseOf(AbsenceNotice, await post(list.id, { digest: draft?.digest, is_copied: true }));
    expect(sent.text).toBe(draft?.text);
  });
});

describe('P11.58 notice that waits', () => {
  it('P11.58 a notice that waits is withdrawn with its mail, once and logged; the list can be reopened', async () => {
    const { list, notice } = await createListWithWaitingNotice();
    expect((await reopen(list.id)).json()).toMatchObject({
      message: expect.stringContaining('por salir') as string,
    });
    const log = await collectNewLogEntries(server, async () => {
      const { status } = responseOf(AbsenceNotice, await withdraw(list.id, notice.id.toUpperCase()));
      expect(status).toMatchObject({ state: 'failed', reason: 'withdrawn' });
      expect(responseOf(AbsenceNotice, await withdraw(list.id, notice.id)).status).toEqual(status);
    });
    const detail = { list_id: list.id, notice_id: notice.id, reason: 'withdrawn' };
    expect(log).toEqual([['absence_notice_failed', 'done', detail]]);
    expect(await countRows(server, 'mails')).toBe(0);
    expect(await proofOf(list.id, notice.id)).toContain('Retirado antes de que');
    expect(responseOf(ExpectedList, await reopen(list.id)).status).toEqual({ state: 'open' });
  });

  it('P11.58 a notice is not withdrawn while or after it is sent, and one of another list is not found', async () => {
    const { list } = await createList();
    const release = smtpSink.hold();
    const { id } = await create(list.id);
    await expect.poll(() => smtpSink.holding).toBe(1);
    const reply = await withdraw(list.id, id);
    expect(rejectionOf(reply)).toEqual([409, 'notice_exists']);
    expect(reply.json()).toMatchObject({ message: expect.stringContaining('saliendo') as string });
    release();
    const fetchState = async () => (await fetchNotices(list.id)).items[0]?.status.state;
    await expect.poll(fetchState).toBe('accepted');
    expect(rejectionOf(await withdraw(list.id, id))).toEqual([409, 'notice_exists']);
    expect(await fetchState()).toBe('accepted');
    const other = await createList();
    expect(rejectionOf(await withdraw(other.list.id, id))).toEqual([404, 'not_found']);
  });

  it('P11.58 a notice whose server died while sending it is withdrawn after the lease', async () => {
    const { list, notice } = await createListWithWaitingNotice();
    const { pool } = server.database;
    await pool.query(`update mails set is_leased = true, due_at = now() + interval '1 minute'`);
    expect(rejectionOf(await withdraw(list.id, notice.id))).toEqual([409, 'notice_exists']);
    await pool.query(`update mails set due_at = now() - interval '1 second'`);
    expect((await withdraw(list.id, notice.id)).statusCode).toBe(200);
  });

  it('P11.58 the proof of an unconfirmed notice does not state that no attempt reached the mail server', async () => {
    const { list, notice } = await createListWithWaitingNotice();
    await server.database.pool.query(
      `update absence_notices set state = 'failed', failure = 'unreachable', state_at = now()`,
    );
    const text = (await proofOf(list.id, notice.id)).replace(/\s+/g, ' ');
    expect(text).toContain(
      'Sin confirmación: en ocho horas el servidor de correo no confirmó que lo aceptara',
    );
    expect(text).not.toMatch(/No se envió|ningún intento/);
  });
});

it('P11.57 the mails of a list are limited, and only the newest notice is listed with its text', async () => {
  const { list } = await createList();
  await server.database.pool.query(
    `insert into absence_notices
      select branch_id, gen_random_uuid(), id, 'a@b.demo', 'Asunto', 'Texto ' || n, 1, now() + n * interval '1 second', created_by,
        'failed', now(), null, null, 'rejected'
      from expected_lists cross join generate_series(1, $1) n where id = $2`,
    [LIST_NOTICE_MAILS_MAX, list.id],
  );
  const { items } = await fetchNotices(list.id);
  expect(items.map(({ text }) => text)).toEqual([
    `Texto ${LIST_NOTICE_MAILS_MAX}`,
    ...Array.from({ length: LIST_NOTICE_MAILS_MAX - 1 }, () => ''),
  ]);
  expect(await proofOf(list.id, items[5]?.id ?? '')).toContain(`Texto ${LIST_NOTICE_MAILS_MAX - 5}`);
  expect(rejectionOf(await post(list.id))).toEqual([409, 'too_many_notices']);
  expect((await post(list.id, { is_copied: true })).statusCode).toBe(201);
  expect((await fetchNotices(list.id)).items).toHaveLength(LIST_NOTICE_MAILS_MAX + 1);
});
