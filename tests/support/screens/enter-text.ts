import userEvent from '@testing-library/user-event';

const KEY_AT_END = /\{\w+\}$/;

/**
 * Inserts a text at the end of a field in one event, then presses the key that ends it (`900123{Enter}`): a rendering for each
 * letter took most of the time of a form's test. Tests about keystrokes use `userEvent.type`.
 */
export async function enterText(field: Element, text: string): Promise<void> {
  const key = KEY_AT_END.exec(text)?.[0] ?? '';
  await userEvent.click(field);
  await userEvent.paste(text.slice(0, text.length - key.length));
  if (key !== '') await userEvent.keyboard(key);
}
