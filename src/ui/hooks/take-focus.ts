/** Ref callback for an element that replaces the focused one: without it the keyboard would begin at the top of the page. */
export const takeFocus = (element: HTMLElement | null): void => element?.focus();
