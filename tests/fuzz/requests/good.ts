import type { Part } from '#tests/api/support/files/multipart.ts';
import type { DraftCall, HeaderPair } from '../call.ts';
import type { FuzzFiles } from '../files.ts';
import type { Random } from '../random.ts';
import type { FuzzWorld } from '../world.ts';

export interface FuzzInputs {
  readonly world: FuzzWorld;
  readonly files: FuzzFiles;
}
export type CallMaker = (random: Random, stock: FuzzInputs) => Partial<DraftCall> & Pick<DraftCall, 'path'>;

export type PathAndBody = Pick<DraftCall, 'path' | 'body'>;

export const jsonCall = (path: string, value: unknown): PathAndBody => ({
  path,
  body: { kind: 'json', value },
});
export const uploadCall = (path: string, parts: readonly Part[]): PathAndBody => ({
  path,
  body: { kind: 'parts', parts },
});

/** Returns the id of a random row of the group. In a tenth of the cases returns a random id that no row has. */
export function pickId(group: string, random: Random, { world }: FuzzInputs): string {
  if (random.chance(0.1)) return random.uuid();
  const names = Object.keys(world.names).filter((name) => name.startsWith(`${group}.`));
  return names.length === 0 ? random.uuid() : (world.names[random.pick(names)] ?? '');
}

export const createIfMatchHeaders = (random: Random): HeaderPair[] =>
  random.chance(0.3) ? [['if-match', `"r${random.int(9)}"`]] : [];
export const createLogoParts = (random: Random, { files }: FuzzInputs): Part[] => [
  { name: 'logo', value: random.chance(0.5) ? files.signature : files.any(random), filename: 'logo.svg' },
];
export const createDoctorSignatureParts = (random: Random, { files }: FuzzInputs): Part[] => [
  {
    name: 'file',
    value: random.chance(0.5) ? files.signature : files.any(random),
    filename: 'f.png',
    type: 'image/png',
  },
];
export const createListCallMaker =
  (path: string): CallMaker =>
  (random) => ({
    path,
    query: random.chance(0.5)
      ? [`page=${random.int(4)}`, `page_size=${random.int(120)}`, 'q=de', 'sort=name']
      : [],
  });
export const rowCallMaker =
  (
    path: string,
    group: string,
    value: (random: Random, stock: FuzzInputs) => unknown,
    tail = '',
  ): CallMaker =>
  (random, stock) => ({
    ...jsonCall(`${path}/${pickId(group, random, stock)}${tail}`, value(random, stock)),
    headers: createIfMatchHeaders(random),
  });
export const readCallMaker =
  (path: string, group: string, tail = ''): CallMaker =>
  (random, stock) => ({ path: `${path}/${pickId(group, random, stock)}${tail}` });
export const evaluationCallMaker =
  (tail: string, value?: (random: Random, stock: FuzzInputs) => unknown): CallMaker =>
  (random, stock) => {
    const path = `/evaluations/${pickId('evaluations', random, stock)}${tail}`;
    return {
      path,
      headers: createIfMatchHeaders(random),
      ...(value && jsonCall(path, value(random, stock))),
    };
  };
