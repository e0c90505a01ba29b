import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { PERMISSIONS } from '#contract/vocabulary.ts';
import { visitor } from '#tests/support/base/patients.ts';
import { readyEvaluation } from '#tests/support/reception/ready-evaluation.ts';
import { Office } from '#tests/support/reception/office.ts';
import { chromiumLaunch } from '#tests/support/browsers/chromium.ts';
import { FAKE_CAMERA, TABLET } from '#tests/support/browsers/profile.ts';
import { hire, type Member } from '#tests/support/server/clinic.ts';
import { expect, test } from './fixtures.ts';

/** Widths in px from a phone, or a window of 640 at 200 %, to a large monitor. */
const WIDTHS = Array.from({ length: 101 }, (_, nth) => 320 + 16 * nth);

/**
 * Setting that a user changes under 'Font size' (here 'Very large'): it changes rem, and em in media queries, which a font size
 * on `html` would not change.
 */
const VERY_LARGE_TEXT = '--blink-settings=defaultFontSize=24';
const WIDTHS_OF_LARGE_TEXT = [320, 640, 1_024];

/** Paths of the route table, so that a new screen is tested without a change here. */
const PATHS = [...readFileSync('src/app/routes.tsx', 'utf8').matchAll(/\['(\/[^']+)'/g)].map(
  ([, path = '']) => path,
);

/** Describes the elements that are cut off at the right; null if everything fits. Runs in the page. */
function cutOff(): string | null {
  const { scrollWidth, clientWidth } = document.documentElement;
  const beyond = (selector: string) =>
    [...document.querySelectorAll(selector)].filter((element) => {
      const { right, width } = element.getBoundingClientRect();
      return width > 0 && right > clientWidth + 1;
    });
  const hidden = beyond('header :is(a, button)');
  if (scrollWidth <= clientWidth && hidden.length === 0) return null;
  const all = beyond('body *:not(nav *)');
  const innermost = all.filter((element) => !all.some((one) => one !== element && element.contains(one)));
  const shown = hidden.length > 0 ? hidden : innermost.slice(0, 3);
  return `${scrollWidth - clientWidth} px; ${shown.map(({ outerHTML }) => outerHTML.slice(0, 200)).join(', ')}`;
}

/**
 * Returns the texts that their own box, a button or a cell cuts off, except those with an intended ellipsis. Runs in the page.
 */
function cutWords(): readonly string[] {
  const isShown = (element: Element) =>
    element.getBoundingClientRect().width > 1 && getComputedStyle(element).clipPath === 'none';
  const isCut = (element: Element) => {
    const { overflowX, textOverflow } = getComputedStyle(element);
    return (
      overflowX === 'hidden' &&
      textOverflow !== 'ellipsis' &&
      (element.scrollWidth > element.clientWidth + 1 || element.scrollHeight > element.clientHeight + 3)
    );
  };
  return [...document.querySelectorAll('body *:not(:has(*), svg *, input, textarea, .visually-hidden *)')]
    .filter((element) => element.textContent.trim() !== '' && isShown(element) && isCut(element))
    .map((element) => element.textContent);
}

interface Fit {
  readonly widths: readonly number[];
  readonly look: (page: Page) => Promise<string | null>;
}
const USUAL_TEXT: Fit = { widths: WIDTHS, look: (page) => page.evaluate(cutOff) };
const LARGE_TEXT: Fit = {
  widths: WIDTHS_OF_LARGE_TEXT,
  look: async (page) => {
    const words = await page.evaluate(cutWords);
    return (await page.evaluate(cutOff)) ?? (words.length === 0 ? null : `cut: ${words.join(', ')}`);
  },
};

async function fitsAtEachWidth(page: Page, where: string, { widths, look }: Fit): Promise<void> {
  const cut: string[] = [];
  for (const width of widths) {
    await page.setViewportSize({ width, height: 768 });
    const found = await look(page);
    if (found !== null) cut.push(`${width}: ${found}`);
  }
  expect.soft(cut, where).toEqual([]);
}

/** Checks every screen as a user who may open all of them. */
async function everyScreenFits(page: Page, origin: string, member: Member, fit: Fit): Promise<void> {
  await page.goto(`${origin}/login`);
  await expect(page.getByRole('button', { name: 'Iniciar sesión' })).toBeVisible();
  await fitsAtEachWidth(page, '/login', fit);
  const office = new Office(page, origin);
  await office.signIn(member);
  const evaluationId = await readyEvaluation(office, member, { person: visitor(), concept: 'Apta' });
  expect(PATHS.length).toBeGreaterThan(15);
  for (const path of PATHS) {
    const id = path.startsWith('/evaluations') ? evaluationId : member.id;
    await page.setViewportSize({ width: 1_024, height: 768 });
    await page.goto(`${origin}${path.replace(':id', id).replace('*', 'companies')}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.waitForLoadState('networkidle');
    await fitsAtEachWidth(page, path, fit);
  }
}

test(
  'P10.55 every screen fits at each width from 320 to 1920 px, and the header’s controls stay visible',
  { tag: ['@chromium', '@landing'] },
  async ({ page, line, clinic }) => {
    const member = await hire(clinic, 'Bogotá', PERMISSIONS);
    await everyScreenFits(page, line.origin, member, USUAL_TEXT);
  },
);

test(
  'P10.330 every screen fits at 320, 640 and 1024 px without cut words when the browser shows text at 24 px',
  { tag: ['@chromium', '@landing'] },
  async ({ playwright, line, clinic, consoleErrors }) => {
    const member = await hire(clinic, 'Bogotá', PERMISSIONS);
    const browser = await playwright.chromium.launch(chromiumLaunch([...FAKE_CAMERA, VERY_LARGE_TEXT]));
    const context = await browser.newContext(TABLET);
    consoleErrors.follow(context);
    const page = await context.newPage();
    await everyScreenFits(page, line.origin, member, LARGE_TEXT);
    await page.goto(`${line.origin}/reception`);
    const topOf = async (selector: string) => (await page.locator(selector).boundingBox())?.y ?? NaN;
    for (const size of [
      { width: 1_024, height: 768 },
      { width: 1_440, height: 1_300 },
    ]) {
      await page.setViewportSize(size);
      const beside = (await topOf('.patient-search')) - (await topOf('.patient-number input'));
      expect(Math.abs(beside), `'Buscar paciente' beside the number, ${size.width} px`).toBeLessThan(1);
    }
    expect(await page.evaluate(() => getComputedStyle(document.body).fontSize)).toBe('24px');
    await browser.close();
  },
);
