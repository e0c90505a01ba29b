import { createHash, createPublicKey, verify } from 'node:crypto';
import {
  type DeviceKey,
  PROOF_MAX_LENGTH,
  PROOF_WINDOW_SECONDS,
  ProofClaims,
  ProofHeader,
} from '#contract/device-proof.ts';

/** Result of checking a proof (RFC 9449). `key` is the thumbprint (RFC 7638) of the key that signed the proof. */
export type ProofResult =
  | { readonly type: 'valid'; readonly key: Buffer; readonly id: string }
  /** The proof has a valid signature for this request, but is too old or too new. */
  | { readonly type: 'stale'; readonly key: Buffer }
  | { readonly type: 'invalid' };

const INVALID_PROOF: ProofResult = { type: 'invalid' };

const thumbprintOf = ({ crv, kty, x, y }: DeviceKey): Buffer =>
  createHash('sha256').update(JSON.stringify({ crv, kty, x, y })).digest();

function parseJwtSegment(part: string): unknown {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
  } catch {
    return undefined; // The text is not valid JSON; the schema will reject the value undefined.
  }
}

/**
 * Returns true when the signature is valid. It is verified synchronously, which takes about 0.2 ms. WebCrypto would wait for
 * the thread pool, which also decodes images and hashes passwords.
 */
function isSignatureValid(signed: string, signature: string, jwk: DeviceKey): boolean {
  try {
    const key = createPublicKey({ key: jwk, format: 'jwk' });
    const bytes = Buffer.from(signature, 'base64url');
    return verify('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' }, bytes);
  } catch {
    return false; // The coordinates of the key are not a point on the curve.
  }
}

const urlPathOf = (address: string): string => new URL(address, 'http://provider').pathname;

function isWithinProofWindow(issuedAt: number, now: Date): boolean {
  const age = now.getTime() / 1000 - issuedAt;
  return age <= PROOF_WINDOW_SECONDS.past && age >= -PROOF_WINDOW_SECONDS.future;
}

/** Checks the proof of a request. The query in `path` is ignored, because a proof does not cover it. */
export function checkProof(
  proof: string,
  call: { readonly method: string; readonly path: string },
  now: Date,
): ProofResult {
  if (proof.length > PROOF_MAX_LENGTH) return INVALID_PROOF;
  const [head = '', body = '', signature = '', ...rest] = proof.split('.');
  const header = ProofHeader.safeParse(parseJwtSegment(head)).data;
  const claims = ProofClaims.safeParse(parseJwtSegment(body)).data;
  if (rest.length > 0 || !header || !claims) return INVALID_PROOF;
  if (claims.htm !== call.method || urlPathOf(claims.htu) !== urlPathOf(call.path)) return INVALID_PROOF;
  if (!isSignatureValid(`${head}.${body}`, signature, header.jwk)) return INVALID_PROOF;
  const key = thumbprintOf(header.jwk);
  return isWithinProofWindow(claims.iat, now)
    ? { type: 'valid', key, id: claims.jti }
    : { type: 'stale', key };
}
