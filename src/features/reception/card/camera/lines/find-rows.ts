import type { GrayPicture } from '../gray-picture.ts';
import { inkRegions, inkPixels } from './ink.ts';
import { mrzRowsOf, type PrintedLine } from './rows.ts';

export const findMrzRows = (picture: GrayPicture): readonly PrintedLine[] =>
  mrzRowsOf(inkRegions(inkPixels(picture), picture.width, picture.height), picture.height);
