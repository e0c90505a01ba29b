import type { Identity } from '#domain/patient/holder.ts';
import { identityText } from '../form/holder-text.ts';

interface Taken {
  readonly photo: boolean;
  readonly signature: boolean;
}

/** Returns '¿La foto y la firma son de Luis Paz, CC 9999000025?'. */
export function pictureIdentityTitle({ photo, signature }: Taken, now: Identity): string {
  const what = [photo && 'la foto', signature && 'la firma'].filter(Boolean).join(' y ');
  const verb = photo && signature ? 'son' : 'es';
  return `¿L${what.slice(1)} ${verb} de ${identityText(now)}?`;
}

export const pictureIdentityText = ({ photo, signature }: Taken, of: Identity): string =>
  `Se ${photo && signature ? 'capturaron' : 'capturó'} cuando el registro era de ${identityText(of)}.`;
