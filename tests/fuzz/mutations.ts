import { gzipSync } from 'node:zlib';
import { HEADER } from '#contract/headers.ts';
import { type Part, createMultipartBody } from '#tests/api/support/files/multipart.ts';
import type { EncodedCall, DraftCall, HeaderPair } from './call.ts';
import { JSON_TYPE, encodeDraftCall } from './encode-call.ts';
import type { FuzzInputs } from './requests/good.ts';
import { makeValidCall } from './requests/valid-requests.ts';
import { INVALID_PROOFS } from './proofs.ts';
import { Random } from './random.ts';
import { type ReplacementValues, createRawJson } from './values.ts';

interface MutationSources extends FuzzInputs {
  readonly values: ReplacementValues;
}
type Mutation = (draft: DraftCall, random: Random, means: MutationSources) => DraftCall;

type JsonContainer = Record<string, unknown> | unknown[];
const isJsonContainer = (value: unknown): value is JsonContainer =>
  typeof value === 'object' && value !== null;

/** Replaces or removes one random entry of the value, at any depth, or adds one. */
function changeRandomEntry(value: unknown, random: Random, values: ReplacementValues): unknown {
  if (!isJsonContainer(value) || random.chance(0.15)) return values.json(random);
  const copy: JsonContainer = Array.isArray(value) ? [...value] : { ...value };
  const keys = Object.keys(copy);
  const key = keys.length === 0 || random.chance(0.1) ? values.text(random).slice(0, 90) : random.pick(keys);
  if (key === '__proto__') return copy;
  const place = copy as Record<string, unknown>;
  if (random.chance(0.1)) delete place[key];
  else place[key] = changeRandomEntry(place[key], random, values);
  return copy;
}

const withBytes = (draft: DraftCall, bytes: Buffer, type = JSON_TYPE): DraftCall => ({
  ...draft,
  body: { kind: 'bytes', bytes, type },
});
const jsonTextOf = ({ body }: DraftCall): string =>
  body.kind === 'json' ? JSON.stringify(body.value) : '{}';

const mutateJsonValue: Mutation = (draft, random, { values }) =>
  draft.body.kind === 'json'
    ? { ...draft, body: { kind: 'json', value: changeRandomEntry(draft.body.value, random, values) } }
    : draft;

/** Replaces one token of the JSON text by a form that is not valid JSON. */
const mutateJsonToken: Mutation = (draft, random) => {
  const tokens = [...jsonTextOf(draft).matchAll(/"[^"]*"|\d+|true|null/g)];
  const token = tokens[random.int(tokens.length)];
  const text = jsonTextOf(draft);
  const raw = createRawJson(random);
  if (!token || random.chance(0.2)) return withBytes(draft, Buffer.from(raw));
  return withBytes(
    draft,
    Buffer.from(text.slice(0, token.index) + raw + text.slice(token.index + token[0].length)),
  );
};

const mutateBodyBytes: Mutation = (draft, random) => {
  const bytes = Buffer.from(jsonTextOf(draft));
  const flipped = Buffer.from(bytes);
  if (flipped.length > 0) flipped[random.int(flipped.length)] = random.int(256);
  return withBytes(
    draft,
    random.pick([
      bytes.subarray(0, random.int(bytes.length + 1)),
      flipped,
      Buffer.from(bytes.toString(), 'utf16le'),
      Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), bytes]),
      Buffer.concat([bytes, Buffer.alloc(70_000, 0x20)]),
      gzipSync(bytes),
      Buffer.concat([bytes, bytes]),
      Buffer.alloc(0),
    ]),
  );
};

