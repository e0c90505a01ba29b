import { useMemo } from 'react';
import { encode } from 'uqr';
import './qr-code.css';

/** Modules of quiet zone around the code, as readers require. */
const IDLE_BURST = 3;

/** Returns one path of the dark modules; adjacent modules of a row form one bar. */
function pathOf(rows: readonly (readonly boolean[])[]): string {
  let path = '';
  for (const [y, row] of rows.entries())
    for (let x = 0; x < row.length; x += 1) {
      const begin = x;
      while (row[x] === true) x += 1;
      if (x > begin) path += `M${begin} ${y}h${x - begin}v1h${begin - x}z`;
    }
  return path;
}

/** Renders a text as a QR code, made on the device: nothing is sent. The code stays dark on white, also in dark mode. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { size, path } = useMemo(() => {
    const code = encode(text, { ecc: 'M', border: IDLE_BURST });
    return { size: code.size, path: pathOf(code.data) };
  }, [text]);
  return (
    <svg className="qr-code" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <path d={path} />
    </svg>
  );
}
