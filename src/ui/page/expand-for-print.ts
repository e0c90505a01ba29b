/** Attribute for which theme.css has print rules; it contains the text of a `textarea`. */
const PRINTED_TEXT_ATTRIBUTE = 'data-printed-text';
const PRINTED_BOX_ATTRIBUTE = 'data-printed-box';
const PRINTED_STACK_ATTRIBUTE = 'data-printed-stack';

const hasScrollOverflow = (element: Element): boolean =>
  /auto|scroll/.test(getComputedStyle(element).overflowY);

/**
 * Marks the grids around an element, which are printed as blocks. Firefox breaks no row of a grid across pages, and would cut a
 * line of a long text in half; a block breaks between lines.
 */
function markGridsAround(element: Element | null): void {
  for (let around = element; around; around = around.parentElement)
    if (getComputedStyle(around).display === 'grid') around.setAttribute(PRINTED_STACK_ATTRIBUTE, '');
}

/**
 * Marks elements that scroll, so that they are printed with all their content. A box expands. A `textarea` cannot expand in the
 * oldest supported browsers and never breaks across pages, so its wrapper prints the text.
 */
function markScrollingElements(): void {
  // Mantine measures heights with a hidden textarea in the body, whose text must not be printed.
  for (const field of document.querySelectorAll<HTMLTextAreaElement>('textarea:not([aria-hidden])'))
    if (field.value !== '') {
      field.parentElement?.setAttribute(PRINTED_TEXT_ATTRIBUTE, field.value);
      markGridsAround(field.parentElement);
    }
  for (const element of document.querySelectorAll('body :not(textarea)'))
    if (hasScrollOverflow(element)) element.setAttribute(PRINTED_BOX_ATTRIBUTE, '');
}

function unmarkScrollingElements(): void {
  for (const name of [PRINTED_TEXT_ATTRIBUTE, PRINTED_BOX_ATTRIBUTE, PRINTED_STACK_ATTRIBUTE])
    for (const element of document.querySelectorAll(`[${name}]`)) element.removeAttribute(name);
}

/** Makes every print show texts and boxes completely. Repeated calls have no effect. */
export function expandBeforeEachPrint(): void {
  window.addEventListener('beforeprint', markScrollingElements);
  window.addEventListener('afterprint', unmarkScrollingElements);
}
