import type { Page } from '@playwright/test';
import { createReaderKeystrokes } from '../cards/reader-keys.ts';

const CTRL_MODIFIER = 2;
const VIRTUAL_KEY_CODES: Readonly<Record<string, number>> = { Enter: 13, Tab: 9 };

const SECONDS_PER_KEY = 0.004;
/**
 * Time of the simulated reader's last key in seconds. The next card begins one second later, so that the app takes it for a new
 * card.
 */
let lastKeyTimeSeconds = 0;
/** Pause in ms after which the app no longer takes a key for the reader's; longer than `CARD_END_PAUSE_MS`. */
const READER_IDLE_DELAY_MS = 700;

/** Waits until the app no longer mistakes keys that the test presses for keys of the card reader. */
const waitUntilReaderIsIdle = () =>
  new Promise((resolve) =>
    setTimeout(resolve, Math.max(0, lastKeyTimeSeconds * 1_000 + READER_IDLE_DELAY_MS - Date.now())),
  );

/**
 * Types the text at the focus like a card reader, one key every 4 ms. The events carry set times, so that the rhythm is the
 * same on a busy machine.
 */
export async function typeLikeCardReader(page: Page, text: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const strokes = createReaderKeystrokes(text, () => 4);
  const began = Math.max(Date.now() / 1_000, lastKeyTimeSeconds + 1);
  lastKeyTimeSeconds = began + strokes.length * SECONDS_PER_KEY;
  await Promise.all(
    strokes.map(({ key, ctrl }, index) =>
      session.send('Input.dispatchKeyEvent', {
        type: 'keyDown',
        key,
        timestamp: began + index * SECONDS_PER_KEY,
        modifiers: ctrl ? CTRL_MODIFIER : 0,
        ...(ctrl ? {} : { text: key === 'Enter' ? '\r' : key === 'Tab' ? '' : key }),
        ...(VIRTUAL_KEY_CODES[key] === undefined ? {} : { windowsVirtualKeyCode: VIRTUAL_KEY_CODES[key] }),
      }),
    ),
  );
  await session.detach();
  await waitUntilReaderIsIdle();
}
