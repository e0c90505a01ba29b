import { useState } from 'react';
import type { Authorisation } from '#contract/records/branding.ts';
import type { Witness } from '#contract/records/evaluation/statements.ts';
import type { Drawing } from '#domain/signature/strokes.ts';
import { StorageProblem } from '#storage/base/problem.ts';
import type { CapturedPicture } from '#storage/drafts/drafts.ts';
import { sha256Hex } from '#storage/vault/vault.ts';
import { ensureDeviceId } from '#sync/changes/on-device.ts';
import { useChangeRunner } from '#ui/forms/use-change.ts';
import type { CaptureResult } from '../../files/read-file.ts';
import { SIGNATURE_FAILED_TEXT, exportSignature } from '../export-signature.ts';
import { SigningForm, type SigningFormProps } from './sign-here.tsx';

/**
 * Creates the signature with its signing statement. The digest in the statement is that of the text on the screen, even if the
 * server has changed the text without a new version.
 * @throws StorageProblem
 */
async function createSignature(
  canvas: HTMLCanvasElement,
  authorisation: Authorisation | null,
  witness: Witness | null,
): Promise<CaptureResult> {
  const signedAt = Date.now();
  const exported = await exportSignature(canvas);
  if (exported.type !== 'picture') return exported;
  const text = authorisation && {
    version: authorisation.version,
    sha256: await sha256Hex(new TextEncoder().encode(authorisation.text)),
  };
  const statement = { signedAt, deviceId: await ensureDeviceId(), text, witness };
  return { type: 'picture', picture: { ...exported.picture, statement } };
}

interface AcceptedSignatureProps extends Pick<
  SigningFormProps,
  'signer' | 'authorisation' | 'witness' | 'onClose' | 'onCannotSign'
> {
  onSigned: (picture: CapturedPicture) => void;
}

/** Signing screen that stores the signature when the signer taps 'Aceptar y firmar', and only once if the signer taps twice. */
export function AcceptedSignature({ onSigned, ...props }: AcceptedSignatureProps) {
  const [drawn, setDrawn] = useState<{ drawing: Drawing; canvas: HTMLCanvasElement } | null>(null);
  const { busy, trouble, run, forget } = useChangeRunner<string>();
  const accept = async (canvas: HTMLCanvasElement): Promise<string | null> => {
    try {
      const signed = await createSignature(canvas, props.authorisation, props.witness);
      if (signed.type === 'said') return signed.text;
      onSigned(signed.picture);
      return null;
    } catch (thrown) {
      if (!(thrown instanceof StorageProblem)) throw thrown;
      return SIGNATURE_FAILED_TEXT;
    }
  };
  return (
    <SigningForm
      {...props}
      drawing={drawn?.drawing ?? null}
      error={trouble}
      isBusy={busy}
      onKeep={() => drawn && void run(() => accept(drawn.canvas))}
      onStroke={(drawing, canvas) => {
        forget();
        setDrawn({ drawing, canvas });
      }}
      onClear={() => setDrawn(null)}
    />
  );
}
