import { createPublicKey, generateKeyPairSync, sign } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import {
  documentTextToSign,
  formatQrFragment,
  encodeDocumentQrData,
} from '#domain/verification/document-signature.ts';
import { verifyQrFragment } from './verify-signature.ts';

const createClinicKeyPair = () => {
  const { privateKey } = generateKeyPairSync('ed25519');
  const spki = createPublicKey(privateKey).export({ format: 'der', type: 'spki' });
  return { privateKey, publicKey: spki.subarray(-32).toString('base64url') };
};
const clinicKeyPair = createClinicKeyPair();
const SAMPLE_CODE = '7KQ29M4XHJ3T';
const documentQrData = {
  number: 'BOG-2026-000123',
  day: '2026-03-05',
  ending: '017',
  verdict: 'apto',
  fingerprint: '9aaf0a512f1c',
  patient: 'Ñ*** Á***',
} as const;
const documentQrPayload = encodeDocumentQrData(documentQrData);
const signedFragmentOf = (text: string, { privateKey } = clinicKeyPair) =>
  `#${formatQrFragment(text, sign(null, Buffer.from(documentTextToSign(SAMPLE_CODE, text)), privateKey).toString('base64url'))}`;

describe('P10.114 offline verification of a QR code', () => {
  it('the offline verification returns the signed facts unchanged', async () => {
    expect(
      await verifyQrFragment(SAMPLE_CODE, signedFragmentOf(documentQrPayload), clinicKeyPair.publicKey),
    ).toEqual({
      type: 'signed',
      facts: { ...documentQrData, version: 2 },
    });
  });

  it('P10.267 the offline verification accepts a QR code of version 1 without a name, and rejects a QR code of version 2 whose name was removed', async () => {
    const first = 'BOG-2026-000123~20260305~017~1~9aaf0a512f1c';
    expect(
      await verifyQrFragment(SAMPLE_CODE, signedFragmentOf(first), clinicKeyPair.publicKey),
    ).toMatchObject({
      type: 'signed',
      facts: { version: 1, number: documentQrData.number },
    });
    const [, signature] = signedFragmentOf(documentQrPayload).split('.');
    const without = `#${first}.${signature}`;
    expect(await verifyQrFragment(SAMPLE_CODE, without, clinicKeyPair.publicKey)).toEqual({ type: 'forged' });
  });

  it('the offline verification returns `forged` for another code, other facts, another clinic’s key or half a fragment, and `none` without a fragment', async () => {
    const good = signedFragmentOf(documentQrPayload);
    const verdicts = await Promise.all([
      verifyQrFragment('7KQ29M4XHJ3V', good, clinicKeyPair.publicKey),
      verifyQrFragment(SAMPLE_CODE, good.replace('~1~', '~2~'), clinicKeyPair.publicKey),
      verifyQrFragment(
        SAMPLE_CODE,
        signedFragmentOf(documentQrPayload, createClinicKeyPair()),
        clinicKeyPair.publicKey,
      ),
      verifyQrFragment(SAMPLE_CODE, good.slice(0, -1), clinicKeyPair.publicKey),
      verifyQrFragment(SAMPLE_CODE, '', clinicKeyPair.publicKey),
    ]);
    expect(verdicts.map(({ type }) => type)).toEqual(['forged', 'forged', 'forged', 'forged', 'none']);
  });

  it('the offline verification returns `unsupported` when the browser lacks the algorithm', async () => {
    const fail = () => Promise.reject(new DOMException('no', 'NotSupportedError'));
    const spy = vi.spyOn(crypto.subtle, 'importKey').mockImplementation(fail);
    expect(
      await verifyQrFragment(SAMPLE_CODE, signedFragmentOf(documentQrPayload), clinicKeyPair.publicKey),
    ).toEqual({
      type: 'unsupported',
    });
    spy.mockRestore();
  });
});
