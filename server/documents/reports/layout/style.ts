/** Letter size in points. The side margins leave space for filing holes. */
export const PAGE = { width: 612, height: 792, left: 50, right: 50, top: 32, bottom: 48 } as const;
export const TEXT_WIDTH = PAGE.width - PAGE.left - PAGE.right;

/**
 * Colours of the documents. Only a few of the app's colours are used, because most documents are printed in black and white.
 */
export const COLOURS = {
  ink: '#12262b',
  soft: '#47606a',
  line: '#b6c6ca',
  shade: '#eef3f3',
  accent: '#075152',
  warning: '#a11d2a',
} as const;

/** Text style. `size` and `leading` (distance between lines) are in points. */
export interface TextStyle {
  readonly font: 'regular' | 'bold';
  readonly size: number;
  readonly leading: number;
  readonly colour: string;
}

const createTextStyle = (
  font: TextStyle['font'],
  size: number,
  leading: number,
  colour: string = COLOURS.ink,
): TextStyle => ({ font, size, leading, colour });

export const TEXT_STYLES = {
  title: createTextStyle('bold', 15, 19, COLOURS.accent),
  section: createTextStyle('bold', 11, 14, COLOURS.accent),
  item: createTextStyle('bold', 9.5, 12.5),
  body: createTextStyle('regular', 9.5, 12.5),
  strong: createTextStyle('bold', 9.5, 12.5),
  name: createTextStyle('bold', 12, 15),
  verdict: createTextStyle('bold', 14, 18),
  label: createTextStyle('regular', 7.5, 9.5, COLOURS.soft),
  small: createTextStyle('regular', 8, 10.5, COLOURS.soft),
  smallStrong: createTextStyle('bold', 8, 10.5),
  code: createTextStyle('regular', 7, 9.5),
  clinic: createTextStyle('bold', 11.5, 14),
  strip: createTextStyle('bold', 8.5, 11, COLOURS.warning),
} as const satisfies Record<string, TextStyle>;
