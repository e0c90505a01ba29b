import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ActivityList } from '#contract/records/evaluation/clinical.ts';
import {
  BOARD_POLL_INTERVAL_MS,
  BoardView,
  CallOptions,
  WaitingBoardList,
  WaitingCall,
  WORKING_BOARDS_MAX,
} from '#contract/records/waiting-room.ts';
import {
  MAX_UNKNOWN_BOARDS_PER_CLIENT,
  MAX_VIEWS_PER_BOARD,
} from '#server/platform/http/callers/public-limits.ts';
import { countRows, evaluationBody, nextDocumentNumber } from '../support/capture.ts';
import { type ClinicalFixture, seedClinicalFixture, seedSignedEvaluation } from '../support/clinical.ts';
import { type Caller, type Server, rejectionOf, responseOf, startServer } from '../support/server.ts';
import { createBoard } from '../support/examples/waiting-room-examples.ts';

let server: Server;
let admin: Caller;
let doctor: Caller;
let receptionist: Caller;
let clinicalFixture: ClinicalFixture;
beforeAll(async () => {
  server = await startServer('waiting_room');
  [admin, doctor, receptionist] = [
    await server.as('admin'),
    await server.as('doctor'),
    await server.as('desk'),
  ];
  clinicalFixture = await seedClinicalFixture(server);
});
afterAll(() => server.stop());
beforeEach(async () => {
  server.clock.now = new Date();
  await server.database.pool.query(
    'delete from waiting_calls; delete from waiting_boards; truncate attempts',
  );
});

const advanceClock = (ms: number) => {
  server.clock.now = new Date((server.clock.now ?? new Date()).getTime() + ms);
};
const register = async (turn?: string, person: Record<string, string> = {}) => {
  const json = evaluationBody(server, {
    identification_number: nextDocumentNumber(),
    first_name: 'ANA MARÍA',
    last_name: 'Gil',
    ...person,
  });
  const headers = { 'idempotency-key': randomUUID(), ...(turn && { 'x-turn': turn }) };
  return (await receptionist.post('/evaluations', { json, headers })).json<{ id: string }>().id;
};
const call = (id: string, room = 'Consultorio 2', caller = doctor) =>
  caller.post(`/evaluations/${id}/call`, { json: { room } });
const requestView = (token: string, headers = {}) =>
  server.anonymous.get('/board', { 'x-board-token': token, ...headers });
const viewOf = async (token: string) => responseOf(BoardView, await requestView(token));

describe('P10.392 P10.393 boards of a branch', () => {
  it('P10.392 an administrator creates a board; only the response to the creation contains the token, and the database stores only its hash', async () => {
    const { token, ...board } = await createBoard(admin, { label: 'Sala del piso 2' });
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    const listed = await admin.get('/waiting-boards');
    expect(responseOf(WaitingBoardList, listed).items).toEqual([board]);
    expect(listed.body).not.toContain(token);
    const { rows } = await server.database.pool.query<{ row: string; hash: Buffer }>(
      'select waiting_boards::text as row, token_hash as hash from waiting_boards',
    );
    expect(rows[0]?.hash).toEqual(createHash('sha256').update(token).digest());
    expect(rows[0]?.row).not.toContain(token);
  });

  it('P10.393 a request with a revoked board link gets the same response as one with an unknown link; a second revocation changes nothing', async () => {
    const { id, token } = await createBoard(admin);
    expect((await requestView(token)).statusCode).toBe(200);
    const revoke = () => admin.post(`/waiting-boards/${id}/revoke`);
    const [first, again] = [await revoke(), await revoke()];
    expect([first.statusCode, again.body]).toEqual([200, first.body]);
    const unknown = await requestView('x');
    expect(rejectionOf(unknown)).toEqual([404, 'not_found']);
    for (const each of [token, '', id, `${token} `, '🙂'.repeat(20)])
      expect((await requestView(encodeURIComponent(each))).body).toBe(unknown.body);
    expect((await server.anonymous.get('/board')).body).toBe(unknown.body);
  });

  it('P10.393 an administrator neither sees nor revokes the boards of another branch', async () => {
    const { id } = await createBoard(admin);
    const elsewhere = await server.signIn('global');
    const branch = { branch_id: server.clinic.branches.medellin };
    expect((await elsewhere.send('PUT', '/me/branch/active', { json: branch })).statusCode).toBe(200);
    expect(responseOf(WaitingBoardList, await elsewhere.get('/waiting-boards')).items).toEqual([]);
    expect(rejectionOf(await elsewhere.post(`/waiting-boards/${id}/revoke`))).toEqual([404, 'not_found']);
  });

  it('P10.393 the server rejects another board for a branch that has twenty boards that are not revoked', async () => {
    const made = [];
    for (let nth = 0; nth < WORKING_BOARDS_MAX; nth += 1) made.push(await createBoard(admin));
    const more = () => admin.post('/waiting-boards', { json: { label: 'Otra', shows: 'queue_numbers' } });
    expect(rejectionOf(await more())).toEqual([400, 'validation_failed']);
    await admin.post(`/waiting-boards/${made[0]?.id}/revoke`);
    expect((await more()).statusCode).toBe(201);
  });
});

