import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { resultOfStatement, haveStatementsPassed, formatTally } from '#tests/audit/tally.ts';
import { statementsByArea, statements } from '#tests/audit/statements/index.ts';
import type { Statement } from '#tests/audit/statements/statement.ts';
import { ROOT } from './pages.ts';

const auditTestFolder = path.join(ROOT, 'tests/audit');
const auditTestSource = readdirSync(auditTestFolder, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts') && !name.startsWith('statements/'))
  .map((name) => readFileSync(path.join(auditTestFolder, name), 'utf8'))
  .join('\n');

describe('statements that npm run audit checks', () => {
  it('every audit statement has an id that is unique and begins with its area', () => {
    const ids = statements.map(({ id }) => id);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
    const astray = Object.entries(statementsByArea).flatMap(([area, own]: [string, readonly Statement[]]) =>
      own.filter(({ id }) => !new RegExp(`^${area}-\\d+$`).test(id)),
    );
    expect(astray).toEqual([]);
  });

  it('every audit statement is checked by an audit test or gives a reason for its deviation', () => {
    const unseen = statements.filter(
      ({ id, onPurpose }) => !onPurpose && !auditTestSource.includes(`'${id}'`),
    );
    expect(unseen.map(({ id }) => id)).toEqual([]);
  });
});

describe('tally of npm run audit', () => {
  const [plain, purposed]: Statement[] = [
    { id: 'x-1', section: 'P2', says: 'One.' },
    { id: 'x-2', section: 'P3', says: 'Two.', onPurpose: 'Because.' },
  ];

  it('the tally is clean when every checked statement is true and every unchecked statement has a reason', () => {
    expect(haveStatementsPassed([plain!, purposed!], new Map([['x-1', null]]))).toBe(true);
    expect(formatTally([plain!, purposed!], new Map([['x-1', null]]))).toContain(
      '| all | 2 | 1 | 1 | 0 | 1 | 0 |',
    );
  });

  it('the tally is not clean when a statement deviates, or is unchecked without a reason', () => {
    expect(resultOfStatement(plain!, new Map())).toBe('not seen');
    expect(haveStatementsPassed([plain!], new Map())).toBe(false);
    expect(haveStatementsPassed([plain!], new Map([['x-1', 'otherwise']]))).toBe(false);
    expect(haveStatementsPassed([purposed!], new Map([['x-2', 'otherwise']]))).toBe(false);
    expect(formatTally([plain!], new Map([['x-1', 'otherwise']]))).toContain('x-1 (P2) One.\n  otherwise');
  });
});
