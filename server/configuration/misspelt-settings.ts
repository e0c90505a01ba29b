import { distance } from 'fastest-levenshtein';
import { SETTING_NAMES } from '../platform/settings/read.ts';

/**
 * Maximum number of wrong, missing or extra letters in a misspelt setting. Settings with short names such as LOG are never
 * suggested, because names of other programs' variables may be as similar.
 */
const MAX_EDIT_DISTANCE = 2;
const MIN_COMPARED_NAME_LENGTH = 8;

const isSimilarName = (given: string, setting: string): boolean =>
  given.toUpperCase() === setting ||
  (setting.length >= MIN_COMPARED_NAME_LENGTH && distance(given.toUpperCase(), setting) <= MAX_EDIT_DISTANCE);

/**
 * Returns a warning for each variable that is probably a misspelt setting. A misspelling is not an error, because the
 * environment also contains variables of other programs.
 */
export function listMisspeltSettingWarnings(env: Readonly<Record<string, string | undefined>>): string[] {
  const settings: readonly string[] = SETTING_NAMES;
  const isSet = (name: string) => (env[name] ?? '').trim() !== '';
  const absent = settings.filter((name) => !isSet(name));
  return Object.keys(env)
    .filter((name) => isSet(name) && !settings.includes(name))
    .flatMap((name) => {
      const meant = absent.find((setting) => isSimilarName(name, setting));
      return meant === undefined ? [] : [`${name} no es un ajuste: ¿querías escribir ${meant}?`];
    });
}
