import type { GrayPicture } from '../gray-picture.ts';
import { extractInkRegions, inkPixels } from './ink.ts';
import { selectMrzRows, type PrintedLine } from './rows.ts';

export const findMrzRows = (picture: GrayPicture): readonly PrintedLine[] =>
  selectMrzRows(extractInkRegions(inkPixels(picture), picture.width, picture.height), picture.height);
