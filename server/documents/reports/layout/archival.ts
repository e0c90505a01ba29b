import { COLOUR_PROFILE } from './colour-profile.ts';

/** Document properties for file managers and search engines. They contain no personal data. */
export interface PdfProperties {
  readonly title: string;
  readonly author: string | null;
  readonly createdAt: Date;
}

interface PdfRoot {
  readonly _root: { readonly data: Record<string, unknown> };
}

const XML_ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};
/**
 * Escapes XML characters. Replaces characters that XML does not allow, because the name of a clinic may contain such
 * characters.
 */
const escapeXml = (text: string): string =>
  text
    .replace(/[\p{Cc}\p{Cs}\uFFFE\uFFFF]/gu, ' ')
    .replace(/[&<>"']/g, (letter) => XML_ENTITIES[letter] ?? '');

const rdfDescription = (namespaces: string, properties: string): string =>
  `<rdf:Description rdf:about="" ${namespaces}>${properties}</rdf:Description>`;

/**
 * Description of the PDF/UA property. PDF/A accepts only properties that its standard or the file itself describes. The file
 * must describe this property, because the standard is older than PDF/UA.
 */
const PDF_UA_DESCRIPTION = rdfDescription(
  `xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/" xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#" xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#"`,
  `<pdfaExtension:schemas><rdf:Bag><rdf:li rdf:parseType="Resource"><pdfaSchema:schema>PDF/UA identification schema</pdfaSchema:schema><pdfaSchema:namespaceURI>http://www.aiim.org/pdfua/ns/id/</pdfaSchema:namespaceURI><pdfaSchema:prefix>pdfuaid</pdfaSchema:prefix><pdfaSchema:property><rdf:Seq><rdf:li rdf:parseType="Resource"><pdfaProperty:name>part</pdfaProperty:name><pdfaProperty:valueType>Integer</pdfaProperty:valueType><pdfaProperty:category>internal</pdfaProperty:category><pdfaProperty:description>Part of ISO 14289 that the document conforms to</pdfaProperty:description></rdf:li></rdf:Seq></pdfaSchema:property></rdf:li></rdf:Bag></pdfaExtension:schemas>`,
);

/**
 * Returns the document properties as XMP metadata, which PDF/A requires. The metadata also names the standards that the file
 * follows.
 */
function createXmpMetadata({ title, author, createdAt, producer, creator }: ArchivalInfo): string {
  const seconds = `${createdAt.toISOString().split('.')[0]}Z`;
  const creatorOf =
    author === null
      ? ''
      : `<dc:creator><rdf:Seq><rdf:li>${escapeXml(author)}</rdf:li></rdf:Seq></dc:creator>`;
  return [
    rdfDescription(
      'xmlns:xmp="http://ns.adobe.com/xap/1.0/"',
      `<xmp:CreateDate>${seconds}</xmp:CreateDate><xmp:CreatorTool>${escapeXml(creator)}</xmp:CreatorTool>`,
    ),
    rdfDescription(
      'xmlns:dc="http://purl.org/dc/elements/1.1/"',
      `<dc:format>application/pdf</dc:format><dc:title><rdf:Alt><rdf:li xml:lang="x-default">${escapeXml(title)}</rdf:li></rdf:Alt></dc:title>${creatorOf}<dc:language><rdf:Bag><rdf:li>es-CO</rdf:li></rdf:Bag></dc:language>`,
    ),
    rdfDescription(
      'xmlns:pdf="http://ns.adobe.com/pdf/1.3/"',
      `<pdf:Producer>${escapeXml(producer)}</pdf:Producer>`,
    ),
    rdfDescription(
      'xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/"',
      '<pdfaid:part>2</pdfaid:part><pdfaid:conformance>A</pdfaid:conformance>',
    ),
    rdfDescription('xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/"', '<pdfuaid:part>1</pdfuaid:part>'),
    PDF_UA_DESCRIPTION,
  ].join('\n');
}

interface ArchivalInfo extends PdfProperties {
  readonly producer: string;
  readonly creator: string;
}

/** Declares the document as PDF/A-2a and PDF/UA-1 and sets its colour profile. Must be called before `doc.end()`. */
export function makePdfArchival(doc: PDFKit.PDFDocument, info: ArchivalInfo): void {
  const { _root: root } = doc as unknown as PdfRoot;
  const profile = doc.ref({ N: 3 });
  profile.end(COLOUR_PROFILE);
  const intent = doc.ref({
    Type: 'OutputIntent',
    S: 'GTS_PDFA1',
    OutputConditionIdentifier: new String('sRGB'),
    Info: new String('sRGB'),
    DestOutputProfile: profile,
  });
  intent.end(null);
  root.data['OutputIntents'] = [intent];
  // Replaces pdfkit's own metadata, which would be invalid XML because pdfkit does not escape names.
  Object.assign(doc, { _addInfo: () => doc.appendXML(createXmpMetadata(info)) });
}
