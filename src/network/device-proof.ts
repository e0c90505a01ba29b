import type { DeviceKey, DeviceSecret, ProofClaims, ProofHeader } from '#contract/device-proof.ts';

export interface ProofKey {
  readonly privateKey: CryptoKey;
  readonly jwk: DeviceKey;
}

const ECDSA_PARAMS = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;
const utf8Encoder = new TextEncoder();

const toDeviceKey = ({ x = '', y = '' }: JsonWebKey): DeviceKey => ({ kty: 'EC', crv: 'P-256', x, y });

export async function makeProofKey(): Promise<ProofKey> {
  const { privateKey, publicKey } = await crypto.subtle.generateKey(ECDSA_PARAMS, false, ['sign', 'verify']);
  return { privateKey, jwk: toDeviceKey(await crypto.subtle.exportKey('jwk', publicKey)) };
}

export async function makeDeviceSecret(): Promise<DeviceSecret> {
  const { privateKey } = await crypto.subtle.generateKey(ECDSA_PARAMS, true, ['sign', 'verify']);
  const jwk = await crypto.subtle.exportKey('jwk', privateKey);
  return { ...toDeviceKey(jwk), d: jwk.d ?? '' };
}

export async function importDeviceSecret(secret: DeviceSecret): Promise<ProofKey> {
  const privateKey = await crypto.subtle.importKey('jwk', secret, ECDSA_PARAMS, false, ['sign']);
  return { privateKey, jwk: toDeviceKey(secret) };
}

const toBase64url = (binary: string): string =>
  btoa(binary).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
/** `btoa` suffices, because proofs contain only ASCII. */
const encodeJwtPart = (value: ProofHeader | ProofClaims): string => toBase64url(JSON.stringify(value));

/**
 * Creates a proof for one call (RFC 9449): JWT, ES256.
 * @param call `url`: absolute URL; `at`: time by the server's clock, ms since the epoch
 */
export async function makeProof(
  { privateKey, jwk }: ProofKey,
  call: { readonly method: string; readonly url: string; readonly at: number },
): Promise<string> {
  const { origin, pathname } = new URL(call.url);
  const head = encodeJwtPart({ typ: 'dpop+jwt', alg: 'ES256', jwk });
  const claims = encodeJwtPart({
    jti: crypto.randomUUID(),
    htm: call.method,
    htu: origin + pathname,
    iat: Math.floor(call.at / 1000),
  });
  const signed = `${head}.${claims}`;
  const signature = new Uint8Array(
    await crypto.subtle.sign(ECDSA_PARAMS, privateKey, utf8Encoder.encode(signed)),
  );
  return `${signed}.${toBase64url(String.fromCharCode(...signature))}`;
}
