/** What a stranger is told of a person: enough to compare with the paper in the hand, not to find anybody. */
interface Person {
  readonly first_name: string;
  readonly last_name: string;
  readonly identification_number: string;
}

const initial = (name: string): string => `${(Array.from(name.trim())[0] ?? '').toLocaleUpperCase('es')}***`;

/** `Ana María Gil Núñez` is `A*** G***`: however long the names are. */
export const maskedName = ({ first_name: first, last_name: last }: Person): string =>
  `${initial(first)} ${initial(last)}`;

/** The last three letters or figures of the document. */
export const documentEnding = ({
  identification_number: number,
}: Pick<Person, 'identification_number'>): string =>
  number
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
    .slice(-3);
