/** Returns true if the main pointer is a mouse, so that a keyboard is probably there too. */
export const hasMouse = (): boolean => window.matchMedia('(hover: hover) and (pointer: fine)').matches;
