import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { ATTACHMENT_MAX_BYTES } from '#contract/limits.ts';
import { DEFAULT_LEGAL_TEXTS } from './reports/legal-texts.ts';
import { readConfig } from './config.ts';

describe('readConfig', () => {
  test('nothing set: this machine alone, ./data, the embedded database with the demo clinic', () => {
    expect(readConfig({ HOME: '/somewhere' })).toEqual({
      port: 8080,
      host: '127.0.0.1',
      dataDir: path.resolve('data'),
      database: { kind: 'embedded' },
      demo: true,
      publicUrl: null,
      log: 'quiet',
      attachmentMaxBytes: ATTACHMENT_MAX_BYTES,
      legalTexts: DEFAULT_LEGAL_TEXTS,
    });
  });

  test('a variable that is set to nothing counts as absent', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: ' ', DEMO: '', PUBLIC_URL: '' })).toEqual(readConfig({}));
  });

  test('with DATABASE_URL there is no demo clinic unless it is asked for', () => {
    const url = 'postgresql://v:secret@db:5432/v';
    expect(readConfig({ DATABASE_URL: url })).toMatchObject({
      database: { kind: 'external', url },
      demo: false,
    });
    expect(readConfig({ DATABASE_URL: url, DEMO: '1' })).toMatchObject({ demo: true });
    expect(readConfig({ DEMO: '0' })).toMatchObject({ database: { kind: 'embedded' }, demo: false });
  });

  test('every variable is taken as given', () => {
    const config = readConfig({
      PORT: '0',
      HOST: '::',
      DATA_DIR: '/srv/ventanilla',
      PUBLIC_URL: 'https://v.example.com',
      LOG: 'requests',
    });
    expect(config).toMatchObject({ port: 0, host: '::', dataDir: '/srv/ventanilla', log: 'requests' });
    expect(readConfig({ ATTACHMENT_MAX_MB: '40' }).attachmentMaxBytes).toBe(40_000_000);
    expect(config.publicUrl?.origin).toBe('https://v.example.com');
  });

  test.each([
    ['PORT', '80a', 'PORT must be a whole number from 0 to 65535 (it is "80a").'],
    ['PORT', '65536', 'PORT must be a whole number from 0 to 65535 (it is "65536").'],
    ['PORT', '-1', 'PORT must be a whole number from 0 to 65535 (it is "-1").'],
    [
      'HOST',
      'http://x',
      'HOST must be an address or a name of this machine, such as 127.0.0.1 or 0.0.0.0 (it is "http://x").',
    ],
    ['DEMO', 'yes', 'DEMO must be 0 or 1 (it is "yes").'],
    ['LOG', 'loud', 'LOG must be quiet or requests (it is "loud").'],
    [
      'PUBLIC_URL',
      'v.example.com',
      'PUBLIC_URL must be a web address without a path, such as https://ventanilla.example.com.',
    ],
    [
      'ATTACHMENT_MAX_MB',
      '0',
      'ATTACHMENT_MAX_MB must be a whole number of megabytes from 1 to 100 (it is "0").',
    ],
    [
      'LEGAL_TEXTS_FILE',
      '/no/such/file.json',
      'LEGAL_TEXTS_FILE /no/such/file.json cannot be read (ENOENT).',
    ],
    [
      'PUBLIC_URL',
      'https://v.example.com/app',
      'PUBLIC_URL must be a web address without a path, such as https://ventanilla.example.com.',
    ],
  ])('%s=%s stops the start with one sentence', (name, value, sentence) => {
    expect(() => readConfig({ [name]: value })).toThrow(sentence);
  });

  test('a wrong DATABASE_URL is not repeated: it may hold a password', () => {
    expect(() => readConfig({ DATABASE_URL: 'mysql://root:hunter2@db/v' })).toThrow(
      /^DATABASE_URL must look like postgresql:\/\/user:password@host:5432\/name\.$/,
    );
  });

  test('all wrong variables are named at once', () => {
    expect(() => readConfig({ PORT: 'x', DEMO: 'x' })).toThrow(/PORT .*; DEMO /);
  });
});
