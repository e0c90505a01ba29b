interface Person {
  readonly first_name: string;
  readonly last_name: string;
  readonly identification_number: string;
}

/** Replaces the rest of a name of any length after its initial. */
export const MASKED = '***';

const initial = (name: string): string =>
  `${(Array.from(name.trim())[0] ?? '').toLocaleUpperCase('es')}${MASKED}`;

/** Masks a name: `Ana María Gil Núñez` becomes `A*** G***`. It can be compared with a paper and finds no person. */
export const maskedName = ({ first_name: first, last_name: last }: Person): string =>
  `${initial(first)} ${initial(last)}`;

/** Returns the last three letters or digits of the identity document. */
export const documentEnding = ({
  identification_number: number,
}: Pick<Person, 'identification_number'>): string =>
  number
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
    .slice(-3);
