import { GUESSABLE_PASSWORD } from '#contract/records/people/accounts.ts';
import { isGuessable } from '#domain/password/guessable.ts';
import { AppError } from '../base/errors.ts';
import { hashPassword } from './password.ts';

interface Owner {
  readonly email: string;
  readonly displayName: string;
}

/**
 * Returns the hash of a password that its owner chose.
 * @param field name of the password in the body
 * @throws validation_failed for an easily guessed password
 */
export async function hashChosen(password: string, owner: Owner, field: string): Promise<string> {
  if (isGuessable(password, [owner.email, owner.displayName]))
    throw new AppError('validation_failed', GUESSABLE_PASSWORD, {
      details: [{ field, message: GUESSABLE_PASSWORD }],
    });
  return hashPassword(password);
}
