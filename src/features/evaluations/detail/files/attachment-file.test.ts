import { describe, expect, it } from 'vitest';
import { ATTACHMENT_MAX_BYTES } from '#contract/limits.ts';
import { attachmentProblemText, readAttachment } from './attachment-file.ts';

const PNG_BYTES = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, ...Array.from({ length: 16 }, () => 1)];
const createAttachmentFile = (content: string | number[], name = 'informe.pdf') =>
  new File([typeof content === 'string' ? content : new Uint8Array(content)], name);

describe('P5 file type of an attachment (PDF, PNG or JPEG), detected from its content', () => {
  it.each([
    ['a PDF', createAttachmentFile('%PDF-1.7 …'), 'application/pdf'],
    ['a PDF that begins late', createAttachmentFile(`\n\n%PDF-1.4`), 'application/pdf'],
    ['a PNG, whatever its name', createAttachmentFile(PNG_BYTES, 'foto.exe'), 'image/png'],
  ])('the attachment check accepts the file: %s', async (_what, given, mime) => {
    expect(await readAttachment(given, ATTACHMENT_MAX_BYTES)).toMatchObject({
      type: 'file',
      file: { mime, name: given.name },
    });
  });

  it.each([
    ['what is no PDF, by the name of one', createAttachmentFile('MZ\u0000\u0000'), 'damaged'],
    ['a page', createAttachmentFile('<html>%PD', 'informe.html'), 'not_allowed'],
    ['nothing', createAttachmentFile(''), 'empty'],
  ] as const)('P5.12 P9.11 the attachment check rejects the file: %s', async (_what, given, problem) => {
    expect(await readAttachment(given, ATTACHMENT_MAX_BYTES)).toEqual({ type: 'problem', problem });
  });

  it('the attachment check rejects a file above the size limit without reading it', async () => {
    const huge = Object.defineProperty(createAttachmentFile('%PDF-1.7'), 'size', {
      value: ATTACHMENT_MAX_BYTES + 1,
    });
    expect(await readAttachment(huge, ATTACHMENT_MAX_BYTES)).toEqual({
      type: 'problem',
      problem: 'too_large',
    });
    expect(attachmentProblemText('too_large', { maxBytes: ATTACHMENT_MAX_BYTES, name: 'a.pdf' })).toBe(
      'El archivo supera el límite de 15 MB.',
    );
  });

  it('the attachment check reports a file as damaged when its content does not match its extension', () => {
    const textOf = (name: string) => attachmentProblemText('damaged', { maxBytes: 1, name });
    expect(textOf('informe.PDF')).toMatch(/^El archivo dice ser PDF, pero está dañado o no se puede abrir\./);
    expect(textOf('rx.jpeg')).toMatch(/^El archivo dice ser JPEG, pero está dañado/);
  });

  it('the attachment check uses the size limit that the server reports', async () => {
    const large = Object.defineProperty(createAttachmentFile('%PDF-1.7'), 'size', { value: 40_000_000 });
    expect(await readAttachment(large, 50_000_000)).toMatchObject({ type: 'file' });
    expect(attachmentProblemText('too_large', { maxBytes: 50_000_000, name: 'a.pdf' })).toBe(
      'El archivo supera el límite de 50 MB.',
    );
  });
});
