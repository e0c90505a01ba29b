import type { DecisionOptions } from '#contract/records/evaluation/decisions.ts';
import { APTITUDES, type Aptitude } from '#contract/vocabulary.ts';
import { DEFAULT_PROGRAMMES } from '../decisions.ts';

export interface OfferedOptions {
  readonly programmes: readonly string[];
  readonly aptitudes: readonly Aptitude[];
}

/**
 * Returns the programmes and aptitudes that the clinic offers for an evaluation type.
 * @param options null when the device has no options, or the server stores none
 */
export function optionsOfferedToDoctor(
  options: DecisionOptions | null,
  evaluation_type_id: string,
): OfferedOptions {
  const off = options?.aptitudes_off.find(({ evaluation_type_id: id }) => id === evaluation_type_id);
  return {
    programmes: options?.programmes ?? DEFAULT_PROGRAMMES,
    aptitudes: APTITUDES.filter((aptitude) => !off?.aptitudes.includes(aptitude)),
  };
}
