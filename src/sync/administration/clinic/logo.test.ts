import { describe, expect, it } from 'vitest';
import { LOGO_MAX_BYTES } from '#contract/limits.ts';
import { readLogoFile } from './logo.ts';

const PNG_LOGO_BYTES = new Uint8Array([
  0x89,
  0x50,
  0x4e,
  0x47,
  0x0d,
  0x0a,
  0x1a,
  0x0a,
  ...Array<number>(16).fill(1),
]);
const createLogoFile = (content: BlobPart, name = 'logo.png') => new File([content], name);
const readLogoTypeOrProblem = async (content: BlobPart) => {
  const read = await readLogoFile(createLogoFile(content));
  return read.type === 'file' ? read.file.type : read.problem;
};

describe('P5 logo file', () => {
  it('P5.20 P9.11 the logo check accepts a file of 250 KB and rejects one byte more', async () => {
    const sized = new Uint8Array(LOGO_MAX_BYTES);
    sized.set(PNG_LOGO_BYTES);
    expect(await readLogoTypeOrProblem(sized)).toBe('image/png');
    expect(await readLogoTypeOrProblem(new Uint8Array(LOGO_MAX_BYTES + 1))).toBe('too_large');
    expect(await readLogoTypeOrProblem('')).toBe('empty');
  });

  it.each([
    '<svg xmlns="http://www.w3.org/2000/svg"/>',
    '<svg/>',
    '\uFEFF<?xml version="1.0"?>\n<!-- de la clínica -->\n<!DOCTYPE svg>\n<SVG>',
    '<?xml version="1.0"?><!DOCTYPE svg PUBLIC "a" "b" [\n<!ENTITY ns_svg "http://www.w3.org/2000/svg">\n]>\n<svg/>',
    '<?xml version="1.0"?><?xml-stylesheet href="a.css"?><svg:svg/>',
  ])('the logo check recognises an SVG by its content: %s', async (text) => {
    expect(await readLogoTypeOrProblem(text)).toBe('image/svg+xml');
  });

  it('P5.20 the logo check accepts an SVG in UTF-16, because the server reports why it rejects such a file', async () => {
    const svg = Buffer.from('\uFEFF<?xml version="1.0" encoding="UTF-16"?>\n<svg/>', 'utf16le');
    expect(await readLogoTypeOrProblem(Buffer.from(svg))).toBe('image/svg+xml');
    expect(await readLogoTypeOrProblem(Buffer.from(svg).swap16())).toBe('image/svg+xml');
    expect(await readLogoTypeOrProblem(Buffer.from('texto', 'utf16le'))).toBe('not_allowed');
  });

  it('P5.20 the logo check handles a file with thousands of comments without delay', async () => {
    const comments = '<!---->'.repeat(30_000);
    expect(await readLogoTypeOrProblem(`${comments}x`)).toBe('not_allowed');
    expect(await readLogoTypeOrProblem(`${comments}<svg/>`)).toBe('image/svg+xml');
  });

  it.each(['<html><svg></svg></html>', 'GIF89a', '%PDF-1.7', '<svgx>'])(
    'the logo check rejects a file with the content %s',
    async (text) => {
      expect(await readLogoTypeOrProblem(text)).toBe('not_allowed');
    },
  );
});
