import { hash, verify } from '@node-rs/argon2';

/** Parameters of argon2id, the first choice of OWASP; the package uses argon2id by default. memoryCost is in KiB. */
const ARGON2_PARAMETERS = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 };

export const hashPassword = (password: string): Promise<string> => hash(password, ARGON2_PARAMETERS);

/**
 * Hash that belongs to no account. For an unknown address, the server checks the password against this hash, so that the
 * response time does not reveal which addresses exist.
 */
const UNKNOWN_USER_HASH = hashPassword('nobody');

/**
 * Returns true when the password matches the stored hash. Without a stored hash, the function takes the same time and returns
 * false.
 */
export async function passwordMatches(stored: string | null, password: string): Promise<boolean> {
  const matches = await verify(stored ?? (await UNKNOWN_USER_HASH), password);
  return stored !== null && matches;
}
