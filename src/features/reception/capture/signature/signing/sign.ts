import type { Authorisation } from '#contract/records/branding.ts';
import type { Witness } from '#contract/records/evaluation/statements.ts';
import type { CapturedPicture } from '#storage/drafts/drafts.ts';
import { ensureDeviceId } from '#sync/changes/on-device.ts';
import { sha256Hex } from '#storage/vault/vault.ts';
import { SIGNATURE_ERROR_TEXTS, exportSignature } from '../export-signature.ts';

interface AcceptedSignature {
  readonly canvas: HTMLCanvasElement;
  readonly authorisation: Authorisation | null;
  readonly witness: Witness | null;
}

type SigningResult =
  | { readonly type: 'signed'; readonly picture: CapturedPicture }
  | { readonly type: 'failed'; readonly text: string };

/**
 * Creates the signature with its signing statement. The digest in the statement is that of the text on the screen, even if the
 * server has changed the text without a new version.
 * @throws StorageProblem
 */
export async function createSignature({
  canvas,
  authorisation,
  witness,
}: AcceptedSignature): Promise<SigningResult> {
  const signedAt = Date.now();
  const exported = await exportSignature(canvas);
  if (exported.type !== 'picture') return { type: 'failed', text: SIGNATURE_ERROR_TEXTS[exported.type] };
  const text = authorisation && {
    version: authorisation.version,
    sha256: await sha256Hex(new TextEncoder().encode(authorisation.text)),
  };
  const statement = { signedAt, deviceId: await ensureDeviceId(), text, witness };
  return { type: 'signed', picture: { ...exported.picture, statement } };
}
