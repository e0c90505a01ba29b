import { useMemo, useState } from 'react';
import type { ExpectedPersonBody } from '#contract/records/evaluation/expected-lists.ts';
import { documentKeyOf } from '#domain/roster/report.ts';
import { readTypedPerson, type TypedContext, type TypedValues } from '../person/typed-person.ts';

interface TypedPerson {
  readonly values: TypedValues;
  /** Person as read when the user added the values. */
  readonly person: ExpectedPersonBody;
}

/**
 * Typed people, each document once. Their texts are read again after each change of the defaults, which therefore hold for typed
 * people as for the rows of a file.
 */
export function useTypedPeople({ catalogs, defaults, today }: TypedContext) {
  const [stored, setStored] = useState<readonly TypedPerson[]>([]);
  const [isOpen, setOpen] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const typed = useMemo(
    () =>
      stored.map(({ values, person }) => {
        const read = readTypedPerson(values, { catalogs, defaults, today });
        // A changed catalogue may lack a chosen type. The person stays, and the server judges the type.
        return read.type === 'person' ? read.person : person;
      }),
    [stored, catalogs, defaults, today],
  );
  return {
    typed,
    isOpen,
    problem,
    open: () => {
      setProblem(null);
      setOpen(true);
    },
    close: () => setOpen(false),
    add: (person: ExpectedPersonBody, values: TypedValues) => {
      if (typed.some((one) => documentKeyOf(one) === documentKeyOf(person)))
        return setProblem('Esta persona ya está entre las escritas a mano.');
      setStored([...stored, { values, person }]);
      setOpen(false);
    },
    remove: (index: number) => setStored(stored.toSpliced(index, 1)),
  };
}
