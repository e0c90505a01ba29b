import assert from 'node:assert/strict';
import { mediaParts } from '#tests/api/support/files/multipart.ts';
import { deepInterlacedPng, createManyScanJpeg } from '#tests/support/faults/hostile-pictures.ts';
import type { AttackResponse, Attack, AttackWorld } from '../attack.ts';

/** Number of concurrent uploads; this number once blocked the server for a minute. */
const CONCURRENT_REQUESTS = 20;
const MAX_RESPONSE_MS = 1_000;

const sendPhoto = ({ call, names }: AttackWorld, bytes: Buffer): Promise<AttackResponse> =>
  call('desk', 'POST', `/evaluations/${names['evaluations.0']}/media`, { parts: mediaParts('photo', bytes) });
const uploadAttachment = ({ call, names }: AttackWorld, bytes: Buffer): Promise<AttackResponse> =>
  call('doctor', 'POST', `/evaluations/${names['evaluations.4']}/attachments`, {
    parts: [
      { name: 'exam_order_id', value: names['orders.4'] ?? '' },
      { name: 'file', value: bytes, filename: 'examen.jpg', type: 'image/jpeg' },
    ],
  });

/**
 * Uploads an image that exceeds a limit as a photo, and asserts that the server rejects it with 422. Returns one line with the
 * time until the rejection.
 */
async function expectPhotoRejected(world: AttackWorld, what: string, bytes: Buffer): Promise<string> {
  const { status, ms } = await sendPhoto(world, bytes);
  assert.equal(status, 422, `${what} (${bytes.length} bytes) as a photo was answered with ${status}.`);
  return `${what} refused in ${Math.round(ms)} ms`;
}

/** Uploads the most expensive accepted image CONCURRENT_REQUESTS times concurrently. Asserts that other users are not delayed. */
async function uploadExpensiveImages(world: AttackWorld): Promise<string> {
  const dear = await createManyScanJpeg({ width: 6_500, height: 4_000 }, 30);
  const before = world.target.memory() ?? 0;
  let most = before;
  const watch = setInterval(() => (most = Math.max(most, world.target.memory() ?? 0)), 50);
  const statuses: number[] = [];
  const slowest = await world.probeWhile(async () => {
    const answers = await Promise.all(
      Array.from({ length: CONCURRENT_REQUESTS }, () => uploadAttachment(world, dear)),
    );
    statuses.push(...answers.map(({ status }) => status));
  });
  clearInterval(watch);
  const taken = statuses.filter((status) => status === 201).length;
  assert.ok(
    taken > 0,
    `None of ${CONCURRENT_REQUESTS} pictures within the bounds was taken: ${statuses.join(', ')}.`,
  );
  assert.deepEqual(
    statuses.filter((status) => status !== 201 && status !== 429),
    [],
    'Neither taken nor told to wait.',
  );
  assert.ok(
    slowest < MAX_RESPONSE_MS,
    `Others waited ${Math.round(slowest)} ms beside ${CONCURRENT_REQUESTS} pictures.`,
  );
  const grown = Math.round((most - before) / 1e6);
  return `${CONCURRENT_REQUESTS} at once: ${taken} taken, others waited ${Math.round(slowest)} ms at most, ${grown} MB more`;
}

export const attack: Attack = {
  finding: 'H4',
  title: 'images block neither the server nor its database',
  run: async (world, scale) => {
    const small = { width: 640, height: 480 };
    const figures = [
      await expectPhotoRejected(world, '31 scans', await createManyScanJpeg(small, 31)),
      await expectPhotoRejected(
        world,
        '5 Mpx of 16 bytes',
        deepInterlacedPng({ width: 2_500, height: 2_000 }),
      ),
    ];
    if (scale === 'short') return figures;
    const large = { width: 8_000, height: 5_000 };
    figures.push(
      await expectPhotoRejected(world, '300 scans of 40 Mpx', await createManyScanJpeg(large, 300)),
    );
    figures.push(await expectPhotoRejected(world, '40 Mpx of 16 bytes', deepInterlacedPng(large)));
    return [...figures, await uploadExpensiveImages(world)];
  },
};
