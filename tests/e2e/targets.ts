import type { Page } from '@playwright/test';

export const findSmallTargets = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const SMALLEST = 44;
    const TARGETS =
      'a[href], button, input:not([type=hidden]), select, textarea, [role=button], [role=option], [role=menuitem]';
    /** Returns true for a link whose ::after covers the whole row or card. */
    const isStretched = (element: Element): boolean =>
      getComputedStyle(element).position === 'static' &&
      getComputedStyle(element, '::after').position === 'absolute';
    /**
     * Returns the nearest positioned ancestor. `offsetParent` is not used, because it also returns table cells that are not
     * positioned.
     */
    const positioned = (element: Element): Element => {
      const parent = element.parentElement;
      return !parent || getComputedStyle(parent).position !== 'static'
        ? (parent ?? element)
        : positioned(parent);
    };
    /** Returns the element that the user touches for `element`: the label of a hidden file input, or the body of a checkbox. */
    const touchTarget = (element: Element): Element => {
      if (element instanceof HTMLInputElement && element.type === 'file')
        return element.closest('label') ?? element;
      if (element instanceof HTMLInputElement && element.type === 'checkbox')
        return element.closest('.mantine-Checkbox-body') ?? element;
      if (element instanceof HTMLInputElement && element.type === 'radio')
        return element.closest('.mantine-Radio-root') ?? element;
      // A tap anywhere in the box, which also contains the chosen values, focuses the input.
      if (element.matches('.mantine-MultiSelect-inputField'))
        return element.closest('.mantine-Input-wrapper') ?? element;
      return isStretched(element) ? positioned(element) : element;
    };
    /**
     * Returns true for an element that the user can touch: it is visible and not behind a dialog. An element that is shown only
     * while focused counts while it has the focus.
     */
    const canBeTouched = (element: Element): boolean =>
      element.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true }) &&
      element.closest('[inert], [aria-hidden=true]') === null &&
      !(element.matches('.visually-hidden, .visually-hidden *') && !element.matches(':focus'));
    const dialog = document.querySelector('[role=dialog]');
    const isInOpenDialog = (element: Element): boolean => dialog === null || dialog.contains(element);
    return [...document.querySelectorAll(TARGETS)]
      .filter(canBeTouched)
      .filter(isInOpenDialog)
      .map(touchTarget)
      .flatMap((element) => {
        const { width, height } = element.getBoundingClientRect();
        const name = element.getAttribute('aria-label') ?? element.textContent;
        const isSmall = Math.round(width) < SMALLEST || Math.round(height) < SMALLEST;
        return isSmall
          ? [`${element.tagName.toLowerCase()} '${name}' ${Math.round(width)}×${Math.round(height)}`]
          : [];
      });
  });
