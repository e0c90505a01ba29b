import { isGuessablePassword, guessableContextWords } from '#domain/password/guessable.ts';

/** Lowest accepted score of the library: more than 10^8 guesses, on its scale from 0 to 4. */
const MIN_PASSWORD_SCORE = 3;
/**
 * Limits of one check. The library needs quadratic time, and tries several readings of a password with digits as letters: a
 * hostile password of 72 characters takes 1.5 s of CPU time with its defaults, during which the server responds to no request.
 */
const PASSWORD_CHECK_LIMITS = { maxLength: 32, l33tMaxSubstitutions: 5 } as const;

/** Removes accents, because users often type Spanish words without them. Capitals stay, because each one adds guesses. */
const removeAccents = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '');

async function loadPasswordChecker() {
  const [{ ZxcvbnFactory }, common, spanish] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
    import('@zxcvbn-ts/language-es-es'),
  ]);
  // The words of Wikipedia are left out. They would double the time to load the lists, and because of them hardly any
  // additional password would be rejected.
  const { 'wikipedia-es-es': _wikipedia, ...words } = spanish.dictionary;
  const passwords = common.dictionary['passwords-common'];
  const dictionary = Object.fromEntries(
    Object.entries({ passwords, ...words }).map(([name, list]) => [name, list.map(removeAccents)]),
  );
  return new ZxcvbnFactory({ dictionary, graphs: common.adjacencyGraphs, ...PASSWORD_CHECK_LIMITS });
}

/** Loaded by the first check, because the lists take a quarter of a second and 45 MB. */
let cachedPasswordChecker: ReturnType<typeof loadPasswordChecker> | undefined;

/**
 * Returns true when an attacker would try the password early, by the rule that the page applies too or by the library's lists.
 * @param context the user's name and address
 */
export async function isEasyToGuess(password: string, context: readonly string[]): Promise<boolean> {
  if (isGuessablePassword(password, context)) return true;
  const { score } = (await (cachedPasswordChecker ??= loadPasswordChecker())).check(
    removeAccents(password),
    guessableContextWords(context),
  );
  return score < MIN_PASSWORD_SCORE;
}
