import { GUESSABLE_PASSWORD_MESSAGE } from '#contract/records/people/accounts.ts';
import { AppError } from '../base/errors.ts';
import { isEasyToGuess } from './guessable-password.ts';
import { hashPassword } from './password.ts';

interface PasswordOwner {
  readonly email: string;
  readonly displayName: string;
}

/**
 * Checks and hashes a password that its owner chose.
 * @param field name of the password in the body
 * @throws validation_failed for an easily guessed password
 */
export async function checkAndHashPassword(
  password: string,
  owner: PasswordOwner,
  field: string,
): Promise<string> {
  if (await isEasyToGuess(password, [owner.email, owner.displayName]))
    throw new AppError('validation_failed', GUESSABLE_PASSWORD_MESSAGE, {
      details: [{ field, message: GUESSABLE_PASSWORD_MESSAGE }],
    });
  return hashPassword(password);
}
