import { encode } from 'uqr';
import { type Sheet, openTag } from './sheet.ts';

/** Size in points of one square of the QR code: 0.44 mm, which a phone can read even from a photocopy. */
const QR_MODULE_SIZE = 1.25;
/** Width of the white margin around the code, in modules (squares of the QR code). */
const QR_QUIET_ZONE_MODULES = 4;

/** QR code. `size` is its size in points, including a white margin of `edge` points on each side. */
export interface QrCode {
  readonly size: number;
  readonly edge: number;
  readonly rows: readonly (readonly boolean[])[];
}

export function createQrCode(text: string): QrCode {
  const { data } = encode(text, { ecc: 'M', border: 0 });
  return {
    rows: data,
    edge: QR_QUIET_ZONE_MODULES * QR_MODULE_SIZE,
    size: (data.length + 2 * QR_QUIET_ZONE_MODULES) * QR_MODULE_SIZE,
  };
}

/**
 * Draws each run of dark modules as one rectangle, and all rectangles as one shape. This avoids hairlines between modules and
 * keeps the file small.
 */
function drawModuleRuns({ doc }: Sheet, { rows }: QrCode, x: number, y: number): void {
  for (const [line, modules] of rows.entries())
    for (let from = 0; from < modules.length; from += 1) {
      const start = from;
      while (modules[from]) from += 1;
      if (from > start)
        doc.rect(
          x + start * QR_MODULE_SIZE,
          y + line * QR_MODULE_SIZE,
          (from - start) * QR_MODULE_SIZE,
          QR_MODULE_SIZE,
        );
    }
  doc.fill('#000000');
}

/**
 * Draws the code; x and y are the corner of its white margin.
 * @param alt text for screen readers
 */
export function drawQr(sheet: Sheet, code: QrCode, { x, y }: { x: number; y: number }, alt: string): void {
  const bbox = [x, y, x + code.size, y + code.size] as const;
  const element = openTag(sheet, sheet.root, 'Figure', { alt, bbox });
  element.add(() => drawModuleRuns(sheet, code, x + code.edge, y + code.edge));
  element.end();
}
