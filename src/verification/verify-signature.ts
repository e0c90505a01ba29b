import { parseQrFragment, documentTextToSign } from '#domain/verification/document-signature.ts';
import type { QrCheck } from '#domain/verification/verdict.ts';

function fromBase64Url(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
}

/** Imports the key. Returns null when the browser lacks Ed25519 or offers it only to pages with https. */
async function importVerificationKey(publicKey: string): Promise<CryptoKey | null> {
  const { subtle } = globalThis.crypto as { subtle?: SubtleCrypto };
  if (!subtle) return null;
  try {
    return await subtle.importKey('raw', fromBase64Url(publicKey), { name: 'Ed25519' }, false, ['verify']);
  } catch (error) {
    if (error instanceof DOMException && error.name === 'NotSupportedError') return null;
    throw error;
  }
}

/**
 * Verifies the signed facts in a QR code without network. Returns `none` without a fragment and `forged` when the signature of
 * the fragment is invalid. Returns `unsupported` if the browser cannot verify signatures on this page.
 * @param code as stored
 * @param publicKey base64url
 */
export async function verifyQrFragment(code: string, fragment: string, publicKey: string): Promise<QrCheck> {
  if (fragment === '' || fragment === '#') return { type: 'none' };
  const seal = parseQrFragment(fragment);
  if (!seal) return { type: 'forged' };
  const key = await importVerificationKey(publicKey);
  if (!key) return { type: 'unsupported' };
  const text = new TextEncoder().encode(documentTextToSign(code, seal.payload));
  const holds = await crypto.subtle.verify({ name: 'Ed25519' }, key, fromBase64Url(seal.signature), text);
  return holds ? { type: 'signed', facts: seal.facts } : { type: 'forged' };
}
