import { beforeEach, expect, it, vi } from 'vitest';
import { SIGNATURE_MAX_BYTES } from '#contract/limits.ts';
import { setDoctorSignature } from './doctor-signature.ts';

const sendRequestMock = vi.hoisted(() => vi.fn());
vi.mock('../../requests/api-request.ts', async (original) => ({
  ...(await original<object>()),
  sendRequest: sendRequestMock,
}));

const PNG_HEADER_BYTES = new Uint8Array(
  Buffer.from('89504e470d0a1a0a0000000d49484452000000140000000a0806000000', 'hex'),
);
const createSignatureFile = (content: BlobPart) => new File([content], 'firma de la doctora.png');

beforeEach(() => sendRequestMock.mockReset());

it("P9.10 the doctor form uploads the signature as signature.png, whatever the file's name", async () => {
  sendRequestMock.mockResolvedValue({ type: 'ok', status: 200, body: { id: 'd' }, headers: new Headers() });
  expect((await setDoctorSignature('d', createSignatureFile(PNG_HEADER_BYTES))).type).toBe('saved');
  const [name, input] = sendRequestMock.mock.calls[0] as [string, { body: FormData }];
  const sent = input.body.get('file');
  expect(name).toBe('setDoctorSignature');
  expect(sent instanceof File && [sent.name, sent.type]).toEqual(['signature.png', 'image/png']);
});

it('P5 the doctor form rejects a signature file of more than 500 KB, or one that is no image, without a request', async () => {
  expect(
    await setDoctorSignature('d', createSignatureFile(new Uint8Array(SIGNATURE_MAX_BYTES + 1))),
  ).toMatchObject({
    text: 'El archivo supera 500 KB.',
  });
  expect(await setDoctorSignature('d', createSignatureFile('%PDF-1.7'))).toMatchObject({
    text: 'La firma debe ser una imagen PNG o JPEG.',
  });
  expect(sendRequestMock).not.toHaveBeenCalled();
});
