import { expect, it } from 'vitest';
import { readConfig } from '../../configuration/config.ts';
import { completeRouteSettings, mayBeSecretSetting, SETTING_NAMES } from './read.ts';
import { SETTINGS, type SettingDefinition } from './settings.ts';

const settingDefinitionOf = (name: (typeof SETTING_NAMES)[number]): SettingDefinition => SETTINGS[name];
/** Settings that need no other setting. */
const INDEPENDENT_SETTINGS = SETTING_NAMES.filter(
  (name) => settingDefinitionOf(name).inConfig !== undefined && name !== 'ARCHIVE_DIR',
);

it.each(SETTING_NAMES)('P10.371 the setting %s accepts its example, which is not the default', (name) => {
  const { schema, example } = settingDefinitionOf(name);
  expect(schema.parse(example)).not.toEqual(schema.parse(undefined));
});

it.each(INDEPENDENT_SETTINGS)(
  'P10.371 `readConfig` returns the value of %s under the name in its definition',
  (name) => {
    const { schema, example, inConfig } = settingDefinitionOf(name);
    const config = readConfig({ [name]: example });
    expect(Object.entries(config)).toContainEqual([inConfig, schema.parse(example)]);
  },
);

it.each(SETTING_NAMES.filter((name) => settingDefinitionOf(name).isForApp))(
  'P10.371 the settings for the routes contain the configured value of %s, or its default',
  (name) => {
    const { schema, example, inConfig = '' } = settingDefinitionOf(name);
    expect(completeRouteSettings(readConfig({ [name]: example }))).toHaveProperty(
      inConfig,
      schema.parse(example),
    );
    expect(completeRouteSettings({})).toHaveProperty(inConfig, schema.parse(undefined));
  },
);

it.each(SETTING_NAMES.filter((name) => settingDefinitionOf(name).isRejectedWithProvider))(
  'P10.371 `readConfig` rejects %s together with PROVIDER_URL',
  (name) => {
    const env = { PROVIDER_URL: 'https://api.example.com', [name]: settingDefinitionOf(name).example };
    expect(() => readConfig(env)).toThrow(`PROVIDER_URL deja sin uso a ${name}`);
  },
);

it('P10.371 a setting whose name suggests a secret is treated as a secret, and so is every unknown environment variable', () => {
  const suspected = SETTING_NAMES.filter((name) => /SECRET|PASS|_KEY|TOKEN|CREDENTIAL|_URL/.test(name));
  expect(suspected.filter((name) => !mayBeSecretSetting(name))).toEqual([]);
  expect(mayBeSecretSetting('PASSWORT')).toBe(true);
});
