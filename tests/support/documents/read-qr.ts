import BinaryBitmap from '@zxing/library/esnext/core/BinaryBitmap.js';
import DecodeHintType from '@zxing/library/esnext/core/DecodeHintType.js';
import RGBLuminanceSource from '@zxing/library/esnext/core/RGBLuminanceSource.js';
import HybridBinarizer from '@zxing/library/esnext/core/common/HybridBinarizer.js';
import QRCodeReader from '@zxing/library/esnext/core/qrcode/QRCodeReader.js';
import sharp from 'sharp';
import { pictureOf } from './poppler.ts';

/** An office printer prints at least four times as many. */
const DOTS_PER_INCH = 150;
const HINTS = new Map([[DecodeHintType.TRY_HARDER, true]]);

/** Reads the QR off a rendered page of a PDF, counted from 1. */
export async function readQr(pdf: Buffer, page: number): Promise<string> {
  const picture = sharp(await pictureOf(pdf, page, DOTS_PER_INCH)).greyscale();
  const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true });
  const source = new RGBLuminanceSource(new Uint8ClampedArray(data), info.width, info.height);
  return new QRCodeReader().decode(new BinaryBitmap(new HybridBinarizer(source)), HINTS).getText();
}
