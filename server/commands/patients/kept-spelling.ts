import { foldText } from '#domain/text/fold.ts';

const PARTS = ['firstName', 'middleName', 'lastName', 'secondLastName'] as const;
type Part = (typeof PARTS)[number];
type Names = { readonly [Name in Part]?: string | null | undefined };

const marksIn = (text: string): number => text.normalize('NFD').match(/\p{M}/gu)?.length ?? 0;

const isTheSameWithLess = (known: string, written: string): boolean =>
  foldText(known) === foldText(written) && marksIn(written) < marksIn(known);

/**
 * The known names that were written with fewer accents by somebody who had not found the person, as in a hurry without
 * network or from a card that has none: they stay as they are known.
 */
export const keptSpelling = (known: Names, written: Names): Partial<Record<Part, string>> =>
  Object.fromEntries(
    PARTS.flatMap((part) => {
      const name = known[part] ?? '';
      return isTheSameWithLess(name, written[part] ?? '') ? [[part, name]] : [];
    }),
  );
