import assert from 'node:assert/strict';
import http from 'node:http';
import { buffer } from 'node:stream/consumers';
import { API_BASE } from '#contract/routes/routes.ts';
import { createMultipartBody } from '#tests/api/support/files/multipart.ts';
import type { FuzzFiles } from '#tests/fuzz/files.ts';
import { type FuzzTarget, makeWorld } from '#tests/fuzz/world.ts';
import type { AttackResponse, AttackWorld, AttackRequest } from './attack.ts';

/** Time in ms after which a request without a response counts as hung. */
const REQUEST_TIMEOUT_MS = 120_000;

function encodeAttackBody({ body, json, parts }: AttackRequest): {
  bytes: Buffer | null;
  type: string | null;
} {
  if (parts) {
    const made = createMultipartBody(parts);
    return { bytes: made.body, type: made.type };
  }
  if (json !== undefined) return { bytes: Buffer.from(JSON.stringify(json)), type: 'application/json' };
  return { bytes: body === undefined ? null : Buffer.from(body as string), type: null };
}

interface RawAttackRequest {
  readonly port: number;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly bytes: Buffer | null;
}

function sendRawRequest({ port, method, path, headers, bytes }: RawAttackRequest): Promise<AttackResponse> {
  const began = performance.now();
  const length = bytes === null ? {} : { 'content-length': String(bytes.length) };
  return new Promise((resolve, reject) => {
    const end = (status: number, answered: http.IncomingHttpHeaders, body: Buffer) =>
      resolve({ status, headers: answered, body, ms: performance.now() - began });
    const endWithoutResponse = () => end(0, {}, Buffer.alloc(0));
    const request = http.request({
      host: '127.0.0.1',
      port,
      method,
      path,
      agent: false,
      timeout: REQUEST_TIMEOUT_MS,
      headers: { ...length, ...headers } as http.OutgoingHttpHeaders,
    });
    request.once('response', (response) => {
      buffer(response).then(
        (body) => end(response.statusCode ?? 0, response.headers, body),
        endWithoutResponse,
      );
    });
    request.once('timeout', () => {
      reject(new Error(`${method} ${path.slice(0, 80)}: no answer in ${REQUEST_TIMEOUT_MS} ms`));
      request.destroy();
    });
    // A connection reset during the sending of the body means that the server responded early or not at all. A reset after the
    // response means nothing.
    request.on('error', endWithoutResponse);
    request.end(bytes ?? undefined);
  });
}

export async function makeAttackWorld(target: FuzzTarget, files: FuzzFiles): Promise<AttackWorld> {
  const world = await makeWorld(target, files);
  const call: AttackWorld['call'] = (who, method, path, request = {}) => {
    const { bytes, type } = encodeAttackBody(request);
    const cookie = world.cookie(who);
    const headers = {
      ...(cookie !== null && { cookie }),
      ...(type !== null && { 'content-type': type }),
      ...request.headers,
    };
    return sendRawRequest({
      port: target.port,
      method,
      path: request.target ?? API_BASE + path,
      headers,
      bytes,
    });
  };
  const probe = async () => {
    let slowest = 0;
    for (const path of ['/health', '/auth/me']) {
      const { status, ms } = await call('deskMedellin', 'GET', path);
      assert.equal(status, 200, `GET ${path} of somebody else was answered with ${status}.`);
      slowest = Math.max(slowest, ms);
    }
    return slowest;
  };
  const probeWhile: AttackWorld['probeWhile'] = async (work) => {
    let slowest = await probe();
    const running = { now: true };
    const probes = (async () => {
      while (running.now) slowest = Math.max(slowest, await probe());
    })();
    try {
      await work();
    } finally {
      running.now = false;
    }
    await probes;
    return slowest;
  };
  return { ...world, target, files, call, probeWhile };
}
