import { createPublicKey, generateKeyPairSync, sign } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { parseVerificationInput } from '#domain/verification/scan.ts';
import {
  documentTextToSign,
  formatQrFragment,
  encodeDocumentQrData,
} from '#domain/verification/document-signature.ts';
import { ANA_ID, signInOnDevice, wipeDevice } from '#tests/support/device/device.ts';
import {
  createErrorResponse,
  stubServer,
  failAsUnreachable,
} from '#tests/support/device/servers/session-server.ts';
import { refreshVerificationKey, readVerificationKey } from './verification-key.ts';
import { verifyScannedDocument } from './verification.ts';

const { privateKey } = generateKeyPairSync('ed25519');
const publicKey = createPublicKey(privateKey)
  .export({ format: 'der', type: 'spki' })
  .subarray(-32)
  .toString('base64url');
const VERIFICATION_CODE = '7KQ29M4XHJ3T';
const sampleQrData = {
  number: 'BOG-2026-000123',
  day: '2026-03-05',
  ending: '017',
  verdict: 'apto',
  fingerprint: '9aaf0a512f1c',
  patient: 'A*** G***',
} as const;
const encodedQrData = encodeDocumentQrData(sampleQrData);
const signedQrFragment = formatQrFragment(
  encodedQrData,
  sign(null, Buffer.from(documentTextToSign(VERIFICATION_CODE, encodedQrData)), privateKey).toString(
    'base64url',
  ),
);
const createScan = (host: string, fragment = signedQrFragment) => {
  const scan = parseVerificationInput(`https://${host}/v/${VERIFICATION_CODE}#${fragment}`);
  if (!scan) throw new Error('No scan');
  return scan;
};
const createVerificationKeyResponse = () =>
  Response.json({ algorithm: 'Ed25519', public_key: publicKey, page: 'https://clinica.test/v/' });
const ONE_DAY_MS = 24 * 60 * 60_000;

beforeEach(async () => {
  await wipeDevice();
  await signInOnDevice(ANA_ID, []);
});
afterEach(() => vi.unstubAllGlobals());

describe('P10.141 clinic’s verification key on the device', () => {
  it('the device requests the clinic’s verification key once a day', async () => {
    const server = stubServer(createVerificationKeyResponse);
    await refreshVerificationKey(ONE_DAY_MS);
    await refreshVerificationKey(ONE_DAY_MS + 1);
    expect(server.calls).toEqual(['GET /api/v1/verification-key']);
    await refreshVerificationKey(2 * ONE_DAY_MS);
    // A clock that was set back also causes a request.
    await refreshVerificationKey(1);
    expect(server.calls).toHaveLength(3);
    expect(await readVerificationKey()).toMatchObject({ publicKey, page: 'https://clinica.test/v/' });
  });

  it('the device repeats the key request on the same day after no response, but not to a server without this call', async () => {
    const server = stubServer(failAsUnreachable);
    await refreshVerificationKey(ONE_DAY_MS);
    expect(await readVerificationKey()).toBeNull();
    server.respond = () => createErrorResponse(404, 'not_found');
    await refreshVerificationKey(ONE_DAY_MS);
    await refreshVerificationKey(ONE_DAY_MS);
    expect(server.calls).toHaveLength(2);
    expect(await readVerificationKey()).toMatchObject({ publicKey: null });
  });

  it('after a 404 without a message the device keeps the clinic’s key for verifying documents and requests it again the next day, or at the next refresh if every call gets such a 404', async () => {
    const emptyResponse = () => new Response(null, { status: 404 });
    const server = stubServer(createVerificationKeyResponse);
    await refreshVerificationKey(ONE_DAY_MS);
    server.respond = emptyResponse;
    await refreshVerificationKey(3 * ONE_DAY_MS);
    expect(await readVerificationKey()).toMatchObject({ publicKey, askedAt: ONE_DAY_MS });
    server.respond = (path) =>
      path.endsWith('/health') ? createErrorResponse(503, 'unavailable') : emptyResponse();
    await refreshVerificationKey(3 * ONE_DAY_MS);
    expect(await readVerificationKey()).toMatchObject({ publicKey, askedAt: 3 * ONE_DAY_MS });
  });
});

describe('P10.141 offline verification of a QR code', () => {
  const offline = async () => {
    const server = stubServer(createVerificationKeyResponse);
    await refreshVerificationKey();
    server.respond = failAsUnreachable;
  };

  it('the device verifies a QR code offline with the stored key', async () => {
    await offline();
    expect(await verifyScannedDocument(createScan('clinica.test'))).toEqual({
      qr: { type: 'signed', facts: { ...sampleQrData, version: 2 } },
      response: { type: 'away' },
      strangeHost: null,
    });
  });

  it('the offline check reports a QR code with a changed fact as forged, and names the host of an address that is not the clinic’s', async () => {
    await offline();
    const forged = await verifyScannedDocument(
      createScan('malo.test', signedQrFragment.replace('~017~', '~018~')),
    );
    expect(forged).toMatchObject({ qr: { type: 'forged' }, strangeHost: 'malo.test' });
  });

  it('the offline check returns `no_key` for a QR code when the device has no key, and `none` for a code without QR', async () => {
    stubServer(failAsUnreachable);
    expect((await verifyScannedDocument(createScan('clinica.test'))).qr).toEqual({ type: 'no_key' });
    expect((await verifyScannedDocument({ code: VERIFICATION_CODE, fragment: '', host: null })).qr).toEqual({
      type: 'none',
    });
  });
});

it.each([
  [404, 'not_found', 'unknown'],
  [429, 'rate_limited', 'limited'],
  [500, 'internal', 'away'],
] as const)(
  'P10.141 the check of a verification code distinguishes an unknown code, too many requests and a server failure: status %i',
  async (status, code, type) => {
    stubServer((path) =>
      path.endsWith('/verification-key')
        ? createVerificationKeyResponse()
        : createErrorResponse(status, code),
    );
    expect(
      (await verifyScannedDocument({ code: VERIFICATION_CODE, fragment: '', host: null })).response,
    ).toEqual({
      type,
    });
  },
);

it.each([
  ['a bare 404', () => new Response(null, { status: 404 })],
  ['a gateway’s page', () => new Response('<html>', { status: 404 })],
  ['a refusal of something else', () => createErrorResponse(403, 'forbidden')],
])(
  'S6 P10.141 the check of a verification code does not report the code as unknown after %s',
  async (_what, response) => {
    stubServer(response);
    expect(
      (await verifyScannedDocument({ code: VERIFICATION_CODE, fragment: '', host: null })).response,
    ).toEqual({
      type: 'away',
    });
  },
);
