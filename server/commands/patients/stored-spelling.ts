import { foldText } from '#domain/text/fold.ts';

const PARTS = ['firstName', 'middleName', 'lastName', 'secondLastName'] as const;
type Part = (typeof PARTS)[number];
type Names = { readonly [Name in Part]?: string | null | undefined };

const marksIn = (text: string): number => text.normalize('NFD').match(/\p{M}/gu)?.length ?? 0;

const isTheSameWithLess = (known: string, written: string): boolean =>
  foldText(known) === foldText(written) && marksIn(written) < marksIn(known);

/** Returns the known names that a receptionist typed with fewer accents; they keep their spelling. */
export const spellingToKeep = (known: Names, written: Names): Partial<Record<Part, string>> =>
  Object.fromEntries(
    PARTS.flatMap((part) => {
      const name = known[part] ?? '';
      return isTheSameWithLess(name, written[part] ?? '') ? [[part, name]] : [];
    }),
  );