const percentEncode = (text: string): string => encodeURIComponent(Buffer.from(text).toString());
const QUERY_PARAMETER_NAMES = [
  'q',
  'page',
  'page_size',
  'limit',
  'sort',
  'direction',
  'status',
  'standing',
  'ids',
  'include_inactive',
];
const mutateQuery: Mutation = (draft, random, { values }) => {
  const names = [...QUERY_PARAMETER_NAMES, ...draft.query.map((pair) => pair.split('=')[0] ?? '')];
  const name = random.pick(names);
  const value = percentEncode(values.text(random)).slice(0, 9_000);
  const other = random.pick([
    `${name}=${value}`,
    `${name}=a&${name}=${value}`,
    `${name}[]=${value}`,
    `${name}[$gt]=${value}`,
    `${name}[__proto__][x]=1`,
    `__proto__=${value}`,
    name,
    `${name}=%zz%`,
    `${name}=%c0%ae%ff`,
    `${name}=${'x'.repeat(7_000)}`,
    '&&&==&',
    Array.from({ length: 1_200 }, (_, index) => `a${index}=1`).join('&'),
  ]);
  const kept = draft.query.filter((pair) => random.chance(0.7) || !pair.startsWith(`${name}=`));
  return { ...draft, query: [...kept, other] };
};

const mutatePath: Mutation = (draft, random, { values }) => {
  const segments = draft.path.split('/');
  const place = 1 + random.int(segments.length - 1);
  segments[place] = random.pick([
    percentEncode(values.text(random)).slice(0, 4_000),
    '..',
    '%2e%2e%2f%2e%2e',
    '%00',
    '%E0%A4%A',
    '',
    (segments[place] ?? '').toUpperCase(),
    `${segments[place] ?? ''}%0d%0a`,
    `${segments[place] ?? ''};a=b`,
    '*',
  ]);
  return { ...draft, path: segments.join('/') };
};

const mutateMethod: Mutation = (draft, random) => ({
  ...draft,
  method: random.pick([
    'GET',
    'HEAD',
    'POST',
    'PUT',
    'PATCH',
    'DELETE',
    'OPTIONS',
    'TRACE',
    'PROPFIND',
    'QUERY',
  ]),
});

/**
 * Replaces each character that a header line cannot contain by `?`, and limits the length. Invalid header lines are not tested
 * here; the HTTP parser is tested by the wrong lengths that `framing` makes.
 */
const toHeaderText = (text: string): string => text.replace(/[^\t\x20-\x7e\x80-\xff]/g, '?').slice(0, 6_000);
const INVALID_CONSENTS = [
  'v1 x',
  `v1 2026-01-01T00:00:00Z ${'0'.repeat(64)}`,
  `v1 ${'9'.repeat(40)} ${'a'.repeat(64)}`,
];
const mutateHeader: Mutation = (draft, random, { values }) => {
  const hostile = toHeaderText(values.text(random));
  const header: HeaderPair = random.pick([
    [random.pick(Object.values(HEADER)), hostile],
    [HEADER.consent, random.pick(INVALID_CONSENTS)],
    [random.pick([HEADER.proof, HEADER.deviceProof]), random.pick(INVALID_PROOFS)],
    [
      HEADER.capturedAt,
      random.pick(['0000-01-01T00:00:00Z', '9999-12-31T23:59:59Z', '2026-01-01', '+275760-09-13T00:00:00Z']),
    ],
    [HEADER.contentDigest, random.pick(['sha-256=:x:', `sha-256=:${'A'.repeat(43)}=:`, 'md5=:x:', hostile])],
    ['if-match', random.pick(['*', '"r99999999999"', 'W/"r1"', '"', hostile])],
    ['if-none-match', random.pick(['*', '"x"', hostile])],
    [
      'content-type',
      random.pick([
        JSON_TYPE,
        'text/plain',
        'multipart/form-data',
        'multipart/form-data; boundary=',
        `application/json; charset=${hostile}`,
        hostile,
      ]),
    ],
    ['content-encoding', random.pick(['gzip', 'br', 'identity', hostile])],
    ['accept-encoding', random.pick(['gzip', 'br', 'gzip;q=0, br;q=x', hostile])],
    ['accept', hostile],
    ['range', 'bytes=0-1,5-,-9'],
    ['expect', '100-continue'],
    ['x-forwarded-for', hostile],
    ['x-http-method-override', 'DELETE'],
    ['authorization', hostile],
    ['user-agent', hostile],
    ['cookie', `ventanilla_session=${hostile}`],
    ['origin', random.pick(['null', 'http://fuzz.prueba', 'https://otra.example', hostile])],
    ['upgrade', 'websocket'],
  ] as const);
  return { ...draft, headers: [...draft.headers, header] };
};

