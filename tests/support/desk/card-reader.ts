import type { Page } from '@playwright/test';
import { typedByReader } from '../cards/reader-keys.ts';

const CTRL = 2;
const VIRTUAL_KEYS: Readonly<Record<string, number>> = { Enter: 13, Tab: 9 };

const SECONDS_A_KEY = 0.004;
/** When the reader's last key was, in seconds: the next card begins a second later, also where the machine is quicker. */
let last = 0;

/**
 * A reader that types the text at 4 ms a key, wherever the focus is. The times are the keys' own and not the machine's:
 * the rhythm is the same on a busy one.
 */
export async function readerTypes(page: Page, text: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const strokes = typedByReader(text, () => 4);
  const began = Math.max(Date.now() / 1_000, last + 1);
  last = began + strokes.length * SECONDS_A_KEY;
  await Promise.all(
    strokes.map(({ key, ctrl }, index) =>
      session.send('Input.dispatchKeyEvent', {
        type: 'keyDown',
        key,
        timestamp: began + index * SECONDS_A_KEY,
        modifiers: ctrl ? CTRL : 0,
        ...(ctrl ? {} : { text: key === 'Enter' ? '\r' : key === 'Tab' ? '' : key }),
        ...(VIRTUAL_KEYS[key] === undefined ? {} : { windowsVirtualKeyCode: VIRTUAL_KEYS[key] }),
      }),
    ),
  );
  await session.detach();
}