describe('P10.394 P10.395 calls', () => {
  it('P10.394 two equal calls of a patient within ten seconds create one call and one log entry; a later or different one creates another call', async () => {
    await createBoard(admin);
    const id = await register('B-4');
    const entries = await countRows(server, 'activity');
    const [first, second] = await Promise.all([call(id), call(id)]);
    expect(responseOf(WaitingCall, first)).toMatchObject({ turn: 'B-4', room: 'Consultorio 2' });
    expect(second.json()).toEqual(first.json());
    expect(await countRows(server, 'activity')).toBe(entries + 1);
    expect((await call(id, 'Consultorio 3')).json<WaitingCall>().id).not.toBe(first.json<WaitingCall>().id);
    advanceClock(10_000);
    expect((await call(id)).json<WaitingCall>().id).not.toBe(first.json<WaitingCall>().id);
    expect(await countRows(server, 'waiting_calls')).toBe(3);
    const { items } = responseOf(ActivityList, await admin.get('/activity?actions=patient_called'));
    expect(items[0]).toMatchObject({ evaluation_id: id, user_name: 'Persona doctor' });
  });

  it('P10.394 a patient is called at most thirty times in a day', async () => {
    await createBoard(admin);
    const id = await register('B-5');
    for (let nth = 1; nth <= 30; nth += 1)
      expect((await call(id, `Consultorio ${nth}`)).statusCode).toBe(200);
    expect(rejectionOf(await call(id, 'Consultorio 31'))).toEqual([429, 'rate_limited']);
    advanceClock(24 * 60 * 60_000);
    expect((await call(id)).json<WaitingCall>().turn).toBeNull();
  });

  it('P10.395 a patient without a queue number of today is called only if a board shows names', async () => {
    const { id: board } = await createBoard(admin, { shows: 'queue_numbers' });
    const id = await register();
    const rejected = await call(id);
    expect(rejectionOf(rejected)).toEqual([409, 'requirements_missing']);
    expect(rejected.json()).toMatchObject({ message: expect.stringContaining('No tiene turno de hoy') });
    await createBoard(admin);
    expect(responseOf(WaitingCall, await call(id)).turn).toBeNull();
    await admin.post(`/waiting-boards/${board}/revoke`);
    const numbered = await register('B-5');
    advanceClock(24 * 60 * 60_000);
    expect(responseOf(WaitingCall, await call(numbered)).turn).toBeNull();
  });

  it('P10.395 a call requires a board, an open evaluation, a room, and a doctor of the evaluation’s branch', async () => {
    const id = await register('B-6');
    expect(rejectionOf(await call(id))).toEqual([409, 'requirements_missing']);
    await createBoard(admin);
    expect(rejectionOf(await call(id, 'Consultorio 2', await server.as('doctorMedellin')))).toEqual([
      404,
      'not_found',
    ]);
    expect(rejectionOf(await call(id, 'Consultorio 2', receptionist))).toEqual([403, 'forbidden']);
    const signed = await seedSignedEvaluation(server, clinicalFixture);
    expect(rejectionOf(await call(signed))).toEqual([409, 'evaluation_closed']);
    for (const room of ['', ' ', 'x'.repeat(25)])
      expect(rejectionOf(await call(id, room))).toEqual([400, 'validation_failed']);
  });

  it('P10.396 GET /me/waiting-room states whether the branch has boards and whether one of them shows names', async () => {
    const options = async () => responseOf(CallOptions, await doctor.get('/me/waiting-room'));
    expect(await options()).toEqual({ has_boards: false, shows_names: false });
    const { id } = await createBoard(admin, { shows: 'queue_numbers' });
    expect(await options()).toEqual({ has_boards: true, shows_names: false });
    await createBoard(admin);
    expect(await options()).toEqual({ has_boards: true, shows_names: true });
    await admin.post(`/waiting-boards/${id}/revoke`);
    expect(await options()).toEqual({ has_boards: true, shows_names: true });
  });
});

