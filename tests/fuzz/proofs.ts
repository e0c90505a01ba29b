const jwtPart = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const INVALID_JWK = { kty: 'EC', crv: 'P-256', x: 'A'.repeat(43), y: 'A'.repeat(43) };
const PROOF_HEAD = { typ: 'dpop+jwt', alg: 'ES256', jwk: INVALID_JWK };
const PROOF_CLAIMS = { jti: 'fuzz'.repeat(5), htm: 'GET', htu: 'http://127.0.0.1/api/v1/auth/me', iat: 1 };
/** Device proofs (three parts, as in a JWT) that the server must reject. All contain a key that is not a point of the curve. */
export const INVALID_PROOFS: readonly string[] = [
  `${jwtPart(PROOF_HEAD)}.${jwtPart(PROOF_CLAIMS)}.${'A'.repeat(86)}`,
  `${jwtPart({ ...PROOF_HEAD, alg: 'none' })}.${jwtPart(PROOF_CLAIMS)}.`,
  `${jwtPart(PROOF_HEAD)}.${jwtPart({ ...PROOF_CLAIMS, htu: '//', iat: 1e300 })}.x`,
  `${jwtPart([])}.${jwtPart(null)}.%`,
];
