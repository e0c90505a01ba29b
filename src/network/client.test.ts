import { describe, expect, it } from 'vitest';
import type { ContactResult } from './response.ts';
import { createApiClient, type CallInput } from './client.ts';
import { JsonText, createTransport } from './transport.ts';

const CREATED_EVALUATION_ID = '44444444-4444-4444-8444-444444444444';

function createTestClient(respond: (request: Request) => Response | Promise<Response>) {
  const requests: Request[] = [];
  const notes: ContactResult[] = [];
  const faults: unknown[] = [];
  const transport = createTransport({
    now: () => 1_000,
    onContact: (note) => notes.push(note),
    onFault: (error) => faults.push(error),
    fetch: (input, init) => {
      const request = new Request(new URL(input as string, 'http://desk.test'), init);
      requests.push(request);
      return Promise.resolve(respond(request));
    },
  });
  const client = createApiClient(transport);
  return { client, requests, notes, faults };
}
const jsonResponse = (body: unknown, status = 200, headers: Record<string, string> = {}) =>
  Response.json(body, { status, headers });
const callCreateEvaluation = (
  respond: (request: Request) => Response | Promise<Response>,
  input: CallInput = {},
) => createTestClient(respond).client.call('createEvaluation', { body: {}, ...input });

describe('P8 call that accepts any success response', () => {
  const sendWithResponse = (respond: () => Response) =>
    createTestClient(respond).client.call('requestPasswordReset', { body: { email: 'a@b.co' } });
  it.each([
    ['204', () => new Response(null, { status: 204 }), {}],
    ['an empty 200', () => new Response('', { status: 200 }), {}],
    ['202 with words', () => new Response('OK', { status: 202 }), {}],
    ['201 with JSON', () => jsonResponse({ reset_token: 'abc' }, 201), { reset_token: 'abc' }],
    ['JSON of something else', () => jsonResponse(['sent']), {}],
  ])('a call that accepts any success response accepts %s', async (_what, respond, body) => {
    expect(await sendWithResponse(respond)).toMatchObject({ type: 'ok', body });
  });

  it('a sign-out succeeds even if the response has a body', async () => {
    const { client } = createTestClient(() => jsonResponse({ ok: true }));
    expect(await client.call('logout')).toMatchObject({ type: 'ok' });
  });

  it('S6 a call that accepts any success response treats an HTML page as the page of a captive portal', async () => {
    expect(await sendWithResponse(() => new Response('<html>', { status: 200 }))).toEqual({
      type: 'foreign',
    });
  });
});

describe('S6 validation of responses', () => {
  it('the client accepts a response with the expected status and body', async () => {
    expect(await callCreateEvaluation(() => jsonResponse({ id: CREATED_EVALUATION_ID }, 201))).toMatchObject({
      type: 'ok',
      body: { id: CREATED_EVALUATION_ID },
    });
  });

  it.each([
    [
      'an HTML page with status 200',
      () =>
        new Response('<html>Inicia sesión en la red</html>', { headers: { 'content-type': 'text/html' } }),
    ],
    [
      'an HTML page with the expected status',
      () => new Response('<html></html>', { status: 201, headers: { 'content-type': 'text/html' } }),
    ],
    ['JSON of something else', () => jsonResponse({ ok: true }, 201)],
    ['the right body with another success status', () => jsonResponse({ id: CREATED_EVALUATION_ID }, 200)],
    [
      'JSON cut short',
      () => new Response('{"id":"4444', { status: 201, headers: { 'content-type': 'application/json' } }),
    ],
    [
      'HTML that claims to be JSON',
      () => new Response('<html>', { status: 201, headers: { 'content-type': 'application/json' } }),
    ],
    ['an empty body', () => new Response(null, { status: 201 })],
    [
      'a page with 403',
      () => new Response('<html>', { status: 403, headers: { 'content-type': 'text/html' } }),
    ],
  ])('the client treats %s as an unexpected response', async (_what, respond) => {
    expect(await callCreateEvaluation(respond)).toEqual({ type: 'foreign' });
  });
});

