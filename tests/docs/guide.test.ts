import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { DOCUMENT_KINDS } from '#contract/documents.ts';
import { DOCUMENT_DESCRIPTIONS } from '#domain/evaluation/documents.ts';
import { parseGuideBlocks } from '#features/help/guide-blocks.ts';
import { ROOT } from './pages.ts';

const GUIDE_IMAGES_FOLDER = path.join(ROOT, 'docs/guide/images');
const guideBlocks = parseGuideBlocks(readFileSync(path.join(ROOT, 'docs/guide/guia.md'), 'utf8'));
const guidePictureNames = guideBlocks.flatMap((block) => (block.type === 'picture' ? [block.name] : []));

/** Maximum size of one picture in bytes, because the browser loads all pictures when a user opens the guide. */
const MAX_PICTURE_BYTES = 40_000;

it('P10.104 the user guide uses only Markdown that the app can show', () => {
  const spans = guideBlocks.flatMap((block) => {
    if (block.type === 'text') return block.spans;
    return block.type === 'list' ? block.items.flat() : [];
  });
  expect(spans.filter(({ type, text }) => type === 'plain' && /\*\*|\]\(|!\[|`|^#/.test(text))).toEqual([]);
  const headings = new Set(guideBlocks.flatMap((block) => (block.type === 'heading' ? [block.id] : [])));
  const links = spans.flatMap((span) => (span.type === 'link' ? [span.to] : []));
  expect(links.length).toBeGreaterThan(2);
  expect(links.filter((to) => !headings.has(to))).toEqual([]);
});

it('P10.370 the user guide names every document of a closed evaluation', () => {
  const guide = readFileSync(path.join(ROOT, 'docs/guide/guia.md'), 'utf8');
  const names = DOCUMENT_KINDS.map((kind) => DOCUMENT_DESCRIPTIONS[kind].name.replace(/^(el|la) /, ''));
  expect(names.filter((name) => !guide.includes(`**${name}**`))).toEqual([]);
});

it('P10.104 the user guide shows every picture in its folder, and each picture is smaller than 40 kB', () => {
  expect(existsSync(GUIDE_IMAGES_FOLDER)).toBe(true);
  expect([...guidePictureNames].sort()).toEqual(readdirSync(GUIDE_IMAGES_FOLDER).sort());
  for (const name of guidePictureNames)
    expect(statSync(path.join(GUIDE_IMAGES_FOLDER, name)).size, name).toBeLessThan(MAX_PICTURE_BYTES);
});
