import type { Identity } from '#domain/patient/same-patient.ts';
import type { Captures } from '../draft/use-captures.ts';
import { formatIdentity } from '../form/identity-text.ts';

/** Returns the title of the prompt, such as '¿La foto y la firma son de Luis Paz, CC 9999000025?'. */
export function pictureIdentityTitle({ photo, signature }: Captures['taken'], now: Identity): string {
  const what = [photo && 'la foto', signature && 'la firma'].filter(Boolean).join(' y ');
  const verb = photo && signature ? 'son' : 'es';
  return `¿L${what.slice(1)} ${verb} de ${formatIdentity(now)}?`;
}

export const formatPictureIdentity = ({ photo, signature }: Captures['taken'], of: Identity): string =>
  `Se ${photo && signature ? 'capturaron' : 'capturó'} cuando el registro era de ${formatIdentity(of)}.`;
