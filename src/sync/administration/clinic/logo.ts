import type { Branch } from '#contract/catalogs/branches.ts';
import { LOGO_MAX_BYTES, type LOGO_TYPES } from '#contract/limits.ts';
import { readImageHeader } from '#domain/photo/image-header.ts';
import type { FileResponse } from '#network/client.ts';
import { sendRequest, requestBytes, toResponseError } from '../../requests/api-request.ts';
import { saveResultOf, type SaveResult } from '../../requests/saving.ts';

/** Owner of a logo: the active branch (`own`), or a branch of the catalogue. */
export type LogoTarget = { readonly type: 'own' } | { readonly type: 'branch'; readonly id: string };

export type LogoProblem = 'empty' | 'too_large' | 'not_allowed' | 'unreadable';
export type LogoReadResult =
  | { readonly type: 'file'; readonly file: Blob }
  | { readonly type: 'problem'; readonly problem: LogoProblem };

/**
 * Matches the start of an SVG: its root element, possibly after an XML declaration, comments and a document type. It also
 * accepts content that the server rejects, such as the XML entities in files from Illustrator, because the server reports the
 * reason. The pattern ends a comment at the first `-->`, so that long input is matched in linear time.
 */
const SVG_START_PATTERN =
  /^\uFEFF?\s*(?:(?:<\?[^>]*>|<!--[^-]*(?:-(?!->)[^-]*)*-->|<!doctype[^>[]*(?:\[[^\]]*][^>]*)?>)\s*)*<(?:\w+:)?svg[\s/>]/i;

/** Encodings of an SVG. The server rejects UTF-16 and reports the reason, as for the entities. */
const SVG_ENCODINGS = ['utf-8', 'utf-16le', 'utf-16be'] as const;

const isSvg = (bytes: ArrayBuffer): boolean =>
  SVG_ENCODINGS.some((encoding) => SVG_START_PATTERN.test(new TextDecoder(encoding).decode(bytes)));

function detectLogoType(bytes: ArrayBuffer): (typeof LOGO_TYPES)[number] | null {
  const picture = readImageHeader(bytes)?.mime;
  if (picture !== undefined) return picture;
  return isSvg(bytes) ? 'image/svg+xml' : null;
}

const createLogoProblemResult = (name: LogoProblem): LogoReadResult => ({ type: 'problem', problem: name });

/**
 * Reads a PNG, JPEG or SVG of up to 250 KB, recognised by its content (P5). The bytes are read only once, because the file may
 * change on disk.
 */
export async function readLogoFile(file: File): Promise<LogoReadResult> {
  if (file.size === 0) return createLogoProblemResult('empty');
  if (file.size > LOGO_MAX_BYTES) return createLogoProblemResult('too_large');
  let bytes: ArrayBuffer;
  try {
    bytes = await file.arrayBuffer();
  } catch {
    return createLogoProblemResult('unreadable'); // The file was removed or changed after the user chose it.
  }
  const type = detectLogoType(bytes);
  return type === null
    ? createLogoProblemResult('not_allowed')
    : { type: 'file', file: new Blob([bytes], { type }) };
}

/** Time limit of a logo upload, ms. The server redraws the logo, which takes longer than saving a row. */
const LOGO_UPLOAD_TIMEOUT_MS = 60_000;
const FILE_EXTENSION_BY_TYPE: Record<string, string> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/svg+xml': 'svg',
};

export async function setLogo(owner: LogoTarget, file: Blob): Promise<SaveResult<Branch>> {
  const body = new FormData();
  body.set('logo', file, `logo.${FILE_EXTENSION_BY_TYPE[file.type] ?? 'png'}`);
  const input = { body, timeoutMs: LOGO_UPLOAD_TIMEOUT_MS };
  return saveResultOf(
    owner.type === 'own'
      ? await sendRequest('setOwnLogo', input)
      : await sendRequest('setBranchLogo', { ...input, params: { id: owner.id } }),
  );
}

export const removeLogo = async (owner: LogoTarget): Promise<SaveResult<Branch>> =>
  saveResultOf(
    owner.type === 'own'
      ? await sendRequest('removeOwnLogo')
      : await sendRequest('removeBranchLogo', { params: { id: owner.id } }),
  );

export async function fetchLogo(owner: LogoTarget): Promise<FileResponse> {
  const accepts = ['image/png', 'image/jpeg', 'image/svg+xml', 'image/webp'];
  const response =
    owner.type === 'own'
      ? await requestBytes('ownLogo', accepts)
      : await requestBytes('branchLogo', accepts, { params: { id: owner.id } });
  if (response.type !== 'ok') throw toResponseError(response);
  return response.body;
}
