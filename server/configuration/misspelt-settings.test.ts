import { describe, expect, it } from 'vitest';
import { SETTING_NAMES } from '../platform/settings/read.ts';
import { listMisspeltSettingWarnings } from './misspelt-settings.ts';

describe('P10.173 startup warnings about misspelt settings', () => {
  it.each([
    ['S3_BUKET', 'S3_BUCKET'],
    ['BACKUP_KEYFILE', 'BACKUP_KEY_FILE'],
    ['ALERT_MAIL', 'ALERT_MAILS'],
    ['DATABASE_ULR', 'DATABASE_URL'],
    ['public_url', 'PUBLIC_URL'],
    ['DATADIR', 'DATA_DIR'],
  ])('the server warns at the start that the variable %s may be a misspelt %s', (given, meant) => {
    expect(listMisspeltSettingWarnings({ [given]: 'x' })).toEqual([
      `${given} no es un ajuste: ¿querías escribir ${meant}?`,
    ]);
  });

  it('the server gives no warning about correct settings, empty variables, or a misspelt setting whose correct form is also set', () => {
    expect(listMisspeltSettingWarnings(Object.fromEntries(SETTING_NAMES.map((name) => [name, 'x'])))).toEqual(
      [],
    );
    expect(listMisspeltSettingWarnings({ S3_BUKET: ' ' })).toEqual([]);
    expect(listMisspeltSettingWarnings({ SMTP_URI: 'x', SMTP_URL: 'smtp://correo.test' })).toEqual([]);
  });

  it('the server does not warn at the start about variables that an operating system sets', () => {
    const names = [
      'HOME',
      'LOGNAME',
      'HOSTNAME',
      'PATH',
      'PORTS',
      'LANG',
      'NODE_ENV',
      'npm_config_cache',
      'DOCKER_HOST',
      'DATA',
    ];
    expect(listMisspeltSettingWarnings(Object.fromEntries(names.map((name) => [name, 'x'])))).toEqual([]);
  });
});
