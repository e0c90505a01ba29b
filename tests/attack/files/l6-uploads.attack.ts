import assert from 'node:assert/strict';
import net from 'node:net';
import { API_BASE } from '#contract/routes/routes.ts';
import { BODY_BUDGET_LIMITS } from '#server/platform/http/bodies/body-budget.ts';
import { mediaParts } from '#tests/api/support/files/multipart.ts';
import type { TestUserName } from '#tests/api/support/clinic.ts';
import type { Attack, AttackWorld, AttackScale } from '../attack.ts';

const BYTES_PER_MB = 1_000_000;
/** Size in bytes that each upload states: the limit of an attachment. */
const ANNOUNCED_BYTES = 15 * BYTES_PER_MB;
const SENT_BYTES: Record<AttackScale, number> = { short: 1_000, whole: ANNOUNCED_BYTES - 1_000 };
const UPLOAD_COUNT = 100;
const UPLOADING_USERS: readonly TestUserName[] = ['admin', 'doctor', 'doctorMedellin', 'global'];
/**
 * Maximum ratio between two values: the server's memory during the attack minus the bytes that the upload limits permit, and
 * the memory of the idle server.
 */
const MAX_MEMORY_RATIO = 1.5;

interface UnfinishedUpload {
  /** Returns the response; null while none has arrived. */
  readonly answer: () => string | null;
  readonly sent: Promise<unknown>;
  readonly ended: Promise<unknown>;
  readonly socket: net.Socket;
}

/** Starts an upload that states a larger size, sends `bytes` bytes and never ends. */
function startUnfinishedUpload(world: AttackWorld, who: TestUserName, bytes: number): UnfinishedUpload {
  const socket = net.connect({ port: world.target.port, host: '127.0.0.1' });
  let received = '';
  socket.setEncoding('latin1').on('data', (text) => (received += String(text)));
  socket.on('error', () => undefined); // A response that arrived before the error still counts.
  const head = [
    `POST ${API_BASE}/evaluations/${world.names['evaluations.5']}/attachments HTTP/1.1`,
    'Host: x',
    `Cookie: ${world.cookie(who)}`,
    'Content-Type: multipart/form-data; boundary=x',
    `Content-Length: ${ANNOUNCED_BYTES}`,
    '',
    '--x\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n',
  ].join('\r\n');
  socket.write(head);
  const ended = new Promise((resolve) => socket.once('close', resolve));
  const sent = new Promise((resolve) => {
    socket.write(Buffer.alloc(bytes), resolve);
    socket.once('close', resolve);
  });
  return { answer: () => (received === '' ? null : received), sent, ended, socket };
}

const listUnansweredUploads = (uploads: readonly UnfinishedUpload[]) =>
  uploads.filter(({ answer: response }) => response() === null);

/**
 * Waits until at most `most` uploads have no response, and sends requests of another user one after another during this time.
 * Ends after 300 requests, which take long enough for the server to respond to the uploads.
 */
async function waitForUploadResponses(
  world: AttackWorld,
  uploads: readonly UnfinishedUpload[],
  most: number,
): Promise<void> {
  for (let count = 0; count < 300 && listUnansweredUploads(uploads).length > most; count += 1)
    await world.call('desk', 'GET', '/auth/me');
}

async function retryUploadUntilAccepted(world: AttackWorld): Promise<boolean> {
  for (let count = 0; count < 200; count += 1) {
    const path = `/evaluations/${world.names['evaluations.0']}/media`;
    const { status } = await world.call('admin', 'POST', path, {
      parts: mediaParts('photo', world.files.photo),
    });
    if (status !== 429 && status !== 503) return status === 201;
  }
  return false;
}

async function checkUnfinishedUploads(
  world: AttackWorld,
  uploads: readonly UnfinishedUpload[],
  { scale, idle }: { readonly scale: AttackScale; readonly idle: number | null },
): Promise<readonly string[]> {
  const most = UPLOADING_USERS.length * Math.floor(BODY_BUDGET_LIMITS.perUser / ANNOUNCED_BYTES);
  const slowest = await world.probeWhile(() => waitForUploadResponses(world, uploads, most));
  const waiting = listUnansweredUploads(uploads);
  assert.ok(waiting.length <= most, `${waiting.length} uploads of ${UPLOAD_COUNT} are heard out at once.`);
  for (const { answer: response } of uploads)
    assert.match(
      response() ?? 'HTTP/1.1 429 \r\nretry-after: 3',
      /^HTTP\/1\.1 (?:429|503) [^]*retry-after: \d/i,
    );
  const figures = [`${waiting.length} of ${UPLOAD_COUNT} uploads are held, the rest is told to come again`];
  if (scale === 'whole' && idle !== null) {
    await Promise.all(waiting.map(({ sent }) => sent));
    const held = world.target.memory() ?? 0;
    const permitted = UPLOADING_USERS.length * BODY_BUDGET_LIMITS.perUser;
    const shown = `${Math.round(idle / BYTES_PER_MB)} → ${Math.round(held / BYTES_PER_MB)} MB`;
    assert.ok(held < MAX_MEMORY_RATIO * idle + permitted, `Memory: ${shown}.`);
    figures.push(shown, `others waited ${Math.round(slowest)} ms at most`);
    const began = performance.now();
    await Promise.all(waiting.map(({ ended }) => ended));
    const seconds = (performance.now() - began) / 1_000;
    assert.ok(seconds < 140, `Uploads that stand still are held for ${Math.round(seconds)} s.`);
    figures.push(`those that stand still are cut off after ${Math.round(seconds)} s`);
  }
  return figures;
}

export const attack: Attack = {
  finding: 'L6',
  title: 'uploads that do not end hold little memory for a short time',
  run: async (world, scale) => {
    const idle = world.target.memory();
    const uploads = Array.from({ length: UPLOAD_COUNT }, (_, index) =>
      startUnfinishedUpload(
        world,
        UPLOADING_USERS[index % UPLOADING_USERS.length] ?? 'admin',
        SENT_BYTES[scale],
      ),
    );
    try {
      const figures = await checkUnfinishedUploads(world, uploads, { scale, idle });
      for (const { socket } of uploads) socket.destroy();
      assert.ok(
        await retryUploadUntilAccepted(world),
        'After them an upload of their user is still refused.',
      );
      return figures;
    } finally {
      // The uploads must end first, because the server would not stop while it reads them.
      for (const { socket } of uploads) socket.destroy();
    }
  },
};
