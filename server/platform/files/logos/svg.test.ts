import { describe, expect, it } from 'vitest';
import { isUtf16Svg, findDisallowedSvgContent, isWithinSvgLimits, readSvgText } from './svg.ts';

const NAMESPACES = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"';
const createSvg = (inside: string, root = ''): string =>
  `<svg ${NAMESPACES} width="10" height="10" ${root}>${inside}</svg>`;
const readSvg = (text: string) => readSvgText(Buffer.from(text));

describe('P10.17 `readSvgText`, the detection of an SVG by its content', () => {
  it.each([
    ['bare', createSvg('')],
    [
      'after a byte order mark, a declaration, a comment and a document type',
      `\ufeff<?xml version="1.0"?>\n<!-- Logo -->\n<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">\n${createSvg('')}`,
    ],
    ['with a prefix', '<svg:svg xmlns:svg="http://www.w3.org/2000/svg"/>'],
  ])('`readSvgText` recognises an SVG %s', (_name, text) => {
    expect(readSvg(text)).toContain('svg');
  });

  it.each([
    ['a page', '<!DOCTYPE html><html><body><svg></svg></body></html>'],
    ['words', 'svg'],
    ['nothing', ''],
    ['a comment that does not end', '<!-- <svg/>'],
    ['another element that begins so', '<svgs/>'],
  ])('`readSvgText` returns null for content that is not an SVG: %s', (_name, text) => {
    expect(readSvg(text)).toBeNull();
  });

  it('`readSvgText` returns null for a compressed SVG and for an SVG in UTF-16, which `isUtf16Svg` recognises', () => {
    const utf16 = Buffer.from(createSvg(''), 'utf16le');
    expect(readSvgText(utf16)).toBeNull();
    expect(
      [utf16, Buffer.from(utf16).swap16(), Buffer.from(createSvg('')), Buffer.from('texto', 'utf16le')].map(
        isUtf16Svg,
      ),
    ).toEqual([true, true, false, false]);
    expect(readSvgText(Buffer.from('1f8b080000000000000003b32e2e4b070093b6cd5406000000', 'hex'))).toBeNull();
  });
});

function isDrawingOnly(text: string): boolean {
  const known = readSvg(text);
  if (known === null) throw new Error('No SVG');
  return findDisallowedSvgContent(known) === null;
}

describe('P10.17 SVG that contains only a drawing', () => {
  it.each([
    ['shapes', createSvg('<g><path d="M0 0h9v9z"/><text>Once = 1</text></g>')],
    [
      'what it refers to within itself',
      createSvg(
        '<use xlink:href="#a"/><rect fill="url(#b)" style="mask:url(&quot;#c&quot;)" clip-path="url( \'#d\' )"/>',
      ),
    ],
    ['styles', createSvg('<style>.a{fill:url(#b)}</style>')],
    ['filters', createSvg('<filter id="f"><feGaussianBlur stdDeviation="2"/></filter>')],
    ['who drew it', createSvg('<metadata><rdf:li rdf:resource="http://example.demo/me"/></metadata>')],
    ['an attack in a comment', createSvg('<!-- <script>alert(1)</script> -->')],
  ])('the check accepts an SVG that contains only a drawing: %s', (_name, text) => {
    expect(isDrawingOnly(text)).toBe(true);
  });
});

