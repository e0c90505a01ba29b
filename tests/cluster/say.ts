/** Prints progress for the operator. */
export const say = (text: string): void => {
  process.stdout.write(`${text}\n`);
};
