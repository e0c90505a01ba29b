import type { PrintedVerification } from '../input/input.ts';
import { drawQr, createQrCode } from '../layout/qr.ts';
import { type Sheet, openTag } from '../layout/sheet.ts';
import type { SignatureAside } from '../layout/signatures.ts';
import { TEXT_STYLES, type TextStyle } from '../layout/style.ts';
import { drawTextLines } from '../layout/text.ts';

const QR_CAPTION_TEXT = 'Verifica aquí';
const LINE_LEADING = TEXT_STYLES.small.leading;

/** Returns a QR code with number and verification code below it; null if the document cannot be verified online. */
export function verificationAside(
  sheet: Sheet,
  verification: PrintedVerification | null,
): SignatureAside | null {
  if (!verification?.online) return null;
  const { number, code, online } = verification;
  const qr = createQrCode(online.qr);
  const drawText = (text: string, style: TextStyle, x: number, y: number) => {
    const element = openTag(sheet, sheet.root, 'P');
    element.add(() => drawTextLines(sheet, [text], style, { x, y }));
    element.end();
  };
  return {
    width: qr.size,
    height: qr.size + 3 * LINE_LEADING,
    draw(x, y) {
      const left = x + qr.edge;
      drawText(QR_CAPTION_TEXT, TEXT_STYLES.small, left, y);
      drawQr(sheet, qr, { x, y: y + LINE_LEADING }, `Código QR de la dirección ${online.address}`);
      drawText(number, TEXT_STYLES.smallStrong, left, y + LINE_LEADING + qr.size);
      drawText(code, TEXT_STYLES.small, left, y + 2 * LINE_LEADING + qr.size);
    },
  };
}

/** Returns the verification text for the foot of each page; null for an early signed version without a verification code. */
export const verificationFooterText = (verification: PrintedVerification | null): string | null =>
  verification &&
  (verification.online
    ? `Verifica este documento en ${verification.online.address}`
    : `Código de verificación: ${verification.code}`);
