import { z } from 'zod';
import { DEFAULT_LEGAL_TEXTS, type LegalTexts } from './legal-texts.ts';
import { SETTINGS, type SettingDefinition } from './settings.ts';

type SettingDefinitions = typeof SETTINGS;
export type SettingName = keyof SettingDefinitions;
/** Names of all variables. The files in deploy/ use only these names. */
export const SETTING_NAMES = Object.keys(SETTINGS) as SettingName[];

/** Schemas of all variables. */
export const SETTING_SCHEMAS = Object.fromEntries(
  SETTING_NAMES.map((name) => [name, SETTINGS[name].schema]),
) as unknown as { [Name in SettingName]: SettingDefinitions[Name]['schema'] };
type SettingValues = z.output<z.ZodObject<typeof SETTING_SCHEMAS>>;

type NameInConfig<Setting> = Setting extends { readonly inConfig: infer Name extends string } ? Name : never;
/** Settings that follow from one environment variable alone, by their names in Config. */
export type IndependentSettings = {
  readonly [Name in SettingName as NameInConfig<SettingDefinitions[Name]>]: z.output<
    SettingDefinitions[Name]['schema']
  >;
};

const nameInConfig = (name: SettingName): string | undefined => {
  const setting: SettingDefinition = SETTINGS[name];
  return setting.inConfig;
};

export const selectIndependentSettings = (values: SettingValues): IndependentSettings =>
  Object.fromEntries(
    SETTING_NAMES.flatMap((name) => {
      const own = nameInConfig(name);
      return own === undefined ? [] : [[own, values[name]]];
    }),
  ) as IndependentSettings;

type NameForRoutes<Setting> = Setting extends { readonly isForApp: true } ? NameInConfig<Setting> : never;
/** Values that the routes read, as properties of their context. */
export type RouteSettings = Pick<IndependentSettings, NameForRoutes<SettingDefinitions[SettingName]>> & {
  readonly legalTexts: LegalTexts;
};

const ROUTE_SETTING_NAMES = [
  ...SETTING_NAMES.flatMap((name) => ('isForApp' in SETTINGS[name] ? (nameInConfig(name) ?? []) : [])),
  'legalTexts',
] as (keyof RouteSettings)[];

/** Returns the values for the routes; a value that `given` lacks is the default. */
export function completeRouteSettings(given: Partial<RouteSettings>): RouteSettings {
  const standard: RouteSettings = {
    ...selectIndependentSettings(z.object(SETTING_SCHEMAS).parse({})),
    legalTexts: DEFAULT_LEGAL_TEXTS,
  };
  return Object.fromEntries(
    ROUTE_SETTING_NAMES.map((name) => [name, given[name] ?? standard[name]]),
  ) as unknown as RouteSettings;
}

/** Returns true if a message must omit the value of the variable. The values of unknown variables are omitted, too. */
export const mayBeSecretSetting = (name: string): boolean =>
  !Object.hasOwn(SETTINGS, name) || SETTINGS[name as SettingName].isSecret;
