import type { Page } from '@playwright/test';

/** What can be touched on the screen and is smaller than 44 × 44 CSS pixels, in words. */
export const smallTargets = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const SMALLEST = 44;
    const TARGETS =
      'a[href], button, input:not([type=hidden]), select, textarea, [role=button], [role=option], [role=menuitem]';
    /** A link whose ::after is laid over the row or the card that it stands in. */
    const isStretched = (element: Element): boolean =>
      getComputedStyle(element).position === 'static' &&
      getComputedStyle(element, '::after').position === 'absolute';
    /** Not offsetParent: that answers a table's cell whether or not it is positioned. */
    const positioned = (element: Element): Element => {
      const parent = element.parentElement;
      return !parent || getComputedStyle(parent).position !== 'static'
        ? (parent ?? element)
        : positioned(parent);
    };
    /** A hidden file input is touched through its label, and so is a box to be ticked. */
    const touched = (element: Element): Element => {
      if (element instanceof HTMLInputElement && element.type === 'file')
        return element.closest('label') ?? element;
      if (element instanceof HTMLInputElement && element.type === 'checkbox')
        return element.closest('.mantine-Checkbox-body') ?? element;
      if (element instanceof HTMLInputElement && element.type === 'radio')
        return element.closest('.mantine-Radio-root') ?? element;
      // Beside its pills: a tap anywhere in the box is one on it.
      if (element.matches('.mantine-MultiSelect-inputField'))
        return element.closest('.mantine-Input-wrapper') ?? element;
      return isStretched(element) ? positioned(element) : element;
    };
    /** Shown only while it has the focus, or behind a dialog. */
    const isTouchable = (element: Element): boolean =>
      element.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true }) &&
      element.closest('[inert], [aria-hidden=true]') === null &&
      !(element.matches('.visually-hidden, .visually-hidden *') && !element.matches(':focus'));
    const dialog = document.querySelector('[role=dialog]');
    const isInFront = (element: Element): boolean => dialog === null || dialog.contains(element);
    return [...document.querySelectorAll(TARGETS)]
      .filter(isTouchable)
      .filter(isInFront)
      .map(touched)
      .flatMap((element) => {
        const { width, height } = element.getBoundingClientRect();
        const name = element.getAttribute('aria-label') ?? element.textContent;
        const isSmall = Math.round(width) < SMALLEST || Math.round(height) < SMALLEST;
        return isSmall
          ? [`${element.tagName.toLowerCase()} '${name}' ${Math.round(width)}×${Math.round(height)}`]
          : [];
      });
  });
