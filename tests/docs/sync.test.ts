import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from './pages.ts';
import { CITED_ID_PATTERN } from './titles.ts';

const SYNC_FOLDER = 'docs/reference/sync';
const OVERVIEW = 'README.md';

const syncPageText = (file: string): string => readFileSync(path.join(ROOT, SYNC_FOLDER, file), 'utf8');
const syncPageFiles = readdirSync(path.join(ROOT, SYNC_FOLDER)).filter((file) => file.endsWith('.md'));

const productSourceFiles = ['contract', 'domain', 'src', 'sw', 'server'].flatMap((folder) =>
  readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /(?<!\.test)\.tsx?$/.test(file))
    .map((file) => path.join(ROOT, folder, file)),
);

interface SyncRule {
  readonly id: string;
  /** Text of the rule, without its reason. */
  readonly statement: string;
  readonly why: string;
}

function ruleIn(section: string): SyncRule[] {
  const [head = '', ...lines] = section.split('\n');
  const id = /^([SDR]\d{1,2}) \S/.exec(head)?.[1];
  if (id === undefined) return [];
  const [statement = '', why = ''] = lines.join('\n').split(/^_Why:_/m);
  return [{ id, statement: statement.trim(), why: why.trim() }];
}

const rulesIn = (text: string): SyncRule[] => text.split(/^#{2,3} /m).flatMap(ruleIn);
const ruleOrderOf = (id: string): number => 'SDR'.indexOf(id.charAt(0)) * 100 + Number(id.slice(1));
const sortUniqueRuleIds = (ids: readonly string[]): string[] =>
  [...new Set(ids)].sort((a, b) => ruleOrderOf(a) - ruleOrderOf(b));
const isRuleIncomplete = ({ statement, why }: SyncRule): boolean => statement === '' || why === '';

const rulesByFile = new Map(syncPageFiles.map((file) => [file, rulesIn(syncPageText(file))]));
const syncRules = [...rulesByFile.values()].flat();
const ruleIdsInFile = (file: string): string[] => (rulesByFile.get(file) ?? []).map(({ id }) => id);

/** Rule ids of each file, according to the table in the overview. */
const listedFilesWithRuleIds = [
  ...syncPageText(OVERVIEW).matchAll(/^\| \[[^\]]+\]\(([^)]+)\) +\| ([^|]+?) +\|/gm),
].map(([, file = '', ids = '']) => ({ file, ids: ids.split(', ') }));

describe('sync rules in docs/reference/sync', () => {
  it('each sync rule has one section with statement and reason, and the sections follow the order of the ids', () => {
    const ids = syncPageFiles.flatMap(ruleIdsInFile);
    expect(ids).toHaveLength(new Set(ids).size);
    expect(ids.length).toBeGreaterThan(38);
    expect(syncPageFiles.map(ruleIdsInFile)).toEqual(
      syncPageFiles.map((file) => sortUniqueRuleIds(ruleIdsInFile(file))),
    );
    expect(syncRules.filter(isRuleIncomplete).map(({ id }) => id)).toEqual([]);
  });

  it('the overview table lists the sync rules of every file', () => {
    const others = syncPageFiles.filter((file) => file !== OVERVIEW);
    expect(listedFilesWithRuleIds.map(({ file }) => file).sort()).toEqual(others.sort());
    expect(listedFilesWithRuleIds.map(({ ids }) => ids)).toEqual(
      listedFilesWithRuleIds.map(({ file }) => ruleIdsInFile(file)),
    );
  });

  it('each sync rule is cited in the code or names a file of domain', () => {
    const cited = new Set(
      productSourceFiles.flatMap((file) => readFileSync(file, 'utf8').match(CITED_ID_PATTERN) ?? []),
    );
    const isFound = ({ id, statement }: SyncRule): boolean =>
      cited.has(id) || /`domain\/\S+`/.test(statement);
    expect(syncRules.filter((rule) => !isFound(rule)).map(({ id }) => id)).toEqual([]);
  });

  it('the check of sync rules fails when a section lacks its statement or reason', () => {
    const [whole, incomplete] = rulesIn(
      '### S7 Same key\n\na\n\n- b\n\n_Why:_ c\n\n### S8 Retries\n\na\n\n## Lock\n\nno rule',
    );
    expect(whole).toEqual({ id: 'S7', statement: 'a\n\n- b', why: 'c' });
    expect(incomplete && isRuleIncomplete(incomplete)).toBe(true);
  });
});
