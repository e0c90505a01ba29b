import { useMemo } from 'react';
import { encode } from 'uqr';
import './qr-code.css';

/** Modules of quiet around the code, as readers want it. */
const QUIET = 3;

/** One path of the dark modules: those that lie beside each other are one bar. */
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

/** A text as a QR code, made here: nothing is sent anywhere. It stays dark on white, by night too. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { size, path } = useMemo(() => {
    const code = encode(text, { ecc: 'M', border: QUIET });
    return { size: code.size, path: pathOf(code.data) };
  }, [text]);
  return (
    <svg className="qr-code" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <path d={path} />
    </svg>
  );
}
