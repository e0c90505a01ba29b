import type { DeviceKey, ProofClaims, ProofHeader } from '#contract/device-proof.ts';

/** A device's key; the private half cannot be exported. */
export interface ProofKey {
  readonly privateKey: CryptoKey;
  readonly jwk: DeviceKey;
}

const ECDSA = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;
const utf8 = new TextEncoder();

/** @param extractable true only for a key that has to survive a lost database (S24, S25) */
export async function makeProofKey(extractable = false): Promise<ProofKey> {
  const { privateKey, publicKey } = await crypto.subtle.generateKey(ECDSA, extractable, ['sign', 'verify']);
  const { x = '', y = '' } = await crypto.subtle.exportKey('jwk', publicKey);
  return { privateKey, jwk: { kty: 'EC', crv: 'P-256', x, y } };
}

const base64url = (binary: string): string =>
  btoa(binary).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
/** Names and numbers of a proof are ASCII. */
const jsonPart = (value: ProofHeader | ProofClaims): string => base64url(JSON.stringify(value));

/**
 * A proof for one call (RFC 9449): JWT, ES256.
 * @param call `url`: the absolute address; `at`: milliseconds on the provider's clock
 */
export async function makeProof(
  { privateKey, jwk }: ProofKey,
  call: { readonly method: string; readonly url: string; readonly at: number },
): Promise<string> {
  const { origin, pathname } = new URL(call.url);
  const head = jsonPart({ typ: 'dpop+jwt', alg: 'ES256', jwk });
  const claims = jsonPart({
    jti: crypto.randomUUID(),
    htm: call.method,
    htu: origin + pathname,
    iat: Math.floor(call.at / 1000),
  });
  const signed = `${head}.${claims}`;
  const signature = new Uint8Array(await crypto.subtle.sign(ECDSA, privateKey, utf8.encode(signed)));
  return `${signed}.${base64url(String.fromCharCode(...signature))}`;
}
