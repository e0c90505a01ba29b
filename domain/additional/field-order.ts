interface OrderedField {
  readonly id: string;
  readonly name: string;
  readonly position: number;
}

/** Distance between renumbered positions, so that a later field fits between two others. */
const POSITION_STEP = 10;

/** Returns the fields in the order of forms and documents: by position, then by name. */
export const sortInFormOrder = <Field extends OrderedField>(fields: readonly Field[]): readonly Field[] =>
  fields.toSorted((one, other) => one.position - other.position || one.name.localeCompare(other.name, 'es'));

export type MoveDirection = 'up' | 'down';

/** Returns the fields in their order after the move; null if the field is already the first or last one. */
function moveFieldInOrder<Field extends OrderedField>(
  fields: readonly Field[],
  id: string,
  direction: MoveDirection,
): readonly Field[] | null {
  const from = fields.findIndex((field) => field.id === id);
  const to = direction === 'up' ? from - 1 : from + 1;
  const [moved, passed] = [fields[from], fields[to]];
  return moved && passed ? fields.with(to, moved).with(from, passed) : null;
}

/**
 * Returns the fields whose position changes when a field moves by one place, each with its new position. Mostly these are two
 * fields; if fields share a position, all positions may change.
 */
export function changedPositionsAfterMove<Field extends OrderedField>(
  fields: readonly Field[],
  id: string,
  direction: MoveDirection,
): readonly { readonly field: Field; readonly position: number }[] {
  const present = sortInFormOrder(fields);
  const positions = present.map(({ position }) => position);
  const areDistinct = new Set(positions).size === positions.length;
  return (moveFieldInOrder(present, id, direction) ?? [])
    .map((field, index) => ({
      field,
      position: areDistinct ? (positions[index] ?? field.position) : (index + 1) * POSITION_STEP,
    }))
    .filter(({ field, position }) => field.position !== position);
}
