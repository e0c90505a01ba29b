import { useCallback } from 'react';

interface Picture {
  readonly bytes: ArrayBuffer;
  readonly mime: string;
}

/** Image from bytes; its object URL is revoked at unmount. */
export function ImageFromBytes({ picture, alt }: { picture: Picture; alt: string }) {
  const show = useCallback(
    (image: HTMLImageElement | null) => {
      if (!image) return;
      const url = URL.createObjectURL(new Blob([picture.bytes], { type: picture.mime }));
      image.src = url;
      return () => URL.revokeObjectURL(url);
    },
    [picture],
  );
  return <img ref={show} alt={alt} />;
}
