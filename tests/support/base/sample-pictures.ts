import { createHash, randomBytes } from 'node:crypto';
import sharp from 'sharp';

export interface SampleFile {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
  readonly sha256: string;
}

/**
 * Returns a JPEG of random noise: each call gives another picture, so that a test notices when pictures of two patients are
 * mixed up.
 */
export async function randomPhoto(width = 320, height = 240): Promise<SampleFile> {
  const noise = randomBytes(width * height * 3);
  const buffer = await sharp(noise, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 80 })
    .toBuffer();
  const sha256 = createHash('sha256').update(buffer).digest('hex');
  return { name: 'foto.jpg', mimeType: 'image/jpeg', buffer, sha256 };
}
