import type { GrayPicture } from '../gray-picture.ts';
import { blotsOf, inkOf } from './ink.ts';
import { rowsOf, type Row } from './rows.ts';

/** The machine-readable rows of a picture; none where there is no block of them. */
export const findRows = (picture: GrayPicture): readonly Row[] =>
  rowsOf(blotsOf(inkOf(picture), picture.width, picture.height), picture.height);
