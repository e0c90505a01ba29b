import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { readConfig } from '#server/configuration/config.ts';
import { SETTING_NAMES, type SettingName } from '#server/platform/settings/read.ts';
import { SETTINGS } from '#server/platform/settings/settings.ts';
import { type ReleaseFacts, newestReleaseNotes, findReleaseProblems } from '../../scripts/lib/release.mjs';
import { ROOT } from './pages.ts';

const textOf = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8');
const uniqueFirstGroups = (text: string, pattern: RegExp): string[] =>
  [...new Set([...text.matchAll(pattern)].map(([, name = '']) => name))].sort();

const SYSTEMD_UNIT_FILES = ['deploy/ventanilla.service', 'deploy/ventanilla-copies.service'];
const composeFileText = textOf('deploy/compose.yml');
const dockerfileText = textOf('Dockerfile');
const exampleSettingsText = textOf('deploy/.env.example');
/** Settings in the deployment files that our server does not read: those of Node, other services and the backup script. */
const FOREIGN_SETTINGS = [
  'NODE_ENV',
  'SITE',
  'CADDY_OPTIONS',
  'POSTGRES_PASSWORD',
  'POSTGRES_INITDB_ARGS',
  'TZ',
  'COPIES_AT',
  'COPIES_KEEP',
];

/** Returns the names in the NAME=value pairs of the lines that match `word`. */
const assignedSettingNames = (text: string, word: RegExp): string[] =>
  text
    .split('\n')
    .filter((line) => word.test(line))
    .flatMap((line) => uniqueFirstGroups(line.replace(word, ''), /(?:^|\s)([A-Z_\d]+)=/g));
const unknownSettingNames = (names: readonly string[]): string[] =>
  names.filter((name) => ![...SETTING_NAMES, ...FOREIGN_SETTINGS].includes(name));

