import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from '@playwright/test';
import { FaultProxy } from '#tests/support/faults/fault-proxy.ts';
import { portalPageFault, rejectionFault } from '#tests/support/faults/fault.ts';

/** Minimal server behind the tested proxy. It records every request that arrives completely. */
let server: http.Server;
let receivedRequests: { path: string; bytes: number }[];
let proxy: FaultProxy;

test.beforeEach(async () => {
  receivedRequests = [];
  server = http.createServer((request, response) => {
    let bytes = 0;
    request.on('data', (chunk: Buffer) => (bytes += chunk.length));
    request.on('end', () => {
      receivedRequests.push({ path: request.url ?? '', bytes });
      response.writeHead(201, { 'x-provider': 'yes' }).end('done');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  proxy = await FaultProxy.start(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
test.afterEach(async () => {
  await proxy.close();
  server.closeAllConnections();
  server.close();
});

const EVALUATIONS_PATH = '/api/v1/evaluations';
const postEvaluation = () =>
  fetch(`${proxy.origin}${EVALUATIONS_PATH}`, {
    method: 'POST',
    body: '{}',
    headers: { 'idempotency-key': 'k1' },
  });
function postMedia(type: 'photo' | 'signature', bytes = 300_000) {
  const form = new FormData();
  form.set('type', type);
  form.set('file', new Blob([new Uint8Array(bytes)], { type: 'image/png' }), 'x.png');
  return fetch(`${proxy.origin}${EVALUATIONS_PATH}/7/media`, { method: 'POST', body: form });
}

test.describe('fault proxy of the tests', () => {
  test('the fault proxy passes requests on unchanged and logs their kind and key when no fault is set', async () => {
    const answer = await postEvaluation();
    expect([answer.status, answer.headers.get('x-provider'), await answer.text()]).toEqual([
      201,
      'yes',
      'done',
    ]);
    await postMedia('photo');
    await postMedia('signature');
    expect(proxy.log).toMatchObject([
      { method: 'POST', path: EVALUATIONS_PATH, kind: 'evaluation', key: 'k1', fault: null, status: 201 },
      { kind: 'photo', providerStatus: 201 },
      { kind: 'signature' },
    ]);
    expect(proxy.disturbed).toBe(false);
  });

  test('the fault proxy cuts one connection before the request reaches the server', async () => {
    proxy.inject({ kind: 'evaluation' }, { type: 'cut_before' });
    await expect(postEvaluation()).rejects.toThrow();
    expect(receivedRequests).toEqual([]);
    expect((await postEvaluation()).status).toBe(201);
  });

  test('the fault proxy cuts the connection after the server has executed the request', async () => {
    proxy.inject({ kind: 'evaluation' }, { type: 'cut_after' });
    await expect(postEvaluation()).rejects.toThrow();
    expect(receivedRequests).toHaveLength(1);
    expect(proxy.log[0]).toMatchObject({ providerStatus: 201, status: null, fault: 'cut_after' });
  });

  test('the fault proxy cuts an upload in the middle, for the chosen kind of item only', async () => {
    proxy.inject({ kind: 'signature' }, { type: 'cut_upload', afterBytes: 100_000 });
    expect((await postMedia('photo')).status).toBe(201);
    await expect(postMedia('signature')).rejects.toThrow();
    expect(receivedRequests).toHaveLength(1);
  });

  test('the fault proxy returns a given response without forwarding the request to the server', async () => {
    proxy.inject({}, portalPageFault);
    proxy.inject(
      {},
      rejectionFault(503, { code: 'unavailable', message: 'x', details: [] }, { 'retry-after': '2' }),
    );
    const portal = await postEvaluation();
    expect([portal.status, portal.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    const busy = await postEvaluation();
    expect([busy.status, busy.headers.get('retry-after')]).toEqual([503, '2']);
    expect(receivedRequests).toEqual([]);
  });

  test('the fault proxy holds a request or its response until the test releases it', async () => {
    const before = proxy.hold({ kind: 'evaluation' }, 'before');
    const first = postEvaluation();
    await before.reached;
    expect(receivedRequests).toEqual([]);
    before.release();
    expect((await first).status).toBe(201);
    const after = proxy.hold({ kind: 'evaluation' }, 'after');
    const second = postEvaluation();
    await after.reached;
    expect(receivedRequests).toHaveLength(2);
    after.release();
    expect((await second).status).toBe(201);
  });

  test('the fault proxy goes down and comes up again at the same address', async () => {
    proxy.disconnect();
    await expect(postEvaluation()).rejects.toThrow();
    proxy.restoreConnection();
    expect((await postEvaluation()).status).toBe(201);
  });

  test('the fault proxy sends no response while the server is down', async () => {
    server.close();
    await expect(postEvaluation()).rejects.toThrow();
    expect(proxy.log[0]).toMatchObject({ providerStatus: null, status: null });
  });

  test('the fault proxy appends text to the server’s response', async () => {
    proxy.inject({ path: '/sw.js' }, { type: 'append', text: '!' }, Infinity);
    expect(await (await fetch(`${proxy.origin}/sw.js`)).text()).toBe('done!');
  });
});
