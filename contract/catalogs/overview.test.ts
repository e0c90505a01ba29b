import { describe, expect, it } from 'vitest';
import { CatalogOverview } from './overview.ts';

const totals = { total: 9, active: 8 };
const CATALOG_KEYS = ['evaluation_types', 'companies', 'branches', 'exams', 'doctors'];
const knownTotals = Object.fromEntries(CATALOG_KEYS.map((key) => [key, totals]));

describe('P3.15 response with the number of rows of each catalogue', () => {
  it('P7.27 the app accepts a catalogue overview with the total of an unknown catalogue and drops that total', () => {
    expect(CatalogOverview.parse({ ...knownTotals, occupations: totals })).toEqual(knownTotals);
    expect(CatalogOverview.parse({ ...knownTotals, occupations: { rows: 9 } })).toEqual(knownTotals);
  });

  it('P10.242 the app keeps the total of the phrases when the catalogue overview contains it', () => {
    expect(CatalogOverview.parse({ ...knownTotals, note_phrases: totals })).toEqual({
      ...knownTotals,
      note_phrases: totals,
    });
  });

  it.each(CATALOG_KEYS)(
    'P7.27 the app rejects a catalogue overview without the total of the catalogue %s',
    (key) => {
      expect(CatalogOverview.safeParse({ ...knownTotals, [key]: undefined }).success).toBe(false);
    },
  );
});
