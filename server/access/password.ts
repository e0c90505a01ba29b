import { hash, verify } from '@node-rs/argon2';

/** Parameters of argon2id, the first choice of OWASP; the package uses argon2id by default. memoryCost is in KiB. */
const COST = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 };

export const hashPassword = (password: string): Promise<string> => hash(password, COST);

/**
 * Hash that is not of any account. The server checks a password for an unknown address against this hash, so that the response
 * time does not reveal which addresses exist.
 */
const NOBODY = hashPassword('nobody');

/** Returns true when the password matches the stored hash. Without a stored hash it does the same work and returns false. */
export async function passwordMatches(stored: string | null, password: string): Promise<boolean> {
  const matches = await verify(stored ?? (await NOBODY), password);
  return stored !== null && matches;
}
