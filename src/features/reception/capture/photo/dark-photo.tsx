import { useEffect, useState } from 'react';
import { isPictureTooDark } from '#domain/photo/darkness.ts';
import type { CapturedPicture } from '#storage/drafts/drafts.ts';
import { samplePixels } from '../files/decoder.ts';
import './dark-photo.css';

/** Suggests taking a dark photo again, without blocking anything. Hidden if the brightness cannot be measured. */
export function DarkPhotoHint({ picture }: { picture: CapturedPicture }) {
  const [dark, setDark] = useState<CapturedPicture | null>(null);
  useEffect(() => {
    let isCurrent = true;
    const measure = async () => {
      const pixels = await samplePixels(new Blob([picture.bytes], { type: picture.mime }));
      if (isCurrent && isPictureTooDark(pixels)) setDark(picture);
    };
    // The error is ignored, because an image that cannot be decoded was already rejected when its file was read.
    measure().catch(() => undefined);
    return () => void (isCurrent = false);
  }, [picture]);
  return <output className="photo-dark">{dark === picture && 'La foto salió oscura. ¿La repites?'}</output>;
}
