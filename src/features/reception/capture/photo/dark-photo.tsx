import { useEffect, useState } from 'react';
import { isDark } from '#domain/photo/darkness.ts';
import type { CapturedPicture } from '#storage/drafts/drafts.ts';
import { browserDecoder, type Decoder } from '../files/decoder.ts';
import './dark-photo.css';

interface DarkPhotoProps {
  picture: CapturedPicture;
  decoder?: Decoder;
}

/**
 * Suggests, below the buttons, repeating a dark photo. It blocks nothing, and shows nothing for a photo that cannot be
 * measured.
 */
export function DarkPhoto({ picture, decoder = browserDecoder }: DarkPhotoProps) {
  const [dark, setDark] = useState<CapturedPicture | null>(null);
  useEffect(() => {
    let isCurrent = true;
    const measure = async () => {
      const pixels = await decoder.sample(new Blob([picture.bytes], { type: picture.mime }));
      if (isCurrent && isDark(pixels)) setDark(picture);
    };
    // The code that reads the picture rejects one that cannot be decoded.
    measure().catch(() => undefined);
    return () => void (isCurrent = false);
  }, [picture, decoder]);
  return <output className="photo-dark">{dark === picture && 'La foto salió oscura. ¿La repites?'}</output>;
}
