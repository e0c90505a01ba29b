import * as z from 'zod/mini';

/** Coordinate of a P-256 point: 32 bytes in base64url without padding. */
const p256CoordinateSchema = z.string().check(z.regex(/^[\w-]{43}$/));

/** Public half of a device's key: P-256 as JWK (RFC 7517). Other JWK members are rejected. */
export const DeviceKey = z.strictObject({
  kty: z.literal('EC'),
  crv: z.literal('P-256'),
  x: p256CoordinateSchema,
  y: p256CoordinateSchema,
});
export type DeviceKey = z.infer<typeof DeviceKey>;

/** Key pair that signs a device's reports; it must survive the loss of the device's database (S24, S25). */
export const DeviceSecret = z.extend(DeviceKey, { d: p256CoordinateSchema });
export type DeviceSecret = z.infer<typeof DeviceSecret>;

/** Header of the signed token (JWS) that proves the device key (RFC 9449, 4.2). */
export const ProofHeader = z.strictObject({
  typ: z.literal('dpop+jwt'),
  alg: z.literal('ES256'),
  jwk: DeviceKey,
});

export type ProofHeader = z.infer<typeof ProofHeader>;

/** Claims of the signed token that proves the device key. A token is valid once, for one request, within `PROOF_WINDOW_SECONDS`. */
export const ProofClaims = z.object({
  /** Random id of the proof; the server accepts each id once. */
  jti: z.string().check(z.regex(/^[\x21-\x7e]{16,64}$/)),
  htm: z.string().check(z.maxLength(10)),
  /** URL of the request without its query. The server compares only the path, because behind a proxy it sees another origin. */
  htu: z.url().check(z.maxLength(1_000)),
  /** Time of signing in seconds since 1970: the device's estimate of the server's clock (S15). */
  iat: z.int(),
});
export type ProofClaims = z.infer<typeof ProofClaims>;

/**
 * Limits in seconds: `past` is the maximum age of a proof, `future` is how far its time may be ahead of the server's clock.
 * `past` is long because some proxies forward an upload only when it is complete: a photo may arrive minutes after its proof
 * was signed.
 */
export const PROOF_WINDOW_SECONDS = { past: 600, future: 60 } as const;
export const PROOF_MAX_LENGTH = 1_500;
