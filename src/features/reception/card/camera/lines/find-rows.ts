import type { GrayPicture } from '../gray-picture.ts';
import { inkRegions, inkPixels } from './ink.ts';
import { selectMrzRows, type PrintedLine } from './rows.ts';

export const findMrzRows = (picture: GrayPicture): readonly PrintedLine[] =>
  selectMrzRows(inkRegions(inkPixels(picture), picture.width, picture.height), picture.height);
