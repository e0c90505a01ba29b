import BinaryBitmap from '@zxing/library/esnext/core/BinaryBitmap.js';
import DecodeHintType from '@zxing/library/esnext/core/DecodeHintType.js';
import RGBLuminanceSource from '@zxing/library/esnext/core/RGBLuminanceSource.js';
import HybridBinarizer from '@zxing/library/esnext/core/common/HybridBinarizer.js';
import QRCodeReader from '@zxing/library/esnext/core/qrcode/QRCodeReader.js';
import sharp from 'sharp';
import { renderPdfPage } from './poppler.ts';

/** Resolutions that are tried until the QR code is decoded, as a camera offers many frames. */
const TRIED_RESOLUTIONS_DPI = [150, 200, 250, 300, 120, 170, 220, 280, 340, 400];
const DECODER_HINTS = new Map([[DecodeHintType.TRY_HARDER, true]]);

async function readQrAtResolution(pdf: Buffer, page: number, resolution: number): Promise<string> {
  const picture = sharp(await renderPdfPage(pdf, page, resolution)).greyscale();
  const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true });
  const source = new RGBLuminanceSource(new Uint8ClampedArray(data), info.width, info.height);
  return new QRCodeReader().decode(new BinaryBitmap(new HybridBinarizer(source)), DECODER_HINTS).getText();
}

/** Returns the text of the QR code on a page of a PDF; pages count from 1. */
export async function readQr(pdf: Buffer, page: number): Promise<string> {
  const failures: unknown[] = [];
  for (const resolution of TRIED_RESOLUTIONS_DPI)
    try {
      return await readQrAtResolution(pdf, page, resolution);
    } catch (error) {
      failures.push(error);
    }
  throw new AggregateError(failures, 'No resolution shows a QR');
}