describe('S6 endless response bodies', () => {
  function endlessResponse(type: string, part: string) {
    let sent = 0;
    const bytes = new TextEncoder().encode(part.repeat(1_000_000));
    const enqueueChunk = (stream: ReadableStreamDefaultController) => {
      sent += 1;
      stream.enqueue(bytes);
    };
    const body = new ReadableStream({ pull: enqueueChunk });
    return { respond: () => new Response(body, { headers: { 'content-type': type } }), sent: () => sent };
  }

  it('the client stops reading endless JSON and reports an unexpected response', async () => {
    for (const name of ['searchPatient', 'requestPasswordReset'] as const) {
      const { respond, sent } = endlessResponse('application/json', ' ');
      expect(await createTestClient(respond).client.call(name)).toEqual({ type: 'foreign' });
      expect(sent()).toBeLessThan(20);
    }
  });

  it(
    'the client stops reading an endless file and reports an unexpected response',
    { tags: ['landing'] },
    async () => {
      const { respond, sent } = endlessResponse('application/pdf', 'x'.repeat(10));
      const { client } = createTestClient(respond);
      expect(
        await client.callBytes('conceptPdf', ['application/pdf'], { params: { id: CREATED_EVALUATION_ID } }),
      ).toEqual({
        type: 'foreign',
      });
      expect(sent()).toBeLessThan(16);
    },
  );
});

describe('error responses of the server', () => {
  it('S10 P3.17 the client keeps status, code, message and field details of an error response', async () => {
    const body = { code: 'validation_failed', message: 'Corrige', details: [{ field: 'a', message: 'b' }] };
    expect(await callCreateEvaluation(() => jsonResponse(body, 400))).toEqual({
      type: 'error',
      refusal: { status: 400, ...body },
      retryAfter: null,
    });
  });

  it('P8.2 the client takes the field `error` when an error response has no `message`', async () => {
    expect(await callCreateEvaluation(() => jsonResponse({ error: 'Mal' }, 400))).toMatchObject({
      refusal: { code: null, message: 'Mal', details: [] },
    });
    expect(await callCreateEvaluation(() => jsonResponse({ message: ' ', error: 'Mal' }, 400))).toMatchObject(
      {
        refusal: { message: 'Mal' },
      },
    );
    expect(
      await callCreateEvaluation(() => new Response('', { status: 503, statusText: 'Busy' })),
    ).toMatchObject({
      refusal: { message: '', statusText: 'Busy' },
    });
  });

  it('S8 the client returns the Retry-After of an error response in milliseconds', async () => {
    expect(
      await callCreateEvaluation(() => jsonResponse({ message: 'x' }, 503, { 'retry-after': '7' })),
    ).toMatchObject({
      retryAfter: 7_000,
    });
  });

  it.each([401, 413, 500, 502])(
    'S6 the client accepts status %i as an error of the server, whatever the body',
    async (status) => {
      expect(await callCreateEvaluation(() => new Response('<html>', { status }))).toMatchObject({
        type: 'error',
        refusal: { status },
      });
    },
  );
});

it('S10 the client adds the size of the request to the error of a 413 response', async () => {
  const body = { note: 'ñ'.repeat(1_000) };
  const { client } = createTestClient(() => new Response('<html>', { status: 413 }));
  expect(await client.call('createEvaluation', { body })).toMatchObject({
    refusal: { status: 413, sentBytes: Buffer.byteLength(JSON.stringify(body)) },
  });
});

describe('missing responses', () => {
  it('S8 the client reports a failed connection as no_answer', async () => {
    expect(await callCreateEvaluation(() => Promise.reject(new TypeError('Load failed')))).toEqual({
      type: 'silence',
      cause: 'no_answer',
    });
  });

  it('S8 the client reports an incomplete body as no_answer', async () => {
    const brokenBody = () =>
      new ReadableStream({ pull: (stream) => stream.error(new TypeError('network error')) });
    const { client, faults } = createTestClient(
      () => new Response(brokenBody(), { status: 201, headers: { 'content-type': 'application/json' } }),
    );
    expect(await client.call('createEvaluation')).toEqual({ type: 'silence', cause: 'no_answer' });
    expect(faults).toEqual([]);
  });

  it('S11 P10.303 the client reports a bug in the app as a bug, not as a missing response', async () => {
    const circle: { self?: object } = {};
    circle.self = circle;
    const { client, faults, requests, notes } = createTestClient(() =>
      jsonResponse({ id: CREATED_EVALUATION_ID }, 201),
    );
    expect(await client.call('createEvaluation', { body: circle })).toMatchObject({
      type: 'error',
      refusal: { status: 0, code: 'app_failed' },
    });
    expect([faults, requests, notes]).toEqual([[expect.any(TypeError)], [], []]);
  });

  it('S19 the client reports a timeout when a response takes too long', async () => {
    const neverRespond = (request: Request) =>
      new Promise<Response>((_resolve, reject) => {
        request.signal.addEventListener('abort', () => reject(request.signal.reason as Error));
      });
    expect(await callCreateEvaluation(neverRespond, { timeoutMs: 5 })).toEqual({
      type: 'silence',
      cause: 'timeout',
    });
  });
});

