import type { UseFormReturnType } from '@mantine/form';
import { foldText } from '#contract/fold.ts';
import type { DecisionOptions, DecisionOptionsBody } from '#contract/records/evaluation/decisions.ts';
import { APTITUDES, APTITUDE_LABELS, type Aptitude } from '#contract/vocabulary.ts';

export interface OptionValues {
  readonly programmes: string[];
  readonly off: DecisionOptionsBody['aptitudes_off'];
}

export type OptionsForm = UseFormReturnType<OptionValues>;

const isAptitude = (value: string): value is Aptitude => APTITUDES.some((aptitude) => aptitude === value);

/**
 * Converts the decision options to form values. Aptitudes that this app version does not know are omitted, and are not sent.
 */
export const toOptionValues = (options: DecisionOptions | null): OptionValues => ({
  programmes: [...(options?.programmes ?? [])],
  off: (options?.aptitudes_off ?? []).flatMap(({ evaluation_type_id, aptitudes }) => {
    const known = aptitudes.filter(isAptitude);
    return known.length === 0 ? [] : [{ evaluation_type_id, aptitudes: known }];
  }),
});

export const toDecisionOptionsBody = ({ programmes, off }: OptionValues): DecisionOptionsBody => ({
  programmes: programmes.map((name) => name.trim()),
  aptitudes_off: off,
});

export function optionProblems({ programmes }: OptionValues): Record<string, string> {
  const names = programmes.map(foldText);
  return Object.fromEntries(
    names.flatMap((name, nth): [string, string][] => {
      const field = `programmes.${nth}`;
      if (name === '') return [[field, 'Escribe el nombre del programa, o quítalo.']];
      return names.indexOf(name) < nth ? [[field, 'Este programa ya está en la lista.']] : [];
    }),
  );
}

/** Sets the aptitudes of an evaluation type. A type that offers all aptitudes has no entry in the result. */
export function setOfferedAptitudes(
  off: OptionValues['off'],
  typeId: string,
  offered: readonly string[],
): OptionValues['off'] {
  const aptitudes = APTITUDES.filter((aptitude) => !offered.includes(aptitude));
  const others = off.filter(({ evaluation_type_id: id }) => id !== typeId);
  return aptitudes.length === 0 ? others : [...others, { evaluation_type_id: typeId, aptitudes }];
}

export const aptitudesText = (aptitudes: readonly Aptitude[]): string =>
  aptitudes.map((aptitude) => APTITUDE_LABELS[aptitude]).join(', ');
