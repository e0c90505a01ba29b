import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from './named-tests.ts';
import { attacks } from '#tests/attack/attacks.ts';
import { ID, allTests } from './titles.ts';

/** What a test may prove without a statement or rule: the tests' own tools, and parts that no statement names. */
const WITHOUT_AN_ID: Readonly<Record<string, number>> = {
  'domain/serial.test.ts': 1,
  'src/app/kit/lazy-screen.test.tsx': 2,
  'src/app/kit/load-code.test.tsx': 3,
  'src/app/session/session.test.tsx': 2,
  'src/storage/database/live.test.ts': 2,
  'tests/api/fuzz.test.ts': 2,
  'tests/bench/busy.test.ts': 2,
  'tests/chaos/reckoning.test.ts': 2,
  'tests/e2e/fault-proxy.spec.ts': 9,
  'tests/e2e/profile-scan.spec.ts': 4,
  'tests/simulation/simulation.test.ts': 1,
};

const tests = allTests().filter(({ file }) => !file.startsWith('tests/docs/'));
const idsOf = (chain: readonly string[]): string[] => chain.flatMap((title) => title.match(ID) ?? []);

const trust = readFileSync(path.join(ROOT, 'docs/trust.md'), 'utf8');
const findings = new Set([...trust.matchAll(/^\| ([AHLM]\d{1,2}) /gm)].map(([, id]) => id));

describe('the titles of all tests', () => {
  it('cite what they prove, but for those that are counted here', () => {
    const without: Record<string, number> = {};
    // A title that is made of cases may have its id in them.
    const bare = tests.filter(
      ({ chain }) => idsOf(chain).length === 0 && !chain.join().includes('${attack.'),
    );
    for (const { file } of bare) without[file] = (without[file] ?? 0) + 1;
    expect(tests.length).toBeGreaterThan(1_500);
    expect(without).toEqual(WITHOUT_AN_ID);
  });

  it('cite findings that docs/trust.md has', () => {
    const cited = tests.flatMap(({ chain }) => idsOf(chain).filter((id) => /^[AHLM]\d/.test(id)));
    expect(cited.length).toBeGreaterThan(10);
    expect([...new Set(cited)].filter((id) => !findings.has(id))).toEqual([]);
  });

  it('of attacks have a finding of docs/trust.md each, and no two the same', () => {
    const cited = attacks.map(({ finding }) => finding);
    expect(cited.filter((id) => !findings.has(id))).toEqual([]);
    expect(cited.filter((id, nth) => cited.indexOf(id) !== nth)).toEqual([]);
  });

  it('would notice one without an id', () => {
    expect(idsOf(['the desk', 'S7 D2 the key stays', 'P10.27 a file', 'Lock after sleep'])).toEqual([
      'S7',
      'D2',
      'P10.27',
      'Lock',
    ]);
    expect(idsOf(['H264 video', 'the locked door', 'SVG2', 'XP10.1'])).toEqual([]);
  });
});
