import { createHash, randomUUID } from 'node:crypto';
import {
  type ConsentTarget,
  type ConsentTerms,
  listConsentHmacParts,
  encodeConsent,
} from '#domain/outbox/consent.ts';
import { type VaultKeys, importVaultKeys, hmacTag } from '#storage/vault/vault.ts';
import type { TestUserName } from './clinic.ts';
import { formatContentDigest } from './multipart.ts';
import type { Server } from './server.ts';

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
