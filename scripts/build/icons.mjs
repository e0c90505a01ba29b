// Generates the manifest's images from public/icon.svg. Run it after a change of that file: node scripts/build/icons.mjs
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';

const publicFolder = path.resolve(import.meta.dirname, '../../public');
const ICON_BACKGROUND = '#0a6a6a';
const iconSvg = await readFile(path.join(publicFolder, 'icon.svg'));

const renderIcon = (size) => sharp(iconSvg, { density: (72 * size) / 512 }).resize(size, size);
const savePng = (picture, name) =>
  picture.png({ compressionLevel: 9, palette: true }).toFile(path.join(publicFolder, name));

await savePng(renderIcon(192), 'icon-192.png');
await savePng(renderIcon(512), 'icon-512.png');
// iOS rounds the corners itself and shows transparency as black.
await savePng(renderIcon(180).flatten({ background: ICON_BACKGROUND }), 'icon-180.png');

// A launcher may crop a maskable image to a circle with 80 % of its width. Therefore the drawing is smaller than in the other
// images.
const maskableDrawing = await renderIcon(432).png().toBuffer();
const maskableBackground = sharp({
  create: { width: 512, height: 512, channels: 3, background: ICON_BACKGROUND },
});
await savePng(
  maskableBackground.composite([{ input: maskableDrawing, gravity: 'centre' }]),
  'icon-maskable-512.png',
);
