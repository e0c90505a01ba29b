/** HTML tags whose computed style also depends on attributes. */
const TAGS_STYLED_BY_ATTRIBUTES: ReadonlySet<string> = new Set(['dialog', 'details', 'input']);
const INHERITED_STYLE_PATTERN = /visibility|pointer-events/;
/** Matches a style declaration that is not a variable; no loaded stylesheet uses variables. */
const STYLE_DECLARATION_PATTERN = /(?:^|;)\s*(?!--)\w/;

/** Returns true if an attribute changes the style of the element, or of an ancestor from which it inherits. */
function isStyled(element: Element): boolean {
  if (element.hasAttribute('hidden') || TAGS_STYLED_BY_ATTRIBUTES.has(element.localName)) return true;
  if (STYLE_DECLARATION_PATTERN.test(element.getAttribute('style') ?? '')) return true;
  for (let above = element.parentElement; above; above = above.parentElement)
    if (INHERITED_STYLE_PATTERN.test(above.getAttribute('style') ?? '')) return true;
  return false;
}

/**
 * Caches computed styles by tag. Tests load no stylesheet of the app, so elements with the same tag look alike unless an
 * attribute changes their style. Without the cache, happy-dom would inspect all ancestors of every element in a search by role.
 */
export function cacheComputedStyles(window: Window): void {
  const compute = window.getComputedStyle.bind(window);
  const { document } = window;
  const ofTags = new Map<string, CSSStyleDeclaration>();
  // Mantine measures the text of a growing field at each rendering. The detached element has no box-sizing, so Mantine skips
  // the measurement.
  const unmeasured = document.createElement('textarea').style;
  // Tests have no stylesheets and therefore no styled pseudo-elements.
  const absent = document.createElement('span').style;
  /**
   * Returns a new style that is visible and has the computed `display`. The computed style itself is not cached, because it
   * becomes empty when its element leaves the page.
   */
  const copyOf = (element: Element): CSSStyleDeclaration => {
    const { style } = document.createElement(element.localName);
    style.display = compute(element).display || 'inline';
    style.visibility = 'visible';
    return style;
  };
  window.getComputedStyle = (element, pseudo) => {
    if (element.localName === 'textarea') return unmeasured;
    if (pseudo) return absent;
    if (!element.isConnected || isStyled(element)) return compute(element);
    const known = ofTags.get(element.localName) ?? copyOf(element);
    ofTags.set(element.localName, known);
    return known;
  };
}
