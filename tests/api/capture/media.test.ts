// @module-tag landing
import { once } from 'node:events';
import fs from 'node:fs/promises';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Media } from '#contract/records/evaluation/capture.ts';
import { PHOTO_MAX_BYTES, SIGNATURE_MAX_BYTES } from '#contract/limits.ts';
import { API_BASE } from '#contract/routes/routes.ts';
import { countRows, createEvaluation, idempotencyHeader } from '../support/capture.ts';
import {
  type Part,
  formatContentDigest,
  mediaParts,
  createMultipartBody,
  sha256,
} from '../support/files/multipart.ts';
import { INVALID_PICTURES } from '../support/files/invalid-pictures.ts';
import { whitePicture, heavyPhoto, photo, getSignaturePng } from '../support/files/pictures.ts';
import {
  type Caller,
  type Server,
  responseOf,
  errorCodeOf,
  fieldProblemsOf,
  startServer,
} from '../support/server.ts';

let server: Server;
let receptionist: Caller;
let targetEvaluationId: string;
beforeAll(async () => {
  server = await startServer('media');
  receptionist = await server.as('desk');
  targetEvaluationId = await createEvaluation(server, receptionist);
});
afterAll(() => server.stop());

const uploadMedia = (parts: readonly Part[], headers: Record<string, string> = {}, id = targetEvaluationId) =>
  receptionist.post(`/evaluations/${id}/media`, { parts, headers });
const newEvaluation = () => createEvaluation(server, receptionist);
const listFilesOnDisk = async () =>
  (await fs.readdir(server.filesDir, { recursive: true, withFileTypes: true })).filter((entry) =>
    entry.isFile(),
  );

describe('photo or signature', () => {
  it('P3.8 the server decodes and re-encodes an uploaded picture: pixels stay, metadata are removed, and the digest of the sent bytes is stored', async () => {
    const sent = await photo();
    const media = responseOf(Media, await uploadMedia(mediaParts('photo', sent), {}, await newEvaluation()));
    expect(media).toMatchObject({ type: 'photo', received_sha256: sha256(sent) });
    const file = await receptionist.get(`/files/${media.storage_path}`);
    expect(file.headers).toMatchObject({
      'content-type': 'image/jpeg',
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
    });
    expect(String(file.headers['content-security-policy'])).toContain("default-src 'none'");
    expect(file.rawPayload.includes('CamaraSecreta')).toBe(false);
    expect(sent.includes('CamaraSecreta')).toBe(true);
    const { format, width, height, exif } = await sharp(file.rawPayload).metadata();
    expect([format, width, height, exif]).toEqual(['jpeg', 320, 240, undefined]);
    const { rows } = await server.database.pool.query(
      'select stored_sha256, bytes from media where id = $1',
      [media.id],
    );
    expect(rows[0]).toEqual({ stored_sha256: sha256(file.rawPayload), bytes: file.rawPayload.length });
  });

  it('P10.17 an uploaded PNG stays a PNG whatever its file name says', async () => {
    const id = await newEvaluation();
    for (const type of ['signature', 'photo']) {
      const media = responseOf(
        Media,
        await uploadMedia(mediaParts(type, await getSignaturePng(), 'x.exe'), {}, id),
      );
      expect((await receptionist.get(`/files/${media.storage_path}`)).headers['content-type']).toBe(
        'image/png',
      );
    }
  });

  it('P10.17 the server rotates an uploaded picture according to its camera orientation', async () => {
    const lying = await sharp(await photo())
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const media = responseOf(Media, await uploadMedia(mediaParts('photo', lying), {}, await newEvaluation()));
    const kept = await sharp((await receptionist.get(`/files/${media.storage_path}`)).rawPayload).metadata();
    expect([kept.width, kept.height, kept.orientation]).toEqual([240, 320, undefined]);
  });

  it('P7.10 the server accepts the parts of a picture upload in any order', async () => {
    expect(
      (await uploadMedia(mediaParts('photo', await photo()).toReversed(), {}, await newEvaluation()))
        .statusCode,
    ).toBe(201);
  });

  it('S8 the server rejects an upload whose Content-Digest does not match the bytes of the file', async () => {
    const sent = await photo();
    const id = await newEvaluation();
    const wrong = await uploadMedia(
      mediaParts('photo', sent),
      { 'content-digest': formatContentDigest('otra cosa') },
      id,
    );
    expect([wrong.statusCode, errorCodeOf(wrong)]).toEqual([400, 'digest_mismatch']);
    expect(
      (await uploadMedia(mediaParts('photo', sent), { 'content-digest': formatContentDigest(sent) }, id))
        .statusCode,
    ).toBe(201);
  });

  it('S14 the server rejects a picture for an evaluation of a branch that the user may not act for', async () => {
    const medellin = await server.as('deskMedellin');
    const reply = await medellin.post(`/evaluations/${targetEvaluationId}/media`, {
      parts: mediaParts('photo', await photo()),
    });
    expect([reply.statusCode, errorCodeOf(reply)]).toEqual([404, 'not_found']);
    const theirs = await createEvaluation(server, medellin);
    const global = await server.as('global');
    const headers = { 'x-branch-id': server.clinic.branches.medellin };
    expect(
      (
        await global.post(`/evaluations/${theirs}/media`, {
          parts: mediaParts('photo', await photo()),
          headers,
        })
      ).statusCode,
    ).toBe(201);
  });
});