describe('P10.397 P10.398 data that a board shows', () => {
  it('P10.397 a board that shows queue numbers names no patient and omits patients without a queue number', async () => {
    const { token } = await createBoard(admin, { shows: 'queue_numbers' });
    await createBoard(admin);
    const [numbered, unnumbered] = [await register('B-7'), await register()];
    await call(numbered);
    await call(unnumbered);
    const reply = await requestView(token);
    const view = responseOf(BoardView, reply);
    expect(view).toMatchObject({ clinic: 'IPS de Prueba (DEMO)', branch: 'Bogotá' });
    expect(view.calls).toMatchObject([{ turn: 'B-7', name: null, room: 'Consultorio 2' }]);
    for (const secret of ['Ana', 'ANA', 'Gil', numbered, unnumbered])
      expect(reply.body).not.toContain(secret);
    expect(reply.headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
    expect(reply.headers['set-cookie']).toBeUndefined();
  });

  it('P10.397 a board that shows names reads first name and initial from the patient’s present data; stored calls contain no name', async () => {
    const { token } = await createBoard(admin);
    await call(await register('B-8'));
    await call(await register(undefined, { first_name: 'Óscar', last_name: 'Sin apellido' }));
    const { calls } = await viewOf(token);
    expect(calls.map(({ turn, name }) => [turn, name])).toEqual(
      expect.arrayContaining([
        ['B-8', 'Ana G.'],
        [null, 'Óscar'],
      ]),
    );
    const { rows } = await server.database.pool.query('select waiting_calls::text as row from waiting_calls');
    expect(JSON.stringify(rows)).not.toMatch(/ana|gil|scar/i);
    await server.database.pool.query(`update patients set first_name = 'Eva' where first_name = 'ANA MARÍA'`);
    expect((await viewOf(token)).calls.map(({ name }) => name)).toContain('Eva G.');
  });

  it('P10.398 a board shows the last eight patients called today, each once, and no patient of another branch', async () => {
    const { token } = await createBoard(admin);
    const ids = [];
    for (let nth = 1; nth <= 10; nth += 1) ids.push(await register(`C-${nth}`));
    for (const id of ids) {
      await call(id);
      advanceClock(1_000);
    }
    await call(ids[5] ?? '', 'Consultorio 9');
    await server.database.pool.query(
      `insert into waiting_calls select gen_random_uuid(), $1, evaluation_id, 'Z-1', room, called_by, called_at
        from waiting_calls limit 1`,
      [server.clinic.branches.medellin],
    );
    const { calls } = await viewOf(token);
    expect(calls.map(({ turn, room }) => `${turn} ${room}`)).toEqual([
      'C-6 Consultorio 9',
      ...['C-10', 'C-9', 'C-8', 'C-7', 'C-5', 'C-4', 'C-3'].map((turn) => `${turn} Consultorio 2`),
    ]);
    advanceClock(24 * 60 * 60_000);
    expect((await viewOf(token)).calls).toEqual([]);
  });

  it('P10.398 the server responds 304 to an unchanged board until another patient is called', async () => {
    const { token } = await createBoard(admin);
    const etag = String((await requestView(token)).headers['etag']);
    advanceClock(3_000);
    const same = await requestView(token, { 'if-none-match': etag });
    expect([same.statusCode, same.body, same.headers['content-length']]).toEqual([304, '', undefined]);
    await call(await register('B-9'));
    expect((await requestView(token, { 'if-none-match': etag })).statusCode).toBe(200);
  });

  it('P10.399 the server limits the requests with one board token; the limit allows at least five screens', async () => {
    const { token } = await createBoard(admin);
    const { token: other } = await createBoard(admin);
    await requestView(token);
    await server.database.pool.query('update attempts set tried = $1', [MAX_VIEWS_PER_BOARD]);
    const limited = await requestView(token);
    expect(rejectionOf(limited)).toEqual([429, 'rate_limited']);
    expect(Number(limited.headers['retry-after'])).toBeGreaterThan(0);
    expect((await requestView(other)).statusCode).toBe(200);
    const requestsOfOneScreen = (5 * 60_000) / BOARD_POLL_INTERVAL_MS;
    expect(MAX_VIEWS_PER_BOARD).toBeGreaterThanOrEqual(5 * requestsOfOneScreen);
  });

  it('P10.399 the server limits requests with unknown board tokens per network address; valid tokens from this address still work', async () => {
    const { token } = await createBoard(admin);
    await requestView('unknown');
    await server.database.pool.query('update attempts set tried = $1', [MAX_UNKNOWN_BOARDS_PER_CLIENT]);
    expect(rejectionOf(await requestView('unknown'))).toEqual([429, 'rate_limited']);
    expect((await requestView(token)).statusCode).toBe(200);
  });

  it('P10.399 a board token gives access to no other call, and neither a session nor a token in the address opens the board', async () => {
    const { token } = await createBoard(admin);
    const headers = {
      'x-board-token': token,
      authorization: `Bearer ${token}`,
      cookie: `ventanilla_session=${token}`,
    };
    for (const path of [
      '/waiting-boards',
      '/me/waiting-room',
      '/evaluations',
      '/auth/me',
      '/dashboard/waiting-times',
    ])
      expect(rejectionOf(await server.anonymous.get(path, headers))).toEqual([401, 'unauthenticated']);
    expect(rejectionOf(await admin.get(`/board?token=${token}`))).toEqual([404, 'not_found']);
  });

  it('P10.400 the page of a board is one file with a separate content security policy and is excluded from search engines', async () => {
    const page = await server.app.inject({ method: 'GET', url: '/board' });
    expect(page.statusCode).toBe(200);
    expect(page.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'x-robots-tag': 'noindex',
      'referrer-policy': 'no-referrer',
    });
    expect(String(page.headers['content-security-policy'])).not.toContain('unsafe');
    const { token } = await createBoard(admin);
    const [, version] = /data-version="([\w-]{16})"/.exec(page.body) ?? [];
    expect((await viewOf(token)).page_version).toBe(version);
  });
});
