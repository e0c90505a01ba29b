import { expect, it } from 'vitest';
import { encodeFileForm } from './file-form.ts';

const encodeAndParseForm = (form: Parameters<typeof encodeFileForm>[0]): Promise<FormData> => {
  const { type, bytes } = encodeFileForm(form);
  return new Response(bytes, { headers: { 'content-type': type } }).formData();
};

it('S2 the multipart body contains the text field first, then the unchanged file with its name and type', async () => {
  const bytes = crypto.getRandomValues(new Uint8Array(50_000)).buffer;
  const form = await encodeAndParseForm({
    field: ['type', 'photo'],
    name: 'Foto de José ñ.jpg',
    mime: 'image/jpeg',
    bytes,
  });
  const file = form.get('file') as File;
  expect([...form.keys()]).toEqual(['type', 'file']);
  expect(form.get('type')).toBe('photo');
  expect([file.name, file.type]).toEqual(['Foto de José ñ.jpg', 'image/jpeg']);
  expect(new Uint8Array(await file.arrayBuffer())).toEqual(new Uint8Array(bytes));
});

it('L4 the multipart body escapes a file name that would end its line or start another field', async () => {
  const name = 'a"; name="type"\r\n\r\nsignature\r\n.pdf';
  const form = await encodeAndParseForm({
    field: ['exam_order_id', 'x'],
    name,
    mime: 'application/pdf',
    bytes: new ArrayBuffer(3),
  });
  expect([...form.keys()]).toEqual(['exam_order_id', 'file']);
});
