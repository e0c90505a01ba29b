export interface Named {
  readonly first_name: string;
  readonly middle_name?: string | null | undefined;
  readonly last_name: string;
  readonly second_last_name?: string | null | undefined;
}

/** First name first, missing parts left out. */
export const fullName = (person: Named): string =>
  [person.first_name, person.middle_name, person.last_name, person.second_last_name]
    .map((part) => part?.trim())
    .filter(Boolean)
    .join(' ');
