import { createHash, createHmac } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/**
 * Credentials of the store. This file checks AWS Signature Version 4; it follows the specification and shares no code with the
 * app's client.
 */

interface S3Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly region: string;
}

const sha256HexOf = (data: string | Buffer): string => createHash('sha256').update(data).digest('hex');
const hmac = (key: string | Buffer, data: string): Buffer => createHmac('sha256', key).update(data).digest();

const AUTHORIZATION_PATTERN =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([\w;-]+), ?Signature=([\da-f]{64})$/;
const MAX_CLOCK_SKEW_MS = 15 * 60_000;

function canonicalRequestOf(
  { method = '', url = '', headers }: IncomingMessage,
  signedHeaders: string,
): string {
  const [path = '', query = ''] = url.split('?');
  const lines = signedHeaders.split(';').map((name) => `${name}:${String(headers[name] ?? '').trim()}\n`);
  const sorted = query.split('&').sort().join('&');
  return [method, path, sorted, lines.join(''), signedHeaders, headers['x-amz-content-sha256']].join('\n');
}

function parseAmzDate(text: string): number {
  const [, y, mo, d, h, mi, s] = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(text) ?? [];
  return Date.parse(`${y}-${mo}-${d}T${h}:${mi}:${s}Z`);
}

/** Returns status and S3 error code if the request's signature is wrong; null if it is correct. */
export function findSignatureError(
  request: IncomingMessage,
  body: Buffer,
  keys: S3Credentials,
  now: number,
): [number, string] | null {
  const { headers } = request;
  const [, id, day, region, signedHeaders = '', signature] =
    AUTHORIZATION_PATTERN.exec(headers.authorization ?? '') ?? [];
  const instant = String(headers['x-amz-date'] ?? '');
  if (id === undefined) return [403, 'AccessDenied'];
  if (id !== keys.accessKeyId) return [403, 'InvalidAccessKeyId'];
  if (region !== keys.region) return [400, 'AuthorizationHeaderMalformed'];
  if (!(Math.abs(parseAmzDate(instant) - now) < MAX_CLOCK_SKEW_MS)) return [403, 'RequestTimeTooSkewed'];
  const scope = `${day}/${region}/s3/aws4_request`;
  const text = [
    'AWS4-HMAC-SHA256',
    instant,
    scope,
    sha256HexOf(canonicalRequestOf(request, signedHeaders)),
  ].join('\n');
  const key = [day ?? '', region, 's3', 'aws4_request'].reduce<string | Buffer>(
    hmac,
    `AWS4${keys.secretAccessKey}`,
  );
  if (hmac(key, text).toString('hex') !== signature) return [403, 'SignatureDoesNotMatch'];
  return headers['x-amz-content-sha256'] === sha256HexOf(body) ? null : [400, 'XAmzContentSHA256Mismatch'];
}
