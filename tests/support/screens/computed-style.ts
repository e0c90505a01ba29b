/** Their look depends on their attributes. */
const BY_ATTRIBUTES: ReadonlySet<string> = new Set(['dialog', 'details', 'input']);
const INHERITED = /visibility|pointer-events/;

/** It, or something that it inherits from, has a look of its own. */
function isStyled(element: Element): boolean {
  if (element.hasAttribute('style') || element.hasAttribute('hidden') || BY_ATTRIBUTES.has(element.localName))
    return true;
  for (let above = element.parentElement; above; above = above.parentElement)
    if (INHERITED.test(above.getAttribute('style') ?? '')) return true;
  return false;
}

/**
 * No stylesheet of ours is loaded in jsdom, so an element without a style of its own looks as its tag does. jsdom would
 * match each rule of a browser's sheet against it, for every element that is looked for by its role.
 */
export function rememberComputedStyles(window: Window): void {
  const compute = window.getComputedStyle.bind(window);
  const ofTags = new Map<string, CSSStyleDeclaration>();
  window.getComputedStyle = (element, pseudo) => {
    if (pseudo || isStyled(element)) return compute(element, pseudo);
    const known = ofTags.get(element.localName) ?? compute(element);
    ofTags.set(element.localName, known);
    return known;
  };
}
