import { beforeEach, describe, expect, it } from 'vitest';
import { ANA, signInOnDevice, wipeDevice } from '#tests/support/device/device.ts';
import { replaceMirror, searchCatalog, searchOccupations } from './catalogs.ts';
import { beginRecents } from './recents.ts';

const row = (id: string, name: string, code = '') => ({ id, name, code, detail: null, active: true });

beforeEach(async () => {
  await wipeDevice();
  await signInOnDevice(ANA);
});

describe('R1 what fits best stands first', () => {
  const found = async (query: string) =>
    (await searchCatalog('evaluation-types', query, { ownerId: ANA })).map(({ id }) => id);

  beforeEach(() =>
    replaceMirror(
      'evaluation-types',
      [
        row('inside', 'Antes superado'),
        row('word', 'Examen periódico'),
        row('begins', 'Periodo de prueba'),
        row('used', 'Control periférico'),
        row('code', 'Revisión anual', 'PER'),
        row('other', 'Ingreso', 'ING'),
      ],
      [],
      Date.now(),
    ),
  );

  it('the exact code, what was used lately, the beginning, the beginning of a word, the inside', async () => {
    await beginRecents(ANA, 'evaluation-types', ['used']);
    expect(await found('per')).toEqual(['code', 'used', 'begins', 'word', 'inside']);
  });

  it('what was used lately and does not fit is not shown', async () => {
    await beginRecents(ANA, 'evaluation-types', ['other']);
    expect(await found('PER')).toEqual(['code', 'begins', 'used', 'word', 'inside']);
  });
});

describe('R1 a job is found by either ending', () => {
  const found = async (query: string) => (await searchOccupations(query)).map(({ name }) => name);

  beforeEach(() =>
    replaceMirror(
      'occupations',
      [row('1', 'Conductor de bus'), row('2', 'Operario'), row('3', 'Cocinera'), row('4', 'Auxiliar')],
      [],
      Date.now(),
    ),
  );

  it.each([
    ['conductora', 'Conductor de bus'],
    ['Operaria', 'Operario'],
    ['cocinero', 'Cocinera'],
    ['auxiliar', 'Auxiliar'],
  ])('%s', async (typed, name) => {
    expect(await found(typed)).toEqual([name]);
  });
});
