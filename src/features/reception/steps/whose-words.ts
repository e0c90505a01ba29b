import type { Holder } from '#domain/patient/holder.ts';
import { holderText } from '../form/holder-text.ts';

interface Taken {
  readonly photo: boolean;
  readonly signature: boolean;
}

/** Returns '¿La foto y la firma son de Luis Paz, CC 9999000025?'. */
export function whoseTitle({ photo, signature }: Taken, now: Holder): string {
  const what = [photo && 'la foto', signature && 'la firma'].filter(Boolean).join(' y ');
  const verb = photo && signature ? 'son' : 'es';
  return `¿L${what.slice(1)} ${verb} de ${holderText(now)}?`;
}

export const whoseText = ({ photo, signature }: Taken, of: Holder): string =>
  `Se ${photo && signature ? 'capturaron' : 'capturó'} cuando el registro era de ${holderText(of)}.`;
