import { hash, verify } from '@node-rs/argon2';

/** argon2id at OWASP's first choice; the package's default algorithm is argon2id. memoryCost in KiB. */
const COST = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 };

export const hashPassword = (password: string): Promise<string> => hash(password, COST);

/** The hash of nobody's password, of the same cost: an unknown address takes as long as a known one. */
const NOBODY = hashPassword('nobody');

/** False for an account without a password too, after the same work. */
export async function passwordMatches(stored: string | null, password: string): Promise<boolean> {
  const matches = await verify(stored ?? (await NOBODY), password);
  return stored !== null && matches;
}