const FALSE_LENGTHS: readonly (readonly HeaderPair[])[] = [
  [['content-length', '5']],
  [['content-length', '100000']],
  [['content-length', '-1']],
  [['content-length', 'x']],
  [['content-length', '99999999999999999999']],
  [
    ['content-length', '5'],
    ['content-length', '6'],
  ],
  [
    ['content-length', '5'],
    ['transfer-encoding', 'chunked'],
  ],
  [['transfer-encoding', 'chunked']],
  [['transfer-encoding', 'gzip, chunked']],
  [['transfer-encoding', 'x']],
  [],
];
const mutateFraming: Mutation = (draft, random) => ({
  ...draft,
  framing: random.chance(0.4) ? { kind: 'chunked' } : { kind: 'lie', headers: random.pick(FALSE_LENGTHS) },
});

const mutateParts: Mutation = (draft, random, { values, files }) => {
  if (draft.body.kind !== 'parts') return draft;
  const parts: Part[] = [...draft.body.parts];
  const part: Part = {
    name: 'file',
    value: files.any(random),
    filename: toHeaderText(values.text(random)),
    type: 'image/png',
  };
  const name = toHeaderText(values.text(random)).replace(/["\r\n]/g, '');
  switch (random.int(6)) {
    case 0:
      return { ...draft, body: { kind: 'parts', parts: parts.filter(() => random.chance(0.5)) } };
    case 1:
      return { ...draft, body: { kind: 'parts', parts: [...parts, part] } };
    case 2:
      return {
        ...draft,
        body: {
          kind: 'parts',
          parts: [...Array.from({ length: 200 }, () => ({ name, value: 'x' })), ...parts],
        },
      };
    case 3:
      return { ...draft, body: { kind: 'parts', parts: [...parts, { name, value: values.text(random) }] } };
    case 4: {
      const { body, type } = createMultipartBody(parts);
      return withBytes(draft, body.subarray(0, random.int(body.length)), type);
    }
    default: {
      const { body } = createMultipartBody(parts);
      const type = random.pick([
        'multipart/form-data',
        'multipart/form-data; boundary=otra',
        'multipart/form-data; boundary=""',
        `multipart/form-data; boundary=${'b'.repeat(300)}`,
        'multipart/mixed; boundary=ventanilla-frontera',
        JSON_TYPE,
      ]);
      return withBytes(draft, body, type);
    }
  }
};

const BASE_MUTATIONS = [mutateQuery, mutatePath, mutateHeader, mutateHeader, mutateFraming, mutateMethod];
const JSON_MUTATIONS = [mutateJsonValue, mutateJsonValue, mutateJsonValue, mutateJsonToken, mutateBodyBytes];

const mutationsOf = ({ body }: DraftCall): readonly Mutation[] => {
  if (body.kind === 'json') return [...JSON_MUTATIONS, ...JSON_MUTATIONS, ...BASE_MUTATIONS];
  return body.kind === 'parts' ? [mutateParts, mutateParts, mutateParts, ...BASE_MUTATIONS] : BASE_MUTATIONS;
};

/** Returns the call with number `index`. The same seed gives the same call, except for the ids of the run. */
export function makeMutatedCall(seed: number, index: number, means: MutationSources): EncodedCall {
  const random = new Random(seed, index);
  let draft = makeValidCall(index, random, means);
  for (let count = random.pick([0, 1, 1, 1, 2, 3]); count > 0; count -= 1)
    draft = random.pick(mutationsOf(draft))(draft, random, means);
  return encodeDraftCall(draft);
}
