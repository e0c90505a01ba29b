import { isLoopback } from '../platform/base/loopback.ts';
import type { Config } from './config.ts';

const isInsecureAddress = ({ protocol, hostname }: URL): boolean =>
  protocol === 'http:' && !isLoopback(hostname);

/**
 * Returns a warning for each unencrypted address outside this machine. Such an address is no error, because a private network,
 * or a proxy configured elsewhere, may make it acceptable.
 */
export function listInsecureAddressWarnings({ publicUrl, s3 }: Pick<Config, 'publicUrl' | 's3'>): string[] {
  const sentences: string[] = [];
  if (publicUrl && isInsecureAddress(publicUrl))
    sentences.push(
      'PUBLIC_URL no es https: fuera de este equipo los navegadores no dan cámara, cifrado ni trabajo sin red. Pon un proxy con certificado delante.',
    );
  if (s3 && isInsecureAddress(s3.endpoint))
    sentences.push('S3_ENDPOINT no es https: fotos y firmas viajan sin cifrar hasta el almacén.');
  return sentences;
}
