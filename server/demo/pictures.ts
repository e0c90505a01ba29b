import sharp from 'sharp';
import type { Random } from './random.ts';

const SKIN_COLOURS = ['#f1d3b8', '#dfb08a', '#b9805a', '#8a5a3c', '#6b4430'] as const;
const HAIR_COLOURS = ['#2b1d14', '#4a3222', '#101010', '#7a5230', '#8d8d8d'] as const;

export function drawPhoto(random: Random): Promise<Buffer> {
  const [skin, hair, hue, tilt] = [
    random.pick(SKIN_COLOURS),
    random.pick(HAIR_COLOURS),
    random.below(360),
    random.below(9) - 4,
  ];
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="480" height="640">
    <rect width="480" height="640" fill="hsl(${hue},18%,86%)"/>
    <g transform="rotate(${tilt} 240 320)">
      <path d="M60 640 Q70 470 240 465 Q410 470 420 640Z" fill="hsl(${(hue + 140) % 360},35%,38%)"/>
      <rect x="198" y="390" width="84" height="100" rx="36" fill="${skin}"/>
      <ellipse cx="240" cy="270" rx="${118 + random.below(16)}" ry="150" fill="${hair}"/>
      <ellipse cx="240" cy="300" rx="${98 + random.below(14)}" ry="${124 + random.below(14)}" fill="${skin}"/>
      <circle cx="200" cy="285" r="9" fill="#222"/><circle cx="280" cy="285" r="9" fill="#222"/>
      <path d="M240 295 q-14 42 4 46" stroke="#0005" stroke-width="5" fill="none"/>
      <path d="M196 370 q44 ${14 + random.below(26)} 88 0" stroke="#8a3b3b" stroke-width="7" fill="none"/>
    </g></svg>`;
  return sharp(Buffer.from(svg)).jpeg({ quality: 80 }).toBuffer();
}

export function drawSignature(random: Random): Promise<Buffer> {
  const loops = Array.from({ length: 5 + random.below(4) }, () => {
    const [rise, width] = [40 + random.below(90), 30 + random.below(40)];
    return `c ${width / 3} -${rise} ${width} -${rise / 2} ${width} ${random.below(30) - 15} s ${width / 4} ${rise / 2} ${width / 2} 0`;
  });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="600" height="220">
    <path d="M 40 ${120 + random.below(30)} ${loops.join(' ')}" fill="none" stroke="#14213d" stroke-width="4"
      stroke-linecap="round" stroke-linejoin="round"/></svg>`;
  return sharp(Buffer.from(svg)).png().toBuffer();
}

/** Draws the logo of the demo clinic, a row of alders on a transparent background, as a PNG of 600×240 pixels. */
export function drawLogo(): Promise<Buffer> {
  const alder = (x: number, top: number, green: string) => `
    <path d="M${x} ${top} C ${x + 78} ${top + 60} ${x + 62} ${top + 132} ${x} ${top + 140}
      C ${x - 62} ${top + 132} ${x - 78} ${top + 60} ${x} ${top} Z" fill="${green}"/>
    <path d="M${x} ${top + 46} V 222 M${x} ${top + 104} l26 -24 M${x} ${top + 84} l-24 -22" fill="none"
      stroke="#12262b" stroke-width="7" stroke-linecap="round"/>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="600" height="240">
    ${alder(130, 46, '#3d8f6d')}${alder(470, 46, '#3d8f6d')}${alder(300, 14, '#0a6a6a')}
    <path d="M40 224 H560" stroke="#12262b" stroke-width="9" stroke-linecap="round"/></svg>`;
  return sharp(Buffer.from(svg)).png().toBuffer();
}
