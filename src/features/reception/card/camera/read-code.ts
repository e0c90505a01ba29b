import BinaryBitmap from '@zxing/library/esnext/core/BinaryBitmap.js';
import DecodeHintType from '@zxing/library/esnext/core/DecodeHintType.js';
import RGBLuminanceSource from '@zxing/library/esnext/core/RGBLuminanceSource.js';
import HybridBinarizer from '@zxing/library/esnext/core/common/HybridBinarizer.js';
import PDF417Reader from '@zxing/library/esnext/core/pdf417/PDF417Reader.js';
import { extractCardText, type CardText } from '#domain/card/capture.ts';
import type { GrayPicture } from './gray-picture.ts';

const DECODER_HINTS = new Map([[DecodeHintType.TRY_HARDER, true]]);

/** Returns the text of a card's PDF417 code; null if there is none. The code must be level within some degrees. */
export function readPdf417Code({ gray, width, height }: GrayPicture): CardText | null {
  const picture = new BinaryBitmap(new HybridBinarizer(new RGBLuminanceSource(gray, width, height)));
  try {
    return extractCardText(new PDF417Reader().decode(picture, DECODER_HINTS).getText());
  } catch {
    return null; // The library throws if the image has no code or an unreadable one.
  }
}
