import type { Doctor } from '#contract/catalogs/doctors.ts';
import { SIGNATURE_MAX_BYTES, SIGNATURE_TYPES } from '#contract/limits.ts';
import { readImageHeader } from '#domain/photo/image-header.ts';
import type { FileResponse } from '#network/client.ts';
import { sendRequest, requestBytes, toResponseError } from '../../requests/api-request.ts';
import { saveFailureOf } from '../../messages/failure-text.ts';
import { formatRejectionWithDetails } from '../../messages/rejection-text.ts';
import { saveResultOf } from '../../requests/saving.ts';

export type SignatureSaveOutcome =
  | { readonly type: 'saved'; readonly doctor: Doctor }
  | { readonly type: 'failed'; readonly text: string };

const createFailedOutcome = (text: string): SignatureSaveOutcome => ({ type: 'failed', text });

/**
 * Reads a PNG or JPEG, recognised by its content; returns an error text for other files. The bytes are read only once, because
 * the file may change on disk.
 */
async function readSignatureOrProblemText(file: File): Promise<Blob | string> {
  if (file.size > SIGNATURE_MAX_BYTES) return 'El archivo supera 500 KB.';
  let bytes: ArrayBuffer;
  try {
    bytes = await file.arrayBuffer();
  } catch {
    return 'No pudimos leer el archivo. Elígelo de nuevo.'; // The file was removed or changed after the user chose it.
  }
  const header = readImageHeader(bytes);
  return header ? new Blob([bytes], { type: header.mime }) : 'La firma debe ser una imagen PNG o JPEG.';
}

/** Sets a doctor's signature. Only later signed versions show it. */
export async function setDoctorSignature(id: string, file: File): Promise<SignatureSaveOutcome> {
  const picture = await readSignatureOrProblemText(file);
  if (typeof picture === 'string') return createFailedOutcome(picture);
  const body = new FormData();
  body.set('file', picture, picture.type === 'image/png' ? 'signature.png' : 'signature.jpg');
  const result = saveResultOf(await sendRequest('setDoctorSignature', { params: { id }, body }));
  if (result.type === 'saved') return { type: 'saved', doctor: result.body };
  return createFailedOutcome(
    formatRejectionWithDetails(saveFailureOf(result, 'No se pudo actualizar la firma del médico.')),
  );
}

export async function fetchDoctorSignature(id: string): Promise<FileResponse> {
  const response = await requestBytes('doctorSignature', SIGNATURE_TYPES, { params: { id } });
  if (response.type !== 'ok') throw toResponseError(response);
  return response.body;
}