describe('P10.118 container image and systemd units', () => {
  it('the image uses the Node version of .nvmrc, which package.json allows', () => {
    expect(uniqueFirstGroups(dockerfileText, /^FROM node:(\d+)-bookworm-slim/gm)).toEqual([
      textOf('.nvmrc').trim(),
    ]);
    const { engines } = JSON.parse(textOf('package.json')) as { engines: { node: string } };
    const [, least = ''] = /^>=(\d+)/.exec(engines.node) ?? [];
    expect(Number(textOf('.nvmrc'))).toBeGreaterThanOrEqual(Number(least));
  });

  it.each(['Dockerfile', 'deploy/copies.sh', ...SYSTEMD_UNIT_FILES])(
    'the deployment file %s starts the built program',
    (file) => {
      expect(textOf(file)).toMatch(/dist\/server\/main\.js/);
    },
  );

  it('the image build may read every folder that the sources import, because .dockerignore does not exclude it', () => {
    const allowed = uniqueFirstGroups(textOf('.dockerignore'), /^!([\w.-]+)$/gm);
    const folders = ['src', 'sw', 'server', 'domain', 'contract'];
    const imported = folders.flatMap((folder) =>
      readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
        .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
        .map((file) => path.join(folder, file))
        .flatMap((file) =>
          [...textOf(file).matchAll(/from '(\.\.?\/[^'?]+)/g)].map(([, to = '']) =>
            path.join(path.dirname(file), to),
          ),
        ),
    );
    const needed = [...new Set(imported.map((file) => file.split('/')[0] ?? ''))];
    expect(needed).toContain('server');
    expect(needed.filter((name) => !allowed.includes(name))).toEqual([]);
  });

  it('deployment files name only settings that the server reads', () => {
    expect(unknownSettingNames(assignedSettingNames(dockerfileText, /^ENV /))).toEqual([]);
    for (const unit of SYSTEMD_UNIT_FILES)
      expect(unknownSettingNames(assignedSettingNames(textOf(unit), /^Environment=/))).toEqual([]);
    const inCompose = uniqueFirstGroups(composeFileText, /^ +([A-Z_\d]+): /gm);
    expect(inCompose).toContain('DATABASE_URL');
    expect(unknownSettingNames(inCompose)).toEqual([]);
  });

  it('P10.213 P10.371 compose.yml passes each setting as its definition states: from .env, with a fixed value, by the image or not at all', () => {
    const sourceOfSetting = (name: SettingName): string => {
      const asked = new RegExp(`^ +${name}: \\$\\{${name}(:-[^}]*)?\\}$`, 'm').test(composeFileText);
      if (asked)
        return new RegExp(`^${name}=`, 'm').test(exampleSettingsText)
          ? 'asked'
          : 'asked, and not in .env.example';
      if (new RegExp(`^ +${name}: .`, 'm').test(composeFileText)) return 'compose';
      return assignedSettingNames(dockerfileText, /^ENV /).includes(name) ? 'image' : 'none';
    };
    const sourcesBy = (way: (name: SettingName) => string) =>
      Object.fromEntries(SETTING_NAMES.map((name) => [name, way(name)]));
    expect(sourcesBy(sourceOfSetting)).toEqual(sourcesBy((name) => SETTINGS[name].container));
  });

  it('P10.213 compose.yml gives no default to a setting that .env.example leaves empty, because podman-compose treats an empty value as set', () => {
    const empty = uniqueFirstGroups(textOf('deploy/.env.example'), /^([A-Z_\d]+)=$/gm);
    const defaulted = uniqueFirstGroups(composeFileText, /\$\{([A-Z_\d]+):-[^}]*\}/g);
    expect(defaulted.length).toBeGreaterThan(2);
    expect(defaulted.filter((name) => empty.includes(name))).toEqual([]);
  });

  it('P10.213 compose.yml lets the operator mount the folder of legal texts', () => {
    expect(composeFileText).toContain('./texts:/texts:ro');
    expect(readdirSync(path.join(ROOT, 'deploy/texts'))).toContain('README.md');
  });

  it('P10.152 systemd restarts the service without a limit, because the database may come back later', () => {
    const [unit = ''] = SYSTEMD_UNIT_FILES.map(textOf);
    expect(unit).toMatch(/^Restart=on-failure$/m);
    expect(unit).toMatch(/^StartLimitIntervalSec=0$/m);
  });

  it.each(SYSTEMD_UNIT_FILES)('the documentation link in %s points to an existing page', (file) => {
    const [page = ''] = uniqueFirstGroups(textOf(file), /^Documentation=file:\/opt\/ventanilla\/(.+)$/gm);
    expect(textOf(page)).toMatch(/^# /);
  });

  it.each(SYSTEMD_UNIT_FILES)(
    'P10.152 the service file %s permits writing to the archive folder that backup-and-restore.md names',
    (file) => {
      expect(textOf('docs/runbooks/backup-and-restore.md')).toContain('`/mnt/archive`');
      expect(textOf(file)).toMatch(/^ReadWritePaths=.*-\/mnt\/archive$/m);
    },
  );

  it('the check of deployment files detects an unknown setting', () => {
    expect(
      unknownSettingNames(assignedSettingNames('ENV NODE_ENV=production DATA_DIRECTORY=/data', /^ENV /)),
    ).toEqual(['DATA_DIRECTORY']);
  });

  it('.env.example lists every value that compose.yml needs, and contains no secrets', () => {
    const needed = uniqueFirstGroups(composeFileText, /\$\{([A-Z_\d]+)(?!\w*:-)[^}]*\}/g);
    const asked = uniqueFirstGroups(exampleSettingsText, /^([A-Z_\d]+)=/gm);
    expect(needed.filter((name) => !asked.includes(name))).toEqual([]);
    expect(asked.filter((name) => !composeFileText.includes(`\${${name}`))).toEqual([]);
    const filled = uniqueFirstGroups(exampleSettingsText, /^([A-Z_\d]+)=.+/gm);
    expect(filled.filter((name) => /PASSWORD|SECRET|KEY|URL|TOKEN/.test(name))).toEqual([]);
  });
});

const SAMPLE_CHANGELOG =
  '# Changes\n\n## 1.0.0\n\n- New.\n\n### Upgrading from 0.1\n\n1. Stop it.\n\n## 0.1.0\n\nThe first.\n';
