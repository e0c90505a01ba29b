import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PERMISSIONS } from '#contract/vocabulary.ts';
import { countRows, createEvaluation, evaluationBody, idempotencyHeader } from '../support/capture.ts';
import { mediaParts } from '../support/files/multipart.ts';
import { photo } from '../support/files/pictures.ts';
import {
  type Caller,
  type Replica,
  type Server,
  rejectionOf,
  startReplica,
  startServer,
} from '../support/server.ts';
import {
  addActiveUser,
  fetchSessionStatusCode,
  putUserPermissions,
  patchUserStatus,
} from '../support/users.ts';

let firstServer: Server;
let otherServer: Replica;
let admin: Caller;
let receptionist: Caller;
beforeAll(async () => {
  firstServer = await startServer('shared_state');
  otherServer = await startReplica(firstServer);
  [admin, receptionist] = [await firstServer.as('admin'), await firstServer.as('desk')];
});
afterAll(async () => {
  await otherServer.stop();
  await firstServer.stop();
});

describe('P10.63 state shared by two servers on one database', () => {
  it('a sign-out, a suspension and a removed permission apply immediately at the other server', async () => {
    const [leaving, suspended, demoted] = [
      await addActiveUser(firstServer),
      await addActiveUser(firstServer),
      await addActiveUser(firstServer),
    ];
    const callOnOtherServer = (person: { session: Caller }) => otherServer.caller(person.session);
    for (const person of [leaving, suspended, demoted])
      expect(await fetchSessionStatusCode(callOnOtherServer(person))).toBe(200);
    await leaving.session.post('/auth/logout');
    await patchUserStatus(admin, suspended.id, 'suspended');
    expect([
      await fetchSessionStatusCode(callOnOtherServer(leaving)),
      await fetchSessionStatusCode(callOnOtherServer(suspended)),
    ]).toEqual([401, 401]);
    await putUserPermissions(admin, demoted.id, PERMISSIONS);
    expect((await callOnOtherServer(demoted).get('/admin/users')).statusCode).toBe(200);
    await putUserPermissions(admin, demoted.id, []);
    expect(rejectionOf(await callOnOtherServer(demoted).get('/admin/users'))).toEqual([403, 'forbidden']);
  });

  it('both servers return changed catalogues and the changed letterhead, each with a new ETag', async () => {
    const there = otherServer.caller(await firstServer.as('admin'));
    for (const path of ['/companies', '/branches']) {
      const before = await there.get(path);
      const tag = { 'if-none-match': String(before.headers['etag']) };
      expect((await there.get(path, tag)).statusCode).toBe(304);
      await firstServer.database.pool.query(`update ${path.slice(1)} set name = name || '.'`);
      const after = await there.get(path, tag);
      expect([after.statusCode, after.headers['etag'] === before.headers['etag']]).toEqual([200, false]);
    }
    const branding = async (by: Caller) => (await by.get('/me/branding')).json<unknown>();
    const shown = await branding(otherServer.caller(receptionist));
    await firstServer.database.pool.query("update branches set contact_phone = '601 000 0099'");
    expect(await branding(otherServer.caller(receptionist))).toEqual(await branding(receptionist));
    expect(await branding(receptionist)).not.toEqual(shown);
  });

  it('both servers return the same list total after each registration', async () => {
    const total = async (by: Caller) => (await by.get('/evaluations')).json<{ total: number }>().total;
    for (let count = 0; count < 3; count += 1) {
      const [here, there] = [await total(receptionist), await total(otherServer.caller(receptionist))];
      expect(here).toBe(there);
      await createEvaluation(firstServer, count % 2 ? receptionist : otherServer.caller(receptionist));
      expect([await total(receptionist), await total(otherServer.caller(receptionist))]).toEqual([
        here + 1,
        here + 1,
      ]);
    }
  });

  it('S7 when two servers receive one idempotency key at once, they create one evaluation and one photo', async () => {
    const before = await countRows(firstServer, 'evaluations');
    const [json, headers] = [evaluationBody(firstServer), idempotencyHeader()];
    const places = [
      receptionist,
      otherServer.caller(receptionist),
      receptionist,
      otherServer.caller(receptionist),
    ];
    const post = () => Promise.all(places.map((by) => by.post('/evaluations', { json, headers })));
    const replies = [...(await post()), ...(await post())];
    const ids = replies
      .filter(({ statusCode }) => statusCode === 201)
      .map((reply) => reply.json<{ id: string }>().id);
    expect(new Set(ids).size).toBe(1);
    expect(await countRows(firstServer, 'evaluations')).toBe(before + 1);

    const key = idempotencyHeader(randomUUID());
    const parts = mediaParts('photo', await photo());
    const send = (by: Caller) => by.post(`/evaluations/${ids[0]}/media`, { parts, headers: key });
    await Promise.all(places.map(send));
    expect((await send(receptionist)).statusCode).toBe(201);
    expect(await countRows(firstServer, 'media')).toBe(1);
  });
});
