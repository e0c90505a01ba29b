import type { GrayPicture } from '../gray-picture.ts';
import { blotsOf, inkOf } from './ink.ts';
import { rowsOf, type Row } from './rows.ts';

/** Returns the machine-readable rows of an image; empty if it shows no block of them. */
export const findRows = (picture: GrayPicture): readonly Row[] =>
  rowsOf(blotsOf(inkOf(picture), picture.width, picture.height), picture.height);
