/** Attributes for which theme.css has print rules. */
const TEXT = 'data-printed-text';
const BOX = 'data-printed-box';

const canScroll = (element: Element): boolean => /auto|scroll/.test(getComputedStyle(element).overflowY);

/**
 * Marks elements that can scroll, so that paper shows all of their content: a box grows to its content, and the wrapper of a
 * field prints its text, because a `textarea` grows with its content in no browser of the stated minimum and breaks across no
 * page.
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

/** Prints texts and boxes completely from now on. Further calls have no effect. */
export function watchPrinting(): void {
  window.addEventListener('beforeprint', prepare);
  window.addEventListener('afterprint', restore);
}
