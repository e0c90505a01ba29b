import { useMemo } from 'react';
import { encode } from 'uqr';
import './qr-code.css';

/** Width of the quiet zone around the code that readers require, in modules. */
const QUIET_ZONE_MODULES = 3;

/** Returns an SVG path of the dark modules; adjacent modules of a row form one rectangle. */
function createDarkModulesSvgPath(rows: readonly (readonly boolean[])[]): string {
  let path = '';
  for (const [y, row] of rows.entries())
    for (let x = 0; x < row.length; x += 1) {
      const begin = x;
      while (row[x] === true) x += 1;
      if (x > begin) path += `M${begin} ${y}h${x - begin}v1h${begin - x}z`;
    }
  return path;
}

/**
 * QR code of a text, computed on the device without a request. Dark on white also in dark mode, because readers require that.
 */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { size, path } = useMemo(() => {
    const code = encode(text, { ecc: 'M', border: QUIET_ZONE_MODULES });
    return { size: code.size, path: createDarkModulesSvgPath(code.data) };
  }, [text]);
  return (
    <svg className="qr-code" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <path d={path} />
    </svg>
  );
}
