import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { UnfinishedLine } from './note-lines.ts';
import { readRestriction, restrictionLine, restrictionProblems } from './restriction.ts';

const createUnfinishedLine = (patch: Partial<UnfinishedLine> = {}): UnfinishedLine => ({
  subject: 'sin trabajo en alturas',
  from: '2026-12-01',
  to: '2027-03-01',
  isPermanent: false,
  ...patch,
});

describe('P10.189 restriction with a period', () => {
  it('P10.189 the helper form writes a restriction with its period as one plain sentence', () => {
    expect(restrictionLine(createUnfinishedLine())).toBe(
      'Sin trabajo en alturas, del 1 dic 2026 al 1 mar 2027.',
    );
    expect(restrictionLine(createUnfinishedLine({ isPermanent: true }))).toBe(
      'Sin trabajo en alturas, permanente desde el 1 dic 2026.',
    );
  });

  it.each<[string, Partial<UnfinishedLine>, object]>([
    ['a day as first and last', { to: '2026-12-01' }, {}],
    ['one that stays has no end', { to: '', isPermanent: true }, {}],
    ['an end left behind that stays says nothing', { to: '2020-01-01', isPermanent: true }, {}],
    ['nothing is restricted', { subject: ' . ' }, { subject: 'missing' }],
    ['no end', { to: '' }, { to: 'missing' }],
    ['no beginning', { from: '' }, { from: 'missing' }],
    ['an end before the beginning', { to: '2026-11-30' }, { to: 'before_from' }],
    ['a year that is being typed', { to: '0202-03-01' }, { to: 'no_day' }],
    ['a day that is none', { from: '2026-02-30' }, { from: 'no_day' }],
    ['a year that nobody means', { to: '9999-12-31' }, { to: 'no_day' }],
  ])('P10.189 the form for a restriction reports the invalid fields: %s', (_what, patch, problems) => {
    expect(restrictionProblems(createUnfinishedLine(patch))).toEqual(problems);
  });

  it('P10.189 the sentence of a restriction is parsed back to the same restriction, for any subject and days', () => {
    const day = fc
      .date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10));
    const subject = fc.stringMatching(/^[A-Z][a-z, ]{0,20}[a-z]$/).map((text) => text.replace(/\s+/g, ' '));
    fc.assert(
      fc.property(subject, day, day, fc.boolean(), (what, from, to, isPermanent) => {
        const line = restrictionLine({ subject: what, from, to, isPermanent });
        expect(readRestriction(line)).toEqual({ what, from, to: isPermanent ? null : to });
      }),
    );
  });

  it.each(['', 'Sin trabajo en alturas por 3 meses.', 'Del 1 dic 2026 al 1 mar 2027.', 'Sin restricciones'])(
    'P10.189 the ordinary text %j is not parsed as a restriction',
    (line) => {
      expect(readRestriction(line)).toBeNull();
    },
  );
});
