import { expect, it } from 'vitest';
import { ATTACHMENT_TYPES } from '#contract/limits.ts';
import { attachmentFileName } from './attachment-name.ts';

it('M3 the file name of a downloaded attachment consists of its id and file type', () => {
  const names = [...ATTACHMENT_TYPES, 'text/html'].map((mime) =>
    attachmentFileName('0A1B2C3D-4e5f-4a6b-8c7d-9e0f1a2b3c4d', mime),
  );
  expect(names.sort()).toEqual([
    'adjunto_0a1b2c3d.bin',
    'adjunto_0a1b2c3d.jpg',
    'adjunto_0a1b2c3d.pdf',
    'adjunto_0a1b2c3d.png',
  ]);
});
