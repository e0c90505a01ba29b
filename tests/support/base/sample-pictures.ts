import { createHash, randomBytes } from 'node:crypto';
import sharp from 'sharp';

/** Picture as a chosen file, with the SHA-256 of its bytes. */
export interface SampleFile {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
  readonly sha256: string;
}

/** Returns a JPEG of noise, different each time, so that a mix-up of two patients is noticed. */
export async function samplePhoto(width = 320, height = 240): Promise<SampleFile> {
  const noise = randomBytes(width * height * 3);
  const buffer = await sharp(noise, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 80 })
    .toBuffer();
  const sha256 = createHash('sha256').update(buffer).digest('hex');
  return { name: 'foto.jpg', mimeType: 'image/jpeg', buffer, sha256 };
}
