/** Attributes for which theme.css has print rules. */
const TEXT = 'data-printed-text';
const BOX = 'data-printed-box';

const canScroll = (element: Element): boolean => /auto|scroll/.test(getComputedStyle(element).overflowY);

/**
 * Marks elements that can scroll, so that paper shows all of their content. A box grows to its content. A `textarea` does not
 * grow in the oldest supported browsers and never breaks across pages, so its wrapper prints the text.
 */
function prepare(): void {
  for (const field of document.querySelectorAll('textarea'))
    if (field.value !== '') field.parentElement?.setAttribute(TEXT, field.value);
  for (const element of document.querySelectorAll('body :not(textarea)'))
    if (canScroll(element)) element.setAttribute(BOX, '');
}

function restore(): void {
  for (const name of [TEXT, BOX])
    for (const element of document.querySelectorAll(`[${name}]`)) element.removeAttribute(name);
}

/** Makes every later print show texts and boxes completely. Further calls have no effect. */
export function expandForPrinting(): void {
  window.addEventListener('beforeprint', prepare);
  window.addEventListener('afterprint', restore);
}
