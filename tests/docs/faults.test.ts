import { expect, it } from 'vitest';
import { listPossibleFaults } from '../../scripts/mutants/faults.mjs';

const describePossibleFaults = (source: string) =>
  listPossibleFaults('a.ts', source).map(({ original, replacement }) => `${original} → ${replacement}`);

it.each<[string, string[]]>([
  ['const isMore = one > other;', ['one > other → (one) >= (other)']],
  ['const both = !one && other;', ['!one && other → (!one) || (other)', '!one → one']],
  ['const first = list.filter(isOpen);', ['list.filter(isOpen) → list']],
  ['const next = known ?? start;', ['known ?? start → known']],
  ['function save() {\n  write(db);\n}', ['write(db) → undefined']],
  ['if (isOpen) close();', ['isOpen → false', 'close() → undefined']],
])('the mutation tool plants each possible fault once in the source %j', (source, faults) => {
  expect(describePossibleFaults(source).toSorted()).toEqual(faults.toSorted());
});

it('the mutation tool plants no fault in types, imports and parts of an optional chain', () => {
  const source =
    "import { a } from './a.ts';\ntype Count = 1 | 2;\nconst b = a?.list.filter(Boolean).length;";
  expect(describePossibleFaults(source)).toEqual([]);
});
