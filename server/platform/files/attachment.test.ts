import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { pdf } from '#tests/api/support/files/pdf.ts';
import { photo, pngBomb } from '#tests/api/support/files/pictures.ts';
import { safeFileName, createAttachmentFromUpload } from './attachment.ts';

describe('P7.14 file name of an exam attachment', () => {
  it.each([
    ['C:\\Users\\ana\\informe.pdf', 'informe.pdf'],
    ['../../etc/passwd', 'passwd.pdf'],
    ['informe\u202efdp.exe', 'informefdp.exe.pdf'],
    ['\u115f\u3164.pdf', 'archivo.pdf'],
    ['nota\tuno  dos.PDF', 'notauno dos.PDF'],
    ['...', 'archivo.pdf'],
    ['foto.png', 'foto.png.pdf'],
    [`${'ñ'.repeat(300)}.pdf`, `${'ñ'.repeat(196)}.pdf`],
  ])('the server stores the uploaded file name %j as %j', (given, stored) => {
    expect(safeFileName(given, 'pdf')).toBe(stored);
  });
});

describe('P7.14 content check of an exam attachment', () => {
  const NONE = 'El archivo debe ser un PDF, PNG o JPEG.';
  const DAMAGED = /^El PDF está dañado o incompleto/;
  const withPrefix = (start: string) => Buffer.concat([Buffer.from(start, 'latin1'), pdf()]);

  it('the server stores an uploaded PDF unchanged', async () => {
    const bytes = pdf('uno');
    expect(await createAttachmentFromUpload(bytes, 'x')).toEqual({
      bytes,
      mime: 'application/pdf',
      extension: 'pdf',
    });
  });

  it.each<[string, () => Buffer | Promise<Buffer>, string | RegExp]>([
    ['a Windows program', () => Buffer.concat([Buffer.from('MZ\x90\0'), Buffer.alloc(4_000)]), NONE],
    ['a program with a whole PDF behind its start', () => withPrefix('MZ\x90\0'), NONE],
    ['a script with a whole PDF behind it', () => withPrefix('#!/bin/sh\n'), NONE],
    ['an archive with a whole PDF behind it', () => withPrefix('PK\x03\x04'), NONE],
    ['a page with a whole PDF behind it', () => withPrefix('<script>'), NONE],
    ['a header too far in', () => withPrefix(' '.repeat(2_000)), NONE],
    ['an SVG', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), NONE],
    [
      'a GIF',
      async () =>
        sharp(await photo())
          .gif()
          .toBuffer(),
      NONE,
    ],
    ['a header alone', () => Buffer.from('%PDF-1.7\n'), DAMAGED],
    ['a PDF cut short', () => pdf('x'.repeat(5_000)).subarray(0, -60), DAMAGED],
    ['a JPEG cut short', async () => (await photo()).subarray(0, -800), /./],
    ['20,000 × 20,000 pixels', () => pngBomb(20_000), /./],
    ['nothing', () => Buffer.alloc(0), 'El archivo está vacío.'],
  ])('the server rejects an uploaded exam file with this content: %s', async (_name, make, message) => {
    const bytes = await make();
    await expect(createAttachmentFromUpload(bytes, 'x')).rejects.toMatchObject({
      code: 'file_invalid',
      details: [{ field: 'file', message: expect.stringMatching(message) as string }],
    });
  });
});
