import { describe, expect, it } from 'vitest';
import { CatalogOverview } from './overview.ts';

const SAMPLE_TOTALS = { total: 9, active: 8 };
const BASE_CATALOG_KEYS = ['evaluation_types', 'companies', 'branches', 'exams', 'doctors'];
const totalsByCatalog = Object.fromEntries(BASE_CATALOG_KEYS.map((key) => [key, SAMPLE_TOTALS]));

describe('P3.15 response with the number of rows of each catalogue', () => {
  it('P7.27 the app accepts a catalogue overview with the total of an unknown catalogue and drops that total', () => {
    expect(CatalogOverview.parse({ ...totalsByCatalog, occupations: SAMPLE_TOTALS })).toEqual(
      totalsByCatalog,
    );
    expect(CatalogOverview.parse({ ...totalsByCatalog, occupations: { rows: 9 } })).toEqual(totalsByCatalog);
  });

  it('P10.242 the app keeps the total of the phrases when the catalogue overview contains it', () => {
    expect(CatalogOverview.parse({ ...totalsByCatalog, note_phrases: SAMPLE_TOTALS })).toEqual({
      ...totalsByCatalog,
      note_phrases: SAMPLE_TOTALS,
    });
  });

  it.each(BASE_CATALOG_KEYS)(
    'P7.27 the app rejects a catalogue overview without the total of the catalogue %s',
    (key) => {
      expect(CatalogOverview.safeParse({ ...totalsByCatalog, [key]: undefined }).success).toBe(false);
    },
  );
});
