import type { VerificationTone } from '#domain/verification/verdict-text.ts';

export function createElement<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  text = '',
  className = '',
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  made.textContent = text;
  made.className = className;
  return made;
}

export const elementById = (id: string): HTMLElement => {
  const found = document.getElementById(id);
  if (!found) throw new Error(`The page has no #${id}`);
  return found;
};

export const createMessageElement = (tone: VerificationTone, text: string): HTMLElement => {
  const line = createElement('p', '', `said ${tone}`);
  // The text is one child next to the mark, so that all its lines have the same left edge.
  line.append(createElement('span', text));
  return line;
};