describe('P10.17 SVG that contains more than a drawing', () => {
  it.each([
    ['a script', createSvg('<script>alert(1)</script>')],
    ['a script with a prefix', createSvg('<svg:script>alert(1)</svg:script>')],
    ['an event handler', createSvg('', 'onload="alert(1)"')],
    ['an event handler on a line of its own', createSvg('<rect\n\tONCLICK =\n"alert(1)"/>')],
    ['a picture from the net', createSvg('<image xlink:href="http://example.demo/a.png"/>')],
    ['a picture inside', createSvg('<image href="data:image/png;base64,AAAA"/>')],
    ['a use of another file', createSvg('<use href="file:///etc/passwd#a"/>')],
    ['a use of a file beside', createSvg("<use xlink:href = 'a.svg#a'/>")],
    ['a hidden reference', createSvg('<use href="&#102;ile:///etc/passwd"/>')],
    ['a link', createSvg('<a href="https://example.demo">x</a>')],
    ['a fill from elsewhere', createSvg('<rect fill="url(http://example.demo/a.svg#b)"/>')],
    ['a fill from a file', createSvg('<rect style="fill:url(&quot;file:///etc/a.svg#b&quot;)"/>')],
    ['a filter that fetches', createSvg('<filter><feImage href="#a"/></filter>')],
    ['an imported style', createSvg('<style>@import "http://example.demo/a.css";</style>')],
    ['a font', createSvg('<style>@font-face{font-family:x;src:url(//example.demo/x)}</style>')],
    ['a style sheet', `<?xml-stylesheet href="a.css"?>${createSvg('')}`],
    ['an inclusion', createSvg('<xi:include href="#a" parse="text"/>')],
    ['a page inside', createSvg('<foreignObject><div/></foreignObject>')],
    ['a script and entities', `<!DOCTYPE svg [<!ENTITY a "b">]>${createSvg('<script>alert(1)</script>')}`],
  ])('the check rejects an SVG with code or an external reference as active: %s', (_name, text) => {
    expect(findDisallowedSvgContent(readSvg(text) ?? '')).toBe('active');
  });

  it.each([
    ['entities of a file', `<!DOCTYPE svg [<!ENTITY a SYSTEM "file:///etc/passwd">]>${createSvg('&a;')}`],
    [
      'entities of Illustrator',
      `<!DOCTYPE svg [<!ENTITY ns "http://ns.adobe.com/">]>${createSvg('', 'xmlns:x="&ns;"')}`,
    ],
    [
      'a document type with definitions',
      `<!DOCTYPE svg PUBLIC "a" "b" [<!ELEMENT svg ANY>]>${createSvg('')}`,
    ],
  ])('the check rejects an SVG with definitions in its document type: %s', (_name, text) => {
    expect(findDisallowedSvgContent(readSvg(text) ?? '')).toBe('definitions');
  });

  it.each(['<!--', '<!DOCTYPE ', 'url(', 'href=', ' on', '<a:', ' ', '&quot;'])(
    "the SVG check takes no quadratic time when the SVG's content only repeats %j",
    (beginning) => {
      const text = createSvg(beginning.repeat(Math.floor(250_000 / beginning.length)));
      expect(typeof isDrawingOnly(text)).toBe('boolean');
    },
  );

  it.each(['<!DOCTYPE', '<!DOCTYPE [', '<!DOCTYPE ]', '<!DOCTYPE []', '<?', '<?>', '[', ' <'])(
    'the detection of an SVG takes no quadratic time when the file only repeats %j',
    (beginning) => {
      expect(readSvg(beginning.repeat(Math.floor(250_000 / beginning.length)))).toBeNull();
    },
  );
});

describe('L7 limits of the content of an SVG logo', () => {
  const letters = 'aW'.repeat(10_001);
  it.each([
    ['letters', `<text>${letters}</text>`],
    ['letters in a section of plain text', `<text><![CDATA[${letters}]]></text>`],
    ['elements', '<g></g>'.repeat(10_001)],
    ['elements that end themselves', '<a/>'.repeat(20_001)],
  ])('the check rejects an SVG with too many %s', (_name, inside) => {
    expect(isWithinSvgLimits(createSvg(inside))).toBe(false);
  });

  it('the check accepts an SVG with thousands of shapes, long outlines and a style sheet', () => {
    const outline = `<path d="${'M0 0h9v9z'.repeat(9_000)}"/>`;
    expect(
      isWithinSvgLimits(
        createSvg(`<style>${'.a{fill:red}'.repeat(500)}</style>${outline}${'<g></g>'.repeat(9_000)}`),
      ),
    ).toBe(true);
  });
});
