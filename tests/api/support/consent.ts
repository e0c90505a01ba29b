import { createHash, randomUUID } from 'node:crypto';
import { CreatedEvaluation } from '#contract/records/evaluation/capture.ts';
import {
  type ConsentTarget,
  type ConsentTerms,
  listConsentHmacParts,
  encodeConsent,
} from '#domain/outbox/consent.ts';
import { type VaultKeys, importVaultKeys, hmacTag } from '#storage/vault/vault.ts';
import { evaluationBody } from './capture.ts';
import type { TestUserName } from './clinic.ts';
import { formatContentDigest } from './files/multipart.ts';
import { type Caller, type Reply, type Server, responseOf } from './server.ts';

async function readVaultKeys({ database, clinic }: Server, person: TestUserName): Promise<VaultKeys> {
  const { rows } = await database.pool.query<{ vault_key: Buffer }>(
    'select vault_key from users where id = $1',
    [clinic.users[person]],
  );
  return importVaultKeys(new Uint8Array(rows[0]?.vault_key ?? []));
}

/** Content that a user confirmed on a device, and the other data that the user's consent to sending (`X-Consent`) covers. */
export interface ConfirmedContent {
  readonly person: TestUserName;
  readonly bytes: Buffer | string;
  readonly place: ConsentTarget;
  readonly key: string;
  readonly branchId: string;
  readonly captureId: string;
  readonly capturedAt: string;
  readonly consentedAt: string;
}

export const confirmedContent = (
  { clinic }: Server,
  fields: Partial<ConfirmedContent> & Pick<ConfirmedContent, 'bytes'>,
): ConfirmedContent => ({
  person: 'desk',
  place: { kind: 'evaluation' },
  key: randomUUID(),
  branchId: clinic.branches.bogota,
  captureId: randomUUID(),
  capturedAt: new Date(Date.now() - 60_000).toISOString(),
  consentedAt: new Date(Date.now() - 30_000).toISOString(),
  ...fields,
});

/** Returns a new evaluation as confirmed content; `fields` replace its fields. */
export const confirmedEvaluation = (
  server: Server,
  fields: Partial<ConfirmedContent> = {},
): ConfirmedContent => confirmedContent(server, { bytes: JSON.stringify(evaluationBody(server)), ...fields });

const toConsentTerms = ({ clinic }: Server, { person, bytes, ...terms }: ConfirmedContent): ConsentTerms => ({
  ...terms,
  capturedBy: clinic.users[person],
  sha256: createHash('sha256').update(bytes).digest('hex'),
});

export async function consentHeaderValueOf(server: Server, content: ConfirmedContent): Promise<string> {
  const keys = await readVaultKeys(server, content.person);
  return encodeConsent(
    content.consentedAt,
    await hmacTag(keys, listConsentHmacParts(toConsentTerms(server, content))),
  );
}

/** Returns the headers that the author's session sends with the content, without `X-Consent`. */
export const captureHeadersOf = ({ clinic }: Server, content: ConfirmedContent): Record<string, string> => ({
  'idempotency-key': content.key,
  'x-capture-id': content.captureId,
  'x-captured-at': content.capturedAt,
  'x-captured-by': clinic.users[content.person],
  'x-branch-id': content.branchId,
  'content-digest': formatContentDigest(content.bytes),
});

export const consentedHeaders = async (
  server: Server,
  content: ConfirmedContent,
): Promise<Record<string, string>> => ({
  ...captureHeadersOf(server, content),
  'x-consent': await consentHeaderValueOf(server, content),
});

export const headersWithConsent = (
  server: Server,
  content: ConfirmedContent,
  consent: string,
): Record<string, string> => ({ ...captureHeadersOf(server, content), 'x-consent': consent });

export const postEvaluationBytes = (
  by: Caller,
  { bytes }: ConfirmedContent,
  headers: Record<string, string>,
): Promise<Reply> => by.post('/evaluations', { raw: bytes, headers });

export const createdEvaluationIdOf = (reply: Reply): string => responseOf(CreatedEvaluation, reply).id;

interface Authorship {
  created_by: string;
  sent_by: string | null;
}
/** Returns the author of a record, and the user who sent the record for the author. */
export async function readAuthorship(
  { database }: Server,
  table: 'evaluations' | 'media' | 'attachments',
  id: string,
): Promise<Authorship> {
  const { rows } = await database.pool.query<Authorship>(
    `select created_by, sent_by from ${table} where id = $1`,
    [id],
  );
  return rows[0] ?? { created_by: '', sent_by: '' };
}
