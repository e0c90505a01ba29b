import { readFileSync } from 'node:fs';
import type { CDPSession, Frame, Page } from '@playwright/test';
import { PERMISSIONS } from '#contract/vocabulary.ts';
import { createVisitor } from '#tests/support/base/patients.ts';
import { createUnsignedEvaluation } from '#tests/support/reception/ready-evaluation.ts';
import { OfficePage } from '#tests/support/reception/office.ts';
import { createClinicUser } from '#tests/support/server/clinic.ts';
import { expect, test } from '../fixtures.ts';

/** Widths in px, from a phone (or a window of 640 px at 200 % zoom) to a large monitor. */
const TESTED_WIDTHS_PX = Array.from({ length: 101 }, (_, nth) => 320 + 16 * nth);

/**
 * Font sizes in px: the browser settings 'Medium' and 'Very large', and twice the usual size. Larger ones enlarge rem, and em in
 * media queries.
 */
const [USUAL_TEXT, LARGE_TEXT, DOUBLE_TEXT] = [16, 24, 32];
/** Widths in px to which the window itself is resized, because scripts position some elements only then. */
const WINDOW_WIDTHS_PX = [320, 640, 1_024];
const PHONE_WIDTHS_PX = [320, 390];
/** Width in px of the scroll bar of Windows, which media queries count as part of the window. The tested browser shows none. */
const SCROLL_BAR_PX = 17;

/** Paths of the route table, so that the test covers new screens without a change. */
const ROUTE_PATHS = [...readFileSync('src/app/routes.tsx', 'utf8').matchAll(/\['(\/[^']+)'/g)].map(
  ([, path = '']) => path,
);

/**
 * Runs in the page. Copies the page into a frame and waits for its styles, fonts and pictures. Resizing the frame to a hundred
 * widths takes a tenth of the time of resizing a window, because the browser paints nothing in between.
 */
async function copyIntoFrame(): Promise<void> {
  const copy = document.documentElement.cloneNode(true) as HTMLElement;
  for (const element of copy.querySelectorAll('script, link:not([rel=stylesheet])')) element.remove();
  const frame = document.createElement('iframe');
  frame.style.cssText = `position: fixed; inset: 0; border: 0; width: ${innerWidth}px; height: ${innerHeight}px; visibility: hidden`;
  frame.srcdoc = '<!doctype html>';
  await new Promise((resolve) => {
    frame.addEventListener('load', resolve);
    document.body.append(frame);
  });
  const inside = frame.contentDocument;
  if (inside === null) throw new Error('the frame has another origin');
  const styles = [...copy.querySelectorAll('link')].map(
    (link) => new Promise((resolve) => link.addEventListener('load', resolve)),
  );
  inside.replaceChild(copy, inside.documentElement);
  const pictures = [...inside.images].filter(({ loading }) => loading !== 'lazy');
  await Promise.all([...styles, inside.fonts.ready, ...pictures.map((picture) => picture.decode())]);
}

/**
 * Runs in the page, or in its copy in a frame, which it resizes to each width. Describes the elements that are cut off at the
 * right.
 */
function findCutOffElements(widths: readonly number[]): readonly string[] {
  const frame = window.frameElement as HTMLElement | null;
  return widths.flatMap((width) => {
    if (frame !== null) frame.style.width = `${width}px`;
    if (innerWidth !== width) return [`${width}: the window is ${innerWidth} px wide`];
    const { scrollWidth, clientWidth } = document.documentElement;
    const cutOffElements = (selector: string) =>
      [...document.querySelectorAll(selector)].filter((element) => {
        const { right, left } = element.getBoundingClientRect();
        return right > left && right > clientWidth + 1;
      });
    const hidden = cutOffElements('header :is(a, button)');
    if (scrollWidth <= clientWidth && hidden.length === 0) return [];
    const all = cutOffElements('body *:not(nav *)');
    const innermost = all.filter((element) => !all.some((one) => one !== element && element.contains(one)));
    const shown = hidden.length > 0 ? hidden : innermost.slice(0, 3);
    const texts = shown.map(({ outerHTML }) => outerHTML.slice(0, 200));
    return [`${width}: ${scrollWidth - clientWidth} px; ${texts.join(', ')}`];
  });
}

