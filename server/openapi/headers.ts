import { IDEMPOTENCY_STATUSES } from '#contract/headers.ts';
import { SignatureStatement } from '#contract/records/evaluation/statements.ts';
import { EXAMPLE_DIGEST, EXAMPLE_INSTANT, EXAMPLE_TOKEN, exampleId } from './example-values.ts';
import { exampleOf, componentExampleId } from './examples.ts';
import type { JsonSchema } from './schemas.ts';

const describeTextHeader = (description: string, example: string, schema: JsonSchema = {}) =>
  ({ description, schema: { type: 'string', ...schema }, example }) as const;
const describeIdHeader = (description: string, record: string) =>
  describeTextHeader(description, componentExampleId(record), { format: 'uuid' });

export const requestHeaders = () =>
  ({
    'Idempotency-Key': describeTextHeader(
      'Key under which the call is executed only once, even if it is sent several times: 1 to 128 visible characters.',
      exampleId('Key'),
      { pattern: '^[\\x21-\\x7e]{1,128}$' },
    ),
    'X-Capture-Id': describeIdHeader(
      'Id of the confirmation that the request belongs to; one confirmation creates one evaluation.',
      'Confirmation',
    ),
    'X-Captured-At': describeTextHeader('Time when the user confirmed the data.', EXAMPLE_INSTANT, {
      format: 'date-time',
    }),
    'X-Captured-By': describeIdHeader(
      'User who confirmed the data; rejected in a session of another user without a valid `X-Consent`.',
      'Receptionist',
    ),
    'X-Consent': describeTextHeader(
      'Consent of the user in `X-Captured-By` that this session sends the request: `v1 <instant> <HMAC-SHA-256, hex>`.',
      `v1 ${EXAMPLE_INSTANT} ${EXAMPLE_DIGEST}`,
    ),
    'X-Turn': describeTextHeader(
      'Queue number of the patient on that day. No decision depends on it: a malformed number is ignored.',
      'B-14',
      { pattern: '^[A-Z]{1,3}-[1-9]\\d{0,3}$' },
    ),
    'X-Signature-Statement': describeTextHeader(
      'Text, time, device and signer of a signature: `SignatureStatement` as JSON in ASCII, at most 4,000 characters.',
      JSON.stringify(exampleOf(SignatureStatement)),
    ),
    'X-Branch-Id': describeIdHeader(
      'Branch where the data was captured. Lists of expected people are rejected if it is not the active branch.',
      'Branch',
    ),
    'Content-Digest': describeTextHeader(
      'Digest of the JSON body or of the file’s bytes (RFC 9530, only `sha-256`).',
      'sha-256=:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=:',
    ),
    'If-Match': describeTextHeader(
      'Executes the change only in this state of the record: the ETag, or `"r<revision>"` of a row.',
      '"r3"',
    ),
    'If-None-Match': describeTextHeader('Returns 304 if the client already has this state.', '"r3"'),
    'X-Board-Token': describeTextHeader('Token of the link of a waiting-room screen.', EXAMPLE_TOKEN),
    'X-Prefetch': describeTextHeader(
      '`1` if the device stores the response for later and no user reads it now.',
      '1',
      {
        enum: ['1'],
      },
    ),
  }) as const;
export type RequestHeaderName = keyof ReturnType<typeof requestHeaders>;

export const RESPONSE_HEADERS = {
  ETag: describeTextHeader('State of the record or list, for `If-Match` and `If-None-Match`.', '"r3"'),
  'Idempotency-Status': describeTextHeader(
    '`stored`: the call was executed now. `replayed`: the response of the earlier execution.',
    'stored',
    { enum: [...IDEMPOTENCY_STATUSES] },
  ),
  'X-Provider-Time': describeTextHeader('Server time in milliseconds since 1970.', '1790000000000'),
  'X-Request-Id': describeTextHeader(
    'Id of the request in the server’s log, to be quoted in support requests.',
    'K7QM3-0XTP4',
  ),
  'Retry-After': describeTextHeader('Seconds to wait before the next attempt.', '2'),
  'Content-Disposition': describeTextHeader(
    'Name of the file.',
    'attachment; filename="concepto_0197c0de.pdf"',
  ),
  'Set-Cookie': describeTextHeader(
    'Session cookie, or its removal.',
    'ventanilla_session=…; Path=/; HttpOnly; SameSite=Lax',
  ),
} as const;
export type ResponseHeaderName = keyof typeof RESPONSE_HEADERS;
