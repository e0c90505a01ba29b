import { isLoopback } from './platform/base/loopback.ts';
import type { Config } from './config.ts';

const isOpen = ({ protocol, hostname }: URL): boolean => protocol === 'http:' && !isLoopback(hostname);

/**
 * Returns a warning for each unencrypted address outside this machine. Such an address is no error, because a private network,
 * or a proxy configured elsewhere, may make it acceptable.
 */
export function insecureAddresses({ publicUrl, s3 }: Pick<Config, 'publicUrl' | 's3'>): string[] {
  const sentences: string[] = [];
  if (publicUrl && isOpen(publicUrl))
    sentences.push(
      'PUBLIC_URL no es https: fuera de este equipo los navegadores no dan cámara, cifrado ni trabajo sin red. Pon un proxy con certificado delante.',
    );
  if (s3 && isOpen(s3.endpoint))
    sentences.push('S3_ENDPOINT no es https: fotos y firmas viajan sin cifrar hasta el almacén.');
  return sentences;
}
