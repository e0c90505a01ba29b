// Separate program that reads an SVG from standard input and writes a PNG to standard output; a failure is reported as the exit
// status. It is a separate process, because a few kilobytes of SVG can keep a renderer busy for minutes or take gigabytes, and
// only a process can be killed and limited. The renderer receives the bytes without an address, so it resolves no relative,
// absolute or remote reference in the SVG.
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { MAX_LOGO_SIZE_PX, convertToLogo } from './logo-shape.ts';

const UNTRUSTED_INPUT_OPTIONS = { limitInputPixels: 40_000_000, failOn: 'error' } as const;
const DEFAULT_SVG_DPI = 72;
const DENSITY_LIMITS_DPI = { min: 1, max: 100_000 } as const;

/** Returns the dots per inch at which the drawing fills MAX_LOGO_SIZE_PX, so that the logo is sharp whatever size the SVG states. */
function rasterDensityDpi({ width, height }: { readonly width: number; readonly height: number }): number {
  const scale = Math.min(MAX_LOGO_SIZE_PX.width / width, MAX_LOGO_SIZE_PX.height / height);
  return Math.min(Math.max(DEFAULT_SVG_DPI * scale, DENSITY_LIMITS_DPI.min), DENSITY_LIMITS_DPI.max);
}

const svgBytes = await buffer(process.stdin);
const density = rasterDensityDpi(await sharp(svgBytes, UNTRUSTED_INPUT_OPTIONS).metadata());
process.stdout.write(await convertToLogo(sharp(svgBytes, { ...UNTRUSTED_INPUT_OPTIONS, density })));
