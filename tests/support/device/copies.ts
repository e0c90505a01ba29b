import type { CopiesStatement } from '#contract/records/people/devices.ts';
import { MOST_BYTES, statementParts, type Statement } from '#domain/custody.ts';
import { hearStatement, unseenKept } from '#storage/custody/hear.ts';
import type { believed } from '#storage/custody/statement.ts';
import { keysOf } from '#storage/keys/keyring.ts';
import { tagOf, type VaultKeys } from '#storage/vault/vault.ts';

export const LIFE = 'aaaaaaaa-0000-4000-8000-000000000001';
export const NEXT_LIFE = 'aaaaaaaa-0000-4000-8000-000000000002';

/** What the provider says of its copies, a moment after everything that was delivered; nothing is in a copy. */
export const statement = (patch: Partial<Statement> = {}): Statement => ({
  life: LIFE,
  after: null,
  holdsUntil: null,
  backedUpUntil: null,
  at: Date.now(),
  ...patch,
});

/** As its report's answer is heard. */
export const hears = async (told: Statement, room = MOST_BYTES): Promise<number> =>
  hearStatement({ told, unseen: await unseenKept(), room, now: Date.now() });

const iso = (time: number | null): string | null => (time === null ? null : new Date(time).toISOString());

/** As it travels to a device of the user, who is signed in here unless the provider's keys of theirs are told. */
export async function said(
  { life, after, ...times }: Statement,
  to: Parameters<typeof believed>[1],
  keys?: VaultKeys,
): Promise<CopiesStatement> {
  const [holdsUntil, backedUpUntil, at] = [
    iso(times.holdsUntil),
    iso(times.backedUpUntil),
    iso(times.at) ?? '',
  ];
  const parts = statementParts({ ...to, life, after, holdsUntil, backedUpUntil, at });
  const hmac = await tagOf(keys ?? (await keysOf(to.userId)), parts);
  return { life, after, holds_until: holdsUntil, backed_up_until: backedUpUntil, at, hmac };
}
