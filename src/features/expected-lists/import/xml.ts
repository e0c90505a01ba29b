import { Parser } from 'saxen';
import { RosterFileError } from './file-problem.ts';

const withoutPrefix = (name: string): string => name.slice(name.indexOf(':') + 1);

interface XmlListener {
  readonly onOpen?: (name: string, attribute: (name: string) => string | undefined) => void;
  readonly onClose?: (name: string) => void;
  readonly onText?: (text: string) => void;
}

/**
 * Returns a parser of XML that arrives in pieces. Names come without their namespace prefixes. Entities that the document
 * defines are not expanded. Writing throws a RosterFileError for invalid XML.
 */
export function createXmlReader({ onOpen, onClose, onText }: XmlListener) {
  const parser = new Parser();
  parser.on('openTag', (name, attributes, decode) => {
    if (!onOpen) return;
    onOpen(withoutPrefix(name), (wanted) => {
      const all = attributes();
      const key = Object.keys(all).find((one) => one === wanted || withoutPrefix(one) === wanted);
      return key === undefined ? undefined : decode(all[key] ?? '');
    });
  });
  parser.on('closeTag', (name) => onClose?.(withoutPrefix(name)));
  parser.on('text', (text, decode) => onText?.(decode(text)));
  parser.on('cdata', (text) => onText?.(text));
  // The library would continue after an error.
  parser.on('error', (error) => {
    throw new RosterFileError('damaged', { cause: error });
  });
  return parser;
}
