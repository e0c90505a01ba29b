import type { Executor } from './client.ts';

export interface PreparedStatement<Row> {
  execute(values: Record<string, unknown>): Promise<Row[]>;
}

/**
 * Caches a statement that many calls use. drizzle builds the text of the statement only once, because building it takes longer
 * than all other work of this process for the call. The database plans the statement once per connection, under the name that
 * `build` gives it.
 * @param build must use `sql.placeholder(name)` for each value, because all calls with the same `key` share one text, whatever
 * their `example`
 */
export function cachePreparedStatement<Row, Key = void, Example = void>(
  build: (db: Executor, key: Key, example: Example) => PreparedStatement<Row>,
): typeof build {
  // A WeakMap does not keep a transaction in memory. Statements built for a transaction are therefore dropped with the
  // transaction.
  const stored = new WeakMap<Executor, Map<Key, PreparedStatement<Row>>>();
  return (db, key, example) => {
    const ofDatabase = stored.get(db) ?? new Map<Key, PreparedStatement<Row>>();
    stored.set(db, ofDatabase);
    const statement = ofDatabase.get(key) ?? build(db, key, example);
    ofDatabase.set(key, statement);
    return statement;
  };
}
