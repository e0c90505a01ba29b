import * as z from 'zod/mini';

/** 32 bytes in base64url without padding. */
const COORDINATE = z.string().check(z.regex(/^[\w-]{43}$/));

/** The public half of a device's key: P-256, as RFC 7517 writes it, with nothing beside it. */
export const DeviceKey = z.strictObject({
  kty: z.literal('EC'),
  crv: z.literal('P-256'),
  x: COORDINATE,
  y: COORDINATE,
});
export type DeviceKey = z.infer<typeof DeviceKey>;

/** With the private half: of the key that signs a device's reports, which has to outlive a lost database (S24, S25). */
export const DeviceSecret = z.extend(DeviceKey, { d: COORDINATE });
export type DeviceSecret = z.infer<typeof DeviceSecret>;

/** The header of a proof (RFC 9449 4.2). */
export const ProofHeader = z.strictObject({
  typ: z.literal('dpop+jwt'),
  alg: z.literal('ES256'),
  jwk: DeviceKey,
});

export type ProofHeader = z.infer<typeof ProofHeader>;

/** What a proof claims: this call, made now, once. */
export const ProofClaims = z.object({
  /** Random; the provider takes it once. */
  jti: z.string().check(z.regex(/^[\x21-\x7e]{16,64}$/)),
  htm: z.string().check(z.maxLength(10)),
  /** The address without its query. Only the path is compared: behind a proxy the provider has another origin. */
  htu: z.url().check(z.maxLength(1_000)),
  /** Seconds since 1970 on the provider's clock, as far as the device knows it (S15). */
  iat: z.int(),
});
export type ProofClaims = z.infer<typeof ProofClaims>;

/**
 * How old a proof may be, and how far ahead of the provider's clock. Seconds. A proxy that keeps a body until it is whole passes a photo
 * on minutes after it was signed.
 */
export const PROOF_WINDOW = { past: 600, future: 60 } as const;
/** A proof has some 450 characters. */
export const PROOF_MAX_LENGTH = 1_500;
