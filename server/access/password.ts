import { hash, verify } from '@node-rs/argon2';

/** Parameters of argon2id, OWASP's first choice; the package uses argon2id by default. memoryCost in KiB. */
const COST = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 };

export const hashPassword = (password: string): Promise<string> => hash(password, COST);

/** Hash of no account, with the same cost: checking an unknown address takes as long as a known one. */
const NOBODY = hashPassword('nobody');

/** Returns false for an account without a password too, after the same work. */
export async function passwordMatches(stored: string | null, password: string): Promise<boolean> {
  const matches = await verify(stored ?? (await NOBODY), password);
  return stored !== null && matches;
}