describe('requests of the client', () => {
  it('S7 the client sends serialized JSON byte for byte', async () => {
    const { client, requests } = createTestClient(() => jsonResponse({ id: CREATED_EVALUATION_ID }, 201));
    await client.call('createEvaluation', {
      body: new JsonText('{"b":1, "a":2}'),
      headers: { 'idempotency-key': 'k' },
    });
    expect(await requests[0]?.text()).toBe('{"b":1, "a":2}');
    expect(requests[0]?.headers.get('idempotency-key')).toBe('k');
  });

  it('P5.1 the client omits empty parameters and encodes all others in path and query, so that no value escapes the path', async () => {
    const { client, requests } = createTestClient(() => jsonResponse({ items: [] }));
    await client.call('catalogOptions', {
      params: { resource: 'a/../b' },
      query: { q: 'ñ &', limit: 5, ids: '', company_id: undefined },
    });
    expect(requests[0]?.url).toBe('http://desk.test/api/v1/catalogs/a%2F..%2Fb/options?q=%C3%B1+%26&limit=5');
  });

  it('S15 S17 the client reports connection state and server time after every request', async () => {
    const { client, notes } = createTestClient((request) =>
      request.url.endsWith('/health')
        ? new Response('<html>')
        : jsonResponse({}, 401, { date: 'Sat, 21 Nov 2026 11:47:00 GMT' }),
    );
    await client.call('health');
    await client.call('me');
    expect(notes).toMatchObject([
      { cause: 'portal', providerNow: null },
      { cause: null, providerNow: Date.parse('2026-11-21T11:47:00Z') },
    ]);
  });
});

describe('P7.2 requests for files', () => {
  const PDF = ['application/pdf'];
  const pdf = (headers: Record<string, string>, status = 200) =>
    new Response(new Uint8Array([1, 2, 3]), { status, headers });
  const concept = (respond: (request: Request) => Response) =>
    createTestClient(respond).client.callBytes('conceptPdf', PDF, { params: { id: CREATED_EVALUATION_ID } });

  it('the client returns the bytes of a file with the MIME type that the server states', async () => {
    const response = await concept(() => pdf({ 'content-type': 'application/pdf; charset=binary' }));
    expect(response).toMatchObject({ type: 'ok', body: { mime: 'application/pdf' } });
    expect(response.type === 'ok' && [...new Uint8Array(response.body.bytes)]).toEqual([1, 2, 3]);
  });

  it.each([
    ['a page in its place', () => pdf({ 'content-type': 'text/html' })],
    ['a picture in its place', () => pdf({ 'content-type': 'image/png' })],
    ['bytes that say nothing of what they are', () => pdf({})],
    ['another success', () => pdf({ 'content-type': 'application/pdf' }, 206)],
  ])('S6 the client treats %s as an unexpected response to a file request', async (_what, respond) => {
    expect(await concept(respond)).toEqual({ type: 'foreign' });
  });

  it("P7.2 the client returns the server's error code and message when a file request is rejected", async () => {
    const body = { code: 'evaluation_open', message: 'Abierta', details: [] };
    expect(await concept(() => jsonResponse(body, 409))).toMatchObject({ type: 'error', refusal: body });
  });

  it('the client keeps the slashes of a file’s path, and encodes all other special characters', async () => {
    const { client, requests } = createTestClient(() => pdf({ 'content-type': 'image/png' }));
    await client.callBytes('getFile', ['image/png'], { params: { '*': 'ab/c d?.png' } });
    expect(requests[0]?.url).toMatch(/\/api\/v1\/files\/ab\/c%20d%3F\.png$/);
    expect(requests[0]?.headers.get('accept')).toBe('image/png, application/json');
  });
});