describe('P10.17 invalid picture file', () => {
  it.each(INVALID_PICTURES)(
    'the server rejects a picture file, reports the error at the file and stores nothing: %s',
    async (_name, type, make, message) => {
      const before = [await countRows(server, 'media'), (await listFilesOnDisk()).length];
      const reply = await uploadMedia(mediaParts(type, await make()));
      expect([reply.statusCode, errorCodeOf(reply)]).toEqual([422, 'file_invalid']);
      expect(fieldProblemsOf(reply)).toEqual({ file: message });
      expect([await countRows(server, 'media'), (await listFilesOnDisk()).length]).toEqual(before);
    },
  );

  it('a rejected picture leaves its idempotency key free', async () => {
    const [headers, id] = [idempotencyHeader(), await newEvaluation()];
    await uploadMedia(mediaParts('signature', await whitePicture(3)), headers, id);
    expect(
      (await uploadMedia(mediaParts('signature', await getSignaturePng()), headers, id)).statusCode,
    ).toBe(201);
  });

  it('P5.7 the server responds 413 with the text of the base contract to a picture over the size limit, but not to one of exactly that size', async () => {
    const large = await heavyPhoto(700_000);
    const pictureOfSize = (bytes: number) =>
      Buffer.concat([large, Buffer.alloc(Math.max(0, bytes - large.length))]).subarray(0, bytes);
    const over = await uploadMedia(mediaParts('photo', pictureOfSize(PHOTO_MAX_BYTES + 1)));
    expect([over.statusCode, errorCodeOf(over)]).toEqual([413, 'file_too_large']);
    expect(fieldProblemsOf(over)).toEqual({ file: 'El archivo supera el límite de 1000 KB.' });
    const signatureOver = await uploadMedia(mediaParts('signature', pictureOfSize(SIGNATURE_MAX_BYTES + 1)));
    expect(fieldProblemsOf(signatureOver)).toEqual({ file: 'El archivo supera 500 KB.' });
    for (const [type, bytes] of [
      ['photo', PHOTO_MAX_BYTES],
      ['signature', SIGNATURE_MAX_BYTES],
    ] as const)
      expect((await uploadMedia(mediaParts(type, pictureOfSize(bytes)))).statusCode).not.toBe(413);
    const huge = await uploadMedia(mediaParts('photo', Buffer.alloc(5_000_000)));
    expect(huge.statusCode).toBe(413);
  });
});

