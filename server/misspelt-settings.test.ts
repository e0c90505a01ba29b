import { describe, expect, it } from 'vitest';
import { settingNames } from './config.ts';
import { misspeltSettings } from './misspelt-settings.ts';

describe('P10.173 a misspelt setting is said at the start', () => {
  it.each([
    ['S3_BUKET', 'S3_BUCKET'],
    ['BACKUP_KEYFILE', 'BACKUP_KEY_FILE'],
    ['ALERT_MAIL', 'ALERT_MAILS'],
    ['DATABASE_ULR', 'DATABASE_URL'],
    ['public_url', 'PUBLIC_URL'],
    ['DATADIR', 'DATA_DIR'],
  ])('%s was meant as %s', (given, meant) => {
    expect(misspeltSettings({ [given]: 'x' })).toEqual([
      `${given} no es un ajuste: ¿querías escribir ${meant}?`,
    ]);
  });

  it('nothing is said of a setting itself, of an empty variable, or where the setting is given too', () => {
    expect(misspeltSettings(Object.fromEntries(settingNames().map((name) => [name, 'x'])))).toEqual([]);
    expect(misspeltSettings({ S3_BUKET: ' ' })).toEqual([]);
    expect(misspeltSettings({ SMTP_URI: 'x', SMTP_URL: 'smtp://correo.test' })).toEqual([]);
  });

  it('nothing is said of the variables that a system has by itself', () => {
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
    expect(misspeltSettings(Object.fromEntries(names.map((name) => [name, 'x'])))).toEqual([]);
  });
});
