import { expect, it } from 'vitest';
import { isSection, proofs } from './proofs.ts';

const SECTIONS = ['P2', 'P3', 'P4', 'P5', 'P6', 'P7', 'P8', 'P9', 'P10', 'P11'];

it('docs/reference/product.md numbers the statements of each section consecutively from 1', () => {
  const ids = proofs
    .filter(({ page, id }) => page === 'docs/reference/product.md' && !isSection(id))
    .map(({ id }) => id);
  const sectionOf = (id: string): string => id.split('.')[0] ?? '';
  expect([...new Set(ids.map(sectionOf))]).toEqual(SECTIONS);
  const counted = SECTIONS.flatMap((section) =>
    ids.filter((id) => sectionOf(id) === section).map((_, index) => `${section}.${index + 1}`),
  );
  expect(ids).toEqual(counted);
});
