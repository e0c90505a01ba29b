import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { PERMISSIONS } from '#contract/vocabulary.ts';
import { visitor } from '#tests/support/base/people.ts';
import { readyEvaluation } from '#tests/support/desk/ready-evaluation.ts';
import { Office } from '#tests/support/desk/office.ts';
import { hire } from '#tests/support/provider/clinic.ts';
import { expect, test } from './fixtures.ts';

/** A phone and, at 200 %, a window of 640; the widest is a large monitor. */
const WIDTHS = Array.from({ length: 101 }, (_, nth) => 320 + 16 * nth);

/** Of the table of routes, so that a new screen is tested without a line here. */
const PATHS = [...readFileSync('src/app/routes.tsx', 'utf8').matchAll(/\['(\/[^']+)'/g)].map(
  ([, path = '']) => path,
);

/** In the page: what is cut off at the right, in words; null where everything fits. */
function cutOff(): string | null {
  const { scrollWidth, clientWidth } = document.documentElement;
  const beyond = (selector: string) =>
    [...document.querySelectorAll(selector)].filter((element) => {
      const { right, width } = element.getBoundingClientRect();
      return width > 0 && right > clientWidth + 1;
    });
  const hidden = beyond('header :is(a, button)');
  if (scrollWidth <= clientWidth && hidden.length === 0) return null;
  if (hidden.length === 0) hidden.push(...beyond('body *:not(:has(*))').slice(0, 3));
  return `${scrollWidth - clientWidth} px; ${hidden.map(({ textContent }) => textContent).join(', ')}`;
}

async function fitsAtEachWidth(page: Page, where: string): Promise<void> {
  const cut: string[] = [];
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 768 });
    const found = await page.evaluate(cutOff);
    if (found !== null) cut.push(`${width}: ${found}`);
  }
  expect.soft(cut, where).toEqual([]);
}

test(
  'P10.55 every screen fits at each width from 320 to 1920 px, and keeps the controls of its header in sight',
  { tag: ['@chromium', '@landing'] },
  async ({ page, line, clinic }) => {
    const member = await hire(clinic, 'Bogotá', PERMISSIONS);
    await page.goto(`${line.origin}/login`);
    await expect(page.getByRole('button', { name: 'Iniciar sesión' })).toBeVisible();
    await fitsAtEachWidth(page, '/login');
    const office = new Office(page, line.origin);
    await office.signIn(member);
    const evaluationId = await readyEvaluation(office, member, { person: visitor(), concept: 'Apta' });
    expect(PATHS.length).toBeGreaterThan(15);
    for (const path of PATHS) {
      const id = path.startsWith('/evaluations') ? evaluationId : member.id;
      await page.setViewportSize({ width: 1_024, height: 768 });
      await page.goto(`${line.origin}${path.replace(':id', id).replace('*', 'companies')}`);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await page.waitForLoadState('networkidle');
      await fitsAtEachWidth(page, path);
    }
  },
);
