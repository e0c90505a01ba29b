import { describe, expect, it } from 'vitest';
import { attacks } from '#tests/attack/attacks.ts';
import { findProofs } from './proofs.ts';
import { leadingIdsOf, titledTests } from './titles.ts';

/** Number of tests per file whose titles cite no id, because they test our test tools or parts that no statement describes. */
const TITLE_COUNTS_WITHOUT_ID: Readonly<Record<string, number>> = {
  'domain/serial.test.ts': 1,
  'src/app/kit/lazy-screen.test.tsx': 2,
  'src/ui/hooks/load-code.test.tsx': 3,
  'src/app/session/session.test.tsx': 2,
  'src/storage/database/live/live.test.ts': 2,
  'tests/api/http/fuzz.test.ts': 2,
  'tests/bench/support/busy.test.ts': 2,
  'tests/chaos/expected-state.test.ts': 2,
  'tests/e2e/sending/fault-proxy.spec.ts': 9,
  'tests/e2e/reception/profile-scan.spec.ts': 4,
  'tests/simulation/simulation.test.ts': 1,
};

const productTests = titledTests.filter(({ file }) => !file.startsWith('tests/docs/'));

describe('titles of all tests', () => {
  it('every test title cites a statement or rule, except the stated number of titles in each listed file', () => {
    const without: Record<string, number> = {};
    const bare = productTests.filter(({ chain }) => leadingIdsOf(chain).length === 0);
    for (const { file } of bare) without[file] = (without[file] ?? 0) + 1;
    expect(productTests.length).toBeGreaterThan(1_500);
    expect(without).toEqual(TITLE_COUNTS_WITHOUT_ID);
  });

  it('each attack test cites one finding of docs/reference/trust.md that no other attack cites', () => {
    const cited = attacks.map(({ finding }) => finding);
    const findings = findProofs('docs/reference/trust.md').map(({ id }) => id);
    expect(cited.filter((id) => !findings.includes(id))).toEqual([]);
    expect(cited.filter((id, nth) => cited.indexOf(id) !== nth)).toEqual([]);
    const titles = titledTests
      .filter(({ file }) => file === 'tests/api/http/attack.test.ts')
      .map(({ chain }) => chain.at(-1));
    expect(new Set(titles)).toEqual(new Set(attacks.map(({ finding, title }) => `${finding} ${title}`)));
  });

  it('the titles check finds ids only at the beginning of a title and not inside words', () => {
    expect(
      leadingIdsOf(['the desk', 'S7 D2 the key stays', 'P10.27 a file', 'S1–S16 hold', 'Lock after sleep']),
    ).toEqual(['S7', 'D2', 'P10.27', 'S1', 'S16', 'Lock']);
    expect(leadingIdsOf(['H264 video', 'the locked door', 'SVG2', 'XP10.1', 'the page of P10.115'])).toEqual(
      [],
    );
  });
});
