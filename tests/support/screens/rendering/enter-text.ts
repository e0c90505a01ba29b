import userEvent from '@testing-library/user-event';

const TRAILING_KEY_PATTERN = /\{\w+\}$/;

/**
 * Appends the text to the field in one event, then presses the key named at the text's end (`900123{Enter}`). Rendering after
 * each letter would take most of a form test's time; tests about keystrokes use `userEvent.type`.
 */
export async function enterText(field: Element, text: string): Promise<void> {
  const key = TRAILING_KEY_PATTERN.exec(text)?.[0] ?? '';
  await userEvent.click(field);
  await userEvent.paste(text.slice(0, text.length - key.length));
  if (key !== '') await userEvent.keyboard(key);
}
