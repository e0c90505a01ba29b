/**
 * Ref callback for an element that replaces the focused one. Without it the Tab key would start again at the top of the page.
 */
export const focusOnMount = (element: HTMLElement | null): void => element?.focus();
