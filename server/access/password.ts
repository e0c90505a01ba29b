import { hash, verify } from '@node-rs/argon2';

/** Parameters of argon2id, OWASP's first choice; the package uses argon2id by default. memoryCost in KiB. */
const COST = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 };

export const hashPassword = (password: string): Promise<string> => hash(password, COST);

/**
 * Hash that belongs to no account. Checking a password against it takes as long as for a real account, so that response times
 * do not reveal which addresses exist.
 */
const NOBODY = hashPassword('nobody');

/**
 * Returns whether the password matches the stored hash. For an account without a password it does the same work and returns
 * false.
 */
export async function passwordMatches(stored: string | null, password: string): Promise<boolean> {
  const matches = await verify(stored ?? (await NOBODY), password);
  return stored !== null && matches;
}