/**
 * Runs in a copy of the page in a frame, which it resizes to each width, and makes the page as narrow as a scroll bar does.
 * Returns the widths at which a control of the header is cut off.
 */
function findWidthsWithCutHeader({
  widths,
  bar,
}: {
  widths: readonly number[];
  bar: number;
}): readonly number[] {
  const frame = window.frameElement as HTMLElement;
  document.documentElement.style.marginRight = `${bar}px`;
  return widths.filter((width) => {
    frame.style.width = `${width}px`;
    const controls = [...document.querySelectorAll('header :is(a, button)')];
    return controls.some((control) => control.getBoundingClientRect().right > width - bar + 1);
  });
}

const measurePageHeight = (page: Page | Frame) => page.evaluate(() => document.documentElement.scrollHeight);

/** Runs in the page. Returns the texts that their box, button or cell cuts off, except texts with an intended ellipsis. */
function findCutOffTexts(): readonly string[] {
  const isElementShown = (element: Element) =>
    element.getBoundingClientRect().width > 1 && getComputedStyle(element).clipPath === 'none';
  const isCutOff = (element: Element) => {
    const { overflowX, textOverflow } = getComputedStyle(element);
    return (
      overflowX === 'hidden' &&
      textOverflow !== 'ellipsis' &&
      (element.scrollWidth > element.clientWidth + 1 || element.scrollHeight > element.clientHeight + 3)
    );
  };
  return [...document.querySelectorAll('body *:not(:has(*), svg *, input, textarea, .visually-hidden *)')]
    .filter((element) => element.textContent.trim() !== '' && isElementShown(element) && isCutOff(element))
    .map((element) => element.textContent);
}

/** Window whose size and font size are set through the devtools protocol, because Playwright cannot set the font size. */
class DevtoolsWindow {
  readonly page: Page;
  readonly #devtools: CDPSession;

