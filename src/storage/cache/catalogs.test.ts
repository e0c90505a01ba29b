import { beforeEach, describe, expect, it } from 'vitest';
import { ANA_ID, signInOnDevice, wipeDevice } from '#tests/support/device/device.ts';
import { db } from '../database/database.ts';
import { replaceCatalogCache, searchCatalog, searchOccupations, listUsualCatalogRows } from './catalogs.ts';
import { seedRecentChoices, recordChoiceUses, VISIT_CHOICES_RESOURCE } from './recents.ts';

const createTestCatalogRecord = (id: string, name: string, code = '') => ({
  id,
  name,
  code,
  detail: null,
  active: true,
});

beforeEach(async () => {
  await wipeDevice();
  await signInOnDevice(ANA_ID);
});

describe('R1 ranking of catalogue rows in a search', () => {
  const searchNames = async (query: string) =>
    (await searchCatalog('evaluation-types', query, { ownerId: ANA_ID })).map(({ id }) => id);

  beforeEach(() =>
    replaceCatalogCache(
      'evaluation-types',
      [
        createTestCatalogRecord('inside', 'Antes superado'),
        createTestCatalogRecord('word', 'Examen periódico'),
        createTestCatalogRecord('begins', 'Periodo de prueba'),
        createTestCatalogRecord('used', 'Control periférico'),
        createTestCatalogRecord('code', 'Revisión anual', 'PER'),
        createTestCatalogRecord('other', 'Ingreso', 'ING'),
      ],
      [],
      Date.now(),
    ),
  );

  it('the catalogue search lists an exact code first, then recently used rows, then matches at the beginning, at the beginning of a word, and inside', async () => {
    await seedRecentChoices(ANA_ID, 'evaluation-types', ['used']);
    expect(await searchNames('per')).toEqual(['code', 'used', 'begins', 'word', 'inside']);
  });

  it('the catalogue search omits recently used rows that do not match', async () => {
    await seedRecentChoices(ANA_ID, 'evaluation-types', ['other']);
    expect(await searchNames('PER')).toEqual(['code', 'begins', 'used', 'word', 'inside']);
  });
});

describe('R1 search for an occupation by either gender', () => {
  const searchNames = async (query: string) => (await searchOccupations(query)).map(({ name }) => name);

  beforeEach(() =>
    replaceCatalogCache(
      'occupations',
      [
        createTestCatalogRecord('1', 'Conductor de bus'),
        createTestCatalogRecord('2', 'Operario'),
        createTestCatalogRecord('3', 'Cocinera'),
        createTestCatalogRecord('4', 'Auxiliar'),
      ],
      [],
      Date.now(),
    ),
  );

  it.each([
    ['conductora', 'Conductor de bus'],
    ['Operaria', 'Operario'],
    ['cocinero', 'Cocinera'],
    ['auxiliar', 'Auxiliar'],
  ])('the catalogue search finds an occupation by %s in either gender', async (typed, name) => {
    expect(await searchNames(typed)).toEqual([name]);
  });
});

describe('P10.33 usual choices of a branch at this hour', () => {
  const bogotaTime = (hour: string): number => Date.parse(`2026-03-20T${hour}:00-05:00`);
  const BRANCH = 'north';
  const usualChoices = async (hour: string, branchId = BRANCH) =>
    (
      await listUsualCatalogRows('companies', { ownerId: ANA_ID, here: { branchId, at: bogotaTime(hour) } })
    ).map(({ id }) => id);
  const recordUse = (id: string, hour: string, branchId = BRANCH) =>
    recordChoiceUses(ANA_ID, [{ resource: 'companies', id }], { branchId, at: bogotaTime(hour) });

  beforeEach(() =>
    replaceCatalogCache(
      'companies',
      [
        createTestCatalogRecord('flowers', 'Flores'),
        createTestCatalogRecord('mine', 'Mina'),
        { ...createTestCatalogRecord('gone', 'Retirada'), active: false },
      ],
      [],
      Date.now(),
    ),
  );

  it('the usual choices are ranked by frequency and hour, not by the last use', async () => {
    await recordUse('flowers', '06:30');
    await recordUse('flowers', '06:35');
    await recordUse('mine', '15:00');
    expect(await usualChoices('06:40')).toEqual(['flowers', 'mine']);
    expect(
      (
        await searchCatalog('companies', '', {
          ownerId: ANA_ID,
          here: { branchId: BRANCH, at: bogotaTime('06:40') },
        })
      ).map(({ id, recent }) => [id, recent]),
    ).toEqual([
      ['flowers', true],
      ['mine', true],
    ]);
  });

  it('the usual choices of a branch without uses are ranked by last use and omit inactive rows', async () => {
    await recordUse('flowers', '06:30');
    await recordUse('mine', '06:31', 'south');
    await recordUse('gone', '06:32');
    expect(await usualChoices('06:40', 'east')).toEqual(['mine', 'flowers']);
    expect(await usualChoices('06:40')).toEqual(['flowers', 'mine']);
  });

  it('the device stores only the 60 newest combinations of type and companies, but all used catalogue rows', async () => {
    for (let nth = 1; nth <= 70; nth += 1)
      await recordChoiceUses(
        ANA_ID,
        [
          { resource: VISIT_CHOICES_RESOURCE, id: `visit ${nth}` },
          { resource: 'companies', id: `company ${nth}` },
        ],
        { branchId: BRANCH, at: bogotaTime('06:30') + nth },
      );
    const kept = await db.recents.toArray();
    const visits = kept
      .filter(({ resource }) => resource === VISIT_CHOICES_RESOURCE)
      .map(({ usedAt }) => usedAt);
    expect([visits.length, kept.length]).toEqual([60, 130]);
    expect(Math.min(...visits)).toBe(bogotaTime('06:30') + 11);
  });

  it('a user without usual choices gets the usual choices of the branch', async () => {
    await seedRecentChoices(ANA_ID, 'companies', ['mine', 'flowers']);
    expect(await usualChoices('06:40')).toEqual(['mine', 'flowers']);
  });
});
