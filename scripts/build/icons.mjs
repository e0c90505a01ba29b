// Generates the manifest's images from public/icon.svg. Run it after a change of that file: node scripts/build/icons.mjs
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';

const pictures = path.resolve(import.meta.dirname, '../../public');
const BACKGROUND = '#0a6a6a';
const drawing = await readFile(path.join(pictures, 'icon.svg'));

const render = (size) => sharp(drawing, { density: (72 * size) / 512 }).resize(size, size);
const save = (picture, name) =>
  picture.png({ compressionLevel: 9, palette: true }).toFile(path.join(pictures, name));

await save(render(192), 'icon-192.png');
await save(render(512), 'icon-512.png');
// iOS rounds the corners itself and shows transparency as black.
await save(render(180).flatten({ background: BACKGROUND }), 'icon-180.png');

// A launcher may crop a maskable image to a circle with 80 % of its width. Therefore the drawing is smaller than in the other
// images.
const inner = await render(432).png().toBuffer();
const ground = sharp({ create: { width: 512, height: 512, channels: 3, background: BACKGROUND } });
await save(ground.composite([{ input: inner, gravity: 'centre' }]), 'icon-maskable-512.png');
