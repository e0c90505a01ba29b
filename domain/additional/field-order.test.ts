import { describe, expect, it } from 'vitest';
import { sortInFormOrder, changedPositionsAfterMove, type MoveDirection } from './field-order.ts';

const createOrderedField = (name: string, position: number) => ({ id: name, name, position });
const summarizeMove = (
  fields: readonly ReturnType<typeof createOrderedField>[],
  id: string,
  direction: MoveDirection,
) => {
  const changed = changedPositionsAfterMove(fields, id, direction);
  const after = fields.map((one) => {
    const change = changed.find((row) => row.field.id === one.id);
    return change ? { ...one, position: change.position } : one;
  });
  return { changed: changed.length, names: sortInFormOrder(after).map(({ name }) => name) };
};

describe('P10.359 order of additional fields', () => {
  const spaced = [
    createOrderedField('EPS', 10),
    createOrderedField('AFP', 20),
    createOrderedField('ARL', 30),
  ];

  it('moving an additional field up or down by one changes only the positions of the two fields that swap', () => {
    expect(summarizeMove(spaced, 'ARL', 'up')).toEqual({ changed: 2, names: ['EPS', 'ARL', 'AFP'] });
    expect(summarizeMove(spaced, 'EPS', 'down')).toEqual({ changed: 2, names: ['AFP', 'EPS', 'ARL'] });
  });

  it('moving an additional field up or down changes the order even when the fields have the same position', () => {
    const same = ['ARL', 'AFP', 'EPS'].map((name) => createOrderedField(name, 100));
    expect(summarizeMove(same, 'EPS', 'up').names).toEqual(['AFP', 'EPS', 'ARL']);
    expect(summarizeMove(same, 'AFP', 'down').names).toEqual(['ARL', 'AFP', 'EPS']);
  });

  it('the first field cannot move up, the last one cannot move down, and an unknown field cannot move', () => {
    expect(changedPositionsAfterMove(spaced, 'EPS', 'up')).toEqual([]);
    expect(changedPositionsAfterMove(spaced, 'ARL', 'down')).toEqual([]);
    expect(changedPositionsAfterMove(spaced, 'none', 'down')).toEqual([]);
  });
});