  private constructor(page: Page, devtools: CDPSession) {
    [this.page, this.#devtools] = [page, devtools];
  }

  static async attachTo(page: Page): Promise<DevtoolsWindow> {
    return new DevtoolsWindow(page, await page.context().newCDPSession(page));
  }

  async resize(width: number, height = 768): Promise<void> {
    const size = { width, height, deviceScaleFactor: 1, mobile: false };
    await this.#devtools.send('Emulation.setDeviceMetricsOverride', size);
  }

  /** Sets the font size of the browser's settings. A font size on `html` would not change media queries. */
  async setFontSize(standard: number): Promise<void> {
    await this.#devtools.send('Page.setFontSizes', { fontSizes: { standard } });
    const readFontSize = () => this.page.evaluate(() => getComputedStyle(document.body).fontSize);
    expect(await readFontSize()).toBe(`${standard}px`);
  }

  async open(address: string): Promise<void> {
    // The page must be in front, because a page in the background loads slowly.
    await this.page.bringToFront();
    await this.resize(1_024);
    await this.page.goto(address);
    await expect(this.page.getByRole('heading', { level: 1 })).toBeVisible();
    await this.page.waitForLoadState('networkidle');
  }

  private copy(): Frame {
    const copy = this.page.frames().find((frame) => frame !== this.page.mainFrame());
    if (!copy) throw new Error('there is no copy');
    return copy;
  }

  private async removeCopy(): Promise<void> {
    await this.page.evaluate(() => document.querySelector('iframe')?.remove());
  }

  /**
   * Checks a copy of the screen at all widths, and the screen itself at three widths with usual and very large text and on a
   * phone with text of twice the usual size.
   */
  async expectFits(where: string): Promise<void> {
    // On a slow machine the screen may still grow, so the page is copied again until both have the same height.
    await expect(async () => {
      await this.removeCopy();
      await this.page.evaluate(copyIntoFrame);
      expect(await measurePageHeight(this.copy()), where).toBe(await measurePageHeight(this.page));
    }, `the copy of ${where} has the same layout`).toPass();
    const cut = [...(await this.copy().evaluate(findCutOffElements, TESTED_WIDTHS_PX))];
    const withBar = { widths: TESTED_WIDTHS_PX, bar: SCROLL_BAR_PX };
    const cutByBar = await this.copy().evaluate(findWidthsWithCutHeader, withBar);
    cut.push(...cutByBar.map((width) => `${width}: the header is cut off beside a scroll bar`));
    await this.removeCopy();
    for (const width of WINDOW_WIDTHS_PX) {
      await this.resize(width);
      cut.push(...(await this.page.evaluate(findCutOffElements, [width])));
    }
    for (const [size, widths] of [
      [LARGE_TEXT, WINDOW_WIDTHS_PX],
      [DOUBLE_TEXT, PHONE_WIDTHS_PX],
    ] as const) {
      await this.setFontSize(size);
      for (const width of widths) {
        await this.resize(width);
        cut.push(
          ...(await this.page.evaluate(findCutOffElements, [width])),
          ...(await this.page.evaluate(findCutOffTexts)),
        );
      }
    }
    await this.setFontSize(USUAL_TEXT);
    expect.soft(cut, where).toEqual([]);
  }
}

/** Checks that the search button stays next to the patient's number field when the text is very large. */
async function expectSearchBesideNumber(window: DevtoolsWindow): Promise<void> {
  const topOf = async (selector: string) => (await window.page.locator(selector).boundingBox())?.y ?? NaN;
  await window.setFontSize(LARGE_TEXT);
  for (const [width, height] of [
    [1_024, 768],
    [1_440, 1_300],
  ] as const) {
    await window.resize(width, height);
    const beside = (await topOf('.patient-search')) - (await topOf('.patient-number input'));
    expect(Math.abs(beside), `'Buscar paciente' beside the number, ${width} px`).toBeLessThan(1);
  }
}

test(
  'P10.55 P10.330 every screen fits at each width from 320 to 1920 px with all controls of the header visible, and cuts off no word when the text is 24 px, or 32 px on a phone',
  { tag: ['@chromium', '@landing'] },
  async ({ page, context, line, clinic }) => {
    test.setTimeout(900_000);
    // The user has all permissions, because the test opens every screen.
    const member = await createClinicUser(clinic, 'Bogotá', PERMISSIONS);
    let [shown, other] = [
      await DevtoolsWindow.attachTo(page),
      await DevtoolsWindow.attachTo(await context.newPage()),
    ];
    await page.goto(`${line.origin}/login`);
    await expect(page.getByRole('button', { name: 'Iniciar sesión' })).toBeVisible();
    await shown.expectFits('/login');
    await shown.resize(1_024);
    const office = new OfficePage(page, line.origin);
    await office.signIn(member);
    const evaluationId = await createUnsignedEvaluation(office, member, {
      person: createVisitor(),
      concept: 'Apta',
    });
    const addressOf = (path: string) => {
      const id = path.startsWith('/evaluations') ? evaluationId : member.id;
      return (
        line.origin + path.replace(':id', id).replace('*', path.startsWith('/expected') ? 'new' : 'companies')
      );
    };
    expect(ROUTE_PATHS.length).toBeGreaterThan(15);
    await shown.open(addressOf(ROUTE_PATHS[0] ?? ''));
    for (const [nth, path] of ROUTE_PATHS.entries()) {
      // The other window loads the next screen while this window is measured, to save time.
      const next = ROUTE_PATHS[nth + 1] ?? '/reception';
      await Promise.all([shown.expectFits(path), other.open(addressOf(next))]);
      [shown, other] = [other, shown];
    }
    await expectSearchBesideNumber(shown);
  },
);