describe('P7.10 invalid multipart body', () => {
  const file: Part = { name: 'file', value: 'x', filename: 'x.jpg', type: 'image/jpeg' };
  const type: Part = { name: 'type', value: 'photo' };

  it.each<[string, Part[], number, string]>([
    ['no type', [file], 400, 'validation_failed'],
    ['an unknown type', [{ ...type, value: 'video' }, file], 400, 'validation_failed'],
    ['no file', [type], 400, 'validation_failed'],
    ['a file that is a text', [type, { name: 'file', value: 'x' }], 400, 'validation_failed'],
    ['the type twice', [type, type, file], 400, 'validation_failed'],
    ['the file twice', [type, file, file], 400, 'validation_failed'],
    ['three files', [type, file, { ...file, name: 'b' }, { ...file, name: 'c' }], 400, 'malformed_request'],
    [
      'a hundred fields',
      [...Array.from({ length: 100 }, (_, index) => ({ name: `f${index}`, value: 'x' })), type, file],
      400,
      'malformed_request',
    ],
    ['a field named __proto__', [{ name: '__proto__', value: 'x' }, type, file], 400, 'malformed_request'],
    ['an endless type', [{ ...type, value: 'photo'.repeat(1_000) }, file], 400, 'validation_failed'],
  ])('the server rejects a multipart body with these parts: %s', async (_name, parts, status, code) => {
    const reply = await uploadMedia(parts);
    expect([reply.statusCode, errorCodeOf(reply)]).toEqual([status, code]);
  });

  it.each([
    ['no boundary', 'multipart/form-data', 'x'],
    ['an empty body', 'multipart/form-data; boundary=x', ''],
    [
      'a body without its end',
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nabc',
    ],
    ['a body that is something else', 'multipart/form-data; boundary=x', '{"type":"photo"}'],
    ['headers that are none', 'multipart/form-data; boundary=x', '--x\r\n\u0000\u0000\r\n\r\n--x--\r\n'],
  ])('the server rejects a multipart body that is malformed: %s', async (_name, contentType, raw) => {
    const reply = await receptionist.post(`/evaluations/${targetEvaluationId}/media`, {
      raw,
      headers: { 'content-type': contentType },
    });
    expect(reply.statusCode).toBe(400);
    expect(['malformed_request', 'validation_failed']).toContain(errorCodeOf(reply));
  });

  it('an upload whose connection breaks stores nothing and leaves its idempotency key free', async () => {
    const id = await newEvaluation();
    const whole = mediaParts('photo', await photo());
    const { body, type: contentType } = createMultipartBody(whole);
    const headers = idempotencyHeader();
    const before = await countRows(server, 'media');
    await server.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = server.app.server.address() as AddressInfo;
    const head = {
      ...headers,
      cookie: receptionist.cookie,
      'content-type': contentType,
      'content-length': String(body.length),
    };
    const request = http.request({
      port,
      method: 'POST',
      path: `${API_BASE}/evaluations/${id}/media`,
      headers: head,
    });
    const broken = once(request, 'error');
    const handled = once(server.app.server, 'request');
    request.write(body.subarray(0, body.length / 2));
    const [, response] = (await handled) as [unknown, http.ServerResponse];
    const closed = once(response, 'close');
    request.destroy(new Error('cut'));
    await Promise.all([broken, closed]);
    expect(await countRows(server, 'media')).toBe(before);
    expect((await uploadMedia(whole, headers, id)).headers['idempotency-status']).toBe('stored');
  });

  it('the server responds 415 to JSON in place of a multipart body', async () => {
    const reply = await receptionist.post(`/evaluations/${targetEvaluationId}/media`, {
      json: { type: 'photo' },
    });
    expect([reply.statusCode, errorCodeOf(reply)]).toEqual([415, 'unsupported_media_type']);
  });
});

describe('GET /files', () => {
  it.each([
    '../../etc/passwd',
    '..%2f..%2fetc%2fpasswd',
    '%2e%2e/%2e%2e/etc/passwd',
    '',
    '.orphans',
    'x',
    '%00',
    '/etc/passwd',
  ])('P7.10 GET /files returns no file for the path %j', async (storagePath) => {
    const reply = await receptionist.get(`/files/${storagePath}`);
    expect([400, 404]).toContain(reply.statusCode);
    errorCodeOf(reply);
  });

  it('P7.10 GET /files returns a file only if a row names it, even if the file is in the folder', async () => {
    await fs.writeFile(path.join(server.filesDir, 'suelto.jpg'), await photo());
    expect((await receptionist.get('/files/suelto.jpg')).statusCode).toBe(404);
  });
});
