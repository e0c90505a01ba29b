/** `3 evaluaciones` */
export const evaluationsWord = (count: number): string =>
  count === 1 ? '1 evaluación' : `${count} evaluaciones`;

/** Who is handed over: the first ones by name, the rest by number. */
export function handedNames(count: number, names: readonly string[]): string {
  const rest = count - names.length;
  const list = new Intl.ListFormat('es-CO').format([...names, ...(rest > 0 ? [`${rest} más`] : [])]);
  return `Vas a entregar ${evaluationsWord(count)}: ${list}.`;
}
