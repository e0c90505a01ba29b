import http from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { API_BASE } from '#contract/routes/routes.ts';
import { idempotencyHeader } from '../support/capture.ts';
import { createMultipartBody, type Part } from '../support/files/multipart.ts';
import { type Server, startServer } from '../support/server.ts';

/** Bytes of a large body: more than the server reads from a connection at once, and less than the limit of each upload. */
const LARGE_FILE = Buffer.alloc(200_000, 'A');
const UNKNOWN_EVALUATION_ID = '00000000-0000-4000-8000-000000000000';

let server: Server;
beforeAll(async () => {
  server = await startServer('rejected_uploads');
  await server.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => server.stop());

interface RawRequest {
  readonly method: string;
  readonly path: string;
  readonly headers?: http.OutgoingHttpHeaders;
  readonly body?: Buffer;
}

async function sendRawRequest(agent: http.Agent, { method, path, headers = {}, body }: RawRequest) {
  const { port } = server.app.server.address() as AddressInfo;
  const request = http.request({ agent, port, method, path: `${API_BASE}${path}`, headers });
  request.end(body);
  const [response] = (await once(request, 'response')) as [http.IncomingMessage];
  await text(response);
  return { status: response.statusCode, isReused: request.reusedSocket };
}

const createRepeatedParts = (part: Part): Part[] => [
  part,
  part,
  { name: 'file', value: LARGE_FILE, filename: 'a.jpg' },
];
const logoPart = { name: 'logo', value: LARGE_FILE, filename: 'a.png' };

describe('P10.368 body of an upload that is rejected before its end', () => {
  it.each([
    [
      'desk',
      'media',
      `/evaluations/${UNKNOWN_EVALUATION_ID}/media`,
      createRepeatedParts({ name: 'type', value: 'photo' }),
    ],
    [
      'doctor',
      'an attachment',
      `/evaluations/${UNKNOWN_EVALUATION_ID}/attachments`,
      createRepeatedParts({ name: 'x', value: 'x' }),
    ],
    ['admin', 'a logo', '/me/branch/logo', [{ ...logoPart, value: LARGE_FILE.subarray(0, 10) }, logoPart]],
  ] as const)(
    'P10.368 the server responds to the next request on the connection after %s sends %s with a repeated part',
    async (person, _what, path, parts) => {
      const { cookie } = await server.as(person);
      const { body, type } = createMultipartBody(parts);
      const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
      onTestFinished(() => agent.destroy());
      const headers = {
        ...idempotencyHeader(),
        cookie,
        'content-type': type,
        'content-length': String(body.length),
      };
      expect(await sendRawRequest(agent, { method: 'POST', path, headers, body })).toEqual({
        status: 400,
        isReused: false,
      });
      expect(await sendRawRequest(agent, { method: 'GET', path: '/health' })).toEqual({
        status: 200,
        isReused: true,
      });
    },
  );
});
