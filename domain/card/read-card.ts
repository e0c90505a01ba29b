import type { CardText } from './capture.ts';
import { readBarcodeFrame } from './frame.ts';
import { readMrz } from './mrz.ts';
import type { CardReading } from './reading.ts';

export const readCard = (text: CardText, today: string): CardReading =>
  readMrz(text, today) ?? readBarcodeFrame(text, today);
