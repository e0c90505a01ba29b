/** A ref for what comes in place of what had the focus: without it a keyboard would begin at the top of the page. */
export const takeFocus = (element: HTMLElement | null): void => element?.focus();