const READY_RELEASE: ReleaseFacts = {
  changed: [],
  branch: 'main',
  tags: ['v0.1.0'],
  version: '1.0.0',
  lockVersion: '1.0.0',
  changelog: SAMPLE_CHANGELOG,
  landed: true,
  licences: true,
  size: true,
};

describe('P10.119 release check', () => {
  it('the release check accepts a release when every checked fact is right, and finds the newest notes in the changelog', () => {
    expect(findReleaseProblems(READY_RELEASE)).toEqual([]);
    expect(newestReleaseNotes(SAMPLE_CHANGELOG)).toBe('- New.\n\n### Upgrading from 0.1\n\n1. Stop it.');
  });

  it.each<[keyof ReleaseFacts, Partial<ReleaseFacts>, RegExp]>([
    ['changed', { changed: [' M README.md'] }, /^1 files are not committed/],
    ['branch', { branch: 'a-try' }, /^The branch is a-try/],
    ['tags', { tags: ['v1.0.0'] }, /^The tag v1\.0\.0 already exists/],
    [
      'version',
      { version: '0.9.0', lockVersion: '0.9.0' },
      /begins with '1\.0\.0', but package\.json has version 0\.9\.0/,
    ],
    ['lockVersion', { lockVersion: '0.1.0' }, /^package-lock\.json has version 0\.1\.0/],
    [
      'changelog',
      { changelog: SAMPLE_CHANGELOG.replace('Upgrading from', 'Notes for') },
      /write '### Upgrading from 0\.1'/,
    ],
    [
      'changelog',
      { changelog: SAMPLE_CHANGELOG.replace('## 1.0.0', '## Unreleased (1.0)') },
      /begins with 'Unreleased \(1\.0\)'/,
    ],
    [
      'changelog',
      { changelog: SAMPLE_CHANGELOG.replace('1. Stop it.', '1. Stop it.\n\n- Newer.') },
      /lists changes of 1\.0\.0 among the upgrade steps/,
    ],
    ['landed', { landed: false }, /^npm test -- --landing has not passed/],
    ['licences', { licences: false }, /npm run licences/],
    ['size', { size: false }, /npm run size/],
  ])('the release check rejects a release when the fact `%s` is wrong: %j', (_, wrong, sentence) => {
    expect(findReleaseProblems({ ...READY_RELEASE, ...wrong })).toEqual([expect.stringMatching(sentence)]);
  });
});

const settingsPage = textOf('docs/reference/settings.md');
const cells = (row: string): string[] => row.split('|').map((cell) => cell.trim());

describe('settings.md', () => {
  it('P10.371 settings.md has one row for each setting, with the texts of its definition, and no other rows', () => {
    const rows = settingsPage.split('\n').filter((line) => /^\| `[A-Z_\d]+` /.test(line));
    const defined = SETTING_NAMES.map((name) => cells(`| \`${name}\` | ${SETTINGS[name].help} |`));
    expect(rows.map(cells)).toEqual(defined);
  });

  it('P10.371 settings.md states the defaults that the server uses', () => {
    const stated = SETTING_NAMES.flatMap((name) => {
      const [, value] = /`([^`]+)`/.exec(cells(SETTINGS[name].help)[0] ?? '') ?? [];
      return value === undefined || name === 'DEMO' || name === 'METRICS_HOST'
        ? []
        : [[name, value] as const];
    });
    expect(stated.length).toBeGreaterThan(8);
    for (const [name, value] of stated)
      expect([name, SETTINGS[name].schema.parse(value)]).toEqual([
        name,
        SETTINGS[name].schema.parse(undefined),
      ]);
    expect(readConfig({ METRICS_PORT: '9464' }).metrics?.host).toBe('127.0.0.1');
    expect(SETTINGS.METRICS_HOST.help).toMatch(/^`127.0.0.1` /);
  });

  it('settings.md names every variable that the operator sets in .env.example', () => {
    const requested = uniqueFirstGroups(exampleSettingsText, /^([A-Z_\d]+)=/gm);
    expect(requested.filter((name) => !settingsPage.includes(`\`${name}\``))).toEqual([]);
  });
});
