import * as z from 'zod/mini';

/** Returns the name that devices before 2.0 gave to a field: camel case, with one exception. */
const earlierName = (name: string): string =>
  name === 'patient_id'
    ? 'existingPatientId'
    : name.replace(/_[a-z]/g, ([, letter = '']) => letter.toUpperCase());

/**
 * Returns the object with the present names of its fields. An object with both names was last written by a window that still
 * ran the earlier version, which does not know the present name; the value of that window is newer unless it is empty.
 */
function withPresentNames(names: readonly string[], value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  let renamed: Record<string, unknown> = { ...value };
  for (const name of names) {
    const { [earlierName(name)]: earlier, ...others } = renamed;
    renamed = { ...others, [name]: earlier || others[name] };
  }
  return renamed;
}

/**
 * Schema of an object that the device stores. It also reads an object that a device before 2.0 stored; unknown fields stay,
 * because a later version may have written them.
 */
export const storedObjectSchema = <Shape extends z.core.$ZodLooseShape>(shape: Shape) => {
  const names = Object.keys(shape).filter((name) => earlierName(name) !== name);
  return z.pipe(
    z.transform((value: unknown) => withPresentNames(names, value)),
    z.looseObject(shape),
  );
};
