import * as z from 'zod/mini';

/** Returns the name that devices before 2.0 gave to a field: camel case, with one exception. */
const toFieldNameBefore2 = (name: string): string =>
  name === 'patient_id'
    ? 'existingPatientId'
    : name.replace(/_[a-z]/g, ([, letter = '']) => letter.toUpperCase());

/**
 * Returns the object with the present names of its fields. If a field exists under both names, a window with the earlier
 * version wrote the object last. That window does not know the present name, so its value is the newer one unless it is empty.
 */
function renameEarlierFields(names: readonly string[], value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  let renamed: Record<string, unknown> = { ...value };
  for (const name of names) {
    const { [toFieldNameBefore2(name)]: earlier, ...others } = renamed;
    renamed = { ...others, [name]: earlier || others[name] };
  }
  return renamed;
}

/**
 * Schema of an object that the device stores. It also reads an object that a device before 2.0 stored; unknown fields stay,
 * because a later version may have written them.
 */
export const createStoredObjectSchema = <Shape extends z.core.$ZodLooseShape>(shape: Shape) => {
  const names = Object.keys(shape).filter((name) => toFieldNameBefore2(name) !== name);
  return z.pipe(
    z.transform((value: unknown) => renameEarlierFields(names, value)),
    z.looseObject(shape),
  );
};
