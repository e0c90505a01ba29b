import type { GrayPicture } from '../gray-picture.ts';
import { inkBlots, inkPixels } from './ink.ts';
import { mrzRowsOf, type PrintRow } from './rows.ts';

export const findMrzRows = (picture: GrayPicture): readonly PrintRow[] =>
  mrzRowsOf(inkBlots(inkPixels(picture), picture.width, picture.height), picture.height);
