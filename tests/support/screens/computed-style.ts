/** HTML tags whose style also depends on their attributes. */
const BY_ATTRIBUTES: ReadonlySet<string> = new Set(['dialog', 'details', 'input']);
const INHERITED = /visibility|pointer-events/;
/** Matches a declaration other than a variable; no loaded stylesheet reads variables. */
const DECLARED = /(?:^|;)\s*(?!--)\w/;

/** Returns whether the element, or an ancestor from which it inherits, has individual styles. */
function isStyled(element: Element): boolean {
  if (element.hasAttribute('hidden') || BY_ATTRIBUTES.has(element.localName)) return true;
  if (DECLARED.test(element.getAttribute('style') ?? '')) return true;
  for (let above = element.parentElement; above; above = above.parentElement)
    if (INHERITED.test(above.getAttribute('style') ?? '')) return true;
  return false;
}

/**
 * Caches computed styles by tag. No stylesheet of the app is loaded, so that an element without individual styles looks like
 * its tag; happy-dom would inspect all ancestors of every element that is searched by its role.
 */
export function rememberComputedStyles(window: Window): void {
  const compute = window.getComputedStyle.bind(window);
  const { document } = window;
  const ofTags = new Map<string, CSSStyleDeclaration>();
  // Mantine measures the text of a growing field at each rendering; without a box-sizing it skips this work.
  const unmeasured = document.createElement('textarea').style;
  // Pseudo-elements exist only in stylesheets.
  const absent = document.createElement('span').style;
  /** Returns a copy, because a computed style is empty once its element has left the page. */
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
