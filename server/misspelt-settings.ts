import { distance } from 'fastest-levenshtein';
import { settingNames } from './config.ts';

/** Two letters wrong, left out or too many. Of short names, such as LOG, others' variables are as near. */
const LETTERS_OFF = 2;
const LONG_ENOUGH = 8;

const isNear = (given: string, setting: string): boolean =>
  given.toUpperCase() === setting ||
  (setting.length >= LONG_ENOUGH && distance(given.toUpperCase(), setting) <= LETTERS_OFF);

/**
 * One sentence for each variable that was probably meant as a setting. The start goes on: the environment also holds
 * other programs' variables.
 */
export function misspeltSettings(env: Readonly<Record<string, string | undefined>>): string[] {
  const settings = settingNames();
  const isGiven = (name: string) => (env[name] ?? '').trim() !== '';
  const absent = settings.filter((name) => !isGiven(name));
  return Object.keys(env)
    .filter((name) => isGiven(name) && !settings.includes(name))
    .flatMap((name) => {
      const meant = absent.find((setting) => isNear(name, setting));
      return meant === undefined ? [] : [`${name} no es un ajuste: ¿querías escribir ${meant}?`];
    });
}
