import type { Executor } from './client.ts';

/** What drizzle's `prepare(name)` gives. */
export interface Prepared<Row> {
  execute(values: Record<string, unknown>): Promise<Row[]>;
}

/**
 * A statement that many calls need: drizzle puts its text together once, which takes longer than all else that this program does
 * for it, and the database plans it once a connection, under the name that `build` gives it.
 * @param build with `sql.placeholder(name)` for each value: all that has one `key` is one text, whatever the `example`
 */
export function preparedOnce<Row, Key = void, Example = void>(
  build: (db: Executor, key: Key, example: Example) => Prepared<Row>,
): typeof build {
  // A transaction has a connection of its own, and is forgotten with it.
  const kept = new WeakMap<Executor, Map<Key, Prepared<Row>>>();
  return (db, key, example) => {
    const ofDatabase = kept.get(db) ?? new Map<Key, Prepared<Row>>();
    kept.set(db, ofDatabase);
    const statement = ofDatabase.get(key) ?? build(db, key, example);
    ofDatabase.set(key, statement);
    return statement;
  };
}
