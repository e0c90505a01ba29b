// @module-tag landing
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { Attachment } from '#contract/records/evaluation/capture.ts';
import { API_BASE } from '#contract/routes/routes.ts';
import { RESPONSE_LIMITS, type ResponseLimits } from '#server/platform/http/responses/response-budget.ts';
import {
  postAttachment,
  attachmentParts,
  fetchFirstOrderId,
  pdf,
  seedReadyEvaluation,
  seedClinicalFixture,
} from '../support/clinical.ts';
import {
  type Caller,
  type Replica,
  type Server,
  responseOf,
  rejectionOf,
  startReplica,
  startServer,
} from '../support/server.ts';

/** This file is larger than the socket buffers, so an unread response stays in the server's memory. */
const LARGE_PDF = pdf('x'.repeat(14_000_000));
/** Limit in bytes that allows two unread files of a user, but not three. */
const MAX_UNREAD_BYTES_PER_USER = 2.5 * LARGE_PDF.length;

describe('L6 responses that the client does not read', () => {
  const sockets: net.Socket[] = [];
  let clinic: Server;
  let server: Replica;
  let doctor: Caller;
  let path: string;
  beforeAll(async () => {
    clinic = await startServer('unread');
    const attaching = await clinic.as('doctor');
    const evaluation = await seedReadyEvaluation(clinic, await seedClinicalFixture(clinic));
    const parts = attachmentParts(await fetchFirstOrderId(attaching, evaluation), LARGE_PDF);
    path = `/files/${responseOf(Attachment, await postAttachment(attaching, evaluation, parts)).storage_path}`;
  });
  afterAll(() => clinic.stop());

  async function start(limits: Partial<ResponseLimits>): Promise<void> {
    server = await startReplica(clinic, { answerLimits: { ...RESPONSE_LIMITS, ...limits } });
    await server.app.listen({ port: 0, host: '127.0.0.1' });
    doctor = server.caller(await clinic.as('doctor'));
  }

  async function requestUnread(target = API_BASE + path): Promise<net.Socket> {
    const socket = net.connect({ port: (server.app.server.address() as AddressInfo).port });
    sockets.push(socket);
    socket.write(`GET ${target} HTTP/1.1\r\nHost: x\r\nCookie: ${doctor.cookie}\r\n\r\n`);
    await once(socket, 'readable');
    return socket;
  }
  const status = async () => (await doctor.get(path)).statusCode;

  afterEach(() => {
    for (const socket of sockets.splice(0)) socket.destroy();
  });

  describe('unread responses of one user', () => {
    beforeAll(() => start({ perUser: MAX_UNREAD_BYTES_PER_USER }));
    afterAll(() => server.stop());

    it("the server limits a user's unread responses: the next file gets 429 with a retry time, and other calls continue", async () => {
      await requestUnread();
      await requestUnread();
      const refused = await doctor.get(path);
      expect(rejectionOf(refused)).toEqual([429, 'rate_limited']);
      expect(refused.headers).toMatchObject({ 'retry-after': '3', 'cache-control': 'no-store' });
      expect(refused.headers['content-disposition']).toBeUndefined();
      expect((await doctor.get('/auth/me')).statusCode).toBe(200);
    });

    it("the limit of a user's unread responses also applies to app files of an earlier version, which are requested without a session", async () => {
      const [name, content] = ['/assets/earlier.js', randomBytes(LARGE_PDF.length)];
      await clinic.database.pool.query('insert into app_files (name, content) values ($1, $2)', [
        'earlier.js',
        content,
      ]);
      await requestUnread(name);
      await requestUnread(name);
      expect(rejectionOf(await server.anonymous.send('GET', `http://x${name}`))).toEqual([
        429,
        'rate_limited',
      ]);
    });

    it('a closed connection releases the bytes of its unread response', async () => {
      const gone = [await requestUnread(), await requestUnread()];
      expect(await status()).toBe(429);
      for (const socket of gone) socket.destroy();
      await expect.poll(status).toBe(200);
    });
  });

  describe('unread responses of all users', () => {
    beforeAll(() => start({ total: MAX_UNREAD_BYTES_PER_USER }));
    afterAll(() => server.stop());

    it('the server limits the unread responses of all users together: the next file gets 503', async () => {
      await requestUnread();
      await requestUnread();
      expect(rejectionOf(await doctor.get(path))).toEqual([503, 'unavailable']);
    });
  });

  describe('unread responses of a client that has stopped reading', () => {
    beforeAll(() => start({ perUser: MAX_UNREAD_BYTES_PER_USER, idleMs: 200 }));
    afterAll(() => server.stop());

    it('the server drops an unread response and its connection when the client has stopped reading', async () => {
      const socket = await requestUnread();
      await requestUnread();
      await expect.poll(status).toBe(200);
      socket.resume().on('error', () => undefined);
      await once(socket, 'close');
      expect(socket.bytesRead).toBeLessThan(LARGE_PDF.length);
    });
  });
});
