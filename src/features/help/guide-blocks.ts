export type InlineSpan =
  | { readonly type: 'plain' | 'strong'; readonly text: string }
  | { readonly type: 'link'; readonly text: string; readonly to: string };

export type GuideBlock =
  | { readonly type: 'heading'; readonly level: 1 | 2 | 3; readonly text: string; readonly id: string }
  | { readonly type: 'text'; readonly spans: readonly InlineSpan[] }
  | { readonly type: 'list'; readonly isOrdered: boolean; readonly items: readonly (readonly InlineSpan[])[] }
  /** `name`: file name without folder. */
  | { readonly type: 'picture'; readonly alt: string; readonly name: string };

/** Returns the anchor that GitHub gives a heading, so that the links also work on GitHub. */
const createHeadingAnchor = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} -]/gu, '')
    .replaceAll(' ', '-');

const SPAN_PATTERN = /\*\*(.+?)\*\*|\[(.+?)\]\(#(.+?)\)/gu;

function parseInlineSpans(line: string): InlineSpan[] {
  const spans: InlineSpan[] = [];
  let at = 0;
  for (const found of line.matchAll(SPAN_PATTERN)) {
    if (found.index > at) spans.push({ type: 'plain', text: line.slice(at, found.index) });
    const [whole, strong, text, to] = found;
    if (strong !== undefined) spans.push({ type: 'strong', text: strong });
    else if (text !== undefined && to !== undefined) spans.push({ type: 'link', text, to });
    at = found.index + whole.length;
  }
  if (at < line.length) spans.push({ type: 'plain', text: line.slice(at) });
  return spans;
}

const LIST_ITEM_PATTERN = /^(?:-|\d+\.) +/;

/** Splits a list at each bullet or number. An indented line continues the previous item. */
function parseListItems(lines: readonly string[]): (readonly InlineSpan[])[] {
  const items: string[] = [];
  for (const line of lines) {
    if (LIST_ITEM_PATTERN.test(line)) items.push(line.replace(LIST_ITEM_PATTERN, ''));
    else items.push(`${items.pop() ?? ''} ${line.trim()}`);
  }
  return items.map(parseInlineSpans);
}

function parseGuideBlock(lines: readonly string[]): GuideBlock {
  const [first = ''] = lines;
  const heading = /^(#{1,3}) (.+)$/.exec(first);
  if (heading?.[1] && heading[2]) {
    const level = heading[1].length as 1 | 2 | 3;
    return { type: 'heading', level, text: heading[2], id: createHeadingAnchor(heading[2]) };
  }
  const picture = /^!\[(.+)\]\((?:.+\/)?(.+)\)$/.exec(first);
  if (picture?.[1] && picture[2]) return { type: 'picture', alt: picture[1], name: picture[2] };
  if (LIST_ITEM_PATTERN.test(first))
    return { type: 'list', isOrdered: !first.startsWith('-'), items: parseListItems(lines) };
  return { type: 'text', spans: parseInlineSpans(lines.join(' ')) };
}

/**
 * Parses the Markdown of docs/guide/guia.md: headings, paragraphs, lists of one level, images on a separate line, bold, and
 * links inside the guide. Blocks are separated by empty lines.
 */
export const parseGuideBlocks = (markdown: string): readonly GuideBlock[] =>
  markdown
    .trim()
    .split(/\n{2,}/)
    .map((block) => parseGuideBlock(block.split('\n')));
